// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/query/query.h"
#include "core/query/text_search.h"

#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// How a term matches a single value, wherever the value comes from.

/// The range of a term with both ends made inclusive, so that a test takes no branch. NaN is in no range.
class ClosedRange {
public:
    explicit ClosedRange(const QueryTerm& term);
    ClosedRange(double low, double high) : m_low(low), m_high(high) {}

    double low() const { return m_low; }
    double high() const { return m_high; }

    bool contains(double value) const
    {
        return (static_cast<unsigned>(value >= m_low) & static_cast<unsigned>(value <= m_high)) != 0;
    }

private:
    double m_low;
    double m_high;
};

/// The range of a term in seconds since 1970. An end such as "2026-01" or 2026 stands for the whole month or
/// year, all of which is in the range if the end is included.
ClosedRange timeRange(const QueryTerm& term);

/// Whether a range asks for times: it has ends that are times or years (2026).
bool asksTimes(const QueryTerm& term);

/// Whether an end of a range was typed as a time that is no number ("2026-01").
bool isTimeRange(const QueryTerm& term);

/// Finds the categories of a field that are the value of a term (Equals) or in its range. A file is also
/// found by its name, with or without its ending, by the end of its path, and by a folder: "a/b/".
class CategoryMatch {
public:
    CategoryMatch(const FieldReader& field, const QueryTerm& term);

    bool operator()(const Category& category) const;

private:
    bool isFileNamed(std::string_view path) const;
    bool isInRange(std::string_view text) const;
    bool isEqualNumber(std::string_view text) const;

    const QueryTerm& m_term;
    /// The usual name for the value, because a category may have more names than the two it is shown under.
    std::string m_usual;
    bool m_isYes = false;
    bool m_isNo = false;
    bool m_isFile = false;
    /// The number that is asked for, if the categories may be numbers; whether all of them are.
    std::optional<double> m_number;
    bool m_areNumbers = false;
    /// The times that are asked for, and FieldReader::unixUnits().
    std::optional<ClosedRange> m_times;
    double m_units = 0;
};

/// The long values that are equal to `value` but for case and width. CategoryMatch does not know them: their
/// records are read again, where they begin in the same way.
std::vector<CategoryCode> longCodesNamed(const FieldReader& field, std::string_view value, const Job& job);

/// The mark that a word stands for: yes, no or unclear, also in Chinese.
std::optional<Mark> markNamed(std::string_view text);

/// The texts that a name such as "text.user" means; empty for other names. "" means all messages.
std::optional<TextScope> textScope(std::string_view field);

/// The pattern of a Text or Pattern term that passes checkQuery().
TextPattern patternOf(const QueryTerm& term);

} // namespace duologue
