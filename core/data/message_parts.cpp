// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/conversation.h"
#include "core/io/csv/python_text.h"
#include "core/json/json_tokens.h"
#include "core/util/text.h"

#include <algorithm>
#include <unordered_map>

namespace duologue {

namespace {

using Words = std::span<const std::string_view>;

/// Types of parts and keys of messages, without case and punctuation.
constexpr std::string_view kThoughtWords[] = {
    "reasoning", "reasoningcontent", "reasoningtext",    "reasoningdetails", "thinking", "thinkingblocks",
    "thought",   "thoughts",         "redactedthinking", "thinkingcontent",  "isthought"};
constexpr std::string_view kCallListWords[] = {"toolcalls", "functioncall", "functioncalls"};
constexpr std::string_view kCallWords[] = {"functioncall", "tooluse",    "toolcall", "toolinvocation",
                                           "dynamictool",  "servertool", "mcptool"};
constexpr std::string_view kFileWords[] = {"file", "document", "audio", "video", "media", "pdf"};
/// Keys of a part without a type.
constexpr std::string_view kCallKeys[] = {"functionCall", "function_call", "toolUse", "executableCode",
                                          "executable_code"};
constexpr std::string_view kResultKeys[] = {"functionResponse", "function_response", "toolResult",
                                            "codeExecutionResult", "code_execution_result"};
constexpr std::string_view kDataKeys[] = {"inlineData", "inline_data", "fileData", "file_data"};

constexpr std::string_view kCallIds[] = {"call_id",   "tool_call_id", "toolCallId",
                                         "toolUseId", "tool_use_id",  "id"};
constexpr std::string_view kResultIds[] = {"tool_call_id", "tool_use_id", "toolCallId",
                                           "toolUseId",    "call_id",     "source_call_id"};
constexpr std::string_view kNames[] = {"name", "toolName", "tool_name", "function_name", "function"};
constexpr std::string_view kArguments[] = {"arguments", "input", "args",    "parameters",
                                           "action",    "code",  "queries", "query"};
/// Where what a tool returned is.
constexpr std::string_view kReturned[] = {"content", "output",    "result", "response",
                                          "outputs", "errorText", "error",  "results"};
constexpr std::string_view kThoughtTexts[] = {"thinking", "text",    "reasoning",  "reasoningText",
                                              "content",  "summary", "description"};

constexpr bool isPunctuation(char c)
{
    return c == '_' || c == '-' || c == '.';
}

/// "tool_calls", "toolCalls" and "tool-calls" are one word; empty if it is longer than all that are known.
std::string plainWord(std::string_view key)
{
    constexpr std::size_t kLongest = 40;
    std::string word;
    if (key.size() > kLongest)
        return word;
    for (const char c : key) {
        if (!isPunctuation(c))
            word += lowerAscii(c);
    }
    return word;
}

bool isAmong(std::string_view word, Words words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether the plain word of a key is one of them.
bool isPlainlyAmong(std::string_view key, Words words)
{
    // Nearly none is, by their first letters.
    if (key.size() < 2)
        return false;
    const char first = lowerAscii(key[0]);
    const char second = lowerAscii(key[1]);
    const auto mayBe = [first, second](std::string_view word) {
        return first == word[0] && (isPunctuation(second) || second == word[1]);
    };
    if (!isPunctuation(first) && std::none_of(words.begin(), words.end(), mayBe))
        return false;
    return isAmong(plainWord(key), words);
}

bool containsOneOf(std::string_view word, Words words)
{
    return std::any_of(words.begin(), words.end(),
                       [word](std::string_view each) { return word.find(each) != std::string_view::npos; });
}

/// The member with the first of the keys whose value will do; Missing, without a key, if there is none.
template<typename WillDo>
JsonMember firstMember(const JsonView& object, Words keys, const WillDo& willDo)
{
    // Most other members have keys of other lengths, which are all below 32.
    std::uint32_t lengths = 0;
    for (const std::string_view key : keys)
        lengths |= std::uint32_t{1} << key.size();
    JsonMember found;
    std::size_t rank = keys.size();
    const JsonMembers members = object.members();
    for (auto at = members.begin(); at != members.end(); ++at) {
        const std::string_view key = at.key();
        if (key.size() >= 32 || (lengths >> key.size() & 1U) == 0)
            continue;
        for (std::size_t i = 0; i < rank; ++i) {
            if (keys[i] == key && willDo(at.value())) {
                found = *at;
                rank = i;
            }
        }
    }
    return found;
}

JsonMember firstOf(const JsonView& object, Words keys)
{
    return firstMember(object, keys, [](const JsonView& value) { return value.hasValue(); });
}

std::string_view firstText(const JsonView& object, Words keys)
{
    return firstMember(object, keys, [](const JsonView& value) { return !value.string().empty(); })
        .value.string();
}

std::string_view typeOf(const JsonView& part)
{
    const std::string_view type = part["type"].string();
    return type.empty() ? part["content_type"].string() : type;
}

/// A part of the AI SDK that is a tool's call and its result: "tool-NAME".
bool isToolByName(std::string_view type, const JsonView& part)
{
    return type.starts_with("tool-") && (part["toolCallId"].isString() || part["state"].isString());
}

PartKind kindOfType(std::string_view type, const JsonView& part)
{
    const std::string word = plainWord(type);
    if (isAmong(word, kThoughtWords))
        return PartKind::Reasoning;
    if (word.ends_with("toolresult") || word.ends_with("calloutput") || word.ends_with("toolresponse") ||
        word.ends_with("functionresponse") || word.ends_with("callresponse"))
        return PartKind::Result;
    if (isAmong(word, kCallWords) || word.ends_with("tooluse") || word.ends_with("call") ||
        isToolByName(type, part))
        return PartKind::Call;
    const bool hasText = part["text"].isString() || (word == "refusal" && part["refusal"].isString());
    if (word.find("image") != std::string::npos || word == "picture" || word.ends_with("screenshot"))
        return PartKind::Picture;
    if (containsOneOf(word, kFileWords) && !hasText)
        return PartKind::File;
    // OpenTelemetry says what a link or bytes are of.
    if (const std::string_view modality = part["modality"].string(); !modality.empty() && !hasText)
        return modality == "image" ? PartKind::Picture : PartKind::File;
    return hasText ? PartKind::Text : PartKind::Other;
}

bool isPictureType(std::string_view mediaType)
{
    return mediaType.starts_with("image");
}

PartKind kindOfKeys(const JsonView& part)
{
    if (part["text"].isString())
        return part["thought"].boolean() == true || part["isThought"].boolean() == true ? PartKind::Reasoning
                                                                                        : PartKind::Text;
    for (const auto [key, value] : part.members()) {
        if (isAmong(key, kCallKeys))
            return PartKind::Call;
        if (isAmong(key, kResultKeys))
            return PartKind::Result;
        if (isAmong(key, kDataKeys)) {
            const std::string_view snake = value["mime_type"].string();
            return isPictureType(snake.empty() ? value["mimeType"].string() : snake) ? PartKind::Picture
                                                                                     : PartKind::File;
        }
        if (key == "reasoningContent")
            return PartKind::Reasoning;
        if ((key == "image" || key == "image_url") && (value.isObject() || value.isString()))
            return PartKind::Picture;
        if ((key == "document" || key == "video" || key == "audio") && value.isObject())
            return PartKind::File;
    }
    return part["value"].isString() ? PartKind::Text : PartKind::Other;
}

/// The object that says what is called, and the key that it is under if it is not the part itself.
JsonView callIn(const JsonView& part, std::string_view& key)
{
    constexpr std::string_view kCalled[] = {"function", "custom", "toolInvocation"};
    const auto isObject = [](const JsonView& value) { return value.isObject(); };
    if (const JsonView called = firstMember(part, kCalled, isObject).value; called.isObject())
        return called;
    if (part["type"].isMissing()) {
        const JsonMember called = firstOf(part, kCallKeys);
        key = called.key;
        if (called.value.isObject())
            return called.value;
    }
    return part;
}

/// The name of a tool that has no other: "web_search" of "web_search_call".
std::string_view nameInType(std::string_view type)
{
    constexpr std::string_view kEnding = "_call";
    if (type.starts_with("tool-"))
        return type.substr(5);
    if (type == "executableCode" || type == "executable_code")
        return "code_execution";
    if (type.ends_with(kEnding))
        type.remove_suffix(kEnding.size());
    return type;
}

bool isFailureWord(std::string_view word)
{
    return word == "error" || word == "failed" || word == "failure" || word == "output-error";
}

/// Whether a member of what is said of a result says that the tool failed.
bool saysError(std::string_view key, const JsonView& value)
{
    if (key == "is_error" || key == "isError")
        return value.boolean() == true;
    if (key == "status" || key == "state")
        return isFailureWord(value.string());
    if (key == "success")
        return value.boolean() == false;
    if (key == "exit_code" || key == "exitCode")
        return value.isNumber() && value.number() != 0;
    if (key == "outcome")
        return value.isString() && value.string() != "OUTCOME_OK";
    if (key == "error" || key == "errorText")
        return value.isString() ? !value.string().empty() : value.isObject() || value.boolean() == true;
    return false;
}

/// Whether Codex says that a call failed, as text: "Exit code: 1\n…", {"output": …, "metadata":
/// {"exit_code": 1}} or {"content": …, "success": false}.
bool isFailureText(std::string_view text)
{
    constexpr std::string_view kLine = "Exit code: ";
    constexpr std::string_view kObject = "{\"output\":";
    constexpr std::string_view kKey = "\"exit_code\":";
    if (text.starts_with("{\"content\":") && text.ends_with("\"success\":false}"))
        return true;
    std::size_t at = text.starts_with(kLine) ? kLine.size() : std::string_view::npos;
    if (text.starts_with(kObject) && text.rfind(kKey) != std::string_view::npos)
        at = text.rfind(kKey) + kKey.size();
    if (at >= text.size())
        return false;
    text.remove_prefix(at);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return !text.empty() && (text.front() == '-' || (isDigit(text.front()) && text.front() != '0'));
}

/// Whether what a tool returned says that it failed: {"type": "error-text", …}, {"type": "…_error", …} or
/// {"error": …} alone.
bool isErrorValue(const JsonView& value)
{
    if (value.isString())
        return isFailureText(value.string());
    const std::string_view type = value["type"].string();
    return type.starts_with("error") || type.ends_with("_error") || saysError("success", value["success"]) ||
           saysError("exit_code", value["exit_code"]) ||
           (value.isObject() && value.size() == 1 && saysError("error", value["error"]));
}

/// Reads the calls that a text writes as JSON, {"name": …, "arguments": …} or a list of such objects.
class CallsInText {
public:
    explicit CallsInText(std::string_view text) : m_text(text), m_scanner(text) {}

    struct Found {
        std::string name;
        /// Quotes included if it is a string.
        std::string_view arguments;
    };

    std::vector<Found> all()
    {
        std::vector<Found> found;
        Found call;
        int depth = 0;
        int objectDepth = 0;
        std::string_view key;
        bool isValue = false;
        for (JsonToken token = m_scanner.next(); token.kind != JsonTokenKind::End; token = m_scanner.next()) {
            if (token.kind == JsonTokenKind::ObjectBegin && objectDepth == 0) {
                objectDepth = ++depth;
                call = {};
                isValue = false;
            } else if (objectDepth != 0 && depth == objectDepth && isValue) {
                const std::string_view value = token.isOpening() ? whole(token) : token.in(m_text);
                if (key == "name" && token.kind == JsonTokenKind::String)
                    call.name = decodedString(value);
                else if (key == "arguments" || key == "parameters" || key == "args")
                    call.arguments = value;
                isValue = false;
            } else if (token.isOpening()) {
                ++depth;
            } else if (token.isClosing()) {
                if (depth == objectDepth) {
                    objectDepth = 0;
                    if (!call.name.empty())
                        found.push_back(call);
                }
                --depth;
            } else if (token.kind == JsonTokenKind::Colon) {
                isValue = true;
            } else if (token.kind == JsonTokenKind::String && token.end - token.begin > 1) {
                key = m_text.substr(token.begin + 1, token.end - token.begin - 2);
            }
        }
        return found;
    }

private:
    /// The object or list that begins with the token.
    std::string_view whole(const JsonToken& opening)
    {
        int depth = 1;
        JsonToken token = opening;
        while (depth > 0 && token.kind != JsonTokenKind::End) {
            token = m_scanner.next();
            depth += token.isOpening() ? 1 : token.isClosing() ? -1 : 0;
        }
        return m_text.substr(opening.begin, std::min(token.end, m_text.size()) - opening.begin);
    }

    std::string_view m_text;
    JsonScanner m_scanner;
};

/// What a text calls that is not JSON: "weather" in 'weather(city="Ulm")' and in JSON that is cut off; empty
/// if it names nothing.
std::string_view nameInCall(std::string_view text)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    constexpr std::string_view kBlanks = " \t\r\n";
    constexpr std::string_view kKey = "\"name\"";
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const std::size_t end = text.find_first_not_of(kLetters);
    if (end != std::string_view::npos && end > 0 && text[end] == '(')
        return text.substr(0, end);
    const std::size_t key = text.find(kKey);
    if (!text.starts_with('{') || key == std::string_view::npos)
        return {};
    text.remove_prefix(key + kKey.size());
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n:"), text.size()));
    const std::size_t close = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
    return close == std::string_view::npos ? std::string_view() : text.substr(1, close - 1);
}

/// A text of Gemini, which writes what it says in pieces.
bool isPieceOfText(const Part& part)
{
    return part.kind == PartKind::Text && isTextPiece(part.source);
}

class PartSearch {
public:
    explicit PartSearch(Conversation& conversation)
        : m_conversation(conversation), m_parts(conversation.parts)
    {
    }

