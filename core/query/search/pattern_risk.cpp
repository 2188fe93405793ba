// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/pattern_risk.h"

#include "core/base/text.h"

#include <algorithm>
#include <bitset>
#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

namespace {

/// A set of characters, ignoring case: one bit for each ASCII character; all others share kShared bits.
constexpr std::size_t kAscii = 128;
constexpr std::size_t kShared = 61;
using CharSet = std::bitset<kAscii + kShared>;

CharSet setOf(std::string_view character)
{
    CharSet set;
    const auto first = static_cast<unsigned char>(character.front());
    if (first < kAscii) {
        set.set(static_cast<std::size_t>(std::tolower(first)));
        return set;
    }
    std::size_t sum = 0;
    for (const char c : character)
        sum = sum * 64 + static_cast<unsigned char>(c);
    return set.set(kAscii + sum % kShared);
}

template<typename Holds>
CharSet asciiWhere(const Holds& holds, bool others)
{
    CharSet set;
    for (std::size_t i = 0; i < set.size(); ++i)
        set[i] = i < kAscii ? holds(static_cast<int>(i)) != 0 : others;
    return set;
}

/// The characters of "\d" and the like; empty for escapes that match no character or are not known here.
CharSet setOfEscape(char kind)
{
    CharSet set;
    switch (kind) {
    case 'd':
    case 'D':
        set = asciiWhere([](int c) { return std::isdigit(c); }, false);
        break;
    case 'w':
    case 'W':
        set = asciiWhere([](int c) { return std::isalnum(c) != 0 || c == '_' ? 1 : 0; }, true);
        break;
    case 's':
    case 'S':
        set = asciiWhere([](int c) { return std::isspace(c); }, false);
        break;
    case 'n':
        return setOf("\n");
    case 't':
        return setOf("\t");
    case 'r':
        return setOf("\r");
    default:
        return std::isalnum(static_cast<unsigned char>(kind)) == 0 ? setOf({&kind, 1}) : CharSet();
    }
    return std::isupper(static_cast<unsigned char>(kind)) != 0 ? ~set : set;
}

/// A piece of an expression, described by the ways in which its matches can be split.
struct PatternPart {
    /// The characters that a match can begin with, and all that it can contain.
    CharSet first;
    CharSet all;
    /// The characters of its runs of variable length; empty if it has none.
    CharSet loop;
    bool mayBeEmpty = true;
    /// It always matches exactly one character.
    bool isCharacter = false;
};

using Sequence = std::vector<PatternPart>;

PatternPart character(const CharSet& set)
{
    // An escape that is not known here counts as empty text.
    return set.none() ? PatternPart() : PatternPart{set, set, {}, false, true};
}

/// The variable-length runs that alone can match all of a sequence: everything else in it can be empty or
/// share characters with the run.
CharSet loopsOf(const Sequence& sequence)
{
    CharSet loops;
    for (const PatternPart& loop : sequence) {
        const bool isAlone = std::all_of(sequence.begin(), sequence.end(), [&](const PatternPart& other) {
            return &other == &loop || other.mayBeEmpty || (other.all & loop.loop).any();
        });
        if (isAlone)
            loops |= loop.loop;
    }
    return loops;
}

/// True if two alternatives of a repeated group can match the same text, or if one matches the same as the
/// other followed by the beginning of the next repetition.
bool overlap(const Sequence& one, const Sequence& other, const CharSet& firstOfAny)
{
    const std::size_t shorter = std::min(one.size(), other.size());
    for (std::size_t i = 0; i < shorter; ++i) {
        if ((one[i].first & other[i].first).none())
            return false;
        if (!one[i].isCharacter || !other[i].isCharacter)
            return true;
    }
    if (one.size() == other.size())
        return shorter > 0;
    const PatternPart& rest = (one.size() > shorter ? one : other)[shorter];
    return (rest.first & firstOfAny).any();
}

/// Reads an expression once and looks for repeated groups that can match the same text in several ways.
class ShapeReader {
public:
    explicit ShapeReader(std::string_view text) : m_text(text) {}

