// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/layout/layout_parts.h"

#include "core/formats/common/chat_parts.h"
#include "core/formats/common/transcript_parts.h"

#include <algorithm>

namespace duologue {

namespace {

/// A list that begins with an object that has the part's keys.
bool isListOfObjects(const LayoutPart& part, const JsonView& list)
{
    if (!list.isArray() || list.size() == 0)
        return false;
    const JsonView first = *list.elements().begin();
    return part.role.in(first).isString() && !part.text.in(first).isMissing();
}

bool areQuestionLists(const JsonView& value)
{
    const JsonView questions = value["questions"];
    const JsonView answers = value["answers"];
    const auto isFirstSaid = [](const JsonView& list) {
        const JsonView first = *list.elements().begin();
        return first.isString() || first["input_text"].isString();
    };
    return questions.isArray() && answers.isArray() && questions.size() > 0 &&
           questions.size() == answers.size() && isFirstSaid(questions) && isFirstSaid(answers);
}

bool isColumns(const LayoutPart& part, const JsonView& value)
{
    const JsonView roles = part.role.in(value);
    return roles.isArray() && roles.size() > 0 && part.text.in(value).size() == roles.size();
}

bool isChat(const LayoutPart& part, const JsonView& list)
{
    return isMessageList(list) && (part.role.empty() || part.role.in(*list.elements().begin()).isString());
}

bool hasForm(const LayoutPart& part, const JsonView& value)
{
    switch (part.form) {
    case PartForm::Objects:
        return isListOfObjects(part, value);
    case PartForm::Columns:
        return isColumns(part, value);
    case PartForm::QuestionLists:
        return areQuestionLists(value);
    case PartForm::Chat:
        return isChat(part, value);
    case PartForm::Answered:
        return value.size() > 1 && isChat(part, value);
    case PartForm::Exchanges:
        return isExchangeList(value);
    case PartForm::Conversation:
        return isChat(part, value) || isExchangeList(value);
    case PartForm::Any:
        return value.isString() || isMessage(value) || isMessageList(value) || isExchangeList(value);
    case PartForm::Answer:
        return isAnswer(value) || isListOfTexts(value);
    case PartForm::Dialogue:
        return isDialogue(value.string());
    case PartForm::List:
        // The items of one answer are not answers to choose from.
        return value.isArray() && !isItemList(value);
    case PartForm::NestedLists:
    case PartForm::Texts:
        return value.isArray();
    case PartForm::NumberedTurns:
    case PartForm::Object:
        return value.isObject();
    case PartForm::System:
        return !value.string().empty() || value.isArray();
    case PartForm::Text:
    case PartForm::Transcript:
    case PartForm::NamedLines:
    case PartForm::Instruction:
        break;
    }
    return value.isString();
}

} // namespace

std::string_view speakerOf(Slot slot)
{
    switch (slot) {
    case Slot::System:
        return "system";
    case Slot::Prompt:
        return "user";
    case Slot::Response:
        return "assistant";
    default:
        return {};
    }
}

bool isOfCandidates(Slot slot)
{
    return slot >= Slot::Candidates;
}

bool isNeeded(const Layout& layout, Slot slot)
{
    const LayoutNeeds& needs = layout.needs;
    if (!needs.areGiven())
        return slot != Slot::System && slot != Slot::History && !layout.isInferred();
    return std::find(needs.slots.begin(), needs.slots.end(), slot) != needs.slots.end();
}

PartForm usualForm(Slot slot)
{
    switch (slot) {
    case Slot::History:
        return PartForm::Conversation;
    case Slot::Messages:
        return PartForm::Objects;
    case Slot::Candidates:
        return PartForm::List;
    case Slot::Options:
    case Slot::Chosen:
    case Slot::Rejected:
        return PartForm::Answer;
    case Slot::System:
    case Slot::Prompt:
    case Slot::Response:
        break;
    }
    return PartForm::Text;
}

bool fits(const LayoutPart& part, const JsonView& value)
{
    const bool isTaken = part.isStrict || part.form == PartForm::Objects;
    return isTaken ? hasForm(part, value) : value.hasValue();
}

JsonView valueOf(const LayoutPart& part, const JsonView& record)
{
    return part.at.empty() ? record : part.at.in(record);
}

bool isUsable(const Layout& layout)
{
    const auto hasKeys = [](const LayoutPart& part) {
        return part.slot != Slot::Messages || part.form != PartForm::Objects ||
               (!part.role.empty() && !part.text.empty());
    };
    const auto has = [](const std::vector<LayoutPart>& parts, Slot slot) {
        return std::any_of(parts.begin(), parts.end(),
                           [slot](const LayoutPart& part) { return part.slot == slot; });
    };
    const bool hasMessages = has(layout.messages, Slot::Messages) || has(layout.messages, Slot::Prompt) ||
                             has(layout.messages, Slot::Response);
    const bool hasPair = has(layout.candidates, Slot::Chosen) && has(layout.candidates, Slot::Rejected);
    return std::all_of(layout.messages.begin(), layout.messages.end(), hasKeys) &&
           (hasMessages || has(layout.candidates, Slot::Candidates) || hasPair);
}

} // namespace duologue
