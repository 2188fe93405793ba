// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// What a text like "2026-01" or "2026-01-31 10:20" stands for: from `begin` to before `end`, in seconds
/// since 1970 (UTC).
struct TimeSpan {
    double begin = 0;
    double end = 0;

    bool contains(double seconds) const { return seconds >= begin && seconds < end; }
};

/// Whether "2026" alone is a time: it is in a question about times, but in data it is a number.
enum class YearAlone : std::uint8_t { IsNumber, IsTime };

/// Reads ISO 8601: a month, a week, a day of a month, a week or a year, or a day and a time with "T" or a
/// space between them; without dashes and colons only a day and a time. A time may have seconds, a fraction
/// and a zone; without a zone it is UTC. Also reads the times of mails and of HTTP ("Sun, 01 Mar 2026
/// 00:30:00 +0200"). Empty if the text is anything else.
std::optional<TimeSpan> timeIn(std::string_view text, YearAlone year = YearAlone::IsNumber);

/// Whether a text begins as a date does ("2026-02-29"), though it may not be one.
bool looksLikeDate(std::string_view text);

/// Parts of the calendar by which times are grouped.
enum class CalendarPart : std::uint8_t { Year, Month, Week, Day };

/// "year", "month", "week", "day"; empty for other words.
std::optional<CalendarPart> calendarPart(std::string_view word);

/// "2026", "2026-01", "2026-W05" (ISO 8601) or "2026-01-31" in UTC. Empty for times beyond the years 0 to
/// 9999.
std::string calendarText(double seconds, CalendarPart part);

} // namespace duologue
