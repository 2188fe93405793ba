// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/conversation_text.h"

#include "core/data/field_reader.h"
#include "core/export/conversation_json.h"
#include "core/json/json_writer.h"
#include "core/util/escape.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace duologue {

namespace {

bool isChosen(const Text& text, LanguageChoice language)
{
    return !text.earlier && (!language || isWrittenFor(text.language, *language));
}

/// Escapes line breaks: the text after one could look like another part of the conversation.
std::string onOneLine(std::string_view name)
{
    std::string line;
    for (const char c : name) {
        if (c == '\n' || c == '\r')
            line += c == '\n' ? "\\n" : "\\r";
        else
            line += c;
    }
    return line;
}

/// Indents all lines but the first, so that none of them looks like another part of the conversation.
std::string indented(std::string_view text, std::string_view indent)
{
    std::string lines;
    for (const char c : text) {
        lines += c;
        if (c == '\n')
            lines += indent;
    }
    return lines;
}

constexpr std::string_view kValueIndent = "    ";
constexpr std::string_view kContextIndent = "  ";

std::string headLine(const Conversation& conversation, std::size_t index)
{
    const Message& message = conversation.messages[index];
    std::string head = std::to_string(index + 1) + " · " + onOneLine(message.role);
    for (const Name& intent : conversation.intentsOf(message))
        head.append(" · ").append(onOneLine(intent.shown()));
    if (message.hallucination != Mark::NotAnnotated)
        head.append(" · hallucination: ").append(markName(message.hallucination));
    return head;
}

/// Written for a message without a text in the requested language, because an empty line would look like an
/// empty message.
std::string missingText(const Message& message, LanguageChoice language)
{
    if (!language || message.texts.size() == 0)
        return {};
    const std::string name = *language == Language::Other ? "other" : std::string(languageName(*language));
    return "(no " + name + " text)";
}

std::string bodyText(const Conversation& conversation, const Message& message, LanguageChoice language)
{
    std::string body;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (!isChosen(text, language))
            continue;
        if (!body.empty())
            body += "\n\n";
        body += text.text;
    }
    return body.empty() ? missingText(message, language) : body;
}

std::string bodyMarkdown(const Conversation& conversation, const Message& message, LanguageChoice language)
{
    std::string body;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (isChosen(text, language))
            body += markdownBlock(text.text);
    }
    if (const std::string missing = missingText(message, language); body.empty() && !missing.empty())
        return missing + "\n\n";
    return body;
}

/// The texts of a context part or a message: those of an earlier wording, or the others.
std::vector<std::string_view> textsOf(const Conversation& conversation, Slice slice, LanguageChoice language,
                                      bool earlier)
{
    std::vector<std::string_view> texts;
    for (const Text& text : conversation.textsOf(slice)) {
        if (text.earlier == earlier && (!language || isWrittenFor(text.language, *language)))
            texts.push_back(text.text);
    }
    return texts;
}

/// Finds the texts of parts in the texts of their message, where they stand in the same order.
class SaidTexts {
public:
    explicit SaidTexts(std::span<const Text> texts)
    {
        for (const Text& text : texts)
            m_rest.push_back(text.text);
    }

    bool take(std::string_view part)
    {
        // Each miss reads all of the texts.
        constexpr int kMostMisses = 1'000;
        if (part.empty() || m_misses > kMostMisses)
            return false;
        for (std::string_view& rest : m_rest) {
            if (const std::size_t at = rest.find(part); at != std::string_view::npos) {
                rest.remove_prefix(at + part.size());
                return true;
            }
        }
        ++m_misses;
        return false;
    }

private:
    std::vector<std::string_view> m_rest;
    int m_misses = 0;
};