    void all()
    {
        for (Message& message : m_conversation.messages)
            find(message);
        for (const Candidate& candidate : m_conversation.candidates) {
            m_next = m_open.size();
            for (std::uint32_t i = candidate.messages.begin; i < candidate.messages.end; ++i)
                find(m_conversation.candidateMessages[i]);
        }
    }

private:
    void find(Message& message)
    {
        const auto begin = static_cast<std::uint32_t>(m_parts.size());
        if (message.role == "tool")
            addResult(message);
        else if (message.fields.size() > 0)
            addSaid(message);
        if (message.role == "assistant" &&
            (message.roleInFile == "function_call" || message.roleInFile == "tool_call"))
            addCallsOfText(message);
        const bool hasText = std::any_of(m_parts.begin() + begin, m_parts.end(), [](const Part& part) {
            return part.kind == PartKind::Text && !part.text.empty();
        });
        const std::string_view text = m_conversation.originalText(message);
        const bool isShown = m_parts.size() == begin || hasText || m_isTextRead || text.empty();
        m_isTextRead = false;
        if (!isShown) {
            const auto at = std::find_if(m_parts.begin() + begin, m_parts.end(),
                                         [](const Part& part) { return part.kind != PartKind::Reasoning; });
            m_parts.insert(at, Part{.text = text});
        }
        message.parts = {begin, static_cast<std::uint32_t>(m_parts.size())};
        link(message);
    }

