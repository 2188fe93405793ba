// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/simd/script_counts.h"
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"
#include "core/checks/translation/wrong_side.h"

namespace duologue {

namespace {

/// Fewer letters may be a name or a formula, which is the same in every language.
constexpr std::size_t kLeastLetters = 12;

/// Letters of the text, a Han character counted as three.
std::size_t weightOf(const ScriptCounts& scripts)
{
    return scripts.latin + scripts.han * 3;
}

} // namespace

bool isEnglishScript(std::string_view text)
{
    const ScriptCounts scripts = countScripts(text);
    return weightOf(scripts) >= kLeastLetters && scripts.latin > scripts.han * 9;
}

bool isChineseScript(std::string_view text)
{
    const ScriptCounts scripts = countScripts(text);
    return weightOf(scripts) >= kLeastLetters && scripts.han * 3 > scripts.latin * 3;
}

bool isSwapped(const CheckedPair& pair)
{
    return isChineseScript(pair.english()) && isEnglishScript(pair.chinese());
}

namespace {

void lookForWrongScripts(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        if (weightOf(countScripts(pair.target)) < kLeastLetters) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        if (isSwapped(pair) || pair.source == pair.target)
            continue;
        const bool isEnglishWrong = isChineseScript(pair.english());
        const bool isChineseWrong = isEnglishScript(pair.chinese());
        if (!isEnglishWrong && !isChineseWrong)
            continue;
        Finding& finding =
            log.found(record.row, pair.part, pair.message,
                      isEnglishWrong ? PhraseId::EnglishIsChinese : PhraseId::ChineseIsEnglish);
        const bool isSource = isEnglishWrong != pair.isSourceChinese;
        finding.marks.push_back(isSource ? pair.sourceMark(0, pair.source.size())
                                         : pair.targetMark(0, pair.target.size()));
    }
}

} // namespace

const Check& translationScriptCheck()
{
    static const Check check{
        .id = "translation_script",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Text in the wrong language"),
        .why = DUOLOGUE_TEXT("Checks", "A text stands in the column of the other language."),
        .unit = CheckUnit::Translations,
        .look = lookForWrongScripts,
    };
    return check;
}

} // namespace duologue
