// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"

#include <nlohmann/json.hpp>

namespace duologue::test {

using Json = nlohmann::ordered_json;

AgentRecord AgentRecord::ofTurns(int turns, const std::string& text)
{
    AgentRecord record;
    for (int i = 0; i < turns; ++i) {
        record.messages.push_back({"user", text, {}, "Planning", std::nullopt});
        record.messages.push_back({"assistant", "Answer " + std::to_string(i + 1), {}, {}, false});
    }
    return record;
}

std::string AgentRecord::json(int indent) const
{
    Json json;
    if (!id.empty())
        json["id"] = id;
    if (!task.empty())
        json["task"] = task;
    json["history"] = Json::array();
    for (const AgentMessage& message : messages) {
        Json made{{"role", message.role}, {"content", message.content}};
        if (!message.contentZh.empty())
            made["content_zh"] = message.contentZh;
        if (!message.intent.empty())
            made["intent"] = message.intent;
        if (message.hallucination)
            made["hallucination"] = {{"hallucination", *message.hallucination}, {"memo", ""}};
        json["history"].push_back(std::move(made));
    }
    json["rating"] = Json::object();
    for (const auto& [name, value] : ratings)
        json["rating"][name] = value;
    if (conflict)
        json["conflict"] = *conflict;
    return json.dump(indent);
}

} // namespace duologue::test
