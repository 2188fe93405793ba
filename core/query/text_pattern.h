// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/folded_needle.h"
#include "core/util/expected.h"
#include "core/util/phrase.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Why a regular expression is refused, and at which of its bytes.
struct PatternMistake {
    std::size_t offset = 0;
    Phrase what;
};

/// A regular expression as people write it (Perl, PCRE, Python, JavaScript) in the syntax of RE2, with the
/// same matches: \w, \d, \s and the POSIX classes of letters and digits are those of Unicode, "$" also stands
/// before a line feed at the end of the text, (?<name>…) names a group. What RE2 cannot do in linear time is
/// refused, with what to write instead: look-around, back-references, recursion, conditions, atomic groups,
/// possessive quantifiers, \K and counts above 1,000. \b knows the letters of ASCII alone.
Expected<std::string, PatternMistake> toRe2(std::string_view pattern);

/// Whether the pattern has \b or \B and characters beyond ASCII, between which \b sees no end of a word.
bool boundsOtherWords(std::string_view pattern);

/// Something to search for in texts: plain words, compared without regard to case, width and accents, or a
/// regular expression. Takes time in proportion to the text, whatever the expression. Immutable; any number
/// of threads may match at once.
class TextPattern {
public:
    static TextPattern words(std::string_view text);
    /// As toRe2() reads it, ignoring case unless `caseSensitive`.
    static Expected<TextPattern, PatternMistake> expression(std::string_view pattern,
                                                            bool caseSensitive = false);

    bool matches(std::string_view text) const;
    /// The first match that begins at `from` or later, in bytes of the text.
    std::optional<TextRange> find(std::string_view text, std::size_t from = 0) const;
    /// All matches in order, without empty ones: at most `most`.
    std::vector<TextRange> findAll(std::string_view text, std::size_t most) const;

    /// A position in the bytes of JSON records, from `from` on, at which the next match may be: no match ends
    /// before it. npos if there is none.
    std::size_t nextInJson(std::string_view json, std::size_t from) const;
    /// A closer examination of a record with such a position: false if its bytes show that nothing in it
    /// matches.
    bool mayBeIn(std::string_view record) const;

private:
    class Expression;

    TextPattern() = default;

    /// Null if this is a regular expression.
    std::shared_ptr<const FoldedNeedle> m_words;
    std::shared_ptr<const Expression> m_expression;
    /// One of these is in each match. Empty if that is not known.
    std::shared_ptr<const std::vector<FoldedNeedle>> m_needles;
};

/// The name of the library for regular expressions, for --version: it does not say its version.
std::string patternLibrary();

} // namespace duologue
