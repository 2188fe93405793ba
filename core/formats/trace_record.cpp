// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/plain_record.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostMessages = 100'000;

bool isConversationKey(std::string_view key)
{
    return key.starts_with("gen_ai") || key.starts_with("llm") || key.starts_with("openinference");
}

/// Whether the attributes of a span, an object or the list of OTLP, may tell of a model.
bool tellsOfModel(const JsonView& attributes)
{
    for (const auto [key, value] : attributes.members()) {
        if (isConversationKey(key))
            return true;
    }
    for (const JsonView each : attributes.elements()) {
        if (isConversationKey(each["key"].string()))
            return true;
    }
    return false;
}

/// {"stringValue": …} and its like.
Json plainValue(const Json& value)
{
    if (!value.is_object() || value.size() != 1)
        return value;
    const std::string kind = value.begin().key();
    const Json& inner = value.front();
    if (kind == "arrayValue") {
        Json list = Json::array();
        for (const Json& each : inner.value("values", Json::array()))
            list.push_back(plainValue(each));
        return list;
    }
    if (kind == "kvlistValue") {
        Json object = Json::object();
        for (const Json& each : inner.value("values", Json::array())) {
            if (each.is_object() && each.contains("key") && each["key"].is_string())
                object[each["key"].get<std::string>()] = plainValue(each.value("value", Json()));
        }
        return object;
    }
    if (kind == "intValue" && inner.is_string()) {
        // OTLP writes whole numbers of 64 bits as texts.
        const Json number = Json::parse(inner.get<std::string>(), nullptr, false);
        return number.is_number_integer() ? number : inner;
    }
    return kind.ends_with("Value") ? inner : value;
}

Json plainAttributes(const Json& attributes)
{
    return attributes.is_array() ? plainValue({{"kvlistValue", {{"values", attributes}}}}) : attributes;
}

/// Takes the value at a key with dots out of an object: a member of that name, or one in objects on the way.
Json take(Json& object, const std::string& key)
{
    if (!object.is_object())
        return {};
    if (object.contains(key)) {
        Json value = std::move(object[key]);
        object.erase(key);
        return value;
    }
    for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', dot + 1)) {
        if (const std::string name = key.substr(0, dot); object.contains(name)) {
            Json value = take(object[name], key.substr(dot + 1));
            if (object[name].is_object() && object[name].empty())
                object.erase(name);
            return value;
        }
    }
    return {};
}

/// Lists for objects whose names are all numbers.
Json withLists(const Json& value)
{
    if (!value.is_object())
        return value;
    std::map<std::size_t, Json> elements;
    Json object = Json::object();
    for (const auto& [key, member] : value.items()) {
        const bool isIndex =
            !key.empty() && key.size() < 9 && key.find_first_not_of("0123456789") == std::string::npos;
        if (isIndex)
            elements[std::stoul(key)] = withLists(member);
        object[key] = withLists(member);
    }
    if (elements.empty() || elements.size() < value.size())
        return object;
    Json list = Json::array();
    for (auto& [index, element] : elements)
        list.push_back(std::move(element));
    return list;
}

/// Takes what is under a key: a value, the JSON of one in a text, or flat keys with numbers, "KEY.0.role".
Json takeTree(Json& attributes, const std::string& key)
{
    Json value = take(attributes, key);
    if (value.is_string()) {
        Json parsed = Json::parse(value.get<std::string>(), nullptr, false);
        if (!parsed.is_discarded() && parsed.is_structured())
            return parsed;
    }
    if (!value.is_null() || !attributes.is_object())
        return value;
    Json tree = Json::object();
    const std::string prefix = key + ".";
    for (auto at = attributes.begin(); at != attributes.end();) {
        if (!at.key().starts_with(prefix)) {
            ++at;
            continue;
        }
        std::string pointer = "/" + at.key().substr(prefix.size());
        std::replace(pointer.begin(), pointer.end(), '.', '/');
        // A name may have both a value and members.
        try {
            tree[Json::json_pointer(pointer)] = at.value();
        } catch (const Json::exception&) {
            ++at;
            continue;
        }
        at = attributes.erase(at);
    }
    return tree.empty() ? Json() : withLists(tree);
}

