// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/pattern/folded_needle.h"
#include "core/query/pattern/pattern_budget.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace duologue {

class RequiredNeedles;

/// Why a regular expression is invalid, and at which of its bytes.
struct PatternMistake {
    std::size_t offset = 0;
    std::string message;
};

/// Something to search for in texts: plain words, compared without regard to case, width and accents, or a
/// regular expression. Immutable; any number of threads may match at once.
class TextPattern {
public:
    static TextPattern words(std::string_view text);
    /// Perl-compatible, ignoring case unless `caseSensitive`.
    static std::variant<TextPattern, PatternMistake> expression(std::string_view pattern,
                                                                bool caseSensitive = false);

    bool matches(std::string_view text, RecordBudget& budget) const
    {
        return find(text, 0, budget).has_value();
    }
    /// The first match that begins at `from` or later, in bytes of the text. Also empty if the budget is used
    /// up, which the budget tells.
    std::optional<TextRange> find(std::string_view text, std::size_t from, RecordBudget& budget) const;
    /// All matches in order, without empty ones: at most `most`, and only those found before the budget was
    /// used up.
    std::vector<TextRange> findAll(std::string_view text, std::size_t most, RecordBudget& budget) const;

    /// A position in the bytes of JSON records, from `from` on, at which the next match may be: no match ends
    /// before it. npos if there is none.
    std::size_t nextInJson(std::string_view json, std::size_t from) const;
    /// A closer examination of a record with such a position: false if its bytes show that nothing in it
    /// matches.
    bool mayBeIn(std::string_view record) const;

private:
    struct Compiled;

    TextPattern() = default;
    bool mayMatchAround(std::string_view json, const TextRange& required) const;
    std::optional<int> lookBriefly(std::string_view text, std::size_t from, RecordBudget& budget,
                                   bool& compiled) const;
    std::optional<int> lookLong(std::string_view text, std::size_t from, RecordBudget& budget,
                                bool compiled) const;
    static std::optional<int> decided(int result, RecordBudget& budget);

    /// Null if this is a regular expression.
    std::shared_ptr<const FoldedNeedle> m_words;
    std::shared_ptr<const Compiled> m_compiled;
    /// Texts that every match contains: of a regular expression, and of words with a quote.
    std::shared_ptr<const RequiredNeedles> m_required;
    /// The most bytes of a match, if that is known.
    std::optional<std::size_t> m_longestMatch;
};

/// Name and version of PCRE2, for --version.
std::string patternLibrary();

} // namespace duologue
