// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/read_layout.h"

#include "core/data/conversation.h"
#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/formats/transcript_parts.h"
#include "core/json/json_writer.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

namespace {

constexpr std::size_t kUsualMembersRead = 12;

void readLayoutId(LayoutReading& reading)
{
    if (reading.layout.readsLeniently() && reading.layout.recordIds.empty()) {
        if (reading.record.isObject())
            reading.readMembers.push_back(readRecordId(reading.record, reading.builder));
        return;
    }
    for (const JsonPointer& pointer : reading.layout.recordIds) {
        const JsonView id = pointer.in(reading.record);
        if (id.isString() || id.isNumber()) {
            reading.builder.id(id);
            reading.markRead(pointer);
            return;
        }
    }
}

void readMessageParts(LayoutReading& reading, std::size_t shared)
{
    const std::span<const LayoutPart> parts(reading.layout.messages);
    const bool repeatsMessages = shared > 0 && std::none_of(parts.begin(), parts.end(), [](const auto& part) {
                                     return part.form == PartForm::Answered;
                                 });
    for (std::size_t begin = 0, end = 0; begin < parts.size(); begin = end) {
        end = begin + 1;
        while (end < parts.size() && parts[end].isAlternative)
            ++end;
        if (!repeatsMessages || parts[begin].slot == Slot::System)
            readOneOf(reading, parts.subspan(begin, end - begin));
    }
    if (repeatsMessages)
        readShared(reading, shared);
}

void readLayoutRating(std::string_view name, const JsonView& value, std::string_view pointer,
                      RecordBuilder& builder)
{
    if (value.isNumber())
        builder.rating(name, value.number());
    else if (!builder.expect(value, JsonView::Kind::Integer, pointer))
        builder.rating(name, std::nullopt, {}, builder.keep({value.toJson()}));
}

void readLayoutRatings(LayoutReading& reading)
{
    const Layout& layout = reading.layout;
    RecordBuilder& builder = reading.builder;
    if (!layout.ratings.empty()) {
        const JsonView ratings = layout.ratings.in(reading.record);
        for (const auto [name, value] : ratings.members())
            readLayoutRating(name, value, builder.keep({layout.ratings.text(), "/", name}), builder);
        if (ratings.isObject())
            reading.markRead(layout.ratings);
    }
    for (const auto& [name, pointer] : layout.ratingsByName) {
        if (const JsonView value = pointer.in(reading.record); value.hasValue())
            readLayoutRating(name, value, pointer.text(), builder);
    }
}

void readLabel(LayoutReading& reading)
{
    const JsonPointer& pointer = reading.layout.label;
    if (const JsonView label = pointer.in(reading.record); label.hasValue()) {
        reading.builder.categoryField("label", label);
        reading.markRead(pointer);
    }
}

void readTools(LayoutReading& reading)
{
    for (const JsonPointer& pointer : reading.layout.tools) {
        const std::string_view key = pointer.member();
        const JsonView tools = pointer.in(reading.record);
        if (key.empty() || tools.isMissing())
            continue;
        reading.builder.treeField(key, tools);
        reading.markRead(pointer);
    }
}

void readChildren(LayoutReading& reading)
{
    for (const JsonPointer& pattern : reading.layout.children) {
        const PatternPlaces found = placesOf(pattern, reading.record, reading.builder);
        for (const std::uint32_t index : found.values) {
            if (const std::string_view id = found.places[index].value.string(); !id.empty())
                reading.builder.categoryOfMany("children", {id, {}});
        }
    }
}

/// What is not read of an object or a list: a text that is a message of a described layout has a column, too.
/// `path` leads to the value.
void readRestOf(std::vector<std::string_view>& path, const JsonView& value, bool isInList,
                const LayoutReading& reading)
{
    RecordBuilder& builder = reading.builder;
    const auto show = [&](std::string_view name, const JsonView& inner) {
        if (reading.isRead(inner))
            return;
        path.push_back(name);
        if (reading.isAround(inner)) {
            readRestOf(path, inner, isInList || inner.isArray(), reading);
        } else if (!isInList) {
            builder.memberField(path, inner);
        } else {
            // Each element of a list would have columns of its own.
            std::string key;
            for (const std::string_view part : path)
                key.append(key.empty() ? "" : ".").append(part);
            builder.treeField(builder.keep({key}), inner);
        }
        path.pop_back();
    };
    for (const auto [name, inner] : value.members())
        show(name, inner);
    std::size_t index = 0;
    for (const JsonView inner : value.elements())
        show(builder.keep({std::to_string(index++)}), inner);
}

void readOthers(LayoutReading& reading)
{
    const auto& read = reading.readMembers;
    const bool isReadInside = !reading.readPlaces.empty() || !reading.placesAround.empty();
    if (isReadInside)
        reading.sortPlaces();
    std::vector<std::string_view> path;
    for (const auto [key, value] : reading.record.members()) {
        const std::string_view name = key;
        // A key may be empty; an empty name in the list stands for none.
        if (!name.empty() && std::find(read.begin(), read.end(), name) != read.end())
            continue;
        if (isReadInside && reading.isRead(value))
            continue;
        if (isReadInside && reading.isAround(value)) {
            path.assign(1, name);
            readRestOf(path, value, value.isArray(), reading);
        } else if (reading.layout.readsLeniently())
            readAnyField(name, value, reading.builder);
        else
            reading.builder.field(name, value);
    }
    path.clear();
    if (isReadInside && reading.record.isArray() && reading.isAround(reading.record))
        readRestOf(path, reading.record, true, reading);
}

/// Whether the messages before it end with an answer.
bool isAnswered(const LayoutReading& reading)
{
    const auto& said = reading.builder.conversation().messages;
    return !said.empty() && said.back().role == "assistant";
}

/// Whether a prompt and its answer are the next turn of the messages before them. Many records repeat there
/// what is asked or answered in the messages, often a part of it.
bool goesOn(const LayoutReading& reading, const LayoutPart& part, const JsonView& value)
{
    if (part.answeredBy.empty())
        return true;
    const std::string_view prompt = trimmed(value.string());
    const std::string_view answer = trimmed(part.answeredBy.in(reading.record).string());
    const Conversation& said = reading.builder.conversation();
    const auto isIn = [](std::string_view text, std::string_view whole) {
        return !text.empty() && whole.find(text) != std::string_view::npos;
    };
    return !prompt.empty() && !answer.empty() && isAnswered(reading) &&
           std::none_of(said.messages.begin(), said.messages.end(), [&](const Message& message) {
               const std::string_view text = trimmed(said.originalText(message));
               return message.role == "assistant" ? text == answer : isIn(prompt, text) || isIn(text, prompt);
           });
}

} // namespace

