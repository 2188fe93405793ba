// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/common/transcript_parts.h"
#include "core/formats/format_help.h"
#include "core/formats/layout/layout_reading_parts.h"
#include "core/record/roles.h"

#include <algorithm>
#include <string>

namespace duologue {

namespace {

/// Reads one part of the messages.
class PartReading {
public:
    PartReading(LayoutReading& reading, const LayoutPart& part)
        : m_reading(reading),
          m_layout(reading.layout),
          m_builder(reading.builder),
          m_part(part),
          m_said(reading.builder)
    {
    }

    void read(const JsonView& value)
    {
        switch (m_part.form) {
        case PartForm::Objects:
            readObjects(value, m_part.at.text());
            markIf(value.isArray() || value.isObject());
            return;
        case PartForm::Columns:
            readColumns(value);
            return;
        case PartForm::QuestionLists:
            readQuestionLists(value);
            return;
        case PartForm::Chat:
            readChatMessages(value, m_part.at.text(), m_builder);
            markIf(true);
            return;
        case PartForm::Answered:
            readAnswered(value);
            return;
        case PartForm::Exchanges:
            readExchanges(value, m_part.at.text(), m_builder);
            markIf(true);
            return;
        case PartForm::Conversation:
            readConversation(value);
            return;
        case PartForm::NestedLists:
            readNestedLists(value);
            return;
        case PartForm::Texts:
            readTexts(value);
            return;
        case PartForm::NumberedTurns:
            readNumberedTurns(value);
            return;
        case PartForm::Object:
            prepareKeys();
            readObject(value, m_part.at.text());
            markIf(true);
            return;
        case PartForm::System:
            readSystemPart(value);
            return;
        case PartForm::Any:
            readAny(value);
            return;
        case PartForm::Instruction:
            readInstruction(value);
            return;
        case PartForm::Transcript:
        case PartForm::NamedLines:
            readTranscript(value);
            return;
        case PartForm::Text:
            readText(value);
            return;
        case PartForm::Answer:
        case PartForm::List:
        case PartForm::Dialogue:
            return;
        }
    }

private:
    void markIf(bool isRead)
    {
        if (isRead)
            m_reading.markRead(m_part.at);
    }

    /// A value that is of no use for the part is shown as it is.
    void showAsIs(const JsonView& value)
    {
        if (value.isMissing() || m_part.at.member().empty())
            return;
        m_builder.treeField(m_part.at.member(), value);
        markIf(true);
    }

    void say(std::string_view text)
    {
        readPlainMessage(speakerOf(m_part.slot), text, m_part.at.text(), m_builder);
    }

    void readNestedLists(const JsonView& lists)
    {
        std::size_t index = 0;
        for (const JsonView list : lists.elements()) {
            const std::string_view at = pointerTo(m_builder, m_part.at.text(), index++);
            readObjects(list, at);
            if (!list.isArray())
                m_builder.treeField(at.substr(1), list);
        }
        markIf(true);
    }

    void readObjects(const JsonView& list, std::string_view pointer)
    {
        prepareKeys();
        if (list.isObject() && m_layout.isInferred()) {
            for (const JsonMember& message : byNumber(list))
                readObject(message.value, pointerTo(m_builder, pointer, message.key));
            return;
        }
        m_builder.expect(list, JsonView::Kind::Array, pointer);
        m_areItems = m_layout.isInferred() && !m_part.role.empty() && areItems(list);
        std::size_t index = 0;
        for (const JsonView message : list.elements()) {
            const std::string_view at = pointerTo(m_builder, pointer, index);
            m_alternate = index++ % 2 == 0 ? "user" : "assistant";
            if (!m_builder.expect(message, JsonView::Kind::Object, at))
                m_builder.treeField(at.substr(1), message);
            else if (!m_areItems || !readItem(message, at))
                readObject(message, at);
        }
        m_said.end();
    }

    /// Items of the Responses API: what the model writes in a row is one message.
    bool areItems(const JsonView& list) const
    {
        constexpr int kMostLooked = 64;
        int looked = 0;
        for (const JsonView item : list.elements()) {
            if (++looked > kMostLooked)
                return false;
            if (item["type"].isString() && !isSaid(m_part.role.in(item))) {
                const PartKind kind = partKindOf(item);
                return kind == PartKind::Call || kind == PartKind::Result || kind == PartKind::Reasoning;
            }
        }
        return false;
    }

