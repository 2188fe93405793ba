// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/checks/check.h"
#include "core/analysis/checks/checked_record.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

namespace {

/// The memo of an annotator says that there is nothing to say: "No Hallucination", "none", "无幻觉".
bool saysNothingIsWrong(std::string_view memo)
{
    constexpr std::array<std::string_view, 9> kWhole{"no", "none", "n/a", "na",  "nil",
                                                     "ok", "-",    "无",  "没有"};
    // Memos about work that is done say nothing of the message, either.
    constexpr std::array<std::string_view, 14> kWithin{
        "no hallucination", "not hallucinat", "no obvious", "nothing wrong", "no issue", "fixed",
        "corrected",        "无幻觉",         "没有幻觉",   "不存在幻觉",    "未发现",   "没有问题",
        "已修正",           "已修改"};
    const std::string folded = foldForSearch(trimmed(memo));
    return folded.empty() || std::find(kWhole.begin(), kWhole.end(), folded) != kWhole.end() ||
           std::any_of(kWithin.begin(), kWithin.end(), [&](std::string_view each) {
               return folded.find(foldForSearch(each)) != std::string::npos;
           });
}

struct Annotation {
    PhraseId missing;
    bool (*isOf)(const Message& message);
};

constexpr Annotation kAnnotations[] = {
    {PhraseId::MarkMissing,
     [](const Message& message) { return message.hallucination != Mark::NotAnnotated; }},
    {PhraseId::IntentMissing, [](const Message& message) { return message.intents.size() > 0; }},
    {PhraseId::SatisfactionMissing, [](const Message& message) { return message.satisfaction > 0; }},
};

/// Reports the messages of a role without an annotation that most of the others have. A message counts once,
/// whichever of its annotations are judged.
void judge(const CheckedRecord& record, std::string_view role, CheckLog& log)
{
    const auto& messages = record.conversation.messages;
    const auto isOfRole = [role](const Message& message) { return message.role == role; };
    const auto all = std::count_if(messages.begin(), messages.end(), isOfRole);
    // Annotators may have looked at a few on purpose.
    const auto isJudged = [&](const Annotation& annotation) {
        const auto with = std::count_if(messages.begin(), messages.end(), [&](const Message& message) {
            return isOfRole(message) && annotation.isOf(message);
        });
        return with * 2 > all;
    };
    const auto count = static_cast<std::uint64_t>(all);
    if (std::none_of(std::begin(kAnnotations), std::end(kAnnotations), isJudged)) {
        log.notJudged(PhraseId::NotJudgedNotAnnotated, count);
        return;
    }
    log.looked(count);
    for (const Annotation& annotation : kAnnotations) {
        if (!isJudged(annotation))
            continue;
        for (std::size_t i = 0; i < messages.size(); ++i) {
            if (isOfRole(messages[i]) && !annotation.isOf(messages[i]))
                log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                          annotation.missing);
        }
    }
}

void lookForAnnotationMissing(const CheckedRecord& record, CheckLog& log)
{
    for (const std::string_view role : {"user", "assistant"})
        judge(record, role, log);
    if (record.conversation.messages.empty())
        log.notJudged(PhraseId::NotJudgedNoMessages);
}

bool hasMemos(const Conversation& said)
{
    return std::any_of(said.messages.begin(), said.messages.end(),
                       [](const Message& message) { return !message.memo.empty(); });
}

void lookForMarkWithoutMemo(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        if (message.hallucination != Mark::Yes)
            continue;
        // Where no message of the record can have a memo, none is missing.
        if (!hasMemos(said)) {
            log.notJudged(PhraseId::NotJudgedNoMemos);
            continue;
        }
        log.looked();
        if (trimmed(message.memo).empty() || saysNothingIsWrong(message.memo))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      PhraseId::MarkWithoutMemo);
    }
}

