// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/text_pattern.h"

#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <optional>
#include <re2/filtered_re2.h>
#include <re2/re2.h>
#include <vector>

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
    {'h', "\\t\\p{Zs}", ""},
};

struct PosixClass {
    std::string_view name;
    std::string_view inside;
};

constexpr PosixClass kPosixClasses[] = {
    {"alpha", "\\p{L}"},       {"digit", "\\p{Nd}"}, {"alnum", "\\p{L}\\p{N}"},
    {"lower", "\\p{Ll}"},      {"upper", "\\p{Lu}"}, {"space", "\\t-\\r\\x{85}\\p{Z}"},
    {"word", "_\\p{L}\\p{N}"},
};

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

class Rewriter {
public:
    explicit Rewriter(std::string_view pattern) : m_pattern(pattern) {}

    std::variant<std::string, PatternMistake> rewrite()
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
        m_out += text;
        m_at += taken;
    }

    void copy(std::size_t length) { write(rest().substr(0, length), std::min(length, rest().size())); }

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

    /// "{2}", "{2,}" or "{2,5}"; anything else is text.
    void takeCount()
    {
        const std::size_t close = rest().find('}');
        const std::string_view inside = close == std::string_view::npos ? "" : rest().substr(1, close - 1);
        const std::size_t comma = inside.find(',');
        const std::string_view least = inside.substr(0, comma);
        const std::string_view most = comma == std::string_view::npos ? "" : inside.substr(comma + 1);
        const auto isNumber = [](std::string_view text) { return std::ranges::all_of(text, isDigit); };
        if (least.empty() || !isNumber(least) || !isNumber(most)) {
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
            m_at = std::min(m_pattern.find(')', m_at), m_pattern.size() - 1) + 1;
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

    void takeNamedGroup()
    {
        const bool isPython = isAt("(?P");
        const std::size_t begin = m_at + (isPython ? 4 : 3);
        const std::size_t end = m_pattern.find(isAt("(?'") ? '\'' : '>', begin);
        m_isMultiLine.push_back(m_isMultiLine.back());
        if (end == std::string_view::npos) {
            // RE2 says what is wrong.
            write("(?P<", begin - m_at);
            return;
        }
        m_out.append("(?P<").append(m_pattern.substr(begin, end - begin)).append(1, '>');
        m_at = end + 1;
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
            if (flag == 'x' || flag == 'n' || flag == 'J' || flag == '^') {
                refuse(PhraseId::PatternUnsupported, end + 1 - m_at);
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
            if (known.inside.empty() || (letter | 0x20) != known.letter)
                continue;
            m_out += letter == known.letter ? "[" : "[^";
            m_out.append(known.inside).append(1, ']');
            m_at += 2;
            return true;
        }
        return false;
    }

    void takeEscape()
    {
        const std::string_view escape = rest().substr(0, 2);
        const char letter = escape.size() < 2 ? '\0' : escape[1];
        if (takeUnicodeClass(letter))
            return;
        switch (letter) {
        case 'Q':
            copy(std::min(rest().find("\\E"), rest().size() - 2) + 2);
            return;
        case 'R':
            write("(?:\\r\\n|[\\n-\\r\\x{85}\\x{2028}\\x{2029}])", 2);
            return;
        case 'v':
            write("[\\n-\\r\\x{85}\\x{2028}\\x{2029}]", 2);
            return;
        case 'V':
            write("[^\\n-\\r\\x{85}\\x{2028}\\x{2029}]", 2);
            return;
        case 'N':
            write("[^\\n]", 2);
            return;
        case 'Z':
            write(kEndOfText, 2);
            return;
        case 'e':
            write("\\x1B", 2);
            return;
        case 'K':
        case 'G':
        case 'X':
            refuse(PhraseId::PatternUnsupported, 2);
            return;
        case 'g':
            refuse(isAt("\\g<") || isAt("\\g'") ? PhraseId::PatternRecursion : PhraseId::PatternBackReference,
                   2);
            return;
        case 'k':
            refuse(PhraseId::PatternBackReference, 2);
            return;
        default:
            break;
        }
        if (letter >= '1' && letter <= '9') {
            refuse(PhraseId::PatternBackReference, 2);
            return;
        }
        // Before a letter that is not ASCII a backslash says nothing.
        const bool isPlain = static_cast<unsigned char>(letter) >= 0x80;
        if (isPlain)
            ++m_at;
        copy(isPlain ? 1 : 2);
    }

    void takeClass()
    {
        const std::size_t begin = m_at;
        copy(isAt("[^") ? 2 : 1);
        // A bracket at the front is a character of the class.
        if (isAt("]"))
            write("\\]", 1);
        while (m_at < m_pattern.size() && m_pattern[m_at] != ']' && !m_mistake)
            takeClassItem();
        if (m_at < m_pattern.size())
            copy(1);
        else if (!m_mistake)
            m_mistake = {begin, {PhraseId::PatternOpenClass}};
    }

    void takeClassItem()
    {
        if (isAt("[:")) {
            for (const PosixClass& known : kPosixClasses) {
                const std::string name = "[:" + std::string(known.name) + ":]";
                if (isAt(name)) {
                    write(known.inside, name.size());
                    return;
                }
            }
            const std::size_t end = rest().find(":]");
            copy(end == std::string_view::npos ? 1 : end + 2);
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
        const char letter = rest().size() < 2 ? '\0' : rest()[1];
        for (const UnicodeClass& known : kClasses) {
            const std::string_view inside = letter == known.letter ? known.inside : known.outside;
            if ((letter | 0x20) != known.letter || inside.empty())
                continue;
            write(inside, 2);
            return;
        }
        if (letter == 'b') {
            write("\\x08", 2);
        } else if (letter == 'v') {
            write("\\n-\\r\\x{85}\\x{2028}\\x{2029}", 2);
        } else if (letter == 'e') {
            write("\\x1B", 2);
        } else if (static_cast<unsigned char>(letter) >= 0x80) {
            ++m_at;
            copy(1);
        } else {
            copy(2);
        }
    }

    const std::string_view m_pattern;
    std::size_t m_at = 0;
    std::string m_out;
    std::optional<PatternMistake> m_mistake;
    /// Of the group that is read and those around it, whether "$" stands before each line feed: (?m).
    std::vector<bool> m_isMultiLine{false};
};

} // namespace

std::variant<std::string, PatternMistake> toRe2(std::string_view pattern)
{
    return Rewriter(pattern).rewrite();
}

bool boundsOtherWords(std::string_view pattern)
{
    bool hasBound = false;
    bool hasOther = false;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        hasOther = hasOther || static_cast<unsigned char>(pattern[at]) >= 0x80;
        if (pattern[at] != '\\' || at + 1 == pattern.size())
            continue;
        ++at;
        hasBound = hasBound || pattern[at] == 'b' || pattern[at] == 'B';
    }
    return hasBound && hasOther;
}

