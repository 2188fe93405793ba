// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/translation_pairs.h"

#include "core/util/numbers.h"
#include "core/util/prefix_scan.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace duologue {

namespace {

bool isLatin(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

/// Calls visit(offset, line) for each line, without white space at its begin.
template<typename Visit>
void forEachLine(std::string_view text, const Visit& visit)
{
    std::size_t begin = 0;
    while (begin <= text.size()) {
        std::size_t end = text.find('\n', begin);
        end = end == std::string_view::npos ? text.size() : end;
        std::size_t first = begin;
        while (first < end && (text[first] == ' ' || text[first] == '\t'))
            ++first;
        visit(first, text.substr(first, end - first));
        begin = end + 1;
    }
}

bool isAnyOf(std::string_view rest, std::initializer_list<std::string_view> beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view each) { return rest.starts_with(each); });
}

} // namespace

void reportMissing(const CheckedRecord& record, const CheckedPair& pair, const std::vector<TextSpan>& missing,
                   CheckLog& log, const std::vector<TextSpan>& instead)
{
    if (missing.empty())
        return;
    constexpr std::size_t kNamed = 5;
    std::string named;
    for (std::size_t i = 0; i < std::min(missing.size(), kNamed); ++i)
        named += (i == 0 ? "" : ", ") + shortened(missing[i].in(pair.source));
    if (missing.size() > kNamed)
        named += ", …";
    Finding& finding =
        log.found(record.row, pair.part, pair.message, {PhraseId::NotInTranslation, std::move(named)});
    for (const TextSpan& span : missing)
        finding.marks.push_back(pair.sourceMark(span.begin, span.end));
    for (const TextSpan& span : instead)
        finding.marks.push_back(pair.targetMark(span.begin, span.end));
}

std::vector<TextSpan> bulletsOf(std::string_view text)
{
    std::vector<TextSpan> bullets;
    forEachLine(text, [&](std::size_t offset, std::string_view line) {
        // Chinese texts may have no space behind the dash.
        constexpr std::string_view kFirstBytes = "-*\xE2\xC2";
        if (line.empty() || kFirstBytes.find(line[0]) == std::string_view::npos)
            return;
        const bool isDash =
            line.size() > 1 && line[0] == '-' && ((line[1] & '\x80') != 0 || isLatin(line[1]));
        if (isDash || (isAnyOf(line, {"- ", "* ", "• ", "•", "·", "– "}) && !line.starts_with("* *")))
            bullets.push_back({offset, offset + std::min<std::size_t>(line.size(), 40)});
    });
    return bullets;
}

std::vector<TextSpan> numberedItemsOf(const ScannedText& scanned)
{
    constexpr std::size_t kMostDigits = 3;
    const std::string_view text = scanned.text;
    std::vector<TextSpan> items;
    for (const auto& [begin, end] : scanned.numbers) {
        const std::string_view before = text.substr(0, begin);
        if (end - begin > kMostDigits || before.ends_with('.') || before.ends_with('-'))
            continue;
        std::size_t value = 0;
        for (std::size_t i = begin; i < end; ++i)
            value = value * 10 + static_cast<std::size_t>(text[i] - '0');
        if (value != items.size() + 1)
            continue;
        const std::string_view rest = text.substr(end);
        const bool isItem = isAnyOf(rest, {". ", ") ", "、", "．", ".*", "）", ".\n", ")", "。"}) ||
                            (rest.size() > 1 && rest[0] == '.' && !isDigit(rest[1]) && rest[1] != ',');
        // "2.21" at the begin of a sentence is the second item, whose name begins with 21.
        const bool isJoined = rest.size() > 1 && rest[0] == '.' && isDigit(rest[1]) &&
                              (before.ends_with("。") || before.ends_with('\n'));
        if (isItem || isJoined)
            items.push_back({begin, end + 1});
    }
    return items;
}

