// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/util/text.h"
#include "core/analysis/checks/check.h"
#include "core/analysis/checks/checked_record.h"
#include "core/analysis/checks/refusal_words.h"
#include "core/util/language.h"
#include "core/util/phrase.h"
#include "core/util/simd.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>
#include <string>

namespace duologue {

namespace {

constexpr std::uint64_t kLeastOfLanguage = 20;
/// The language of a shorter conversation is a guess.
constexpr std::uint32_t kLeastTold = 100;

std::string languageNames(unsigned languages)
{
    std::string names;
    for (std::size_t i = 0; i < kLanguageCount; ++i) {
        if ((languages >> i & 1U) != 0)
            names.append(names.empty() ? "" : "+").append(languageCode(static_cast<Language>(i)));
    }
    return names;
}

void lookForLanguageOther(const CheckedRecord& record, CheckLog& log)
{
    const FormatFacts& usual = record.format();
    const RecordEntry entry = record.snapshot.record(record.row);
    const std::uint16_t languages = record.facts.languagesOf(record.row);
    const bool isUsual =
        usual.withText >= kLeastOfLanguage && static_cast<double>(usual.withUsualLanguages) >=
                                                  log.threshold() * static_cast<double>(usual.withText);
    if (!isUsual || languages == 0 || entry.characters < kLeastTold) {
        log.notJudged(isUsual ? PhraseId::NotJudgedShort : PhraseId::NotJudgedLanguages);
        return;
    }
    log.looked();
    // A conversation in the usual language may quote or ask for another one.
    if ((languages & usual.usualLanguages) == 0)
        log.found(record.row, FindingPart::Record, 0,
                  {PhraseId::OtherLanguage, languageNames(languages & ~usual.usualLanguages),
                   languageNames(usual.usualLanguages)});
}

void lookForRefusal(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        const bool isAnswer = text.part == TextPart::Message && text.role == "assistant" &&
                              text.entry != FindingMark::kNoText && !text.isEarlier;
        if (!isAnswer)
            continue;
        log.looked();
        auto found = refusalIn(text.text);
        if (!found)
            found = selfTalkIn(text.text);
        if (!found)
            continue;
        Finding& finding = log.found(
            record.row, FindingPart::Message, text.message,
            {PhraseId::Says, std::string(text.text.substr(found->begin, found->end - found->begin))});
        finding.marks.push_back(text.mark(found->begin, found->end));
    }
}

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
Leftover leftover(const ScannedText& scanned)
{
    if (!scanned.has(Clue::Less) && !scanned.has(Clue::Bracket) && !scanned.has(Clue::Entity))
        return {};
    const auto isFront = [](char c) { return c == '<' || c == '{' || c == '[' || c == '#' || c == '&'; };
    const std::string_view text = scanned.text;
    bool isInCode = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '`')
            isInCode = !isInCode;
        if (isInCode || !isFront(text[at]))
            continue;
        const std::size_t length = markAtFront(text.substr(at));
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
        const auto found = leftover(*text.scanned);
        if (found.end == 0)
            continue;
        Finding& finding =
            log.found(record.row, text.findingPart(), text.findingMessage(),
                      {PhraseId::Says, std::string(text.text.substr(found.begin, found.end - found.begin))});
        finding.marks.push_back(text.mark(found.begin, found.end));
    }
}

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

struct DamagedPlace {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// What UTF-8 looks like if it is read as Latin-1 or Windows-1252: these pairs are rare in any language.
constexpr std::array<std::string_view, 12> kMojibake{"â€™", "â€œ", "â€\u009d", "â€“",     "â€”", "Ã©",
                                                     "Ã¨",  "Ã¼",  "Ã¶",       "Â\u00a0", "ï¼Œ", "锟斤拷"};

DamagedPlace damageIn(const ScannedText& scanned)
{
    if (!scanned.has(Clue::Damage))
        return {};
    const std::string_view text = scanned.text;
    constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
    if (const std::size_t at = text.find(kReplacement); at != std::string_view::npos)
        return {at, at + kReplacement.size()};
    for (const std::string_view pair : kMojibake) {
        if (const std::size_t at = text.find(pair); at != std::string_view::npos)
            return {at, at + pair.size()};
    }
    return {};
}

void lookForTextDamaged(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        log.looked();
        const auto found = damageIn(*text.scanned);
        if (found.end == 0)
            continue;
        Finding& finding = log.found(
            record.row, text.findingPart(), text.findingMessage(),
            {PhraseId::Damaged, toValidUtf8(text.text.substr(found.begin, found.end - found.begin))});
        finding.marks.push_back(text.mark(found.begin, found.end));
    }
}

