// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/folded_needle.h"

#include "core/json/json_tokens.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace duologue {

namespace {

constexpr char32_t kReplacedBy = 0xFFFD;
/// How many bytes are chosen to search for; PrefixScan compares one more.
constexpr std::size_t kWindow = 3;

/// The code points of UTF-8 text.
std::u32string charactersOf(std::string_view utf8)
{
    std::u32string characters;
    while (!utf8.empty()) {
        const CodePoint front = codePointAt(utf8);
        characters += front.length == 0 ? kReplacedBy : front.value;
        utf8.remove_prefix(std::max<std::size_t>(front.length, 1));
    }
    return characters;
}

struct ByCharacter {
    bool operator()(const FoldedCharacter* left, char32_t right) const { return left->character < right; }
    bool operator()(char32_t left, const FoldedCharacter* right) const { return left < right->character; }
};

/// How common a byte is in conversations. Rare bytes are better to search for.
int commonness(char c)
{
    constexpr std::string_view kCommon = " etaoinsrhldcumfpgwybvkxjqz";
    const auto place = kCommon.find(lowerAscii(c));
    if (place != std::string_view::npos)
        return static_cast<int>(kCommon.size() - place);
    // Lead bytes of Chinese characters are common; other bytes beyond ASCII are not.
    return static_cast<unsigned char>(c) >= 0xE4 && static_cast<unsigned char>(c) <= 0xE9 ? 30 : 5;
}

/// The offset of the rarest three consecutive bytes.
std::size_t rarestWindow(std::string_view bytes)
{
    std::size_t rarest = 0;
    int least = std::numeric_limits<int>::max();
    for (std::size_t at = 0; at + kWindow <= bytes.size(); ++at) {
        int sum = 0;
        for (std::size_t i = at; i < at + kWindow; ++i)
            sum += commonness(bytes[i]);
        if (sum < least) {
            least = sum;
            rarest = at;
        }
    }
    return rarest;
}

/// The byte itself; for a letter, both cases.
NibbleSet eitherCase(char c)
{
    NibbleSet set;
    set.add(static_cast<std::uint8_t>(c));
    if (c >= 'a' && c <= 'z')
        set.add(static_cast<std::uint8_t>(c - 'a' + 'A'));
    return set;
}

/// The needle, and the other characters to search for, grouped by their bytes in UTF-8. The groups are chosen
/// so that none accepts the common punctuation of Chinese (U+3001, U+FF0C) by accident.
enum Bucket : std::size_t {
    kNeedle,
    kLigatures,
    kShortOrLong,
    kOtherThree,
    kMarks,
    kSigns,
    kFullWidth,
    kForms
};

Bucket bucketOf(std::string_view utf8)
{
    const auto lead = static_cast<unsigned char>(utf8[0]);
    const auto next = static_cast<unsigned char>(utf8[1]);
    if (lead < 0xE0 || lead >= 0xF0)
        return kShortOrLong;
    if (lead == 0xEF)
        return next == 0xBC ? kFullWidth : next == 0xAC ? kLigatures : kForms;
    if (lead == 0xE2 || lead == 0xE3)
        return next == 0x80 || (lead == 0xE3 && next == 0x82) ? kMarks : kSigns;
    return kOtherThree;
}

} // namespace

FoldedNeedle::FoldedNeedle(std::string_view text)
    : m_folded(foldForSearch(text)), m_characters(charactersOf(m_folded))
{
    for (const char32_t character : m_characters) {
        m_plain.begins.push_back(m_plain.bytes.size());
        m_json.begins.push_back(m_json.bytes.size());
        appendCodePoint(m_plain.bytes, character);
        if (character == '"')
            m_json.bytes += '\\';
        appendCodePoint(m_json.bytes, character);
        // "\/" and "/" are the same, control characters have short escapes, and a backslash begins escapes.
        if (character < 0x20 || character == '/' || character == '\\' || character == 0x7F ||
            character == kReplacedBy)
            m_canSearchJson = false;
        m_hasReplacement = m_hasReplacement || character == kReplacedBy;
    }
    m_plain.begins.push_back(m_plain.bytes.size());
    m_json.begins.push_back(m_json.bytes.size());
    m_canSearchJson = m_canSearchJson && !m_characters.empty();
    // Matches in plain text have to come in order, so the search is for their beginnings.
    m_json.window = rarestWindow(m_json.bytes);
    findCharactersThatMatter();
    for (Spelled* spelled : {&m_plain, &m_json}) {
        addNeedle(*spelled);
        addCharacters(spelled->scan);
        exceptPunctuation(*spelled);
    }
    addEscapes(m_json.scan);
}

void FoldedNeedle::findCharactersThatMatter()
{
    constexpr std::size_t kFirstPlane = 0x1'0000;
    m_matters.resize(kFirstPlane);
    const auto add = [this](char32_t part) {
        const auto characters = charactersFoldingTo(part);
        if (characters.empty())
            return;
        std::vector<const FoldedCharacter*> all;
        all.reserve(m_matter.size() + characters.size());
        const auto number = [](const FoldedCharacter* each) { return each->character; };
        std::ranges::set_union(m_matter, characters, std::back_inserter(all), {}, number, number);
        m_matter = std::move(all);
    };
    add(0);
    for (const char32_t character : m_characters)
        add(character);
    for (const FoldedCharacter* each : m_matter) {
        if (each->character < kFirstPlane)
            m_matters[each->character] = true;
    }
}