std::vector<TextSpan> headingsOf(const ScannedText& scanned)
{
    const std::string_view text = scanned.text;
    std::vector<TextSpan> headings;
    if (!scanned.has(Clue::Entity))
        return headings;
    bool isInCode = false;
    forEachLine(text, [&](std::size_t offset, std::string_view line) {
        isInCode = line.starts_with("```") ? !isInCode : isInCode;
        const std::size_t signs = line.find_first_not_of('#');
        // "###标题" is meant as one, although Markdown wants a space; "#1" and "#tag" are not.
        const bool isMeant = signs != std::string_view::npos && signs > 1 && (line[signs] & '\x80') != 0;
        const bool isMarked = signs != std::string_view::npos && signs > 0 && line[signs] == ' ';
        if (!isInCode && (isMeant || isMarked) && signs < 7)
            headings.push_back({offset, offset + line.size()});
    });
    return headings;
}

std::vector<TextSpan> codeOf(const ScannedText& scanned)
{
    const std::string_view text = scanned.text;
    std::vector<TextSpan> code;
    if (!scanned.has(Clue::At))
        return code;
    std::size_t at = 0;
    while ((at = text.find('`', at)) != std::string_view::npos) {
        const bool isFence = text.substr(at).starts_with("```");
        const std::string_view fence = isFence ? "```" : "`";
        const std::size_t begin = at + fence.size();
        const std::size_t end = text.find(fence, begin);
        if (end == std::string_view::npos)
            break;
        const std::string_view inside = text.substr(begin, end - begin);
        if (!inside.empty() && (isFence || inside.find('\n') == std::string_view::npos))
            code.push_back({begin, end});
        at = end + fence.size();
    }
    return code;
}

std::vector<TextSpan> linksOf(std::string_view text)
{
    constexpr std::string_view kAddress = "-._~:/?#[]@!$&'*+,;=%";
    std::vector<TextSpan> links;
    if (text.find("://") == std::string_view::npos && text.find("www.") == std::string_view::npos)
        return links;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isBegin = at == 0 || !isLatin(text[at - 1]);
        if (!isBegin || !isAnyOf(text.substr(at), {"http://", "https://", "www."}))
            continue;
        std::size_t end = at;
        while (end < text.size() && (isLatin(text[end]) || isDigit(text[end]) ||
                                     kAddress.find(text[end]) != std::string_view::npos))
            ++end;
        while (end > at && std::string_view(".,;:!?'*]").find(text[end - 1]) != std::string_view::npos)
            --end;
        links.push_back({at, end});
        at = end;
    }
    return links;
}

namespace {

bool isPartOfWord(std::string_view text, std::size_t at)
{
    return at < text.size() && (isLatin(text[at]) || isDigit(text[at]));
}

/// A sign that joins what stands on both sides of it.
bool joinsWord(std::string_view text, std::size_t at)
{
    return at > 0 && at < text.size() && std::string_view("-'.&+").find(text[at]) != std::string_view::npos &&
           isPartOfWord(text, at - 1) && isPartOfWord(text, at + 1);
}

std::size_t endOfWord(std::string_view text, std::size_t at)
{
    while (isPartOfWord(text, at) || joinsWord(text, at))
        ++at;
    return at;
}

void addLatinWord(std::string_view text, std::size_t begin, std::size_t end, std::vector<TextSpan>& words)
{
    const std::string_view word = text.substr(begin, end - begin);
    if (std::any_of(word.begin(), word.end(), isLatin))
        words.push_back({begin, end});
}

} // namespace

std::vector<TextSpan> latinWordsOf(std::string_view text)
{
    std::vector<TextSpan> words;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!isPartOfWord(text, at))
            continue;
        const std::size_t begin = at;
        at = endOfWord(text, at);
        addLatinWord(text, begin, at, words);
    }
    return words;
}

