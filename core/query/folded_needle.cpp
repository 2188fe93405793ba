// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/folded_needle.h"

#include "core/base/byte_lanes.h"
#include "core/base/text.h"
#include "core/json/json_tokens.h"

#include <algorithm>
#include <bit>

namespace duologue {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The code points of UTF-8 text.
std::u32string charactersOf(std::string_view utf8)
{
    std::u32string characters;
    while (!utf8.empty()) {
        const CodePoint front = codePointAt(utf8);
        characters += front.length == 0 ? kReplacement : front.value;
        utf8.remove_prefix(std::max<std::size_t>(front.length, 1));
    }
    return characters;
}

/// One bit for each lane that holds, the first one lowest.
unsigned bitsOf(ByteLanes mask)
{
    const ByteLanes kBits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const ByteLanes bits = mask & kBits;
    std::array<std::uint64_t, 2> halves{};
    std::memcpy(halves.data(), &bits, kLanes);
    constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
    return static_cast<unsigned>((halves[0] * kOnes) >> 56U) |
           static_cast<unsigned>(((halves[1] * kOnes) >> 56U) << 8U);
}

/// One byte of the needle as lanes compare it: in either case where it is a letter.
struct Anchor {
    std::size_t offset = 0;
    std::uint8_t byte = 0;
    std::uint8_t caseBit = 0;

    ByteLanes hits(const char* at) const
    {
        return static_cast<ByteLanes>((lanesAt(at + offset) | caseBit) == byte);
    }
};

/// How common a byte is in conversations: the rarer, the better to look for.
int commonness(char c)
{
    constexpr std::string_view kCommon = " etaoinsrhldcumfpgwybvkxjqz";
    const auto place = kCommon.find(lowered(c));
    if (place != std::string_view::npos)
        return static_cast<int>(kCommon.size() - place);
    // Lead bytes of Chinese, then the rest of their characters.
    return static_cast<unsigned char>(c) >= 0xE4 && static_cast<unsigned char>(c) <= 0xE9 ? 30 : 5;
}

std::array<Anchor, 2> anchorsOf(std::string_view spelling)
{
    std::array<Anchor, 2> anchors;
    std::size_t rarest = 0;
    std::size_t second = spelling.size() > 1 ? 1 : 0;
    for (std::size_t i = 1; i < spelling.size(); ++i) {
        if (commonness(spelling[i]) < commonness(spelling[rarest])) {
            second = rarest;
            rarest = i;
        } else if (second == rarest || commonness(spelling[i]) < commonness(spelling[second])) {
            second = i;
        }
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const std::size_t offset = i == 0 ? rarest : second;
        const char c = spelling[offset];
        const bool letter = c >= 'a' && c <= 'z';
        anchors[i] = {offset, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(letter ? 0x20 : 0)};
    }
    return anchors;
}

/// Lead bytes of the characters that may fold to another: all but E4 to E9, which lead Han characters.
bool leadsFolding(unsigned char byte)
{
    return byte >= 0xC2 && byte <= 0xF4 && (byte < 0xE4 || byte > 0xE9);
}

} // namespace

FoldedNeedle::FoldedNeedle(std::string_view text)
    : m_folded(foldForSearch(text)), m_characters(charactersOf(m_folded))
{
    for (const char32_t character : m_characters) {
        m_plainBegin.push_back(m_plain.size());
        m_jsonBegin.push_back(m_json.size());
        appendCodePoint(m_plain, character);
        if (character == '"')
            m_json += '\\';
        appendCodePoint(m_json, character);
        // "\/" and "/" are the same; what is below a space has names of its own; a backslash begins escapes.
        if (character < 0x20 || character == '/' || character == '\\' || character == 0x7F ||
            character == kReplacement)
            m_canSearchJson = false;
        m_hasReplacement = m_hasReplacement || character == kReplacement;
    }
    m_plainBegin.push_back(m_plain.size());
    m_jsonBegin.push_back(m_json.size());
    m_canSearchJson = m_canSearchJson && !m_characters.empty();
}

std::optional<TextRange> FoldedNeedle::find(std::string_view text, Spelling spelling, std::size_t from) const
{
    if (m_characters.empty())
        return TextRange{from, from};
    if (m_hasReplacement) {
        const bool found = foldForSearch(text.substr(from)).find(m_folded) != std::string::npos;
        return found ? std::optional(TextRange{from, text.size()}) : std::nullopt;
    }
    const std::string_view needle = spelled(spelling);
    const auto anchors = anchorsOf(needle);
    const bool json = spelling == Spelling::Json;
    Search search{text, spelling};
    std::size_t at = from;
    // Room for the needle behind the last lane, and for the "u" of an escape.
    const std::size_t reach = kLanes + std::max<std::size_t>(needle.size(), 2);
    for (; at + reach <= text.size(); at += kLanes) {
        const char* bytes = text.data() + at;
        const ByteLanes lanes = lanesAt(bytes);
        ByteLanes hits = (anchors[0].hits(bytes) & anchors[1].hits(bytes)) | within(lanes, 0xC2, 0xE3) |
                         within(lanes, 0xEA, 0xF4);
        if (json)
            hits |= static_cast<ByteLanes>(lanes == '\\') & static_cast<ByteLanes>(lanesAt(bytes + 1) == 'u');
        if (!anyLane(hits))
            continue;
        for (unsigned bits = bitsOf(hits); bits != 0; bits &= bits - 1) {
            if (auto hit = hitAt(search, at + static_cast<std::size_t>(std::countr_zero(bits))))
                return hit;
        }
    }
    for (; at < text.size(); ++at) {
        if (auto hit = hitAt(search, at))
            return hit;
    }
    return std::nullopt;
}

