// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/formats/common/chat_parts.h"
#include "core/formats/common/message_order_parts.h"
#include "core/formats/format.h"
#include "core/formats/format_help.h"
#include "core/formats/session/message_tree_parts.h"
#include "core/formats/session/row_parts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace duologue {

namespace {

std::string textOfId(const JsonView& id)
{
    return id.isString() ? std::string(id.string()) : id.isNumber() ? id.toJson() : std::string();
}

/// Rows whose order or parents make a conversation: the events of a session of a program (Claude Code, Codex,
/// llama.cpp), or rows of a table of messages (OASST).
class Session final : public Format {
public:
    std::string_view id() const override { return "session"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Formats", "Rows of one conversation"); }
    std::string_view rule() const override
    {
        return DUOLOGUE_TEXT(
            "Formats",
            "a list, or lines, of messages and events that name their conversation or the message before");
    }

    int recognise(const JsonView& record) const override
    {
        return record.isArray() && areTiedRows(record) ? 77 : 0;
    }

    void read(const JsonView& record, RecordBuilder& builder) const override
    {
        std::vector<TreeNode> nodes;
        std::optional<std::size_t> last;
        bool isSession = false;
        std::set<std::string_view> types;
        std::vector<std::string_view> foreign;
        std::set<std::size_t> roots;
        std::vector<std::string_view> children;
        std::vector<std::string_view> helpers;
        bool areNamed = true;
        std::size_t index = 0;
        SideChain side(record, builder.origin().form == RecordForm::Lines);
        for (const JsonView row : record.elements()) {
            std::string_view pointer = pointerTo(builder, {}, index++);
            if (!side.has(row)) {
                if (!side.isOne() && !parentOfRow(row).hasValue())
                    children.push_back(sideId(row, builder));
                areNamed = areNamed && row["agentId"].hasValue();
                continue;
            }
            const JsonView message = messageOfRow(row);
            for (const std::string_view key : {"message", "payload"}) {
                if (row[key].isObject())
                    pointer = pointerTo(builder, pointer, key);
            }
            if (isSessionRow(row))
                isSession = true;
            if (isForeignRow(row))
                foreign.push_back(pointer);
            if (last && isSessionRow(row) && isOtherPrompt(row, message))
                roots.insert(nodes.size());
            // An event may name the message that it is about.
            const bool isNamed = !message.isMissing() || !row["uuid"].isMissing();
            nodes.push_back({isNamed ? textOfId(idOfRow(row)) : std::string(), textOfId(parentOfRow(row)),
                             message, pointer, messageIsRow(row) ? JsonView() : row});
            nodes.back().isItem = !message.isMissing() && (row["payload"].isObject() || isItem(row));
            nodes.back().isOfProgram = isOfProgram(row, message);
            if (const std::string_view helper = row["toolUseResult"]["agentId"].string(); !helper.empty())
                helpers.push_back(helper);
            if (isSessionRow(row) && message["role"].string() == "assistant")
                nodes.back().answer = message["id"].string();
            if (const JsonView parent = row["payload"]["parent_thread_id"]; parent.isString())
                builder.categoryField("parent", parent);
            if (message.isMissing())
                readEvent(row, index, types, builder);
            else
                last = nodes.size() - 1;
        }
        // A helper may have a file of its own, which the result of its call names.
        if (areNamed)
            children.insert(children.end(), helpers.begin(), helpers.end());
        std::set<std::string_view> named;
        for (const std::string_view child : children) {
            if (named.insert(child).second)
                builder.categoryOfMany("children", {child, {}});
        }
        if (side.isOne())
            readSideId(record, builder);
        else
            readConversationId(record, builder);
        if (isSession) {
            for (const std::string_view each : foreign)
                builder.problem(ProblemCode::UnexpectedType, each, PhraseId::NoEventOfSession);
            noteOtherSessions(nodes, builder);
        }
        putInOrder(nodes, builder);
        joinLooseNodes(nodes, roots);
        joinAnswers(nodes);
        // A session goes on from its last message; the rows of a table may all be answers.
        readTree(nodes, isSession || !hasBranches(nodes) ? last : std::nullopt, builder);
    }

private:
    static bool isSessionRow(const JsonView& row) { return row["type"].isString() && !messageIsRow(row); }

    static bool messageIsRow(const JsonView& row)
    {
        return !row["message"].isObject() && !row["payload"].isObject();
    }

    /// Whether the first prompt of a session was changed: the row follows no other, and so is the root of a
    /// branch. What goes on after a summary says so.
    static bool isOtherPrompt(const JsonView& row, const JsonView& message)
    {
        const JsonView parent = parentOfRow(row);
        const bool isContinued = row["logicalParentUuid"].hasValue() ||
                                 row["isCompactSummary"].boolean() == true || row["isMeta"].boolean() == true;
        return !parent.isMissing() && !parent.hasValue() && !isContinued && !idOfRow(row).isMissing() &&
               message["role"].string() == "user" && !areResults(message["content"]);
    }

    /// What Claude Code writes as the user to tell the model of something: a note, a summary of what was said
    /// before, or what a command of the user printed.
    static bool isOfProgram(const JsonView& row, const JsonView& message)
    {
        if (message["role"].string() != "user" || areResults(message["content"]))
            return false;
        const JsonView content = message["content"];
        const JsonView first =
            content.size() > 0 && content.isArray() ? *content.elements().begin() : content;
        const std::string_view text = first.isString() ? first.string() : first["text"].string();
        return row["isMeta"].boolean() == true || row["isCompactSummary"].boolean() == true ||
               (isSessionRow(row) && text.starts_with("<local-command-std"));
    }

    /// Warns of the first message that names another session than the first one, unless it follows a message
    /// of the conversation: a session that was resumed has a new id.
    static void noteOtherSessions(const std::vector<TreeNode>& nodes, RecordBuilder& builder)
    {
        std::set<std::string_view> known;
        JsonView first;
        for (const TreeNode& node : nodes) {
            const JsonView id = conversationOfRow(node.around);
            if (first.isMissing())
                first = id;
            const bool isOther = !node.message.isMissing() && id.isString() && id.string() != first.string();
            if (isOther && !known.contains(node.parent)) {
                builder.problem(ProblemCode::UnexpectedType, node.pointer,
                                {PhraseId::EventOfOtherSession, id.string()});
                return;
            }
            if (!node.id.empty())
                known.insert(node.id);
        }
    }

    /// The first event of a type becomes fields; more of them are kept for the viewer.
    static void readEvent(const JsonView& event, std::size_t number, std::set<std::string_view>& types,
                          RecordBuilder& builder)
    {
        const std::string_view type = event["type"].string();
        const std::string_view key = type.empty() ? std::string_view("event") : type;
        if (types.insert(key).second)
            builder.field(key, event);
        else
            builder.treeField(builder.keep({key, ".", std::to_string(number)}), event);
    }

    static std::string_view sideId(const JsonView& first, RecordBuilder& builder)
    {
        return builder.keep({textOfId(first["agentId"].hasValue() ? first["agentId"] : idOfRow(first))});
    }

    /// A side chain is a record of its own, whose parent is the session, and which is one of its children.
    static void readSideId(const JsonView& record, RecordBuilder& builder)
    {
        const JsonView first = *record.elements().begin();
        builder.id(first["agentId"].hasValue() ? first["agentId"] : idOfRow(first));
        if (const JsonView parent = conversationOfRow(first); !parent.isMissing())
            builder.categoryField("parent", parent);
    }

    static void readConversationId(const JsonView& record, RecordBuilder& builder)
    {
        for (const JsonView row : record.elements()) {
            const JsonView id = conversationOfRow(row);
            if (!id.isMissing()) {
                builder.id(id);
                return;
            }
            const bool isHeader = row["type"].string() == "session" || row["type"].string() == "session_meta";
            const JsonView own = row["id"].isMissing() ? row["payload"]["id"] : row["id"];
            // Early versions of Codex gave it no type.
            const bool isBare = row["timestamp"].isString() && !row["instructions"].isMissing();
            if ((isHeader || isBare) && own.hasValue()) {
                builder.id(own);
                return;
            }
        }
    }

    /// Rows of a table of messages may be in any order, if a column tells which is meant.
    static void putInOrder(std::vector<TreeNode>& nodes, RecordBuilder& builder)
    {
        const auto isPlain = [](const TreeNode& node) {
            return !node.message.isMissing() && node.around.isMissing() && node.parent.empty();
        };
        if (nodes.size() < 2 || !std::all_of(nodes.begin(), nodes.end(), isPlain))
            return;
        const std::string_view key = orderKeyOf(nodes.front().message);
        if (key.empty())
            return;
        std::vector<JsonView> messages;
        for (const TreeNode& node : nodes)
            messages.push_back(node.message);
        const MessageOrder told = orderToRead(key, messages, {}, builder);
        if (!told.fits)
            return;
        std::vector<TreeNode> ordered;
        for (const std::size_t index : told.order)
            ordered.push_back(std::move(nodes[index]));
        nodes = std::move(ordered);
    }

    /// Rows without a parent follow the row before them, unless they are roots.
    static void joinLooseNodes(std::vector<TreeNode>& nodes, const std::set<std::size_t>& roots)
    {
        std::set<std::string_view> answers;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            // Where rows have no id, the pieces of an answer have that of their message.
            const bool isKnown = !nodes[i].answer.empty() && nodes[i].id == nodes[i].answer &&
                                 !answers.insert(nodes[i].answer).second;
            if (nodes[i].id.empty() || isKnown)
                nodes[i].id = "#" + std::to_string(i);
            if (nodes[i].parent.empty() && i > 0 && !roots.contains(i))
                nodes[i].parent = nodes[i - 1].id;
        }
    }

