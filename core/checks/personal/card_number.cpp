// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"
#include "core/checks/personal/personal_text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace duologue {

namespace {

/// The check digit of ISO/IEC 7812 (Luhn).
bool passesLuhn(std::string_view digits)
{
    int sum = 0;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        int value = digits[digits.size() - 1 - i] - '0';
        if (i % 2 == 1)
            value = value > 4 ? value * 2 - 9 : value * 2;
        sum += value;
    }
    return sum % 10 == 0;
}

/// The first digits of the large issuers: Visa, Mastercard, American Express, UnionPay, Discover, JCB.
bool hasIssuer(std::string_view digits)
{
    const std::string_view two = digits.substr(0, 2);
    const bool isMastercard =
        (two >= "51" && two <= "55") || (digits.substr(0, 4) >= "2221" && digits.substr(0, 4) <= "2720");
    return digits[0] == '4' || isMastercard || two == "34" || two == "37" || two == "62" || two == "35" ||
           digits.starts_with("6011") || two == "65";
}

/// Without signs, in fours, or as American Express and UnionPay write theirs (4-6-5, 6-13); the signs are
/// equal.
bool isGroupedAsCard(std::string_view written)
{
    std::vector<std::size_t> groups{0};
    char sign = '\0';
    for (const char c : written) {
        if (isDigit(c)) {
            ++groups.back();
            continue;
        }
        if (sign != '\0' && c != sign)
            return false;
        sign = c;
        groups.push_back(0);
    }
    const bool isInFours = groups.back() <= 4 && std::all_of(groups.begin(), groups.end() - 1,
                                                             [](std::size_t digits) { return digits == 4; });
    return groups.size() == 1 || isInFours || groups == std::vector<std::size_t>{4, 6, 5} ||
           groups == std::vector<std::size_t>{6, 13};
}

/// Digits of a decimal, a hexadecimal number or an identifier.
bool isPartOfMore(std::string_view text, std::size_t begin, std::size_t end, bool isGrouped)
{
    const bool hasX = end < text.size() && (text[end] == 'x' || text[end] == 'X');
    return hasX || isPartOfDecimal(text, begin, end) ||
           isPartOfIdentifier(text, begin, end,
                              isGrouped ? IdentifierParts::LettersAndDigits : IdentifierParts::Letters);
}

} // namespace

std::vector<PersonalSpan> cardsIn(std::string_view text)
{
    std::vector<PersonalSpan> found;
    forEachNumberRun(text, " -", [&](std::size_t begin, std::size_t end) {
        const std::string_view written = text.substr(begin, end - begin);
        const std::string digits = digitsOf(written);
        if (digits.size() < 15 || digits.size() > 19 || !hasIssuer(digits) || !passesLuhn(digits))
            return;
        const bool isOne = std::all_of(digits.begin(), digits.end(), [&](char c) { return c == digits[0]; });
        if (!isOne && isGroupedAsCard(written) &&
            !isPartOfMore(text, begin, end, written.size() > digits.size()))
            found.push_back({begin, end});
    });
    return found;
}

namespace {

void lookForCardNumber(const CheckedRecord& record, CheckLog& log)
{
    reportPersonal(record, log, cardsIn);
}

} // namespace

const Check& cardNumberCheck()
{
    static const Check check{
        .id = "card_number",
        .group = CheckGroup::PersonalData,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Number of a payment card"),
        .why = DUOLOGUE_TEXT("Checks", "The number can be used to pay."),
        .unit = CheckUnit::Texts,
        .isPersonal = true,
        .look = lookForCardNumber,
    };
    return check;
}

} // namespace duologue