void readOneOf(LayoutReading& reading, std::span<const LayoutPart> alternatives)
{
    const LayoutPart& first = alternatives.front();
    if (first.isIfUnanswered && isAnswered(reading))
        return;
    // A query is read where its prompt is, even if there is none.
    const auto& parts = reading.layout.messages;
    const bool isElsewhere = std::any_of(parts.begin(), parts.end(), [&](const LayoutPart& part) {
        return part.slot == first.slot && (&part < &first || &part > &alternatives.back()) &&
               valueOf(part, reading.record).hasValue();
    });
    const bool mustBeRead =
        (isNeeded(reading.layout, first.slot) && !isElsewhere && first.answeredBy.empty()) ||
        (first.slot == Slot::Prompt && reading.layout.needs.query);
    if (alternatives.size() == 1 && first.answeredBy.empty() && (mustBeRead || !first.isStrict)) {
        const JsonView value = valueOf(first, reading.record);
        if (mustBeRead || value.hasValue())
            readPart(reading, first, value);
        return;
    }
    for (const LayoutPart& part : alternatives) {
        if (const JsonView value = valueOf(part, reading.record);
            fits(part, value) && goesOn(reading, part, value)) {
            readPart(reading, part, value);
            return;
        }
    }
    if (mustBeRead)
        readPart(reading, first, valueOf(first, reading.record));
}

void LayoutReading::markAll()
{
    for (const auto [key, value] : record.members())
        readMembers.push_back(key);
}

void LayoutReading::markRead(const JsonPointer& pointer)
{
    // The places of a list are no members.
    if (const std::string_view member = pointer.member(); !member.empty() && !record.isArray()) {
        readMembers.push_back(member);
        return;
    }
    const JsonView value = pointer.in(record);
    const bool isLenient = layout.readsLeniently();
    if (!value.isArray() && !(isLenient && value.hasValue()))
        return;
    readPlaces.push_back(value.place());
    if (isLenient && record.isArray())
        placesAround.push_back(record.place());
    for (std::size_t steps = 1; steps < pointer.parts().size(); ++steps) {
        const JsonView around = pointer.in(record, steps);
        // A list is shown as it is: a description that somebody has written names one of its elements.
        if (around.isArray() && !isLenient)
            return;
        placesAround.push_back(around.place());
    }
}

