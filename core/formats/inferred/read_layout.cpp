// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/common/chat_parts.h"
#include "core/formats/common/transcript_parts.h"
#include "core/formats/format_help.h"
#include "core/formats/inferred/layout_parts.h"
#include "core/record/roles.h"

#include <algorithm>

namespace duologue {

namespace {

/// The pointer to an element of a list.
std::string_view elementPointer(RecordBuilder& builder, const JsonPointer& list, std::size_t index)
{
    return pointerTo(builder, list.text(), index);
}

class LayoutReading {
public:
    LayoutReading(const JsonView& record, const Layout& layout, RecordBuilder& builder)
        : m_record(record), m_layout(layout), m_builder(builder)
    {
    }

    void read()
    {
        const std::string_view id =
            m_record.isObject() ? readRecordId(m_record, m_builder) : std::string_view();
        for (const MessageSource& source : m_layout.messages)
            readMessages(source);
        readCandidates();
        readOthers(id);
    }

private:
    JsonView valueOf(const JsonPointer& pointer) const
    {
        return pointer.empty() ? m_record : pointer.in(m_record);
    }

    void readMessages(const MessageSource& source)
    {
        const JsonView value = valueOf(source.at);
        switch (source.form) {
        case MessageForm::Objects:
            readObjects(source, value, source.at.text());
            return;
        case MessageForm::NestedLists: {
            std::size_t index = 0;
            for (const JsonView list : value.elements())
                readObjects(source, list, elementPointer(m_builder, source.at, index++));
            return;
        }
        case MessageForm::Texts:
            readTexts(source, value);
            return;
        case MessageForm::Exchanges:
            readExchanges(value, source.at.member(), m_builder);
            return;
        case MessageForm::NumberedTurns:
            readNumberedTurns(source, value);
            return;
        case MessageForm::Object:
            readObject(source, value, source.at.text());
            return;
        case MessageForm::Text:
            readTextOrTranscript(source, value);
            return;
        }
    }

    void readObjects(const MessageSource& source, const JsonView& list, std::string_view pointer)
    {
        std::size_t index = 0;
        for (const JsonView message : list.elements()) {
            const std::string_view at = pointerTo(m_builder, pointer, index);
            m_alternate = index++ % 2 == 0 ? "user" : "assistant";
            if (m_builder.expect(message, JsonView::Kind::Object, at))
                readObject(source, message, at);
            else
                m_builder.treeField(at.substr(1), message);
        }
    }

    /// The role and the text of the source; everything else that the object says is a field of the message.
    void readObject(const MessageSource& source, const JsonView& message, std::string_view pointer)
    {
        const JsonView role = source.role.empty() ? JsonView() : source.role.in(message);
        std::string_view speaker = source.speaker.empty() ? m_alternate : source.speaker;
        if (!source.role.empty() && source.speaker.empty())
            speaker = message["type"].string().ends_with("_output") ? "tool" : "assistant";
        const bool isSaid = role.isString() && !role.string().empty();
        m_builder.beginMessage(isSaid ? role.string() : speaker,
                               m_builder.keep({pointer, source.role.text()}));
        // The layout does not live as long as the conversation.
        readMessageText(source.text.in(message),
                        source.text.member().empty() ? "content" : m_builder.keep({source.text.member()}),
                        m_builder.keep({pointer, source.text.text()}), m_builder);
        for (const auto [key, value] : message.members()) {
            const std::string_view name = key;
            // A pointer into a member leaves the member itself to be shown; its member() is empty, as a key
            // may be.
            const bool isRead =
                !name.empty() && (name == source.text.member() || (isSaid && name == source.role.member()));
            if (!isRead)
                m_builder.messageField(name, value);
        }
    }

    void readTexts(const MessageSource& source, const JsonView& list)
    {
        std::size_t index = 0;
        for (const JsonView text : list.elements()) {
            const std::string_view at = elementPointer(m_builder, source.at, index);
            const std::string_view next = index++ % 2 == 0 ? "user" : "assistant";
            const std::string_view speaker = source.speaker.empty() ? next : source.speaker;
            if (m_builder.expect(text, JsonView::Kind::String, at))
                readPlainMessage(speaker, text.string(), at, m_builder);
            else
                m_builder.treeField(at.substr(1), text);
        }
    }

    /// Turns in the order of their numbers. Within a turn, every text is a message of the speaker that its
    /// key names.
    void readNumberedTurns(const MessageSource& source, const JsonView& turns)
    {
        std::vector<JsonMember> ordered;
        for (const JsonMember member : turns.members())
            ordered.push_back(member);
        std::stable_sort(ordered.begin(), ordered.end(), [](const JsonMember& a, const JsonMember& b) {
            const std::string_view left = a.key;
            const std::string_view right = b.key;
            return left.size() != right.size() ? left.size() < right.size() : left < right;
        });
        for (const JsonMember& turn : ordered) {
            const std::string_view pointer = pointerTo(m_builder, source.at.text(), turn.key);
            for (const auto [key, value] : turn.value.members())
                readTurnPart(key, value, pointer);
        }
    }

    void readTurnPart(std::string_view key, const JsonView& value, std::string_view pointer)
    {
        const std::string_view at = pointerTo(m_builder, pointer, key);
        if (!value.isString()) {
            m_builder.treeField(at.substr(1), value);
            return;
        }
        const std::string_view text = withoutTurnMarks(value.string());
        // What nobody said is written as None.
        if (text == "None" || text.empty())
            m_builder.treeField(at.substr(1), value);
        else
            readPlainMessage(speakerOfTurnPart(key), text, at, m_builder);
    }

