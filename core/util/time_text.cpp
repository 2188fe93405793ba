// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/time_text.h"

#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>

namespace duologue {

namespace {

using std::chrono::sys_days;

constexpr double kSecondsPerDay = 86400;

/// Seconds by which a zone of RFC 2822 is ahead of UTC.
std::optional<double> offsetOf(std::string_view zone)
{
    constexpr std::array<std::pair<std::string_view, int>, 12> kHours{{{"z", 0},
                                                                       {"utc", 0},
                                                                       {"gmt", 0},
                                                                       {"ut", 0},
                                                                       {"est", -5},
                                                                       {"edt", -4},
                                                                       {"cst", -6},
                                                                       {"cdt", -5},
                                                                       {"mst", -7},
                                                                       {"mdt", -6},
                                                                       {"pst", -8},
                                                                       {"pdt", -7}}};
    for (const auto& [name, hours] : kHours) {
        if (name == zone)
            return hours * 3600.0;
    }
    return std::nullopt;
}

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

    /// How many digits come next.
    std::size_t digitsAhead() const
    {
        return std::min(m_text.find_first_not_of("0123456789"), m_text.size());
    }

    /// The text is digits alone.
    bool isNumber() const { return digitsAhead() == m_text.size(); }

    void skipSpaces()
    {
        while (take(' ')) {
        }
    }

    /// The letters that come next, in lower case.
    std::string letters()
    {
        std::string word;
        while (!m_text.empty() && lowerAscii(m_text.front()) >= 'a' && lowerAscii(m_text.front()) <= 'z') {
            word += lowerAscii(m_text.front());
            m_text.remove_prefix(1);
        }
        return word;
    }