std::string_view withoutSentenceEnds(std::string_view text, std::span<const std::string> marks,
                                     RecordBuilder& builder)
{
    for (const std::string& mark : marks) {
        if (text.find(mark) == std::string_view::npos)
            continue;
        std::string cleaned;
        for (std::string_view rest = text; !rest.empty();) {
            const std::size_t end = std::min(rest.find(mark), rest.size());
            const std::string_view sentence = trimmed(rest.substr(0, end));
            cleaned.append(cleaned.empty() || sentence.empty() ? "" : "\n").append(sentence);
            rest.remove_prefix(std::min(rest.size(), end + mark.size()));
        }
        text = builder.keep({cleaned});
    }
    return text;
}

std::vector<PlacedMessage> inOrder(const LayoutPart& part, const JsonView& list)
{
    std::vector<PlacedMessage> messages;
    bool haveAll = !part.orderBy.empty();
    for (const JsonView message : list.elements()) {
        if (part.orderBy.empty())
            break;
        haveAll = haveAll && part.orderBy.in(message).hasValue();
        messages.push_back({messages.size(), message});
    }
    if (!haveAll)
        return messages;
    const auto order = [&part](const PlacedMessage& each) { return part.orderBy.in(each.message); };
    std::stable_sort(messages.begin(), messages.end(), [&](const auto& left, const auto& right) {
        const JsonView first = order(left);
        const JsonView second = order(right);
        if (first.isNumber() && second.isNumber())
            return first.number() < second.number();
        return first.isNumber() != second.isNumber() ? first.isNumber()
                                                     : compareNatural(first.string(), second.string()) < 0;
    });
    const auto areSame = [](const JsonView& left, const JsonView& right) {
        return left.hasValue() && left.toJson() == right.toJson();
    };
    bool areNumbers = true;
    bool areTwice = false;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const JsonView number = order(messages[i]);
        areNumbers = areNumbers && (number.isNumber() || parseNumber<std::uint64_t>(number.string()));
        if (i == 0 || !areSame(order(messages[i - 1]), number))
            continue;
        const JsonView& last = messages[i - 1].message;
        const JsonView& each = messages[i].message;
        messages[i].isSaidAgain = areSame(part.text.in(last), part.text.in(each)) &&
                                  (part.role.empty() || areSame(part.role.in(last), part.role.in(each)));
        areTwice = areTwice || !messages[i].isSaidAgain;
    }
    // Numbers that two different messages have are not those of one conversation.
    if (areNumbers && areTwice) {
        std::sort(messages.begin(), messages.end(),
                  [](const auto& left, const auto& right) { return left.place < right.place; });
        for (PlacedMessage& each : messages)
            each.isSaidAgain = false;
    }
    return messages;
}

void readByLayout(const JsonView& record, const Layout& layout, RecordBuilder& builder)
{
    LayoutReading reading{record, layout, builder, {}};
    reading.readMembers.reserve(kUsualMembersRead);
    readLayoutId(reading);
    const std::size_t shared = sharedBeginning(reading);
    readMessageParts(reading, shared);
    readLayoutRatings(reading);
    readLabel(reading);
    readCandidates(reading, shared);
    readTools(reading);
    readChildren(reading);
    readOthers(reading);
}

namespace {

/// The first that leads to something that is said.
const JsonPointer* firstSaying(const std::vector<JsonPointer>& pointers, const JsonView& item)
{
    const auto found = std::find_if(pointers.begin(), pointers.end(), [&item](const JsonPointer& each) {
        const JsonView value = each.in(item);
        return value.isNumber() || saysSomething(value);
    });
    return found == pointers.end() ? nullptr : &*found;
}

/// Writes the items of one list, one after another.
class ItemsWriter {
public:
    ItemsWriter(const LayoutPart& part, const Layout& layout)
        : m_kinds(part.kinds), m_layout(layout), m_out(m_items.json)
    {
    }

