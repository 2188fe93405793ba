// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/push/text_match.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/remote/sql/sql_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <vector>

namespace duologue {

namespace {

/// A longer text is looked for by its beginning, and found in the rows that come.
constexpr std::size_t kMostCharacters = 64;
constexpr char32_t kReplacementCharacter = 0xFFFD;

std::u32string codePointsOf(std::string_view utf8)
{
    std::u32string out;
    while (!utf8.empty()) {
        const CodePoint front = codePointAt(utf8);
        out += front.length == 0 ? kReplacementCharacter : front.value;
        utf8.remove_prefix(std::max<std::size_t>(front.length, 1));
    }
    return out;
}

/// \x{41}
std::string escapedCharacter(char32_t character)
{
    std::array<char, 8> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<std::uint32_t>(character), 16)
            .ptr;
    return "\\x{" + std::string(buffer.data(), end) + '}';
}

/// One that stands for itself in any expression.
bool isPlain(char32_t character)
{
    return character >= 0x80 || isDigit(static_cast<char>(character)) ||
           (lowerAscii(static_cast<char>(character)) >= 'a' &&
            lowerAscii(static_cast<char>(character)) <= 'z');
}

std::string spelled(char32_t character)
{
    if (!isPlain(character))
        return escapedCharacter(character);
    std::string out;
    appendCodePoint(out, character);
    return out;
}

/// "[a-zé]", or the character itself if there is one.
std::string classOf(std::vector<char32_t> characters)
{
    std::sort(characters.begin(), characters.end());
    characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
    if (characters.size() == 1)
        return spelled(characters.front());
    std::string out = "[";
    for (std::size_t i = 0; i < characters.size();) {
        std::size_t last = i;
        while (last + 1 < characters.size() && characters[last + 1] == characters[last] + 1)
            ++last;
        // Plainly: an escape is three times as long, and some expressions hold thousands.
        out += spelled(characters[i]);
        if (last > i)
            out += (last > i + 1 ? "-" : "") + spelled(characters[last]);
        i = last + 1;
    }
    return out + ']';
}

/// Any number of characters that folding drops.
const std::string& ignored()
{
    static const std::string expression = [] {
        std::vector<char32_t> dropped;
        for (const FoldedCharacter* each : charactersFoldingTo(0))
            dropped.push_back(each->character);
        return classOf(std::move(dropped)) + '*';
    }();
    return expression;
}

/// The characters that fold to this one alone, and itself.
std::string classFoldingTo(char32_t part)
{
    std::vector<char32_t> same{part};
    if (part >= 'a' && part <= 'z')
        same.push_back(part - 'a' + 'A');
    for (const FoldedCharacter* each : charactersFoldingTo(part)) {
        if (each->folded.size() == 1)
            same.push_back(each->character);
    }
    return classOf(std::move(same));
}

/// Whether `folded` may be part of a text with the needle such that both share a character.
bool overlaps(const std::u32string& folded, const std::u32string& needle)
{
    const auto size = static_cast<std::ptrdiff_t>(folded.size());
    const auto length = static_cast<std::ptrdiff_t>(needle.size());
    for (std::ptrdiff_t at = 1 - size; at < length; ++at) {
        bool agrees = true;
        for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, -at); i < size && at + i < length; ++i)
            agrees =
                agrees && folded[static_cast<std::size_t>(i)] == needle[static_cast<std::size_t>(at + i)];
        if (agrees)
            return true;
    }
    return false;
}

std::string classOfSeveral(const std::u32string& needle)
{
    std::vector<char32_t> found;
    for (const char32_t part : needle) {
        for (const FoldedCharacter* each : charactersFoldingTo(part)) {
            if (each->folded.size() > 1 && overlaps(each->folded, needle))
                found.push_back(each->character);
        }
    }
    return found.empty() ? std::string() : classOf(std::move(found));
}

std::string matches(const std::string& expression, const std::string& pattern)
{
    return "match(" + expression + ", " + sqlText(pattern) + ')';
}

/// Reads a Perl-compatible expression and writes the same for RE2.
class ExpressionForEngine {
public:
    explicit ExpressionForEngine(std::string_view pattern) : m_pattern(codePointsOf(pattern)) {}

    std::optional<std::string> run()
    {
        bool mayRepeat = false;
        while (m_at < m_pattern.size()) {
            const auto kept = next(mayRepeat);
            if (!kept)
                return std::nullopt;
            mayRepeat = *kept;
        }
        if (m_depth != 0 || m_out.empty())
            return std::nullopt;
        return "(?-s:" + m_out + ')';
    }

private:
    /// Writes the next item; returns whether it may be repeated. None if it is not known.
    std::optional<bool> next(bool mayRepeat)
    {
        const char32_t character = m_pattern[m_at++];
        switch (character) {
        case '(':
            if (at(0) == '?' && at(1) != ':')
                return std::nullopt;
            m_at += at(0) == '?' ? 2 : 0;
            if (at(0) == '*')
                return std::nullopt;
            ++m_depth;
            m_out += "(?:";
            return false;
        case ')':
            if (m_depth-- == 0)
                return std::nullopt;
            m_out += ')';
            return true;
        case '|':
            m_out += '|';
            return false;
        case '*':
        case '+':
        case '?':
            return repeat(static_cast<char>(character), mayRepeat);
        case '.':
            m_out += '.';
            return true;
        case '[':
            return characters();
        case '\\':
            if (m_at == m_pattern.size() || isPlain(m_pattern[m_at]) || m_pattern[m_at] < ' ')
                return std::nullopt;
            return literal(m_pattern[m_at++]);
        case '{':
        case '}':
        case ']':
        case '^':
        case '$':
        case '#':
            return std::nullopt;
        default:
            return literal(character);
        }
    }

