// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/roles.h"

#include "core/base/text.h"
#include "core/json/json_view.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

struct RoleWord {
    std::string_view inFile;
    std::string_view usual;
};

/// In lower case. "sys" is the assistant: corpora of task dialogues call the two sides usr and sys.
constexpr RoleWord kRoles[] = {
    {"user", "user"},
    {"assistant", "assistant"},
    {"human", "user"},
    {"gpt", "assistant"},
    {"system", "system"},
    {"tool", "tool"},
    {"bot", "assistant"},
    {"model", "assistant"},
    {"ai", "assistant"},
    {"chatgpt", "assistant"},
    {"bing", "assistant"},
    {"bard", "assistant"},
    {"claude", "assistant"},
    {"gemini", "assistant"},
    {"copilot", "assistant"},
    {"grok", "assistant"},
    {"deepseek", "assistant"},
    {"qwen", "assistant"},
    {"llama", "assistant"},
    {"mistral", "assistant"},
    {"kimi", "assistant"},
    {"llm", "assistant"},
    {"chatbot", "assistant"},
    {"agent", "assistant"},
    {"function_call", "assistant"},
    {"tool_call", "assistant"},
    {"systemmessage", "system"},
    {"humanmessage", "user"},
    {"usermessage", "user"},
    {"aimessage", "assistant"},
    {"aimessagechunk", "assistant"},
    {"assistantmessage", "assistant"},
    {"toolmessage", "tool"},
    {"functionmessage", "tool"},
    {"functionexecutionresultmessage", "tool"},
    {"prompter", "user"},
    {"developer", "system"},
    {"function", "tool"},
    {"observation", "tool"},
    {"ipython", "tool"},
    {"environment", "tool"},
    {"api", "tool"},
    {"tool_response", "tool"},
    {"tool_result", "tool"},
    {"toolresult", "tool"},
    {"tool_output", "tool"},
    {"usr", "user"},
    {"sys", "assistant"},
    {"seeker", "user"},
    {"supporter", "assistant"},
    {"customer", "user"},
    {"client", "user"},
    {"patient", "user"},
    {"doctor", "assistant"},
    {"therapist", "assistant"},
    {"counselor", "assistant"},
    {"student", "user"},
    {"teacher", "assistant"},
    {"tutor", "assistant"},
    {"wizard", "assistant"},
    {"apprentice", "user"},
    {"question", "user"},
    {"answer", "assistant"},
    {"用户", "user"},
    {"使用者", "user"},
    {"人类", "user"},
    {"提问", "user"},
    {"问", "user"},
    {"患者", "user"},
    {"病人", "user"},
    {"客户", "user"},
    {"学生", "user"},
    {"来访者", "user"},
    {"助手", "assistant"},
    {"助理", "assistant"},
    {"机器人", "assistant"},
    {"模型", "assistant"},
    {"回答", "assistant"},
    {"答", "assistant"},
    {"医生", "assistant"},
    {"客服", "assistant"},
    {"老师", "assistant"},
    {"咨询师", "assistant"},
    {"系统", "system"},
    {"工具", "tool"},
};

constexpr std::size_t longestWord()
{
    std::size_t longest = 0;
    for (const RoleWord& role : kRoles)
        longest = std::max(longest, role.inFile.size());
    return longest;
}

constexpr std::size_t kLongestWord = longestWord();

} // namespace

std::string_view usualRole(std::string_view roleInFile)
{
    // Nearly all messages have one of these: compared without a call.
    const JsonKey exact{roleInFile};
    if (exact == "user")
        return "user";
    if (exact == "assistant")
        return "assistant";
    if (exact == "tool")
        return "tool";
    if (exact == "system")
        return "system";
    const std::string_view word = trimmed(roleInFile);
    // What the function of that name returned.
    if (word.starts_with("functions."))
        return "tool";
    if (word.empty() || word.size() > kLongestWord)
        return {};
    std::array<char, kLongestWord> lower{};
    std::transform(word.begin(), word.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const std::string_view folded(lower.data(), word.size());
    const auto known = std::find_if(std::begin(kRoles), std::end(kRoles),
                                    [&](const RoleWord& role) { return role.inFile == folded; });
    return known == std::end(kRoles) ? std::string_view() : known->usual;
}

} // namespace duologue