    bool explodes()
    {
        readAlternatives();
        return m_explodes && !m_hasUnknown;
    }

private:
    bool atEnd() const { return m_hasUnknown || m_at >= m_text.size(); }
    bool skip(std::string_view what)
    {
        const bool isNext = m_text.substr(m_at).starts_with(what);
        m_at += isNext ? what.size() : 0;
        return isNext;
    }

    /// Reads up to the end of the current group or of the expression.
    std::vector<Sequence> readAlternatives()
    {
        std::vector<Sequence> alternatives(1);
        while (!atEnd() && m_text[m_at] != ')') {
            if (skip("|"))
                alternatives.emplace_back();
            else
                readRepeated(alternatives.back());
        }
        return alternatives;
    }

    void readRepeated(Sequence& sequence)
    {
        std::vector<Sequence> group;
        std::optional<PatternPart> piece;
        bool isAtomic = false;
        if (skip("("))
            group = readGroup(isAtomic);
        else
            piece = readPiece();
        const Repetition repetition = readRepetition();
        if (!piece) {
            if (repetition.isVariable && !repetition.isPossessive && !isAtomic)
                lookForRisk(group);
            piece = pieceOf(group);
        }
        if (isAtomic || repetition.isPossessive)
            piece->loop.reset();
        else if (repetition.isVariable)
            piece->loop = piece->all;
        piece->mayBeEmpty = piece->mayBeEmpty || repetition.mayBeNone;
        piece->isCharacter = piece->isCharacter && !repetition.isThere;
        if (piece->all.any())
            sequence.push_back(*piece);
    }

    /// Reads a group after its bracket. Returns nothing for lookarounds.
    std::vector<Sequence> readGroup(bool& isAtomic)
    {
        bool looksAround = false;
        if (skip("?")) {
            isAtomic = skip(">");
            looksAround = !isAtomic && (skip("=") || skip("!") || skip("<=") || skip("<!"));
            const bool isNamed = !looksAround && (skip("P<") || skip("<") || skip("'"));
            if (isNamed)
                m_at = m_text.find_first_of(">'", m_at);
            // Options, conditions, recursion and other constructs are not analysed.
            m_hasUnknown = m_hasUnknown || (!isAtomic && !looksAround && !isNamed && !skip(":"));
            m_at += isNamed && !atEnd() ? 1 : 0;
        }
        // The regular expression library refuses deeper groups.
        constexpr int kDeepest = 250;
        m_hasUnknown = m_hasUnknown || ++m_depth > kDeepest;
        auto group = readAlternatives();
        --m_depth;
        m_hasUnknown = m_hasUnknown || !skip(")");
        return looksAround ? std::vector<Sequence>() : group;
    }

    static PatternPart pieceOf(const std::vector<Sequence>& group)
    {
        PatternPart piece{{}, {}, {}, group.empty(), false};
        for (const Sequence& sequence : group) {
            piece.loop |= loopsOf(sequence);
            bool mayBeEmpty = true;
            for (const PatternPart& each : sequence) {
                piece.all |= each.all;
                if (mayBeEmpty)
                    piece.first |= each.first;
                mayBeEmpty = mayBeEmpty && each.mayBeEmpty;
            }
            piece.mayBeEmpty = piece.mayBeEmpty || mayBeEmpty;
        }
        return piece;
    }

    void lookForRisk(const std::vector<Sequence>& group)
    {
        const PatternPart whole = pieceOf(group);
        m_explodes = m_explodes || whole.loop.any();
        for (std::size_t i = 0; i < group.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j)
                m_explodes = m_explodes || overlap(group[i], group[j], whole.first);
        }
    }

