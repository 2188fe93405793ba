// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/common/transcript_parts.h"
#include "core/formats/format_help.h"
#include "core/formats/layout/layout_reading_parts.h"

#include <algorithm>
#include <optional>

namespace duologue {

namespace {

CandidateKind kindOf(Slot slot)
{
    switch (slot) {
    case Slot::Chosen:
        return CandidateKind::Chosen;
    case Slot::Rejected:
        return CandidateKind::Rejected;
    case Slot::Options:
        return CandidateKind::Option;
    default:
        return CandidateKind::Sample;
    }
}

/// The lists of messages that may begin alike.
std::vector<JsonView> listsOf(const LayoutReading& reading)
{
    std::vector<JsonView> lists;
    const auto add = [&lists](const JsonView& list) {
        if (isMessageList(list))
            lists.push_back(list);
    };
    for (const LayoutPart& part : reading.layout.messages) {
        if (part.form == PartForm::Answered)
            add(valueOf(part, reading.record));
    }
    for (const LayoutPart& part : reading.layout.candidates) {
        const JsonView value = valueOf(part, reading.record);
        if (part.form != PartForm::List)
            add(messagesOf(value));
        for (const JsonView each : value.elements()) {
            if (part.form == PartForm::List)
                add(each);
        }
    }
    return lists;
}

bool areDialogues(const LayoutReading& reading)
{
    const auto& parts = reading.layout.candidates;
    return parts.size() == 2 && std::all_of(parts.begin(), parts.end(), [&](const LayoutPart& part) {
               return part.form == PartForm::Dialogue && fits(part, valueOf(part, reading.record));
           });
}

/// Two dialogues as texts: their common beginning becomes the messages.
void readDialogues(LayoutReading& reading)
{
    RecordBuilder& builder = reading.builder;
    const auto& parts = reading.layout.candidates;
    const auto first = splitDialogue(valueOf(parts[0], reading.record).string());
    const auto second = splitDialogue(valueOf(parts[1], reading.record).string());
    const auto isSame = [](const TranscriptTurn& a, const TranscriptTurn& b) {
        return a.role == b.role && a.text == b.text;
    };
    std::size_t shared = 0;
    while (shared + 1 < std::min(first.size(), second.size()) && isSame(first[shared], second[shared]))
        ++shared;
    for (std::size_t i = 0; i < shared; ++i)
        readPlainMessage(first[i].role, first[i].text, parts[0].at.text(), builder);
    for (const LayoutPart& part : parts) {
        const auto& turns = &part == parts.data() ? first : second;
        builder.beginCandidate(kindOf(part.slot), {});
        for (std::size_t i = shared; i < turns.size(); ++i) {
            builder.beginCandidateMessage(turns[i].role, part.at.text());
            builder.text(turns[i].text);
        }
        reading.markRead(part.at);
    }
}

/// 0 or 1; -1 if the record does not say.
int betterCandidate(const LayoutReading& reading)
{
    const JsonView verdict = reading.layout.verdictAt.in(reading.record);
    const std::optional<double> number = verdict.number();
    const auto pick = [](bool isFirst) { return isFirst ? 0 : 1; };
    switch (reading.layout.verdict) {
    case Verdict::None:
    case Verdict::Wanted:
        return -1;
    case Verdict::Index:
        return number && (*number == 0 || *number == 1) ? static_cast<int>(*number) : -1;
    case Verdict::NegativeIsFirst:
        return number && *number != 0 ? pick(*number < 0) : -1;
    case Verdict::PositiveIsFirst:
        return number && *number != 0 ? pick(*number > 0) : -1;
    case Verdict::OneOrTwo:
        return number && *number != 1.5 ? pick(*number < 1.5) : -1;
    case Verdict::OneIsFirst:
        return number && (*number == 0 || *number == 1) ? pick(*number == 1) : -1;
    case Verdict::Letter:
        break;
    }
    const std::string_view winner = verdict.string();
    if (winner.ends_with('a') || winner.ends_with('A'))
        return 0;
    return winner.ends_with('b') || winner.ends_with('B') ? 1 : -1;
}

void readList(LayoutReading& reading, const LayoutPart& part, const JsonView& list, std::size_t shared)
{
    RecordBuilder& builder = reading.builder;
    std::size_t index = 0;
    for (const JsonView each : list.elements()) {
        const std::string_view at = pointerTo(builder, part.at.text(), index++);
        const JsonView text = part.text.in(each);
        readCandidate(kindOf(part.slot), text.isString() ? text : each, at, builder,
                      each.isArray() ? shared : 0);
        for (const auto [key, value] : each.members()) {
            if (text.isString() && key != part.text.member())
                builder.candidateField(key, value);
        }
    }
    if (list.isArray())
        reading.markRead(part.at);
}

void readAnswerPart(LayoutReading& reading, const LayoutPart& part, CandidateKind kind, std::size_t shared)
{
    RecordBuilder& builder = reading.builder;
    const JsonView value = valueOf(part, reading.record);
    const std::string_view pointer = part.at.text();
    // Content parts and other objects are read as well as can be where nobody says what is to be expected.
    const bool isSome = !part.isStrict && (value.isArray() || value.isObject());
    if (isListOfTexts(value)) {
        std::size_t index = 0;
        for (const JsonView each : value.elements())
            readCandidate(kind, each, pointerTo(builder, pointer, index++), builder);
    } else if (isAnswer(value) || isSome) {
        const JsonView messages = messagesOf(value);
        readCandidate(kind, messages, pointer, builder, shared);
        if (messages.isArray()) {
            for (const auto [name, more] : value.members()) {
                if (name != "messages")
                    builder.messageField(name, more);
            }
        }
    } else {
        builder.problem(value.isMissing() ? ProblemCode::MissingKey : ProblemCode::UnexpectedType, pointer,
                        PhraseId::ExpectedAnswer);
        if (!value.isMissing() && !part.at.member().empty())
            builder.treeField(part.at.member(), value);
    }
    reading.markRead(part.at);
}

/// Whether it is one of several parts of its slot, and the record does not have it.
bool isMissingOfSeveral(const LayoutReading& reading, const LayoutPart& part)
{
    const auto& parts = reading.layout.candidates;
    const auto ofSlot = std::count_if(parts.begin(), parts.end(),
                                      [&part](const LayoutPart& each) { return each.slot == part.slot; });
    return part.isStrict && ofSlot > 1 && !fits(part, valueOf(part, reading.record));
}

} // namespace

std::size_t sharedBeginning(const LayoutReading& reading)
{
    if (!reading.layout.sharesPrefix)
        return 0;
    const std::vector<JsonView> lists = listsOf(reading);
    if (lists.size() < 2)
        return 0;
    std::size_t shared = sharedPrefix(lists[0], lists[1]);
    for (std::size_t i = 2; i < lists.size(); ++i)
        shared = std::min(shared, sharedPrefix(lists[0], lists[i]));
    return shared;
}

void readShared(LayoutReading& reading, std::size_t shared)
{
    const std::vector<JsonView> lists = shared == 0 ? std::vector<JsonView>() : listsOf(reading);
    std::size_t index = 0;
    for (const JsonView message : lists.empty() ? JsonElements() : lists.front().elements()) {
        if (index == shared)
            return;
        const std::string_view at =
            pointerTo(reading.builder, reading.layout.candidates.front().at.text(), index++);
        readChatMessage(message, at, reading.builder);
    }
}

void readCandidates(LayoutReading& reading, std::size_t shared)
{
    if (reading.layout.candidates.empty())
        return;
    if (areDialogues(reading)) {
        readDialogues(reading);
        return;
    }
    const int better = betterCandidate(reading);
    int number = 0;
    for (const LayoutPart& part : reading.layout.candidates) {
        if (isMissingOfSeveral(reading, part))
            continue;
        if (part.form == PartForm::List) {
            readList(reading, part, valueOf(part, reading.record), shared);
            continue;
        }
        CandidateKind kind = kindOf(part.slot);
        if (better >= 0)
            kind = number == better ? CandidateKind::Chosen : CandidateKind::Rejected;
        ++number;
        readAnswerPart(reading, part, kind, shared);
    }
}

} // namespace duologue
