// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/record_texts.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

namespace {

/// Keys, and types of content parts, without case and punctuation.
constexpr std::string_view kCallWords[] = {"toolcall", "toolcalls", "functioncall", "functioncalls",
                                           "tooluse"};
constexpr std::string_view kReasoningWords[] = {
    "reasoning", "reasoningcontent", "reasoningtext", "reasoningdetails", "thinking", "thought", "thoughts"};
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
    return isAmong(word, kReasoningWords) ? TextPart::Reasoning : otherwise;
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

    bool texts(const Slice& slice, RecordText made)
    {
        for (const Text& text : m_conversation.textsOf(slice)) {
            made.text = text.text;
            made.entry = &text;
            if (give(made))
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
            return speechPart(message);
        const bool isOfTool = message.role == "tool" && isAmong(plainWord(field.key), kResultNameKeys);
        return partOfKey(field.key, isOfTool ? TextPart::ToolResult : TextPart::Note);
    }

    bool messageFields(const Message& message, RecordText made)
    {
        const bool isCandidate = made.part == TextPart::Candidate;
        m_said = m_conversation.textsOf(message.texts);
        for (const Field& field : m_conversation.fieldsOf(message.fields)) {
            made.field = &field;
            if (!isCandidate)
                made.part = partOfField(message, field);
            m_isContent = field.isContent;
            if (values(field.value, made, isAmong(plainWord(field.key), kArgumentKeys)))
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
            const bool isText = field.kind == FieldKind::Text || isLongText(text.text);
            if ((isAll || isText) && give(text))
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
            return !(m_isContent && isSaid(text.text)) && give(text);
        case JsonView::Kind::Bool:
        case JsonView::Kind::Integer:
        case JsonView::Kind::Real: {
            const std::string json = isArgument ? value.toJson() : std::string();
            text.text = json;
            return give(text);
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

    bool members(const JsonView& object, RecordText text, bool isArgument)
    {
        // The type of a content part or of a call is no text: it is the same in all of them.
        const std::string_view type = isArgument ? std::string_view() : object["type"].string();
        const bool isTyped = m_isContent || text.part == TextPart::ToolCall;
        if (!type.empty() && text.part != TextPart::Candidate && text.part != TextPart::Other)
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
            const bool isOfCall =
                text.part == TextPart::ToolCall && !isArgument && isAmong(plainWord(key), kArgumentKeys);
            if (values(value, text, isArgument || isOfCall))
                return true;
        }
        return false;
    }

    /// Whether the message says the text, which is then visited already.
    bool isSaid(std::string_view text) const
    {
        return std::any_of(m_said.begin(), m_said.end(), [text](const Text& said) {
            return said.text.find(text) != std::string_view::npos;
        });
    }

    const Conversation& m_conversation;
    const TextVisitor& m_visit;
    /// While the fields of a message are visited: what it says, and whether the field is the rest of it.
    std::span<const Text> m_said;
    bool m_isContent = false;
};

} // namespace

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