    static std::string_view speakerOfTurnPart(std::string_view key)
    {
        if (!usualRole(key).empty())
            return key;
        return key == "Tool Responses" ? "tool" : "assistant";
    }

    /// MOSS writes "<|Human|>: text<eoh>".
    static std::string_view withoutTurnMarks(std::string_view text)
    {
        text = trimmed(text);
        if (const std::size_t end = text.find("|>:"); text.starts_with("<|") && end != std::string_view::npos)
            text.remove_prefix(end + 3);
        if (const std::size_t end = text.rfind("<eo");
            end != std::string_view::npos && text.ends_with('>') && text.size() - end <= 6)
            text = text.substr(0, end);
        return trimmed(text);
    }

    void readTextOrTranscript(const MessageSource& source, const JsonView& value)
    {
        std::vector<TranscriptTurn> turns;
        if (source.speaker == "user")
            turns = splitTranscript(value.string());
        if (turns.empty() && source.speaker == "user" && isNameOfDialogue(source.at.member()))
            turns = splitNamedLines(value.string());
        for (const TranscriptTurn& turn : turns) {
            if (turn.role.empty()) {
                m_builder.beginContext(ContextKind::Task);
                m_builder.text(turn.text);
            } else {
                readPlainMessage(turn.role, turn.text, source.at.text(), m_builder);
            }
        }
        if (turns.empty())
            readPlainMessage(source.speaker, value.string(), source.at.text(), m_builder);
    }

    void readCandidates()
    {
        const int better = betterCandidate();
        const std::size_t shared = readSharedPrefix();
        int number = 0;
        for (const CandidateSource& source : m_layout.candidates) {
            const JsonView value = valueOf(source.at);
            if (source.isList) {
                readCandidateList(source, value, shared);
                continue;
            }
            CandidateKind kind = source.kind;
            if (better >= 0)
                kind = number == better ? CandidateKind::Chosen : CandidateKind::Rejected;
            ++number;
            readCandidate(kind, value, source.at.text(), m_builder, shared);
        }
    }

    /// Reads what the first two candidates have in common at their beginning as messages, and returns how
    /// many messages these are.
    std::size_t readSharedPrefix()
    {
        if (!m_layout.sharesPrefix)
            return 0;
        std::vector<JsonView> lists;
        for (const CandidateSource& source : m_layout.candidates) {
            const JsonView value = valueOf(source.at);
            if (!source.isList)
                lists.push_back(value);
            for (const JsonView each : value.elements()) {
                if (source.isList)
                    lists.push_back(each);
            }
        }
        if (lists.size() < 2)
            return 0;
        std::size_t shared = sharedPrefix(lists[0], lists[1]);
        for (std::size_t i = 2; i < lists.size(); ++i)
            shared = std::min(shared, sharedPrefix(lists[0], lists[i]));
        std::size_t index = 0;
        for (const JsonView message : lists[0].elements()) {
            if (index == shared)
                break;
            readChatMessage(message, elementPointer(m_builder, m_layout.candidates.front().at, index++),
                            m_builder);
        }
        return shared;
    }

    void readCandidateList(const CandidateSource& source, const JsonView& list, std::size_t shared)
    {
        std::size_t index = 0;
        for (const JsonView each : list.elements()) {
            const std::string_view at = elementPointer(m_builder, source.at, index++);
            const JsonView text = source.text.empty() ? JsonView() : source.text.in(each);
            readCandidate(source.kind, text.isString() ? text : each, at, m_builder,
                          each.isArray() ? shared : 0);
            for (const auto [key, value] : each.members()) {
                if (text.isString() && !(key == source.text.member()))
                    m_builder.candidateField(key, value);
            }
        }
    }

    /// 0 or 1; -1 if the record does not say.
    int betterCandidate() const
    {
        const JsonView verdict = m_layout.verdictAt.empty() ? JsonView() : m_layout.verdictAt.in(m_record);
        const std::optional<double> number = verdict.number();
        const auto pick = [](bool isFirst) { return isFirst ? 0 : 1; };
        switch (m_layout.verdict) {
        case Verdict::None:
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

    /// A member that the layout reads whole is no field; one that it reads in part is a field as well, so
    /// that nothing beside the messages is lost.
    void readOthers(std::string_view id)
    {
        for (const auto [key, value] : m_record.members()) {
            const std::string_view name = key;
            // An empty id or pointer means that there is none, but a key may be empty, too.
            if (name.empty() || (name != id && !isRead(name)))
                readAnyField(name, value, m_builder);
        }
    }

    bool isRead(std::string_view member) const
    {
        const auto names = [&](const auto& source) { return source.at.member() == member; };
        return std::any_of(m_layout.messages.begin(), m_layout.messages.end(), names) ||
               std::any_of(m_layout.candidates.begin(), m_layout.candidates.end(), names);
    }

    const JsonView m_record;
    const Layout& m_layout;
    RecordBuilder& m_builder;
    /// Who speaks in a list that does not say so.
    std::string_view m_alternate = "user";
};

} // namespace

void readByLayout(const JsonView& record, const Layout& layout, RecordBuilder& builder)
{
    LayoutReading(record, layout, builder).read();
}

} // namespace duologue