/// A match that is seen at `at`: it begins there plainly, or has its first folded character there.
std::optional<TextRange> FoldedNeedle::hitAt(Search& search, std::size_t at) const
{
    const std::string_view needle = spelled(search.spelling);
    if (plainAt(search.text, at, needle))
        return TextRange{at, at + needle.size()};
    const char c = search.text[at];
    if (leadsFolding(static_cast<unsigned char>(c)) || (c == '\\' && search.spelling == Spelling::Json))
        return aroundFolding(search, at);
    return std::nullopt;
}

bool FoldedNeedle::plainAt(std::string_view text, std::size_t at, std::string_view spelling) const
{
    return at + spelling.size() <= text.size() &&
           std::equal(spelling.begin(), spelling.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char wanted, char c) { return wanted == lowered(c); });
}

bool FoldedNeedle::prefixEndsAt(const Search& search, std::size_t at, std::size_t characters) const
{
    const auto& begins = search.spelling == Spelling::Json ? m_jsonBegin : m_plainBegin;
    const std::size_t length = begins[characters];
    return length <= at && plainAt(search.text, at - length, spelled(search.spelling).substr(0, length));
}

/// The character at `at` is folded, dropped or escaped, and all before it in the match is plain.
std::optional<TextRange> FoldedNeedle::aroundFolding(Search& search, std::size_t at) const
{
    const Character here = characterAt(search, at);
    if (here.endsText)
        return std::nullopt;
    const Folding& folding = foldingOf(search, here.value);
    if (!folding.matters)
        return std::nullopt;
    // A copy: comparing on may need the room for other characters.
    const std::u32string parts = folding.folded;
    const std::u32string_view needle = m_characters;
    const auto agrees = [&](std::size_t part, std::size_t character) {
        const std::size_t shared = std::min(parts.size() - part, needle.size() - character);
        return std::equal(parts.begin() + static_cast<std::ptrdiff_t>(part),
                          parts.begin() + static_cast<std::ptrdiff_t>(part + shared),
                          needle.begin() + character);
    };
    const auto& begins = search.spelling == Spelling::Json ? m_jsonBegin : m_plainBegin;
    for (std::size_t before = 1; before < needle.size(); ++before) {
        if (!agrees(0, before) || !prefixEndsAt(search, at, before))
            continue;
        if (const auto end = agreesFrom(search, here.end, before + parts.size()))
            return TextRange{at - begins[before], *end};
    }
    // The match begins here, perhaps in the middle of what the character folds to.
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (!agrees(part, 0))
            continue;
        if (const auto end = agreesFrom(search, here.end, parts.size() - part))
            return TextRange{at, *end};
    }
    return std::nullopt;
}

/// Where the match ends whose first `matched` characters end before `at`; none where the text goes on
/// otherwise.
std::optional<std::size_t> FoldedNeedle::agreesFrom(Search& search, std::size_t at, std::size_t matched) const
{
    while (matched < m_characters.size()) {
        if (at >= search.text.size())
            return std::nullopt;
        const Character next = characterAt(search, at);
        if (next.endsText)
            return std::nullopt;
        const Folding& folding = foldingOf(search, next.value);
        for (std::size_t i = 0; i < folding.folded.size() && matched < m_characters.size(); ++i) {
            if (folding.folded[i] != m_characters[matched++])
                return std::nullopt;
        }
        at = next.end;
    }
    return at;
}

FoldedNeedle::Character FoldedNeedle::characterAt(const Search& search, std::size_t at)
{
    const std::string_view text = search.text;
    if (search.spelling == Spelling::Plain || (text[at] != '\\' && text[at] != '"')) {
        const CodePoint point = codePointAt(text.substr(at));
        return point.length == 0 ? Character{kReplacement, at + 1, false}
                                 : Character{point.value, at + point.length, false};
    }
    if (text[at] == '"' || at + 1 == text.size())
        return {0, at + 1, true};
    if (const auto unit = escapedUnit(text, at)) {
        const auto low = isHighSurrogate(*unit) ? escapedUnit(text, at + 6) : std::nullopt;
        if (low && isLowSurrogate(*low))
            return {char32_t{0x10000} + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U), at + 12, false};
        const bool half = isHighSurrogate(*unit) || isLowSurrogate(*unit);
        return {half ? kReplacement : char32_t{*unit}, at + 6, false};
    }
    // Of the short escapes only these are characters that a needle may have here.
    const char c = text[at + 1];
    return {c == '"' || c == '\\' || c == '/' ? static_cast<char32_t>(c) : char32_t{'\n'}, at + 2, false};
}

const FoldedNeedle::Folding& FoldedNeedle::foldingOf(Search& search, char32_t character) const
{
    Folding& known = search.foldings[character % search.foldings.size()];
    if (known.character == character && character != 0)
        return known;
    std::string text;
    appendCodePoint(text, character);
    known.character = character;
    known.folded = charactersOf(foldForSearch(text));
    known.matters = known.folded.empty() || known.folded.find_first_of(m_characters) != std::u32string::npos;
    return known;
}

} // namespace duologue