/// A message of OpenInference: {"message": {"role", "content" or "contents", "tool_calls": [{"tool_call":
/// …}]}}
Json plainMessage(const Json& wrapped)
{
    Json message = wrapped.is_object() && wrapped.size() == 1 && wrapped.contains("message")
                       ? wrapped["message"]
                       : wrapped;
    if (!message.is_object())
        return {};
    if (message.contains("contents") && message["contents"].is_array()) {
        Json parts = Json::array();
        for (const Json& each : message["contents"])
            parts.push_back(each.is_object() && each.contains("message_content") ? each["message_content"]
                                                                                 : each);
        message.erase("contents");
        message["content"] = std::move(parts);
    }
    if (message.contains("tool_calls") && message["tool_calls"].is_array()) {
        for (Json& call : message["tool_calls"]) {
            if (call.is_object() && call.contains("tool_call"))
                call = Json(call["tool_call"]);
        }
        if (!message.contains("content"))
            message["content"] = nullptr;
    }
    return message;
}

/// The arguments of a call may be the text of the same JSON, with other blanks.
Json plainCall(const Json& call)
{
    if (!call.is_object())
        return call;
    Json plain = call;
    for (auto& [key, value] : plain.items()) {
        if (key == "function") {
            value = plainCall(value);
        } else if (key == "arguments" && value.is_string()) {
            Json parsed = Json::parse(value.get<std::string>(), nullptr, false);
            if (!parsed.is_discarded())
                value = std::move(parsed);
        }
    }
    return plain;
}

/// What a message says, whatever a provider leaves out when it is given back to it.
std::string keyOf(const Json& message)
{
    std::string key = message.value("role", Json()).dump();
    for (const char* const name : {"content", "parts", "tool_calls"}) {
        if (!message.contains(name))
            continue;
        const Json& said = message[name];
        if (!said.is_array()) {
            key += said.dump();
            continue;
        }
        for (const Json& part : said) {
            if (!part.is_object() || part.value("type", Json()) != "reasoning")
                key += plainCall(part).dump();
        }
    }
    return key;
}

/// OpenTelemetry lists the answers of which one was to be chosen.
bool areChoices(const Json& list)
{
    return list.is_array() && list.size() > 1 && std::all_of(list.begin(), list.end(), [](const Json& each) {
               return each.is_object() && each.value("role", Json()) == "assistant";
           });
}

/// The messages of one span, which are taken out of its attributes; into `choices` its answers if there are
/// several.
std::vector<Json> takeMessages(Json& attributes, std::vector<Json>& choices)
{
    std::vector<Json> messages;
    if (Json system = takeTree(attributes, "gen_ai.system_instructions"); !system.is_null())
        messages.push_back(
            {{"role", "system"}, {system.is_array() ? "parts" : "content", std::move(system)}});
    for (const char* const key : {"gen_ai.input.messages", "llm.input_messages", "gen_ai.prompt",
                                  "gen_ai.output.messages", "llm.output_messages", "gen_ai.completion"}) {
        const Json list = takeTree(attributes, key);
        if (std::string_view(key) == "gen_ai.output.messages" && areChoices(list)) {
            choices.assign(list.begin(), list.end());
        } else if (list.is_array()) {
            for (const Json& each : list) {
                if (Json message = plainMessage(each); !message.is_null())
                    messages.push_back(std::move(message));
            }
        } else if (!list.is_null()) {
            attributes[key] = list;
        }
    }
    return messages;
}

/// Takes a message out of an event of a span ("gen_ai.user.message", "gen_ai.choice"); null if it is none.
Json takeMessage(Json& event)
{
    const std::string name = event.is_object() ? event.value("name", Json("")).dump() : std::string();
    constexpr std::string_view kBegin = "\"gen_ai.";
    constexpr std::string_view kEnd = ".message\"";
    const bool isChoice = name == "\"gen_ai.choice\"";
    if (!isChoice && !(name.starts_with(kBegin) && name.ends_with(kEnd)))
        return {};
    Json said = plainAttributes(event.value("attributes", event.value("body", Json::object())));
    if (!said.is_object())
        return {};
    Json message = isChoice ? takeTree(said, "message") : Json();
    if (!message.is_object())
        message = Json::object();
    if (!message.contains("role"))
        message["role"] = isChoice ? std::string("assistant")
                                   : name.substr(kBegin.size(), name.size() - kBegin.size() - kEnd.size());
    for (const auto& [key, value] : said.items()) {
        const bool isStructured = key == "tool_calls" || key == "content";
        Json inner = isStructured && value.is_string() ? Json::parse(value.get<std::string>(), nullptr, false)
                                                       : Json(Json::value_t::discarded);
        const bool isCallId = key == "id" && message["role"] == "tool";
        message[isCallId ? std::string("tool_call_id") : key] = inner.is_array() ? inner : value;
    }
    return message.contains("content") || message.contains("tool_calls") ? message : Json();
}

