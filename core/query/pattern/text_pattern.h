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

    bool matches(std::string_view text, RecordBudget& budget) const
    {
        return find(text, 0, budget).has_value();
    }
    /// The first match that begins at `from` or behind it, in bytes of the text as it stands. None as well
    /// where the budget does not suffice, which it says.
    std::optional<TextRange> find(std::string_view text, std::size_t from, RecordBudget& budget) const;
    /// All matches, one behind the other, but empty ones; `most` of them at most, and those that were found
    /// before the budget was used up.
    std::vector<TextRange> findAll(std::string_view text, std::size_t most, RecordBudget& budget) const;

    /// A place in the bytes of JSON records, at or behind `from`, that the next match may have, as far as
    /// bytes show: no match ends before it. npos where there is none.
    std::size_t nextInJson(std::string_view json, std::size_t from) const;
    /// A closer look at a record that has such a place: false where its bytes show that nothing in it
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

    /// Null for a regular expression.
    std::shared_ptr<const FoldedNeedle> m_words;
    std::shared_ptr<const Compiled> m_compiled;
    /// What the regular expression cannot do without.
    std::shared_ptr<const RequiredNeedles> m_required;
    /// How long a match of it is at most, where that is known.
    std::optional<std::size_t> m_longestMatch;
};

/// Name and version of the library behind it, for --version.
std::string patternLibrary();

} // namespace duologue
