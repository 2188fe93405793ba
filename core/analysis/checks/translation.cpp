// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/checks/checked_record.h"
#include "core/analysis/checks/translation_pairs.h"
#include "core/util/phrase.h"
#include "core/util/prefix_scan.h"
#include "core/util/sentences.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace duologue {

namespace {

/// The kinds of language that a message has: 1 for Chinese, 2 for others.
unsigned kindsOf(const Conversation& conversation, const Message& message)
{
    unsigned kinds = 0;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (!text.earlier && !trimmed(text.text).empty())
            kinds |= isChinese(text.language) ? 1U : 2U;
    }
    return kinds;
}

void lookForMissingTranslations(const CheckedRecord& record, CheckLog& log)
{
    constexpr unsigned kBoth = 3;
    const Conversation& said = record.conversation;
    std::size_t translated = 0;
    for (const Message& message : said.messages)
        translated += kindsOf(said, message) == kBoth ? 1 : 0;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const unsigned kinds = kindsOf(said, said.messages[i]);
        // A conversation in one language is not translated at all.
        if (translated == 0 || kinds == 0) {
            log.notJudged(PhraseId::NotJudgedUntranslated);
            continue;
        }
        log.looked();
        if (kinds != kBoth)
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      kinds == 1 ? PhraseId::EnglishMissing : PhraseId::ChineseMissing);
    }
}

/// Judges how long translations are for their sources.
template<bool (*isWrong)(double ratio, double threshold)>
void lookAtLengths(const CheckedRecord& record, CheckLog& log)
{
    // Shorter sources vary more than the threshold allows.
    constexpr std::size_t kLeastCharacters = 200;
    // A text in Chinese has about 0.3 characters for each of its English; one in English 3.3 for each
    // Chinese.
    constexpr double kEnglishScale = 11;
    for (const CheckedPair& pair : record.pairs) {
        const auto scale = pair.isSourceChinese ? kEnglishScale : 1.0;
        const auto least = pair.isSourceChinese ? kLeastCharacters / 3 : kLeastCharacters;
        if (pair.sourceCharacters < least) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        const double ratio =
            static_cast<double>(pair.targetCharacters) / static_cast<double>(pair.sourceCharacters);
        if (!isWrong(ratio, log.threshold() * scale))
            continue;
        const auto percent = static_cast<std::int64_t>(std::lround(ratio * 100));
        Finding& finding =
            log.found(record.row, pair.part, pair.message,
                      {PhraseId::LengthOfSource, pair.targetCharacters, pair.sourceCharacters, percent});
        finding.marks.push_back(pair.targetMark(0, pair.target.size()));
    }
}

bool isShort(double ratio, double threshold)
{
    return ratio < threshold;
}

bool isLong(double ratio, double threshold)
{
    return ratio > threshold;
}

/// Fewer letters may be a name or a formula, which is the same in every language.
constexpr std::size_t kLeastLetters = 12;

/// Letters of the text, a Han character counted as three.
std::size_t weightOf(const ScriptCounts& scripts)
{
    return scripts.latin + scripts.han * 3;
}

/// The text is long enough to tell, and nearly all of it is in Latin letters.
bool isEnglishScript(const ScriptCounts& scripts)
{
    return weightOf(scripts) >= kLeastLetters && scripts.latin > scripts.han * 9;
}

/// The same of most of it and Chinese characters.
bool isChineseScript(const ScriptCounts& scripts)
{
    return weightOf(scripts) >= kLeastLetters && scripts.han * 3 > scripts.latin * 3;
}

bool tellsScript(const ScriptCounts& scripts)
{
    return isEnglishScript(scripts) || isChineseScript(scripts);
}

/// The English text is in Chinese and the Chinese one in English.
bool isSwapped(const CheckedPair& pair)
{
    return isChineseScript(pair.englishScripts()) && isEnglishScript(pair.chineseScripts());
}