/// The messages of the events of a span, which are taken out of it; into `choices` its answers if there are
/// several.
std::vector<Json> takeEvents(Json& span, std::vector<Json>& choices)
{
    std::vector<Json> messages;
    if (!span.contains("events") || !span["events"].is_array())
        return messages;
    Json others = Json::array();
    for (Json& event : span["events"]) {
        const bool isChoice = event.is_object() && event.value("name", Json()) == "gen_ai.choice";
        Json message = takeMessage(event);
        if (message.is_null())
            others.push_back(event);
        else
            (isChoice ? choices : messages).push_back(std::move(message));
    }
    if (messages.empty() && choices.empty())
        return messages;
    if (choices.size() == 1) {
        messages.push_back(std::move(choices.front()));
        choices.clear();
    }
    span["events"] = std::move(others);
    return messages;
}

std::string textAt(const Json& object, std::initializer_list<const char*> keys)
{
    for (const char* const key : keys) {
        if (object.is_object() && object.contains(key) && object[key].is_string())
            return object[key].get<std::string>();
    }
    return {};
}

std::string traceOf(const Json& span)
{
    const std::string own = textAt(span, {"traceId", "trace_id"});
    return own.empty() && span.is_object() && span.contains("context")
               ? textAt(span["context"], {"trace_id", "traceId"})
               : own;
}

/// Spans are in the order in which they begin.
std::string startOf(const Json& span)
{
    for (const char* const key : {"startTimeUnixNano", "start_time_unix_nano", "start_time", "startTime"}) {
        if (span.is_object() && span.contains(key))
            return span[key].is_string() ? span[key].get<std::string>() : span[key].dump();
    }
    return {};
}

std::string idOf(const Json& span)
{
    const std::string own = textAt(span, {"spanId", "span_id"});
    return own.empty() && span.is_object() && span.contains("context")
               ? textAt(span["context"], {"span_id", "spanId"})
               : own;
}

bool invokesAgent(const Json& span)
{
    Json attributes = span.is_object() ? plainAttributes(span.value("attributes", Json())) : Json();
    return textAt(attributes, {"gen_ai.operation.name"}) == "invoke_agent";
}

/// Which spans are of an agent that another one has called: those of agents within agents.
std::vector<bool> areOfHelpers(const std::vector<Json>& spans)
{
    constexpr std::size_t kDeepest = 1000;
    std::vector<bool> invoke(spans.size());
    std::unordered_map<std::string, std::size_t> byId;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        invoke[i] = invokesAgent(spans[i]);
        byId.emplace(idOf(spans[i]), i);
    }
    std::vector<bool> are(spans.size());
    if (std::count(invoke.begin(), invoke.end(), true) < 2)
        return are;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        int agents = invoke[i] ? 1 : 0;
        std::size_t at = i;
        for (std::size_t depth = 0; depth < kDeepest && agents < 2; ++depth) {
            const auto parent = byId.find(textAt(spans[at], {"parentSpanId", "parent_span_id", "parent_id"}));
            if (parent == byId.end() || parent->second == at)
                break;
            at = parent->second;
            agents += invoke[at] ? 1 : 0;
        }
        are[i] = agents > 1;
    }
    return are;
}

/// Adds the spans of {"resourceSpans": [{"scopeSpans": [{"spans": […]}]}]}, at any depth of lists.
void addSpans(const Json& value, std::vector<Json>& spans)
{
    for (const Json& each : value.is_array() ? value : Json::array()) {
        bool isGroup = false;
        for (const char* const key : {"scopeSpans", "scope_spans", "instrumentationLibrarySpans", "spans"}) {
            if (!each.is_object() || !each.contains(key))
                continue;
            addSpans(each[key], spans);
            isGroup = true;
        }
        if (!isGroup)
            spans.push_back(each);
    }
}

