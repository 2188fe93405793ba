// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check.h"
#include "core/analysis/checks/checked_record.h"
#include "core/analysis/checks/scanned_text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Calls judge(pair) for each translation whose details can be compared. The others are not judged.
template<typename Judge>
void forEachComparable(const CheckedRecord& record, CheckLog& log, const Judge& judge)
{
    for (const CheckedPair& pair : record.pairs) {
        if (!pair.isComparable) {
            log.notJudged(PhraseId::NotJudgedTranslation);
            continue;
        }
        log.looked();
        judge(pair);
    }
}

/// A finding that parts of the source are not in the translation; none if there are no parts. Marks them, and
/// the parts of the translation that may be there `instead`.
void reportMissing(const CheckedRecord& record, const CheckedPair& pair, const std::vector<TextSpan>& missing,
                   CheckLog& log, const std::vector<TextSpan>& instead = {});

/// The beginnings of a text's list items: "- ", "* ", "• " at the begin of a line.
std::vector<TextSpan> bulletsOf(std::string_view text);
/// Numbers of items that count up from 1 ("1.", "2)", "3、"), wherever they are: translations may join lines.
std::vector<TextSpan> numberedItemsOf(const ScannedText& scanned);
/// Lines that begin with "#".
std::vector<TextSpan> headingsOf(const ScannedText& scanned);
/// Code between backticks, without them; a fenced block is one span.
std::vector<TextSpan> codeOf(const ScannedText& scanned);
/// Addresses that begin with http, https or www.
std::vector<TextSpan> linksOf(std::string_view text);

/// Words of Latin letters, which may contain digits, "-", "'", "." and "&" ("GPT-4", "U.S.").
std::vector<TextSpan> latinWordsOf(std::string_view text);
/// Those of them that have digits.
std::vector<TextSpan> latinWordsWithDigits(const ScannedText& scanned);

/// A text for a finding: whole if it is short, else its beginning with "…".
std::string shortened(std::string_view text);

/// A number in a text, however it is written.
struct TextNumber {
    double value = 0;
    /// Bytes of the text.
    std::size_t begin = 0;
    std::size_t end = 0;
    /// Written with digits, not with words.
    bool isDigits = false;
    /// The number of a list item ("3. ", "第三").
    bool isOrdinal = false;
};

/// The numbers of a text in English: digits ("1,200", "2.5", "1/2", "20th", "5k") and words ("three", "twenty
/// five", "two hundred", "half a dozen").
std::vector<TextNumber> englishNumbers(std::string_view text);

/// The numbers of a text in Chinese: digits, also full-width ones and with 万 or 千 behind them, and
/// characters (十二, 两百, 三点五, 一半).
std::vector<TextNumber> chineseNumbers(std::string_view text);

/// At least those of these numbers that begin with a digit, some others among them. Takes little time where
/// there are few.
std::vector<TextNumber> englishDigits(const ScannedText& scanned);
std::vector<TextNumber> chineseDigits(const ScannedText& scanned);

} // namespace duologue
