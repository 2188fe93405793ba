// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/record_builder.h"
#include "core/json/json_view.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// One node of a conversation that was continued in several ways: somebody asked for another answer, or
/// changed a question.
struct TreeNode {
    std::string id;
    /// Empty for the first node.
    std::string parent;
    /// Missing for a node that says nothing.
    JsonView message;
    /// Of the message in the record, for problems.
    std::string_view pointer;
    /// What the record says of the message beside it; Missing if the message is all.
    JsonView around;
    /// The id of the answer that the node is a piece of: all nodes of a branch that have it are one message.
    std::string_view answer = {};
    /// It is an item of what a model writes (a call, a thought, a text): items in a row are one message.
    bool isItem = false;
    /// The program has written it in the name of the user.
    bool isOfProgram = false;
};

/// The keys of who speaks in a thread, the likeliest first.
inline constexpr std::string_view kThreadSpeakers[] = {
    "role", "from", "speaker", "sender", "author", "speaker_idx", "speaker_id", "username", "user", "name"};

/// The name of who speaks: a text, or the role or the name in an object.
std::string_view speakerNameOf(const JsonView& speaker);

/// Who speaks by a flag of the message ("isCreatedByUser"), as a usual word; empty if none says it.
std::string_view flaggedSpeaker(const JsonView& message);

/// The key of the messages that answer a message, which are in it: "replies", or "children" if these are
/// objects.
std::string_view repliesKey(const JsonView& message);

/// The nodes by the branch that they are on.
struct TreeBranches {
    /// Indices from the first node on: the branch that was taken.
    std::vector<std::size_t> taken;
    /// The other branches, each from the node after which it leaves the one that was taken, or an earlier one
    /// of these. No node is in two of them.
    std::vector<std::vector<std::size_t>> others;
};

/// No index of a node.
constexpr std::size_t kNoNode = static_cast<std::size_t>(-1);

/// The parents of all nodes as indices; kNoNode for those without.
std::vector<std::size_t> parentsOf(const std::vector<TreeNode>& nodes);

/// `last` is the node that ends the branch that was taken. Without one, the branch that was taken ends before
/// the first node with several answers, and the answers are the other branches. Nodes whose parent is unknown
/// follow the node before them.
TreeBranches branchesOf(const std::vector<TreeNode>& nodes, std::optional<std::size_t> last);

/// Reads the branch that was taken as messages and each other branch as a candidate.
void readTree(const std::vector<TreeNode>& nodes, std::optional<std::size_t> last, RecordBuilder& builder);

} // namespace duologue