/// Whether the text has so many bytes in a row that are ASCII, or that are not.
bool hasRun(std::string_view text, bool isAscii, std::size_t least)
{
    const auto isOne = [&](std::size_t at) { return ((text[at] & '\x80') == 0) == isAscii; };
    // One of these bytes is in such a run.
    for (std::size_t at = least - 1; at < text.size(); at += least) {
        std::size_t begin = at + 1;
        while (begin > at + 1 - least && isOne(begin - 1))
            --begin;
        std::size_t end = at + 1;
        while (begin <= at && end < text.size() && end - begin < least && isOne(end))
            ++end;
        if (end - begin >= least)
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
    std::vector<TextSpan> kept = codeOf(*pair.sourceScanned);
    for (const TextSpan& link : linksOf(pair.source))
        kept.push_back(link);
    for (const Sentence& sentence : sentencesOf(pair.source)) {
        const TextSpan span{sentence.begin, sentence.end};
        const std::string_view text = span.in(pair.source);
        const bool isLong = pair.isSourceChinese
                                ? text.size() >= kLeastChinese && isChineseScript(countScripts(text))
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
        if (!tellsScript(pair.sourceScanned->scripts)) {
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

void lookForWrongScripts(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        if (weightOf(pair.targetScanned->scripts) < kLeastLetters) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        if (isSwapped(pair) || pair.source == pair.target)
            continue;
        const bool isEnglishWrong = isChineseScript(pair.englishScripts());
        const bool isChineseWrong = isEnglishScript(pair.chineseScripts());
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

void lookForSwappedSides(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        if (!tellsScript(pair.sourceScanned->scripts) || !tellsScript(pair.targetScanned->scripts)) {
            log.notJudged(PhraseId::NotJudgedShort);
            continue;
        }
        log.looked();
        if (!isSwapped(pair))
            continue;
        Finding& finding = log.found(record.row, pair.part, pair.message, PhraseId::SidesSwapped);
        finding.marks.push_back(pair.sourceMark(0, pair.source.size()));
        finding.marks.push_back(pair.targetMark(0, pair.target.size()));
    }
}

bool isNear(double left, double right)
{
    return std::abs(left - right) <= 1e-6 * std::max(1.0, std::abs(left));
}

/// Other values under which a translation may give a number: half past, 3 pm as 15:00, the nineties.
std::vector<double> otherForms(double value)
{
    std::vector<double> forms{value / 60,   value * 60,   value / 7,   value / 12,
                              value * 1000, value / 1000, value / 100, value * 100};
    const bool isWhole = value == std::trunc(value);
    if (isWhole && value <= 24)
        forms.insert(forms.end(), {value + 12, value - 12});
    if (isWhole && value >= 1900 && value < 2100)
        forms.push_back(std::fmod(value, 100));
    if (isWhole && value >= 60 && value < 100)
        forms.insert(forms.end(), {1900 + value});
    return forms;
}

bool isAmongNumbers(double value, const std::vector<TextNumber>& numbers)
{
    return std::any_of(numbers.begin(), numbers.end(),
                       [value](const TextNumber& each) { return isNear(each.value, value); });
}

/// Part of a fraction (1/2), a rate (24/7), a clock (10:30), a score, a version or a name (GPT-4, A4).
bool isPartOfSign(std::string_view text, const TextNumber& number)
{
    const auto isSign = [](char c) { return c == '/' || c == ':' || c == '_' || c == '#'; };
    const auto isLetterAt = [&](std::size_t i) {
        const char c = lowerAscii(text[i]);
        return c >= 'a' && c <= 'z';
    };
    const bool isAfter =
        number.begin > 0 &&
        (isSign(text[number.begin - 1]) || isLetterAt(number.begin - 1) ||
         (number.begin > 1 && text[number.begin - 1] == '-' && isLetterAt(number.begin - 2)));
    const bool isBefore = number.end < text.size() && (isSign(text[number.end]) || isLetterAt(number.end));
    return isAfter || isBefore;
}

/// Whether the other text has the number, in this form or in another one.
bool cameAlong(double value, const std::vector<TextNumber>& numbers)
{
    if (isAmongNumbers(value, numbers))
        return true;
    const auto forms = otherForms(value);
    return std::any_of(forms.begin(), forms.end(),
                       [&](double form) { return isAmongNumbers(form, numbers); });
}

/// The numbers in digits of a text that the other one lacks. `digits` are those of the other one that take
/// little time to read: at best, all come along in them.
std::vector<TextSpan> numbersLacking(std::string_view text, const std::vector<TextNumber>& numbers,
                                     std::string_view other, bool isOtherChinese,
                                     const std::vector<TextNumber>& digits)
{
    // One and two are often words, or nothing: "a", "both", "another".
    constexpr double kLeast = 3;
    std::vector<TextSpan> lacking;
    std::optional<std::vector<TextNumber>> others;
    for (const TextNumber& number : numbers) {
        const bool isJudged = number.isDigits && !number.isOrdinal &&
                              (number.value >= kLeast || number.value != std::trunc(number.value)) &&
                              !isPartOfSign(text, number);
        if (!isJudged || isAmongNumbers(number.value, digits))
            continue;
        if (!others)
            others = isOtherChinese ? chineseNumbers(other) : englishNumbers(other);
        if (!cameAlong(number.value, *others))
            lacking.push_back({number.begin, number.end});
    }
    return lacking;
}

std::vector<TextNumber> digitsIn(const ScannedText& scanned, bool isChinese)
{
    return isChinese ? chineseDigits(scanned) : englishDigits(scanned);
}

void lookForMissingNumbers(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        const bool isChinese = pair.isSourceChinese;
        const auto source = digitsIn(*pair.sourceScanned, isChinese);
        if (source.empty())
            return;
        const auto target = digitsIn(*pair.targetScanned, !isChinese);
        const auto missing = numbersLacking(pair.source, source, pair.target, !isChinese, target);
        if (missing.empty())
            return;
        // What the translation says instead.
        reportMissing(record, pair, missing, log,
                      numbersLacking(pair.target, target, pair.source, isChinese, source));
    });
}

/// A unit under its names in each language, separated by "|". A translation has the unit if it has any of the
/// names.
struct MeasureUnit {
    std::string_view english;
    std::string_view chinese;
};

constexpr std::array<MeasureUnit, 21> kUnits{{
    {"km|kilometer|kilometre", "公里|千米|里"},
    {"mile", "英里|公里|里|迈|哩|英裡"},
    {"kg|kilogram|kilo", "公斤|千克|斤"},
    {"gram|g", "克"},
    {"cm|centimeter|centimetre", "厘米|公分"},
    {"mm|millimeter|millimetre", "毫米"},
    {"meter|metre", "米"},
    {"pound|lb", "磅|镑|鎊|斤|公斤"},
    {"ounce|oz", "盎司|安士|盎斯"},
    {"ml|milliliter|millilitre", "毫升"},
    {"liter|litre", "升"},
    {"inch", "英寸|寸|吋"},
    {"feet|foot|ft", "英尺|呎|尺|米"},
    {"tbsp|tablespoon", "汤匙|大勺|大匙|餐匙|勺|匙"},
    {"tsp|teaspoon", "茶匙|小勺|小匙|勺|匙"},
    {"cup", "杯"},
    {"hour|hr", "小时|钟头|时|点|刻钟|分钟|時|點|鐘"},
    {"minute|min", "分钟|分|刻钟|小时|半点|鐘|時"},
    {"percent|%", "%|％|百分|成|全|半"},
    {"dollar|usd|$|bucks", "美元|美金|$|元|刀|块|钱|＄|预算|塊|錢|預算"},
    {"euro|eur|€", "欧元|€|欧|歐"},
}};

template<typename Visit>
void forEachName(std::string_view names, const Visit& visit)
{
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        visit(names.substr(0, bar));
        names = bar == std::string_view::npos ? std::string_view() : names.substr(bar + 1);
    }
}

struct EnglishUnitName {
    std::string_view name;
    const MeasureUnit* unit = nullptr;
};

const std::vector<EnglishUnitName>& englishUnitNames()
{
    static const std::vector<EnglishUnitName> kNames = [] {
        std::vector<EnglishUnitName> names;
        for (const MeasureUnit& unit : kUnits)
            forEachName(unit.english, [&](std::string_view name) { names.push_back({name, &unit}); });
        return names;
    }();
    return kNames;
}

bool isLetterOf(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

/// Ignores the case of ASCII letters.
bool isSameWord(std::string_view left, std::string_view right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char l, char r) { return lowerAscii(l) == lowerAscii(r); });
}