void lookForMemoWithoutMark(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const Message& message = said.messages[i];
        if (trimmed(message.memo).empty() || message.hallucination == Mark::NotAnnotated) {
            log.notJudged(PhraseId::NotJudgedNoMemos);
            continue;
        }
        log.looked();
        if (message.hallucination == Mark::No && !saysNothingIsWrong(message.memo))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      {PhraseId::MemoWithoutMark, message.memo});
    }
}

void lookForRatingsDiffer(const CheckedRecord& record, CheckLog& log)
{
    const auto& ratings = record.conversation.ratings;
    bool isAny = false;
    // Each is compared with the first of its name.
    std::unordered_map<std::string, const Rating*> firsts;
    for (const Rating& rating : ratings) {
        if (!rating.value || ratings.size() < 2)
            continue;
        const auto [first, isNew] = firsts.try_emplace(foldForSearch(rating.name), &rating);
        isAny = isAny || !isNew;
        if (*first->second->value != *rating.value)
            log.found(record.row, FindingPart::Record, 0,
                      {PhraseId::RatingsDiffer, first->second->name, numberText(*first->second->value),
                       numberText(*rating.value)});
    }
    if (isAny)
        log.looked();
    else
        log.notJudged(PhraseId::NotJudgedOneRating);
}

/// The scale of a rating cannot be told from fewer values, nor if there are more different ones.
constexpr std::size_t kLeastValues = 30;
constexpr std::size_t kMostScaleSteps = 11;

void judgeScale(const CheckedDataset& dataset, const Column& column, CheckLog& log)
{
    std::map<double, std::size_t> counts;
    std::size_t all = 0;
    dataset.rows().forEach([&](Row row) {
        const double value = column.number(indexOf(row));
        if (!std::isnan(value) && counts.size() <= 4 * kMostScaleSteps) {
            ++counts[value];
            ++all;
        }
    });
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    std::size_t usual = 0;
    bool isWhole = true;
    for (const auto& [value, count] : counts) {
        if (static_cast<double>(count) < log.threshold() * static_cast<double>(all))
            continue;
        low = std::min(low, value);
        high = std::max(high, value);
        isWhole = isWhole && value == std::trunc(value);
        ++usual;
    }
    if (all < kLeastValues || usual < 2 || usual > kMostScaleSteps) {
        log.notJudged(PhraseId::NotJudgedScale);
        return;
    }
    log.looked();
    dataset.rows().forEach([&](Row row) {
        const double value = column.number(indexOf(row));
        const bool isOff = value < low || value > high || (isWhole && value != std::trunc(value));
        if (!std::isnan(value) && isOff)
            log.found(row, FindingPart::Record, 0,
                      {PhraseId::OutsideScale, column.info.title, numberText(value),
                       numberText(low) + "–" + numberText(high)});
    });
}

void lookAtAllForRatingScale(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    for (const Column& column : dataset.snapshot().records.columns) {
        if (job.stopRequested())
            return;
        if (column.info.kind == FieldKind::Number && column.info.traits.isRating)
            judgeScale(dataset, column, log);
    }
}

constexpr std::array<std::string_view, 6> kRatingWords{"rating", "score", "grade", "评分", "得分", "打分"};

bool isRatingKey(std::string_view key)
{
    return std::any_of(kRatingWords.begin(), kRatingWords.end(), [key](std::string_view word) {
        const std::size_t at = key.find(word);
        if (at == std::string_view::npos)
            return false;
        const std::size_t end = at + word.size();
        const bool isBegin = at == 0 || key[at - 1] == '_' || key[at - 1] == '.';
        return isBegin && (end == key.size() || key[end] == '_' || key[end] == '.' || key[end] == 's');
    });
}

