// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/text.h"

#include "core/util/numbers.h"
#include "core/util/simd.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utf8proc.h>
#include <utility>
#include <vector>

namespace duologue {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

/// How many bytes at the front of the text are ASCII.
std::size_t asciiLength(std::string_view text)
{
    constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080U;
    std::size_t at = 0;
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
        std::memcpy(&word, text.data() + at, sizeof word);
        if ((word & kHighBits) != 0)
            break;
    }
    while (at < text.size() && (text[at] & '\x80') == 0)
        ++at;
    return at;
}

/// How many bytes at the front of the text are Han characters from U+4000 to U+9FFF, which do not fold.
std::size_t hanLength(std::string_view text)
{
    const auto isContinuing = [text](std::size_t i) { return (text[i] & '\xC0') == '\x80'; };
    std::size_t at = 0;
    while (at + 2 < text.size() && text[at] >= '\xE4' && text[at] <= '\xE9' && isContinuing(at + 1) &&
           isContinuing(at + 2))
        at += 3;
    return at;
}

void appendLower(std::string& out, std::string_view ascii)
{
    const std::size_t before = out.size();
    out.append(ascii);
    char* const added = out.data() + before;
    for (std::size_t i = 0; i < ascii.size(); ++i)
        added[i] = lowerAscii(added[i]);
}

/// Decodes one code point from the front of `text`; -1 and one byte if it is not UTF-8.
struct Decoded {
    utf8proc_int32_t codePoint = -1;
    std::size_t length = 1;
};

Decoded decodeFront(std::string_view text)
{
    utf8proc_int32_t codePoint = -1;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                         static_cast<utf8proc_ssize_t>(text.size()), &codePoint);
    if (length <= 0)
        return {};
    return {codePoint, static_cast<std::size_t>(length)};
}