/// Whether an English unit stands right behind the number, or its sign before it; where the unit ends.
std::size_t endOfEnglishUnit(std::string_view text, const TextNumber& number, std::string_view name)
{
    const bool isSign = name == "$" || name == "€";
    if (isSign) {
        const bool isBefore =
            number.begin >= name.size() && text.substr(number.begin - name.size(), name.size()) == name;
        return isBefore ? number.end : 0;
    }
    std::size_t at = number.end;
    while (at < text.size() && (text[at] == ' ' || text[at] == '-'))
        ++at;
    if (at - number.end > 1 || at >= text.size() || lowerAscii(text[at]) != name[0] ||
        !isSameWord(text.substr(at, name.size()), name))
        return 0;
    at += name.size();
    // The plural.
    for (const std::string_view ending : {"es", "s"}) {
        if (name != "%" && text.substr(at).starts_with(ending)) {
            at += ending.size();
            break;
        }
    }
    const bool isWhole = at >= text.size() || !isLetterOf(text[at]);
    return isWhole ? at : 0;
}

/// Whether the text has a name of the unit, in any case of ASCII letters.
bool hasAnyName(std::string_view text, const MeasureUnit& unit)
{
    bool has = false;
    const auto find = [&](std::string_view name) { has = has || text.find(name) != std::string_view::npos; };
    forEachName(unit.chinese, find);
    forEachName(unit.english, [&](std::string_view name) {
        // A single letter would be found in any word.
        if (name.size() > 1 || !isLetterOf(name[0]))
            find(name);
    });
    return has;
}