    /// False for an item of another than the model and its tools.
    bool readItem(const JsonView& item, std::string_view pointer)
    {
        const std::string_view role = m_part.role.in(item).string();
        if (!role.empty() && usualRole(role) != "assistant") {
            m_said.end();
            return false;
        }
        const std::string_view key = m_builder.keep({"item.", std::to_string(++m_items)});
        m_said.goOn("assistant", pointer);
        if (role.empty()) {
            m_said.say(item, key, pointer);
            return true;
        }
        m_said.say(m_part.text.in(item), key, m_builder.keep({pointer, m_part.text.text()}));
        m_said.ensureBegun();
        for (const auto [name, value] : item.members()) {
            if (name != m_part.text.member() && name != m_part.role.member())
                m_builder.messageField(name, value);
        }
        return true;
    }

    /// Members in the order of the numbers at the end of their names.
    static std::vector<JsonMember> byNumber(const JsonView& object)
    {
        std::vector<JsonMember> ordered;
        for (const JsonMember member : object.members())
            ordered.push_back(member);
        std::stable_sort(ordered.begin(), ordered.end(), [](const JsonMember& a, const JsonMember& b) {
            const std::string_view left = a.key;
            const std::string_view right = b.key;
            return left.size() != right.size() ? left.size() < right.size() : left < right;
        });
        return ordered;
    }

    void readColumns(const JsonView& columns)
    {
        const JsonView texts = m_part.text.in(columns);
        if (!fits(m_part, columns)) {
            m_builder.expect(texts, JsonView::Kind::Array,
                             m_builder.keep({m_part.at.text(), m_part.text.text()}));
            // What nobody can read stays a field.
            return;
        }
        auto text = texts.elements().begin();
        std::size_t index = 0;
        for (const JsonView role : m_part.role.in(columns).elements()) {
            const JsonView said = *text;
            ++text;
            const std::string_view at =
                pointerTo(m_builder, m_builder.keep({m_part.at.text(), m_part.text.text()}), index++);
            m_builder.expect(role, JsonView::Kind::String, at);
            m_builder.beginMessage(role.string(), at);
            readMessageText(said, "content", at, m_builder);
        }
        for (const auto [key, value] : columns.members()) {
            if (key != m_part.role.member() && key != m_part.text.member())
                m_builder.memberField(m_builder.keep({m_part.at.text().substr(1)}), key, value);
        }
        markIf(true);
    }

    void readQuestionLists(const JsonView& lists)
    {
        const JsonView answers = lists["answers"];
        const std::string_view at = m_part.at.text();
        const bool areLists =
            m_builder.expect(lists["questions"], JsonView::Kind::Array, m_builder.keep({at, "/questions"})) &&
            m_builder.expect(answers, JsonView::Kind::Array, m_builder.keep({at, "/answers"}));
        // What nobody can read stays a field.
        if (!areLists || answers.size() != lists["questions"].size())
            return;
        auto answer = answers.elements().begin();
        std::size_t index = 0;
        for (const JsonView question : lists["questions"].elements()) {
            const JsonView answered = *answer;
            ++answer;
            readListed("user", question, "questions", index);
            readListed("assistant", answered, "answers", index++);
        }
        if (m_part.at.empty()) {
            m_reading.readMembers.push_back("questions");
            m_reading.readMembers.push_back("answers");
        }
        markIf(true);
    }

    /// A text, or an object with the text and more that is said of it.
    void readListed(std::string_view role, const JsonView& said, std::string_view key, std::size_t index)
    {
        const std::string_view at = pointerTo(m_builder, pointerTo(m_builder, m_part.at.text(), key), index);
        const JsonView inner = said["input_text"];
        m_builder.beginMessage(role, at);
        readMessageText(inner.isMissing() ? said : inner, "input_text", at, m_builder);
        for (const auto [name, value] : said.members()) {
            if (name != "input_text")
                m_builder.messageField(name, value);
        }
    }

    /// An inferred layout does not live as long as the conversation.
    void prepareKeys()
    {
        const std::string_view member = m_part.text.member();
        if (member.empty())
            m_textKey = "content";
        else
            m_textKey = m_layout.isInferred() ? m_builder.keep({member}) : member;
    }

    /// The role and the text of the part; everything else that the object says is a field of the message.
    void readObject(const JsonView& message, std::string_view pointer)
    {
        const JsonView role = m_part.role.in(message);
        const std::string_view rolePointer = m_builder.keep({pointer, m_part.role.text()});
        if (!m_layout.isInferred())
            m_builder.expect(role, JsonView::Kind::String, rolePointer);
        const JsonView text = m_part.text.in(message);
        const std::string_view textPointer = m_builder.keep({pointer, m_part.text.text()});
        const std::string_view speaker = speakerIn(message, role.string());
        if (hasToolResults(text)) {
            m_said.speaker(speaker, rolePointer, [&] { readOthers(message); });
            m_said.say(text, m_textKey, textPointer);
            m_said.end();
            return;
        }
        m_builder.beginMessage(speaker, rolePointer);
        readMessageText(text, m_textKey, textPointer, m_builder);
        readOthers(message);
        if (m_builder.isThought())
            m_builder.takeAsThought(text);
    }

