// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>
#include <iterator>

namespace duologue {

namespace {

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

} // namespace

const Check& annotationMissingCheck()
{
    static const Check check{
        .id = "annotation_missing",
        .group = CheckGroup::Annotation,
        .title = DUOLOGUE_TEXT("Checks", "Annotation missing that its siblings have"),
        .why = DUOLOGUE_TEXT("Checks", "One message of a kind was left out by the annotators."),
        .unit = CheckUnit::Messages,
        .look = lookForAnnotationMissing,
    };
    return check;
}

} // namespace duologue