void lookForMissingUnits(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        if (!pair.isComparable || pair.isSourceChinese) {
            log.notJudged(pair.isComparable ? PhraseId::NotJudgedFromChinese
                                            : PhraseId::NotJudgedTranslation);
            continue;
        }
        log.looked();
        if (!pair.sourceScanned->has(Clue::Digit))
            continue;
        const auto numbers = englishDigits(*pair.sourceScanned);
        std::vector<TextSpan> missing;
        for (const TextNumber& number : numbers) {
            const MeasureUnit* last = nullptr;
            for (const auto& [name, unit] : englishUnitNames()) {
                const bool isJudged = number.isDigits && unit != last;
                const std::size_t end = isJudged ? endOfEnglishUnit(pair.source, number, name) : 0;
                if (end == 0)
                    continue;
                last = unit;
                if (!hasAnyName(pair.target, *unit) && !hasAnyName(lowerAscii(pair.target), *unit))
                    missing.push_back({number.begin, end});
            }
        }
        reportMissing(record, pair, missing, log);
    }
}

struct CalendarName {
    /// As English writes it; abbreviations are not looked for.
    std::string_view english;
    /// What a Chinese text may have for it, separated by "|".
    std::string_view chinese;
};

constexpr std::array<CalendarName, 19> kCalendar{{
    {"January", "1月|一月|１月|元月"},
    {"February", "2月|二月|２月"},
    {"March", "3月|三月|３月"},
    {"April", "4月|四月|４月"},
    {"May", "5月|五月|５月|五一"},
    {"June", "6月|六月|６月"},
    {"July", "7月|七月|７月"},
    {"August", "8月|八月|８月"},
    {"September", "9月|九月|９月"},
    {"October", "10月|十月|１０月"},
    {"November", "11月|十一月"},
    {"December", "12月|十二月"},
    {"Monday", "周一|星期一|礼拜一"},
    {"Tuesday", "周二|星期二|礼拜二"},
    {"Wednesday", "周三|星期三|礼拜三"},
    {"Thursday", "周四|星期四|礼拜四"},
    {"Friday", "周五|星期五|礼拜五"},
    {"Saturday", "周六|星期六|礼拜六|周末"},
    {"Sunday", "周日|星期日|星期天|礼拜天|礼拜日|周末|周天"},
}};