void FoldedNeedle::addNeedle(Spelled& spelled) const
{
    PrefixScan::Prefix prefix;
    prefix.fill(NibbleSet::any());
    for (std::size_t i = 0; i < prefix.size() && spelled.window + i < spelled.bytes.size(); ++i)
        prefix[i] = eitherCase(spelled.bytes[spelled.window + i]);
    spelled.scan.add(kNeedle, prefix);
}

void FoldedNeedle::addCharacters(PrefixScan& scan) const
{
    std::array<PrefixScan::Prefix, PrefixScan::kBuckets> buckets;
    std::string utf8;
    for (const FoldedCharacter* each : m_matter) {
        utf8.clear();
        appendCodePoint(utf8, each->character);
        PrefixScan::Prefix& prefix = buckets[bucketOf(utf8)];
        for (std::size_t i = 0; i < prefix.size(); ++i) {
            if (i < utf8.size())
                prefix[i].add(static_cast<std::uint8_t>(utf8[i]));
            else
                prefix[i] = NibbleSet::any();
        }
    }
    for (std::size_t i = 0; i < buckets.size(); ++i)
        scan.add(i, buckets[i]);
}

void FoldedNeedle::addEscapes(PrefixScan& scan)
{
    std::vector<bool> known(256);
    m_units.resize(0x1'0000);
    const auto addUnit = [&](char32_t unit) {
        constexpr std::string_view kDigits = "0123456789abcdef";
        m_units[unit] = true;
        if (known[unit >> 8U])
            return;
        known[unit >> 8U] = true;
        scan.addEscape(unit >> 12U & 7U, eitherCase(kDigits[unit >> 12U]),
                       eitherCase(kDigits[unit >> 8U & 15U]));
    };
    const auto addCharacter = [&](char32_t character) {
        addUnit(character < 0x1'0000 ? character : 0xD800 + ((character - 0x1'0000) >> 10U));
    };
    for (const char32_t character : m_characters) {
        addCharacter(character);
        if (character >= 'a' && character <= 'z')
            addCharacter(character - 'a' + 'A');
    }
    for (const FoldedCharacter* each : m_matter)
        addCharacter(each->character);
}

/// Excepts blocks of sixteen characters that are common in Chinese text, unless one of them matters.
void FoldedNeedle::exceptPunctuation(Spelled& spelled) const
{
    constexpr std::array<char32_t, 5> kCommon{0x3000, 0x3010, 0xFF00, 0xFF10, 0x2010};
    const unsigned char first =
        spelled.bytes.empty() ? 0 : static_cast<unsigned char>(spelled.bytes[spelled.window]);
    for (std::size_t i = 0; i < kCommon.size(); ++i) {
        std::string utf8;
        appendCodePoint(utf8, kCommon[i]);
        bool anyMatters = static_cast<unsigned char>(utf8[0]) == first;
        for (char32_t character = kCommon[i]; character < kCommon[i] + 16; ++character)
            anyMatters = anyMatters || matters(character);
        if (anyMatters)
            continue;
        PrefixScan::Prefix prefix;
        prefix[0].add(static_cast<std::uint8_t>(utf8[0]));
        prefix[1].add(static_cast<std::uint8_t>(utf8[1]));
        prefix[2] = {0xFFFF, static_cast<std::uint16_t>(1U << (static_cast<unsigned char>(utf8[2]) >> 4U))};
        prefix[3] = NibbleSet::any();
        spelled.scan.except(i, prefix);
    }
}

bool FoldedNeedle::matters(char32_t character) const
{
    if (character < m_matters.size())
        return m_matters[character];
    return std::binary_search(m_matter.begin(), m_matter.end(), character, ByCharacter());
}

std::u32string FoldedNeedle::folded(char32_t character) const
{
    if (character < 0x80)
        return std::u32string(1, static_cast<unsigned char>(lowerAscii(static_cast<char>(character))));
    if (matters(character)) {
        const auto known = std::lower_bound(m_matter.begin(), m_matter.end(), character, ByCharacter());
        return (*known)->folded;
    }
    // If it folds to something, the needle does not have it.
    return std::u32string(1, character);
}

std::optional<TextRange> FoldedNeedle::find(std::string_view text, Spelling spelling, std::size_t from) const
{
    if (m_characters.empty())
        return TextRange{from, from};
    if (m_hasReplacement) {
        const bool found = foldForSearch(text.substr(from)).find(m_folded) != std::string::npos;
        return found ? std::optional(TextRange{from, text.size()}) : std::nullopt;
    }
    const PrefixScan& scan = spelled(spelling).scan;
    const Search search{text, spelling};
    std::optional<TextRange> hit;
    scan.find(text, from, [&](std::size_t at) {
        hit = hitAt(search, at, from);
        return hit.has_value();
    });
    return hit;
}

