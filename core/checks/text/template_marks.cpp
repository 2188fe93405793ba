// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>
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

/// Of a text about HTML, there are many tags of many kinds.
bool isAboutHtml(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kSigns{"<html", "<!DOCTYPE", "```html", "</a>"};
    return std::any_of(kSigns.begin(), kSigns.end(),
                       [text](std::string_view sign) { return text.find(sign) != std::string_view::npos; });
}

/// The length of the mark at the front of a text, or of a name in double braces ("{{name}}"); 0 for none.
std::size_t markAtFront(std::string_view text)
{
    for (const std::string_view mark : kMarks) {
        if (text.starts_with(mark))
            return mark.size();
    }
    constexpr std::size_t kLongestName = 40;
    const std::size_t close =
        text.starts_with("{{") ? text.substr(0, kLongestName + 2).find("}}") : std::string_view::npos;
    const bool isName = close != std::string_view::npos && close > 2 &&
                        text.substr(0, close).find_first_of("\n:\"'\\") == std::string_view::npos;
    return isName ? close + 2 : 0;
}

/// The first mark outside code: there, HTML and entities are what is talked about.
Leftover leftover(std::string_view text)
{
    constexpr std::string_view kFronts = "<{[#&`";
    bool isInCode = false;
    for (std::size_t at = text.find_first_of(kFronts); at != std::string_view::npos;
         at = text.find_first_of(kFronts, at + 1)) {
        if (text[at] == '`') {
            isInCode = !isInCode;
            continue;
        }
        const std::size_t length = isInCode ? 0 : markAtFront(text.substr(at));
        if (length > 0)
            return isAboutHtml(text) ? Leftover() : Leftover{at, at + length};
    }
    return {};
}

void lookForTemplateMarks(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        if (text.entry == FindingMark::kNoText || text.isEarlier) {
            log.notJudged(PhraseId::NotJudgedNoSpeech);
            continue;
        }
        log.looked();
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