bool hasOneOf(std::string_view text, std::string_view names)
{
    bool has = false;
    forEachName(names,
                [&](std::string_view name) { has = has || text.find(name) != std::string_view::npos; });
    return has;
}

bool isWordChar(char c)
{
    return isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
}

/// "May" and "March" are names of months only beside a number or after a word such as "in". A name of
/// somebody ("April Smith", "Black Friday") is none.
bool isCalendarName(std::string_view text, std::size_t begin, std::size_t end)
{
    const std::string_view before = text.substr(0, begin);
    const std::string_view after = text.substr(end);
    const bool isNumberNext = after.size() > 1 && after[0] == ' ' && isDigit(after[1]);
    for (const std::string_view word : {" in ", " on ", " of ", " by ", " until ", " since ", " every ",
                                        " next ", " late ", " early ", " mid-", " from ", "In ", "On "}) {
        if (before.ends_with(word))
            return true;
    }
    return isNumberNext;
}

/// Whether the text has a range of months that begins with this one: "3-11月" for 3月.
bool isInMonths(std::string_view text, std::string_view names)
{
    while (!names.empty()) {
        const std::size_t bar = names.find('|');
        const std::string_view name = names.substr(0, bar);
        names = bar == std::string_view::npos ? std::string_view() : names.substr(bar + 1);
        if (!name.ends_with("月"))
            continue;
        const std::string number(name.substr(0, name.size() - std::string_view("月").size()));
        for (const std::string_view joint : {"-", "–", "—", "~", "至", "到", "、", " - "}) {
            const std::size_t at = text.find(number + std::string(joint));
            if (at != std::string_view::npos && text.substr(at, 24).find("月") != std::string_view::npos)
                return true;
        }
    }
    return false;
}

/// Ranges such as "Monday to Friday" become 周一至五.
bool isInRange(std::string_view text)
{
    return hasOneOf(text, "至|到|-|—|~|～|、|工作日|平日");
}

/// Where the names may begin: January, June, July; February, September, December; March, May; April, August;
/// October, November; Monday, Sunday; Tuesday, Thursday; Wednesday, Friday, Saturday.
PrefixScan calendarBegins()
{
    const auto oneOf = NibbleSet::of;
    PrefixScan scan;
    scan.add(0, {oneOf("J"), oneOf("au"), oneOf("nl"), oneOf("uey")});
    scan.add(1, {oneOf("FSD"), oneOf("e"), oneOf("bpc"), oneOf("rte")});
    scan.add(2, {oneOf("M"), oneOf("a"), oneOf("ry"), NibbleSet::any()});
    scan.add(3, {oneOf("A"), oneOf("pu"), oneOf("rg"), oneOf("iu")});
    scan.add(4, {oneOf("ON"), oneOf("co"), oneOf("tv"), oneOf("oe")});
    scan.add(5, {oneOf("MS"), oneOf("ou"), oneOf("n"), oneOf("d")});
    scan.add(6, {oneOf("T"), oneOf("uh"), oneOf("eu"), oneOf("sr")});
    scan.add(7, {oneOf("WFS"), oneOf("era"), oneOf("dit"), oneOf("ndu")});
    return scan;
}

/// A bit for each name of kCalendar that the text has.
std::uint32_t calendarNamesIn(std::string_view english)
{
    static const PrefixScan kBegins = calendarBegins();
    std::uint32_t names = 0;
    kBegins.find(english, 0, [&](std::size_t at) {
        for (std::size_t i = 0; i < kCalendar.size(); ++i)
            names |= english.substr(at).starts_with(kCalendar[i].english) ? 1U << i : 0;
        return false;
    });
    return names;
}