    void readOthers(const JsonView& message)
    {
        const JsonView translation = m_part.translation.in(message);
        if (translation.isString())
            m_builder.text(translation.string());
        const auto isKey = [](const JsonPointer& part, std::string_view name) {
            // A pointer into a member leaves the member to be shown; its member() is empty, as a key may be.
            return !name.empty() && name == part.member();
        };
        for (const auto [key, value] : message.members()) {
            const bool isRead = (isKey(m_part.text, key) && (value.hasValue() || m_layout.isInferred())) ||
                                (isKey(m_part.role, key) && isSaid(value)) ||
                                (isKey(m_part.translation, key) && value.isString());
            if (!isRead)
                m_builder.messageField(key, value);
        }
    }

    bool isSaid(const JsonView& role) const
    {
        return m_layout.isInferred() ? !role.string().empty() : role.isString();
    }

    std::string_view speakerIn(const JsonView& message, std::string_view role) const
    {
        const auto known = std::find_if(m_layout.roles.begin(), m_layout.roles.end(),
                                        [role](const auto& pair) { return pair.first == role; });
        if (known != m_layout.roles.end())
            return known->second;
        if (!role.empty() || !m_layout.isInferred())
            return role;
        if (const std::string_view speaker = speakerOf(m_part.slot); !speaker.empty())
            return speaker;
        if (m_part.role.empty())
            return m_alternate;
        // Gemini's contents are the user's if they do not say more.
        if (m_part.text.member() == "parts" && message["type"].isMissing())
            return "user";
        // Calls of tools are listed among the messages.
        return message["type"].string().ends_with("_output") ? "tool" : "assistant";
    }

    /// The messages, and the last of them as the chosen answer.
    void readAnswered(const JsonView& list)
    {
        const std::size_t asked = list.size() - std::min<std::size_t>(1, list.size());
        std::size_t index = 0;
        JsonView last;
        for (const JsonView message : list.elements()) {
            if (index < asked)
                readChatMessage(message, pointerTo(m_builder, m_part.at.text(), index++), m_builder);
            last = message;
        }
        readCandidate(CandidateKind::Chosen, last, pointerTo(m_builder, m_part.at.text(), asked), m_builder);
        markIf(true);
    }

    void readConversation(const JsonView& value)
    {
        const bool isEmpty = value.isArray() && value.size() == 0;
        const bool isRead = isEmpty || readAnyMessages(value, m_part.at.text(), m_builder);
        if (!isRead && value.hasValue())
            m_builder.problem(ProblemCode::UnexpectedType, m_part.at.text(), PhraseId::ExpectedExchanges);
        markIf(isRead);
    }

    void readTexts(const JsonView& list)
    {
        std::size_t index = 0;
        const std::size_t firstOfUser = m_part.slot == Slot::History ? historyBegin(list.size()) : 0;
        for (const JsonView text : list.elements()) {
            const std::string_view at = pointerTo(m_builder, m_part.at.text(), index);
            const std::string_view next = index++ % 2 == firstOfUser ? "user" : "assistant";
            const std::string_view speaker = speakerOf(m_part.slot);
            if (m_builder.expect(text, JsonView::Kind::String, at))
                readPlainMessage(speaker.empty() ? next : speaker, text.string(), at, m_builder);
            else
                m_builder.treeField(at.substr(1), text);
        }
        markIf(true);
    }

    /// The index of the first text of the user, 0 or 1, in earlier texts: the assistant's are before a
    /// question, the user's before an answer.
    std::size_t historyBegin(std::size_t texts) const
    {
        const bool hasQuestion =
            std::any_of(m_layout.messages.begin(), m_layout.messages.end(),
                        [](const LayoutPart& part) { return part.slot == Slot::Prompt; });
        return (texts + (hasQuestion ? 0 : 1)) % 2;
    }

