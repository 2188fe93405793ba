// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/span.h"
#include "core/util/text.h"

#include <limits>

namespace duologue {

namespace {

constexpr std::size_t kNone = std::string_view::npos;

/// Code points are counted as characterCount() counts them, also in text that is not valid.
constexpr bool isStartOfCharacter(char c)
{
    return (c & '\xC0') != '\x80';
}

std::size_t startOfCharacter(std::string_view text, std::size_t byte)
{
    byte = std::min(byte, text.size());
    while (byte > 0 && byte < text.size() && !isStartOfCharacter(text[byte]))
        --byte;
    return byte;
}

std::size_t endOfCharacter(std::string_view text, std::size_t byte)
{
    byte = std::min(byte, text.size());
    while (byte < text.size() && !isStartOfCharacter(text[byte]))
        ++byte;
    return byte;
}

/// The last code points of a text.
std::string_view lastCharacters(std::string_view text, std::size_t count)
{
    std::size_t begin = text.size();
    while (begin > 0 && count > 0) {
        --begin;
        count -= isStartOfCharacter(text[begin]) ? 1 : 0;
    }
    return text.substr(begin);
}

std::string_view firstCharacters(std::string_view text, std::size_t count)
{
    std::size_t end = 0;
    while (end < text.size() && (count > 0 || !isStartOfCharacter(text[end]))) {
        count -= isStartOfCharacter(text[end]) ? 1 : 0;
        ++end;
    }
    return text.substr(0, end);
}

/// Turns code points into bytes and back. Each question is about a place not before the last one, so that all
/// of them together go through the text once.
class Places {
public:
    explicit Places(std::string_view text) : m_text(text) {}

    /// Where the code point begins; none if the text is shorter.
    std::size_t byteOf(std::size_t character)
    {
        while (m_character < character && m_byte < m_text.size()) {
            m_byte = endOfCharacter(m_text, m_byte + 1);
            ++m_character;
        }
        return m_character == character ? m_byte : kNone;
    }

    std::size_t characterOf(std::size_t byte)
    {
        m_character += characterCount(m_text.substr(m_byte, byte - m_byte));
        m_byte = byte;
        return m_character;
    }

private:
    std::string_view m_text;
    std::size_t m_byte = 0;
    std::size_t m_character = 0;
};

/// Calls visit(byte) for each place of `wanted` in the text, also of those that overlap, in rising order
/// (Knuth, Morris and Pratt 1977). std::string_view::find() is quadratic for texts such as "aaaa".
template<typename Visit>
void forEachPlace(std::string_view text, std::string_view wanted, const Visit& visit)
{
    if (wanted.empty() || wanted.size() > text.size())
        return;
    // For each beginning of `wanted`, the length of the longest shorter beginning that it ends with.
    std::vector<std::size_t> shorter(wanted.size() + 1, 0);
    const auto next = [&](std::size_t matched, char c) {
        while (matched > 0 && (matched == wanted.size() || wanted[matched] != c))
            matched = shorter[matched];
        return matched + (wanted[matched] == c ? 1 : 0);
    };
    for (std::size_t i = 1; i < wanted.size(); ++i)
        shorter[i + 1] = next(shorter[i], wanted[i]);
    std::size_t matched = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        matched = next(matched, text[i]);
        const std::size_t begin = i + 1 - matched;
        if (matched == wanted.size() && isStartOfCharacter(text[begin]) &&
            endOfCharacter(text, i + 1) == i + 1)
            visit(begin);
    }
}

/// How many code points at the end of the text before a place are those of the context.
std::size_t fitBefore(std::string_view text, std::string_view before)
{
    std::size_t characters = 0;
    for (std::size_t i = 1; i <= std::min(text.size(), before.size()); ++i) {
        const char c = before[before.size() - i];
        if (text[text.size() - i] != c)
            break;
        characters += isStartOfCharacter(c) ? 1 : 0;
    }
    return characters;
}

std::size_t fitAfter(std::string_view text, std::string_view after)
{
    const auto [inText, inAfter] = std::mismatch(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(text.size(), after.size())),
        after.begin());
    const auto same = static_cast<std::size_t>(inAfter - after.begin());
    return characterCount(after.substr(0, startOfCharacter(after, same)));
}

