// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/formats/read_layout.h"
#include "core/formats/transcript_parts.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <optional>
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
          m_isInferred(reading.layout.readsLeniently()),
          m_at(part.at.text()),
          m_messagesBefore(reading.builder.conversation().messages.size()),
          m_said(reading.builder)
    {
    }

    /// Every value to which the part leads.
    void readEach()
    {
        PatternPlaces found = placesOf(m_part.at, m_reading.record, m_builder);
        if (found.values.empty()) {
            if (m_part.form != PartForm::Object)
                read({});
            return;
        }
        m_reading.markAround(found, m_part.at);
        m_values = found.values.size();
        std::uint32_t around = PatternPlace::kNone;
        for (const std::uint32_t index : found.values) {
            const PatternPlace& place = found.places[index];
            // What is in another object is not said of this one's messages.
            if (place.around != around) {
                m_builder.forgetWaiting();
                m_offered.clear();
            }
            around = place.around;
            for (const auto& [name, value] : takeBesides(found, around, m_reading, m_part)) {
                m_builder.onNextMessage(name, value);
                m_offered.push_back(value.place());
            }
            nameMessages(found, index);
            m_value = place.value;
            m_at = place.pointer;
            read(m_value);
            m_builder.endOnMessages();
            if (m_builder.waitingForMessage() == 0) {
                m_reading.readPlaces.insert(m_reading.readPlaces.end(), m_offered.begin(), m_offered.end());
                m_offered.clear();
            }
        }
        m_builder.forgetWaiting();
    }

    void read(const JsonView& value)
    {
        switch (m_part.form) {
        case PartForm::Objects:
            if (value.isObject() && (m_part.isEach || m_isInferred))
                readObjectOfMessages(value);
            else
                markIf(readObjects(value, m_at));
            return;
        case PartForm::Items:
            readItems(value);
            return;
        case PartForm::Columns:
            readColumns(value);
            return;
        case PartForm::QuestionLists:
            readQuestionLists(value);
            return;
        case PartForm::Chat:
            if (m_part.isEach && isMessage(value))
                readChatMessage(value, m_at, m_builder);
            else if (hasStepsWithoutSpeaker(value))
                readItems(value);
            else
                readChatMessages(value, m_at, m_builder);
            markIf(true);
            return;
        case PartForm::Answered:
            readAnswered(value);
            return;
        case PartForm::Exchanges:
            if (!m_part.ask.empty() || !m_part.answer.empty()) {
                readNamedExchanges(value);
            } else if (!value.hasValue() || m_builder.expect(value, JsonView::Kind::Array, m_at)) {
                readExchanges(value, m_at, m_builder);
                markIf(true);
            }
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
        case PartForm::LabelledTexts:
            readLabelledTexts(value);
            return;
        case PartForm::Separated:
            readSeparated(value);
            return;
        case PartForm::NumberedTurns:
            readNumberedTurns(value);
            return;
        case PartForm::Object:
            if (m_isInferred && !value.isObject())
                readFoundText(value);
            else
                readLoneObject(value);
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
        if (!isRead)
            return;
        if (m_part.isEach)
            m_reading.readPlaces.push_back(m_value.place());
        else
            m_reading.markRead(m_part.at);
    }

    /// A text of the record that is said with each value of the part. What is more than a text stays a field.
    void markOnce(const JsonPointer& pointer)
    {
        if (!m_isOnceMarked && !saysMoreThanText(pointer.in(m_reading.record)))
            m_reading.markRead(pointer);
        m_isOnceMarked = true;
    }

    /// A value that is of no use for the part is shown as it is.
    void showAsIs(const JsonView& value)
    {
        if (value.isMissing() || m_part.at.member().empty() || m_part.isEach)
            return;
        m_builder.treeField(m_part.at.member(), value);
        markIf(true);
    }

    /// The names that are data on the way to a value are said of its messages: which session they are in.
    void nameMessages(const PatternPlaces& found, std::uint32_t index)
    {
        std::size_t parts = 0;
        for (std::uint32_t at = index; at != PatternPlace::kNone; at = found.places[at].around) {
            const PatternPlace& place = found.places[at];
            if (!place.isData)
                continue;
            std::string_view key = nameOfStep(m_part.at, place.depth - 1, m_builder);
            if (key == "part" && ++parts > 1)
                key = m_builder.keep({"part_", std::to_string(parts)});
            m_builder.onMessages(key, place.name);
        }
    }

    /// A question may be all that a model was given, as a template writes it.
    void say(std::string_view text)
    {
        const std::vector<TranscriptTurn> turns = m_part.slot == Slot::Prompt && isTemplated(text)
                                                      ? splitTranscript(text)
                                                      : std::vector<TranscriptTurn>();
        for (const TranscriptTurn& turn : turns)
            readPlainMessage(turn.role, turn.text, m_at, m_builder);
        if (turns.empty())
            readPlainMessage(speaker(), text, m_at, m_builder);
    }

    /// The turns of a question that is a transcript; false for any other.
    bool sayTurns(std::string_view text)
    {
        const std::vector<TranscriptTurn> turns = splitQuestion(text);
        for (const TranscriptTurn& turn : turns)
            readPlainMessage(turn.role, turn.text, m_at, m_builder);
        return !turns.empty();
    }

    /// Who says a text of the part.
    std::string_view speaker()
    {
        const std::string_view known = speakerOf(m_part.slot);
        return known.empty() && m_part.isEach ? nextSpeaker() : known;
    }

    /// Speakers alternate.
    std::string_view nextSpeaker()
    {
        return m_index++ % 2 == (m_part.isAnswerFirst ? 1U : 0U) ? "user" : "assistant";
    }

    /// A message of whoever the record's word stands for.
    void beginAs(std::string_view word, std::string_view pointer)
    {
        const std::string_view role = roleOf(m_reading, word);
        m_builder.beginMessage(role, pointer);
        if (m_isInferred && !word.empty() && role != word)
            m_builder.wordForRole(word);
    }

    /// The text of any value that has one.
    std::string_view wordsOf(const JsonView& value) const
    {
        return value.isString() ? value.string() : textOfContent(value, "content", m_builder);
    }

    /// Whether the part only repeats what was said last, or asks what has been asked: by the same speaker, or
    /// one whom nobody knows. An answer that is its question once more is an answer.
    bool isRepeated(std::string_view text) const { return isRepeated(text, speakerOf(m_part.slot)); }

    bool isRepeated(std::string_view text, std::string_view speaker) const
    {
        const auto& messages = m_builder.conversation().messages;
        const std::string_view said = trimmed(text);
        if (!m_isInferred || m_part.slot == Slot::System || said.empty() || m_messagesBefore == 0 ||
            messages.size() != m_messagesBefore)
            return false;
        const std::string_view role = usualRole(speaker);
        const auto isSame = [&](const Message& message) {
            const std::string_view other = usualRole(message.role);
            return (role.empty() || other.empty() || role == other) &&
                   trimmed(m_builder.conversation().originalText(message)) == said;
        };
        // In a history, what was asked before may be asked again.
        const bool isAfterHistory =
            std::any_of(m_layout.messages.begin(), m_layout.messages.end(),
                        [](const LayoutPart& part) { return part.slot == Slot::History; });
        return isSame(messages.back()) || (m_part.slot == Slot::Prompt && !isAfterHistory &&
                                           std::any_of(messages.begin(), messages.end(), isSame));
    }

    bool isRepeatedMessage(const JsonView& message) const
    {
        std::string_view speaker = roleOf(m_reading, m_part.role.in(message).string());
        speaker = speaker.empty() ? speakerOf(m_part.slot) : speaker;
        return m_isInferred && isRepeated(wordsOf(m_part.text.in(message)), speaker);
    }

    void readNestedLists(const JsonView& lists)
    {
        std::size_t index = 0;
        for (const JsonView list : lists.elements()) {
            const std::string_view at = pointerTo(m_builder, m_at, index++);
            readObjects(list, at);
            if (!list.isArray())
                m_builder.treeField(at.substr(1), list);
        }
        markIf(m_builder.expect(lists, JsonView::Kind::Array, m_at));
    }

    /// An object that is a message, or that has messages under numbers.
    void readObjectOfMessages(const JsonView& value)
    {
        const bool isMessage = hasKeys(value);
        const bool areMessages = value.size() > 0 && hasKeys((*value.members().begin()).value);
        if (!isMessage && !areMessages)
            return;
        prepareKeys();
        if (isMessage) {
            m_alternate = nextSpeaker();
            readObject(value, m_at);
        } else {
            readNumbered(value, m_at);
        }
        m_said.end();
        markIf(true);
    }

    void readNumbered(const JsonView& object, std::string_view pointer)
    {
        for (const JsonMember& message : byNumber(object)) {
            const std::string_view at = pointerTo(m_builder, pointer, message.key);
            m_alternate = nextSpeaker();
            if (m_builder.expect(message.value, JsonView::Kind::Object, at))
                readObject(message.value, at);
            else
                m_builder.treeField(at.substr(1), message.value);
        }
    }

    bool hasKeys(const JsonView& message) const
    {
        const auto leadsThere = [&message](const JsonPointer& pointer) {
            return !pointer.in(message).isMissing();
        };
        return leadsThere(m_part.text) || leadsThere(m_part.role) ||
               std::any_of(m_part.otherTexts.begin(), m_part.otherTexts.end(), leadsThere);
    }

    void readLoneObject(const JsonView& value)
    {
        if (value.hasValue() && !m_builder.expect(value, JsonView::Kind::Object, m_at))
            return;
        if (isRepeatedMessage(value))
            return;
        prepareKeys();
        readObject(value, m_at);
        markIf(true);
    }

    /// Whether the value is a list, or an object of messages under numbers.
    bool readObjects(const JsonView& list, std::string_view pointer)
    {
        prepareKeys();
        m_index = 0;
        if (list.isObject() && m_isInferred) {
            readNumbered(list, pointer);
            return true;
        }
        m_builder.expect(list, JsonView::Kind::Array, pointer);
        m_areItems = m_isInferred && !m_part.role.empty() && areItems(list);
        const bool mayRepeat = m_isInferred && m_part.slot == Slot::Response;
        bool isFirst = true;
        const auto read = [&](const JsonView& message, std::size_t index) {
            const std::string_view at = pointerTo(m_builder, pointer, index);
            m_alternate = nextSpeaker();
            // An element may be a list, too: who speaks, what is said, and more.
            const bool isMessage = message.isArray() && hasKeys(message);
            if (!isMessage && !m_builder.expect(message, JsonView::Kind::Object, at))
                m_builder.treeField(at.substr(1), message);
            else if (mayRepeat && isFirst && isRepeatedMessage(message))
                m_builder.treeField(at.substr(1), message);
            else if (!m_areItems || !readFoundItem(message, at))
                readObject(message, at);
            isFirst = false;
        };
        std::size_t index = 0;
        for (const JsonView message : list.elements()) {
            if (m_part.orderBy.empty())
                read(message, index++);
        }
        for (const PlacedMessage& each : inOrder(m_part, list)) {
            if (each.isSaidAgain)
                m_builder.treeField(pointerTo(m_builder, pointer, each.place).substr(1), each.message);
            else
                read(each.message, each.place);
        }
        m_said.end();
        return list.isArray();
    }

    void readItems(const JsonView& list)
    {
        if (!m_part.kinds.empty()) {
            const PlainItems items = plainItems(m_part, m_layout, list, m_at);
            std::size_t index = 0;
            for (const JsonView item : m_builder.made(items.json).elements())
                readItem(item, m_builder.keep({items.pointers[index++]}));
            for (const auto& [pointer, value] : items.others)
                m_builder.treeField(m_builder.keep({std::string_view(pointer).substr(1)}), value);
        } else {
            readUsualItems(list);
        }
        m_said.end();
        markIf(m_builder.expect(list, JsonView::Kind::Array, m_at));
    }

    void readUsualItems(const JsonView& list)
    {
        bool areTyped = false;
        for (const JsonView item : list.elements())
            areTyped = areTyped || item["type"].isString();
        std::size_t index = 0;
        for (const JsonView item : list.elements()) {
            const std::string_view at = pointerTo(m_builder, m_at, index++);
            if (!m_builder.expect(item, JsonView::Kind::Object, at))
                m_builder.treeField(at.substr(1), item);
            else if (areTyped)
                readItem(item, at);
            else // Messages stay as they are.
                readChatMessage(item, at, m_builder);
        }
    }

    /// An item of the Responses API.
    void readItem(const JsonView& item, std::string_view at)
    {
        static const JsonPointer content("/content");
        static const JsonPointer parts("/parts");
        if (isMessage(item) && usualRole(item["role"].string()) != "assistant") {
            m_said.end();
            readChatMessage(item, at, m_builder);
        } else {
            sayItem(item, item["role"].string(), item["content"].isMissing() ? parts : content, at);
        }
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
    bool readFoundItem(const JsonView& item, std::string_view pointer)
    {
        const std::string_view role = m_part.role.in(item).string();
        if (!role.empty() && usualRole(role) != "assistant") {
            m_said.end();
            return false;
        }
        sayItem(item, role, m_part.text, pointer);
        return true;
    }

    void sayItem(const JsonView& item, std::string_view role, const JsonPointer& text,
                 std::string_view pointer)
    {
        const std::string_view key = m_builder.keep({"item.", std::to_string(++m_items)});
        m_said.goOn("assistant", pointer);
        if (role.empty()) {
            m_said.say(item, key, pointer);
            return;
        }
        m_said.say(text.in(item), key, m_builder.keep({pointer, text.text()}));
        m_said.ensureBegun();
        for (const auto [name, value] : item.members()) {
            const bool isRole = value.isString() && value.string() == role && name == roleKey();
            if (name != text.member() && !isRole)
                m_builder.messageField(name, value);
        }
    }

    std::string_view roleKey() const
    {
        return m_part.role.empty() ? std::string_view("role") : m_part.role.member();
    }

    void readColumns(const JsonView& columns)
    {
        const JsonView texts = m_part.text.in(columns);
        if (!hasForm(m_part, columns)) {
            m_builder.expect(texts, JsonView::Kind::Array, m_builder.keep({m_at, m_part.text.text()}));
            // What nobody can read stays a field.
            return;
        }
        auto text = texts.elements().begin();
        std::size_t index = 0;
        for (const JsonView role : m_part.role.in(columns).elements()) {
            const JsonView said = *text;
            ++text;
            const std::string_view at =
                pointerTo(m_builder, m_builder.keep({m_at, m_part.text.text()}), index++);
            const std::string_view word = wordOf(role);
            if (word.empty())
                m_builder.expect(role, JsonView::Kind::String, at);
            beginAs(word, at);
            sayContent(said, "content", at);
            if (word.empty() && role.hasValue() && !role.isString())
                m_builder.messageField(m_builder.keep({m_part.role.parts().back()}), role);
        }
        showBesides(columns, m_part.role, m_part.text);
    }

    /// What else is in an object of which two members are read.
    void showBesides(const JsonView& value, const JsonPointer& first, const JsonPointer& second)
    {
        if (m_part.at.empty()) {
            m_reading.markRead(first);
            m_reading.markRead(second);
            return;
        }
        const std::string_view name = m_builder.keep({m_at.substr(1)});
        for (const auto [key, member] : value.members()) {
            if (key == first.member() || key == second.member())
                continue;
            // Each of several values would have columns of its own.
            if (m_part.isEach)
                m_builder.treeField(m_builder.keep({name, ".", key}), member);
            else
                m_builder.memberField(name, key, member);
        }
        markIf(true);
    }

    void readQuestionLists(const JsonView& lists)
    {
        static const JsonPointer usualAsk("/questions");
        static const JsonPointer usualAnswer("/answers");
        const bool isNamed = !m_part.ask.empty() || !m_part.answer.empty();
        const JsonPointer& ask = isNamed ? m_part.ask : usualAsk;
        const JsonPointer& answer = isNamed ? m_part.answer : usualAnswer;
        const JsonView questions = ask.in(lists);
        const JsonView answers = answer.in(lists);
        const std::string_view askAt = m_builder.keep({m_at, ask.text()});
        const std::string_view answerAt = m_builder.keep({m_at, answer.text()});
        const bool areLists = m_builder.expect(questions, JsonView::Kind::Array, askAt) &&
                              m_builder.expect(answers, JsonView::Kind::Array, answerAt);
        // What nobody can read stays a field.
        if (!areLists || (isNamed ? !hasForm(m_part, lists) : answers.size() != questions.size()))
            return;
        auto nextAnswer = answers.elements().begin();
        auto nextQuestion = questions.elements().begin();
        for (std::size_t index = 0; index < std::max(questions.size(), answers.size()); ++index) {
            if (m_part.isAnswerFirst)
                readListed("assistant", nextAnswer, pointerTo(m_builder, answerAt, index), isNamed);
            readListed("user", nextQuestion, pointerTo(m_builder, askAt, index), isNamed);
            if (!m_part.isAnswerFirst)
                readListed("assistant", nextAnswer, pointerTo(m_builder, answerAt, index), isNamed);
        }
        showBesides(lists, ask, answer);
    }

    /// A text, or an object with the text and more that is said of it. Of two lists, one may end before the
    /// other.
    void readListed(std::string_view role, JsonElements::Iterator& next, std::string_view at,
                    bool maySayNothing)
    {
        if (next == std::default_sentinel)
            return;
        const JsonView said = *next;
        ++next;
        const JsonView inner = said["input_text"];
        if (maySayNothing && trimmed(wordsOf(inner.isMissing() ? said : inner)).empty()) {
            if (said.hasValue() && !said.isString())
                m_builder.treeField(at.substr(1), said);
            return;
        }
        m_builder.beginMessage(role, at);
        if (maySayNothing && inner.isMissing()) {
            sayContent(said, "content", at);
            return;
        }
        readMessageText(inner.isMissing() ? said : inner, "input_text", at, m_builder);
        for (const auto [name, value] : said.members()) {
            if (name != "input_text")
                m_builder.messageField(name, value);
        }
    }

    /// Questions and answers under the keys of the part, within each element of a list.
    void readNamedExchanges(const JsonView& value)
    {
        const bool isOne =
            value.isObject() || m_part.ask.in(value).isString() || m_part.answer.in(value).isString();
        if (m_part.isEach && isOne) {
            markIf(readNamedExchange(value, [this] { return m_at; }));
        } else if (m_builder.expect(value, JsonView::Kind::Array, m_at)) {
            std::size_t index = 0;
            for (const JsonView exchange : value.elements()) {
                const auto at = [this, place = index++] { return pointerTo(m_builder, m_at, place); };
                if (!readNamedExchange(exchange, at))
                    m_builder.treeField(at().substr(1), exchange);
            }
            markIf(true);
        }
        if (m_isBeforeSaid)
            markOnce(m_part.before);
    }

    /// False if nothing is said in it. `at` makes the pointer to it, for which nearly nobody asks.
    template<typename At>
    bool readNamedExchange(const JsonView& exchange, const At& at)
    {
        if (m_part.ask.in(exchange).isMissing() && m_part.answer.in(exchange).isMissing()) {
            m_builder.problem(ProblemCode::UnexpectedType, at(), PhraseId::ExpectedExchange);
            return false;
        }
        const std::size_t before = m_builder.conversation().messages.size();
        UsedPointers used;
        if (m_part.isAnswerFirst)
            readNamedAnswer(exchange, used);
        readNamedQuestion(exchange, used);
        if (!m_part.isAnswerFirst)
            readNamedAnswer(exchange, used);
        if (m_builder.conversation().messages.size() == before)
            return false;
        readBesides(exchange, used, BesidesOf::Message, m_builder);
        return true;
    }

    void readNamedQuestion(const JsonView& exchange, UsedPointers& used)
    {
        const JsonView asked = m_part.ask.in(exchange);
        const std::string_view question = withoutLabel(m_reading, m_part, wordsOf(asked));
        const std::string_view before =
            m_part.before.empty() ? std::string_view() : textOfRecord(m_part.before);
        const JsonView added = m_part.input.in(exchange);
        const std::string_view input = wordsOf(added);
        const std::string_view more = saysNoInput(input) ? std::string_view() : input;
        const std::string_view text = joined(joined(before, question), more);
        if (trimmed(text).empty())
            return;
        m_builder.beginMessage("user", {});
        m_builder.text(text);
        if (saysMoreThanText(asked))
            m_builder.contentField(m_builder.keep({m_part.ask.parts().back()}), asked);
        if (!question.empty() || asked.isString())
            used.add(m_part.ask);
        if (!more.empty() && !saysMoreThanText(added))
            used.add(m_part.input);
        m_isBeforeSaid = m_isBeforeSaid || !before.empty();
    }

    void readNamedAnswer(const JsonView& exchange, UsedPointers& used)
    {
        const JsonView answered = m_part.answer.in(exchange);
        const std::string_view answer = withoutLabel(m_reading, m_part, wordsOf(answered));
        if (trimmed(answer).empty())
            return;
        m_builder.beginMessage("assistant", {});
        m_builder.text(answer);
        if (saysMoreThanText(answered))
            m_builder.contentField(m_builder.keep({m_part.answer.parts().back()}), answered);
        used.add(m_part.answer);
    }

    /// An inferred layout does not live as long as the conversation.
    void prepareKeys()
    {
        const std::string_view member = m_part.text.member();
        if (member.empty())
            m_textKey = "content";
        else
            m_textKey = m_isInferred ? m_builder.keep({member}) : member;
    }

    /// The role and the text of the part; everything else that the object says is a field of the message.
    void readObject(const JsonView& message, std::string_view pointer)
    {
        static const JsonPointer content("/content");
        static const JsonPointer nobody;
        const JsonPointer& roleAt = roleIn(message);
        const JsonView role = roleAt.in(message);
        // Pointers are made where somebody may ask for them.
        const auto inMessage = [&](const JsonPointer& member) {
            return m_builder.keep({pointer, member.text()});
        };
        const std::string_view word =
            role.boolean() ? speakerOfFlag(roleAt.parts().back(), role) : wordOf(role);
        if (!m_isInferred && !areContents() && !role.isString() && word.empty())
            m_builder.expect(role, JsonView::Kind::String, inMessage(roleAt));
        const bool isOfTool = isSaidByTool(message);
        // What a tool has returned is under the usual key, if there is one.
        const JsonPointer& textAt = isOfTool && saysSomething(message["content"]) ? content : textIn(message);
        const JsonView text = textAt.in(message);
        const std::string_view textPointer = text.isString() ? std::string_view() : inMessage(textAt);
        const std::string_view textKey =
            &textAt == &m_part.text ? m_textKey : m_builder.keep({textAt.parts().back()});
        const std::string_view speaker = isOfTool ? "tool" : speakerIn(message, word);
        const std::string_view rolePointer =
            usualRole(speaker).empty() ? inMessage(roleAt) : std::string_view();
        const auto others = [&] { readOthers(message, isOfTool ? nobody : roleAt, textAt); };
        if (hasToolResults(text)) {
            m_said.speaker(speaker, rolePointer, others);
            m_said.say(text, textKey, textPointer);
            m_said.end();
            return;
        }
        m_builder.beginMessage(speaker, rolePointer);
        if (m_isInferred && !isOfTool && !word.empty() && word != speaker)
            m_builder.wordForRole(word);
        sayContent(text, textKey, textPointer);
        others();
        if (m_builder.isThought())
            m_builder.takeAsThought(text);
    }

    /// What a message says, however it is written.
    void sayContent(const JsonView& text, std::string_view key, std::string_view pointer)
    {
        if (m_part.isLabelled && text.isString()) {
            m_builder.text(withoutLabel(m_reading, m_part, text.string()));
            return;
        }
        const std::string_view words =
            m_isInferred && text.isObject() ? textOfContent(text, key, m_builder) : std::string_view();
        if (words.empty()) {
            readMessageText(text, key, pointer, m_builder);
            return;
        }
        m_builder.text(words);
        m_builder.contentField(key, text);
    }

    const JsonPointer& textIn(const JsonView& message) const
    {
        if (m_part.otherTexts.empty() || saysSomething(m_part.text.in(message)))
            return m_part.text;
        const auto found =
            std::find_if(m_part.otherTexts.begin(), m_part.otherTexts.end(),
                         [&message](const JsonPointer& text) { return saysSomething(text.in(message)); });
        return found == m_part.otherTexts.end() ? m_part.text : *found;
    }

    const JsonPointer& roleIn(const JsonView& message) const
    {
        const auto isWord = [&message](const JsonPointer& role) {
            const JsonView value = role.in(message);
            return value.isNumber() || !trimmed(value.string()).empty();
        };
        if (m_part.otherRoles.empty() || isWord(m_part.role))
            return m_part.role;
        const auto found = std::find_if(m_part.otherRoles.begin(), m_part.otherRoles.end(), isWord);
        return found == m_part.otherRoles.end() ? m_part.role : *found;
    }

    bool isSaidByTool(const JsonView& message) const
    {
        const JsonView value = m_part.toolKey.empty() ? JsonView() : m_part.toolKey.in(message);
        return value.hasValue() && !(value.isString() && value.string().empty());
    }

    void readOthers(const JsonView& message, const JsonPointer& roleAt, const JsonPointer& textAt)
    {
        const JsonView translation = m_part.translation.in(message);
        if (translation.isString())
            m_builder.text(translation.string());
        const bool isDeep = roleAt.parts().size() > 1 || textAt.parts().size() > 1;
        if (message.isArray() || (m_isInferred && isDeep)) {
            readBesidesOf(message, roleAt, textAt);
            return;
        }
        const auto isKey = [](const JsonPointer& part, std::string_view name) {
            // A pointer into a member leaves the member to be shown; its member() is empty, as a key may be.
            return !name.empty() && name == part.member();
        };
        for (const auto [key, value] : message.members()) {
            const bool isRead = (isKey(textAt, key) && (value.hasValue() || m_isInferred)) ||
                                (isKey(roleAt, key) && isSaid(value)) ||
                                (isKey(m_part.translation, key) && value.isString());
            if (!isRead)
                m_builder.messageField(key, value);
        }
    }

    /// The same where pointers lead into members or a message is a list.
    void readBesidesOf(const JsonView& message, const JsonPointer& roleAt, const JsonPointer& textAt)
    {
        UsedPointers used;
        if (isSaid(roleAt.in(message)))
            used.add(roleAt);
        used.add(textAt);
        if (m_part.translation.in(message).isString())
            used.add(m_part.translation);
        readBesides(message, used, BesidesOf::Message, m_builder);
    }

    bool isSaid(const JsonView& role) const { return m_isInferred ? !wordOf(role).empty() : role.isString(); }

    /// Who speaks may be a number.
    std::string_view wordOf(const JsonView& role) const
    {
        if (m_isInferred && role.isNumber())
            return m_builder.keep({role.toJson()});
        return m_isInferred && role.isArray() ? namesIn(role, m_builder) : role.string();
    }

    /// Gemini's, which are the user's if they do not say more.
    bool areContents() const { return m_part.text.member() == "parts"; }

    std::string_view speakerIn(const JsonView& message, std::string_view word) const
    {
        if (!word.empty())
            return roleOf(m_reading, word);
        if (areContents() && message["type"].isMissing())
            return "user";
        if (!m_isInferred)
            return roleOf(m_reading, word);
        if (const std::string_view speaker = speakerOf(m_part.slot); !speaker.empty())
            return speaker;
        if (m_part.role.empty())
            return m_alternate;
        // Somebody who is not named: it stays as it is written.
        if (m_part.role.in(message).isString())
            return {};
        // What says nothing is an event in which nobody speaks.
        const JsonView text = m_part.text.in(message);
        if (text.isString() && trimmed(text.string()).empty() && message["tool_calls"].isMissing())
            return {};
        // Calls of tools are listed among the messages.
        return message["type"].string().ends_with("_output") ? "tool" : "assistant";
    }

    /// The messages, and the last of them as the chosen answer.
    void readAnswered(const JsonView& list)
    {
        if (list.hasValue() && !m_builder.expect(list, JsonView::Kind::Array, m_at))
            return;
        const std::size_t asked = list.size() - std::min<std::size_t>(1, list.size());
        std::size_t index = 0;
        JsonView last;
        for (const JsonView message : list.elements()) {
            last = message;
            if (index == asked)
                break;
            const std::string_view at = pointerTo(m_builder, m_at, index++);
            if (m_builder.expect(message, JsonView::Kind::Object, at))
                readChatMessage(message, at, m_builder);
            else
                m_builder.treeField(at.substr(1), message);
        }
        readCandidate(CandidateKind::Chosen, last, pointerTo(m_builder, m_at, asked), m_builder);
        markIf(true);
    }

    void readConversation(const JsonView& value)
    {
        const bool isEmpty = value.isArray() && value.size() == 0;
        const bool isRead = isEmpty || readAnyMessages(value, m_at, m_builder);
        if (!isRead && value.hasValue())
            m_builder.problem(ProblemCode::UnexpectedType, m_at, PhraseId::ExpectedExchanges);
        markIf(isRead);
    }

    /// Calls read(text, pointer) for each text of a list, or for a text that is one of several values.
    template<typename Read>
    void forEachText(const JsonView& value, const Read& read)
    {
        if (m_part.isEach && value.isString()) {
            read(value.string(), m_at);
            markIf(true);
            return;
        }
        m_index = 0;
        std::size_t index = 0;
        for (const JsonView text : value.elements()) {
            const std::string_view at = pointerTo(m_builder, m_at, index++);
            if (m_builder.expect(text, JsonView::Kind::String, at)) {
                read(text.string(), at);
            } else {
                ++m_index;
                m_builder.treeField(at.substr(1), text);
            }
        }
        markIf(m_builder.expect(value, JsonView::Kind::Array, m_at));
    }

    void readTexts(const JsonView& list)
    {
        const std::size_t texts = list.isString() ? m_values : list.size();
        std::size_t firstOfUser = m_part.slot == Slot::History ? historyBegin(texts) : 0;
        if (m_part.isAnswerFirst)
            firstOfUser = 1;
        forEachText(list, [&](std::string_view text, std::string_view at) {
            const std::string_view next = m_index++ % 2 == firstOfUser ? "user" : "assistant";
            const std::string_view speaker = speakerOf(m_part.slot);
            readPlainMessage(speaker.empty() ? next : speaker, text, at, m_builder);
        });
    }

    /// Texts after the names of who speaks. One without goes on.
    void readLabelledTexts(const JsonView& list)
    {
        forEachText(list, [&](std::string_view text, std::string_view at) {
            const auto label = labelOf(text);
            const bool isMark =
                label && (m_part.marks.empty() || std::find(m_part.marks.begin(), m_part.marks.end(),
                                                            label->name) != m_part.marks.end());
            if (isMark)
                m_lastSpeaker = label->name;
            beginAs(m_lastSpeaker, at);
            m_builder.text(isMark ? trimmed(label->text) : text);
        });
    }

    /// One text with a mark between its turns.
    void readSeparated(const JsonView& value)
    {
        constexpr std::string_view kEndOfUtterance = "__eou__";
        const std::string_view mark = m_part.marks.empty() ? std::string_view() : m_part.marks.front();
        std::string_view rest = wordsOf(value);
        if (mark.empty() || rest.empty()) {
            m_builder.expect(value, JsonView::Kind::String, m_at);
            return;
        }
        std::vector<std::string_view> turns;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(mark), rest.size());
            std::string_view turn = trimmed(rest.substr(0, end));
            if (turn.ends_with(kEndOfUtterance))
                turn = trimmed(turn.substr(0, turn.size() - kEndOfUtterance.size()));
            turn = withoutSentenceEnds(turn, std::span(m_part.marks).subspan(1), m_builder);
            if (!turn.empty())
                turns.push_back(turn);
            rest.remove_prefix(std::min(rest.size(), end + mark.size()));
        }
        const bool endsBeforeAnother = hasSlot(Slot::Prompt) || hasSlot(Slot::Response);
        std::size_t firstOfUser = endsBeforeAnother ? historyBegin(turns.size()) : 0;
        if (m_part.isAnswerFirst)
            firstOfUser = 1;
        for (std::size_t i = 0; i < turns.size(); ++i) {
            const auto label = m_part.isLabelled ? labelOf(turns[i]) : std::nullopt;
            if (label) {
                beginAs(label->name, m_at);
                m_builder.text(trimmed(label->text));
                continue;
            }
            readPlainMessage(i % 2 == firstOfUser ? "user" : "assistant", turns[i], m_at, m_builder);
        }
        if (!turns.empty())
            keepContent(value);
        markIf(!turns.empty());
    }

    bool hasSlot(Slot slot) const
    {
        return std::any_of(m_layout.messages.begin(), m_layout.messages.end(),
                           [slot](const LayoutPart& part) { return part.slot == slot; });
    }

    /// The index of the first text of the user, 0 or 1, in earlier texts: the assistant's are before a
    /// question, the user's before an answer.
    std::size_t historyBegin(std::size_t texts) const
    {
        return (texts + (hasSlot(Slot::Prompt) ? 0 : 1)) % 2;
    }

    /// Turns in the order of their numbers. Within a turn, every text is a message of the speaker that its
    /// key names.
    void readNumberedTurns(const JsonView& turns)
    {
        for (const JsonMember& turn : byNumber(turns)) {
            const std::string_view pointer = pointerTo(m_builder, m_at, turn.key);
            for (const auto [key, value] : turn.value.members())
                readTurnPart(key, value, pointer);
            if (!turn.value.isObject())
                m_builder.treeField(pointer.substr(1), turn.value);
        }
        markIf(m_builder.expect(turns, JsonView::Kind::Object, m_at));
    }

    void readTurnPart(std::string_view key, const JsonView& value, std::string_view pointer)
    {
        const std::string_view at = pointerTo(m_builder, pointer, key);
        if (!value.isString()) {
            m_builder.treeField(at.substr(1), value);
            return;
        }
        const std::string_view text = withoutTurnMarks(value.string());
        const std::string_view other = key == "Tool Responses" ? "tool" : "assistant";
        // What nobody said is written as None.
        if (text == "None" || text.empty())
            m_builder.treeField(at.substr(1), value);
        else
            readPlainMessage(usualRole(key).empty() ? other : key, text, at, m_builder);
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
        markIf(readSystem(value, m_part.at.member(), m_at, m_builder));
    }

    void readAny(const JsonView& value)
    {
        if (value.isString()) {
            if (m_part.slot != Slot::Prompt || !sayTurns(value.string()))
                say(value.string());
        } else if (isMessage(value))
            readChatMessage(value, m_at, m_builder);
        else if (!readAnyMessages(value, m_at, m_builder)) {
            m_builder.problem(value.isMissing() ? ProblemCode::MissingKey : ProblemCode::UnexpectedType, m_at,
                              PhraseId::ExpectedAnswer);
            showAsIs(value);
            return;
        }
        value.place() == m_reading.record.place() ? m_reading.markAll() : markIf(true);
    }

    /// The query as well, on a line of its own.
    void readText(const JsonView& value)
    {
        if (m_isInferred && value.hasValue()) {
            readFoundText(value);
            return;
        }
        if (m_part.slot == Slot::System) {
            if (!value.string().empty())
                say(value.string());
            markIf(value.isString());
            return;
        }
        m_builder.expect(value, JsonView::Kind::String, m_at);
        markIf(value.isString());
        const JsonView query = m_part.slot == Slot::Prompt ? m_layout.query.in(m_reading.record) : JsonView();
        if (query.isString())
            m_reading.markRead(m_layout.query);
        const std::string_view text = bareText(value.string());
        if (value.isString() || query.isString())
            say(joined(text, query.string()));
        else if (!m_part.isStrict) // Somebody has described a message here, so one is shown.
            m_builder.beginMessage(speakerOf(m_part.slot), m_at);
    }

    /// Without a name before it, or else without marks in it.
    std::string_view bareText(std::string_view text)
    {
        if (m_part.isLabelled || m_part.form != PartForm::Text)
            return withoutLabel(m_reading, m_part, text);
        return withoutSentenceEnds(text, m_part.marks, m_builder);
    }

    /// A text that an inferred layout has found: it may be a list of texts, content parts, or an object with
    /// a text.
    void readFoundText(const JsonView& value)
    {
        const std::string_view text = bareText(wordsOf(value));
        if (text.empty() && !value.isString()) {
            m_builder.expect(value, JsonView::Kind::String, m_at);
            return;
        }
        const std::string_view query = foundQuery();
        const std::string_view said = joined(text, query);
        // It stays a field.
        if (isRepeated(said))
            return;
        markIf(true);
        if (!query.empty())
            markOnce(m_layout.query);
        if (m_part.slot == Slot::System && text.empty())
            return;
        say(said);
        keepContent(value);
    }

    /// What is more than the text of the message begun last.
    void keepContent(const JsonView& value)
    {
        if (saysMoreThanText(value) && !m_part.at.empty())
            m_builder.contentField(m_builder.keep({m_part.at.parts().back()}), value);
    }

    /// What an inferred layout joins to the question; empty if the record says that there is nothing.
    std::string_view foundQuery()
    {
        if (m_part.slot != Slot::Prompt || m_layout.query.empty())
            return {};
        const std::string_view query = textOfRecord(m_layout.query);
        return saysNoInput(query) ? std::string_view() : query;
    }

    /// A text of the record that is said with each value of the part: looked up once.
    std::string_view textOfRecord(const JsonPointer& pointer)
    {
        if (!m_textOfRecord)
            m_textOfRecord = wordsOf(pointer.in(m_reading.record));
        return *m_textOfRecord;
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
        if (m_builder.expect(value, JsonView::Kind::String, m_at))
            markIf(true);
        else
            showAsIs(value);
        // "<noinput>" stays a field.
        const bool isNothing = m_isInferred && saysNoInput(query.string());
        const std::string_view more = isNothing ? std::string_view() : query.string();
        const bool areTurns = more.empty() && sayTurns(value.string());
        if (!areTurns && (value.isString() || query.isString()))
            say(joined(value.string(), more));
        if (query.isString() && (!isNothing || query.string().empty()))
            m_reading.markRead(m_layout.query);
        else if (query.hasValue() && !query.isString())
            m_builder.expect(query, JsonView::Kind::String, m_layout.query.text());
    }

    void readTranscript(const JsonView& value)
    {
        std::string_view text = value.string();
        const std::string_view query = m_isInferred ? foundQuery() : std::string_view();
        if (m_isInferred)
            text = joined(wordsOf(value), query);
        if (text.empty() && !m_builder.expect(value, JsonView::Kind::String, m_at))
            return;
        std::vector<TranscriptTurn> turns = turnsOf(m_part, text, m_builder);
        // Where other records have a line for each turn, this one may have all in one.
        if (m_isInferred && m_part.form == PartForm::NamedLines && turns.size() == 1)
            splitLine(m_reading, turns);
        // A question that names somebody at its beginning is no transcript yet.
        const std::size_t fewest =
            m_part.slot == Slot::Prompt && !turns.empty() && turns.front().role.empty() ? 3 : 1;
        if (!m_part.marks.empty() && turns.size() < fewest)
            turns.clear();
        const bool isText = !turns.empty() || m_part.marks.empty() || m_part.slot == Slot::Prompt ||
                            m_part.slot == Slot::Response;
        if (!isText || (turns.empty() && isRepeated(text)))
            return;
        for (const TranscriptTurn& turn : turns) {
            if (turn.role.empty())
                m_builder.beginContext(ContextKind::Task);
            else
                beginAs(turn.role, m_at);
            m_builder.text(turn.text);
        }
        if (turns.empty())
            say(text);
        keepContent(value);
        if (!query.empty())
            markOnce(m_layout.query);
        markIf(true);
    }

    LayoutReading& m_reading;
    const Layout& m_layout;
    RecordBuilder& m_builder;
    const LayoutPart& m_part;
    const bool m_isInferred;
    /// Pointer to the value that is read.
    std::string_view m_at;
    const std::size_t m_messagesBefore;
    /// Of a part with several values: the one that is read, and how many there are.
    JsonView m_value;
    std::size_t m_values = 0;
    /// Places of members that become fields of the next message.
    std::vector<std::size_t> m_offered;
    /// Who speaks in a list that does not say so.
    std::string_view m_alternate = "user";
    /// How many texts, or messages without a speaker, were read of the list.
    std::size_t m_index = 0;
    /// The name before the last text that had one.
    std::string_view m_lastSpeaker;
    bool m_isBeforeSaid = false;
    bool m_isOnceMarked = false;
    /// What is joined to each question.
    std::optional<std::string_view> m_textOfRecord;
    /// The key of what a message says, if it is not only text.
    std::string_view m_textKey;
    SpokenParts m_said;
    /// The list is of items smaller than a message.
    bool m_areItems = false;
    std::size_t m_items = 0;
};

} // namespace

void readPart(LayoutReading& reading, const LayoutPart& part, const JsonView& value)
{
    PartReading each(reading, part);
    part.isEach ? each.readEach() : each.read(value);
}

} // namespace duologue
