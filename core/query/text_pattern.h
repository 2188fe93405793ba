// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace duologue {

/// Why a regular expression was refused, and at which byte of it.
struct PatternMistake {
    std::size_t offset = 0;
    std::string message;
};

/// Something to look for in texts: plain words, compared without regard to case, width and accents, or a
/// regular expression. Immutable; matches on any thread at once.
class TextPattern {
public:
    static TextPattern words(std::string_view text);
    /// Perl-compatible, ignoring case unless `caseSensitive`.
    static std::variant<TextPattern, PatternMistake> expression(std::string_view pattern,
                                                                bool caseSensitive = false);

    bool matches(std::string_view text) const;

private:
    struct Compiled;

    TextPattern() = default;

    std::string m_folded;
    std::shared_ptr<const Compiled> m_compiled;
};

/// Name and version of the library behind it, for --version.
std::string patternLibrary();

} // namespace duologue