/// The replacement of a code point, written to `room`.
std::span<const utf8proc_int32_t> foldedParts(utf8proc_int32_t codePoint,
                                              std::span<utf8proc_int32_t, 32> room)
{
    constexpr auto kOptions = static_cast<utf8proc_option_t>(
        UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
    int boundary = UTF8PROC_BOUNDCLASS_START;
    const auto count = utf8proc_decompose_char(
        codePoint, room.data(), static_cast<utf8proc_ssize_t>(room.size()), kOptions, &boundary);
    if (count < 0 || count > static_cast<utf8proc_ssize_t>(room.size())) {
        room[0] = codePoint;
        return room.first(1);
    }
    return room.first(static_cast<std::size_t>(count));
}

/// False if folding certainly does not change the code point.
bool mayFold(utf8proc_int32_t codePoint)
{
    constexpr std::uint16_t kNone = 0xFFFF;
    const utf8proc_property_t& is = *utf8proc_get_property(codePoint);
    const bool mark = is.category == UTF8PROC_CATEGORY_MN || is.category == UTF8PROC_CATEGORY_MC ||
                      is.category == UTF8PROC_CATEGORY_ME;
    const bool hangul = codePoint >= 0xAC00 && codePoint <= 0xD7A3;
    return mark || hangul || is.ignorable != 0 || is.decomp_seqindex != kNone ||
           is.casefold_seqindex != kNone;
}

/// Adds a character beyond ASCII, folded.
void appendFolded(std::string& out, utf8proc_int32_t codePoint, std::string_view asItIs)
{
    // Full-width ASCII is what Chinese texts have most of that folds.
    constexpr utf8proc_int32_t kFirstWide = 0xFF01;
    constexpr utf8proc_int32_t kLastWide = 0xFF5E;
    if (!mayFold(codePoint)) {
        out += asItIs;
    } else if (codePoint >= kFirstWide && codePoint <= kLastWide) {
        out += lowerAscii(static_cast<char>(codePoint - kFirstWide + '!'));
    } else {
        std::array<utf8proc_int32_t, 32> room{};
        for (const utf8proc_int32_t part : foldedParts(codePoint, room))
            appendCodePoint(out, static_cast<char32_t>(part));
    }
}

/// The code points of [begin, end) that folding changes.
void addFoldedCharacters(utf8proc_int32_t begin, utf8proc_int32_t end, std::vector<FoldedCharacter>& found)
{
    std::array<utf8proc_int32_t, 32> room{};
    for (utf8proc_int32_t code = begin; code < end; ++code) {
        if (!mayFold(code))
            continue;
        const auto parts = foldedParts(code, room);
        if (parts.size() != 1 || parts[0] != code)
            found.push_back({static_cast<char32_t>(code), {parts.begin(), parts.end()}});
    }
}

/// Skips the large blocks of Han characters, the surrogates and unassigned planes.
std::vector<FoldedCharacter> foldedCharacters(bool withHangulSyllables)
{
    std::vector<FoldedCharacter> found;
    addFoldedCharacters(0x80, 0x3400, found);
    addFoldedCharacters(0xA000, 0xAC00, found);
    if (withHangulSyllables)
        addFoldedCharacters(0xAC00, 0xD7B0, found);
    addFoldedCharacters(0xF900, 0x2'0000, found);
    addFoldedCharacters(0x2'F800, 0x2'FB00, found);
    addFoldedCharacters(0xE'0000, 0xE'1000, found);
    return found;
}

/// Which characters fold to which.
struct FoldingIndex {
    std::vector<FoldedCharacter> all;
    /// In order; the character at the same index of `characters` folds to it.
    std::vector<char32_t> parts;
    std::vector<const FoldedCharacter*> characters;

    explicit FoldingIndex(std::vector<FoldedCharacter> folded) : all(std::move(folded))
    {
        std::vector<std::pair<char32_t, const FoldedCharacter*>> pairs;
        for (const FoldedCharacter& each : all) {
            if (each.folded.empty())
                pairs.emplace_back(0, &each);
            for (const char32_t part : each.folded)
                pairs.emplace_back(part, &each);
        }
        // Both are in the order of code points, as `all` is.
        std::sort(pairs.begin(), pairs.end());
        pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
        for (const auto& [part, character] : pairs) {
            parts.push_back(part);
            characters.push_back(character);
        }
    }

    std::span<const FoldedCharacter* const> of(char32_t part) const
    {
        const auto [begin, end] = std::equal_range(parts.begin(), parts.end(), part);
        return std::span(characters)
            .subspan(static_cast<std::size_t>(begin - parts.begin()), static_cast<std::size_t>(end - begin));
    }
};

} // namespace

std::size_t characterCount(std::string_view utf8)
{
    // Every code point has exactly one byte that is not a continuation byte.
    return utf8.size() - countContinuations(utf8);
}

std::string foldForSearch(std::string_view utf8)
{
    std::string folded;
    folded.reserve(utf8.size());
    while (true) {
        const std::size_t ascii = asciiLength(utf8);
        appendLower(folded, utf8.substr(0, ascii));
        utf8.remove_prefix(ascii);
        if (utf8.empty())
            return folded;
        if (const std::size_t han = hanLength(utf8); han > 0) {
            folded += utf8.substr(0, han);
            utf8.remove_prefix(han);
            continue;
        }
        const Decoded front = decodeFront(utf8);
        if (front.codePoint < 0)
            folded += kReplacement;
        else
            appendFolded(folded, front.codePoint, utf8.substr(0, front.length));
        utf8.remove_prefix(front.length);
    }
}

std::span<const FoldedCharacter* const> charactersFoldingTo(char32_t part)
{
    // Half of all characters that fold are Korean syllables, and few searches need them.
    constexpr char32_t kFirstJamo = 0x1100;
    constexpr char32_t kLastJamo = 0x11FF;
    if (part >= kFirstJamo && part <= kLastJamo) {
        static const FoldingIndex index(foldedCharacters(true));
        return index.of(part);
    }
    static const FoldingIndex index(foldedCharacters(false));
    return index.of(part);
}

bool equalsFolded(std::string_view left, std::string_view right)
{
    return left == right || foldForSearch(left) == foldForSearch(right);
}

std::string fieldKey(std::string_view name)
{
    std::string key;
    key.reserve(name.size());
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '.')
            key += lowerAscii(c);
        else if (!key.empty() && key.back() != '_' && key.back() != '.')
            key += '_';
    }
    while (!key.empty() && key.back() == '_')
        key.pop_back();
    return key;
}

std::string_view fileNameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

std::string_view endingOf(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 || name == ".." ? std::string_view() : name.substr(dot);
}

int compareNatural(std::string_view left, std::string_view right)
{
    std::size_t i = 0;
    std::size_t j = 0;
    const auto digitsFrom = [](std::string_view text, std::size_t& at) {
        while (at < text.size() && text[at] == '0')
            ++at;
        const std::size_t begin = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        return text.substr(begin, at - begin);
    };
    while (i < left.size() && j < right.size()) {
        if (isDigit(left[i]) && isDigit(right[j])) {
            const std::string_view a = digitsFrom(left, i);
            const std::string_view b = digitsFrom(right, j);
            if (a.size() != b.size())
                return a.size() < b.size() ? -1 : 1;
            if (const int order = a.compare(b); order != 0)
                return order;
            continue;
        }
        const auto a = static_cast<unsigned char>(lowerAscii(left[i]));
        const auto b = static_cast<unsigned char>(lowerAscii(right[j]));
        if (a != b)
            return a < b ? -1 : 1;
        ++i;
        ++j;
    }
    if (left.size() - i != right.size() - j)
        return left.size() - i < right.size() - j ? -1 : 1;
    return left.compare(right);
}

CodePoint codePointAt(std::string_view utf8)
{
    if (!utf8.empty() && static_cast<unsigned char>(utf8.front()) < 0x80)
        return {static_cast<unsigned char>(utf8.front()), 1};
    const Decoded front = decodeFront(utf8);
    return front.codePoint < 0 ? CodePoint{}
                               : CodePoint{static_cast<char32_t>(front.codePoint), front.length};
}