namespace {

/// For the states of an expression, which are made as texts ask for them. If there are more, matching goes on
/// without them, slower.
constexpr std::int64_t kMostMemory = std::int64_t{32} << 20U;
/// Searching for many needles takes longer than reading the records.
constexpr std::size_t kMostNeedles = 24;
/// Shorter needles are nearly everywhere.
constexpr int kShortestNeedle = 2;
/// A character may take so many bytes in JSON: twice a surrogate escape of JSON within JSON.
constexpr std::size_t kLongestEscape = 14;

RE2::Options optionsFor(bool caseSensitive)
{
    RE2::Options options;
    options.set_case_sensitive(caseSensitive);
    options.set_log_errors(false);
    options.set_max_mem(kMostMemory);
    return options;
}

/// The longest piece without a quotation mark, which JSON within JSON writes in another way.
std::string pieceOf(std::string_view literal)
{
    const std::string folded = foldForSearch(literal);
    std::string longest;
    for (std::size_t at = 0; at < folded.size();) {
        const std::size_t end = std::min(folded.find('"', at), folded.size());
        if (end - at > longest.size())
            longest = folded.substr(at, end - at);
        at = end + 1;
    }
    return longest;
}

/// Needles for texts of which each match has one; null if one of them cannot be searched for.
std::shared_ptr<const std::vector<FoldedNeedle>> needlesOf(const std::vector<std::string>& literals)
{
    std::vector<FoldedNeedle> needles;
    for (const std::string& literal : literals) {
        const std::string piece = pieceOf(literal);
        FoldedNeedle needle(piece);
        if (piece.empty() || !needle.canSearchJson() || needles.size() == kMostNeedles)
            return nullptr;
        needles.push_back(std::move(needle));
    }
    return needles.empty() ? nullptr : std::make_shared<const std::vector<FoldedNeedle>>(std::move(needles));
}

/// The position of the first of the needles from `from` on. Looks for all of them in one part of the bytes
/// after the other, so that a frequent one is not found again and again before a rare one that is far away.
std::size_t firstOf(const std::vector<FoldedNeedle>& needles, std::string_view json, std::size_t from)
{
    constexpr std::size_t kFirstPart = std::size_t{4} << 10U;
    constexpr std::size_t kLongestPart = std::size_t{256} << 10U;
    std::size_t overlap = 0;
    for (const FoldedNeedle& needle : needles)
        overlap = std::max(overlap, needle.folded().size() * kLongestEscape);
    std::size_t size = needles.size() == 1 ? json.size() : kFirstPart + overlap;
    while (from < json.size()) {
        const std::string_view part = json.substr(0, std::min(size, json.size() - from) + from);
        std::size_t found = std::string_view::npos;
        for (const FoldedNeedle& needle : needles) {
            if (const auto hit = needle.find(part, Spelling::Json, from))
                found = std::min(found, std::max(hit->begin, from));
        }
        if (found != std::string_view::npos || part.size() == json.size())
            return found;
        from = part.size() - overlap;
        size = std::min(2 * size, kLongestPart + overlap);
    }
    return std::string_view::npos;
}

} // namespace

