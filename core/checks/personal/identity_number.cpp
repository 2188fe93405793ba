// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/parse_number.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/personal/personal_text.h"

#include <array>

namespace duologue {

namespace {

/// The check digit of GB 11643 (ISO 7064, MOD 11-2).
bool hasCheckDigit(std::string_view number)
{
    constexpr std::array<int, 17> kWeights{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2};
    constexpr std::string_view kCheck = "10X98765432";
    int sum = 0;
    for (std::size_t i = 0; i < kWeights.size(); ++i)
        sum += (number[i] - '0') * kWeights[i];
    const char last = number[17] == 'x' ? 'X' : number[17];
    return kCheck[static_cast<std::size_t>(sum % 11)] == last;
}

bool hasBirthday(std::string_view number)
{
    const auto part = [&](std::size_t begin, std::size_t length) {
        return parseNumber<int>(number.substr(begin, length)).value_or(0);
    };
    return part(6, 4) >= 1900 && part(6, 4) <= 2100 && part(10, 2) >= 1 && part(10, 2) <= 12 &&
           part(12, 2) >= 1 && part(12, 2) <= 31;
}

} // namespace

std::vector<PersonalSpan> identityNumbersIn(std::string_view text)
{
    std::vector<PersonalSpan> found;
    forEachNumberRun(text, "", [&](std::size_t begin, std::size_t end) {
        const bool hasX = end < text.size() && (text[end] == 'X' || text[end] == 'x');
        const std::size_t last = end + (hasX ? 1 : 0);
        // "…X" is the whole number only where no word goes on.
        const bool goesOn = hasX && last < text.size() &&
                            (isDigit(text[last]) || text[last] == '_' ||
                             (lowerAscii(text[last]) >= 'a' && lowerAscii(text[last]) <= 'z'));
        if (goesOn || isPartOfDecimal(text, begin, last) ||
            isPartOfIdentifier(text, begin, last, IdentifierParts::LettersAndDigits))
            return;
        const std::string_view number = text.substr(begin, last - begin);
        if (number.size() == 18 && number[0] >= '1' && number[0] <= '8' && hasBirthday(number) &&
            hasCheckDigit(number))
            found.push_back({begin, last});
    });
    return found;
}

namespace {

void lookForIdentityNumber(const CheckedRecord& record, CheckLog& log)
{
    reportPersonal(record, log, identityNumbersIn);
}

} // namespace

const Check& identityNumberCheck()
{
    static const Check check{
        .id = "identity_number",
        .group = CheckGroup::PersonalData,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Chinese identity number"),
        .why = DUOLOGUE_TEXT("Checks", "The number names one person, with the day and place of birth."),
        .unit = CheckUnit::Texts,
        .isPersonal = true,
        .look = lookForIdentityNumber,
    };
    return check;
}

} // namespace duologue
