// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_texts.h"

#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

/// Keys, and types of content parts, without case and punctuation.
constexpr std::string_view kCallWords[] = {"toolcall", "toolcalls", "functioncall", "functioncalls",
                                           "tooluse"};
constexpr std::string_view kArgumentKeys[] = {"arguments", "args", "input", "parameters"};
constexpr std::string_view kResultNameKeys[] = {"name", "toolname", "functionname"};

/// "tool_calls", "toolCalls" and "tool-calls" are one word; empty if it is longer than all words that are
/// looked for.
std::string plainWord(std::string_view key)
{
    constexpr std::size_t kLongest = 24;
    std::string word;
    if (key.size() > kLongest)
        return word;
    for (const char c : key) {
        if (c != '_' && c != '-')
            word += lowerAscii(c);
    }
    return word;
}

template<std::size_t N>
bool isAmong(std::string_view word, const std::string_view (&words)[N])
{
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/// What a key says about the texts under it.
TextPart partOfKey(std::string_view key, TextPart otherwise)
{
    const std::string word = plainWord(key);
    if (isAmong(word, kCallWords))
        return TextPart::ToolCall;
    return isThoughtWord(key) ? TextPart::Reasoning : otherwise;
}

/// A text that is an object or a list of JSON, as it is shown: without its escapes. Empty for any other text,
/// and for one without escapes.
std::string withoutEscapes(std::string_view text)
{
    const std::string_view json = trimmed(text);
    const bool mayBeJson = json.starts_with('{') || json.starts_with('[');
    if (!mayBeJson || json.find('\\') == std::string_view::npos || diagnoseJson(json))
        return {};
    std::string decoded;
    decoded.reserve(json.size());
    for (std::size_t at = 0; at < json.size();) {
        const std::size_t escape = std::min(json.find('\\', at), json.size());
        decoded.append(json, at, escape - at);
        at = escape;
        if (at == json.size())
            break;
        const JsonEscape found = escapeAt(json, at);
        if (found.length > 0)
            appendCodePoint(decoded, found.character);
        at += std::max<std::size_t>(found.length, 1);
    }
    return decoded;
}

class TextWalk {
public:
    TextWalk(const Conversation& conversation, const TextVisitor& visit)
        : m_conversation(conversation), m_visit(visit)
    {
    }

    bool all()
    {
        for (const ContextPart& part : m_conversation.context) {
            if (texts(part.texts, {{}, TextPart::Context, {}}))
                return true;
        }
        for (std::size_t i = 0; i < m_conversation.messages.size(); ++i) {
            if (message(i))
                return true;
        }
        return candidates() || ratings() || recordFields();
    }

    bool message(std::size_t index)
    {
        const Message& message = m_conversation.messages[index];
        RecordText text;
        text.message = static_cast<std::uint32_t>(index);
        text.role = message.role;
        text.part = speechPart(message);
        if (texts(message.texts, text))
            return true;
        text.part = TextPart::Note;
        text.text = message.memo;
        return give(text) || messageFields(message, text);
    }

private:
    /// Visits a text that is not empty. Media that is written as text is nothing to read.
    bool give(const RecordText& text)
    {
        return !text.text.empty() && !text.text.starts_with("data:") && m_visit(text);
    }

    bool giveMade(RecordText text, std::string_view made)
    {
        text.text = made;
        text.entry = nullptr;
        text.isMade = true;
        return give(text);
    }

    /// Visits what a tool is called with: a text, which may be JSON, or any other value.
    bool arguments(const JsonView& value, const RecordText& text, bool isArgument)
    {
        const std::string decoded = withoutEscapes(value.string());
        return decoded.empty() ? values(value, text, isArgument) : giveMade(text, decoded);
    }

    bool texts(const Slice& slice, RecordText made)
    {
        for (const Text& text : m_conversation.textsOf(slice)) {
            made.text = text.text;
            made.entry = &text;
            const std::string decoded =
                made.part == TextPart::ToolCall ? withoutEscapes(text.text) : std::string();
            if (decoded.empty() ? give(made) : giveMade(made, decoded))
                return true;
        }
        return false;
    }

    static TextPart speechPart(const Message& message)
    {
        return message.role == "tool" ? TextPart::ToolResult
                                      : partOfKey(message.roleInFile, TextPart::Message);
    }

    static TextPart partOfField(const Message& message, const Field& field)
    {
        if (field.isContent)
            return isThoughtWord(field.key) ? TextPart::Reasoning : speechPart(message);
        const bool isOfTool = message.role == "tool" && isAmong(plainWord(field.key), kResultNameKeys);
        return partOfKey(field.key, isOfTool ? TextPart::ToolResult : TextPart::Note);
    }

    /// An intent, which is a label that its field finds, unless somebody has written a sentence.
    static bool isIntent(const Field& field);

    bool messageFields(const Message& message, RecordText made)
    {
        const bool isCandidate = made.part == TextPart::Candidate;
        m_said = m_conversation.textsOf(message.texts);
        m_saidAt = m_searched = 0;
        for (const Field& field : m_conversation.fieldsOf(message.fields)) {
            if (isIntent(field))
                continue;
            made.field = &field;
            if (!isCandidate)
                made.part = partOfField(message, field);
            m_isContent = field.isContent;
            const bool isArgument = isAmong(plainWord(field.key), kArgumentKeys);
            if (isArgument ? arguments(field.value, made, true) : values(field.value, made, false))
                return true;
        }
        m_said = {};
        m_isContent = false;
        return false;
    }

    bool candidates()
    {
        for (const Candidate& candidate : m_conversation.candidates) {
            for (std::uint32_t i = candidate.messages.begin; i < candidate.messages.end; ++i) {
                const Message& message = m_conversation.candidateMessages[i];
                RecordText text;
                text.part = TextPart::Candidate;
                text.message = i;
                text.role = message.role;
                if (texts(message.texts, text))
                    return true;
                text.text = message.memo;
                text.role = {};
                if (give(text) || messageFields(message, text))
                    return true;
            }
            for (const Field& field : m_conversation.fieldsOf(candidate.fields)) {
                RecordText text;
                text.part = TextPart::Candidate;
                text.field = &field;
                if (values(field.value, text, false))
                    return true;
            }
        }
        return false;
    }

    /// The wording of a rating that stands for no number has no column.
    bool ratings()
    {
        for (const Rating& rating : m_conversation.ratings) {
            RecordText text;
            text.part = TextPart::Note;
            text.text = rating.wording;
            if (!rating.value && give(text))
                return true;
        }
        return false;
    }

    bool recordFields()
    {
        const bool isAll = m_conversation.messages.empty() && m_conversation.candidates.empty() &&
                           m_conversation.context.empty();
        for (const Field& field : m_conversation.fields) {
            RecordText text;
            text.part = TextPart::Other;
            text.field = &field;
            if (field.kind == FieldKind::Tree) {
                if (values(field.value, text, false))
                    return true;
                continue;
            }
            text.text = field.value.string();
            text.isValue = !isAll && field.kind != FieldKind::Text;
            if (give(text))
                return true;
        }
        return false;
    }

    /// Visits what a value contains. In the arguments of a tool, keys and numbers say something, too.
    bool values(const JsonView& value, RecordText text, bool isArgument)
    {
        switch (value.kind()) {
        case JsonView::Kind::String:
            text.text = value.string();
            return !(m_isContent && mayBeSaid(text.part) && isSaid(text.text)) && give(text);
        case JsonView::Kind::Bool:
        case JsonView::Kind::Integer:
        case JsonView::Kind::Real: {
            const std::string json = isArgument ? value.toJson() : std::string();
            return giveMade(text, json);
        }
        case JsonView::Kind::Array:
            for (const JsonView each : value.elements()) {
                if (values(each, text, isArgument))
                    return true;
            }
            return false;
        case JsonView::Kind::Object:
            return members(value, text, isArgument);
        case JsonView::Kind::Missing:
        case JsonView::Kind::Null:
            return false;
        }
        return false;
    }

    static TextPart partOfContent(const JsonView& object, TextPart otherwise)
    {
        switch (partKindOf(object)) {
        case PartKind::Reasoning:
            return TextPart::Reasoning;
        case PartKind::Call:
            return TextPart::ToolCall;
        case PartKind::Result:
            return TextPart::ToolResult;
        default:
            return otherwise;
        }
    }

    bool members(const JsonView& object, RecordText text, bool isArgument)
    {
        // The type of a content part or of a call is no text: it is the same in all of them.
        const std::string_view type = isArgument ? std::string_view() : object["type"].string();
        const bool isTyped = m_isContent || text.part == TextPart::ToolCall;
        if (m_isContent && !isArgument && text.part != TextPart::Candidate)
            text.part = partOfContent(object, text.part);
        else if (!type.empty() && text.part != TextPart::Candidate && text.part != TextPart::Other)
            text.part = partOfKey(type, text.part);
        for (const auto [key, value] : object.members()) {
            if (isTyped && key == "type" && !type.empty())
                continue;
            if (isArgument) {
                RecordText name = text;
                name.text = key;
                if (give(name))
                    return true;
            }
            const bool mayBeCall = text.part == TextPart::ToolCall || text.part == TextPart::Candidate;
            const bool isOfCall = mayBeCall && !isArgument && isAmong(plainWord(key), kArgumentKeys);
            const bool isIn = isArgument || (isOfCall && text.part == TextPart::ToolCall);
            if (isOfCall ? arguments(value, text, isIn) : values(value, text, isIn))
                return true;
        }
        return false;
    }

    /// What is thought or asked of a tool is not text of the message.
    static bool mayBeSaid(TextPart part) { return part != TextPart::Reasoning && part != TextPart::ToolCall; }

    /// Whether the message says the text, which is then visited already. Parts come in the order of what is
    /// said; others are looked for only for so long, since there may be thousands.
    bool isSaid(std::string_view text)
    {
        constexpr std::size_t kBetweenParts = 16;
        constexpr std::size_t kMostSearched = std::size_t{4} << 20U;
        if (!m_said.empty() && m_saidAt < m_said.front().text.size()) {
            const std::string_view next = m_said.front().text.substr(m_saidAt, text.size() + kBetweenParts);
            if (const std::size_t at = next.find(text); at != std::string_view::npos) {
                m_saidAt += at + text.size();
                return true;
            }
        }
        return m_searched < kMostSearched && std::any_of(m_said.begin(), m_said.end(), [&](const Text& said) {
                   m_searched += said.text.size();
                   return said.text.find(text) != std::string_view::npos;
               });
    }

    const Conversation& m_conversation;
    const TextVisitor& m_visit;
    /// While the fields of a message are visited: what it says, and whether the field is the rest of it.
    std::span<const Text> m_said;
    bool m_isContent = false;
    /// Up to where the first of its texts has come in parts, and how many bytes were searched for others.
    std::size_t m_saidAt = 0;
    std::size_t m_searched = 0;
};

/// Last parts of keys whose values are names, whatever they look like.
constexpr std::string_view kClosedNames[] = {
    "category", "categories", "class", "date",  "datetime",  "file",    "filename", "filepath", "format",
    "guid",     "hash",       "id",    "ids",   "intent",    "intents", "label",    "labels",   "lang",
    "language", "languages",  "path",  "paths", "role",      "roles",   "sha",      "split",    "tag",
    "tags",     "task",       "tasks", "time",  "timestamp", "type",    "url",      "uuid",     "version"};
/// The same of keys that say what their values are about: texts, however short.
constexpr std::string_view kTextNames[] = {
    "annotation",  "answer",   "answers",     "comment",     "comments",  "content",
    "context",     "contexts", "description", "explanation", "feedback",  "input",
    "instruction", "memo",     "memos",       "message",     "note",      "notes",
    "output",      "prompt",   "query",       "question",    "questions", "rationale",
    "reason",      "reasons",  "reference",   "references",  "remark",    "remarks",
    "response",    "review",   "summary",     "text",        "texts",     "title"};

std::string_view lastName(std::string_view key)
{
    return key.substr(key.rfind('.') + 1);
}

bool hasTextName(std::string_view key)
{
    return isAmong(plainWord(lastName(key)), kTextNames);
}

/// "user_id", "createdAt" and "file_path" end like the names.
bool hasClosedName(std::string_view key)
{
    const std::string_view name = lastName(key);
    if (isAmong(plainWord(name), kClosedNames))
        return true;
    const std::size_t under = name.find_last_of("_-");
    const std::string_view end =
        under == std::string_view::npos ? std::string_view() : name.substr(under + 1);
    if (name.ends_with("Id") || name.ends_with("Ids") || name.ends_with("At"))
        return true;
    return !end.empty() && (end == "at" || isAmong(plainWord(end), kClosedNames));
}

/// What a value looks like.
enum class Wording : std::uint8_t { Name, Words, Sentence };

/// A name has at most two words; a sentence has more and ends like one, or has several lines. Two characters
/// of Chinese or Japanese count as a word.
Wording wordingOf(std::string_view text)
{
    if (text.find('\n') != std::string_view::npos)
        return Wording::Sentence;
    constexpr std::size_t kWords = 3;
    std::size_t words = 0;
    std::size_t characters = 0;
    bool isInWord = false;
    for (std::size_t i = 0; i < text.size() && (words + characters / 2 < kWords); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // The first bytes of U+3000 to U+9FFF.
        characters += byte >= 0xE3 && byte <= 0xE9 ? 1 : 0;
        const char small = lowerAscii(text[i]);
        const bool isLetter = (small >= 'a' && small <= 'z') || (byte >= 0xC3 && byte <= 0xE1) ||
                              (byte >= 0xEA && byte <= 0xED);
        if (isLetter && !isInWord)
            ++words;
        isInWord = isLetter || (isInWord && !isBlank(text[i]));
    }
    // Some languages have no spaces, and no name is this long.
    if (words + characters / 2 < kWords)
        return isLongText(text) ? Wording::Words : Wording::Name;
    constexpr std::string_view kEnds[] = {".", "!", "?", "。", "！", "？", "…", ".\"", "”"};
    const bool isEnded = std::any_of(std::begin(kEnds), std::end(kEnds),
                                     [text](std::string_view end) { return text.ends_with(end); });
    return isEnded ? Wording::Sentence : Wording::Words;
}

bool TextWalk::isIntent(const Field& field)
{
    if (field.key != "intent" || field.joints != 0 || field.isContent)
        return false;
    const auto isLabel = [](const JsonView& value) {
        return !value.isString() || wordingOf(value.string()) != Wording::Sentence;
    };
    if (!field.value.isArray())
        return isLabel(field.value) && !field.value.isObject();
    for (const JsonView each : field.value.elements()) {
        if (!isLabel(each) || each.isObject() || each.isArray())
            return false;
    }
    return true;
}

} // namespace

