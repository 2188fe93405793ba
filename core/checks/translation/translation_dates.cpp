// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

struct CalendarName {
    /// As English writes it; abbreviations are not looked for.
    std::string_view english;
    /// What a Chinese text may have for it, separated by "|".
    std::string_view chinese;
};

constexpr std::array<CalendarName, 19> kCalendar{{
    {"January", "1月|一月|１月|元月"},
    {"February", "2月|二月|２月"},
    {"March", "3月|三月|３月"},
    {"April", "4月|四月|４月"},
    {"May", "5月|五月|５月|五一"},
    {"June", "6月|六月|６月"},
    {"July", "7月|七月|７月"},
    {"August", "8月|八月|８月"},
    {"September", "9月|九月|９月"},
    {"October", "10月|十月|１０月"},
    {"November", "11月|十一月"},
    {"December", "12月|十二月"},
    {"Monday", "周一|星期一|礼拜一"},
    {"Tuesday", "周二|星期二|礼拜二"},
    {"Wednesday", "周三|星期三|礼拜三"},
    {"Thursday", "周四|星期四|礼拜四"},
    {"Friday", "周五|星期五|礼拜五"},
    {"Saturday", "周六|星期六|礼拜六|周末"},
    {"Sunday", "周日|星期日|星期天|礼拜天|礼拜日|周末|周天"},
}};

bool hasOneOf(std::string_view text, std::string_view names)
{
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        if (text.find(names.substr(0, bar)) != std::string_view::npos)
            return true;
        names = bar == std::string_view::npos ? std::string_view() : names.substr(bar + 1);
    }
    return false;
}

bool isWordChar(char c)
{
    return isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
}

/// "May" and "March" are names of months only beside a number or after a word such as "in". A name of
/// somebody ("April Smith", "Black Friday") is none.
bool isCalendarName(std::string_view text, std::size_t begin, std::size_t end)
{
    const std::string_view before = text.substr(0, begin);
    const std::string_view after = text.substr(end);
    const bool isNumberNext = after.size() > 1 && after[0] == ' ' && isDigit(after[1]);
    for (const std::string_view word : {" in ", " on ", " of ", " by ", " until ", " since ", " every ",
                                        " next ", " late ", " early ", " mid-", " from ", "In ", "On "}) {
        if (before.ends_with(word))
            return true;
    }
    return isNumberNext;
}

/// Whether the text has a range of months that begins with this one: "3-11月" for 3月.
bool isInMonths(std::string_view text, std::string_view names)
{
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        const std::string_view name = names.substr(0, bar);
        names = bar == std::string_view::npos ? std::string_view() : names.substr(bar + 1);
        if (!name.ends_with("月"))
            continue;
        const std::string number(name.substr(0, name.size() - std::string_view("月").size()));
        for (const std::string_view joint : {"-", "–", "—", "~", "至", "到", "、", " - "}) {
            const std::size_t at = text.find(number + std::string(joint));
            if (at != std::string_view::npos && text.substr(at, 24).find("月") != std::string_view::npos)
                return true;
        }
    }
    return false;
}

/// Ranges such as "Monday to Friday" become 周一至五.
bool isInRange(std::string_view text)
{
    return hasOneOf(text, "至|到|-|—|~|～|、|工作日|平日");
}

void lookForMissingDates(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        std::vector<TextSpan> missing;
        const std::string_view english = pair.english();
        for (const CalendarName& name : kCalendar) {
            const bool isThere = english.find(name.english) != std::string_view::npos;
            if (pair.isSourceChinese || !isThere || hasOneOf(pair.chinese(), name.chinese) ||
                isInMonths(pair.chinese(), name.chinese))
                continue;
            for (std::size_t at = english.find(name.english); at != std::string_view::npos;
                 at = english.find(name.english, at + 1)) {
                const std::size_t end = at + name.english.size();
                const bool isWhole = (at == 0 || !isWordChar(english[at - 1])) &&
                                     (end == english.size() || !isWordChar(english[end]));
                const bool isDay = name.english.ends_with("day");
                if (isWhole && isCalendarName(english, at, end) && !(isDay && isInRange(pair.chinese())) &&
                    pair.chinese().find(name.english) == std::string_view::npos)
                    missing.push_back({at, end});
            }
        }
        reportMissing(record, pair, missing, log);
    });
}

} // namespace

const Check& translationDatesCheck()
{
    static const Check check{
        .id = "translation_dates",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Dates missing in the translation"),
        .why =
            DUOLOGUE_TEXT("Checks", "A month or a day of the week that did not come along changes a plan."),
        .unit = CheckUnit::Translations,
        .look = lookForMissingDates,
    };
    return check;
}

} // namespace duologue
