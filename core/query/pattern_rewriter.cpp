// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/pattern_rewriter.h"

#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

namespace duologue {

namespace {

/// RE2 refuses higher counts.
constexpr std::size_t kHighestCount = 1000;

constexpr std::string_view kEndOfText = "(?:\\n?\\z)";

/// Classes of Unicode, as the inside of a class, and all other characters: RE2 has no class in a class. RE2
/// knows no category of characters that are not assigned, so these are in neither.
struct UnicodeClass {
    char letter;
    std::string_view inside;
    std::string_view outside;
};

constexpr UnicodeClass kClasses[] = {
    {'w', "_\\p{L}\\p{N}",
     // Connecting punctuation, but for "_".
     "\\x{203F}-\\x{2040}\\x{2054}\\x{FE33}-\\x{FE34}\\x{FE4D}-\\x{FE4F}\\x{FF3F}"
     "\\p{M}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\p{S}\\p{Z}\\p{C}"},
    {'d', "\\p{Nd}", "\\P{Nd}"},
    {'s', "\\t-\\r\\x{85}\\p{Z}",
     "\\x00-\\x08\\x0E-\\x1F\\x7F-\\x{84}\\x{86}-\\x{9F}\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}"},
    {'h', "\\t\\p{Zs}",
     "\\x00-\\x08\\x0A-\\x1F\\x21-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{202E}"
     "\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{10FFFF}"},
    {'v', "\\n-\\r\\x{85}\\x{2028}\\x{2029}",
     "\\x00-\\x09\\x0E-\\x{84}\\x{86}-\\x{2027}\\x{202A}-\\x{10FFFF}"},
};

struct PosixClass {
    std::string_view name;
    std::string_view inside;
    std::string_view outside;
};

constexpr PosixClass kPosixClasses[] = {
    {"alpha", "\\p{L}", "\\P{L}"},
    {"digit", kClasses[1].inside, kClasses[1].outside},
    {"alnum", "\\p{L}\\p{N}", "\\p{M}\\p{P}\\p{S}\\p{Z}\\p{C}"},
    {"lower", "\\p{Ll}", "\\P{Ll}"},
    {"upper", "\\p{Lu}", "\\P{Lu}"},
    {"space", kClasses[2].inside, kClasses[2].outside},
    {"word", kClasses[0].inside, kClasses[0].outside},
};

/// Names of properties that RE2 has under another name.
constexpr std::pair<std::string_view, std::string_view> kProperties[] = {
    {"Letter", "L"},        {"Lowercase_Letter", "Ll"}, {"Uppercase_Letter", "Lu"}, {"Mark", "M"},
    {"Number", "N"},        {"Decimal_Number", "Nd"},   {"Punctuation", "P"},       {"Symbol", "S"},
    {"Separator", "Z"},     {"Space_Separator", "Zs"},  {"Alphabetic", "L"},        {"Hani", "Han"},
    {"Hira", "Hiragana"},   {"Kana", "Katakana"},       {"Hang", "Hangul"},         {"Latn", "Latin"},
    {"Cyrl", "Cyrillic"},   {"Grek", "Greek"},          {"Arab", "Arabic"},         {"Hebr", "Hebrew"},
    {"Deva", "Devanagari"},
};
constexpr std::string_view kPropertyKinds[] = {"Script=", "sc=", "General_Category=", "gc=", "Is"};

constexpr std::uint32_t kLastCharacter = 0x10FFFF;

bool isAsciiLetter(char c)
{
    return lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z';
}

bool isSurrogate(std::uint32_t character)
{
    return character >= 0xD800 && character <= 0xDFFF;
}

/// What begins like this after "(?" is refused.
struct RefusedGroup {
    std::string_view begin;
    PhraseId why;
};

constexpr RefusedGroup kRefusedGroups[] = {
    {"=", PhraseId::PatternLookAround},  {"!", PhraseId::PatternLookAround},
    {"<=", PhraseId::PatternLookAround}, {"<!", PhraseId::PatternLookAround},
    {">", PhraseId::PatternAtomic},      {"|", PhraseId::PatternUnsupported},
    {"(", PhraseId::PatternUnsupported}, {"C", PhraseId::PatternUnsupported},
    {"R", PhraseId::PatternRecursion},   {"&", PhraseId::PatternRecursion},
    {"P>", PhraseId::PatternRecursion},  {"P=", PhraseId::PatternBackReference},
};

struct RefusedEscape {
    char letter;
    PhraseId why;
};

constexpr RefusedEscape kRefusedEscapes[] = {
    {'K', PhraseId::PatternMatchBegin},    {'G', PhraseId::PatternLastMatch},
    {'X', PhraseId::PatternCluster},       {'C', PhraseId::PatternByte},
    {'k', PhraseId::PatternBackReference},
};

class Rewriter {
public:
    explicit Rewriter(std::string_view pattern) : m_pattern(pattern) {}