    /// One character, class or escape.
    PatternPart readPiece()
    {
        if (skip("["))
            return character(readClass());
        if (skip("\\")) {
            const char kind = atEnd() ? 'z' : m_text[m_at++];
            m_hasUnknown = m_hasUnknown || kind == 'Q' || kind == 'E';
            return character(setOfEscape(kind));
        }
        if (skip("."))
            return character(~setOf("\n"));
        if (skip("^") || skip("$"))
            return {};
        return character(setOf(readCharacter()));
    }

    std::string_view readCharacter()
    {
        const std::size_t length = std::max<std::size_t>(codePointLength(m_text.substr(m_at)), 1);
        const std::string_view character = m_text.substr(m_at, length);
        m_at += length;
        return character;
    }

    /// Reads a class after its bracket.
    CharSet readClass()
    {
        const bool isInverted = skip("^");
        CharSet set;
        std::string_view last;
        for (bool isFirst = true; !atEnd() && (isFirst || m_text[m_at] != ']'); isFirst = false) {
            if (m_text[m_at] == '[' && m_at + 1 < m_text.size() && m_text[m_at + 1] == ':') {
                m_hasUnknown = true;
            } else if (skip("\\")) {
                set |= setOfEscape(atEnd() ? 'z' : m_text[m_at++]);
                last = {};
            } else if (!last.empty() && m_text[m_at] == '-' && m_at + 1 < m_text.size() &&
                       m_text[m_at + 1] != ']') {
                ++m_at;
                set |= range(last, readCharacter());
                last = {};
            } else {
                last = readCharacter();
                set |= setOf(last);
            }
        }
        m_hasUnknown = m_hasUnknown || !skip("]");
        return isInverted ? ~set : set;
    }

    static CharSet range(std::string_view from, std::string_view to)
    {
        const auto low = static_cast<unsigned char>(from.front());
        const auto high = static_cast<unsigned char>(to.front());
        CharSet set;
        for (std::size_t c = low; c <= high && c < kAscii; ++c)
            set.set(static_cast<std::size_t>(std::tolower(static_cast<int>(c))));
        for (std::size_t i = kAscii; high >= kAscii && i < set.size(); ++i)
            set.set(i);
        return set;
    }

    struct Repetition {
        bool isThere = false;
        /// The number of repetitions can vary.
        bool isVariable = false;
        bool mayBeNone = false;
        bool isPossessive = false;
    };

    Repetition readRepetition()
    {
        Repetition repetition;
        if (skip("*"))
            repetition = {true, true, true};
        else if (skip("+"))
            repetition = {true, true, false};
        else if (skip("?"))
            repetition = {true, false, true};
        else if (const std::string_view counts = readCounts(); !counts.empty())
            repetition = {true, counts.find(',') != std::string_view::npos,
                          counts.front() == '0' || counts.front() == ','};
        repetition.isPossessive = repetition.isThere && skip("+");
        if (repetition.isThere)
            skip("?");
        return repetition;
    }

    /// Reads {2,5} and returns what is between its braces; empty if there is none.
    std::string_view readCounts()
    {
        const std::string_view rest = m_text.substr(m_at);
        const std::size_t end = rest.find('}');
        if (!rest.starts_with('{') || end == std::string_view::npos)
            return {};
        const std::string_view counts = rest.substr(1, end - 1);
        if (counts.find_first_not_of("0123456789,") != std::string_view::npos)
            return {};
        m_at += end + 1;
        return counts;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    bool m_explodes = false;
    /// The expression has a construct that is not analysed here.
    bool m_hasUnknown = false;
};

} // namespace

bool mayExplode(std::string_view expression)
{
    return ShapeReader(expression).explodes();
}

const QueryTerm* explosivePattern(const Query& query)
{
    if (query.kind == QueryKind::Term)
        return query.term.kind == TermKind::Pattern && mayExplode(query.term.value) ? &query.term : nullptr;
    for (const Query& part : query.parts) {
        if (const QueryTerm* found = explosivePattern(part))
            return found;
    }
    return nullptr;
}

} // namespace duologue
