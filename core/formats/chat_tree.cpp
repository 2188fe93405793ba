// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "core/data/record_builder.h"
#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/formats/tree_parts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace duologue {

namespace {

/// Messages in a record that name the message before each of them: a list, or an object with their ids.
struct LinkedMessages {
    /// From the record to the messages.
    std::vector<std::string_view> path = {};
    JsonView messages = {};
};

JsonView firstMessageOf(const JsonView& messages)
{
    if (messages.isArray())
        return *messages.elements().begin();
    return messages.isObject() && messages.size() > 0 ? (*messages.members().begin()).value : JsonView();
}

JsonView firstOf(const JsonView& object, std::span<const std::string_view> names)
{
    for (const std::string_view name : names) {
        if (const JsonView value = object[name]; !value.isMissing())
            return value;
    }
    return {};
}

std::string textOfId(const JsonView& id)
{
    return id.isNumber() ? id.toJson() : std::string(id.string());
}

std::string linkedId(const JsonView& message)
{
    constexpr std::string_view kIds[] = {"uuid", "id", "messageId", "message_id"};
    return textOfId(firstOf(message, kIds));
}

/// Missing if the message does not say it; null, or what no message has as its id, for a first message.
JsonView linkedParent(const JsonView& message)
{
    constexpr std::string_view kParents[] = {"parent_message_uuid", "parentMessageId",   "parentId",
                                             "parent_id",           "parent_message_id", "parentUuid"};
    JsonView last = message["ancestors"];
    for (const JsonView each : message["ancestors"].elements())
        last = each;
    return message["ancestors"].isArray() ? last : firstOf(message, kParents);
}

LinkedMessages linkedIn(const JsonView& record)
{
    static const std::vector<std::string_view> paths[] = {{"messages"},
                                                          {"chat_messages"},
                                                          {"conversation"},
                                                          {"history", "messages"},
                                                          {"chat", "history", "messages"}};
    for (const auto& path : paths) {
        JsonView messages = record;
        for (const std::string_view key : path)
            messages = messages[key];
        const JsonView first = firstMessageOf(messages);
        if (first.isObject() && !linkedParent(first).isMissing() && !linkedId(first).empty())
            return {path, messages};
    }
    return {};
}

template<typename Take>
void forEachLinked(const JsonView& messages, Take take)
{
    std::size_t index = 0;
    for (const JsonView message : messages.elements())
        take(std::to_string(index++), message);
    for (const auto [key, message] : messages.members())
        take(std::string(key), message);
}

/// The user or the assistant, as far as one of them speaks.
std::string_view sideOf(const JsonView& message)
{
    for (const std::string_view key : kThreadSpeakers) {
        const std::string_view role = usualRole(speakerNameOf(message[key]));
        if (role == "user" || role == "assistant")
            return role;
    }
    return flaggedSpeaker(message);
}

/// Whether one side has followed the same message twice: somebody asked for another answer, or changed a
/// question. What several people reply is no alternative.
bool haveBranches(const JsonView& messages)
{
    std::set<std::pair<std::string, std::string_view>> followed;
    bool have = false;
    forEachLinked(messages, [&](const std::string&, const JsonView& message) {
        const std::string parent = have ? std::string() : textOfId(linkedParent(message));
        const std::string_view side = parent.empty() ? std::string_view() : sideOf(message);
        have = have || (!side.empty() && !followed.emplace(parent, side).second);
    });
    return have;
}

/// One conversation with all its branches: an export of ChatGPT ("mapping"), or a tree of OASST ("prompt"
/// with "replies", or such a message as the record), or messages that name the one before. Or a thread of
/// people: a message with the name of its author and replies that have such names.
class ChatTree final : public Format {
public:
    std::string_view id() const override { return "chat-tree"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "Conversation with branches"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT(
            "Formats",
            "\"mapping\" of messages with \"parent\" and \"children\", or a \"prompt\" with \"replies\"");
    }