/// By the id of a call, how many milliseconds its tool took.
std::map<std::string, double> durationsOfCalls(const std::vector<Json>& spans)
{
    constexpr double kNanosecondsInMillisecond = 1e6;
    const auto timeAt = [](const Json& span, std::initializer_list<const char*> keys,
                           const char* asText) -> std::optional<double> {
        for (const char* const key : keys) {
            const Json time = plainValue({{"intValue", span.value(key, Json())}});
            if (time.is_number())
                return time.get<double>() / kNanosecondsInMillisecond;
        }
        const auto time = timeIn(textAt(span, {asText}));
        return time ? std::optional(time->begin * 1000) : std::nullopt;
    };
    std::map<std::string, double> durations;
    for (const Json& span : spans) {
        const Json attributes = span.is_object() ? span.value("attributes", Json()) : Json();
        const std::string call = textAt(attributes, {"gen_ai.tool.call.id"});
        if (call.empty())
            continue;
        const auto begin = timeAt(span, {"startTimeUnixNano", "start_time_unix_nano"}, "start_time");
        const auto end = timeAt(span, {"endTimeUnixNano", "end_time_unix_nano"}, "end_time");
        if (begin && end && *end >= *begin)
            durations[call] = std::round((*end - *begin) * 1000) / 1000;
    }
    return durations;
}

/// Notes at a result how long its tool took.
void addDuration(Json& message, const std::map<std::string, double>& durations)
{
    const auto add = [&durations](Json& result, const char* idKey) {
        const auto known = durations.find(textAt(result, {idKey}));
        if (known != durations.end() && !result.contains("duration_ms"))
            result["duration_ms"] = known->second;
    };
    add(message, "tool_call_id");
    if (!message.contains("parts") || !message["parts"].is_array())
        return;
    for (Json& part : message["parts"]) {
        if (textAt(part, {"type"}) == "tool_call_response")
            add(part, "id");
    }
}

/// The conversation of a trace while its spans are read.
class TraceConversation {
public:
    void add(Json& span)
    {
        if (!span.is_object() || !span.contains("attributes"))
            return;
        Json& attributes = span["attributes"];
        attributes = plainAttributes(attributes);
        if (m_model.empty())
            m_model = textAt(attributes, {"gen_ai.request.model", "llm.model_name", "gen_ai.response.model"});
        if (m_model.empty() && attributes.is_object() && attributes.contains("llm"))
            m_model = textAt(attributes["llm"], {"model_name"});
        std::vector<Json> choices;
        std::vector<Json> messages = takeMessages(attributes, choices);
        if (messages.empty() && choices.empty())
            messages = takeEvents(span, choices);
        if (!messages.empty() || !choices.empty())
            choose(messages);
        // A history begins as the conversation did, and goes on where that ends.
        std::size_t same = 0;
        while (same < messages.size() && same < m_keys.size() && keyOf(messages[same]) == m_keys[same])
            ++same;
        for (std::size_t i = same; i < messages.size() && m_messages.size() < kMostMessages; ++i) {
            m_keys.push_back(keyOf(messages[i]));
            m_messages.push_back(messages[i]);
        }
        if (!choices.empty())
            m_choices = std::move(choices);
    }

    /// Of several answers, the one with which the conversation went on becomes part of it; else the first.
    void choose(const std::vector<Json>& history)
    {
        if (m_choices.empty())
            return;
        const std::string next =
            history.size() > m_keys.size() ? keyOf(history[m_keys.size()]) : std::string();
        const auto found = std::find_if(m_choices.begin(), m_choices.end(),
                                        [&next](const Json& choice) { return keyOf(choice) == next; });
        m_messages.push_back(found == m_choices.end() ? m_choices.front() : *found);
        m_keys.push_back(keyOf(m_messages.back()));
        m_choices.clear();
    }

    /// Of an agent that another one has called: what it says is not part of the conversation.
    void addHelper(Json& span)
    {
        if (span.is_object() && span.contains("attributes"))
            span["attributes"] = plainAttributes(span["attributes"]);
    }

