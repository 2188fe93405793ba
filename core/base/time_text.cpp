// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_text.h"

#include "core/base/text.h"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>

namespace duologue {

namespace {

using std::chrono::sys_days;

constexpr double kSecondsPerDay = 86400;

/// Reads a text from its front.
class TimeReader {
public:
    explicit TimeReader(std::string_view text) : m_text(text) {}

    bool atEnd() const { return m_text.empty(); }

    bool take(char expected)
    {
        if (m_text.empty() || m_text.front() != expected)
            return false;
        m_text.remove_prefix(1);
        return true;
    }

    /// A number of exactly so many digits.
    std::optional<unsigned> digits(std::size_t count)
    {
        unsigned number = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (i >= m_text.size() || m_text[i] < '0' || m_text[i] > '9')
                return std::nullopt;
            number = number * 10 + static_cast<unsigned>(m_text[i] - '0');
        }
        m_text.remove_prefix(count);
        return number;
    }

    /// The digits of a fraction as a number below 1, and the worth of its last digit.
    std::optional<std::pair<double, double>> fraction()
    {
        double value = 0;
        double step = 1;
        while (const auto digit = digits(1)) {
            step /= 10;
            value += *digit * step;
        }
        return step < 1 ? std::optional(std::pair(value, step)) : std::nullopt;
    }

    /// Seconds by which local time is ahead of UTC; 0 if there is no zone.
    std::optional<double> zone()
    {
        if (m_text == "Z" || m_text == "z" || m_text == " UTC" || m_text == " GMT" || m_text.empty()) {
            m_text = {};
            return 0;
        }
        take(' ');
        const bool isBehind = !m_text.empty() && m_text.front() == '-';
        if (!take('+') && !take('-'))
            return std::nullopt;
        const auto hours = digits(2);
        const bool hasMinutes = take(':') || !atEnd();
        const auto minutes = hasMinutes ? digits(2) : std::optional(0U);
        if (!hours || !minutes || *hours > 18 || *minutes > 59)
            return std::nullopt;
        const double seconds = *hours * 3600.0 + *minutes * 60.0;
        return isBehind ? -seconds : seconds;
    }

private:
    std::string_view m_text;
};

double secondsOf(std::chrono::year_month_day day)
{
    return static_cast<double>(sys_days(day).time_since_epoch().count()) * kSecondsPerDay;
}

/// The time of a day that begins at `midnight`, after the "T".
std::optional<TimeSpan> timeOfDay(TimeReader& reader, double midnight)
{
    const auto hours = reader.digits(2);
    if (!hours || !reader.take(':'))
        return std::nullopt;
    const auto minutes = reader.digits(2);
    if (!minutes || *hours > 24 || *minutes > 59)
        return std::nullopt;
    double begin = midnight + *hours * 3600.0 + *minutes * 60.0;
    double length = 60;
    if (reader.take(':')) {
        const auto seconds = reader.digits(2);
        if (!seconds || *seconds > 60)
            return std::nullopt;
        begin += *seconds;
        length = 1;
        if (reader.take('.') || reader.take(',')) {
            const auto fraction = reader.fraction();
            if (!fraction)
                return std::nullopt;
            begin += fraction->first;
            length = fraction->second;
        }
    }
    const auto zone = reader.zone();
    if (!zone || !reader.atEnd())
        return std::nullopt;
    return TimeSpan{begin - *zone, begin - *zone + length};
}

} // namespace

std::optional<TimeSpan> timeIn(std::string_view text, YearAlone yearAlone)
{
    using namespace std::chrono;
    TimeReader reader(trimmed(text));
    const auto yearNumber = reader.digits(4);
    if (!yearNumber)
        return std::nullopt;
    const year inYear{static_cast<int>(*yearNumber)};
    if (reader.atEnd()) {
        if (yearAlone == YearAlone::IsNumber)
            return std::nullopt;
        return TimeSpan{secondsOf(inYear / 1 / 1), secondsOf((inYear + years(1)) / 1 / 1)};
    }
    const char sign = reader.take('-') ? '-' : '/';
    if (sign == '/' && !reader.take(sign))
        return std::nullopt;
    const auto monthNumber = reader.digits(2);
    if (!monthNumber || !month(*monthNumber).ok())
        return std::nullopt;
    const year_month inMonth = inYear / month(*monthNumber);
    if (reader.atEnd())
        return TimeSpan{secondsOf(inMonth / 1), secondsOf((inMonth + months(1)) / 1)};
    const auto dayNumber = reader.take(sign) ? reader.digits(2) : std::nullopt;
    if (!dayNumber || !(inMonth / day(*dayNumber)).ok())
        return std::nullopt;
    const double midnight = secondsOf(inMonth / day(*dayNumber));
    if (reader.atEnd())
        return TimeSpan{midnight, midnight + kSecondsPerDay};
    if (!reader.take('T') && !reader.take('t') && !reader.take(' '))
        return std::nullopt;
    return timeOfDay(reader, midnight);
}

std::optional<CalendarPart> calendarPart(std::string_view word)
{
    constexpr std::array<std::pair<std::string_view, CalendarPart>, 4> kWords{{{"year", CalendarPart::Year},
                                                                               {"month", CalendarPart::Month},
                                                                               {"week", CalendarPart::Week},
                                                                               {"day", CalendarPart::Day}}};
    for (const auto& [known, part] : kWords) {
        if (known == word)
            return part;
    }
    return std::nullopt;
}

std::string calendarText(double seconds, CalendarPart part)
{
    using namespace std::chrono;
    const double number = std::floor(seconds / kSecondsPerDay);
    constexpr double kDaysToYear9999 = 2932896;
    constexpr double kDaysFromYear0 = -719528;
    if (!(number >= kDaysFromYear0 && number <= kDaysToYear9999))
        return {};
    sys_days date{days(static_cast<int>(number))};
    int week = 0;
    if (part == CalendarPart::Week) {
        // A week belongs to the year of its Thursday.
        date += days(4 - static_cast<int>(weekday(date).iso_encoding()));
        const year_month_day thursday(date);
        week = static_cast<int>((date - sys_days(thursday.year() / 1 / 1)).count()) / 7 + 1;
    }
    const year_month_day calendar(date);
    const int inYear = static_cast<int>(calendar.year());
    const unsigned inMonth = static_cast<unsigned>(calendar.month());
    std::array<char, 32> text{};
    switch (part) {
    case CalendarPart::Year:
        std::snprintf(text.data(), text.size(), "%04d", inYear);
        break;
    case CalendarPart::Month:
        std::snprintf(text.data(), text.size(), "%04d-%02u", inYear, inMonth);
        break;
    case CalendarPart::Week:
        std::snprintf(text.data(), text.size(), "%04d-W%02d", inYear, week);
        break;
    case CalendarPart::Day:
        std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", inYear, inMonth,
                      static_cast<unsigned>(calendar.day()));
        break;
    }
    return text.data();
}

} // namespace duologue