    std::vector<NeededMembers> neededMembers() const override
    {
        return oneOf({"mapping", "prompt", "replies", "children", "messages", "chat_messages", "conversation",
                      "history", "chat"});
    }
    bool mayFit(const JsonView& record) const override
    {
        return !record["mapping"].isMissing() || !record["prompt"].isMissing() ||
               record[repliesKey(record)].isArray() || !linkedIn(record).messages.isMissing();
    }
    int recognise(const JsonView& record) const override
    {
        if (isMapping(record["mapping"]) || record["prompt"]["replies"].isArray() || isRoot(record))
            return 94;
        if (haveBranches(linkedIn(record).messages))
            return 93;
        return isThread(record) ? kThread : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        if (const LinkedMessages linked = linkedIn(record); haveBranches(linked.messages)) {
            readLinked(record, linked, builder);
            return;
        }
        const bool isOfChat = isMapping(record["mapping"]) || record["prompt"]["replies"].isArray();
        // To some messages of a file nobody replied.
        if (isRoot(record) || (!isOfChat && !speakerKeyOf(record).empty())) {
            readRoot(record, builder);
            return;
        }
        std::string_view id = readRecordId(record, builder);
        if (const JsonView tree = record["message_tree_id"]; id.empty() && tree.hasValue()) {
            builder.id(tree);
            id = "message_tree_id";
        }
        std::vector<TreeNode> nodes;
        std::optional<std::size_t> last;
        const bool hasMapping = isMapping(record["mapping"]);
        if (hasMapping)
            last = readMapping(record, nodes, builder);
        else if (record["prompt"].isObject())
            addReplies(record["prompt"], {}, "/prompt", nodes, builder, 0);
        readTree(nodes, last, builder);
        readRest(record, {hasMapping ? "mapping" : "prompt", id}, builder);
    }

private:
    static void readLinked(const JsonView& record, const LinkedMessages& linked, RecordBuilder& builder)
    {
        const std::string_view id = readRecordId(record, builder);
        std::string_view at;
        for (const std::string_view key : linked.path)
            at = pointerTo(builder, at, key);
        std::vector<TreeNode> nodes;
        std::set<std::string> ids;
        forEachLinked(linked.messages, [&](const std::string& key, const JsonView& message) {
            const std::string_view pointer = pointerTo(builder, at, key);
            if (!message.isObject()) {
                builder.treeField(pointer.substr(1), message);
                return;
            }
            const std::string own = linkedId(message);
            const JsonView parent = linkedParent(message);
            // One that does not name another follows the one before it.
            const bool isNext = parent.isMissing() && !nodes.empty();
            nodes.push_back({own, isNext ? nodes.back().id : textOfId(parent), message, pointer, JsonView()});
            ids.insert(own);
        });
        for (TreeNode& node : nodes) {
            if (!ids.contains(node.parent))
                node.parent.clear();
        }
        readTree(nodes, currentOf(record, linked, nodes), builder);
        std::vector<std::string_view> path;
        readRestAround(record, linked.path, id, path, builder);
    }

    /// The last message of the branch that is shown; without its id, the last of all.
    static std::size_t currentOf(const JsonView& record, const LinkedMessages& linked,
                                 const std::vector<TreeNode>& nodes)
    {
        constexpr std::string_view kCurrent[] = {"currentId", "current_leaf_message_uuid", "currentNode",
                                                 "current_node", "currentMessageId"};
        JsonView around = record;
        for (const std::string_view key : linked.path) {
            const std::string current = textOfId(firstOf(around, kCurrent));
            const auto found = std::find_if(nodes.begin(), nodes.end(),
                                            [&current](const TreeNode& node) { return node.id == current; });
            if (found != nodes.end())
                return static_cast<std::size_t>(found - nodes.begin());
            around = around[key];
        }
        return nodes.size() - 1;
    }

    /// What is next to the messages, and next to what they are in.
    static void readRestAround(const JsonView& object, std::span<const std::string_view> rest,
                               std::string_view id, std::vector<std::string_view>& path,
                               RecordBuilder& builder)
    {
        for (const auto [key, value] : object.members()) {
            if (path.empty() && !id.empty() && key == id)
                continue;
            path.push_back(key);
            if (key != rest.front())
                builder.memberField(path, value);
            else if (rest.size() > 1)
                readRestAround(value, rest.subspan(1), id, path, builder);
            path.pop_back();
        }
    }

    /// OASST's deepest trees have some twenty levels.
    static constexpr int kDeepest = 1024;
    /// Names and replies are less sure than roles.
    static constexpr int kThread = 71;

    /// A message that says who speaks, with replies that do.
    static bool isRoot(const JsonView& record)
    {
        const JsonView replies = record[repliesKey(record)];
        if (!replies.isArray() || replies.size() == 0)
            return false;
        const std::string_view asks = speakerOf(record);
        const std::string_view answers = speakerOf(*replies.elements().begin());
        return (asks == "user" || asks == "system") && !answers.empty() && answers != asks;
    }

    /// A message with the name of who speaks, and replies with names under the same key.
    static bool isThread(const JsonView& record)
    {
        const JsonView replies = record[repliesKey(record)];
        if (!replies.isArray() || replies.size() == 0)
            return false;
        const std::string_view key = speakerKeyOf(record);
        const JsonView first = *replies.elements().begin();
        return !key.empty() && isName(first[key]) && saysText(first);
    }

