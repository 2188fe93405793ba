// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/edit_distance.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"

#include <algorithm>
#include <string>
#include <vector>

namespace duologue {

namespace {

constexpr std::size_t kMostWords = 200;
constexpr std::size_t kTimesAsMany = 20;
constexpr std::size_t kLeastWord = 5;

bool hasDigitsOrSigns(std::string_view word)
{
    return std::any_of(word.begin(), word.end(), [](char c) { return isDigit(c) || c == '/' || c == '.'; });
}

/// Whether two words look like one with a slip.
bool isSlip(std::string_view word, std::string_view other)
{
    if (equalsFolded(trimmed(word), trimmed(other)))
        return true;
    if (word.size() < kLeastWord || other.size() < kLeastWord || hasDigitsOrSigns(word) ||
        hasDigitsOrSigns(other))
        return false;
    const bool isShort = word.size() < 8;
    return characterCount(word) == word.size() && editDistance(word, other) <= (isShort ? 1U : 2U);
}

void judgeWords(const CheckedDataset& dataset, const Column& column, CheckLog& log)
{
    const std::size_t words = column.categories.size();
    if (words < 2 || words > kMostWords) {
        log.notJudged(PhraseId::NotJudgedVocabulary);
        return;
    }
    log.looked();
    std::vector<std::size_t> counts(words);
    dataset.rows().forEach([&](Row row) {
        column.forEachCode(indexOf(row), [&](CategoryCode code) { ++counts[indexOf(code)]; });
    });
    std::vector<std::size_t> slipOf(words, words);
    for (std::size_t rare = 0; rare < words; ++rare) {
        for (std::size_t usual = 0; usual < words; ++usual) {
            if (rare != usual && counts[rare] > 0 && counts[usual] >= kTimesAsMany * counts[rare] &&
                !column.categories[rare].isLong() && !column.categories[usual].isLong() &&
                isSlip(column.categories[rare].shown(), column.categories[usual].shown()))
                slipOf[rare] = usual;
        }
    }
    dataset.rows().forEach([&](Row row) {
        column.forEachCode(indexOf(row), [&](CategoryCode code) {
            if (slipOf[indexOf(code)] < words)
                log.found(row, FindingPart::Record, 0,
                          {PhraseId::NearlyAnother, column.info.key, column.categories[indexOf(code)].shown(),
                           column.categories[slipOf[indexOf(code)]].shown()});
        });
    });
}

void lookAtAllForVocabulary(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    for (const Column& column : dataset.snapshot().records.columns) {
        if (job.stopRequested())
            return;
        // What the program itself notes of records is none of their values.
        const bool isInternal =
            isRecordKeys(column.info) || (column.info.rawKey.empty() && column.info.key == "check");
        if (!isInternal &&
            (column.info.kind == FieldKind::Category || column.info.kind == FieldKind::Categories))
            judgeWords(dataset, column, log);
    }
}

} // namespace

const Check& vocabularyCheck()
{
    static const Check check{
        .id = "vocabulary",
        .group = CheckGroup::Annotation,
        .severity = Severity::Note,
        .title = DUOLOGUE_TEXT("Checks", "Value that is nearly another one"),
        .why = DUOLOGUE_TEXT("Checks", "A category that differs from a frequent one by a letter or by its "
                                       "case splits what belongs together."),
        .unit = CheckUnit::Fields,
        .isMaybe = true,
        .lookAtAll = lookAtAllForVocabulary,
    };
    return check;
}

} // namespace duologue