    Expected<RewrittenPattern, PatternMistake> rewrite()
    {
        while (m_at < m_pattern.size() && !m_mistake)
            takeItem();
        if (m_mistake)
            return std::move(*m_mistake);
        return std::move(m_out);
    }

private:
    std::string_view rest() const { return m_pattern.substr(m_at); }
    bool isAt(std::string_view text) const { return rest().starts_with(text); }

    void refuse(PhraseId why, std::size_t length) { refuse(Phrase(why, m_pattern.substr(m_at, length))); }

    void refuse(Phrase what)
    {
        if (!m_mistake)
            m_mistake = {m_at, std::move(what)};
    }

    void write(std::string_view text, std::size_t taken)
    {
        m_out.append(text, m_at);
        m_at += taken;
    }

    void copy(std::size_t length)
    {
        const std::string_view text = rest().substr(0, length);
        m_out.hasOtherCharacters = m_out.hasOtherCharacters || std::ranges::any_of(text, [](char c) {
                                       return static_cast<unsigned char>(c) >= 0x80;
                                   });
        write(text, text.size());
    }

    void takeItem()
    {
        switch (m_pattern[m_at]) {
        case '\\':
            takeEscape();
            break;
        case '[':
            takeClass();
            break;
        case '(':
            takeGroup();
            break;
        case ')':
            if (m_isMultiLine.size() > 1)
                m_isMultiLine.pop_back();
            copy(1);
            break;
        case '$':
            // In the middle of a text, RE2's "$" is as usual.
            write(m_isMultiLine.back() ? "$" : kEndOfText, 1);
            break;
        case '*':
        case '+':
        case '?':
            takeQuantifier(1);
            return;
        case '{':
            takeCount();
            return;
        default:
            copy(1);
        }
    }

    void takeQuantifier(std::size_t length)
    {
        const std::string_view next = rest().substr(length);
        if (next.starts_with('+')) {
            refuse(
                Phrase(PhraseId::PatternPossessive, rest().substr(0, length + 1), rest().substr(0, length)));
            return;
        }
        copy(length + (next.starts_with('?') ? 1 : 0));
    }

    /// "{2}", "{2,}", "{2,5}" or "{,5}"; anything else is text.
    void takeCount()
    {
        const std::size_t close = rest().find('}');
        const std::string_view inside = close == std::string_view::npos ? "" : rest().substr(1, close - 1);
        const std::size_t comma = inside.find(',');
        const std::string_view least = inside.substr(0, comma);
        const std::string_view most = comma == std::string_view::npos ? "" : inside.substr(comma + 1);
        const auto isNumber = [](std::string_view text) { return std::ranges::all_of(text, isDigit); };
        if ((least.empty() && most.empty()) || !isNumber(least) || !isNumber(most)) {
            copy(1);
            return;
        }
        for (const std::string_view number : {least, most}) {
            const auto count = number.empty() ? 0 : parseNumber<std::size_t>(number);
            if (!count || *count > kHighestCount) {
                refuse(PhraseId::PatternCount, close + 1);
                return;
            }
        }
        if (least.empty()) {
            // RE2 takes it for text.
            write("{0,", 2);
            takeQuantifier(most.size() + 1);
            return;
        }
        if (!most.empty() && *parseNumber<std::size_t>(most) < *parseNumber<std::size_t>(least)) {
            refuse(PhraseId::PatternCountsDown, close + 1);
            return;
        }
        takeQuantifier(close + 1);
    }

    void takeGroup()
    {
        if (isAt("(*")) {
            refuse(PhraseId::PatternUnsupported, rest().find(')') + 1);
            return;
        }
        if (!isAt("(?")) {
            m_isMultiLine.push_back(m_isMultiLine.back());
            copy(1);
            return;
        }
        const std::string_view inside = rest().substr(2);
        if (inside.starts_with('#')) {
            const std::size_t end = m_pattern.find(')', m_at);
            if (end == std::string_view::npos)
                m_mistake = {m_pattern.size(), {PhraseId::PatternOpenGroup}};
            else
                m_at = end + 1;
            return;
        }
        for (const RefusedGroup& refused : kRefusedGroups) {
            if (inside.starts_with(refused.begin)) {
                refuse(refused.why, 2 + refused.begin.size());
                return;
            }
        }
        const bool isNamed = inside.starts_with('<') || inside.starts_with('\'') || inside.starts_with("P<");
        if (isNamed)
            takeNamedGroup();
        else
            takeFlags();
    }