std::vector<TextSpan> latinWordsWithDigits(const ScannedText& scanned)
{
    const std::string_view text = scanned.text;
    std::vector<TextSpan> words;
    std::size_t last = 0;
    for (const TextSpan& number : scanned.numbers) {
        if (number.begin < last)
            continue;
        std::size_t begin = number.begin;
        while (begin > last && (isPartOfWord(text, begin - 1) || joinsWord(text, begin - 1)))
            --begin;
        last = endOfWord(text, number.end);
        addLatinWord(text, begin, last, words);
    }
    return words;
}

std::string shortened(std::string_view text)
{
    constexpr std::size_t kLongest = 60;
    if (text.size() <= kLongest)
        return std::string(text);
    return std::string(text.substr(0, wholeCharacters(text, kLongest))) + "…";
}

namespace {

struct NumberWord {
    std::string_view word;
    double value = 0;
    /// It multiplies what stands before it.
    bool isLarge = false;
};

/// In the order of their first letters.
constexpr std::array<NumberWord, 50> kNumberWords{{
    {"billion", 1e9, true},
    {"both", 2},
    {"couple", 2},
    {"decade", 10, true},
    {"dozen", 12, true},
    {"eight", 8},
    {"eighteen", 18},
    {"eighth", 8},
    {"eighty", 80},
    {"eleven", 11},
    {"fifteen", 15},
    {"fifth", 5},
    {"fifty", 50},
    {"first", 1},
    {"five", 5},
    {"forty", 40},
    {"four", 4},
    {"fourteen", 14},
    {"fourth", 4},
    {"half", 0.5},
    {"hundred", 100, true},
    {"million", 1e6, true},
    {"nine", 9},
    {"nineteen", 19},
    {"ninety", 90},
    {"ninth", 9},
    {"once", 1},
    {"one", 1},
    {"quarter", 0.25},
    {"second", 2},
    {"seven", 7},
    {"seventeen", 17},
    {"seventh", 7},
    {"seventy", 70},
    {"six", 6},
    {"sixteen", 16},
    {"sixth", 6},
    {"sixty", 60},
    {"ten", 10},
    {"tenth", 10},
    {"third", 3},
    {"thirteen", 13},
    {"thirty", 30},
    {"thousand", 1000, true},
    {"three", 3},
    {"twelve", 12},
    {"twenty", 20},
    {"twice", 2},
    {"two", 2},
    {"zero", 0},
}};

constexpr std::size_t kLetters = 26;

/// Where the words with each first letter begin, and the end of the last.
constexpr std::array<std::uint8_t, kLetters + 1> firstNumberWords()
{
    std::array<std::uint8_t, kLetters + 1> firsts{};
    for (std::size_t letter = 0; letter <= kLetters; ++letter) {
        while (firsts[letter] < kNumberWords.size() &&
               kNumberWords[firsts[letter]].word[0] < static_cast<char>('a' + letter))
            ++firsts[letter];
    }
    return firsts;
}

constexpr auto kFirstNumberWords = firstNumberWords();

bool beginsNumberWord(char smallLetter)
{
    const auto letter = static_cast<std::size_t>(smallLetter - 'a');
    return kFirstNumberWords[letter] < kFirstNumberWords[letter + 1];
}

/// The word, which is in small letters; null if it is none.
const NumberWord* numberWord(std::string_view word)
{
    const auto letter = static_cast<std::size_t>(word[0] - 'a');
    for (std::size_t i = kFirstNumberWords[letter]; i < kFirstNumberWords[letter + 1]; ++i) {
        if (kNumberWords[i].word == word)
            return &kNumberWords[i];
    }
    return nullptr;
}

bool isLetterOfWord(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

/// Reads the digits at `at`: thousands are separated by a comma or a space before exactly three digits.
double readDigits(std::string_view text, std::size_t& at)
{
    std::string digits;
    bool hasPoint = false;
    const auto digitAt = [&](std::size_t index) { return index < text.size() && isDigit(text[index]); };
    while (at < text.size()) {
        const char c = text[at];
        if (isDigit(c)) {
            digits += c;
            ++at;
        } else if (c == ',' && !hasPoint && digits.size() <= 12 && digitAt(at + 1) && digitAt(at + 2) &&
                   digitAt(at + 3) && !digitAt(at + 4)) {
            ++at;
        } else if (c == '.' && !hasPoint && digitAt(at + 1)) {
            hasPoint = true;
            digits += c;
            ++at;
        } else {
            break;
        }
    }
    return parseNumber<double>(digits).value_or(0);
}

/// Whether digits that end at `end` number an item: nothing but space or a line's begin is before them, and
/// ". ", ") " or "、" after them.
bool isItemNumber(std::string_view text, std::size_t begin, std::size_t end)
{
    const std::string_view rest = text.substr(end);
    const bool isClosed = rest.starts_with(". ") || rest.starts_with(".**") || rest.starts_with(") ") ||
                          rest.starts_with("、") || rest.starts_with("．") || rest.starts_with(".\n") ||
                          (rest.starts_with('.') && rest.size() > 1 && !isDigit(rest[1]));
    return isClosed && end - begin <= 2;
}

std::size_t readSuffix(std::string_view text, std::size_t at, TextNumber& number)
{
    const std::string_view rest = text.substr(at);
    const bool isWord = rest.size() > 1 && isLetterOfWord(rest[1]);
    if (!rest.empty() && (rest[0] == 'k' || rest[0] == 'K') && !isWord) {
        number.value *= 1000;
        return at + 1;
    }
    for (const std::string_view ordinal : {"st", "nd", "rd", "th"}) {
        if (rest.starts_with(ordinal) && (rest.size() == 2 || !isLetterOfWord(rest[2]))) {
            number.isOrdinal = true;
            return at + 2;
        }
    }
    return at;
}

/// The value of a sign such as ½; 0 for others.
double fractionValue(char32_t sign)
{
    switch (sign) {
    case U'½':
        return 0.5;
    case U'¼':
        return 0.25;
    case U'¾':
        return 0.75;
    case U'⅓':
        return 1.0 / 3;
    case U'⅔':
        return 2.0 / 3;
    case U'⅛':
        return 0.125;
    case U'⅜':
        return 0.375;
    case U'⅕':
        return 0.2;
    default:
        return 0;
    }
}

/// "1/2", "3/4": both digits are there once; `at` is behind the first.
std::optional<double> divisorAt(std::string_view text, std::size_t at)
{
    const bool isFraction =
        at + 1 < text.size() && text[at] == '/' && text[at + 1] >= '2' && text[at + 1] <= '8';
    const bool isEnd = at + 2 >= text.size() || !(isDigit(text[at + 2]) || text[at + 2] == '/');
    return isFraction && isEnd ? std::optional<double>(text[at + 1] - '0') : std::nullopt;
}

/// Words are joined: "two hundred", "twenty-five", "2 million".
class EnglishReader {
public:
    explicit EnglishReader(std::string_view text) : m_text(text) {}

    std::vector<TextNumber> all() { return read({}, false); }

    /// Those that begin with one of these runs of digits, and what is joined to them.
    std::vector<TextNumber> of(std::span<const TextSpan> runs) { return read(runs, true); }

private:
    std::vector<TextNumber> read(std::span<const TextSpan> runs, bool skipsOthers)
    {
        std::size_t at = 0;
        while (at < m_text.size()) {
            if (skipsOthers && !m_pending) {
                while (!runs.empty() && runs.front().begin < at)
                    runs = runs.subspan(1);
                if (runs.empty())
                    break;
                at = runs.front().begin;
            }
            if (isDigit(m_text[at]))
                at = digits(at);
            else if (isLetterOfWord(m_text[at]))
                at = word(at);
            else
                at = symbol(at);
        }
        flush();
        return std::move(m_numbers);
    }

    std::size_t digits(std::size_t at)
    {
        flush();
        TextNumber number;
        number.begin = at;
        number.value = readDigits(m_text, at);
        number.isDigits = true;
        number.isOrdinal = isItemNumber(m_text, number.begin, at);
        at = readSuffix(m_text, at, number);
        number.end = at;
        m_pending = number;
        return at;
    }

    std::size_t word(std::size_t at)
    {
        const std::size_t begin = at;
        while (at < m_text.size() && isLetterOfWord(m_text[at]))
            ++at;
        // Most words are none of the table: their length or their first letter says so.
        constexpr std::size_t kLongestNumberWord = 9;
        const char first = lowerAscii(m_text[begin]);
        if (at - begin > kLongestNumberWord || !(beginsNumberWord(first) || first == 'a')) {
            flush();
            return at;
        }
        std::string lower = lowerAscii(m_text.substr(begin, at - begin));
        // A word that goes on in another script or with digits (GPT4) is a name.
        if (begin > 0 && isDigit(m_text[begin - 1])) {
            flush();
            return at;
        }
        const NumberWord* found = numberWord(lower);
        if (found != nullptr && !found->isLarge) {
            const bool isJoined =
                m_pending && !m_pending->isDigits && m_pending->value >= 20 && found->value < 10;
            if (isJoined) {
                m_pending->value += found->value;
                m_pending->end = at;
            } else {
                flush();
                m_pending = TextNumber{found->value, begin, at, false, false};
            }
            return at;
        }
        if (lower.size() > 5 && lower.ends_with('s')) {
            lower.pop_back();
            found = numberWord(lower);
        }
        if (found != nullptr && found->isLarge) {
            if (m_pending && begin - m_pending->end <= 4)
                m_pending->value *= found->value;
            else
                m_pending = TextNumber{found->value, begin, at, false, false};
            m_pending->end = at;
            return at;
        }
        // "half a dozen", "two and a half"
        if (lower != "a" && lower != "and")
            flush();
        return at;
    }

    std::size_t symbol(std::size_t at)
    {
        const CodePoint c = quickCodePoint(m_text.substr(at));
        const std::size_t length = std::max<std::size_t>(c.length, 1);
        const double value = fractionValue(c.value);
        if (value > 0 && m_pending && at - m_pending->end <= 1) {
            m_pending->value += value;
            m_pending->end = at + length;
            return at + length;
        }
        if (value > 0) {
            flush();
            m_pending = TextNumber{value, at, at + length, true, false};
            return at + length;
        }
        if (m_text[at] != ' ' && m_text[at] != '-')
            flush();
        return at + length;
    }

    void flush()
    {
        if (m_pending)
            m_numbers.push_back(*m_pending);
        m_pending.reset();
    }

    std::string_view m_text;
    std::vector<TextNumber> m_numbers;
    std::optional<TextNumber> m_pending;
};

constexpr std::u32string_view kChineseDigits = U"零一二三四五六七八九";

/// The digit that a character stands for; -1 for others.
int chineseDigit(char32_t c)
{
    if (c == U'两' || c == U'俩' || c == U'双')
        return 2;
    if (c == U'〇')
        return 0;
    const std::size_t found = kChineseDigits.find(c);
    return found == std::u32string_view::npos ? -1 : static_cast<int>(found);
}

double chineseUnit(char32_t c)
{
    switch (c) {
    case U'十':
        return 10;
    case U'百':
        return 100;
    case U'千':
        return 1000;
    case U'万':
    case U'萬':
        return 1e4;
    case U'亿':
    case U'億':
        return 1e8;
    default:
        return 0;
    }
}

/// Where numbers may begin: at a digit; 〇 and 俩; 一 to 二, 五, 亿, 九; 十, 千, 半; 六, 八; 億, 双, 四; 零,
/// 百, 萬; signs such as ½.
PrefixScan chineseBegins()
{
    const auto oneOf = NibbleSet::of;
    const auto any = NibbleSet::any();
    PrefixScan scan;
    scan.add(0, {oneOf("0123456789"), any, any, any});
    scan.add(1, {oneOf("\xE3\xE4"), oneOf("\x80\xBF"), oneOf("\x87\xA9"), any});
    scan.add(2, {oneOf("\xE4"), oneOf("\xB8"), oneOf("\x80\x83\x89\xA4"), any});
    scan.add(3, {oneOf("\xE4"), oneOf("\xB9\xBA"), oneOf("\x8C\x94\x9D\xBF"), any});
    scan.add(4, {oneOf("\xE5"), oneOf("\x8D"), oneOf("\x81\x83\x8A"), any});
    scan.add(5, {oneOf("\xE5"), oneOf("\x84\x85\x8F\x9B"), oneOf("\x84\x8C\x9B\xAB\xAD"), any});
    scan.add(6, {oneOf("\xE7\xE8\xE9"), oneOf("\x90\x99\x9B"), oneOf("\xAC\xB6\xBE"), any});
    scan.add(7, {oneOf("\xC2\xE2"), oneOf("\x85\xBC\xBD\xBE"), any, any});
    return scan;
}

/// Reads numbers in characters, and digits with units behind them (3万).
class ChineseReader {
public:
    explicit ChineseReader(std::string_view text) : m_text(text) {}

    std::vector<TextNumber> all()
    {
        static const PrefixScan kBegins = chineseBegins();
        kBegins.find(m_text, 0, [this](std::size_t at) {
            readAt(at);
            return false;
        });
        return std::move(m_numbers);
    }

    /// Those that begin with one of these runs of digits.
    std::vector<TextNumber> of(std::span<const TextSpan> runs)
    {
        for (const TextSpan& each : runs)
            readAt(each.begin);
        return std::move(m_numbers);
    }

private:
    CodePoint front() const
    {
        return m_at < m_text.size() ? quickCodePoint(m_text.substr(m_at)) : CodePoint();
    }

    /// The number that may begin here, if it is none that was read already.
    void readAt(std::size_t at)
    {
        if (at < m_at)
            return;
        m_at = at;
        const CodePoint c = front();
        if (fractionValue(c.value) > 0)
            fractionSign(fractionValue(c.value), c.length);
        else if (isDigit(m_text[m_at]))
            digits();
        else if (chineseDigit(c.value) >= 0 || (chineseUnit(c.value) > 0 && c.value != U'万'))
            characters();
        else if (c.value == U'半')
            half();
    }

    void digits()
    {
        TextNumber number;
        number.begin = m_at;
        number.value = readDigits(m_text, m_at);
        number.isDigits = true;
        number.isOrdinal = isItemNumber(m_text, number.begin, m_at);
        readSuffix(m_text, m_at, number);
        const double plain = number.value;
        for (double unit = 0; (unit = chineseUnit(front().value)) != 0;) {
            number.value *= unit;
            m_at += front().length;
        }
        if (const auto divisor = divisorAt(m_text, m_at)) {
            m_numbers.push_back({number.value / *divisor, number.begin, m_at + 2, false, false});
            if (m_numbers.size() > 1 && number.begin - m_numbers[m_numbers.size() - 2].end <= 1)
                m_numbers.push_back({m_numbers[m_numbers.size() - 2].value + number.value / *divisor,
                                     number.begin, m_at + 2, false, false});
        }
        number.end = m_at;
        m_numbers.push_back(number);
        if (plain != number.value) {
            // Only another form, which need not come along.
            number.value = plain;
            number.isDigits = false;
            m_numbers.push_back(number);
        }
    }

    /// 1½, ½
    void fractionSign(double value, std::size_t length)
    {
        const std::size_t begin = m_at;
        m_at += length;
        m_numbers.push_back({value, begin, m_at, true, false});
        const bool isBehind = m_numbers.size() > 1 && begin - m_numbers[m_numbers.size() - 2].end <= 1;
        if (isBehind)
            m_numbers.push_back({m_numbers[m_numbers.size() - 2].value + value, begin, m_at, false, false});
    }

    void characters()
    {
        const std::size_t begin = m_at;
        double total = 0;
        double section = 0;
        double digit = -1;
        // 二零二四: digits one after the other.
        std::string row;
        while (m_at < m_text.size()) {
            const CodePoint c = front();
            if (const int value = chineseDigit(c.value); value >= 0) {
                digit = value;
                row += static_cast<char>('0' + value);
            } else if (const double unit = chineseUnit(c.value); unit > 0) {
                row.clear();
                if (unit >= 1e4) {
                    section = (section + std::max(digit, 0.0)) * unit;
                    total += section;
                    section = 0;
                } else {
                    section += (digit < 0 ? 1 : digit) * unit;
                }
                digit = -1;
            } else {
                break;
            }
            m_at += c.length;
        }
        double value = total + section + std::max(digit, 0.0);
        if (row.size() > 1)
            value = parseNumber<double>(row).value_or(value);
        if (m_text.substr(m_at).starts_with("分之")) {
            const std::size_t at = m_at + std::string_view("分之").size();
            const int above = at < m_text.size() ? chineseDigit(quickCodePoint(m_text.substr(at)).value) : -1;
            if (above > 0 && value > 0)
                m_numbers.push_back({above / value, begin, at, false, false});
        }
        // 二三十, 两三天: each digit counts as well.
        if (row.size() > 1) {
            for (const char c : row)
                m_numbers.push_back({static_cast<double>(c - '0'), begin, m_at, false, false});
        }
        if (front().value == U'点' && fraction(begin, value))
            return;
        m_numbers.push_back({value, begin, m_at, false, false});
    }

    /// 三点五
    bool fraction(std::size_t begin, double whole)
    {
        std::size_t at = m_at + front().length;
        std::string digits = "0.";
        while (at < m_text.size()) {
            const CodePoint c = codePointAt(m_text.substr(at));
            const int value = chineseDigit(c.value);
            if (value < 0)
                break;
            digits += static_cast<char>('0' + value);
            at += c.length;
        }
        if (digits.size() == 2)
            return false;
        m_at = at;
        m_numbers.push_back({whole + parseNumber<double>(digits).value_or(0), begin, at, false, false});
        m_numbers.push_back({whole, begin, at, false, false});
        return true;
    }

    /// 一个半, 半小时: half of one, and a half more than the number before.
    void half()
    {
        const std::size_t begin = m_at;
        m_at += front().length;
        if (!m_numbers.empty() && begin - m_numbers.back().end <= 9)
            m_numbers.push_back({m_numbers.back().value + 0.5, m_numbers.back().begin, m_at, false, false});
        m_numbers.push_back({0.5, begin, m_at, false, false});
        m_numbers.push_back({30, begin, m_at, false, false});
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<TextNumber> m_numbers;
};

} // namespace

std::vector<TextNumber> englishNumbers(std::string_view text)
{
    return EnglishReader(text).all();
}

std::vector<TextNumber> chineseNumbers(std::string_view text)
{
    return ChineseReader(text).all();
}

namespace {

/// Whether there may be a sign such as ½.
bool mayHaveFractions(const ScannedText& scanned)
{
    const auto has = [&](std::string_view bytes) {
        return scanned.text.find(bytes) != std::string_view::npos;
    };
    return (scanned.has(Clue::Latin) && (has("¼") || has("½") || has("¾"))) ||
           (scanned.has(Clue::Sign) && has("\xE2\x85"));
}

} // namespace

std::vector<TextNumber> englishDigits(const ScannedText& scanned)
{
    EnglishReader reader(scanned.text);
    return mayHaveFractions(scanned) ? reader.all() : reader.of(scanned.numbers);
}

std::vector<TextNumber> chineseDigits(const ScannedText& scanned)
{
    ChineseReader reader(scanned.text);
    return mayHaveFractions(scanned) ? reader.all() : reader.of(scanned.numbers);
}

} // namespace duologue
