// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/checked_record.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Bytes of a text that are personal data.
struct PersonalSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Finds one kind of personal data in a text. Fast for texts that have none.
using FindPersonal = std::vector<PersonalSpan> (*)(std::string_view text);

/// Looks for it in all texts of a record: one finding for each text, with a mark for each place.
void reportPersonal(const CheckedRecord& record, CheckLog& log, FindPersonal find);

/// Calls visit(begin, end) for runs of digits and the signs between them ("138 0000-0000"), without those
/// that are part of a longer word or number.
template<typename Visit>
void forEachNumberRun(std::string_view text, std::string_view signs, const Visit& visit)
{
    const auto isDigitAt = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    const auto isWordAt = [&](std::size_t i) {
        return i < text.size() && (isDigitAt(i) || text[i] == '_' || (text[i] >= 'a' && text[i] <= 'z') ||
                                   (text[i] >= 'A' && text[i] <= 'Z'));
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isDigitAt(at) || (at > 0 && isWordAt(at - 1)))
            continue;
        std::size_t end = at;
        while (isDigitAt(end) ||
               (end < text.size() && signs.find(text[end]) != std::string_view::npos && isDigitAt(end + 1)))
            ++end;
        const bool isWhole = !isWordAt(end) || (text[end] == 'x' || text[end] == 'X');
        if (isWhole)
            visit(at, end);
        at = end;
    }
}

/// Whether the digits at [begin, end) are the fraction of a decimal or have one: "0.31849337336259875".
/// Digits with a comma before them are none in a list: "7,13987654321,Vienna".
bool isPartOfDecimal(std::string_view text, std::size_t begin, std::size_t end);

/// What has to stand before or after the digits, joined with "-", for an identifier.
enum class IdentifierParts : std::uint8_t {
    /// "jdk-11.0.22.7"
    Letters,
    /// "a716-446655440000", but not "tel-13987654321"
    LettersAndDigits,
};

/// Whether they are a part of a longer identifier.
bool isPartOfIdentifier(std::string_view text, std::size_t begin, std::size_t end, IdentifierParts parts);

/// The digits of a text.
std::string digitsOf(std::string_view text);

/// One for each check of personal data.
std::vector<PersonalSpan> emailsIn(std::string_view text);
std::vector<PersonalSpan> phonesIn(std::string_view text);
std::vector<PersonalSpan> identityNumbersIn(std::string_view text);
std::vector<PersonalSpan> cardsIn(std::string_view text);
std::vector<PersonalSpan> addressesIn(std::string_view text);
std::vector<PersonalSpan> keysIn(std::string_view text);

/// A text of which only the first and the last characters are shown: "138••••••89".
std::string masked(std::string_view text);

/// The text with all personal data in it masked().
std::string withoutPersonal(std::string_view text);

} // namespace duologue