    /// Seconds by which local time is ahead of UTC; 0 if there is no zone.
    std::optional<double> zone()
    {
        if (m_text.empty())
            return 0;
        take(' ');
        if (const std::string name = letters(); !name.empty()) {
            const auto offset = offsetOf(name);
            // JavaScript writes "GMT+0200".
            if (atEnd() || offset != 0.0)
                return atEnd() ? offset : std::nullopt;
        }
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

/// A part of a time of a day: behind colons, or as two digits more.
std::optional<unsigned> timePart(TimeReader& reader, bool hasColons)
{
    const bool isThere = hasColons ? reader.take(':') : reader.digitsAhead() >= 2;
    return isThere ? reader.digits(2) : std::nullopt;
}

/// The time of a day that begins at `midnight`, without its zone.
std::optional<TimeSpan> clockTime(TimeReader& reader, double midnight)
{
    const bool hasColons = reader.digitsAhead() == 2;
    const auto hours = reader.digits(2);
    const auto minutes = hours ? timePart(reader, hasColons) : std::nullopt;
    if (!minutes || *hours > 24 || *minutes > 59)
        return std::nullopt;
    double begin = midnight + *hours * 3600.0 + *minutes * 60.0;
    double length = 60;
    if (const auto seconds = timePart(reader, hasColons)) {
        if (*seconds > 60)
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
    return TimeSpan{begin, begin + length};
}

/// The time of a day that begins at `midnight`, and its zone, up to the end of the text.
std::optional<TimeSpan> timeOfDay(TimeReader& reader, double midnight)
{
    const auto span = clockTime(reader, midnight);
    const auto zone = span ? reader.zone() : std::nullopt;
    if (!zone || !reader.atEnd())
        return std::nullopt;
    return TimeSpan{span->begin - *zone, span->end - *zone};
}

/// The day, and the time if there is one.
std::optional<TimeSpan> fromDay(TimeReader& reader, double midnight)
{
    if (reader.atEnd())
        return TimeSpan{midnight, midnight + kSecondsPerDay};
    if (!reader.take('T') && !reader.take('t') && !reader.take(' '))
        return std::nullopt;
    return timeOfDay(reader, midnight);
}

/// Behind the "W" of a year's week (ISO 8601).
std::optional<TimeSpan> weekTime(TimeReader& reader, std::chrono::year inYear, bool hasDashes)
{
    using namespace std::chrono;
    const auto week = reader.digits(2);
    if (!week || *week == 0 || *week > 53)
        return std::nullopt;
    // The first week is that of 4 January.
    const sys_days fourth(inYear / 1 / 4);
    const sys_days monday =
        fourth - days(weekday(fourth).iso_encoding() - 1) + days(7 * (static_cast<int>(*week) - 1));
    const double begin = static_cast<double>(monday.time_since_epoch().count()) * kSecondsPerDay;
    if (year_month_day(monday + days(3)).year() != inYear)
        return std::nullopt;
    if (reader.atEnd())
        return TimeSpan{begin, begin + 7 * kSecondsPerDay};
    const auto inWeek = !hasDashes || reader.take('-') ? reader.digits(1) : std::nullopt;
    if (!inWeek || *inWeek == 0 || *inWeek > 7)
        return std::nullopt;
    return fromDay(reader, begin + (*inWeek - 1) * kSecondsPerDay);
}

std::optional<TimeSpan> dayOfYear(TimeReader& reader, std::chrono::year inYear)
{
    const auto number = reader.digits(3);
    if (!number || *number == 0 || *number > (inYear.is_leap() ? 366U : 365U))
        return std::nullopt;
    return fromDay(reader, secondsOf(inYear / 1 / 1) + (*number - 1) * kSecondsPerDay);
}

/// ISO 8601 without dashes. Only with a time: a day alone is a number.
std::optional<TimeSpan> basicTime(TimeReader& reader, std::chrono::year inYear)
{
    using namespace std::chrono;
    const std::size_t ahead = reader.digitsAhead();
    if (reader.take('W') || reader.take('w'))
        return weekTime(reader, inYear, false);
    if (reader.isNumber())
        return std::nullopt;
    if (ahead == 3)
        return dayOfYear(reader, inYear);
    const auto monthNumber = ahead == 4 ? reader.digits(2) : std::nullopt;
    const auto dayNumber = monthNumber ? reader.digits(2) : std::nullopt;
    if (!dayNumber || !(inYear / month(*monthNumber) / day(*dayNumber)).ok())
        return std::nullopt;
    return fromDay(reader, secondsOf(inYear / month(*monthNumber) / day(*dayNumber)));
}

/// The number of the name that the word is, or that it begins with in three letters, from 1.
template<std::size_t N>
unsigned numberOfName(std::string_view word, const std::array<std::string_view, N>& names)
{
    for (std::size_t i = 0; i < N; ++i) {
        if (word == names[i] || (word.size() == 3 && names[i].starts_with(word)))
            return static_cast<unsigned>(i + 1);
    }
    return 0;
}

std::optional<unsigned> monthNamed(TimeReader& reader)
{
    constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                       "may",       "june",     "july",     "august",
                                                       "september", "october",  "november", "december"};
    const unsigned number = numberOfName(reader.letters(), kMonths);
    return number == 0 ? std::nullopt : std::optional(number);
}

/// The year of a mail or of HTTP: four digits, or two of the years 1950 to 2049.
std::optional<int> mailYear(TimeReader& reader)
{
    const std::size_t ahead = reader.digitsAhead();
    if (ahead != 2 && ahead != 4)
        return std::nullopt;
    const int number = static_cast<int>(*reader.digits(ahead));
    return ahead == 4 ? number : number < 50 ? 2000 + number : 1900 + number;
}

/// RFC 2822, the two other forms of HTTP (RFC 9110, 5.6.7), and that of JavaScript.
std::optional<TimeSpan> mailTime(std::string_view text)
{
    using namespace std::chrono;
    constexpr std::array<std::string_view, 7> kDays{"monday", "tuesday",  "wednesday", "thursday",
                                                    "friday", "saturday", "sunday"};
    // A comment, which names the zone again.
    if (text.ends_with(')'))
        text = trimmed(text.substr(0, text.rfind('(')));
    TimeReader reader(text);
    const std::string inWeek = reader.letters();
    if (!inWeek.empty() && numberOfName(inWeek, kDays) == 0)
        return std::nullopt;
    reader.take(',');
    reader.skipSpaces();
    // "Sun Mar  1 00:00:00 2026": the month comes first.
    const bool isMonthFirst = !inWeek.empty() && reader.digitsAhead() == 0;
    auto monthNumber = isMonthFirst ? monthNamed(reader) : std::nullopt;
    const auto separate = [&reader] {
        if (!reader.take('-'))
            reader.skipSpaces();
    };
    separate();
    const std::size_t ahead = reader.digitsAhead();
    // No month has a day 0. (GCC 12 loses track of an optional here.)
    const unsigned dayNumber = ahead == 1 || ahead == 2 ? reader.digits(ahead).value_or(0) : 0;
    separate();
    if (!isMonthFirst)
        monthNumber = monthNamed(reader);
    if (!monthNumber || dayNumber == 0)
        return std::nullopt;
    separate();
    const bool isYearLast = isMonthFirst && reader.digitsAhead() == 2;
    std::optional<TimeSpan> clock;
    if (isYearLast)
        clock = clockTime(reader, 0);
    reader.skipSpaces();
    const auto inYear = mailYear(reader);
    if (!inYear || isYearLast != clock.has_value() ||
        !(year(*inYear) / month(*monthNumber) / day(dayNumber)).ok())
        return std::nullopt;
    const double midnight = secondsOf(year(*inYear) / month(*monthNumber) / day(dayNumber));
    if (isYearLast)
        return reader.atEnd() ? std::optional(TimeSpan{midnight + clock->begin, midnight + clock->end})
                              : std::nullopt;
    if (reader.atEnd())
        return TimeSpan{midnight, midnight + kSecondsPerDay};
    reader.skipSpaces();
    clock = clockTime(reader, midnight);
    reader.skipSpaces();
    const auto zone = clock ? reader.zone() : std::nullopt;
    if (!zone || !reader.atEnd())
        return std::nullopt;
    return TimeSpan{clock->begin - *zone, clock->end - *zone};
}

} // namespace

std::optional<TimeSpan> timeIn(std::string_view text, YearAlone yearAlone)
{
    using namespace std::chrono;
    text = trimmed(text);
    TimeReader reader(text);
    const auto yearNumber = reader.digits(4);
    if (!yearNumber)
        return mailTime(text);
    const year inYear{static_cast<int>(*yearNumber)};
    if (reader.atEnd()) {
        if (yearAlone == YearAlone::IsNumber)
            return std::nullopt;
        return TimeSpan{secondsOf(inYear / 1 / 1), secondsOf((inYear + years(1)) / 1 / 1)};
    }
    const char sign = reader.take('-') ? '-' : '/';
    if (sign == '/' && !reader.take(sign))
        return basicTime(reader, inYear);
    if (sign == '-' && (reader.take('W') || reader.take('w')))
        return weekTime(reader, inYear, true);
    if (sign == '-' && reader.digitsAhead() == 3)
        return dayOfYear(reader, inYear);
    const auto monthNumber = reader.digits(2);
    if (!monthNumber || !month(*monthNumber).ok())
        return std::nullopt;
    const year_month inMonth = inYear / month(*monthNumber);
    if (reader.atEnd())
        return TimeSpan{secondsOf(inMonth / 1), secondsOf((inMonth + months(1)) / 1)};
    const auto dayNumber = reader.take(sign) ? reader.digits(2) : std::nullopt;
    if (!dayNumber || !(inMonth / day(*dayNumber)).ok())
        return std::nullopt;
    return fromDay(reader, secondsOf(inMonth / day(*dayNumber)));
}

bool looksLikeDate(std::string_view text)
{
    TimeReader reader(trimmed(text));
    if (!reader.digits(4) || !(reader.take('-') || reader.take('/')))
        return false;
    return reader.take('W') || reader.digitsAhead() > 0;
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