/// A regular expression compiled by RE2. Any thread.
class TextPattern::Expression {
public:
    Expression(const std::string& pattern, const RE2::Options& options)
        : m_compiled(pattern, options), m_filter(kShortestNeedle)
    {
        int id = 0;
        if (m_compiled.ok() && m_filter.Add(pattern, options, &id) == RE2::NoError)
            m_filter.Compile(&m_atoms);
        for (const std::string& atom : m_atoms)
            m_needles.push_back(needlesOf({atom}));
    }

    const RE2& compiled() const { return m_compiled; }

    bool find(std::string_view text, std::size_t from, re2::StringPiece* match) const
    {
        return m_compiled.Match({text.data(), text.size()}, from, text.size(), RE2::UNANCHORED, match,
                                match == nullptr ? 0 : 1);
    }

    /// Texts of which each match has one: the longest that all have, else the alternatives.
    std::vector<std::string> literals() const
    {
        std::vector<std::string> literals;
        std::vector<int> all(m_atoms.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = static_cast<int>(i);
        if (all.empty() || mayMatch({}))
            return literals;
        for (std::size_t i = 0; i < all.size(); ++i) {
            std::vector<int> others = all;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            if (!mayMatch(others) && (literals.empty() || m_atoms[i].size() > literals.front().size()))
                literals = {m_atoms[i]};
        }
        return literals.empty() ? m_atoms : literals;
    }

    /// Whether the bytes of a record contain enough of the literals for a match.
    bool mayMatchIn(std::string_view record) const
    {
        if (m_atoms.size() < 2)
            return true;
        std::vector<int> present;
        for (std::size_t i = 0; i < m_atoms.size(); ++i) {
            if (!m_needles[i] || firstOf(*m_needles[i], record, 0) != std::string_view::npos)
                present.push_back(static_cast<int>(i));
        }
        return mayMatch(present);
    }

private:
    /// Whether a text with these atoms alone may match.
    bool mayMatch(const std::vector<int>& atoms) const
    {
        std::vector<int> potential;
        m_filter.AllPotentials(atoms, &potential);
        return !potential.empty();
    }

    RE2 m_compiled;
    re2::FilteredRE2 m_filter;
    std::vector<std::string> m_atoms;
    /// Of each atom; null if it cannot be searched for.
    std::vector<std::shared_ptr<const std::vector<FoldedNeedle>>> m_needles;
};

TextPattern TextPattern::words(std::string_view text)
{
    TextPattern pattern;
    pattern.m_words = std::make_shared<const FoldedNeedle>(text);
    // JSON within JSON writes quotes in another way.
    if (pattern.m_words->folded().find('"') != std::string::npos)
        pattern.m_needles = needlesOf({std::string(text)});
    return pattern;
}

std::variant<TextPattern, PatternMistake> TextPattern::expression(std::string_view text, bool caseSensitive)
{
    auto rewritten = toRe2(text);
    if (auto* mistake = std::get_if<PatternMistake>(&rewritten))
        return std::move(*mistake);
    TextPattern pattern;
    pattern.m_expression =
        std::make_shared<const Expression>(std::get<std::string>(rewritten), optionsFor(caseSensitive));
    const RE2& compiled = pattern.m_expression->compiled();
    if (!compiled.ok()) {
        if (compiled.error_code() == RE2::ErrorMissingParen)
            return PatternMistake{text.size(), PhraseId::PatternOpenGroup};
        if (compiled.error_code() == RE2::ErrorPatternTooLarge)
            return PatternMistake{0, PhraseId::PatternTooLarge};
        // Groups whose counts together are beyond RE2's limit.
        if (compiled.error_code() == RE2::ErrorRepeatSize) {
            const std::size_t at = text.rfind(compiled.error_arg());
            return PatternMistake{at == std::string_view::npos ? 0 : at,
                                  Phrase(PhraseId::PatternCount, compiled.error_arg())};
        }
        const std::size_t at = text.find(compiled.error_arg());
        return PatternMistake{at == std::string_view::npos ? 0 : at, Phrase::verbatim(compiled.error())};
    }
    pattern.m_needles = needlesOf(pattern.m_expression->literals());
    return pattern;
}

bool TextPattern::matches(std::string_view text) const
{
    return m_words ? m_words->find(text, Spelling::Plain, 0).has_value()
                   : m_expression->find(text, 0, nullptr);
}

std::optional<TextRange> TextPattern::find(std::string_view text, std::size_t from) const
{
    if (m_words)
        return m_words->find(text, Spelling::Plain, from);
    re2::StringPiece match;
    if (from > text.size() || !m_expression->find(text, from, &match))
        return std::nullopt;
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    return TextRange{begin, begin + match.size()};
}

std::vector<TextRange> TextPattern::findAll(std::string_view text, std::size_t most) const
{
    std::vector<TextRange> all;
    std::size_t from = 0;
    while (from < text.size() && all.size() < most) {
        const auto found = find(text, from);
        if (!found)
            break;
        const bool empty = found->end <= found->begin;
        if (!empty)
            all.push_back(*found);
        const std::size_t end = std::max(found->end, from);
        from = empty || end == from ? end + std::max<std::size_t>(codePointLength(text.substr(end)), 1) : end;
    }
    return all;
}

std::size_t TextPattern::nextInJson(std::string_view json, std::size_t from) const
{
    if (m_needles)
        return firstOf(*m_needles, json, from);
    if (!m_words || !m_words->canSearchJson())
        return from < json.size() ? from : std::string_view::npos;
    const auto found = m_words->find(json, Spelling::Json, from);
    return found ? std::max(found->begin, from) : std::string_view::npos;
}

bool TextPattern::mayBeIn(std::string_view record) const
{
    return !m_expression || !m_needles || m_expression->mayMatchIn(record);
}

std::string patternLibrary()
{
    return "RE2";
}

} // namespace duologue
