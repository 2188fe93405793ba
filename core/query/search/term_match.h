// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/query/search/text_search.h"
#include "core/table/field_reader.h"

#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// What a term says of one value, wherever the value comes from.

/// The range of a term, with both ends included, so that to ask takes no branch; NaN lies in no range.
class ClosedRange {
public:
    explicit ClosedRange(const QueryTerm& term);

    bool contains(double value) const
    {
        return (static_cast<unsigned>(value >= m_low) & static_cast<unsigned>(value <= m_high)) != 0;
    }

private:
    double m_low;
    double m_high;
};

/// Which categories of a field are meant by the value of a term (Equals) or lie in its range.
class CategoryMatch {
public:
    CategoryMatch(const FieldReader& field, const QueryTerm& term);

    bool operator()(const Category& category) const;

private:
    const QueryTerm& m_term;
    /// A category may have more names than the two it is shown under.
    std::string m_usual;
    bool m_isYes = false;
    bool m_isNo = false;
};

/// What the hallucination field is asked for by word: yes, no or unclear.
std::optional<Mark> markNamed(std::string_view text);

/// The texts that "text.user" and the like stand for; none for what is no such name. "" is all of them.
std::optional<TextScope> textScope(std::string_view field);

/// Of a Text or Pattern term that checkQuery() passes.
TextPattern patternOf(const QueryTerm& term);

} // namespace duologue