std::string codeName(char32_t character)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string name = "U+";
    for (unsigned shift = 20; shift > 0; shift -= 4) {
        const unsigned digit = (static_cast<std::uint32_t>(character) >> (shift - 4)) & 0xFU;
        if (shift < 20 || digit > 0)
            name += kDigits[digit];
    }
    return name;
}

bool isInvisible(char32_t c)
{
    const bool isControl = (c < 0x20 && c != U'\n' && c != U'\t' && c != U'\r') || (c >= 0x7F && c < 0xA0);
    const bool isZeroWidth = c == 0x200B || c == 0x2060 || c == 0xFEFF || c == 0x00AD;
    const bool isDirection = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    return isControl || isZeroWidth || isDirection;
}

std::optional<std::size_t> invisibleIn(const ScannedText& scanned)
{
    if (!scanned.has(Clue::Invisible))
        return std::nullopt;
    const std::string_view text = scanned.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // Lead bytes of C2 80 to C2 9F and AD, of E2 80 and E2 81, and of EF BB.
        const bool isLead = byte == 0xC2 || byte == 0xE2 || byte == 0xEF;
        const bool isAscii = byte < 0x20 || byte == 0x7F;
        if ((isLead || isAscii) && isInvisible(codePointAt(text.substr(i)).value) &&
            codePointLength(text.substr(i)) > 0)
            return i;
    }
    return std::nullopt;
}

void lookForTextInvisible(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        log.looked();
        const auto found = invisibleIn(*text.scanned);
        if (!found)
            continue;
        Finding& finding =
            log.found(record.row, text.findingPart(), text.findingMessage(),
                      {PhraseId::Invisible, codeName(codePointAt(text.text.substr(*found)).value)});
        finding.marks.push_back(text.mark(*found, *found + codePointLength(text.text.substr(*found))));
    }
}

constexpr std::size_t kLeastRepeatBytes = 120;
constexpr std::size_t kLongestUnit = 200;
constexpr std::size_t kLeastTimes = 4;

/// The part of a text that is one piece again and again.
struct Repeat {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t unit = 1;
    std::size_t times = 0;
};

/// How far the text from `begin` on is a repetition of its first `unit` bytes.
Repeat repeatAt(std::string_view text, std::size_t begin, std::size_t unit)
{
    std::size_t end = begin + unit;
    while (end < text.size() && text[end] == text[end - unit])
        ++end;
    return {begin, end, unit, (end - begin) / unit};
}

/// The next length from `unit` on after which the three bytes at `at` stand again; more than any repetition
/// has if there is none.
std::size_t nextUnit(std::string_view text, std::size_t at, std::size_t unit)
{
    constexpr std::size_t kCompared = 3;
    const char* const first = text.data() + at;
    for (; at + unit + kLanes + kCompared <= text.size(); unit += kLanes) {
        ByteLanes equal = lanesAt(first + unit) == static_cast<std::uint8_t>(first[0]);
        for (std::size_t i = 1; i < kCompared; ++i)
            equal &= lanesAt(first + unit + i) == static_cast<std::uint8_t>(first[i]);
        if (const std::uint64_t bits = laneBits(equal); bits != 0)
            return unit + static_cast<std::size_t>(std::countr_zero(bits));
    }
    const std::string_view wanted = text.substr(at, kCompared);
    const std::size_t found = text.find(wanted, at + unit);
    return found == std::string_view::npos ? text.size() : found - at;
}

/// Rulers, table borders and blanks are no words.
bool isWords(std::string_view unit)
{
    return std::any_of(unit.begin(), unit.end(), [](char c) {
        return (c & '\x80') != 0 || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
    });
}