    const Json& messages() const { return m_messages; }
    /// Several answers to all of them.
    const std::vector<Json>& choices() const { return m_choices; }
    const std::string& model() const { return m_model; }

private:
    Json m_messages = Json::array();
    std::vector<std::string> m_keys;
    std::vector<Json> m_choices;
    std::string m_model;
};

} // namespace

bool isSpan(const JsonView& row)
{
    const JsonView attributes = row["attributes"];
    if (!attributes.isObject() && !attributes.isArray())
        return false;
    return row["spanId"].isString() || row["span_id"].isString() || row["context"]["span_id"].isString();
}

std::optional<std::string> traceRecord(const JsonView& record)
{
    const JsonView batch =
        record["resourceSpans"].isArray() ? record["resourceSpans"] : record["resource_spans"];
    const bool isList = record.isArray() && record.size() > 0 && isSpan(*record.elements().begin());
    if (!batch.isArray() && !isList && !(isSpan(record) && tellsOfModel(record["attributes"])))
        return std::nullopt;
    Json whole = Json::parse(record.toJson(), nullptr, false);
    std::vector<Json> spans;
    if (isList)
        spans.assign(whole.begin(), whole.end());
    else if (batch.isArray())
        addSpans(whole[whole.contains("resourceSpans") ? "resourceSpans" : "resource_spans"], spans);
    else
        spans.push_back(whole);
    std::stable_sort(spans.begin(), spans.end(), [](const Json& a, const Json& b) {
        const std::string left = startOf(a);
        const std::string right = startOf(b);
        return left.size() != right.size() ? left.size() < right.size() : left < right;
    });
    std::map<std::string, TraceConversation> traces;
    std::vector<std::string> order;
    const std::vector<bool> areHelpers = areOfHelpers(spans);
    std::vector<std::size_t> helpers;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        const std::string trace = traceOf(spans[i]);
        if (!traces.contains(trace))
            order.push_back(trace);
        if (areHelpers[i])
            helpers.push_back(i);
        else
            traces[trace].add(spans[i]);
    }
    // A workflow may be an agent that says nothing itself.
    std::set<std::string> silent;
    for (const std::string& trace : order) {
        if (traces[trace].messages().empty())
            silent.insert(trace);
    }
    for (const std::size_t i : helpers) {
        const std::string trace = traceOf(spans[i]);
        if (silent.contains(trace))
            traces[trace].add(spans[i]);
        else
            traces[trace].addHelper(spans[i]);
    }
    const std::map<std::string, double> durations = durationsOfCalls(spans);
    Json plain = Json::object();
    Json messages = Json::array();
    for (const std::string& trace : order) {
        if (order.size() > 1 || traces[trace].messages().empty())
            traces[trace].choose({});
        for (Json message : traces[trace].messages()) {
            if (order.size() > 1)
                message["trace"] = trace;
            if (!durations.empty())
                addDuration(message, durations);
            messages.push_back(std::move(message));
        }
    }
    if (messages.empty())
        return std::nullopt;
    if (!order.front().empty())
        plain["id"] = order.front();
    if (const std::string& model = traces[order.front()].model(); !model.empty())
        plain["model"] = model;
    plain["messages"] = std::move(messages);
    for (const Json& choice : traces[order.front()].choices())
        plain["choices"].push_back({{"message", choice}});
    if (spans.size() == 1 && !batch.isArray()) {
        for (const auto& [key, value] : spans.front().items()) {
            if (!plain.contains(key))
                plain[key] = value;
        }
        return plain.dump();
    }
    if (batch.isArray()) {
        for (const auto& [key, value] : whole.items()) {
            if (key != "resourceSpans" && key != "resource_spans")
                plain[key] = value;
        }
        // What the spans of a resource have in common.
        for (const Json& resource :
             whole[whole.contains("resourceSpans") ? "resourceSpans" : "resource_spans"]) {
            if (resource.is_object() && resource.contains("resource") && resource["resource"].is_object())
                plain["resources"].push_back(
                    plainAttributes(resource["resource"].value("attributes", Json::object())));
        }
    }
    plain["spans"] = spans;
    return plain.dump();
}

} // namespace duologue