void lookForMissingDates(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        if (pair.isSourceChinese)
            return;
        std::vector<TextSpan> missing;
        const std::string_view english = pair.english();
        for (std::uint32_t names = calendarNamesIn(english); names != 0; names &= names - 1) {
            const CalendarName& name = kCalendar[static_cast<std::size_t>(std::countr_zero(names))];
            if (hasOneOf(pair.chinese(), name.chinese) || isInMonths(pair.chinese(), name.chinese))
                continue;
            for (std::size_t at = english.find(name.english); at != std::string_view::npos;
                 at = english.find(name.english, at + 1)) {
                const std::size_t end = at + name.english.size();
                const bool isWhole = (at == 0 || !isWordChar(english[at - 1])) &&
                                     (end == english.size() || !isWordChar(english[end]));
                const bool isDay = name.english.ends_with("day");
                if (isWhole && isCalendarName(english, at, end) && !(isDay && isInRange(pair.chinese())) &&
                    pair.chinese().find(name.english) == std::string_view::npos)
                    missing.push_back({at, end});
            }
        }
        reportMissing(record, pair, missing, log);
    });
}

/// The word without its signs, in lower case: "Wi-Fi" and "WIFI" are one.
std::string plainName(std::string_view word)
{
    std::string plain;
    for (const char c : word) {
        if (isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z'))
            plain += lowerAscii(c);
    }
    return plain;
}

std::string plainText(std::string_view text)
{
    std::string plain;
    for (const char c : text) {
        const bool isKept = isDigit(c) || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z');
        const bool isJoint = c == '-' || c == '\'' || c == '.' || c == '&' || c == ' ';
        if (isKept)
            plain += lowerAscii(c);
        else if (!isJoint)
            plain += ' ';
    }
    return plain;
}

/// A name that a translation into Chinese keeps: letters with digits ("GPT-4", "iPhone15"). Other names may
/// get a Chinese one (AirAsia is 亚航).
bool keepsItsLetters(std::string_view word)
{
    const bool hasDigit = std::any_of(word.begin(), word.end(), isDigit);
    const auto capitals =
        std::count_if(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    // "20th", "3D" and "90s" are no names, and Covid-19 has one in every language.
    return hasDigit && capitals >= 1 && word.size() >= 4 && !isDigit(word[0]) && !word.starts_with("No.") &&
           !plainName(word).starts_with("covid19");
}

void lookForMissingNames(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        std::vector<TextSpan> missing;
        std::string target;
        std::optional<std::vector<TextSpan>> links;
        // In English only words with digits count.
        for (const TextSpan& span :
             pair.isSourceChinese ? latinWordsOf(pair.source) : latinWordsWithDigits(*pair.sourceScanned)) {
            std::string_view word = span.in(pair.source);
            // The name without its genitive.
            if (word.ends_with("'s"))
                word.remove_suffix(2);
            const bool isName = pair.isSourceChinese ? word.size() > 1 : keepsItsLetters(word);
            if (!isName)
                continue;
            if (!links)
                links = linksOf(pair.source);
            const bool isInLink = std::any_of(links->begin(), links->end(), [&](const TextSpan& link) {
                return link.begin <= span.begin && span.end <= link.end;
            });
            if (isInLink)
                continue;
            if (target.empty())
                target = plainText(pair.target);
            if (target.find(plainName(word)) == std::string::npos)
                missing.push_back(span);
        }
        reportMissing(record, pair, missing, log);
    });
}

constexpr std::size_t kLeastItems = 3;

/// Marks the items that are missing, and the last one of the translation, behind which they are missing.
void reportItems(const CheckedRecord& record, const CheckedPair& pair, const std::vector<TextSpan>& items,
                 const std::vector<TextSpan>& there, CheckLog& log)
{
    Finding& finding = log.found(record.row, pair.part, pair.message,
                                 {PhraseId::ItemsHereAndThere, items.size(), there.size()});
    for (std::size_t i = there.size(); i < items.size(); ++i)
        finding.marks.push_back(pair.sourceMark(items[i].begin, items[i].end));
    finding.marks.push_back(pair.targetMark(there.back().begin, there.back().end));
}