    char32_t at(std::size_t ahead) const
    {
        return m_at + ahead < m_pattern.size() ? m_pattern[m_at + ahead] : 0;
    }

    std::optional<bool> repeat(char sign, bool mayRepeat)
    {
        // A second sign makes it lazy or possessive.
        if (!mayRepeat || at(0) == '*' || at(0) == '+' || at(0) == '?' || at(0) == '{')
            return std::nullopt;
        m_out += sign;
        return false;
    }

    /// The characters that are one for an expression that ignores case.
    static std::optional<std::vector<char32_t>> cases(char32_t character)
    {
        if (character < 0x80) {
            const char lower = lowerAscii(static_cast<char>(character));
            std::vector<char32_t> same{static_cast<char32_t>(lower)};
            if (lower >= 'a' && lower <= 'z')
                same.push_back(static_cast<char32_t>(lower - 'a' + 'A'));
            // ſ and the sign for kelvin.
            if (lower == 's')
                same.push_back(0x17F);
            if (lower == 'k')
                same.push_back(0x212A);
            return same;
        }
        const bool hasNoCase = (character >= 0x3001 && character <= 0x9FFF) ||
                               (character >= 0xAC00 && character <= 0xD7A3) ||
                               (character >= 0xFF01 && character <= 0xFF20);
        return hasNoCase ? std::optional(std::vector<char32_t>{character}) : std::nullopt;
    }

    std::optional<bool> literal(char32_t character)
    {
        const auto same = cases(character);
        if (!same)
            return std::nullopt;
        m_out += classOf(*same);
        return true;
    }

    /// A class of single characters.
    std::optional<bool> characters()
    {
        std::vector<char32_t> all;
        const bool isNegated = at(0) == '^';
        m_at += isNegated ? 1 : 0;
        for (; at(0) != ']'; ++m_at) {
            const char32_t character = at(0);
            const auto same = cases(character);
            const bool isKnown = same && character != 0 && character != '[' && character != '\\' &&
                                 character != '-' && character != '^';
            if (!isKnown)
                return std::nullopt;
            all.insert(all.end(), same->begin(), same->end());
        }
        ++m_at;
        if (all.empty())
            return std::nullopt;
        const std::string made = classOf(std::move(all));
        if (isNegated)
            m_out += made.front() == '[' ? "[^" + made.substr(1) : "[^" + made + ']';
        else
            m_out += made;
        return true;
    }

    std::u32string m_pattern;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::string m_out;
};

} // namespace

std::optional<std::string> engineExpression(std::string_view pattern)
{
    return ExpressionForEngine(pattern).run();
}

TextMatch TextMatch::words(std::string_view text)
{
    TextMatch made;
    std::u32string folded = codePointsOf(foldForSearch(text));
    if (folded.empty() || folded.size() > kMostCharacters ||
        folded.find(kReplacementCharacter) != std::u32string::npos)
        return made;
    std::string expression;
    for (const char32_t part : folded) {
        expression += (expression.empty() ? "" : ignored()) + classFoldingTo(part);
        made.m_mayBeEscaped = made.m_mayBeEscaped || part < ' ' || part == '"' || part == '\\' || part == '/';
    }
    made.m_expression = std::move(expression);
    made.m_several = classOfSeveral(folded);
    return made;
}

TextMatch TextMatch::inTerm(const QueryTerm& term)
{
    if (term.kind != TermKind::Pattern)
        return words(term.value);
    TextMatch made;
    made.m_expression = engineExpression(term.value);
    // Its items may be any characters.
    made.m_mayBeEscaped = true;
    return made;
}

Bounds TextMatch::containedIn(const std::string& expression) const
{
    if (!m_expression)
        return Bounds::unknown();
    const std::string lower = matches(expression, *m_expression);
    return {lower, m_several.empty() ? lower : sqlOr({lower, matches(expression, m_several)})};
}

std::string TextMatch::mayBeInJson(const std::string& expression) const
{
    if (!m_expression || m_mayBeEscaped)
        return "1";
    return sqlOr({containedIn(expression).upper, "position(" + expression + ", '\\\\u') > 0"});
}

Bounds TextMatch::equalTo(const std::string& expression) const
{
    if (!m_expression)
        return Bounds::unknown();
    const std::string lower = matches(expression, "^" + ignored() + *m_expression + ignored() + "$");
    return {lower, m_several.empty() ? lower : sqlOr({lower, matches(expression, m_several)})};
}

} // namespace duologue