    /// Nothing refers to the name.
    void takeNamedGroup()
    {
        const std::size_t begin = m_at + (isAt("(?P") ? 4 : 3);
        const std::size_t end = m_pattern.find(isAt("(?'") ? '\'' : '>', begin);
        const std::string_view name =
            end == std::string_view::npos ? std::string_view() : m_pattern.substr(begin, end - begin);
        const bool isName = !name.empty() && !isDigit(name.front()) && std::ranges::all_of(name, [](char c) {
            return isAsciiLetter(c) || isDigit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
        });
        if (!isName) {
            refuse(PhraseId::PatternGroupName, std::min(end, m_pattern.size()) + 1 - m_at);
            return;
        }
        m_isMultiLine.push_back(m_isMultiLine.back());
        write("(?:", end + 1 - m_at);
    }

    /// "(?i)", "(?i:", "(?:" and the like.
    void takeFlags()
    {
        std::size_t end = m_at + 2;
        bool isOn = true;
        bool isMultiLine = m_isMultiLine.back();
        for (; end < m_pattern.size() && m_pattern[end] != ':' && m_pattern[end] != ')'; ++end) {
            const char flag = m_pattern[end];
            isOn = isOn && flag != '-';
            if (flag == 'm')
                isMultiLine = isOn;
            if (isDigit(flag) || flag == '+') {
                refuse(PhraseId::PatternRecursion, 3);
                return;
            }
            constexpr std::string_view kFlags = "imsU-";
            if (kFlags.find(flag) == std::string_view::npos) {
                refuse(flag == 'x' ? PhraseId::PatternSpaced : PhraseId::PatternFlag, end + 1 - m_at);
                return;
            }
        }
        if (end < m_pattern.size() && m_pattern[end] == ':')
            m_isMultiLine.push_back(isMultiLine);
        else
            m_isMultiLine.back() = isMultiLine;
        copy(end + 1 - m_at);
    }

    /// Writes a class of Unicode that is asked for outside of brackets; false for another escape.
    bool takeUnicodeClass(char letter)
    {
        for (const UnicodeClass& known : kClasses) {
            if ((letter | 0x20) != known.letter)
                continue;
            write(std::string(letter == known.letter ? "[" : "[^").append(known.inside).append(1, ']'), 2);
            return true;
        }
        return false;
    }

