// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/tree_parts.h"

#include "core/data/conversation.h"
#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/formats/layout.h"

#include <algorithm>
#include <unordered_map>

namespace duologue {

std::vector<std::size_t> parentsOf(const std::vector<TreeNode>& nodes)
{
    std::unordered_map<std::string_view, std::size_t> byId;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        byId.emplace(nodes[i].id, i);
    std::vector<std::size_t> parents(nodes.size(), kNoNode);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent.empty())
            continue;
        const auto found = byId.find(nodes[i].parent);
        parents[i] = found == byId.end() ? (i == 0 ? kNoNode : i - 1) : found->second;
    }
    return parents;
}

namespace {

/// Takes the nodes up to `last` that no branch has yet, so that each node is read once however many branches
/// leave it, and a circle of parents ends.
std::vector<std::size_t> takeBranch(const std::vector<std::size_t>& parents, std::size_t last,
                                    std::vector<bool>& isTaken)
{
    std::vector<std::size_t> branch;
    for (std::size_t at = last; at != kNoNode && !isTaken[at]; at = parents[at]) {
        isTaken[at] = true;
        branch.push_back(at);
    }
    std::reverse(branch.begin(), branch.end());
    return branch;
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

/// What ChatGPT thinks, and how long it did.
bool isThoughtContent(const JsonView& content)
{
    const std::string_view type = content["content_type"].string();
    return type == "thoughts" || type == "reasoning_recap";
}

/// Reads the nodes of a branch, one after another.
class BranchReading {
public:
    BranchReading(const std::vector<TreeNode>& nodes, Speech speech, RecordBuilder& builder)
        : m_nodes(nodes), m_speech(speech), m_builder(builder), m_said(builder, speech)
    {
    }

    void read(const std::vector<std::size_t>& branch)
    {
        // The pieces of an answer may have results of its calls between them.
        std::unordered_map<std::string_view, std::vector<std::size_t>> answers;
        for (const std::size_t index : branch) {
            if (!m_nodes[index].answer.empty())
                answers[m_nodes[index].answer].push_back(index);
        }
        for (const std::size_t index : branch) {
            const TreeNode& node = m_nodes[index];
            if (node.message.isMissing())
                continue;
            if (node.answer.empty()) {
                readNode(node);
                continue;
            }
            std::vector<std::size_t>& pieces = answers[node.answer];
            for (const std::size_t piece : pieces)
                readPiece(m_nodes[piece], piece == pieces.front(), m_nodes[pieces.back()].message);
            pieces.clear();
        }
        m_said.end();
    }

private:
    void readNode(const TreeNode& node)
    {
        const JsonView& message = node.message;
        if (node.isItem) {
            readItem(node);
        } else {
            m_said.end();
            if (m_speech == Speech::Message && isMessage(message) && message["replies"].isMissing())
                readChatMessage(message, node.pointer, m_builder);
            else
                readOtherMessage(message, node.pointer);
            if (node.isOfProgram)
                m_builder.takeAs("system");
        }
        readAround(node);
    }

    /// The first of them begins the message. What they say of the whole answer (its usage, why it ends) is
    /// known once the last is written.
    void readPiece(const TreeNode& node, bool isFirst, const JsonView& last)
    {
        const JsonView& message = node.message;
        if (isFirst) {
            m_said.end();
            m_said.speaker(message["role"].string(), node.pointer, [this, message, last] {
                readMembers(last);
                readMembers(message, last);
            });
        }
        m_said.say(message["content"], contentKey(isFirst), pointerTo(m_builder, node.pointer, "content"));
        m_said.ensureBegun();
        readAround(node);
    }

    void readItem(const TreeNode& node)
    {
        const JsonView& item = node.message;
        const std::string_view role = item["role"].string();
        if (!role.empty() && usualRole(role) != "assistant") {
            m_said.end();
            if (m_speech == Speech::Message)
                readChatMessage(item, node.pointer, m_builder);
            else
                readOtherMessage(item, node.pointer);
            return;
        }
        m_said.goOn("assistant", node.pointer);
        if (role.empty()) {
            m_said.say(item, contentKey(false), node.pointer);
            return;
        }
        m_said.say(item["content"], contentKey(false), pointerTo(m_builder, node.pointer, "content"));
        m_said.ensureBegun();
        readMembers(item);
    }

    /// Of several pieces, each is kept under a key of its own.
    std::string_view contentKey(bool isFirst)
    {
        m_pieces = isFirst ? 0 : m_pieces + 1;
        return isFirst ? "content" : m_builder.keep({"content.", std::to_string(m_pieces)});
    }

    /// Those that are not `read` yet.
    void readMembers(const JsonView& message, const JsonView& read = {})
    {
        for (const auto [key, value] : message.members()) {
            if (!(key == "role") && !(key == "content") && read[key].isMissing())
                m_builder.messageField(key, value);
        }
    }

    void readAround(const TreeNode& node)
    {
        for (const auto [key, value] : node.around.members()) {
            const bool isMessage = value.isObject() && (key == "message" || key == "payload");
            if (!isMessage)
                m_builder.messageField(key, value);
        }
    }

    void readOtherMessage(const JsonView& message, std::string_view pointer);

    const std::vector<TreeNode>& m_nodes;
    const Speech m_speech;
    RecordBuilder& m_builder;
    SpokenParts m_said;
    std::size_t m_pieces = 0;
};

/// A message whose keys are not those of chats.
void BranchReading::readOtherMessage(const JsonView& message, std::string_view pointer)
{
    std::string_view roleKey;
    for (const std::string_view key : kThreadSpeakers) {
        if (roleKey.empty() && message[key].hasValue())
            roleKey = key;
    }
    std::string_view textKey;
    for (const std::string_view key : {"content", "text", "value", "message", "utterance", "parts", "body"}) {
        if (textKey.empty() && message[key].hasValue())
            textKey = key;
    }
    const JsonView speaker = message[roleKey];
    std::string_view role = speaker.isNumber() ? m_builder.keep({speaker.toJson()}) : speakerNameOf(speaker);
    const std::string_view flagged = usualRole(role).empty() ? flaggedSpeaker(message) : std::string_view();
    if (!flagged.empty()) {
        role = flagged;
        roleKey = {};
    }
    const JsonView content = message[textKey];
    const JsonView said = content["parts"].isArray() ? content["parts"] : content;
    const std::string_view place = pointerTo(m_builder, pointer, textKey);
    const bool hasResults = hasToolResults(said);
    const auto readOthers = [&] {
        const bool isRoleShown = !hasResults || m_said.hasSpoken() || !usualRole(role).empty();
        for (const auto [key, value] : message.members()) {
            const bool isRole =
                key == roleKey && isRoleShown && (value.isString() || value.isNumber() || value.size() == 1);
            const bool isText =
                key == textKey && (!value.isObject() || isPlainContent(value) || isThoughtContent(value));
            // The replies are nodes of their own.
            if (!isRole && !isText && !(key == repliesKey(message) && value.isArray()))
                m_builder.messageField(key, value);
        }
    };
    if (hasResults) {
        m_said.speaker(role, pointer, readOthers);
        m_said.say(said, textKey, place);
        m_said.end();
        return;
    }
    m_builder.begin(m_speech, role, pointer);
    const bool isThought = isThoughtContent(content);
    if (!isThought)
        readMessageText(said, textKey, place, m_builder);
    readOthers();
    if (isThought || m_builder.isThought())
        m_builder.takeAsThought(content["thoughts"].isArray() ? content["thoughts"] : content);
}

} // namespace

std::string_view speakerNameOf(const JsonView& speaker)
{
    if (!speaker.isObject())
        return speaker.string();
    const JsonView role = speaker["role"];
    return role.isString() ? role.string() : speaker["name"].string();
}

std::string_view flaggedSpeaker(const JsonView& message)
{
    for (const auto [key, value] : message.members()) {
        if (const std::string_view speaker = speakerOfFlag(key, value); !speaker.empty())
            return speaker;
    }
    return {};
}

std::string_view repliesKey(const JsonView& message)
{
    const JsonView children = message["children"];
    const bool areObjects =
        children.isArray() && (children.size() == 0 || (*children.elements().begin()).isObject());
    return areObjects && !message["replies"].isArray() ? "children" : "replies";
}

TreeBranches branchesOf(const std::vector<TreeNode>& nodes, std::optional<std::size_t> last)
{
    TreeBranches branches;
    if (nodes.empty())
        return branches;
    const std::vector<std::size_t> parents = parentsOf(nodes);
    std::vector<int> children(nodes.size(), 0);
    std::vector<std::size_t> lastChild(nodes.size(), kNoNode);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (parents[i] == kNoNode)
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
    BranchReading(nodes, Speech::Message, builder).read(branches.taken);
    for (const std::vector<std::size_t>& branch : branches.others) {
        const bool says = std::any_of(branch.begin(), branch.end(),
                                      [&](std::size_t index) { return !nodes[index].message.isMissing(); });
        if (!says)
            continue;
        builder.beginCandidate(CandidateKind::Sample, {});
        BranchReading(nodes, Speech::Candidate, builder).read(branch);
    }
}

} // namespace duologue
