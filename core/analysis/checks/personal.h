// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/checked_record.h"
#include "core/analysis/checks/scanned_text.h"
#include "core/util/text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Finds one kind of personal data in a text. Fast for texts that have none.
using FindPersonal = std::vector<TextSpan> (*)(const ScannedText& text);

/// Calls visit(begin, end) for runs of digits and the signs between them ("138 0000-0000"), without those
/// that are part of a longer word or number.
template<typename Visit>
void forEachNumberRun(const ScannedText& scanned, std::string_view signs, const Visit& visit)
{
    const std::string_view text = scanned.text;
    const auto isWordAt = [text](std::size_t i) {
        return i < text.size() && (isDigit(text[i]) || text[i] == '_' ||
                                   (lowerAscii(text[i]) >= 'a' && lowerAscii(text[i]) <= 'z'));
    };
    const auto last = scanned.numbers.end();
    for (auto run = scanned.numbers.begin(); run != last; ++run) {
        const std::size_t begin = run->begin;
        if (begin > 0 && isWordAt(begin - 1))
            continue;
        for (auto next = run + 1; next != last && next->begin == run->end + 1 &&
                                  signs.find(text[run->end]) != std::string_view::npos;
             ++next)
            run = next;
        if (!isWordAt(run->end) || text[run->end] == 'x' || text[run->end] == 'X')
            visit(begin, run->end);
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
std::vector<TextSpan> emailsIn(const ScannedText& scanned);
std::vector<TextSpan> phonesIn(const ScannedText& scanned);
std::vector<TextSpan> identityNumbersIn(const ScannedText& scanned);
std::vector<TextSpan> cardsIn(const ScannedText& scanned);
std::vector<TextSpan> addressesIn(const ScannedText& scanned);
std::vector<TextSpan> keysIn(const ScannedText& scanned);

/// A text of which only the first and the last characters are shown: "138••••••89".
std::string masked(std::string_view text);

/// The text with all personal data in it masked().
std::string withoutPersonal(std::string_view text);

} // namespace duologue