Repeat longestRepeat(std::string_view text)
{
    Repeat longest;
    // Where a repetition goes on for long, it covers one of these places.
    constexpr std::size_t kPlaces = 8;
    for (std::size_t place = 0; place < kPlaces; ++place) {
        std::size_t at = text.size() * place / kPlaces;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80)
            ++at;
        const std::size_t longestUnit = std::min(kLongestUnit, (text.size() - at) / kLeastTimes);
        for (std::size_t unit = 0; (unit = nextUnit(text, at, unit + 1)) <= longestUnit;) {
            const Repeat repeat = repeatAt(text, at, unit);
            if (repeat.times >= kLeastTimes && repeat.end - repeat.begin > longest.end - longest.begin &&
                isWords(text.substr(repeat.begin, unit)))
                longest = repeat;
        }
    }
    return longest;
}

std::string shortenedUnit(std::string_view text, const Repeat& repeat)
{
    return toValidUtf8(text.substr(repeat.begin, std::min<std::size_t>(repeat.unit, 40)));
}

void lookForTextRepeats(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedText& text : record.texts) {
        if (text.text.size() < kLeastRepeatBytes || text.part == TextPart::ToolResult ||
            text.part == TextPart::Other) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        const Repeat repeat = longestRepeat(text.text);
        if (static_cast<double>(repeat.end - repeat.begin) <
            log.threshold() * static_cast<double>(text.text.size()))
            continue;
        Finding& finding = log.found(record.row, text.findingPart(), text.findingMessage(),
                                     {PhraseId::Repeats, repeat.times, shortenedUnit(text.text, repeat)});
        finding.marks.push_back(text.mark(repeat.begin, repeat.end));
    }
}

} // namespace

std::span<const Check> textChecks()
{
    static const Check kChecks[] = {
        {
            .id = "text_repeats",
            .title = DUOLOGUE_TEXT("Checks", "Repetition loop"),
            .why = DUOLOGUE_TEXT("Checks", "The model got stuck and repeated itself until it was cut off."),
            .unit = CheckUnit::Texts,
            .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "share of the text"), 0.5, 0.1, 1.0},
            .look = lookForTextRepeats,
        },
        {
            .id = "text_cut",
            .title = DUOLOGUE_TEXT("Checks", "Truncated text"),
            .why = DUOLOGUE_TEXT(
                "Checks",
                "An answer that stops in the middle of a sentence or code was probably cut off by a length "
                "limit."),
            .unit = CheckUnit::Messages,
            .isMaybe = true,
            .look = lookForTextCut,
        },
        {
            .id = "refusal",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Refusal or self-reference"),
            .why = DUOLOGUE_TEXT("Checks", "A model trained on refusals learns to refuse."),
            .unit = CheckUnit::Messages,
            .look = lookForRefusal,
        },
        {
            .id = "template_marks",
            .title = DUOLOGUE_TEXT("Checks", "Leftover template tags or HTML"),
            .why = DUOLOGUE_TEXT("Checks", "Markup that should have been replaced or removed is learnt as "
                                           "text."),
            .unit = CheckUnit::Texts,
            .look = lookForTemplateMarks,
        },
        {
            .id = "text_damaged",
            .title = DUOLOGUE_TEXT("Checks", "Damaged characters"),
            .why = DUOLOGUE_TEXT(
                "Checks",
                "The text was decoded incorrectly at some point and no longer matches the original."),
            .unit = CheckUnit::Texts,
            .look = lookForTextDamaged,
        },
        {
            .id = "text_invisible",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Invisible characters"),
            .why = DUOLOGUE_TEXT("Checks", "Control, zero-width and direction characters split words for "
                                           "programs and hide text from readers."),
            .unit = CheckUnit::Texts,
            .look = lookForTextInvisible,
        },
        {
            .id = "language_other",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Language differs from the rest"),
            .why = DUOLOGUE_TEXT("Checks", "Records in another language are often included by mistake."),
            .unit = CheckUnit::Records,
            .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "share of records in the main language"), 0.9,
                                        0.5, 1.0},
            .isMaybe = true,
            .needs = {.languages = true},
            .look = lookForLanguageOther,
        },
    };
    return kChecks;
}

} // namespace duologue
