// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/checked_record.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::size_t kLeastCutCharacters = 200;
constexpr std::size_t kCutTail = 40;

bool hasOpenCode(std::string_view text)
{
    std::size_t fences = 0;
    for (std::size_t at = text.find("```"); at != std::string_view::npos; at = text.find("```", at + 3))
        ++fences;
    return fences % 2 == 1;
}

CodePoint lastCharacter(std::string_view text)
{
    std::size_t at = text.size() - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80)
        --at;
    return codePointAt(text.substr(at));
}

/// Words of the line after its last full stop.
std::size_t wordsAfterStop(std::string_view line)
{
    const std::string_view rest = line.substr(line.rfind(". ") + 2);
    return static_cast<std::size_t>(std::count(rest.begin(), rest.end(), ' ')) + 1;
}

bool isItem(std::string_view line)
{
    return line.starts_with("- ") || line.starts_with("* ") || line.starts_with("•") ||
           line.starts_with("**") || (isDigit(line[0]) && line.find(". ") < 4);
}

/// The last line without a mark at its end, if it is a sentence: items of lists, headings, names, links and
/// formulas have none.
bool endsInSentence(std::string_view text)
{
    const std::size_t line = text.rfind('\n');
    const std::string_view last = trimmed(line == std::string_view::npos ? text : text.substr(line));
    if (last.empty() || last.starts_with('#') || last.starts_with('|') || last.starts_with("http"))
        return false;
    for (const std::string_view end :
         {"，",  "、",   "：",  "；", ",",  " and", " the", " of", " to", " a", " with",
          " or", " for", " in", "的", "和", "与",   "在",   "（",  "(",   "“"}) {
        const bool isClause = end == "：" || end == "；";
        if (last.ends_with(end) && !isClause)
            return true;
    }
    const char end = last.back();
    const bool isLetter = (lowerAscii(end) >= 'a' && lowerAscii(end) <= 'z');
    if (isLetter)
        return last.find(". ") != std::string_view::npos && wordsAfterStop(last) >= 4 && !isItem(last);
    const CodePoint character = lastCharacter(last);
    const bool isHan = character.value >= 0x4E00 && character.value <= 0x9FFF;
    const std::size_t stop = last.rfind("。");
    return isHan && stop != std::string_view::npos && last.size() - stop > 15 && !isItem(last);
}

void lookForTextCut(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        const bool isAnswer = (text.part == TextPart::Message || text.part == TextPart::Candidate) &&
                              text.role == "assistant" && text.entry != FindingMark::kNoText &&
                              !text.isEarlier;
        if (!isAnswer)
            continue;
        const std::string_view end = trimmed(text.text);
        // Short answers need no full stop.
        if (characterCount(end) < kLeastCutCharacters) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        const bool isInCode = hasOpenCode(end);
        if (!isInCode && !endsInSentence(end))
            continue;
        Finding& finding = log.found(record.row, text.findingPart(), text.findingMessage(),
                                     isInCode ? PhraseId::CutInCode : PhraseId::CutInSentence);
        const std::size_t last = static_cast<std::size_t>(end.data() - text.text.data()) + end.size();
        const std::size_t begin = wholeCharacters(text.text, last > kCutTail ? last - kCutTail : 0);
        finding.marks.push_back(text.mark(begin, last));
    }
}

} // namespace

const Check& textCutCheck()
{
    static const Check check{
        .id = "text_cut",
        .group = CheckGroup::Text,
        .title = DUOLOGUE_TEXT("Checks", "Cut in the middle"),
        .why = DUOLOGUE_TEXT(
            "Checks",
            "An answer that stops in the middle of a sentence or of code was cut at a limit of length."),
        .unit = CheckUnit::Messages,
        .isMaybe = true,
        .look = lookForTextCut,
    };
    return check;
}

} // namespace duologue