    void addSaid(const Message& message)
    {
        const std::size_t begin = m_parts.size();
        const auto fields = m_conversation.fieldsOf(message.fields);
        for (const Field& field : fields) {
            if (!field.isContent && isThoughtWord(field.key))
                addThought(field.key, field.value, {});
        }
        for (const Field& field : fields) {
            if (field.isContent && isThoughtWord(field.key))
                addThought(field.key, field.value, {});
            else if (field.isContent)
                addContent(field.value);
        }
        for (const Field& field : fields) {
            if (!field.isContent && isPlainlyAmong(field.key, kCallListWords))
                addCalls(field.value);
        }
        const bool arePieces = std::any_of(fields.begin(), fields.end(), [](const Field& field) {
            return field.isContent && isKeyOfPieces(field.key);
        });
        if (arePieces)
            joinPieces(begin);
    }

    /// Pieces that follow each other become one text.
    void joinPieces(std::size_t begin)
    {
        std::size_t kept = begin;
        for (std::size_t at = begin; at < m_parts.size();) {
            Part part = m_parts[at];
            std::size_t end = at + 1;
            while (isPieceOfText(part) && end < m_parts.size() && isPieceOfText(m_parts[end]))
                ++end;
            if (end > at + 1) {
                std::string joined;
                for (std::size_t i = at; i < end; ++i)
                    joined += m_parts[i].text;
                part.text = m_conversation.strings.keep(joined);
            }
            m_parts[kept++] = part;
            at = end;
        }
        m_parts.resize(kept);
    }