/// A list of parts as JSON, without the texts that are among `said`; empty if nothing else is in it.
std::string partsBesides(const JsonView& parts, std::span<const Text> said)
{
    SaidTexts texts(said);
    std::string json;
    JsonWriter out(json);
    bool isEmpty = true;
    out.beginArray();
    for (const JsonView part : parts.elements()) {
        if (!texts.take(part.isString() ? part.string() : part["text"].string())) {
            out.json(part.toJson());
            isEmpty = false;
            continue;
        }
        const std::size_t names = part["type"].isMissing() ? 1 : 2;
        if (part.size() <= names)
            continue;
        out.beginObject();
        for (const JsonMember& member : part.members()) {
            if (member.key == "text")
                continue;
            out.key(member.key);
            out.json(member.value.toJson());
        }
        out.endObject();
        isEmpty = false;
    }
    out.endArray();
    return isEmpty ? std::string() : json;
}

std::string valueText(const Field& field)
{
    const bool isName = field.kind == FieldKind::Category || field.kind == FieldKind::Categories ||
                        field.kind == FieldKind::Text;
    if (isName && (field.name.en.empty() || field.name.zh.empty()))
        return std::string(field.name.shown());
    if (field.kind == FieldKind::Tree && field.value.isString())
        return std::string(field.value.string());
    return fieldJson(field);
}

/// None for the content of a message that only repeats its texts, which are `said`.
std::optional<std::string> valueText(const Field& field, std::span<const Text> said)
{
    if (!field.isContent || !field.value.isArray() || said.empty())
        return valueText(field);
    std::string rest = partsBesides(field.value, said);
    return rest.empty() ? std::nullopt : std::optional(std::move(rest));
}

/// One entry for each field. Of a message whose texts are `said`, its content without these.
std::string fieldLines(std::span<const Field> fields, std::span<const Text> said = {})
{
    std::string lines;
    for (const Field& field : fields) {
        if (const auto value = valueText(field, said))
            lines += "  " + onOneLine(field.key) + ": " + indented(*value, kValueIndent) + "\n";
    }
    return lines;
}

std::string fieldItems(std::span<const Field> fields, std::span<const Text> said = {})
{
    std::string items;
    for (const Field& field : fields) {
        if (const auto value = valueText(field, said))
            items += "- " + markdownLine(field.key) + ": " + markdownLine(*value) + "\n";
    }
    return items;
}

std::string messageFieldLines(const Conversation& conversation, const Message& message)
{
    return fieldLines(conversation.fieldsOf(message.fields), conversation.textsOf(message.texts));
}

/// With an empty line after them, if there are any.
std::string messageFieldItems(const Conversation& conversation, const Message& message)
{
    const std::string items =
        fieldItems(conversation.fieldsOf(message.fields), conversation.textsOf(message.texts));
    return items.empty() ? items : items + "\n";
}

/// The notes of one message, or those of none.
std::string noteItems(std::span<const RecordNote> notes, std::optional<std::size_t> message)
{
    std::string items;
    for (const RecordNote& note : notes) {
        if (note.message == message)
            items += "- **" + note.severity + "**: " + markdownLine(lineOf(note)) + "\n";
    }
    return items.empty() ? items : items + "\n";
}

} // namespace

std::string_view contextTitle(ContextKind kind)
{
    constexpr std::array<std::string_view, 6> kTitles{"Task",    "Preference", "Preference summary",
                                                      "Persona", "Question",   "Explanation"};
    return kTitles.at(static_cast<std::size_t>(kind));
}

std::string_view candidateKindName(CandidateKind kind)
{
    constexpr std::array<std::string_view, 4> kNames{"chosen", "rejected", "option", "sample"};
    return kNames.at(static_cast<std::size_t>(kind));
}

bool namesSpeakers(std::span<const Message> messages)
{
    return messages.size() > 1 || (messages.size() == 1 && messages.front().role != "assistant");
}

std::string messageText(const Conversation& conversation, std::size_t index, LanguageChoice language)
{
    const Message& message = conversation.messages.at(index);
    std::string text = "[" + headLine(conversation, index) + "]\n";
    text += bodyText(conversation, message, language) + "\n";
    if (!message.memo.empty() && message.hallucination == Mark::Yes)
        text += "(memo: " + indented(message.memo, kValueIndent) + ")\n";
    return text + messageFieldLines(conversation, message);
}

