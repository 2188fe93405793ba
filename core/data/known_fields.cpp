// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/known_fields.h"

#include <algorithm>
#include <array>

namespace duologue {

namespace {

constexpr std::array kFieldNames{
    // Of every dataset.
    Name{"Id", "编号"},
    Name{"Format", "格式"},
    Name{"File", "文件"},
    Name{"Record", "记录"},
    Name{"Messages", "消息数"},
    Name{"Turns", "轮数"},
    Name{"Language", "语言"},
    Name{"Translation", "译文"},
    Name{"Earlier translations", "旧译文"},
    Name{"Length", "长度"},
    Name{"First role", "首条角色"},
    Name{"Candidates", "候选"},
    Name{"Problems", "问题"},
    Name{"Check", "检查"},
    Name{"Checks", "检查结果数"},
    Name{"Role", "角色"},
    Name{"Intent", "意图"},
    Name{"Hallucination", "幻觉"},
    Name{"Satisfaction", "满意度"},
    Name{"Position", "位置"},
    Name{"Turn", "轮次"},
    Name{"Message length", "消息长度"},
    Name{"Intent replied to", "所回应的意图"},
    Name{"Next intent", "下一个意图"},
    // Of paths.
    Name{"Group", "分组"},
    Name{"User", "用户"},
    // Of runs.
    Name{"Steps", "步数"},
    Name{"Tool", "工具"},
    Name{"Tool error", "工具错误"},
    Name{"Tool errors", "工具错误数"},
    Name{"Model", "模型"},
    Name{"Tokens", "词元数"},
    Name{"Cost", "费用"},
    Name{"Duration", "时长"},
    Name{"Stop reason", "停止原因"},
    // Of common datasets.
    Name{"Task", "任务"},
    Name{"Topic", "主题"},
    Name{"Detail Level", "详细程度"},
    Name{"Practical Usefulness", "实用性"},
    Name{"Diversity", "多样性"},
    Name{"Preference Alignment", "偏好一致性"},
    Name{"Role-Playing Completeness", "角色扮演完整度"},
    Name{"Additional Preferences", "额外偏好"},
    Name{"Memorization", "记忆能力"},
    Name{"Gender", "性别"},
    Name{"Age", "年龄"},
    Name{"Occupation", "职业"},
    Name{"Personality", "性格"},
    Name{"Daily Interests and Hobbies", "日常兴趣爱好"},
    Name{"Travel Habits", "旅行习惯"},
    Name{"Dining Preferences", "饮食偏好"},
    Name{"Spending Habits", "消费习惯"},
    Name{"Other Aspects", "其他方面"},
};

constexpr std::array kRoleNames{Name{"user", "用户"}, Name{"assistant", "助手"}, Name{"system", "系统"},
                                Name{"tool", "工具"}};
// The last one is the word in datasets of real users.
constexpr std::array kVerdictNames{Name{"pass", "通过"}, Name{"fail", "不通过"}, Name{"defer", "待定"}};
constexpr std::array kMarkNames{Name{"yes", "是"}, Name{"no", "否"}, Name{"unclear", "不确定"},
                                Name{"unclear", "无法判断"}};
constexpr std::array kTranslationNames{Name{"complete", "完整"}, Name{"partial", "部分"}, Name{"none", "无"}};
constexpr std::array kFlagNames{Name{"true", "是"}, Name{"false", "否"}};

} // namespace

std::string_view chineseFieldName(std::string_view title)
{
    const auto* const found = std::find_if(kFieldNames.begin(), kFieldNames.end(),
                                           [title](const Name& name) { return name.en == title; });
    return found == kFieldNames.end() ? std::string_view() : found->zh;
}

std::span<const Name> builtInValueNames(std::string_view key)
{
    if (key == "role" || key == "first_role")
        return kRoleNames;
    if (key == "hallucination")
        return kMarkNames;
    if (key == "translation")
        return kTranslationNames;
    // Of all readers, or of one: "mark.verdict_anna".
    if (key == "mark.verdict" || key.starts_with("mark.verdict_"))
        return kVerdictNames;
    if (key == "mark.star" || key.starts_with("mark.star_") || key == "mark.read")
        return kMarkNames;
    return {};
}

std::span<const Name> flagNames()
{
    return kFlagNames;
}

} // namespace duologue