    void addContent(const JsonView& content)
    {
        if (content.isArray()) {
            for (const JsonView part : content.elements())
                addPart(part);
        } else if (content.hasValue()) {
            addPart(content);
        }
    }

    void addPart(const JsonView& source)
    {
        Part part;
        part.kind = partKindOf(source);
        part.type = typeOf(source);
        part.source = source;
        switch (part.kind) {
        case PartKind::Text:
            part.text = textOfPart(source).string();
            break;
        case PartKind::Reasoning:
            addThought(part.type, source, source);
            return;
        case PartKind::Call:
            addCall(source);
            return;
        case PartKind::Result: {
            const auto stored = resultIn(source);
            if (!stored)
                break;
            part.value = stored->about[stored->key];
            part.text = part.value.string();
            part.id = firstText(stored->about, kCallIds);
            part.name = firstText(stored->about, kNames);
            part.isError = isErrorValue(part.value);
            for (const auto [key, value] : stored->about.members())
                part.isError = part.isError || saysError(key, value);
            break;
        }
        case PartKind::Picture:
        case PartKind::File:
            if (part.type.empty())
                part.type = firstMember(source);
            part.text = linkOf(source);
            break;
        case PartKind::Other:
            if (part.type.empty())
                part.type = firstMember(source);
            for (const std::string_view key : {"text", "content", "refusal", "value"}) {
                if (part.text.empty())
                    part.text = source[key].string();
            }
            break;
        }
        m_parts.push_back(part);
    }