    /// The number in `digits`, to the base; none if there are other characters.
    static std::optional<std::uint32_t> numberOf(std::string_view digits, int base)
    {
        std::uint32_t number = 0;
        const auto [read, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
        const bool isNumber = error == std::errc() && read == digits.data() + digits.size();
        return isNumber ? std::optional(number) : std::nullopt;
    }

    struct CharacterNumber {
        std::size_t length = 0;
        std::optional<std::uint32_t> number;
    };

    /// Of an escape with a number in other languages' ways: \x41, \x{4E00}, \u4E00, \u{4E00}, \U0001F600,
    /// \N{U+4E00}, \o{101}, \cA. The length is 0 for another escape.
    CharacterNumber characterNumber(std::size_t at) const
    {
        const std::string_view text = m_pattern.substr(at);
        const char letter = text.size() < 2 ? '\0' : text[1];
        const bool isBraced = text.size() > 2 && text[2] == '{';
        const std::size_t close = isBraced ? text.find('}') : std::string_view::npos;
        if (letter == 'N' || letter == 'o' || (isBraced && (letter == 'x' || letter == 'u'))) {
            if (close == std::string_view::npos)
                return {};
            std::string_view inside = text.substr(3, close - 3);
            if (letter == 'N') {
                if (!inside.starts_with("U+"))
                    return {};
                inside.remove_prefix(2);
            }
            return {close + 1, numberOf(inside, letter == 'o' ? 8 : 16)};
        }
        const auto isHex = [](char c) { return numberOf({&c, 1}, 16).has_value(); };
        const std::string_view digits = text.substr(std::min<std::size_t>(2, text.size()));
        const auto count = static_cast<std::size_t>(std::ranges::find_if_not(digits, isHex) - digits.begin());
        switch (letter) {
        case 'x':
            return {2 + std::min<std::size_t>(count, 2),
                    numberOf(digits.substr(0, std::min<std::size_t>(count, 2)), 16)};
        case 'u':
            return count < 4 ? CharacterNumber{2, {}} : CharacterNumber{6, numberOf(digits.substr(0, 4), 16)};
        case 'U':
            return count < 8 ? CharacterNumber{2, {}}
                             : CharacterNumber{10, numberOf(digits.substr(0, 8), 16)};
        case 'c':
            if (digits.empty() || !isAsciiLetter(digits.front()))
                return {2, {}};
            return {3, static_cast<std::uint32_t>(digits.front()) & 0x1FU};
        default:
            return {};
        }
    }

    /// False if no character is given by its number.
    bool takeCharacterNumber()
    {
        auto [length, number] = characterNumber(m_at);
        if (length == 0)
            return false;
        // JSON and JavaScript write characters beyond \uFFFF as two.
        if (number && isSurrogate(*number) && *number < 0xDC00) {
            const auto [lowLength, low] = characterNumber(m_at + length);
            if (low && isSurrogate(*low) && *low >= 0xDC00) {
                number = 0x10000 + ((*number - 0xD800) << 10U) + (*low - 0xDC00);
                length += lowLength;
            }
        }
        if (!number || *number > kLastCharacter || isSurrogate(*number)) {
            refuse(number ? PhraseId::PatternNumber : PhraseId::PatternEscape, length);
            return true;
        }
        std::array<char, 8> digits{};
        char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), *number, 16).ptr;
        m_out.hasOtherCharacters = m_out.hasOtherCharacters || *number >= 0x80;
        write(std::string("\\x{")
                  .append(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())))
                  .append(1, '}'),
              length);
        return true;
    }

    /// \p{Script=Han}, \p{Letter} and the like; false for another escape.
    bool takeProperty()
    {
        if (!isAt("\\p") && !isAt("\\P"))
            return false;
        m_out.hasOtherCharacters = true;
        const std::size_t end = rest().find('}');
        if (rest().substr(2, 1) != "{" || end == std::string_view::npos) {
            copy(3);
            return true;
        }
        std::string_view name = rest().substr(3, end - 3);
        const bool isNegated = name.starts_with('^');
        name.remove_prefix(isNegated ? 1 : 0);
        for (const std::string_view kind : kPropertyKinds) {
            if (name.starts_with(kind)) {
                name.remove_prefix(kind.size());
                break;
            }
        }
        for (const auto& [other, known] : kProperties)
            name = name == other ? known : name;
        write(std::string(rest().substr(0, 3)).append(isNegated ? "^" : "").append(name).append(1, '}'),
              end + 1);
        return true;
    }

    void takeEscape()
    {
        const char letter = rest().size() < 2 ? '\0' : rest()[1];
        if (takeUnicodeClass(letter) || takeCharacterNumber() || takeProperty())
            return;
        for (const RefusedEscape& refused : kRefusedEscapes) {
            if (letter == refused.letter) {
                refuse(refused.why, 2);
                return;
            }
        }
        switch (letter) {
        case 'Q':
            copy(std::min(rest().find("\\E"), rest().size() - 2) + 2);
            return;
        case 'E':
            m_at += 2;
            return;
        case 'R':
            write("(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])", 2);
            return;
        case 'N':
            // A count may follow.
            if (rest().size() > 3 && rest()[2] == '{' && !isDigit(rest()[3]))
                refuse(PhraseId::PatternCharacterName, std::min(rest().find('}'), rest().size() - 1) + 1);
            else
                write("[^\\n]", 2);
            return;
        case 'Z':
            write(kEndOfText, 2);
            return;
        case 'e':
            write("\\x1B", 2);
            return;
        case 'g':
            refuse(isAt("\\g<") || isAt("\\g'") ? PhraseId::PatternRecursion : PhraseId::PatternBackReference,
                   2);
            return;
        default:
            break;
        }
        if (letter >= '1' && letter <= '9') {
            refuse(PhraseId::PatternBackReference, 2);
            return;
        }
        m_out.hasWordBound = m_out.hasWordBound || letter == 'b' || letter == 'B';
        takeCharacter(letter);
    }

    /// Before a letter that is not ASCII a backslash says nothing.
    void takeCharacter(char escaped)
    {
        const bool isPlain = static_cast<unsigned char>(escaped) >= 0x80;
        if (isPlain)
            ++m_at;
        copy(isPlain ? 1 : 2);
    }

    /// The length of something in brackets that stands for several characters; 0 if it stands for one.
    std::size_t lengthOfClass(std::size_t at) const
    {
        const std::string_view text = m_pattern.substr(at);
        if (text.starts_with("[:")) {
            const std::size_t end = text.find(":]");
            return end == std::string_view::npos ? 0 : end + 2;
        }
        constexpr std::string_view kLetters = "wWdDsShHvVpP";
        if (text.size() < 2 || text[0] != '\\' || kLetters.find(text[1]) == std::string_view::npos)
            return 0;
        const std::size_t close = (text[1] | 0x20) == 'p' && text.substr(2, 1) == "{" ? text.find('}') : 1;
        return close == std::string_view::npos ? text.size() : close + 1;
    }

    void takeClass()
    {
        const std::size_t begin = m_at;
        // As a class of its own it would be a set of letters.
        if (isAt("[:")) {
            const std::size_t end = rest().find(']');
            if (end != std::string_view::npos && end > 3 && rest()[end - 1] == ':') {
                refuse(PhraseId::PatternPosixOutside, end + 1);
                return;
            }
        }
        copy(isAt("[^") ? 2 : 1);
        // A bracket at the front is a character of the class.
        if (isAt("]"))
            write("\\]", 1);
        std::optional<std::size_t> first;
        while (m_at < m_pattern.size() && m_pattern[m_at] != ']' && !m_mistake) {
            const std::size_t item = m_at;
            const bool isRange = first && isAt("-") && !rest().substr(1).starts_with(']');
            if (isRange) {
                if (const std::size_t length = lengthOfClass(m_at + 1); length > 0) {
                    const std::string_view last = m_pattern.substr(m_at + 1, length);
                    m_mistake = {*first, Phrase(PhraseId::PatternClassRange,
                                                m_pattern.substr(*first, m_at + 1 + length - *first), last)};
                    return;
                }
                copy(1);
            }
            const bool isClass = lengthOfClass(m_at) > 0;
            if (m_at < m_pattern.size())
                takeClassItem();
            first = isRange || isClass ? std::nullopt : std::optional(item);
        }
        if (m_at < m_pattern.size())
            copy(1);
        else if (!m_mistake)
            m_mistake = {begin, {PhraseId::PatternOpenClass}};
    }

    void takePosixClass()
    {
        const std::size_t end = rest().find(":]");
        if (end == std::string_view::npos) {
            write("\\[", 1);
            return;
        }
        std::string_view name = rest().substr(2, end - 2);
        const bool isNegated = name.starts_with('^');
        name.remove_prefix(isNegated ? 1 : 0);
        for (const PosixClass& known : kPosixClasses) {
            if (name == known.name) {
                write(isNegated ? known.outside : known.inside, end + 2);
                return;
            }
        }
        copy(end + 2);
    }

    void takeClassItem()
    {
        if (isAt("[:")) {
            takePosixClass();
            return;
        }
        if (isAt("[")) {
            // RE2 takes a bracket for the beginning of a POSIX class only before a colon.
            write("\\[", 1);
            return;
        }
        if (!isAt("\\")) {
            copy(1);
            return;
        }
        if (takeCharacterNumber() || takeProperty())
            return;
        const char letter = rest().size() < 2 ? '\0' : rest()[1];
        for (const UnicodeClass& known : kClasses) {
            if ((letter | 0x20) != known.letter)
                continue;
            write(letter == known.letter ? known.inside : known.outside, 2);
            return;
        }
        constexpr std::string_view kOutside = "ABCGKNRXZz";
        if (kOutside.find(letter) != std::string_view::npos)
            refuse(PhraseId::PatternNotInClass, 2);
        else if (letter == 'b')
            write("\\x08", 2);
        else if (letter == 'e')
            write("\\x1B", 2);
        else
            takeCharacter(letter);
    }

    const std::string_view m_pattern;
    std::size_t m_at = 0;
    RewrittenPattern m_out;
    std::optional<PatternMistake> m_mistake;
    /// Of the group that is read and those around it, whether "$" stands before each line feed: (?m).
    std::vector<bool> m_isMultiLine{false};
};

} // namespace

TextRange RewrittenPattern::originOf(std::string_view part, std::string_view pattern) const
{
    const std::size_t begin = m_text.rfind(part);
    if (part.empty() || begin == std::string::npos)
        return {0, pattern.size()};
    const auto originAt = [&](std::size_t at) {
        const auto next =
            std::ranges::upper_bound(m_parts, at, {}, &std::pair<std::size_t, std::size_t>::first);
        if (next == m_parts.begin() || at >= m_text.size())
            return pattern.size();
        const auto& [written, origin] = *(next - 1);
        const std::size_t end = next == m_parts.end() ? pattern.size() : next->second;
        return std::min(origin + (at - written), end);
    };
    return {originAt(begin), std::max(originAt(begin + part.size()), originAt(begin) + 1)};
}

Expected<RewrittenPattern, PatternMistake> rewritePattern(std::string_view pattern)
{
    return Rewriter(pattern).rewrite();
}

} // namespace duologue