void lookForRatingText(const CheckedRecord& record, CheckLog& log)
{
    for (const Field& field : record.conversation.fields) {
        const std::string key = fieldKey(field.key);
        if (!isRatingKey(key) || !field.value.hasValue() || field.value.isArray() || field.value.isObject())
            continue;
        log.looked();
        if (field.value.isString() && numberIn(field.value.string()))
            log.found(record.row, FindingPart::Record, 0,
                      {PhraseId::RatingIsText, field.key, field.value.string()});
    }
    if (record.conversation.fields.empty())
        log.notJudged(PhraseId::NotJudgedOneRating);
}

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

void lookForAlignedOption(const CheckedRecord& record, CheckLog& log)
{
    const auto& candidates = record.conversation.candidates;
    const bool hasOptions = std::any_of(candidates.begin(), candidates.end(), [](const Candidate& each) {
        return each.kind == CandidateKind::Option;
    });
    if (!hasOptions) {
        log.notJudged(PhraseId::NotJudgedNoCandidates);
        return;
    }
    log.looked();
    if (std::none_of(candidates.begin(), candidates.end(),
                     [](const Candidate& each) { return each.aligned; }))
        log.found(record.row, FindingPart::Record, 0, PhraseId::NoOptionIsRight);
}

} // namespace

std::span<const Check> annotationChecks()
{
    static const Check kChecks[] = {
        {
            .id = "annotation_missing",
            .title = DUOLOGUE_TEXT("Checks", "Annotation missing (other messages have it)"),
            .why = DUOLOGUE_TEXT("Checks", "The annotators skipped a message of a kind that they annotated "
                                           "elsewhere."),
            .unit = CheckUnit::Messages,
            .look = lookForAnnotationMissing,
        },
        {
            .id = "mark_without_memo",
            .title = DUOLOGUE_TEXT("Checks", "Marked without a memo"),
            .why = DUOLOGUE_TEXT("Checks", "Without a memo, the reason for the mark is unknown."),
            .unit = CheckUnit::Messages,
            .look = lookForMarkWithoutMemo,
        },
        {
            .id = "memo_without_mark",
            .title = DUOLOGUE_TEXT("Checks", "Memo without a mark"),
            .why = DUOLOGUE_TEXT("Checks", "The memo describes a mistake, but the message is not marked."),
            .unit = CheckUnit::Messages,
            .isMaybe = true,
            .look = lookForMemoWithoutMark,
        },
        {
            .id = "ratings_differ",
            .title = DUOLOGUE_TEXT("Checks", "Questionnaire contradicts the rating"),
            .why = DUOLOGUE_TEXT("Checks", "The same aspect has two different grades."),
            .unit = CheckUnit::Records,
            .look = lookForRatingsDiffer,
        },
        {
            .id = "rating_scale",
            .title = DUOLOGUE_TEXT("Checks", "Rating outside its scale"),
            .why = DUOLOGUE_TEXT("Checks", "A score that almost no other record has is probably a typo."),
            .unit = CheckUnit::Fields,
            .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks",
                                                      "minimum share of records for a value to belong to the "
                                                      "scale"),
                                        0.005, 0.0, 0.5},
            .lookAtAll = lookAtAllForRatingScale,
        },
        {
            .id = "rating_text",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Rating stored as text"),
            .why = DUOLOGUE_TEXT("Checks", "Programs that compute means skip the rating or stop."),
            .unit = CheckUnit::Fields,
            .look = lookForRatingText,
        },
        {
            .id = "vocabulary",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Value almost identical to another"),
            .why =
                DUOLOGUE_TEXT("Checks", "A category that differs from a frequent one only by a letter or by "
                                        "case splits one group into two."),
            .unit = CheckUnit::Fields,
            .isMaybe = true,
            .lookAtAll = lookAtAllForVocabulary,
        },
        {
            .id = "aligned_option",
            .title = DUOLOGUE_TEXT("Checks", "Right answer is not among the options"),
            .why =
                DUOLOGUE_TEXT("Checks", "A comparison of answers with the options finds no correct option."),
            .unit = CheckUnit::Records,
            .look = lookForAlignedOption,
        },
    };
    return kChecks;
}

} // namespace duologue