    static std::string_view firstMember(const JsonView& object)
    {
        for (const auto [key, value] : object.members())
            return key;
        return {};
    }

    /// The address of a picture or a file that is stored elsewhere.
    static std::string_view linkOf(const JsonView& part)
    {
        for (const auto [key, value] : part.members()) {
            const bool isData = key == "data" || key == "bytes";
            if (isData || key == "type" || key == "content_type" || key == "media_type" ||
                key == "mime_type" || key == "mimeType" || key == "mediaType" || key == "format" ||
                key == "detail" || key == "name" || key == "filename" || key == "title")
                continue;
            const std::string_view link = value.isString() ? value.string() : linkOf(value);
            if (!link.empty())
                return link;
        }
        return {};
    }

    void addThought(std::string_view type, const JsonView& value, const JsonView& source)
    {
        Part part;
        part.kind = PartKind::Reasoning;
        part.type = type;
        part.source = source;
        std::string joined;
        std::size_t count = 0;
        std::string_view only;
        addThoughtTexts(value["reasoningContent"].isObject() ? value["reasoningContent"] : value, only, count,
                        joined);
        part.text = count > 1 ? m_conversation.strings.keep(joined) : only;
        const bool isNothing = !value.isObject() && part.text.empty();
        // The same thoughts may be written twice, as a text and in detail.
        const bool isKnown = source.isMissing() && !m_parts.empty() && !part.text.empty() &&
                             m_parts.back().kind == PartKind::Reasoning && m_parts.back().text == part.text;
        if (!isNothing && !isKnown)
            m_parts.push_back(part);
    }

