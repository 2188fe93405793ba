// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/shape_parts.h"
#include "core/load/record_reader.h"

namespace duologue {

ShapeJson parsedJson(const std::string& json)
{
    return ShapeJson::parse(json, nullptr, false);
}

std::string plainText(const ShapeJson& value)
{
    return value.is_string() ? value.get<std::string>() : jsonText(value, -1);
}

std::string kindName(MarkKind kind)
{
    constexpr std::array<const char*, 3> kNames{"human", "model", "rule"};
    return kNames.at(static_cast<std::size_t>(kind));
}

ShapeJson targetJson(const MarkTarget& on)
{
    MarkEvent event;
    event.on = on;
    return parsedJson(lineOf(event))["on"];
}

const ShapeJson& memberOf(const ShapeJson& object, std::string_view key)
{
    static const ShapeJson kNull;
    const auto found = object.is_object() ? object.find(std::string(key)) : object.end();
    return object.is_object() && found != object.end() ? *found : kNull;
}

std::string textOf(const ShapeJson& object, std::string_view key)
{
    const ShapeJson& value = memberOf(object, key);
    return value.is_null() ? std::string() : plainText(value);
}

void addMark(ReadMarks& read, std::size_t line, const ShapeMark& mark)
{
    ShapeJson json{{"v", 1},        {"id", newMarkId(markTimeNow())},
                   {"by", mark.by}, {"kind", mark.kind},
                   {"on", mark.on}, {"set", mark.set}};
    if (!mark.at.empty())
        json["at"] = mark.at;
    if (!mark.scheme.empty())
        json["scheme"] = mark.scheme;
    MarkFileContents contents = readMarkText(jsonText(json, -1) + '\n');
    for (MarkEvent& event : contents.events) {
        read.events.push_back(std::move(event));
        read.lines.push_back(line);
    }
    for (MarkLineProblem& problem : contents.problems)
        read.problems.push_back({line, std::move(problem.what)});
}

std::string hashOfShown(RecordReader& reader)
{
    const Conversation* const conversation = reader.conversation();
    return conversation == nullptr ? std::string() : conversationHash(*conversation);
}

bool isOwnHash(std::string_view text)
{
    return text.starts_with("xxh3:");
}

ShapeJson ownJson(const MarkSet& marks, const MarkAnswers& answers, const MarkAnswer& answer)
{
    ShapeJson own{{"by", answers.by},
                  {"on", targetJson(targetOf(marks, answers, answer))},
                  {"answer", parsedJson(answer.value)},
                  {"at", markTimeText(answer.at)}};
    if (!answer.scheme.empty())
        own["scheme"] = answer.scheme;
    if (answers.kind != MarkKind::Human)
        own["kind"] = kindName(answers.kind);
    return own;
}

void takeOwn(const ShapeJson& own, const ShapeJson& answer, ShapeMark& mark)
{
    if (const ShapeJson& on = memberOf(own, "on"); on.is_object())
        mark.on = on;
    mark.scheme = textOf(own, "scheme");
    if (textOf(own, "by") != mark.by)
        return;
    if (std::string kind = textOf(own, "kind"); !kind.empty())
        mark.kind = std::move(kind);
    if (memberOf(own, "answer") == answer)
        mark.at = textOf(own, "at");
}

ShapeJson messagesOf(RecordReader& reader, Row row, const char* role, const char* text)
{
    ShapeJson messages = ShapeJson::array();
    reader.read(row);
    if (const Conversation* conversation = reader.conversation()) {
        for (const Message& message : conversation->messages)
            messages.push_back({{role, std::string(message.role)},
                                {text, std::string(conversation->originalText(message))}});
    }
    return messages;
}

std::vector<SaidMessage> saidIn(const ShapeJson& list)
{
    const auto firstOf = [](const ShapeJson& object, auto... keys) -> const ShapeJson& {
        const ShapeJson* found = nullptr;
        ((found = found == nullptr && object.contains(keys) ? &object[keys] : found), ...);
        return found == nullptr ? memberOf({}, {}) : *found;
    };
    std::vector<SaidMessage> messages;
    for (const ShapeJson& each : list.is_array() ? list : ShapeJson::array()) {
        const ShapeJson& text = each.is_object() ? firstOf(each, "text", "content", "value") : each;
        if (!each.is_object() || !(text.is_string() || text.is_null()))
            return {};
        const ShapeJson& role = firstOf(each, "author", "role", "from", "speaker");
        messages.push_back({role.is_string() ? role.get<std::string>() : std::string(),
                            text.is_string() ? text.get<std::string>() : std::string()});
    }
    return messages;
}

std::string hashOf(const std::vector<SaidMessage>& messages)
{
    Conversation conversation;
    for (const SaidMessage& each : messages) {
        const auto count = static_cast<std::uint32_t>(conversation.texts.size());
        const std::string_view usual = usualRole(each.role);
        Message& message = conversation.messages.emplace_back();
        message.role = usual.empty() ? std::string_view(each.role) : usual;
        message.texts = {count, count + 1};
        conversation.texts.emplace_back().text = each.text;
    }
    return messages.empty() ? std::string() : conversationHash(conversation);
}

const MarkTarget& targetOf(const MarkSet& marks, const MarkAnswers& of, const MarkAnswer& answer)
{
    const MarkEvent* const event = marks.joined().empty() ? nullptr : marks.find(answer.event);
    return event == nullptr ? of.on : event->on;
}

std::vector<MarkedGroup> groupsOf(const MarkSet& marks, const MarkedRecords& records)
{
    std::map<std::pair<std::uint64_t, std::string>, MarkedGroup> groups;
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.empty())
            continue;
        const MarkedRecord found = records.find(each.on);
        const bool isThere = found.match == MarkMatch::Same || found.match == MarkMatch::Changed;
        MarkedGroup& group =
            groups[{isThere ? indexOf(found.row) : kNone, isThere ? std::string() : each.on.record}];
        if (isThere)
            group.row = found.row;
        group.answers.push_back(&each);
    }
    std::vector<MarkedGroup> made;
    for (auto& [key, group] : groups)
        made.push_back(std::move(group));
    return made;
}

} // namespace duologue
