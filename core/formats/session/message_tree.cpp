// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/session/message_tree_parts.h"

#include "core/formats/common/chat_parts.h"
#include "core/formats/format_help.h"

#include <algorithm>
#include <unordered_map>

namespace duologue {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The parents of all nodes as indices; kNone for those without.
std::vector<std::size_t> parentsOf(const std::vector<TreeNode>& nodes)
{
    std::unordered_map<std::string_view, std::size_t> byId;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        byId.emplace(nodes[i].id, i);
    std::vector<std::size_t> parents(nodes.size(), kNone);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent.empty())
            continue;
        const auto found = byId.find(nodes[i].parent);
        parents[i] = found == byId.end() ? (i == 0 ? kNone : i - 1) : found->second;
    }
    return parents;
}

/// Takes the nodes up to `last` that no branch has yet, so that each node is read once however many branches
/// leave it, and a circle of parents ends.
std::vector<std::size_t> takeBranch(const std::vector<std::size_t>& parents, std::size_t last,
                                    std::vector<bool>& isTaken)
{
    std::vector<std::size_t> branch;
    for (std::size_t at = last; at != kNone && !isTaken[at]; at = parents[at]) {
        isTaken[at] = true;
        branch.push_back(at);
    }
    std::reverse(branch.begin(), branch.end());
    return branch;
}

/// A tool's call or its result, which name no role.
void readCall(const JsonView& call, std::string_view pointer, bool isCandidate, RecordBuilder& builder)
{
    const bool isResult = call["type"].string().ends_with("_output");
    const std::string_view role = isResult ? "tool" : "assistant";
    if (isCandidate)
        builder.beginCandidateMessage(role, pointer);
    else
        builder.beginMessage(role, pointer);
    if (isResult)
        readMessageText(call["output"], "output", pointerTo(builder, pointer, "output"), builder);
    for (const auto [key, value] : call.members()) {
        if (!isResult || key != "output")
            builder.messageField(key, value);
    }
}

/// A content that says nothing but the texts of its parts.
bool isPlainContent(const JsonView& content)
{
    if (content.size() != 2 || content["content_type"].string() != "text" || !content["parts"].isArray())
        return false;
    for (const JsonView part : content["parts"].elements()) {
        if (!part.isString())
            return false;
    }
    return true;
}

/// A message whose keys are not those of chats.
void readOtherMessage(const JsonView& message, std::string_view pointer, bool isCandidate,
                      RecordBuilder& builder)
{
    std::string_view roleKey;
    for (const std::string_view key :
         {"role", "from", "speaker", "sender", "author", "speaker_idx", "speaker_id"}) {
        if (roleKey.empty() && message[key].hasValue())
            roleKey = key;
    }
    std::string_view textKey;
    for (const std::string_view key : {"content", "text", "value", "message", "utterance", "parts"}) {
        if (textKey.empty() && message[key].hasValue())
            textKey = key;
    }
    const JsonView said = message[roleKey].isObject() ? message[roleKey]["role"] : message[roleKey];
    const std::string_view role = said.isNumber() ? builder.keep({said.toJson()}) : said.string();
    if (isCandidate)
        builder.beginCandidateMessage(role, pointer);
    else
        builder.beginMessage(role, pointer);
    const JsonView content = message[textKey];
    readMessageText(content["parts"].isArray() ? content["parts"] : content, textKey,
                    pointerTo(builder, pointer, textKey), builder);
    for (const auto [key, value] : message.members()) {
        const bool isRole = key == roleKey && (value.isString() || value.isNumber() || value.size() == 1);
        const bool isText = key == textKey && (!value.isObject() || isPlainContent(value));
        // The replies are nodes of their own.
        if (!isRole && !isText && !(key == "replies" && value.isArray()))
            builder.messageField(key, value);
    }
}

void readNode(const TreeNode& node, bool isCandidate, RecordBuilder& builder)
{
    if (node.message.isMissing())
        return;
    if (node.message["role"].isMissing() && node.message["type"].isString() &&
        node.message["from"].isMissing())
        readCall(node.message, node.pointer, isCandidate, builder);
    else if (!isCandidate && isMessage(node.message) && node.message["replies"].isMissing())
        readChatMessage(node.message, node.pointer, builder);
    else
        readOtherMessage(node.message, node.pointer, isCandidate, builder);
    for (const auto [key, value] : node.around.members()) {
        const bool isMessage = value.isObject() && (key == "message" || key == "payload");
        if (!isMessage)
            builder.messageField(key, value);
    }
}

} // namespace

TreeBranches branchesOf(const std::vector<TreeNode>& nodes, std::optional<std::size_t> last)
{
    TreeBranches branches;
    if (nodes.empty())
        return branches;
    const std::vector<std::size_t> parents = parentsOf(nodes);
    std::vector<int> children(nodes.size(), 0);
    std::vector<std::size_t> lastChild(nodes.size(), kNone);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (parents[i] == kNone)
            continue;
        ++children[parents[i]];
        lastChild[parents[i]] = i;
    }
    std::vector<bool> isTaken(nodes.size(), false);
    std::size_t end = last.value_or(0);
    if (!last) {
        for (std::size_t steps = 1; children[end] == 1 && steps < nodes.size(); ++steps)
            end = lastChild[end];
    }
    branches.taken = takeBranch(parents, end, isTaken);
    const auto takeOther = [&](std::size_t index) {
        if (!isTaken[index])
            branches.others.push_back(takeBranch(parents, index, isTaken));
    };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (children[i] == 0)
            takeOther(i);
    }
    // What is left are circles.
    for (std::size_t i = 0; i < nodes.size(); ++i)
        takeOther(i);
    return branches;
}

void readTree(const std::vector<TreeNode>& nodes, std::optional<std::size_t> last, RecordBuilder& builder)
{
    const TreeBranches branches = branchesOf(nodes, last);
    for (const std::size_t index : branches.taken)
        readNode(nodes[index], false, builder);
    for (const std::vector<std::size_t>& branch : branches.others) {
        const bool says = std::any_of(branch.begin(), branch.end(),
                                      [&](std::size_t index) { return !nodes[index].message.isMissing(); });
        if (!says)
            continue;
        builder.beginCandidate(CandidateKind::Sample, {});
        for (const std::size_t index : branch)
            readNode(nodes[index], true, builder);
    }
}

} // namespace duologue