    static void addThoughtTexts(const JsonView& value, std::string_view& only, std::size_t& count,
                                std::string& joined)
    {
        if (value.isString()) {
            if (value.string().empty())
                return;
            only = value.string();
            joined.append(count++ == 0 ? "" : "\n").append(only);
        } else if (value.isArray()) {
            for (const JsonView each : value.elements())
                addThoughtTexts(each, only, count, joined);
        } else if (value.isObject()) {
            for (const std::string_view key : kThoughtTexts) {
                const std::size_t before = count;
                addThoughtTexts(value[key], only, count, joined);
                if (count != before)
                    return;
            }
        }
    }

    void addCalls(const JsonView& calls)
    {
        if (calls.isArray()) {
            for (const JsonView call : calls.elements())
                addCall(call);
        } else if (!addPythonCalls(calls) && (calls.isObject() || !calls.string().empty())) {
            addCall(calls);
        }
    }

    /// weather(city='Ulm')
    bool addPythonCalls(const JsonView& calls)
    {
        const auto found = calls.isString() ? pythonCalls(calls.string()) : std::vector<PythonCall>();
        for (const PythonCall& call : found) {
            Part part;
            part.kind = PartKind::Call;
            part.source = calls;
            part.name = m_conversation.strings.keep(call.name);
            part.text = m_conversation.strings.keep(call.arguments);
            m_parts.push_back(part);
        }
        return !found.empty();
    }

    void addCall(const JsonView& source)
    {
        Part part;
        part.kind = PartKind::Call;
        part.source = source;
        part.type = typeOf(source);
        std::string_view key;
        const JsonView call = callIn(source, key);
        if (part.type.empty())
            part.type = key;
        part.name = firstText(call, kNames);
        if (part.name.empty())
            part.name = nameInType(part.type);
        part.id = firstText(source, kCallIds);
        if (part.id.empty())
            part.id = firstText(call, kCallIds);
        part.value = source.isString() ? source : firstOf(call, kArguments).value;
        m_parts.push_back(part);
    }

    void addCallsOfText(const Message& message)
    {
        for (const CallsInText::Found& call : CallsInText(m_conversation.originalText(message)).all()) {
            Part part;
            part.kind = PartKind::Call;
            part.type = message.roleInFile;
            part.name = m_conversation.strings.keep(call.name);
            part.text = call.arguments.starts_with('"')
                            ? m_conversation.strings.keep(decodedString(call.arguments))
                            : call.arguments;
            m_parts.push_back(part);
            m_isTextRead = true;
        }
        if (!m_isTextRead)
            addUnreadCall(message);
    }

    /// A call that is not JSON is not what the model says, either.
    void addUnreadCall(const Message& message)
    {
        Part part;
        part.text = m_conversation.originalText(message);
        if (part.text.empty())
            return;
        part.name = nameInCall(part.text);
        part.kind = part.name.empty() ? PartKind::Other : PartKind::Call;
        part.type = message.roleInFile;
        m_parts.push_back(part);
        m_isTextRead = true;
    }

    /// What a tool returned is the message's text; what it returned besides it are further parts.
    void addResult(const Message& message)
    {
        const auto index = m_parts.size();
        m_parts.push_back({.kind = PartKind::Result, .text = m_conversation.originalText(message)});
        m_parts[index].isError = isFailureText(m_parts[index].text);
        std::string_view ownId;
        for (const Field& field : m_conversation.fieldsOf(message.fields)) {
            Part& result = m_parts[index];
            if (field.isContent) {
                result.value = field.value;
                result.isError =
                    result.isError || isErrorValue(field.value) || saysError(field.key, field.value);
                if (field.value["type"].isString())
                    addMedia(field.value);
                for (const JsonView part : field.value.elements())
                    addMedia(part);
                continue;
            }
            if (result.id.empty() && isAmong(field.key, kResultIds))
                result.id = field.value.string();
            else if (result.name.empty() && isAmong(field.key, kNames))
                result.name = field.value.string();
            else if (field.key == "id")
                ownId = field.value.string();
            else if (field.key == "type")
                result.type = field.value.string();
            result.isError = result.isError || saysError(field.key, field.value);
        }
        // Where a message of the tool has only an id of its own, that is the call's if there is such a call.
        if (m_parts[index].id.empty() && callWithId(ownId) != Part::kNone)
            m_parts[index].id = ownId;
        m_isTextRead = true;
    }

