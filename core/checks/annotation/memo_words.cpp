// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/annotation/memo_words.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace duologue {

bool saysNothingIsWrong(std::string_view memo)
{
    constexpr std::array<std::string_view, 9> kWhole{"no", "none", "n/a", "na",  "nil",
                                                     "ok", "-",    "无",  "没有"};
    // Memos about work that is done say nothing of the message, either.
    constexpr std::array<std::string_view, 14> kWithin{
        "no hallucination", "not hallucinat", "no obvious", "nothing wrong", "no issue", "fixed",
        "corrected",        "无幻觉",         "没有幻觉",   "不存在幻觉",    "未发现",   "没有问题",
        "已修正",           "已修改"};
    const std::string folded = foldForSearch(trimmed(memo));
    return folded.empty() || std::find(kWhole.begin(), kWhole.end(), folded) != kWhole.end() ||
           std::any_of(kWithin.begin(), kWithin.end(), [&](std::string_view each) {
               return folded.find(foldForSearch(each)) != std::string::npos;
           });
}

} // namespace duologue