    PlainItems written(const JsonView& list, std::string_view at) &&
    {
        m_out.beginArray();
        addAll(list, at);
        m_out.endArray();
        return std::move(m_items);
    }

private:
    void addAll(const JsonView& list, std::string_view at)
    {
        std::size_t index = 0;
        for (const JsonView item : list.elements()) {
            std::string pointer(at);
            appendPointerPart(pointer, std::to_string(index++));
            // A call with its result.
            if (item.isArray())
                addAll(item, pointer);
            else
                add(item, pointer);
        }
    }

    void add(const JsonView& item, const std::string& at)
    {
        const ItemKind* kind = kindOf(m_kinds, item, m_isAfterCall);
        if (kind == nullptr || kind->isNothing) {
            m_items.others.emplace_back(at, item);
            return;
        }
        m_isAfterCall = kind->isCall();
        m_used.clear();
        const JsonPointer* result = resultIn(*kind, item);
        const bool isOnlyResult = !kind->results.empty() && !kind->isCall();
        if (!isOnlyResult) {
            if (result != nullptr)
                use(*result);
            use(kind->inside);
            writeSaid(*kind, item, at);
        }
        if (result != nullptr)
            writeResult(*kind, *result, item, at, isOnlyResult);
        addAll(kind->inside.in(item), at + kind->inside.text());
    }

    /// A tool may return nothing.
    static const JsonPointer* resultIn(const ItemKind& kind, const JsonView& item)
    {
        const JsonPointer* result = firstSaying(kind.results, item);
        const bool isDue =
            !kind.results.empty() && (!kind.isCall() || kind.results.front().in(item).hasValue());
        return result == nullptr && isDue ? &kind.results.front() : result;
    }

    void use(const JsonPointer& pointer)
    {
        if (!pointer.empty())
            m_used.push_back(&pointer);
    }

    void begin(const std::string& at)
    {
        m_items.pointers.push_back(at);
        m_out.beginObject();
    }

    void member(std::string_view key, std::string_view text)
    {
        m_out.key(key);
        m_out.text(text);
    }

    void member(std::string_view key, const JsonView& value)
    {
        m_out.key(key);
        m_out.json(value.toJson());
    }

    /// What is said, thought and called. What the assistant says has parts, so that it may go on.
    void writeSaid(const ItemKind& kind, const JsonView& item, const std::string& at)
    {
        const JsonPointer* thought = firstSaying(kind.thoughts, item);
        const JsonPointer* text = firstSaying(kind.texts, item);
        const std::string_view word = kind.roleAt.empty() ? kind.role : kind.roleAt.in(item).string();
        const std::string_view role = word.empty() ? std::string_view("assistant") : usual(word);
        const JsonView said = text == nullptr ? JsonView() : text->in(item);
        use(kind.roleAt);
        begin(at);
        member("role", role);
        m_out.key("content");
        const bool isPlain = usualRole(role) != "assistant" && thought == nullptr && !kind.isCall();
        if (isPlain) {
            m_out.json(text == nullptr ? std::string("\"\"") : said.toJson());
        } else {
            m_out.beginArray();
            if (thought != nullptr)
                writePart("reasoning", "text", thought->in(item));
            for (const JsonView part : said.elements())
                m_out.json(part.toJson());
            if (text != nullptr && !said.isArray())
                writePart("text", "text", said);
            if (kind.isCall())
                writeCall(kind, thought, item);
            m_out.endArray();
        }
        if (thought != nullptr)
            use(*thought);
        if (text != nullptr)
            use(*text);
        writeOthers(item, {});
        m_out.endObject();
    }

    std::string_view usual(std::string_view word) const
    {
        const auto known = std::find_if(m_layout.roles.begin(), m_layout.roles.end(),
                                        [word](const auto& role) { return role.first == word; });
        return known == m_layout.roles.end() ? word : std::string_view(known->second);
    }

    void writePart(std::string_view type, std::string_view key, const JsonView& value)
    {
        m_out.beginObject();
        member("type", type);
        if (value.isString())
            member(key, value.string());
        else
            member(key, value.toJson());
        m_out.endObject();
    }

