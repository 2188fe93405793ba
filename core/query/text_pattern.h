// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/folded_needle.h"

#include <memory>
#include <optional>
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

    bool matches(std::string_view text) const { return find(text).has_value(); }
    /// The first match, in bytes of the text as it stands.
    std::optional<TextRange> find(std::string_view text) const;

    /// Something that every text has that matches, to rule out others by their bytes; null where nothing is
    /// known.
    const FoldedNeedle* required() const { return m_needle.get(); }

private:
    struct Compiled;

    TextPattern() = default;

    /// The words, or what a regular expression cannot do without.
    std::shared_ptr<const FoldedNeedle> m_needle;
    std::shared_ptr<const Compiled> m_compiled;
};

/// Name and version of the library behind it, for --version.
std::string patternLibrary();

} // namespace duologue