void lookForMissingItems(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        if (const auto numbered = numberedItemsOf(*pair.sourceScanned); numbered.size() >= kLeastItems) {
            const auto there = numberedItemsOf(*pair.targetScanned);
            // Lists that the translation writes in another way are not lists there.
            if (!there.empty() && there.size() < numbered.size()) {
                reportItems(record, pair, numbered, there, log);
                return;
            }
        }
        const auto bullets = bulletsOf(pair.source);
        if (bullets.size() < kLeastItems)
            return;
        const auto there = bulletsOf(pair.target);
        if (there.size() >= 2 && there.size() < bullets.size())
            reportItems(record, pair, bullets, there, log);
    });
}

void lookForMissingHeadings(const CheckedRecord& record, CheckLog& log)
{
    for (const CheckedPair& pair : record.pairs) {
        const auto headings = headingsOf(*pair.sourceScanned);
        // A translation on one line has lost all of its layout, which says nothing about headings.
        const bool isJoined = pair.target.find('\n') == std::string_view::npos;
        if (!pair.isComparable || (!headings.empty() && isJoined)) {
            log.notJudged(PhraseId::NotJudgedTranslation);
            continue;
        }
        log.looked();
        const auto there = headings.empty() ? headings : headingsOf(*pair.targetScanned);
        if (there.size() >= headings.size())
            continue;
        Finding& finding = log.found(record.row, pair.part, pair.message,
                                     {PhraseId::HeadingsHereAndThere, headings.size(), there.size()});
        for (const TextSpan& heading : headings)
            finding.marks.push_back(pair.sourceMark(heading.begin, heading.end));
    }
}

std::size_t countBlocks(std::string_view text, const std::vector<TextSpan>& code)
{
    return static_cast<std::size_t>(std::count_if(code.begin(), code.end(), [text](const TextSpan& each) {
        return each.in(text).find('\n') != std::string_view::npos;
    }));
}

/// Words between backticks may be quoted ones, which are translated.
bool isCodeWord(std::string_view text)
{
    return text.find(' ') == std::string_view::npos &&
           text.find_first_of("_()=.<>/{}[]") != std::string_view::npos;
}

void lookForMissingCode(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        const auto codes = codeOf(*pair.sourceScanned);
        const auto there = codes.empty() ? codes : codeOf(*pair.targetScanned);
        std::vector<TextSpan> missing;
        std::size_t blocks = 0;
        for (const TextSpan& code : codes) {
            const std::string_view text = code.in(pair.source);
            // Comments and texts in blocks are translated.
            const bool isBlock = text.find('\n') != std::string_view::npos;
            const bool isMissing = isBlock
                                       ? ++blocks > countBlocks(pair.target, there)
                                       : isCodeWord(text) && pair.target.find(text) == std::string_view::npos;
            if (isMissing)
                missing.push_back(code);
        }
        reportMissing(record, pair, missing, log);
    });
}

void lookForMissingLinks(const CheckedRecord& record, CheckLog& log)
{
    forEachComparable(record, log, [&](const CheckedPair& pair) {
        std::vector<TextSpan> missing;
        for (const TextSpan& link : linksOf(pair.source)) {
            if (pair.target.find(link.in(pair.source)) == std::string_view::npos)
                missing.push_back(link);
        }
        reportMissing(record, pair, missing, log);
    });
}

} // namespace

