// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/format.h"
#include "core/formats/format_help.h"
#include "core/formats/session/message_tree_parts.h"
#include "core/record/roles.h"

#include <algorithm>

namespace duologue {

namespace {

/// One conversation with all its branches: an export of ChatGPT ("mapping"), or a tree of OASST ("prompt"
/// with "replies", or such a message as the record). Or a thread of people: a message with the name of its
/// author and replies that have such names.
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
        return oneOf({"mapping", "prompt", "replies", "children"});
    }
    int recognise(const JsonView& record) const override
    {
        if (isMapping(record["mapping"]) || record["prompt"]["replies"].isArray() || isRoot(record))
            return 94;
        return isThread(record) ? kThread : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
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
        constexpr std::string_view kTexts[] = {"content", "text", "value", "message", "utterance", "body"};
        return std::any_of(std::begin(kTexts), std::end(kTexts), isText);
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
