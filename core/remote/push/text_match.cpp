// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/push/text_match.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/query/pattern/text_pattern.h"
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

} // namespace

std::optional<std::string> engineExpression(std::string_view pattern)
{
    if (std::holds_alternative<PatternMistake>(TextPattern::expression(pattern)))
        return std::nullopt;
    // An engine's "." may stand for a line feed.
    return "(?i-s:" + std::get<std::string>(toRe2(pattern)) + ')';
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