std::span<const Check> translationChecks()
{
    static const Check kChecks[] = {
        {
            .id = "translation_missing",
            .title = DUOLOGUE_TEXT("Checks", "Translation missing"),
            .why = DUOLOGUE_TEXT("Checks", "The other messages of the conversation are in both languages."),
            .unit = CheckUnit::Messages,
            .look = lookForMissingTranslations,
        },
        {
            .id = "translation_short",
            .title = DUOLOGUE_TEXT("Checks", "Translation far too short"),
            .why = DUOLOGUE_TEXT("Checks", "A truncated translation says less than its source and is learnt "
                                           "as if it were complete."),
            .unit = CheckUnit::Translations,
            .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "Chinese characters per English character"),
                                        0.1, 0.0, 1.0},
            .look = lookAtLengths<isShort>,
        },
        {
            .id = "translation_long",
            .title = DUOLOGUE_TEXT("Checks", "Translation far too long"),
            .why = DUOLOGUE_TEXT("Checks",
                                 "A translation that is much longer than its source contains other text."),
            .unit = CheckUnit::Translations,
            .threshold = CheckThreshold{DUOLOGUE_TEXT("Checks", "Chinese characters per English character"),
                                        0.9, 0.1, 10.0},
            .look = lookAtLengths<isLong>,
        },
        {
            .id = "translation_untranslated",
            .title = DUOLOGUE_TEXT("Checks", "Source repeated untranslated"),
            .why = DUOLOGUE_TEXT("Checks", "The translation contains whole sentences of its source."),
            .unit = CheckUnit::Translations,
            .look = lookForUntranslated,
        },
        {
            .id = "translation_script",
            .title = DUOLOGUE_TEXT("Checks", "Text in the wrong language"),
            .why = DUOLOGUE_TEXT("Checks", "The text is stored in the field of the other language."),
            .unit = CheckUnit::Translations,
            .look = lookForWrongScripts,
        },
        {
            .id = "translation_swapped",
            .title = DUOLOGUE_TEXT("Checks", "Both sides swapped"),
            .why = DUOLOGUE_TEXT("Checks", "The English text is in Chinese and the Chinese text is in "
                                           "English."),
            .unit = CheckUnit::Translations,
            .look = lookForSwappedSides,
        },
        {
            .id = "translation_numbers",
            .title = DUOLOGUE_TEXT("Checks", "Numbers missing in the translation"),
            .why =
                DUOLOGUE_TEXT("Checks", "A missing number is a mistake, or part of the text was left out."),
            .unit = CheckUnit::Translations,
            .look = lookForMissingNumbers,
        },
        {
            .id = "translation_units",
            .title = DUOLOGUE_TEXT("Checks", "Units missing in the translation"),
            .why = DUOLOGUE_TEXT("Checks",
                                 "A quantity with a missing or different unit has a different meaning."),
            .unit = CheckUnit::Translations,
            .look = lookForMissingUnits,
        },
        {
            .id = "translation_dates",
            .title = DUOLOGUE_TEXT("Checks", "Dates missing in the translation"),
            .why = DUOLOGUE_TEXT("Checks", "A missing month or day of the week changes a plan."),
            .unit = CheckUnit::Translations,
            .look = lookForMissingDates,
        },
        {
            .id = "translation_names",
            .severity = Severity::Note,
            .title = DUOLOGUE_TEXT("Checks", "Latin names missing in the translation"),
            .why = DUOLOGUE_TEXT("Checks", "Names such as GPT-4 are the same in both languages."),
            .unit = CheckUnit::Translations,
            .isMaybe = true,
            .look = lookForMissingNames,
        },
        {
            .id = "translation_items",
            .title = DUOLOGUE_TEXT("Checks", "List items missing in the translation"),
            .why = DUOLOGUE_TEXT("Checks", "A list that is shorter than in the source was truncated."),
            .unit = CheckUnit::Translations,
            .look = lookForMissingItems,
        },
        {
            .id = "translation_headings",
            .title = DUOLOGUE_TEXT("Checks", "Headings missing in the translation"),
            .why = DUOLOGUE_TEXT("Checks", "Where a heading is missing, its section may be missing too."),
            .unit = CheckUnit::Translations,
            .look = lookForMissingHeadings,
        },
        {
            .id = "translation_code",
            .title = DUOLOGUE_TEXT("Checks", "Code missing in the translation"),
            .why = DUOLOGUE_TEXT("Checks", "Code is the same in every language."),
            .unit = CheckUnit::Translations,
            .look = lookForMissingCode,
        },
        {
            .id = "translation_links",
            .title = DUOLOGUE_TEXT("Checks", "Links missing in the translation"),
            .why = DUOLOGUE_TEXT("Checks", "An address is the same in every language."),
            .unit = CheckUnit::Translations,
            .look = lookForMissingLinks,
        },
    };
    return kChecks;
}

} // namespace duologue
