// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/plain_record.h"

#include "core/data/conversation.h"
#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/io/csv/python_text.h"
#include "core/json/json_writer.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <functional>

namespace duologue {

namespace {

constexpr std::string_view kReference = "attachment://";

bool isAmong(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

JsonView firstOf(const JsonView& list)
{
    return list.isArray() && list.size() > 0 ? *list.elements().begin() : JsonView();
}

JsonView lastOf(const JsonView& list)
{
    JsonView last;
    for (const JsonView each : list.elements())
        last = each;
    return last;
}

void writeMember(JsonWriter& out, std::string_view key, const JsonView& value)
{
    out.key(key);
    out.json(value.toJson());
}

// Texts that hold JSON.

using Judge = std::function<bool(const JsonView&)>;

/// Whether the text may be one of them, in whatever notation: most are not, by their first letters.
bool beginsLikeJson(std::string_view text)
{
    while (!text.empty() && (isBlank(text.front()) || text.front() == '\f' || text.front() == '\v'))
        text.remove_prefix(1);
    return text.starts_with('[') || text.starts_with('{');
}

/// The text of a string that is the JSON of a list or an object that is judged to be meant; else empty.
std::string_view jsonIn(std::string_view text, const Judge& isMeant)
{
    text = trimmed(text);
    if (!text.starts_with('[') && !text.starts_with('{'))
        return {};
    const PaddedBytes inner(text);
    JsonParser parser;
    const auto parsed = parser.parse(inner.view());
    return parsed && isMeant(parsed.value()) ? text : std::string_view();
}

/// As jsonIn(), of a text that is JSON or, if `isPython`, what Python writes.
std::string meantIn(std::string_view text, bool isPython, const Judge& isMeant)
{
    const std::string json = isPython ? jsonOfPython(text).value_or(std::string()) : std::string();
    return std::string(jsonIn(isPython ? std::string_view(json) : text, isMeant));
}

/// A text that names speakers and begins as Python writes a list or a dict.
bool arePythonMessages(std::string_view text)
{
    return beginsLikePython(text) &&
           (text.find("'role'") != std::string_view::npos || text.find("'from'") != std::string_view::npos);
}

/// The messages that a text holds, as a list or an object with a list; an answer may be one message.
std::string messagesIn(std::string_view key, const JsonView& value)
{
    const std::string_view text = trimmed(value.string());
    if (!beginsLikeJson(text))
        return {};
    const bool isPython = arePythonMessages(text);
    if (!isPython && text.find("\"role\"") == std::string_view::npos &&
        text.find("\"from\"") == std::string_view::npos)
        return {};
    std::string list = meantIn(text, isPython, [](const JsonView& json) {
        return isMessageList(json) || isMessageList(json["messages"]);
    });
    if (!list.empty())
        return list;
    const bool isAnswer = isAmong(key, {"output", "response", "completion", "answer"});
    const std::string message = isAnswer ? meantIn(text, isPython, isMessage) : std::string();
    return message.empty() ? std::string() : "[" + message + "]";
}

/// Whether it looks as if Python had written messages, which cannot be read.
bool isBrokenPython(const JsonView& value)
{
    return beginsLikeJson(value.string()) && arePythonMessages(value.string()) &&
           !jsonOfPython(value.string());
}

/// Whether a traced step is said by nobody: its input and output are arguments and results.
bool isOfTool(const JsonView& record)
{
    for (const std::string_view key : {"type", "run_type", "observation_type"}) {
        if (isAmong(record[key].string(),
                    {"TOOL", "SPAN", "EVENT", "RETRIEVER", "CHAIN", "tool", "chain", "retriever"}))
            return true;
    }
    return false;
}

// Messages with their class.

/// An object that a library has dumped with its class: {"lc": 1, "type": "constructor", "id": […], "kwargs":
/// {…}}.
bool isDumped(const JsonView& value)
{
    return value["lc"].isNumber() && value["kwargs"].isObject() && value["id"].isArray();
}

/// {"type": "human", "data": {"content": …}}
bool isTyped(const JsonView& value)
{
    return value["type"].isString() && !value["data"]["content"].isMissing() &&
           (!usualRole(value["type"].string()).empty() || value["type"].string() == "chat");
}

/// {"type": "UserMessage", "content": …}: parts of contents have a type as well.
bool isNamedByClass(const JsonView& value)
{
    const std::string_view type = value["type"].string();
    const bool isClass =
        type.ends_with("Message") || type.ends_with("MessageChunk") || isAmong(type, {"human", "ai"});
    return isClass && !usualRole(type).empty() && !value["content"].isMissing() && value["role"].isMissing();
}

bool isConstructed(const JsonView& value)
{
    for (const auto [key, member] : value.members()) {
        if (key == "lc" || key == "type")
            return isDumped(value) || isTyped(value) || isNamedByClass(value) || isMessageOfTeam(value);
    }
    return false;
}

/// Who speaks in a team of AutoGen.
std::string_view roleInTeam(const JsonView& message)
{
    if (message["type"].string() == "ToolCallExecutionEvent")
        return "tool";
    const std::string_view usual = usualRole(message["source"].string());
    return usual == "user" || usual == "system" ? usual : std::string_view("assistant");
}

/// The members of a message, wherever its class has them.
JsonView saidIn(const JsonView& message)
{
    return isDumped(message) ? message["kwargs"] : isTyped(message) ? message["data"] : message;
}

/// What a message with its class says of who speaks.
std::string_view classOf(const JsonView& message)
{
    if (isDumped(message))
        return lastOf(message["id"]).string();
    return isMessageOfTeam(message) ? roleInTeam(message) : message["type"].string();
}

/// Lists begin with a message of the system as often as not, and its type is a usual word.
bool areConstructed(const JsonView& list)
{
    constexpr int kMostElementsRead = 3;
    int looked = 0;
    for (const JsonView each : list.elements()) {
        if (isConstructed(each))
            return true;
        if (!each.isObject() || each["type"].isMissing() || ++looked == kMostElementsRead)
            return false;
    }
    return false;
}

// Harmony.

constexpr std::string_view kFunctions = "functions.";

bool isHarmonyMessage(const JsonView& message)
{
    return isAmong(message["channel"].string(), {"analysis", "commentary", "final"}) ||
           message["recipient"].string().starts_with(kFunctions);
}

bool areHarmonyMessages(const JsonView& list)
{
    for (const JsonView each : list.elements()) {
        if (!each.isObject() || isHarmonyMessage(each))
            return each.isObject();
        if (each["role"].string() == "assistant")
            return false;
    }
    return false;
}

struct HarmonyItem {
    std::string_view role;
    std::string_view channel;
    std::string_view recipient;
    std::string_view text;
};

std::string_view withoutNamespace(std::string_view name)
{
    return name.starts_with(kFunctions) ? name.substr(kFunctions.size()) : name;
}

/// What the model writes in a row is one message.
class HarmonyWriter {
public:
    explicit HarmonyWriter(JsonWriter& out) : m_out(out) {}

    /// `other` has what else is said of the item.
    void add(const HarmonyItem& item, const JsonView& other)
    {
        const std::string_view usual = usualRole(item.role);
        if (usual != "assistant") {
            end();
            m_out.beginObject();
            m_out.key("role");
            m_out.text(usual == "tool" ? "tool" : item.role);
            if (usual == "tool" && other.isMissing()) {
                m_out.key("name");
                m_out.text(withoutNamespace(item.role));
            }
            if (other["content"].isMissing()) {
                m_out.key("content");
                m_out.text(item.text);
            }
            writeOthers(other, true);
            m_out.endObject();
            return;
        }
        if (!m_isOpen) {
            m_out.beginObject();
            m_out.key("role");
            m_out.text(item.role);
            m_out.key("content");
            m_out.beginArray();
            m_isOpen = true;
        }
        m_out.beginObject();
        const bool isCall = !item.recipient.empty() && item.recipient != "all";
        const bool isThought = !isCall && item.channel == "analysis";
        writeText("type", isCall ? "function_call" : isThought ? "reasoning" : "text");
        if (!item.channel.empty())
            writeText("channel", item.channel);
        if (isCall)
            writeText("name", withoutNamespace(item.recipient));
        writeText(isCall ? "arguments" : "text", item.text);
        writeOthers(other, false);
        m_out.endObject();
    }

    void end()
    {
        if (!m_isOpen)
            return;
        m_out.endArray();
        m_out.endObject();
        m_isOpen = false;
    }

private:
    void writeText(std::string_view key, std::string_view text)
    {
        m_out.key(key);
        m_out.text(text);
    }

    void writeOthers(const JsonView& other, bool isWhole)
    {
        for (const auto [key, value] : other.members()) {
            if (key == "name" && value.isString())
                writeText(key, withoutNamespace(value.string()));
            else if (!(key == "role") &&
                     (isWhole || !(key == "channel" || key == "recipient" || key == "content")))
                writeMember(m_out, key, value);
        }
    }

    JsonWriter& m_out;
    bool m_isOpen = false;
};

/// The text of a content: a text, or content parts.
std::string textIn(const JsonView& content)
{
    std::string text(content.string());
    for (const JsonView part : content.elements())
        text.append(text.empty() ? "" : "\n").append(textOfPart(part).string());
    return text;
}

void writeHarmonyMessages(JsonWriter& out, const JsonView& list)
{
    out.beginArray();
    HarmonyWriter writer(out);
    for (const JsonView message : list.elements()) {
        const std::string text = textIn(message["content"]);
        const bool isThinking =
            usualRole(message["role"].string()) == "assistant" && isHarmonyMessage(message);
        if (isThinking || usualRole(message["role"].string()) != "assistant") {
            writer.add(
                {message["role"].string(), message["channel"].string(), message["recipient"].string(), text},
                message);
        } else {
            writer.end();
            out.json(message.toJson());
        }
    }
    writer.end();
    out.endArray();
}

constexpr std::string_view kStart = "<|start|>";
constexpr std::string_view kMessage = "<|message|>";

bool isHarmonyText(std::string_view text)
{
    return text.starts_with(kStart) && text.find(kMessage) != std::string_view::npos;
}

/// "<|start|>ROLE to=RECIPIENT<|channel|>CHANNEL <|constrain|>json<|message|>TEXT<|end|>"
void writeHarmonyText(JsonWriter& out, std::string_view text)
{
    constexpr std::string_view kEnds[] = {kStart, "<|end|>", "<|return|>", "<|call|>"};
    constexpr std::string_view kChannel = "<|channel|>";
    constexpr std::string_view kTo = " to=";
    const auto wordAfter = [](std::string_view head, std::string_view mark) {
        const std::size_t at = head.find(mark);
        if (at == std::string_view::npos)
            return std::string_view();
        const std::string_view rest = head.substr(at + mark.size());
        return rest.substr(0, std::min(rest.find_first_of(" <"), rest.size()));
    };
    out.beginArray();
    HarmonyWriter writer(out);
    for (std::size_t at = text.find(kStart); at != std::string_view::npos;) {
        const std::size_t begin = at + kStart.size();
        const std::size_t message = text.find(kMessage, begin);
        // The beginning of an answer that is still due.
        if (message == std::string_view::npos)
            break;
        const std::string_view head = text.substr(begin, message - begin);
        const std::string_view rest = text.substr(message + kMessage.size());
        std::size_t end = rest.size();
        for (const std::string_view mark : kEnds)
            end = std::min(end, rest.find(mark));
        writer.add({head.substr(0, std::min(head.find_first_of(" <"), head.size())),
                    wordAfter(head, kChannel), wordAfter(head, kTo), rest.substr(0, end)},
                   {});
        at = text.find(kStart, message);
    }
    writer.end();
    out.endArray();
}

// Codex.

/// Writes what "codex exec --json" prints as a session of Codex. Every event stays what it is, or becomes its
/// items.
class CodexWriter {
public:
    explicit CodexWriter(std::string& json) : m_out(json) {}

    void write(const JsonView& rows)
    {
        m_out.beginArray();
        for (const JsonView row : rows.elements())
            writeRow(row);
        m_out.endArray();
    }

private:
    void writeRow(const JsonView& row)
    {
        const std::string_view type = row["type"].string();
        const JsonView item = row["item"];
        if (type == "thread.started" && row["thread_id"].isString()) {
            begin("session_meta");
            writeMember(m_out, "id", row["thread_id"]);
            end();
        } else if (type == "turn.completed" && row["usage"].isObject()) {
            begin("event_msg");
            writeText("type", "token_count");
            m_out.key("info");
            m_out.beginObject();
            writeMember(m_out, "total_token_usage", row["usage"]);
            m_out.endObject();
            end();
        } else if (type != "item.completed" || !writeItem(item, item["type"].string())) {
            m_out.json(row.toJson());
        }
    }

    bool writeItem(const JsonView& item, std::string_view type)
    {
        if (type == "agent_message" || type == "reasoning") {
            const bool isSaid = type == "agent_message";
            begin("response_item");
            writeText("type", isSaid ? "message" : "reasoning");
            if (isSaid)
                writeText("role", "assistant");
            m_out.key(isSaid ? "content" : "summary");
            m_out.beginArray();
            m_out.beginObject();
            writeText("type", isSaid ? "output_text" : "summary_text");
            writeMember(m_out, "text", item["text"]);
            m_out.endObject();
            m_out.endArray();
            end();
        } else if (type == "command_execution") {
            writeCall(item, "shell", "command", {"aggregated_output"});
        } else if (type == "mcp_tool_call") {
            writeCall(item, item["tool"].string(), "arguments", {"result", "error"});
        } else if (type == "file_change") {
            writeCall(item, "apply_patch", "changes", {"status"});
        } else if (type == "web_search") {
            writeCall(item, type, "query", {});
        } else {
            return false;
        }
        return true;
    }

    void writeCall(const JsonView& item, std::string_view name, std::string_view arguments,
                   std::initializer_list<std::string_view> results)
    {
        begin("response_item");
        writeText("type", "function_call");
        writeMember(m_out, "call_id", item["id"]);
        writeText("name", name);
        writeMember(m_out, "arguments", item[arguments]);
        end();
        if (results.size() == 0)
            return;
        begin("response_item");
        writeText("type", "function_call_output");
        writeMember(m_out, "call_id", item["id"]);
        JsonView output;
        for (const std::string_view key : results)
            output = output.hasValue() ? output : item[key];
        m_out.key("output");
        m_out.json(output.hasValue() ? output.toJson() : std::string("\"\""));
        for (const auto [key, value] : item.members()) {
            const bool isWritten =
                key == "type" || key == "id" || key == arguments || value.place() == output.place();
            if (!isWritten)
                writeMember(m_out, key, value);
        }
        end();
    }

    void begin(std::string_view type)
    {
        m_out.beginObject();
        writeText("type", type);
        m_out.key("payload");
        m_out.beginObject();
    }

    void end()
    {
        m_out.endObject();
        m_out.endObject();
    }

    void writeText(std::string_view key, std::string_view text)
    {
        m_out.key(key);
        m_out.text(text);
    }

    JsonWriter m_out;
};

/// Writes the pieces of an answer of Gemini as one: texts are joined, and of all else the last is meant.
class GeminiWriter {
public:
    explicit GeminiWriter(std::string& json) : m_out(json) {}

    void write(const JsonView& rows)
    {
        std::vector<JsonMember> answer;
        std::vector<JsonMember> members;
        for (const JsonView row : rows.elements()) {
            addLatest(answer, firstOf(row["candidates"]));
            addLatest(members, row);
        }
        m_out.beginObject();
        m_out.key("candidates");
        m_out.beginArray();
        m_out.beginObject();
        m_out.key("content");
        m_out.beginObject();
        m_out.key("role");
        m_out.text("model");
        writeParts(rows);
        m_out.endObject();
        writeOthers(answer, "content");
        m_out.endObject();
        m_out.endArray();
        writeOthers(members, "candidates");
        m_out.endObject();
    }

private:
    static void addLatest(std::vector<JsonMember>& members, const JsonView& object)
    {
        for (const JsonMember member : object.members()) {
            const auto known =
                std::find_if(members.begin(), members.end(),
                             [&member](const JsonMember& each) { return each.key == member.key; });
            if (known == members.end())
                members.push_back(member);
            else
                *known = member;
        }
    }

    void writeOthers(const std::vector<JsonMember>& members, std::string_view but)
    {
        for (const JsonMember& member : members) {
            if (member.key != but)
                writeMember(m_out, member.key, member.value);
        }
    }

    void writeParts(const JsonView& rows)
    {
        m_out.key("parts");
        m_out.beginArray();
        for (const JsonView row : rows.elements()) {
            for (const JsonView part : firstOf(row["candidates"])["content"]["parts"].elements()) {
                const bool isThought = part["thought"].boolean() == true;
                const bool isText = part["text"].isString() && part.size() == (isThought ? 2 : 1);
                if (!isText || isThought != m_isThought)
                    writeText();
                m_isThought = isThought;
                if (isText)
                    m_text += part["text"].string();
                else
                    m_out.json(part.toJson());
            }
        }
        writeText();
        m_out.endArray();
    }

    void writeText()
    {
        if (m_text.empty())
            return;
        m_out.beginObject();
        m_out.key("text");
        m_out.text(m_text);
        if (m_isThought) {
            m_out.key("thought");
            m_out.flag(true);
        }
        m_out.endObject();
        m_text.clear();
    }

    JsonWriter m_out;
    std::string m_text;
    bool m_isThought = false;
};

// Texts in objects.

/// OpenAI's threads write the text of a part as an object, next to its annotations.
bool isTextInObject(const JsonView& part)
{
    return part["type"].string() == "text" && part["text"]["value"].isString();
}

/// A content that begins with such a part.
bool hasTextInObject(const JsonView& content)
{
    return content.isArray() && isTextInObject(firstOf(content));
}

/// Of a longer list, the first are looked at.
constexpr std::size_t kMostMessagesRead = 64;

/// Such parts, or messages with them.
bool haveTextsInObjects(const JsonView& list)
{
    std::size_t looked = 0;
    for (const JsonView each : list.elements()) {
        if (isTextInObject(each) || hasTextInObject(each["content"]))
            return true;
        if (++looked == kMostMessagesRead)
            break;
    }
    return false;
}

/// A cheap look at a list, for all records: whether it may be of messages with their class, of harmony, or
/// with texts in objects.
bool mayBeWrapped(const JsonView& list)
{
    std::size_t looked = 0;
    for (const JsonView each : list.elements()) {
        bool isAnswer = !each.isObject() || ++looked == kMostMessagesRead;
        // Nearly all messages are a role and a text.
        if (each.isObject() && each.size() == 2) {
            auto at = each.members().begin();
            const JsonMember first = *at;
            if (first.key == "role") {
                if (hasTextInObject((++at).value()))
                    return true;
                if (isAnswer || first.value.string() == "assistant")
                    return false;
                continue;
            }
        }
        for (const auto [key, value] : each.members()) {
            if (key == "lc" || key == "type" || key == "channel" || key == "recipient" ||
                (key == "content" && hasTextInObject(value)))
                return true;
            isAnswer = isAnswer || (key == "role" && value.string() == "assistant");
        }
        if (isAnswer)
            return false;
    }
    return false;
}

// The record.

/// What has to be undone in a record.
struct Wrapping {
    /// Texts of JSON, harmony, messages with their class.
    bool hasMembers = false;
    bool hasReferences = false;
    bool isRun = false;
    bool hasBrokenPython = false;

    bool any() const { return hasMembers || hasReferences || isRun || hasBrokenPython; }
};

/// Input or output of a traced step that nobody says, as JSON in a text; else empty.
std::string_view jsonOfStep(const JsonView& record, std::string_view key, const JsonView& value)
{
    const bool isMeant = (key == "input" || key == "output") && isOfTool(record);
    return isMeant ? jsonIn(value.string(), [](const JsonView&) { return true; }) : std::string_view();
}

bool isWrappedList(const JsonView& list)
{
    return mayBeWrapped(list) &&
           (areConstructed(list) || areHarmonyMessages(list) || haveTextsInObjects(list));
}

bool isWrappedMember(const JsonView& record, std::string_view key, const JsonView& value)
{
    if (value.isArray())
        return isWrappedList(value);
    if (!value.isString())
        return isConstructed(value);
    const std::string_view text = value.string();
    if (text.starts_with('<'))
        return isHarmonyText(text);
    if (!beginsLikeJson(text))
        return false;
    return !messagesIn(key, value).empty() || !jsonOfStep(record, key, value).empty();
}

/// Messages of a run's input or output: a list, or a list of one list.
JsonView messagesOfRun(const JsonView& side)
{
    const JsonView list = side["messages"];
    const JsonView inner = firstOf(list).isArray() ? firstOf(list) : list;
    return areConstructed(inner) || isMessageList(inner) || isConstructed(firstOf(inner)) ? inner
                                                                                          : JsonView();
}

/// The answer of a run of a model: of the first of its generations.
JsonView answerOfRun(const JsonView& outputs)
{
    const JsonView first = firstOf(outputs["generations"]);
    const JsonView answer = (first.isArray() ? firstOf(first) : first)["message"];
    return isConstructed(answer) ? answer : JsonView();
}

bool isRun(const JsonView& record)
{
    return !messagesOfRun(record["inputs"]).isMissing() &&
           (!answerOfRun(record["outputs"]).isMissing() || !messagesOfRun(record["outputs"]).isMissing());
}

/// Who speaks, and what. Some libraries write the same message with its role in the input and with its class
/// and an id in the output.
bool areSameMessages(const JsonView& left, const JsonView& right)
{
    const auto speakerOf = [](const JsonView& message) {
        const JsonView role = saidIn(message)["role"];
        return usualRole(role.isString() ? role.string() : classOf(message));
    };
    return speakerOf(left) == speakerOf(right) &&
           textIn(saidIn(left)["content"]) == textIn(saidIn(right)["content"]);
}

/// Whether all messages of `some` are in `all`, in their order: `all` may have others between them.
bool repeats(const JsonView& all, const JsonView& some)
{
    if (all.size() < some.size())
        return false;
    const JsonElements messages = all.elements();
    auto at = messages.begin();
    for (const JsonView message : some.elements()) {
        while (at != messages.end() && !areSameMessages(*at, message))
            ++at;
        if (at == messages.end())
            return false;
        ++at;
    }
    return true;
}

class RecordWriter {
public:
    RecordWriter(const JsonView& record, const Wrapping& wrapping)
        : m_attachments(record["attachments"]), m_wrapping(wrapping), m_out(m_plain.json)
    {
    }

    PlainRecord written(const JsonView& record)
    {
        if (record.isArray())
            write(record);
        else
            writeRecord(record);
        return std::move(m_plain);
    }

private:
    void writeRecord(const JsonView& record)
    {
        // What AutoGen's client returned to the messages.
        const bool isAnswered = areConstructed(record["messages"]) &&
                                record["response"]["role"].isMissing() &&
                                !record["response"]["content"].isMissing();
        m_out.beginObject();
        if (m_wrapping.isRun)
            writeRun(record);
        for (const auto [key, value] : record.members()) {
            if (m_wrapping.isRun && (key == "inputs" || key == "outputs")) {
                writeRestOfRun(key, value);
                continue;
            }
            if (isAnswered && key == "response")
                continue;
            const bool isHarmony = value.isString() && isHarmonyText(value.string());
            m_out.key(isHarmony && key == "text" ? std::string_view("messages") : std::string_view(key));
            if (isHarmony)
                writeHarmonyText(m_out, value.string());
            else if (isAnswered && key == "messages")
                writeList(value, record["response"]);
            else if ((m_wrapping.hasMembers || m_wrapping.hasBrokenPython) && value.isString())
                writeText(record, key, value);
            else
                write(value);
        }
        m_out.endObject();
    }

    void writeText(const JsonView& record, std::string_view key, const JsonView& value)
    {
        const std::string messages = messagesIn(key, value);
        const std::string_view json = jsonOfStep(record, key, value);
        if (isBrokenPython(value))
            m_plain.broken.emplace_back(key);
        if (!messages.empty() || !json.empty())
            m_out.json(messages.empty() ? json : std::string_view(messages));
        else
            write(value);
    }

    void write(const JsonView& value)
    {
        if (value.isString() && m_wrapping.hasReferences && value.string().starts_with(kReference)) {
            const JsonView text = m_attachments[value.string().substr(kReference.size())];
            if (text.isMissing())
                m_plain.missing.emplace_back(value.string());
            m_out.json(text.isMissing() ? value.toJson() : text.toJson());
        } else if (value.isArray() && areHarmonyMessages(value)) {
            writeHarmonyMessages(m_out, value);
        } else if (value.isArray()) {
            writeList(value, {});
        } else if (value.isObject() && isConstructed(value)) {
            writeConstructed(value);
        } else if (value.isObject()) {
            const JsonView text = isTextInObject(value) ? value["text"] : JsonView();
            m_out.beginObject();
            for (const auto [key, member] : value.members()) {
                m_out.key(key);
                write(member.place() == text.place() ? text["value"] : member);
            }
            for (const auto [key, member] : text.members()) {
                if (!(key == "value") && value[key].isMissing())
                    writeMember(m_out, key, member);
            }
            m_out.endObject();
        } else {
            m_out.json(value.toJson());
        }
    }

    void writeList(const JsonView& list, const JsonView& answer)
    {
        m_out.beginArray();
        for (const JsonView each : list.elements()) {
            // Of a list of messages with their class, those of the system and of tools are as plain as other
            // objects.
            const bool isPlain = each["role"].isMissing() && !usualRole(each["type"].string()).empty() &&
                                 !each["content"].isMissing() && areConstructed(list);
            if (isPlain || isConstructed(each))
                writeConstructed(each);
            else
                write(each);
        }
        if (!answer.isMissing()) {
            m_out.beginObject();
            m_out.key("role");
            m_out.text("assistant");
            for (const auto [key, member] : answer.members())
                writeMember(m_out, key, member);
            m_out.endObject();
        }
        m_out.endArray();
    }

    void writeConstructed(const JsonView& value)
    {
        const JsonView said = saidIn(value);
        const std::string_view word = classOf(value);
        const bool saysRole = said["role"].isString();
        const JsonView more = said["additional_kwargs"];
        m_out.beginObject();
        if (!saysRole) {
            m_out.key("role");
            m_out.text(word);
        }
        for (const auto [key, member] : said.members()) {
            const bool isWord =
                key == "type" && (usualRole(member.string()) == usualRole(word) || member.string() == word);
            if (isWord || (key == "additional_kwargs" && member.size() == 0))
                continue;
            m_out.key(key);
            if (key == "content" && value["type"].string() == "ThoughtEvent")
                writeThought(member);
            else if (key == "content" && member.isArray())
                writeContent(member);
            else
                write(member);
        }
        // What models of other vendors write is kept apart.
        for (const std::string_view key : {"reasoning_content", "tool_calls", "function_call"}) {
            if (more[key].hasValue() && said[key].size() == 0)
                writeMember(m_out, key, more[key]);
        }
        m_out.endObject();
    }

    void writeThought(const JsonView& thought)
    {
        m_out.beginArray();
        m_out.beginObject();
        m_out.key("type");
        m_out.text("reasoning");
        writeMember(m_out, "text", thought);
        m_out.endObject();
        m_out.endArray();
    }

    /// Calls and results of AutoGen have no type.
    void writeContent(const JsonView& content)
    {
        m_out.beginArray();
        for (const JsonView part : content.elements()) {
            const bool isCall = part["name"].isString() && part["arguments"].hasValue();
            const bool isResult = part["call_id"].isString() && part["content"].hasValue();
            if (!part["type"].isMissing() || !(isCall || isResult)) {
                write(part);
                continue;
            }
            m_out.beginObject();
            m_out.key("type");
            m_out.text(isCall ? "function_call" : "tool_result");
            for (const auto [key, member] : part.members())
                writeMember(m_out, key, member);
            m_out.endObject();
        }
        m_out.endArray();
    }

    /// What was said before, and the answer. An output that repeats the input has all messages of the run.
    void writeRun(const JsonView& record)
    {
        const JsonView before = messagesOfRun(record["inputs"]);
        const JsonView all = messagesOfRun(record["outputs"]);
        m_out.key("messages");
        m_out.beginArray();
        const auto add = [this](const JsonView& message) {
            if (isConstructed(message))
                writeConstructed(message);
            else
                write(message);
        };
        if (!repeats(all, before)) {
            for (const JsonView message : before.elements())
                add(message);
        }
        for (const JsonView message : all.elements())
            add(message);
        if (const JsonView answer = answerOfRun(record["outputs"]); !answer.isMissing())
            add(answer);
        m_out.endArray();
    }

    void writeRestOfRun(std::string_view key, const JsonView& side)
    {
        m_out.key(key);
        m_out.beginObject();
        const bool isAnswered = !answerOfRun(side).isMissing();
        for (const auto [name, value] : side.members()) {
            const bool areMessages = name == "messages" && !messagesOfRun(side).isMissing();
            if (areMessages || (isAnswered && name == "generations"))
                continue;
            m_out.key(name);
            write(value);
        }
        m_out.endObject();
    }

    const JsonView m_attachments;
    const Wrapping m_wrapping;
    PlainRecord m_plain;
    JsonWriter m_out;
};

} // namespace

bool isDumpedMessage(const JsonView& value)
{
    const std::string_view name = isDumped(value) ? lastOf(value["id"]).string() : std::string_view();
    return name.ends_with("Message") || name.ends_with("MessageChunk");
}

bool isMessageOfTeam(const JsonView& value)
{
    const std::string_view type = value["type"].string();
    return (type.ends_with("Message") || type.ends_with("Event")) && value["source"].isString() &&
           !value["models_usage"].isMissing() && !value["content"].isMissing();
}

bool isGeminiAnswer(const JsonView& row)
{
    const JsonView answers = row["candidates"];
    return answers.isArray() && answers.size() == 1 && firstOf(answers)["content"].isObject() &&
           row["contents"].isMissing() && row["request"].isMissing();
}

bool endsGeminiAnswer(const JsonView& row)
{
    return !firstOf(row["candidates"])["finishReason"].string().empty();
}

bool isCodexEvent(const JsonView& row)
{
    return row["type"].string().starts_with("item.") && row["item"]["type"].isString();
}

bool isPlainShape(const JsonView& record)
{
    for (const auto [key, value] : record.members()) {
        if (isAmong(key, {"attachments", "attributes", "inputs", "resourceSpans", "resource_spans"}))
            return false;
        // A shape does not say how many equal elements a list has.
        if (value.isArray() && (value.size() >= kMostMessagesRead || mayBeWrapped(value)))
            return false;
        if (value.isObject() && (!value["lc"].isMissing() || !value["type"].isMissing()))
            return false;
    }
    return record.isObject();
}

bool hasTextOfJson(const JsonView& record)
{
    for (const auto [key, value] : record.members()) {
        const std::string_view text = value.string();
        if (text.starts_with('<') || beginsLikeJson(text))
            return true;
    }
    return false;
}

std::optional<PlainRecord> plainRecord(const JsonView& record)
{
    Wrapping wrapping;
    if (record.isArray() && firstOf(record)["type"].string() == "thread.started") {
        PlainRecord plain;
        CodexWriter(plain.json).write(record);
        return plain;
    }
    if (record.isArray() && record.size() > 1 && isGeminiAnswer(firstOf(record)) &&
        isGeminiAnswer(lastOf(record))) {
        PlainRecord plain;
        GeminiWriter(plain.json).write(record);
        return plain;
    }
    bool mayBeTrace = record.isArray();
    if (record.isArray())
        wrapping.hasMembers = isWrappedList(record);
    for (const auto [key, value] : record.members()) {
        mayBeTrace = mayBeTrace || key == "attributes" || key == "resourceSpans" || key == "resource_spans";
        wrapping.hasReferences = wrapping.hasReferences || (key == "attachments" && value.isObject());
        wrapping.hasMembers = wrapping.hasMembers || isWrappedMember(record, key, value);
        wrapping.hasBrokenPython = wrapping.hasBrokenPython || isBrokenPython(value);
        wrapping.isRun = wrapping.isRun || (key == "inputs" && isRun(record));
    }
    if (mayBeTrace) {
        if (auto trace = traceRecord(record))
            return PlainRecord{std::move(*trace)};
    }
    return wrapping.any() ? std::optional(RecordWriter(record, wrapping).written(record)) : std::nullopt;
}

namespace {

class AnyJson final : public Format {
public:
    std::string_view id() const override { return "json"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "Any JSON object"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT("Formats", "an object that no other format recognises");
    }

    bool goesByShape() const override { return true; }
    int recognise(const JsonView& record) const override { return record.isObject() ? kGenericScore : 0; }
    Phrase reason(const JsonView&) const override { return PhraseId::NoConversationFound; }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        for (const auto [key, value] : record.members()) {
            if (key == "id" && (value.isString() || value.isNumber()))
                builder.id(value);
            else
                readAnyField(key, value, builder);
        }
    }
};

} // namespace

const Format& anyJsonFormat()
{
    static const AnyJson format;
    return format;
}

} // namespace duologue