    void writeCall(const ItemKind& kind, const JsonPointer* thought, const JsonView& item)
    {
        m_out.beginObject();
        member("type", "function_call");
        if (const JsonView id = kind.callId.in(item); !kind.callId.empty() && id.hasValue())
            member("call_id", id.isString() ? std::string(id.string()) : id.toJson());
        member("name", kind.callAt.empty() ? std::string_view(kind.call) : kind.callAt.in(item).string());
        if (!kind.arguments.empty()) {
            // What is thought may be written among the arguments.
            if (thought != nullptr)
                use(*thought);
            m_out.key("arguments");
            writeWithout(kind.arguments.in(item), kind.arguments.text());
            use(kind.arguments);
        }
        use(kind.callAt);
        m_out.endObject();
    }

    void writeResult(const ItemKind& kind, const JsonPointer& result, const JsonView& item,
                     const std::string& at, bool isAlone)
    {
        const JsonPointer& idAt = kind.resultOf.empty() ? kind.callId : kind.resultOf;
        const JsonView id = idAt.in(item);
        const JsonView returned = result.in(item);
        begin(at);
        member("type", "function_call_output");
        if (!idAt.empty() && id.hasValue())
            member("call_id", id.isString() ? std::string(id.string()) : id.toJson());
        m_out.key("output");
        m_out.json(returned.hasValue() ? returned.toJson() : std::string("\"\""));
        if (kind.isFailed)
            member("status", "failed");
        if (isAlone) {
            use(result);
            use(kind.resultOf);
            writeOthers(item, {});
        }
        m_out.endObject();
    }

    /// Every member that is not used, or what is left of it. Keys that say what the item is are taken.
    void writeOthers(const JsonView& item, const std::string& pointer)
    {
        for (const auto [key, value] : item.members()) {
            std::string at = pointer;
            appendPointerPart(at, key);
            if (isUsed(at))
                continue;
            const bool isTaken = key == "type" || key == "role" || key == "content" || key == "call_id" ||
                                 key == "output" || key == "status" || key == "parts";
            const std::string name = isTaken ? "item." + std::string(key) : std::string(key);
            m_out.key(name);
            writeWithout(value, at);
        }
    }

    void writeWithout(const JsonView& value, const std::string& pointer)
    {
        const bool isAround = std::any_of(m_used.begin(), m_used.end(), [&](const JsonPointer* used) {
            return used->text().starts_with(pointer + "/");
        });
        if (!isAround || !value.isObject()) {
            m_out.json(value.hasValue() ? value.toJson() : std::string("null"));
            return;
        }
        m_out.beginObject();
        for (const auto [key, member] : value.members()) {
            std::string at = pointer;
            appendPointerPart(at, key);
            if (isUsed(at))
                continue;
            m_out.key(key);
            writeWithout(member, at);
        }
        m_out.endObject();
    }

    bool isUsed(const std::string& pointer) const
    {
        return std::any_of(m_used.begin(), m_used.end(),
                           [&](const JsonPointer* used) { return used->text() == pointer; });
    }

    const std::vector<ItemKind>& m_kinds;
    const Layout& m_layout;
    PlainItems m_items;
    JsonWriter m_out;
    bool m_isAfterCall = false;
    /// Of the item that is written.
    std::vector<const JsonPointer*> m_used;
};

} // namespace

PlainItems plainItems(const LayoutPart& part, const Layout& layout, const JsonView& list, std::string_view at)
{
    return ItemsWriter(part, layout).written(list, at);
}

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

/// The text of a candidate within its value: the first that says something.
const JsonPointer& textIn(const LayoutPart& part, const JsonView& value)
{
    const auto says = [&value](const JsonPointer& text) {
        const JsonView said = text.in(value);
        return said.hasValue() && !(said.isString() && trimmed(said.string()).empty());
    };
    const auto found = part.otherTexts.empty() || says(part.text)
                           ? part.otherTexts.end()
                           : std::find_if(part.otherTexts.begin(), part.otherTexts.end(), says);
    return found == part.otherTexts.end() ? part.text : *found;
}