std::string conversationText(const Conversation& conversation, LanguageChoice language)
{
    std::string out;
    for (const ContextPart& part : conversation.context) {
        for (const bool earlier : {false, true}) {
            const auto texts = textsOf(conversation, part.texts, language, earlier);
            if (texts.empty())
                continue;
            out.append(contextTitle(part.kind)).append(earlier ? ", earlier:\n" : ":\n");
            for (const std::string_view text : texts)
                out.append(kContextIndent).append(indented(text, kContextIndent)).append("\n");
            out += "\n";
        }
    }
    for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
        out += messageText(conversation, i, language);
        for (const std::string_view text :
             textsOf(conversation, conversation.messages[i].texts, language, true))
            out.append("(earlier translation) ").append(text).append("\n");
        out += "\n";
    }
    for (const Candidate& candidate : conversation.candidates) {
        out.append("[").append(candidateKindName(candidate.kind));
        if (!candidate.label.empty())
            out.append(" ").append(onOneLine(candidate.label));
        out += candidate.aligned ? " · aligned]\n" : "]\n";
        const auto messages = conversation.messagesOf(candidate);
        for (const Message& message : messages) {
            if (namesSpeakers(messages))
                out += "(" + onOneLine(message.role) + ")\n";
            out += bodyText(conversation, message, language) + "\n" +
                   messageFieldLines(conversation, message) + "\n";
        }
        out += fieldLines(conversation.fieldsOf(candidate.fields));
    }
    if (!conversation.ratings.empty())
        out += "Ratings:\n";
    for (const Rating& rating : conversation.ratings) {
        out.append("  ").append(onOneLine(rating.name)).append(": ");
        out.append(rating.value ? numberText(*rating.value) : std::string("–"));
        if (!rating.wording.empty())
            out += " (" + indented(rating.wording, kValueIndent) + ")";
        out += "\n";
    }
    if (!conversation.fields.empty())
        out += (out.empty() ? "" : "\n") + ("Fields:\n" + fieldLines(conversation.fields));
    return out;
}

std::string conversationMarkdown(const Conversation& conversation, LanguageChoice language,
                                 std::span<const RecordNote> notes)
{
    std::string out = noteItems(notes, std::nullopt);
    for (const ContextPart& part : conversation.context) {
        for (const bool earlier : {false, true}) {
            const auto texts = textsOf(conversation, part.texts, language, earlier);
            if (!texts.empty())
                out.append("## ").append(contextTitle(part.kind)).append(earlier ? ", earlier\n\n" : "\n\n");
            for (const std::string_view text : texts)
                out += markdownBlock(text);
        }
    }
    for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
        const Message& message = conversation.messages[i];
        out += "### " + markdownLine(headLine(conversation, i)) + "\n\n";
        out += noteItems(notes, i);
        out += bodyMarkdown(conversation, message, language);
        for (const std::string_view text : textsOf(conversation, message.texts, language, true))
            out += "(earlier translation)\n\n" + markdownBlock(text);
        if (!message.memo.empty() && message.hallucination == Mark::Yes)
            out += "> " + markdownLine(message.memo) + "\n\n";
        out += messageFieldItems(conversation, message);
    }
    for (const Candidate& candidate : conversation.candidates) {
        out.append("### ").append(candidateKindName(candidate.kind));
        if (!candidate.label.empty())
            out += " " + markdownLine(candidate.label);
        out += candidate.aligned ? " (aligned)\n\n" : "\n\n";
        const auto messages = conversation.messagesOf(candidate);
        for (const Message& message : messages) {
            if (namesSpeakers(messages))
                out += "#### " + markdownLine(message.role) + "\n\n";
            out += bodyMarkdown(conversation, message, language);
            out += messageFieldItems(conversation, message);
        }
        if (candidate.fields.size() > 0)
            out += fieldItems(conversation.fieldsOf(candidate.fields)) + "\n";
    }
    if (!conversation.ratings.empty())
        out += "| rating | value |\n| --- | ---: |\n";
    for (const Rating& rating : conversation.ratings) {
        const std::string wording = markdownLine(rating.wording);
        const std::string value = rating.value ? numberText(*rating.value) : std::string();
        const bool hasBoth = !value.empty() && !wording.empty();
        out.append("| ").append(markdownLine(rating.name)).append(" | ");
        out.append(value).append(hasBoth ? " (" : "").append(wording).append(hasBoth ? ")" : "");
        out += " |\n";
    }
    if (!conversation.fields.empty())
        out += (out.empty() ? "" : "\n") + fieldItems(conversation.fields);
    return out;
}

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string dumped(const OrderedJson& json, int indent)
{
    return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

/// A real number for which the library has more digits than it needs.
bool isLongReal(const OrderedJson& json)
{
    return json.is_number_float() && std::isfinite(json.get<double>()) &&
           json.dump() != realText(json.get<double>());
}

bool hasDigits(const OrderedJson& json)
{
    return json.is_binary() || isLongReal(json) ||
           (json.is_structured() && std::any_of(json.begin(), json.end(), hasDigits));
}

/// Puts a text in the place of each number of digits, and notes the number.
void replaceDigits(OrderedJson& json, const std::string& mark, std::vector<std::string>& digits)
{
    if (json.is_binary()) {
        digits.emplace_back(digitsOf(json));
        json = mark;
    } else if (isLongReal(json)) {
        digits.push_back(realText(json.get<double>()));
        json = mark;
    } else if (json.is_structured()) {
        for (OrderedJson& each : json)
            replaceDigits(each, mark, digits);
    }
}

} // namespace