std::size_t distance(std::size_t left, std::size_t right)
{
    return left > right ? left - right : right - left;
}

/// Keeps the best of several places; none if the best two are equally good.
class Best {
public:
    /// A greater quality counts more than a smaller distance.
    void look(double quality, std::size_t away, const FoundSpan& place)
    {
        const bool isBetter = !m_hasAny || quality > m_quality || (quality == m_quality && away < m_away);
        const bool isEqual = m_hasAny && quality == m_quality && away == m_away;
        if (isEqual)
            m_place.reset();
        if (!isBetter)
            return;
        m_hasAny = true;
        m_quality = quality;
        m_away = away;
        m_place = place;
    }

    bool hasAny() const { return m_hasAny; }
    const std::optional<FoundSpan>& place() const { return m_place; }

private:
    bool m_hasAny = false;
    double m_quality = 0;
    std::size_t m_away = 0;
    std::optional<FoundSpan> m_place;
};

std::optional<FoundSpan> atItsPlace(std::string_view text, const MarkSpan& span)
{
    if (span.end < span.start)
        return std::nullopt;
    Places places(text);
    const std::size_t begin = places.byteOf(span.start);
    const std::size_t end = begin == kNone ? kNone : places.byteOf(span.end);
    if (end == kNone || text.substr(begin, end - begin) != span.exact)
        return std::nullopt;
    return FoundSpan{span.start, span.end, begin, end, true};
}

/// What stood around a span. Contexts may come from other programs: of long ones only the nearest part
/// counts.
struct Surroundings {
    explicit Surroundings(const MarkSpan& span)
        : before(lastCharacters(span.before, 2 * kSpanContext)),
          after(firstCharacters(span.after, 2 * kSpanContext)),
          charactersBefore(characterCount(before)),
          charactersAfter(characterCount(after)),
          isLong(characterCount(span.exact) >= kLong)
    {
    }

    /// The same words are the span only if some of what stood next to it does so there, too: "the" is
    /// everywhere. A long text speaks for itself.
    bool areCredible(std::size_t fitsBefore, std::size_t fitsAfter) const
    {
        constexpr std::size_t kSide = 8;
        return isLong || (charactersBefore == 0 && charactersAfter == 0) ||
               (charactersBefore > 0 && fitsBefore >= std::min(charactersBefore, kSide)) ||
               (charactersAfter > 0 && fitsAfter >= std::min(charactersAfter, kSide));
    }

    static constexpr std::size_t kLong = 24;

    std::string_view before;
    std::string_view after;
    std::size_t charactersBefore;
    std::size_t charactersAfter;
    bool isLong;
};

Best elsewhere(std::string_view text, const MarkSpan& span)
{
    const Surroundings around(span);
    const std::size_t length = characterCount(span.exact);
    Best best;
    Places places(text);
    forEachPlace(text, span.exact, [&](std::size_t begin) {
        const std::size_t end = begin + span.exact.size();
        const std::size_t fitsBefore = fitBefore(text.substr(0, begin), around.before);
        const std::size_t fitsAfter = fitAfter(text.substr(end), around.after);
        const std::size_t start = places.characterOf(begin);
        if (around.areCredible(fitsBefore, fitsAfter))
            best.look(static_cast<double>(fitsBefore + fitsAfter), distance(start, span.start),
                      {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(start + length), begin,
                       end, true});
    });
    return best;
}

/// The pairs of neighbouring characters of a text, and its ends, sorted.
std::vector<std::uint64_t> pairsOf(std::string_view text)
{
    constexpr unsigned kBits = 32;
    std::vector<std::uint64_t> pairs;
    std::uint64_t last = 0;
    while (!text.empty()) {
        CodePoint next = codePointAt(text);
        if (next.length == 0)
            next = {static_cast<char32_t>(static_cast<unsigned char>(text.front())), 1};
        pairs.push_back(last << kBits | next.value);
        last = next.value;
        text.remove_prefix(next.length);
    }
    pairs.push_back(last << kBits);
    std::ranges::sort(pairs);
    return pairs;
}