    void addMedia(const JsonView& part)
    {
        const PartKind kind = partKindOf(part);
        if (kind == PartKind::Picture || kind == PartKind::File)
            addPart(part);
    }

    /// Ties results to the calls before them: by their ids, else in their order.
    void link(const Message& message)
    {
        if (message.role == "user")
            m_next = m_open.size();
        for (std::uint32_t i = message.parts.begin; i < message.parts.end; ++i) {
            Part& part = m_parts[i];
            if (part.kind == PartKind::Call) {
                m_open.push_back(i);
            } else if (part.kind == PartKind::Result) {
                part.counterpart = callOf(part);
                if (part.counterpart == Part::kNone)
                    continue;
                Part& call = m_parts[part.counterpart];
                if (call.counterpart == Part::kNone)
                    call.counterpart = i;
                if (part.name.empty())
                    part.name = call.name;
            }
        }
    }

    std::uint32_t callOf(const Part& result)
    {
        if (!result.id.empty())
            return callWithId(result.id);
        while (m_next < m_open.size() && m_parts[m_open[m_next]].counterpart != Part::kNone)
            ++m_next;
        if (m_next == m_open.size())
            return Part::kNone;
        const Part& call = m_parts[m_open[m_next]];
        const bool isOther = !result.name.empty() && !call.name.empty() && result.name != call.name;
        return isOther ? Part::kNone : m_open[m_next];
    }

    /// The last call with the id, which is not empty; kNone if there is none.
    std::uint32_t callWithId(std::string_view id)
    {
        // Most results follow their call.
        if (!m_open.empty() && m_parts[m_open.back()].id == id && !id.empty())
            return m_open.back();
        for (; m_listed < m_open.size(); ++m_listed) {
            if (const Part& call = m_parts[m_open[m_listed]]; !call.id.empty())
                m_calls.insert_or_assign(call.id, m_open[m_listed]);
        }
        const auto known = m_calls.find(id);
        return known == m_calls.end() ? Part::kNone : known->second;
    }