    /// Turns in the order of their numbers. Within a turn, every text is a message of the speaker that its
    /// key names.
    void readNumberedTurns(const JsonView& turns)
    {
        for (const JsonMember& turn : byNumber(turns)) {
            const std::string_view pointer = pointerTo(m_builder, m_part.at.text(), turn.key);
            for (const auto [key, value] : turn.value.members())
                readTurnPart(key, value, pointer);
        }
        markIf(true);
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

    void readSystemPart(const JsonView& value)
    {
        const auto beginsWithSystem = [this](const LayoutPart& part) {
            const JsonView list = valueOf(part, m_reading.record);
            return part.slot == Slot::Messages && list.size() > 0 && list.isArray() && fits(part, list) &&
                   (*list.elements().begin())["role"].string() == "system";
        };
        if (!value.hasValue() ||
            std::any_of(m_layout.messages.begin(), m_layout.messages.end(), beginsWithSystem))
            return;
        markIf(readSystem(value, m_part.at.member(), m_part.at.text(), m_builder));
    }

    void readAny(const JsonView& value)
    {
        if (value.isString())
            say(value.string());
        else if (isMessage(value))
            readChatMessage(value, m_part.at.text(), m_builder);
        else if (!readAnyMessages(value, m_part.at.text(), m_builder)) {
            m_builder.problem(value.isMissing() ? ProblemCode::MissingKey : ProblemCode::UnexpectedType,
                              m_part.at.text(), PhraseId::ExpectedAnswer);
            showAsIs(value);
            return;
        }
        markIf(true);
    }

    /// The query as well, on a line of its own.
    void readText(const JsonView& value)
    {
        if (m_part.slot == Slot::System) {
            if (!value.string().empty())
                say(value.string());
            markIf(value.isString());
            return;
        }
        m_builder.expect(value, JsonView::Kind::String, m_part.at.text());
        markIf(value.isString());
        const JsonView query = m_part.slot == Slot::Prompt ? m_layout.query.in(m_reading.record) : JsonView();
        if (query.isString())
            m_reading.markRead(m_layout.query);
        if (value.isString() || query.isString())
            say(joined(value.string(), query.string()));
        else if (!m_part.isStrict) // Somebody has described a message here, so one is shown.
            m_builder.beginMessage(speakerOf(m_part.slot), m_part.at.text());
    }

    std::string_view joined(std::string_view text, std::string_view query)
    {
        if (text.empty() || query.empty())
            return text.empty() ? query : text;
        return m_builder.keep({text, "\n", query});
    }

    void readInstruction(const JsonView& value)
    {
        const JsonView query = m_layout.query.in(m_reading.record);
        if (m_builder.expect(value, JsonView::Kind::String, m_part.at.text()))
            markIf(true);
        else
            showAsIs(value);
        const std::vector<TranscriptTurn> turns =
            query.string().empty() ? splitQuestion(value.string()) : std::vector<TranscriptTurn>();
        for (const TranscriptTurn& turn : turns)
            readPlainMessage(turn.role, turn.text, m_part.at.text(), m_builder);
        if (turns.empty() && (value.isString() || query.isString()))
            say(joined(value.string(), query.string()));
        if (query.isString())
            m_reading.markRead(m_layout.query);
        else if (query.hasValue())
            m_builder.expect(query, JsonView::Kind::String, m_layout.query.text());
    }

    void readTranscript(const JsonView& value)
    {
        std::vector<TranscriptTurn> turns = splitTranscript(value.string());
        if (turns.empty() && m_part.form == PartForm::NamedLines)
            turns = splitNamedLines(value.string());
        for (const TranscriptTurn& turn : turns) {
            if (turn.role.empty()) {
                m_builder.beginContext(ContextKind::Task);
                m_builder.text(turn.text);
            } else {
                readPlainMessage(turn.role, turn.text, m_part.at.text(), m_builder);
            }
        }
        if (turns.empty())
            say(value.string());
        markIf(true);
    }

    LayoutReading& m_reading;
    const Layout& m_layout;
    RecordBuilder& m_builder;
    const LayoutPart& m_part;
    /// Who speaks in a list that does not say so.
    std::string_view m_alternate = "user";
    /// The key of what a message says, if it is not only text.
    std::string_view m_textKey;
    SpokenParts m_said;
    /// The list is of items smaller than a message.
    bool m_areItems = false;
    std::size_t m_items = 0;
};

} // namespace

void readOneOf(LayoutReading& reading, std::span<const LayoutPart> alternatives)
{
    const LayoutPart& first = alternatives.front();
    // A query is read where its prompt is, even if there is none.
    const bool mustBeRead =
        isNeeded(reading.layout, first.slot) || (first.slot == Slot::Prompt && reading.layout.needs.query);
    if (alternatives.size() == 1 && (mustBeRead || !first.isStrict)) {
        const JsonView value = valueOf(first, reading.record);
        if (mustBeRead || value.hasValue())
            PartReading(reading, first).read(value);
        return;
    }
    for (const LayoutPart& part : alternatives) {
        if (const JsonView value = valueOf(part, reading.record); fits(part, value)) {
            PartReading(reading, part).read(value);
            return;
        }
    }
    if (mustBeRead)
        PartReading(reading, first).read(valueOf(first, reading.record));
}

} // namespace duologue