/// A message of a list with the keys of the part.
void readListedMessage(LayoutReading& reading, const LayoutPart& part, const JsonView& message,
                       std::string_view pointer, Speech speech)
{
    RecordBuilder& builder = reading.builder;
    if (!message.isArray() && !builder.expect(message, JsonView::Kind::Object, pointer)) {
        builder.treeField(pointer.substr(1), message);
        return;
    }
    const JsonView role = part.role.in(message);
    const JsonPointer& textAt = textIn(part, message);
    const JsonView said = textAt.in(message);
    const std::string_view word = role.isNumber() ? builder.keep({role.toJson()}) : role.string();
    builder.begin(speech, word.empty() ? "assistant" : roleOf(reading, word), pointer);
    const std::string_view text = said.isString() ? said.string() : textOfContent(said, "content", builder);
    UsedPointers used;
    if (said.isString() || !text.empty()) {
        builder.text(withoutLabel(reading, part, text));
        used.add(textAt);
        if (saysMoreThanText(said))
            builder.contentField("content", said);
    }
    if (!word.empty())
        used.add(part.role);
    readBesides(message, used, BesidesOf::Message, builder);
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
        const JsonView value = part.isEach ? JsonView() : valueOf(part, reading.record);
        if (part.form == PartForm::Objects && hasForm(part, value))
            lists.push_back(value);
        else if (part.form != PartForm::List)
            add(messagesOf(value));
        for (const JsonView each : value.elements()) {
            if (part.form == PartForm::List)
                add(each);
        }
    }
    return lists;
}

bool isTranscript(const LayoutPart& part)
{
    return part.form == PartForm::Dialogue || part.form == PartForm::Transcript ||
           part.form == PartForm::NamedLines;
}

/// A candidate that is a conversation in one text.
struct CandidateDialogue {
    const LayoutPart* part = nullptr;
    JsonView value;
    std::string_view pointer;
    std::vector<TranscriptTurn> turns;
};

/// The turns of a conversation in one text; empty if it is none.
std::vector<TranscriptTurn> turnsOfCandidate(const LayoutReading& reading, const LayoutPart& part,
                                             const JsonView& value)
{
    if (part.form == PartForm::Dialogue)
        return fits(part, value) ? splitDialogue(value.string()) : std::vector<TranscriptTurn>();
    return turnsOf(part, value.string(), reading.builder);
}

/// Empty if one of the candidates is none.
std::vector<CandidateDialogue> dialoguesOf(LayoutReading& reading)
{
    std::vector<CandidateDialogue> dialogues;
    for (const LayoutPart& part : reading.layout.candidates) {
        if (!isTranscript(part))
            return {};
        if (part.isEach) {
            const PatternPlaces found = placesOf(part.at, reading.record, reading.builder);
            for (const std::uint32_t index : found.values)
                dialogues.push_back({&part, found.places[index].value, found.places[index].pointer, {}});
        } else {
            dialogues.push_back({&part, valueOf(part, reading.record), part.at.text(), {}});
        }
    }
    for (CandidateDialogue& each : dialogues) {
        each.turns = turnsOfCandidate(reading, *each.part, each.value);
        if (each.turns.empty())
            return {};
    }
    return dialogues;
}

/// Two or more conversations as texts: their common beginning becomes the messages. False if they are none.
bool readDialogues(LayoutReading& reading, int better)
{
    RecordBuilder& builder = reading.builder;
    const std::vector<CandidateDialogue> dialogues = dialoguesOf(reading);
    if (dialogues.size() < 2)
        return false;
    // Messages that the layout reads elsewhere are said before all that the candidates say.
    const CandidateDialogue& first = dialogues.front();
    const bool areMessages = reading.layout.messages.empty() || first.part->form == PartForm::Dialogue;
    const bool isShared = areMessages || reading.layout.sharesPrefix;
    std::size_t shared = 0;
    const auto isInAll = [&] {
        return std::all_of(dialogues.begin(), dialogues.end(), [&](const CandidateDialogue& each) {
            return shared + 1 < each.turns.size() && each.turns[shared].role == first.turns[shared].role &&
                   each.turns[shared].text == first.turns[shared].text;
        });
    };
    while (isShared && isInAll())
        ++shared;
    for (std::size_t i = 0; i < shared && areMessages; ++i)
        readPlainMessage(roleOf(reading, first.turns[i].role), first.turns[i].text, first.pointer, builder);
    int number = 0;
    for (const CandidateDialogue& each : dialogues) {
        CandidateKind kind = kindOf(each.part->slot);
        if (better >= 0)
            kind = number == better ? CandidateKind::Chosen : CandidateKind::Rejected;
        ++number;
        builder.beginCandidate(kind, {});
        for (std::size_t i = shared; i < each.turns.size(); ++i) {
            builder.beginCandidateMessage(roleOf(reading, each.turns[i].role), each.pointer);
            builder.text(each.turns[i].text);
        }
        if (each.part->isEach)
            reading.readPlaces.push_back(each.value.place());
        else
            reading.markRead(each.part->at);
    }
    for (const LayoutPart& part : reading.layout.candidates) {
        if (part.isEach)
            reading.markAround(placesOf(part.at, reading.record, builder), part.at);
    }
    return true;
}