namespace {

/// Builds a value of its parts. A real number whose text is another than that of its double becomes one of
/// its digits.
class ExactJson final : public nlohmann::json_sax<OrderedJson> {
public:
    OrderedJson take() { return std::move(m_root); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& text) override
    {
        return std::isfinite(value) && realText(value) == text ? add(value) : add(digitsJson(text));
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    /// There is none in a text.
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*members*/) override { return open(OrderedJson::object()); }
    bool key(string_t& name) override
    {
        m_key = std::move(name);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*elements*/) override { return open(OrderedJson::array()); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                     const nlohmann::json::exception& /*error*/) override
    {
        return false;
    }

private:
    OrderedJson& place()
    {
        if (m_open.empty())
            return m_root;
        OrderedJson& parent = *m_open.back();
        if (parent.is_object())
            return parent[m_key];
        parent.push_back(nullptr);
        return parent.back();
    }
    bool add(OrderedJson value)
    {
        place() = std::move(value);
        return true;
    }
    bool open(OrderedJson value)
    {
        OrderedJson& opened = place();
        opened = std::move(value);
        m_open.push_back(&opened);
        return true;
    }
    bool close()
    {
        m_open.pop_back();
        return true;
    }

    OrderedJson m_root;
    std::vector<OrderedJson*> m_open;
    string_t m_key;
};

} // namespace

nlohmann::ordered_json exactJson(std::string_view json)
{
    ExactJson made;
    OrderedJson::sax_parse(json, &made);
    return made.take();
}

nlohmann::ordered_json digitsJson(std::string_view digits)
{
    return OrderedJson::binary({digits.begin(), digits.end()});
}

std::string_view digitsOf(const nlohmann::ordered_json& number)
{
    const auto& bytes = number.get_binary();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string jsonText(const nlohmann::ordered_json& json, int indent)
{
    if (!hasDigits(json))
        return dumped(json, indent);
    // No text of the data is the mark.
    const std::string whole = dumped(json, -1);
    std::string mark = "digits";
    while (whole.find(mark) != std::string::npos)
        mark += '_';
    OrderedJson marked = json;
    std::vector<std::string> digits;
    replaceDigits(marked, mark, digits);
    mark = '"' + mark + '"';
    std::string rest = dumped(marked, indent);
    std::string text;
    std::size_t at = 0;
    for (const std::string& number : digits) {
        const std::size_t found = rest.find(mark, at);
        text.append(rest, at, found - at).append(number);
        at = found + mark.size();
    }
    return text.append(rest, at);
}

} // namespace duologue
