// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace duologue::test {

/// One message of an AgentRecord. Empty members are left out.
struct AgentMessage {
    std::string role;
    std::string content;
    std::string contentZh;
    std::string intent;
    std::optional<bool> hallucination;
};

/// A record of the format recllmsim-agent with chosen contents.
struct AgentRecord {
    std::string id;
    std::string task = "travel planning";
    std::map<std::string, double> ratings{{"Diversity", 1}};
    std::vector<AgentMessage> messages;
    std::optional<bool> conflict;

    /// A record with `turns` questions and answers.
    static AgentRecord ofTurns(int turns, const std::string& text = "Where shall we go?");

    /// The record as JSON, on one line unless `indent` is 0 or more.
    std::string json(int indent = -1) const;
};

} // namespace duologue::test
