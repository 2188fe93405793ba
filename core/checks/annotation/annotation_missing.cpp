// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

namespace duologue {

namespace {

/// Reports the messages of a role without an annotation that most of the others have.
template<typename Has>
void judge(const CheckedRecord& record, std::string_view role, PhraseId what, CheckLog& log, const Has& has)
{
    const auto& messages = record.conversation.messages;
    std::size_t with = 0;
    std::size_t all = 0;
    for (const Message& message : messages) {
        all += message.role == role ? 1 : 0;
        with += message.role == role && has(message) ? 1 : 0;
    }
    // Annotators may have looked at a few on purpose.
    if (with * 2 <= all) {
        log.notJudged(PhraseId::NotJudgedNotAnnotated, all);
        return;
    }
    log.looked(all);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (messages[i].role == role && !has(messages[i]))
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i), what);
    }
}

void lookForAnnotationMissing(const CheckedRecord& record, CheckLog& log)
{
    const Conversation& said = record.conversation;
    for (const std::string_view role : {"user", "assistant"}) {
        judge(record, role, PhraseId::MarkMissing, log,
              [](const Message& message) { return message.hallucination != Mark::NotAnnotated; });
        judge(record, role, PhraseId::IntentMissing, log,
              [](const Message& message) { return message.intents.size() > 0; });
        judge(record, role, PhraseId::SatisfactionMissing, log,
              [](const Message& message) { return message.satisfaction > 0; });
    }
    if (said.messages.empty())
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
