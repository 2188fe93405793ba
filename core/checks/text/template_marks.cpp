// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <array>

namespace duologue {

namespace {

struct Leftover {
    std::size_t begin = 0;
    std::size_t end = 0;
};

constexpr std::array<std::string_view, 26> kMarks{
    "<|im_start|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|start_header_id|>",
    "<|assistant|>",
    "<|user|>",
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "### Instruction:",
    "### Response:",
    "### Human:",
    "### Assistant:",
    "<br>",
    "<br/>",
    "<br />",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "</span>",
    "&nbsp;",
    "&amp;",
    "&lt;",
    "&quot;",
};

/// In code, HTML and entities are what is talked about.
bool isInCode(std::string_view text, std::size_t at)
{
    const auto before = text.substr(0, at);
    std::size_t ticks = 0;
    for (const char c : before)
        ticks += c == '`' ? 1 : 0;
    return ticks % 2 == 1;
}

/// The first mark in the text, or a name in double braces ("{{name}}"). In a text about HTML there are many
/// tags of many kinds.
Leftover leftover(std::string_view text)
{
    if (text.find("<html") != std::string_view::npos || text.find("<!DOCTYPE") != std::string_view::npos ||
        text.find("```html") != std::string_view::npos || text.find("</a>") != std::string_view::npos)
        return {};
    for (const std::string_view mark : kMarks) {
        const std::size_t at = text.find(mark);
        if (at != std::string_view::npos && !isInCode(text, at))
            return {at, at + mark.size()};
    }
    const std::size_t open = text.find("{{");
    const std::size_t close = open == std::string_view::npos ? open : text.find("}}", open);
    constexpr std::size_t kLongestName = 40;
    const bool isName = close != std::string_view::npos && close - open < kLongestName && close > open + 2 &&
                        text.substr(open, close - open).find_first_of("\n:\"'\\") == std::string_view::npos;
    return isName && !isInCode(text, open) ? Leftover{open, close + 2} : Leftover{};
}

void lookForTemplateMarks(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        if (text.entry == FindingMark::kNoText || text.isEarlier) {
            log.notJudged(PhraseId::NotJudgedNoSpeech);
            continue;
        }
        log.looked();
        if (text.text.find_first_of("<{[#&") == std::string_view::npos)
            continue;
        const auto found = leftover(text.text);
        if (found.end == 0)
            continue;
        Finding& finding =
            log.found(record.row, text.findingPart(), text.findingMessage(),
                      {PhraseId::Says, std::string(text.text.substr(found.begin, found.end - found.begin))});
        finding.marks.push_back(text.mark(found.begin, found.end));
    }
}

} // namespace

const Check& templateMarksCheck()
{
    static const Check check{
        .id = "template_marks",
        .group = CheckGroup::Text,
        .title = DUOLOGUE_TEXT("Checks", "Marks of a template or HTML left over"),
        .why = DUOLOGUE_TEXT("Checks", "What was to be replaced or removed is learnt as text."),
        .unit = CheckUnit::Texts,
        .look = lookForTemplateMarks,
    };
    return check;
}

} // namespace duologue