    /// The key of the name of who says the text of a message; empty if it has no text or no name.
    static std::string_view speakerKeyOf(const JsonView& message)
    {
        for (const std::string_view key : kThreadSpeakers) {
            // What has a name and children is a tree of something else.
            const bool mayName = key != "name" || message["replies"].isArray();
            if (mayName && isName(message[key]))
                return saysText(message) ? key : std::string_view();
        }
        return {};
    }

    static bool isName(const JsonView& value)
    {
        constexpr std::size_t kLongestName = 80;
        const std::string_view name = speakerNameOf(value);
        return !name.empty() && name.size() <= kLongestName;
    }

    static bool saysText(const JsonView& message)
    {
        const auto isText = [&message](std::string_view key) { return message[key].isString(); };
        constexpr std::string_view kTextKeys[] = {"content", "text", "value", "message", "utterance", "body"};
        return std::any_of(std::begin(kTextKeys), std::end(kTextKeys), isText);
    }

    /// Who says a text, as a usual role; empty if nobody is known to.
    static std::string_view speakerOf(const JsonView& message)
    {
        if (!saysText(message))
            return {};
        for (const std::string_view key : {"role", "from", "speaker", "author"}) {
            if (const std::string_view role = usualRole(message[key].string()); !role.empty())
                return role;
        }
        return {};
    }

    /// What the record says is said of its first message, but for the ids.
    static void readRoot(const JsonView& record, RecordBuilder& builder)
    {
        for (const std::string_view key : {"message_tree_id", "message_id", "id"}) {
            if (const JsonView id = record[key]; id.isString() || id.isNumber()) {
                builder.id(id);
                break;
            }
        }
        std::vector<TreeNode> nodes;
        addReplies(record, {}, {}, nodes, builder, 0);
        if (isRoot(record)) {
            readTree(nodes, {}, builder);
            return;
        }
        // People who reply to the same message do not write alternatives: all of them are heard, each after
        // what was replied to the one before.
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes[i].id = "#" + std::to_string(i);
            nodes[i].parent = i == 0 ? std::string() : nodes[i - 1].id;
        }
        readTree(nodes, nodes.size() - 1, builder);
    }

    static bool isMapping(const JsonView& mapping)
    {
        if (mapping.size() == 0 || !mapping.isObject())
            return false;
        const JsonView first = (*mapping.members().begin()).value;
        return !first["parent"].isMissing() && first["children"].isArray();
    }

    /// Adds the nodes and returns the current one.
    static std::optional<std::size_t> readMapping(const JsonView& record, std::vector<TreeNode>& nodes,
                                                  RecordBuilder& builder)
    {
        const std::string_view current = record["current_node"].string();
        std::optional<std::size_t> last;
        for (const auto [key, node] : record["mapping"].members()) {
            const std::string_view pointer = pointerTo(builder, "/mapping", key);
            const JsonView message = node["message"];
            nodes.push_back({std::string(key), std::string(node["parent"].string()),
                             says(message) ? message : JsonView(), pointerTo(builder, pointer, "message"),
                             node});
            if (!says(message))
                builder.treeField(builder.keep({"mapping.", key}), node);
            // Where no node is named the current one, it is the last.
            if (key == current || current.empty())
                last = nodes.size() - 1;
        }
        return last || nodes.empty() ? last : std::optional(nodes.size() - 1);
    }

    /// The first nodes of a mapping are often empty.
    static bool says(const JsonView& message)
    {
        if (!message["author"]["role"].isString())
            return false;
        const JsonView parts = message["content"]["parts"];
        for (const JsonView part : parts.elements()) {
            if (!part.isString() || !part.string().empty())
                return true;
        }
        return !parts.isArray() && message["content"].hasValue();
    }

    static void addReplies(const JsonView& message, const std::string& parent, std::string_view pointer,
                           std::vector<TreeNode>& nodes, RecordBuilder& builder, int depth)
    {
        const JsonView id = message["message_id"].isMissing() ? message["id"] : message["message_id"];
        const std::string own = id.isString() ? std::string(id.string()) : "#" + std::to_string(nodes.size());
        nodes.push_back({own, parent, message, pointer, {}});
        if (depth >= kDeepest)
            return;
        const std::string_view key = repliesKey(message);
        const std::string_view replies = pointerTo(builder, pointer, key);
        std::size_t index = 0;
        for (const JsonView reply : message[key].elements())
            addReplies(reply, own, pointerTo(builder, replies, index++), nodes, builder, depth + 1);
    }
};

} // namespace

const Format& chatTreeFormat()
{
    static const ChatTree format;
    return format;
}

} // namespace duologue
