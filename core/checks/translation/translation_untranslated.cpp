// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/language/sentences.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"
#include "core/checks/translation/wrong_side.h"

#include <algorithm>

namespace duologue {

namespace {

/// Whether the text has so many bytes in a row that are ASCII, or that are not.
bool hasRun(std::string_view text, bool isAscii, std::size_t least)
{
    std::size_t run = 0;
    for (const char c : text) {
        run = ((c & '\x80') == 0) == isAscii ? run + 1 : 0;
        if (run == least)
            return true;
    }
    return false;
}

/// Not a name or a title, nor a phrase of a language that is taught.
bool isSentence(std::string_view text)
{
    const bool isEnded =
        text.ends_with('.') || text.ends_with('!') || text.ends_with('?') || text.ends_with(':');
    return isEnded && std::count(text.begin(), text.end(), ' ') >= 6 && languageOf(text) == Language::English;
}

/// Sentences of the source that are long enough to be told from names, and stand in the translation as they
/// are.
std::vector<TextSpan> copiedSentences(const CheckedPair& pair)
{
    constexpr std::size_t kLeastEnglish = 40;
    constexpr std::size_t kLeastChinese = 36;
    std::vector<TextSpan> copied;
    if (!hasRun(pair.target, !pair.isSourceChinese, pair.isSourceChinese ? kLeastChinese : kLeastEnglish))
        return copied;
    // Code and links stay as they are.
    std::vector<TextSpan> kept = codeOf(pair.source);
    for (const TextSpan& link : linksOf(pair.source))
        kept.push_back(link);
    for (const Sentence& sentence : sentencesOf(pair.source)) {
        const TextSpan span{sentence.begin, sentence.end};
        const std::string_view text = span.in(pair.source);
        const bool isLong = pair.isSourceChinese ? text.size() >= kLeastChinese && isChineseScript(text)
                                                 : text.size() >= kLeastEnglish && isSentence(text);
        bool isKept = false;
        for (const TextSpan& each : kept)
            isKept = isKept || (each.begin < span.end && span.begin < each.end);
        if (isLong && !isKept && pair.target.find(text) != std::string_view::npos)
            copied.push_back(span);
    }
    return copied;
}

void lookForUntranslated(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        const bool isJudged = isEnglishScript(pair.source) || isChineseScript(pair.source);
        if (!isJudged) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        // What can be compared is in another language.
        if (!pair.isComparable && equalsFolded(trimmed(pair.source), trimmed(pair.target))) {
            Finding& finding = log.found(record.row, pair.part, pair.message, PhraseId::SameAsSource);
            finding.marks.push_back(pair.targetMark(0, pair.target.size()));
            continue;
        }
        const auto copied = copiedSentences(pair);
        if (copied.empty())
            continue;
        Finding& finding = log.found(record.row, pair.part, pair.message,
                                     {PhraseId::NotTranslated, shortened(copied.front().in(pair.source))});
        for (const TextSpan& span : copied) {
            const std::size_t at = pair.target.find(span.in(pair.source));
            finding.marks.push_back(pair.sourceMark(span.begin, span.end));
            finding.marks.push_back(pair.targetMark(at, at + span.end - span.begin));
        }
    }
}

} // namespace

const Check& translationUntranslatedCheck()
{
    static const Check check{
        .id = "translation_untranslated",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Source repeated untranslated"),
        .why = DUOLOGUE_TEXT("Checks", "The translation contains whole sentences of its source."),
        .unit = CheckUnit::Translations,
        .look = lookForUntranslated,
    };
    return check;
}

} // namespace duologue
