// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/personal/personal_text.h"

#include <algorithm>
#include <string>

namespace duologue {

namespace {

/// A Chinese mobile number: 11 digits from 13 to 19 on.
bool isChineseMobile(std::string_view digits)
{
    return digits.size() == 11 && digits[0] == '1' && digits[1] >= '3';
}

/// Numbers of companies in North America that nobody pays for.
bool isTollFree(std::string_view digits)
{
    return digits.size() == 10 && digits[0] == '8' &&
           (digits.starts_with("800") || (digits[1] == digits[2] && digits[1] >= '3'));
}

/// Numbers of a service, and numbers that are there to be examples.
bool isNobodys(std::string_view digits)
{
    const bool isExample =
        digits.find("555") != std::string_view::npos || digits.find("1234567") != std::string_view::npos ||
        std::all_of(digits.begin() + 2, digits.end(), [&](char c) { return c == digits[2]; });
    return isExample || digits.starts_with("400") ||
           isTollFree(digits.starts_with('1') ? digits.substr(1) : digits);
}

bool isLandline(std::string_view written, std::string_view digits)
{
    const std::size_t dash = written.find('-');
    return digits.size() >= 10 && digits.size() <= 12 && digits[0] == '0' && digits[1] != '0' &&
           (dash == 3 || dash == 4);
}

} // namespace

std::vector<PersonalSpan> phonesIn(std::string_view text)
{
    std::vector<PersonalSpan> found;
    forEachNumberRun(text, " -.()", [&](std::size_t begin, std::size_t end) {
        const std::string_view written = text.substr(begin, end - begin);
        const std::string digits = digitsOf(written);
        if (digits.size() < 10 || digits.size() > 15)
            return;
        const bool isDecimal =
            written.size() == digits.size() + 1 && written.find('.') != std::string_view::npos;
        if (isDecimal || isPartOfDecimal(text, begin, end) ||
            isPartOfIdentifier(text, begin, end, IdentifierParts::LettersAndDigits))
            return;
        const bool hasPlus = begin > 0 && text[begin - 1] == '+';
        const bool isInternational = hasPlus && digits[0] != '0';
        const std::string_view local = digits.starts_with("86") && digits.size() == 13
                                           ? std::string_view(digits).substr(2)
                                           : std::string_view(digits);
        const bool isMobile = isChineseMobile(local) &&
                              written.find_first_of(".()") == std::string_view::npos &&
                              (written[1] >= '0' || hasPlus);
        // 555-123-4567 in groups: other ways of writing ten digits are not only used for phones.
        const bool isAmerican = digits.size() == 10 && digits[0] >= '2' && written.size() == 12 &&
                                (written[3] == '-' || written[3] == '.') && written[7] == written[3];
        if ((isInternational || isMobile || isLandline(written, digits) || isAmerican) && !isNobodys(local))
            found.push_back({hasPlus ? begin - 1 : begin, end});
    });
    return found;
}

namespace {

void lookForPhone(const CheckedRecord& record, CheckLog& log)
{
    reportPersonal(record, log, phonesIn);
}

} // namespace

const Check& phoneCheck()
{
    static const Check check{
        .id = "phone",
        .group = CheckGroup::PersonalData,
        .title = DUOLOGUE_TEXT("Checks", "Phone number"),
        .why = DUOLOGUE_TEXT("Checks", "Whoever publishes the data publishes whom it belongs to."),
        .unit = CheckUnit::Texts,
        .isPersonal = true,
        .look = lookForPhone,
    };
    return check;
}

} // namespace duologue