    Conversation& m_conversation;
    std::vector<Part>& m_parts;
    /// All calls, and the first of them that a result without an id may answer.
    std::vector<std::uint32_t> m_open;
    /// By their ids, the first so many of them.
    std::unordered_map<std::string_view, std::uint32_t> m_calls;
    std::size_t m_listed = 0;
    std::size_t m_next = 0;
    /// The text of the message is one of its parts.
    bool m_isTextRead = false;
};

} // namespace

PartKind partKindOf(const JsonView& part)
{
    if (part.isString())
        return PartKind::Text;
    if (!part.isObject())
        return PartKind::Other;
    const std::string_view type = typeOf(part);
    // Nearly all parts are texts.
    if (type == "text")
        return part["thought"].boolean() == true ? PartKind::Reasoning : PartKind::Text;
    return type.empty() ? kindOfKeys(part) : kindOfType(type, part);
}

JsonView textOfPart(const JsonView& part)
{
    if (part.isString())
        return part;
    for (const std::string_view key : {"text", "value", "content", "refusal"}) {
        if (const JsonView text = part[key]; text.isString())
            return text;
    }
    return {};
}

bool isKeyOfPieces(std::string_view key)
{
    constexpr std::string_view kKey = "parts";
    return key.starts_with(kKey) && (key.size() == kKey.size() || key[kKey.size()] == '.');
}

bool isTextPiece(const JsonView& part)
{
    return part.isObject() && part["text"].isString() && typeOf(part).empty() &&
           partKindOf(part) == PartKind::Text;
}

std::optional<StoredResult> resultIn(const JsonView& part)
{
    const PartKind kind = partKindOf(part);
    if (kind == PartKind::Result) {
        const JsonView inner = part["type"].isMissing() ? firstOf(part, kResultKeys).value : JsonView();
        const JsonView about = inner.isObject() ? inner : part;
        return StoredResult{about, firstOf(about, kReturned).key};
    }
    // Only these are stored with their result.
    const std::string_view type = typeOf(part);
    if (kind != PartKind::Call || type.empty() || type == "tool_use" || type == "function")
        return std::nullopt;
    std::string_view ignored;
    const JsonView about = callIn(part, ignored);
    constexpr std::string_view kKeys[] = {"output", "result", "outputs", "results", "errorText", "error"};
    const std::string_view key = firstOf(about, kKeys).key;
    if (key.empty())
        return std::nullopt;
    return StoredResult{about, key};
}

bool isThoughtWord(std::string_view word)
{
    return isPlainlyAmong(word, kThoughtWords);
}

bool saysThought(std::string_view key, const JsonView& value)
{
    return (key == "isThought" || key == "thought") && value.boolean() == true;
}

void findParts(Conversation& conversation)
{
    PartSearch(conversation).all();
}

std::string argumentsJson(const Part& call)
{
    if (!call.text.empty())
        return std::string(call.text);
    if (!call.value.hasValue())
        return "{}";
    return call.value.isString() ? std::string(call.value.string()) : call.value.toJson();
}

namespace {

bool namesMedia(std::string_view key)
{
    constexpr std::string_view kMedia[] = {"image", "video", "audio"};
    return std::any_of(std::begin(kMedia), std::end(kMedia),
                       [key](std::string_view medium) { return key.starts_with(medium); });
}

void appendJson(const JsonView& value, std::string& key)
{
    appendKeyValue(value.hasValue() ? value.toJson() : std::string(), key);
}

void appendField(const Field& field, std::string& key)
{
    appendKeyValue(field.key, key);
    if (field.value.hasValue())
        appendJson(field.value, key);
    else
        appendKeyValue(field.name.shown(), key);
}

/// `index` is that of the part in the conversation.
void appendPart(const Part& part, std::size_t index, std::string& key)
{
    appendKeyValue(std::to_string(static_cast<unsigned>(part.kind)), key);
    switch (part.kind) {
    case PartKind::Text:
        // The message has the text; here is only its place among the other parts.
        break;
    case PartKind::Reasoning:
        appendKeyValue(part.text, key);
        // What is thought may be encrypted.
        if (part.text.empty())
            appendJson(part.source, key);
        break;
    case PartKind::Call:
        appendKeyValue(part.name, key);
        appendKeyValue(argumentsJson(part), key);
        if (const auto stored = resultIn(part.source))
            appendJson(stored->about[stored->key], key);
        break;
    case PartKind::Result:
        appendKeyValue(part.name, key);
        appendKeyValue(part.isError ? "error" : "", key);
        // How many parts before it the call is, so that equal answers of longer conversations are equal.
        appendKeyValue(part.counterpart == Part::kNone ? "" : std::to_string(index - part.counterpart), key);
        appendKeyValue(part.text, key);
        appendJson(part.value, key);
        break;
    case PartKind::Picture:
    case PartKind::File:
    case PartKind::Other:
        appendKeyValue(part.text, key);
        appendJson(part.source, key);
        break;
    }
}

} // namespace

void appendKeyValue(std::string_view value, std::string& key)
{
    key.append(std::to_string(value.size())).append(1, ':').append(value);
}

void appendPartsKey(const Conversation& conversation, const Message& message, std::string& key)
{
    const auto parts = conversation.partsOf(message);
    const bool isTextAlone =
        std::all_of(parts.begin(), parts.end(), [](const Part& part) { return part.kind == PartKind::Text; });
    for (std::size_t i = 0; i < parts.size() && !isTextAlone; ++i)
        appendPart(parts[i], message.parts.begin + i, key);
    for (const Field& field : conversation.fieldsOf(message.fields)) {
        if (!field.isContent && namesMedia(field.key))
            appendField(field, key);
    }
}

void appendMediaKey(const Conversation& conversation, std::string& key)
{
    for (const Field& field : conversation.fields) {
        if (namesMedia(field.key))
            appendField(field, key);
    }
}

} // namespace duologue