std::size_t codePointLength(std::string_view utf8)
{
    return codePointAt(utf8).length;
}

void appendCodePoint(std::string& utf8, char32_t codePoint)
{
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(codePoint), bytes.data());
    utf8.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

std::string toValidUtf8(std::string_view bytes)
{
    std::string valid;
    valid.reserve(bytes.size());
    while (!bytes.empty()) {
        const Decoded front = decodeFront(bytes);
        valid.append(front.codePoint < 0 ? kReplacement : bytes.substr(0, front.length));
        bytes.remove_prefix(front.length);
    }
    return valid;
}

namespace {

/// From here on, numbers are written without decimals.
constexpr double kReadable = 1e15;

} // namespace

std::string decimalsText(double number, int decimals)
{
    if (std::isnan(number))
        return {};
    if (std::abs(number) >= kReadable)
        return numberText(number);
    // Sixteen digits, a sign and a point.
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                   std::chars_format::fixed, decimals)
                         .ptr;
    return {buffer.data(), end};
}

std::string numberText(double number)
{
    // The shortest text of 100000 would be 1e+05.
    std::array<char, 32> buffer{};
    char* const last = buffer.data() + buffer.size();
    const bool whole = std::abs(number) <= kLargestExact && number == std::trunc(number);
    const auto end = whole ? std::to_chars(buffer.data(), last, static_cast<std::int64_t>(number)).ptr
                           : std::to_chars(buffer.data(), last, number).ptr;
    return {buffer.data(), end};
}

std::string realText(double number)
{
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific)
            .ptr;
    const std::string text(buffer.data(), end);
    const std::size_t e = text.find('e');
    if (e == std::string::npos)
        return text;
    const bool isNegative = text.front() == '-';
    std::string digits = text.substr(isNegative ? 1 : 0, e - (isNegative ? 1 : 0));
    if (digits.size() > 1)
        digits.erase(1, 1);
    const auto exponent = std::stoi(text.substr(e + 1));
    // From here on and below 0.0001, the exponent is written.
    constexpr int kMostWhole = 15;
    constexpr int kLeast = -4;
    if (exponent >= kMostWhole || exponent < kLeast)
        return text;
    if (exponent < 0) {
        digits.insert(0, static_cast<std::size_t>(-exponent - 1), '0');
        digits.insert(0, "0.");
    } else {
        const auto point = static_cast<std::size_t>(exponent) + 1;
        if (digits.size() <= point)
            digits.resize(point + 1, '0');
        digits.insert(point, 1, '.');
    }
    return (isNegative ? "-" : "") + digits;
}

std::size_t wholeCharacters(std::string_view utf8, std::size_t bytes)
{
    if (bytes >= utf8.size())
        return utf8.size();
    constexpr unsigned kTail = 0x80;
    constexpr unsigned kTailMask = 0xC0;
    std::size_t end = bytes;
    while (end > 0 && bytes - end < 3 && (static_cast<unsigned char>(utf8[end]) & kTailMask) == kTail)
        --end;
    return end;
}

std::optional<double> numberIn(std::string_view text)
{
    text = trimmed(text);
    if (text.size() > 1 && text.front() == '+' && text[1] != '-')
        text.remove_prefix(1);
    const auto number = parseNumber<double>(text);
    // A double holds no number so near to 0.
    if (!number && isDecimal(text) && compareDecimals(text, "1") < 0 && compareDecimals(text, "-1") > 0)
        return 0.0;
    return number;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    const auto begin = text.find_first_not_of(kSpace);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool isBlankText(std::string_view text)
{
    while (!text.empty()) {
        const Decoded front = decodeFront(text);
        switch (utf8proc_category(front.codePoint)) {
        case UTF8PROC_CATEGORY_ZS:
        case UTF8PROC_CATEGORY_ZL:
        case UTF8PROC_CATEGORY_ZP:
        case UTF8PROC_CATEGORY_CC:
        case UTF8PROC_CATEGORY_CF:
            text.remove_prefix(front.length);
            break;
        default:
            return false;
        }
    }
    return true;
}

bool hasWord(std::string_view text, std::string_view word)
{
    const auto isPartOfWord = [text](std::size_t at) {
        const char c = at < text.size() ? text[at] : ' ';
        return isDigit(c) || c == '_' || (lowerAscii(c) >= 'a' && lowerAscii(c) <= 'z') || (c & '\x80') != 0;
    };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        if ((at == 0 || !isPartOfWord(at - 1)) && !isPartOfWord(at + word.size()))
            return true;
    }
    return false;
}

std::size_t editDistance(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const std::size_t change = diagonal + static_cast<std::size_t>(left[i - 1] != right[j - 1]);
            diagonal = std::exchange(row[j], std::min({change, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row.back();
}

} // namespace duologue