/// Twice the pairs of characters that both have, divided by all of them (Dice 1945).
double similarity(const std::vector<std::uint64_t>& left, const std::vector<std::uint64_t>& right)
{
    std::vector<std::uint64_t> both;
    std::ranges::set_intersection(left, right, std::back_inserter(both));
    return 2 * static_cast<double>(both.size()) / static_cast<double>(left.size() + right.size());
}

/// Where `before` ends.
std::vector<std::size_t> endsOf(std::string_view text, std::string_view before)
{
    std::vector<std::size_t> ends;
    forEachPlace(text, before, [&](std::size_t begin) { ends.push_back(begin + before.size()); });
    return ends;
}

/// Where `after` begins.
std::vector<std::size_t> beginsOf(std::string_view text, std::string_view after)
{
    std::vector<std::size_t> begins;
    forEachPlace(text, after, [&](std::size_t begin) { begins.push_back(begin); });
    return begins;
}

/// What stands between the surroundings, if it is like the span. `characters`: how much of them is looked
/// for.
Best between(std::string_view text, const MarkSpan& span, const std::vector<std::uint64_t>& pairs,
             std::size_t characters)
{
    constexpr double kSimilar = 0.3;
    std::vector<std::size_t> ends = endsOf(text, lastCharacters(span.before, characters));
    std::vector<std::size_t> begins = beginsOf(text, firstCharacters(span.after, characters));
    // The span began or ended its text.
    if (span.before.empty() && span.start == 0)
        ends.push_back(0);
    if (span.after.empty())
        begins.push_back(text.size());
    Best best;
    Places places(text);
    auto begin = begins.begin();
    for (std::size_t i = 0; i < ends.size(); ++i) {
        while (begin != begins.end() && *begin < ends[i])
            ++begin;
        if (begin == begins.end())
            break;
        // The nearest two, so that no part of the text is in several pairs.
        const bool isNearest = i + 1 == ends.size() || ends[i + 1] > *begin;
        if (!isNearest || *begin == ends[i])
            continue;
        const double alike = similarity(pairs, pairsOf(text.substr(ends[i], *begin - ends[i])));
        const std::size_t start = places.characterOf(ends[i]);
        const std::size_t end = places.characterOf(*begin);
        if (alike >= kSimilar)
            best.look(
                alike, distance(start, span.start),
                {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end), ends[i], *begin, false});
    }
    return best;
}

} // namespace

MarkSpan spanOf(std::string_view text, std::size_t beginByte, std::size_t endByte)
{
    const std::size_t begin = startOfCharacter(text, beginByte);
    const std::size_t end = endOfCharacter(text, std::max(endByte, begin));
    const std::size_t start = characterCount(text.substr(0, begin));
    const std::string_view exact = text.substr(begin, end - begin);
    return {.start = static_cast<std::uint32_t>(start),
            .end = static_cast<std::uint32_t>(start + characterCount(exact)),
            .exact = std::string(exact),
            .before = std::string(lastCharacters(text.substr(0, begin), kSpanContext)),
            .after = std::string(firstCharacters(text.substr(end), kSpanContext))};
}

std::optional<FoundSpan> findSpan(std::string_view text, const MarkSpan& span)
{
    if (auto found = atItsPlace(text, span))
        return found;
    if (span.exact.empty())
        return std::nullopt;
    if (const Best found = elsewhere(text, span); found.hasAny())
        return found.place();
    if (span.before.empty() && span.after.empty())
        return std::nullopt;
    const std::vector<std::uint64_t> pairs = pairsOf(span.exact);
    // Less of the surroundings, if they were edited as well.
    for (const std::size_t characters : {kSpanContext, kSpanContext / 2, kSpanContext / 4}) {
        if (const Best found = between(text, span, pairs, characters); found.hasAny())
            return found.place();
    }
    return std::nullopt;
}

} // namespace duologue