    /// The pieces of an answer and the results of its calls follow each other in the order of the rows,
    /// whatever parents they name: calls that run at the same time would be branches.
    static void joinAnswers(std::vector<TreeNode>& nodes)
    {
        std::unordered_map<std::string_view, std::size_t> byId;
        // By node, the answer that it belongs to; by answer, its last node.
        std::vector<std::string_view> answers(nodes.size());
        std::unordered_map<std::string_view, std::size_t> lastOf;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            TreeNode& node = nodes[i];
            const auto parent = byId.find(node.parent);
            const std::string_view before =
                parent == byId.end() ? std::string_view() : answers[parent->second];
            byId.emplace(node.id, i);
            const bool isResult = areResults(node.message["content"]);
            const std::string_view answer = !node.answer.empty() ? node.answer
                                            : isResult           ? before
                                                                 : std::string_view();
            const std::string_view after = lastOf.contains(answer) ? answer : before;
            if (const auto last = lastOf.find(after); last != lastOf.end())
                node.parent = nodes[last->second].id;
            answers[i] = node.message.isMissing() ? before : answer;
            if (!answer.empty())
                lastOf[answer] = i;
        }
    }

    static bool areResults(const JsonView& content)
    {
        bool are = content.isArray() && content.size() > 0;
        for (const JsonView part : content.elements())
            are = are && partKindOf(part) == PartKind::Result;
        return are;
    }

    static bool hasBranches(const std::vector<TreeNode>& nodes)
    {
        std::set<std::string_view> parents;
        for (const TreeNode& node : nodes) {
            if (!node.parent.empty() && !parents.insert(node.parent).second)
                return true;
        }
        return false;
    }
};

} // namespace

const Format& sessionFormat()
{
    static const Session format;
    return format;
}

} // namespace duologue