void TextKeys::look(const Conversation& conversation)
{
    if (!conversation.id.empty())
        m_keys.emplace("id", false);
    for (const Field& field : conversation.fields) {
        // Trees are always searched.
        const bool isTree = field.kind == FieldKind::Tree;
        const auto note = [&](const JsonView& value) {
            if (!value.isString() || value.string().empty())
                return;
            auto known = m_keys.find(field.key);
            if (known != m_keys.end() && known->second)
                return;
            const Wording wording = wordingOf(value.string());
            const bool isText = hasTextName(field.key) || field.kind == FieldKind::Text ||
                                wording == Wording::Sentence ||
                                (wording == Wording::Words && !hasClosedName(field.key));
            if (known != m_keys.end())
                known->second = isText;
            else if (isText || !isTree)
                m_keys.emplace(std::string(field.key), isText);
        };
        note(field.value);
        constexpr std::size_t kMostLooked = 100;
        std::size_t looked = 0;
        for (const JsonView each : field.value.elements()) {
            if (++looked > kMostLooked)
                break;
            note(each);
        }
    }
}

bool TextKeys::isText(std::string_view key) const
{
    const auto known = m_keys.find(key);
    return known == m_keys.end() ? hasTextName(key) || !hasClosedName(key) : known->second;
}

std::vector<std::string> TextKeys::closed() const
{
    std::vector<std::string> keys;
    for (const auto& [key, hasText] : m_keys) {
        if (!hasText)
            keys.push_back(key);
    }
    return keys;
}

std::string_view textPartName(TextPart part)
{
    constexpr std::array<std::string_view, 8> kNames{"message", "tool call", "tool result", "reasoning",
                                                     "context", "candidate", "note",        "text"};
    return kNames.at(static_cast<std::size_t>(part));
}

bool forEachText(const Conversation& conversation, const TextVisitor& visit)
{
    return TextWalk(conversation, visit).all();
}

bool forEachTextOf(const Conversation& conversation, std::size_t message, const TextVisitor& visit)
{
    return TextWalk(conversation, visit).message(message);
}

bool isLongText(std::string_view text)
{
    constexpr std::size_t kLongestValue = 100;
    return text.size() > kLongestValue || text.find('\n') != std::string_view::npos;
}

} // namespace duologue
