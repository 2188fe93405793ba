// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace duologue {

/// What the values of a column look like. The usual words for "none" ("N/A", "-", "null") are no values.
class ValueForms {
public:
    void add(std::string_view text);
    void add(double number);

    /// All values are numbers that are written as texts.
    bool areNumbers() const { return m_anyNumber && !m_anyTime && !m_anyWord; }
    /// All are times as timeIn() reads them.
    bool areTimes() const { return m_anyTime && !m_anyNumber && !m_anyWord; }
    bool anyTimes() const { return m_anyTime; }
    /// All are numbers or times, and some are numbers.
    bool areNumbersAndTimes() const { return m_anyNumber && !m_anyWord; }

    /// How many of the column's units are a second, if all its numbers can be Unix times of the years 1973 to
    /// 5138: 1 for seconds, and a thousand, a million or a milliard for parts of them; 0 if they cannot.
    double unixUnits() const;

private:
    bool m_anyNumber = false;
    bool m_anyTime = false;
    bool m_anyWord = false;
    double m_low = std::numeric_limits<double>::infinity();
    double m_high = -std::numeric_limits<double>::infinity();
};

/// The number that a value is; none for "nan", "inf" and what is no number.
std::optional<double> finiteNumberIn(std::string_view text);

/// Below 0, 0 or above 0, as `left` comes before, is or comes after `right` in lists of values: numbers
/// first, by value, then other texts as compareNatural() orders them. 0 only for equal texts.
int compareValues(std::string_view left, std::string_view right);

/// The key says that its numbers are times: "created_at", "timestamp", "create_time", "updatedAt".
bool namesTime(std::string_view key);

/// The key says that its numbers are names: "user_id", "label".
bool namesName(std::string_view key);

} // namespace duologue