/// The place of the only highest number of a list; -1 if there is none.
int placeOfHighest(const JsonView& numbers)
{
    std::optional<double> highest;
    int best = -1;
    int place = 0;
    for (const JsonView each : numbers.elements()) {
        const std::optional<double> number = each.number();
        if (!number)
            return -1;
        if (!highest || *number >= *highest)
            best = highest && *number == *highest ? -1 : place;
        highest = std::max(highest.value_or(*number), *number);
        ++place;
    }
    return best;
}

/// The side that a text calls the better one: by its letter, or as the record calls it under a key with the
/// letter or the number of the side ("model_a").
int sideCalledBetter(const LayoutReading& reading, const JsonView& verdict)
{
    const std::string_view name = trimmed(verdict.string());
    const int plain = letterNamedIn(name, OtherWords::None);
    if (plain >= 0 || name.empty())
        return plain;
    std::optional<int> named;
    for (const auto [key, value] : reading.record.members()) {
        if (value.place() == verdict.place() || trimmed(value.string()) != name)
            continue;
        const int letter = letterNamedIn(key);
        const int side = letter >= 0 ? letter : sideNamedIn(key);
        if (side >= 0)
            named = named.value_or(side) == side ? side : -1;
    }
    return named.value_or(letterNamedIn(name));
}

/// The place of the better one; -1 if the record does not say.
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
        return number && *number >= 1 && *number <= 2 && *number != 1.5 ? pick(*number < 1.5) : -1;
    case Verdict::OneIsFirst:
        return number && (*number == 0 || *number == 1) ? pick(*number == 1) : -1;
    case Verdict::Side:
        return sideNamedIn(verdict.string());
    case Verdict::Highest:
        return placeOfHighest(verdict);
    case Verdict::Letter:
    case Verdict::Comparison:
        return sideCalledBetter(reading, verdict);
    }
    return -1;
}

/// One candidate: the text that the part names in the value, or the value. Returns whose further fields are,
/// as those of a candidate come before those of its messages; none if the value says nothing.
std::optional<BesidesOf> readOne(LayoutReading& reading, const LayoutPart& part, const Candidate& candidate,
                                 const JsonView& value, std::string_view at, std::size_t shared)
{
    RecordBuilder& builder = reading.builder;
    const JsonPointer& textAt = textIn(part, value);
    const JsonView text = textAt.in(value);
    const bool hasText = text.isString() || (reading.layout.readsLeniently() && text.hasValue());
    const JsonView said = hasText ? text : value;
    if (part.form == PartForm::Objects && value.isArray()) {
        builder.beginCandidate(candidate.kind, candidate.label);
        std::size_t index = 0;
        for (const JsonView message : value.elements()) {
            const std::string_view place = pointerTo(builder, at, index);
            if (index++ >= shared)
                readListedMessage(reading, part, message, place, Speech::Candidate);
        }
        return BesidesOf::Message;
    }
    // An inferred layout names values that are written in any way that has a text.
    const bool isWritten = said.isString() || (reading.layout.readsLeniently() && !isAnswer(said));
    const std::string_view words = !isWritten        ? std::string_view()
                                   : said.isString() ? said.string()
                                                     : textOfContent(said, "content", builder);
    if (isWritten && words.empty() && !said.isString())
        return std::nullopt;
    BesidesOf besides = BesidesOf::Message;
    if (isWritten) {
        builder.beginCandidate(candidate.kind, candidate.label);
        builder.beginCandidateMessage("assistant", at);
        builder.text(withoutLabel(reading, part, words));
        besides = saysMoreThanText(said) ? BesidesOf::Message : BesidesOf::Candidate;
        if (besides == BesidesOf::Message)
            builder.contentField("content", said);
    } else {
        readCandidate(candidate.kind, said, at, builder, value.isArray() ? shared : 0, candidate.label);
    }
    if (hasText) {
        UsedPointers used;
        used.add(textAt);
        readBesides(value, used, besides, builder);
    }
    return besides;
}