/// The match around `at`, which is the position of the searched bytes, of the first folded character or of
/// the first escape.
std::optional<TextRange> FoldedNeedle::hitAt(const Search& search, std::size_t at, std::size_t from) const
{
    const std::string_view text = search.text;
    const auto& [needle, begins, window, scan] = spelled(search.spelling);
    if (at >= from + window && plainAt(text, at - window, needle))
        return TextRange{at - window, at - window + needle.size()};
    if (static_cast<unsigned char>(text[at]) >= 0xC2)
        return aroundFolding(search, at);
    if (search.spelling == Spelling::Json && text[at] == '\\') {
        const auto unit = escapedUnit(text, at);
        return unit && m_units[*unit] ? aroundFolding(search, at) : std::nullopt;
    }
    return std::nullopt;
}

bool FoldedNeedle::plainAt(std::string_view text, std::size_t at, std::string_view needle) const
{
    return at + needle.size() <= text.size() &&
           std::equal(needle.begin(), needle.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char wanted, char c) { return wanted == lowerAscii(c); });
}

bool FoldedNeedle::prefixEndsAt(const Search& search, std::size_t at, std::size_t characters) const
{
    const Spelled& needle = spelled(search.spelling);
    const std::size_t length = needle.begins[characters];
    return length <= at &&
           plainAt(search.text, at - length, std::string_view(needle.bytes).substr(0, length));
}

/// The match in which the character at `at` is folded, dropped or escaped and all before it are plain.
std::optional<TextRange> FoldedNeedle::aroundFolding(const Search& search, std::size_t at) const
{
    const Character here = characterAt(search, at);
    if (here.endsText)
        return std::nullopt;
    if (search.text[at] != '\\' && !matters(here.value))
        return std::nullopt;
    const std::u32string parts = folded(here.value);
    const std::u32string_view needle = m_characters;
    const auto agrees = [&](std::size_t part, std::size_t character) {
        const std::size_t shared = std::min(parts.size() - part, needle.size() - character);
        return std::equal(parts.begin() + static_cast<std::ptrdiff_t>(part),
                          parts.begin() + static_cast<std::ptrdiff_t>(part + shared),
                          needle.begin() + character);
    };
    const std::vector<std::size_t>& begins = spelled(search.spelling).begins;
    // An escape of JSON within JSON has a backslash before it.
    const bool isWithin =
        search.spelling == Spelling::Json && at > 0 && search.text[at] == '\\' && search.text[at - 1] == '\\';
    const std::size_t escape = isWithin ? at - 1 : at;
    for (std::size_t before = 1; before < needle.size(); ++before) {
        if (!agrees(0, before) || !prefixEndsAt(search, escape, before))
            continue;
        if (const auto end = agreesFrom(search, here.end, before + parts.size()))
            return TextRange{escape - begins[before], *end};
    }
    // The match begins here, perhaps within the replacement of the character.
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (!agrees(part, 0))
            continue;
        if (const auto end = agreesFrom(search, here.end, parts.size() - part))
            return TextRange{at, *end};
    }
    return std::nullopt;
}

/// The end of the match whose first `matched` characters end before `at`; empty if the text does not go on
/// like the needle.
std::optional<std::size_t> FoldedNeedle::agreesFrom(const Search& search, std::size_t at,
                                                    std::size_t matched) const
{
    while (matched < m_characters.size()) {
        if (at >= search.text.size())
            return std::nullopt;
        const Character next = characterAt(search, at);
        if (next.endsText)
            return std::nullopt;
        for (const char32_t character : folded(next.value)) {
            if (matched == m_characters.size())
                break;
            if (character != m_characters[matched++])
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
        return point.length == 0 ? Character{kReplacedBy, at + 1, false}
                                 : Character{point.value, at + point.length, false};
    }
    if (text[at] == '"' || at + 1 == text.size())
        return {0, at + 1, true};
    // "\\u676d" is an escape of JSON within JSON, or a backslash and "u676d". No needle has a backslash, so
    // that it may be taken for the escape.
    const std::size_t within = text[at + 1] == '\\' ? 1 : 0;
    if (const auto unit = escapedUnit(text, at + within)) {
        const std::size_t end = at + within + 6;
        const std::size_t lowWithin = end + 1 < text.size() && text[end + 1] == '\\' ? 1 : 0;
        const auto low = isHighSurrogate(*unit) ? escapedUnit(text, end + lowWithin) : std::nullopt;
        if (low && isLowSurrogate(*low))
            return {char32_t{0x10000} + ((*unit - 0xD800U) << 10U) + (*low - 0xDC00U), end + lowWithin + 6,
                    false};
        const bool half = isHighSurrogate(*unit) || isLowSurrogate(*unit);
        return {half ? kReplacedBy : char32_t{*unit}, end, false};
    }
    // Only these short escapes can be characters of a needle here.
    const char c = text[at + 1];
    return {c == '"' || c == '\\' || c == '/' ? static_cast<char32_t>(c) : char32_t{'\n'}, at + 2, false};
}

} // namespace duologue