void readList(LayoutReading& reading, const LayoutPart& part, const JsonView& list, std::size_t shared)
{
    std::size_t index = 0;
    for (const JsonView each : list.elements()) {
        const std::string_view at = pointerTo(reading.builder, part.at.text(), index++);
        if (!readOne(reading, part, {.kind = kindOf(part.slot)}, each, at, shared) && each.hasValue())
            reading.builder.treeField(at.substr(1), each);
    }
    if (list.isArray())
        reading.markRead(part.at);
}

void readAnswerPart(LayoutReading& reading, const LayoutPart& part, CandidateKind kind, std::size_t shared)
{
    RecordBuilder& builder = reading.builder;
    const JsonView value = valueOf(part, reading.record);
    const std::string_view pointer = part.at.text();
    // A record of the shape may have less than others.
    if (reading.layout.readsLeniently() && !value.hasValue())
        return;
    const bool isAny = part.form == PartForm::Objects || part.isLabelled ||
                       (reading.layout.readsLeniently() && !isAnswer(value) &&
                        !textOfContent(value, "content", builder).empty());
    // Content parts and other objects are read as well as can be where nobody says what is to be expected.
    const bool isSome = !part.isStrict && (value.isArray() || value.isObject());
    if (isListOfTexts(value)) {
        std::size_t index = 0;
        for (const JsonView each : value.elements())
            readCandidate(kind, each, pointerTo(builder, pointer, index++), builder);
    } else if (isAny && value.hasValue()) {
        // What says nothing stays a field.
        if (!readOne(reading, part, {.kind = kind}, value, pointer, shared))
            return;
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
        // Inside of a member it stays a field.
        if (value.isMissing() || part.at.member().empty())
            return;
        builder.treeField(part.at.member(), value);
    }
    reading.markRead(part.at);
}

/// Every value to which the part leads is one candidate, named by what is data in its name. `number` counts
/// them.
void readEachCandidate(LayoutReading& reading, const LayoutPart& part, int better, int& number,
                       std::size_t shared)
{
    PatternPlaces found = placesOf(part.at, reading.record, reading.builder);
    reading.markAround(found, part.at);
    for (const std::uint32_t index : found.values) {
        const PatternPlace& place = found.places[index];
        std::uint32_t named = index;
        while (named != PatternPlace::kNone && !found.places[named].isData)
            named = found.places[named].around;
        CandidateKind kind = kindOf(part.slot);
        if (better >= 0)
            kind = number == better ? CandidateKind::Chosen : CandidateKind::Rejected;
        ++number;
        const std::string_view label =
            named == PatternPlace::kNone ? std::string_view() : found.places[named].counter;
        const auto of =
            readOne(reading, part, {.kind = kind, .label = label}, place.value, place.pointer, shared);
        if (!of)
            continue;
        reading.readPlaces.push_back(place.value.place());
        for (const auto& [name, value] : takeBesides(found, place.around, reading, part)) {
            if (of == BesidesOf::Candidate)
                reading.builder.candidateField(name, value);
            else
                reading.builder.messageField(name, value);
            reading.readPlaces.push_back(value.place());
        }
    }
}

/// Whether it is one of several parts of its slot, and the record does not have it.
bool isMissingOfSeveral(const LayoutReading& reading, const LayoutPart& part)
{
    const auto& parts = reading.layout.candidates;
    const auto ofSlot = std::count_if(parts.begin(), parts.end(),
                                      [&part](const LayoutPart& each) { return each.slot == part.slot; });
    return part.isStrict && !part.isEach && ofSlot > 1 && !fits(part, valueOf(part, reading.record));
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
        if (reading.layout.candidates.front().form == PartForm::Objects)
            readListedMessage(reading, reading.layout.candidates.front(), message, at, Speech::Message);
        else
            readChatMessage(message, at, reading.builder);
    }
}

void readCandidates(LayoutReading& reading, std::size_t shared)
{
    if (reading.layout.candidates.empty())
        return;
    const int better = betterCandidate(reading);
    if (readDialogues(reading, better))
        return;
    int number = 0;
    for (const LayoutPart& part : reading.layout.candidates) {
        // Only of texts nobody doubts that they answer the messages.
        const bool isOther =
            part.isIfUnanswered && (isAnswered(reading) || !isListOfTexts(valueOf(part, reading.record)));
        if (isOther || isMissingOfSeveral(reading, part))
            continue;
        if (part.isEach) {
            readEachCandidate(reading, part, better, number, shared);
            continue;
        }
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
