// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_encoding.h"

#include "core/util/text.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <iconv.h>
#include <utility>

namespace duologue {

namespace {

using namespace std::string_view_literals;

using Byte = unsigned char;

constexpr bool isByteIn(Byte byte, Byte first, Byte last)
{
    return byte >= first && byte <= last;
}

Byte byteAt(std::string_view text, std::size_t at)
{
    return at < text.size() ? static_cast<Byte>(text[at]) : Byte{0};
}

/// A character beyond ASCII as an encoding has it.
enum class Commonness : std::uint8_t {
    /// No character of the encoding.
    Bad,
    /// A character, but one that texts hardly use.
    Rare,
    Usual,
    /// A usual one that texts of other languages do not have.
    Telling,
};

struct EncodedCharacter {
    Commonness commonness = Commonness::Bad;
    std::size_t length = 1;
};

/// GB 2312 has the 3,755 Chinese characters that texts use in its first level.
EncodedCharacter gb18030At(Byte lead, Byte trail)
{
    if (!isByteIn(lead, 0x81, 0xFE))
        return {};
    if (isByteIn(trail, 0x30, 0x39))
        return {Commonness::Rare, 4};
    if (!isByteIn(trail, 0x40, 0xFE) || trail == 0x7F)
        return {};
    const bool isUsual = trail >= 0xA1 && (isByteIn(lead, 0xA1, 0xA3) || isByteIn(lead, 0xB0, 0xD7));
    return {isUsual ? Commonness::Usual : Commonness::Rare, 2};
}

/// Its first level has 5,401 characters.
EncodedCharacter big5At(Byte lead, Byte trail)
{
    if (!isByteIn(lead, 0x81, 0xFE) || !(isByteIn(trail, 0x40, 0x7E) || isByteIn(trail, 0xA1, 0xFE)))
        return {};
    if (!isByteIn(lead, 0xA1, 0xC6))
        return {Commonness::Rare, 2};
    // A capital letter of Windows-1252 and the next letter of its word look like a character, too.
    return {trail >= 0xA1 ? Commonness::Telling : Commonness::Usual, 2};
}

EncodedCharacter shiftJisAt(Byte lead, Byte trail)
{
    // Kana of half width.
    if (isByteIn(lead, 0xA1, 0xDF))
        return {Commonness::Rare, 1};
    if (!(isByteIn(lead, 0x81, 0x9F) || isByteIn(lead, 0xE0, 0xFC)) || !isByteIn(trail, 0x40, 0xFC) ||
        trail == 0x7F)
        return {};
    const bool isKana = (lead == 0x82 && trail >= 0x9F) || (lead == 0x83 && trail <= 0x96);
    const bool isUsual = isByteIn(lead, 0x81, 0x83) || isByteIn(lead, 0x88, 0x97);
    return {isKana ? Commonness::Telling : isUsual ? Commonness::Usual : Commonness::Rare, 2};
}

EncodedCharacter eucJpAt(Byte lead, Byte trail)
{
    if (lead == 0x8E || lead == 0x8F)
        return {Commonness::Rare, lead == 0x8E ? std::size_t{2} : std::size_t{3}};
    if (!isByteIn(lead, 0xA1, 0xFE) || !isByteIn(trail, 0xA1, 0xFE))
        return {};
    const bool isUsual = isByteIn(lead, 0xA1, 0xA3) || isByteIn(lead, 0xB0, 0xCF);
    return {isByteIn(lead, 0xA4, 0xA5) ? Commonness::Telling
            : isUsual                  ? Commonness::Usual
                                       : Commonness::Rare,
            2};
}

/// Hangul has less than two thirds of the first bytes that usual Chinese characters have in GB 2312.
EncodedCharacter eucKrAt(Byte lead, Byte trail)
{
    if (!isByteIn(lead, 0x81, 0xFE) ||
        !(isByteIn(trail, 0x41, 0x5A) || isByteIn(trail, 0x61, 0x7A) || isByteIn(trail, 0x81, 0xFE)))
        return {};
    if (trail < 0xA1)
        return {Commonness::Rare, 2};
    return {isByteIn(lead, 0xB0, 0xC8)   ? Commonness::Telling
            : isByteIn(lead, 0xA1, 0xA3) ? Commonness::Usual
                                         : Commonness::Rare,
            2};
}

/// An encoding of one and two bytes a character, and how it is told from others.
struct DoubleByteEncoding {
    TextEncoding encoding;
    EncodedCharacter (*at)(Byte lead, Byte trail);
    /// So many of 100 characters must be telling, and so many characters must there be at least.
    std::size_t tellingInHundred = 0;
    std::size_t fewest = 1;
    /// It is the one if it fits; otherwise the one with the most usual characters is.
    bool isSure = false;
};

constexpr std::array<DoubleByteEncoding, 5> kDoubleByte{{
    {TextEncoding::ShiftJis, shiftJisAt, 20, 4, true},
    {TextEncoding::EucJp, eucJpAt, 20, 4, true},
    // Short Chinese texts may look like Korean by chance.
    {TextEncoding::EucKr, eucKrAt, 85, 16, true},
    {TextEncoding::Gb18030, gb18030At},
    {TextEncoding::Big5, big5At, 20},
}};

/// The index of the next byte that is not ASCII; the size if there is none.
std::size_t nextBeyondAscii(std::string_view text, std::size_t at)
{
    while (at < text.size() && static_cast<Byte>(text[at]) < 0x80)
        ++at;
    return at;
}

/// How many of 100 characters are usual; 0 if the text is not of that encoding.
std::size_t usualInHundred(const DoubleByteEncoding& encoding, std::string_view text)
{
    constexpr std::size_t kUsualInHundred = 80;
    constexpr std::size_t kBadInHundred = 2;
    std::array<std::size_t, 4> counts{};
    for (std::size_t at = nextBeyondAscii(text, 0); at < text.size(); at = nextBeyondAscii(text, at)) {
        const EncodedCharacter found = encoding.at(byteAt(text, at), byteAt(text, at + 1));
        // The text may end within a character.
        if (at + 1 < text.size())
            ++counts[static_cast<std::size_t>(found.commonness)];
        at += found.length;
    }
    const auto [bad, rare, usual, telling] = counts;
    const std::size_t all = rare + usual + telling;
    const bool fits = all >= encoding.fewest && bad * 100 <= all * kBadInHundred &&
                      telling * 100 >= all * encoding.tellingInHundred;
    const std::size_t share = all == 0 ? 0 : (usual + telling) * 100 / all;
    return fits && share >= kUsualInHundred ? share : 0;
}

bool isSmallAscii(Byte byte)
{
    return isByteIn(byte, 'a', 'z');
}

bool isAsciiLetter(Byte byte)
{
    return isSmallAscii(byte) || isByteIn(byte, 'A', 'Z');
}

/// Whether a byte is a letter of Windows-1252 that belongs to the word around it. Letters that begin a
/// character of UTF-8 in texts of the West (Â and Ã) prove nothing, nor do those that words hardly have.
bool isLatinInWord(Byte before, Byte byte, Byte after)
{
    if (isByteIn(byte, 0xC0, 0xDD) && !isByteIn(byte, 0xC2, 0xC3) && byte != 0xD0 && byte != 0xD7)
        return !isSmallAscii(before) && isAsciiLetter(after);
    const bool isSmall = (isByteIn(byte, 0xDF, 0xFC) && byte != 0xF0 && byte != 0xF7) || byte == 0x9C;
    return isSmall && (isAsciiLetter(before) || isAsciiLetter(after));
}

/// Whether a byte is a word of Windows-1252 of one letter, as "à" in French, "è" in Italian and "ó" in
/// Spanish.
bool isLatinWord(Byte before, Byte byte, Byte after)
{
    constexpr std::string_view kWords = "\xC0\xC8\xC9\xD2\xD3\xE0\xE8\xE9\xF2\xF3";
    const auto isBetweenWords = [](Byte each) {
        return each < 0x80 && !isAsciiLetter(each) && !isByteIn(each, '0', '9');
    };
    return kWords.find(static_cast<char>(byte)) != std::string_view::npos && isBetweenWords(before) &&
           isBetweenWords(after);
}

/// Quotation marks, dashes and signs of Windows-1252; some numbers have none.
bool isLatinSign(Byte byte)
{
    constexpr std::string_view kNone = "\x81\x8D\x8F\x90\x9D";
    return isByteIn(byte, 0x80, 0xBF) && kNone.find(static_cast<char>(byte)) == std::string_view::npos;
}

bool isWindows1252(std::string_view text)
{
    constexpr std::size_t kFitInHundred = 95;
    // Between quotation marks and what they quote.
    constexpr Byte kHardSpace = 0xA0;
    std::size_t all = 0;
    std::size_t letters = 0;
    std::size_t signs = 0;
    // The end of the last character that fits.
    std::size_t fittingEnd = 0;
    for (std::size_t at = nextBeyondAscii(text, 0); at < text.size(); at = nextBeyondAscii(text, at + 1)) {
        const Byte byte = byteAt(text, at);
        const Byte before = at == 0 ? Byte{0} : byteAt(text, at - 1);
        const Byte after = byteAt(text, at + 1);
        ++all;
        const bool isLetter = isLatinInWord(before, byte, after);
        const bool isBesideSpace = (byte == kHardSpace || before == kHardSpace) && fittingEnd == at;
        const bool isSign =
            isLatinWord(before, byte, after) || (isLatinSign(byte) && (before < 0x80 || isBesideSpace));
        letters += isLetter ? 1 : 0;
        signs += !isLetter && isSign ? 1 : 0;
        if (isLetter || isSign)
            fittingEnd = at + 1;
    }
    return letters > 0 && (letters + signs) * 100 >= all * kFitInHundred;
}

/// How many characters beyond ASCII are valid UTF-8, and how many bytes are not.
struct Utf8Share {
    /// Of two bytes, and of more.
    std::size_t shortOnes = 0;
    std::size_t longOnes = 0;
    std::size_t badBytes = 0;

    /// Bytes of other encodings are valid by chance: of Chinese text, two neighbours are about as often as
    /// every sixth byte, but three hardly ever.
    bool isUtf8() const { return longOnes * 4 >= badBytes || shortOnes + longOnes >= badBytes; }
};

Utf8Share utf8ShareOf(std::string_view text)
{
    Utf8Share share;
    for (std::size_t at = nextBeyondAscii(text, 0); at < text.size(); at = nextBeyondAscii(text, at)) {
        const std::size_t length = codePointLength(text.substr(at));
        ++(length == 0 ? share.badBytes : length == 2 ? share.shortOnes : share.longOnes);
        at += std::max<std::size_t>(length, 1);
    }
    return share;
}

/// For iconv; it knows GB18030 under this name, too.
const char* converterName(TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Big5:
        return "BIG5-HKSCS";
    case TextEncoding::ShiftJis:
        return "CP932";
    case TextEncoding::EucKr:
        return "CP949";
    default:
        return encodingName(encoding).data();
    }
}

std::size_t unitOf(TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Utf16Le:
    case TextEncoding::Utf16Be:
        return 2;
    case TextEncoding::Utf32Le:
    case TextEncoding::Utf32Be:
        return 4;
    default:
        return 1;
    }
}

const iconv_t kNoConverter = reinterpret_cast<iconv_t>(-1); // NOLINT(performance-no-int-to-ptr)

/// "\u20ac"; two of them beyond the sixteen bits of one.
std::string jsonEscape(char32_t code)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    constexpr char32_t kBeyond = 0x10000;
    if (code >= kBeyond)
        return jsonEscape(0xD800 + ((code - kBeyond) >> 10U)) +
               jsonEscape(0xDC00 + ((code - kBeyond) & 0x3FFU));
    std::string escape = "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U})
        escape += kHex[(code >> shift) & 0xFU];
    return escape;
}

/// Encodes one text. One thread.
class TextEncoder {
public:
    explicit TextEncoder(TextEncoding encoding) : m_converter(::iconv_open(converterName(encoding), "UTF-8"))
    {
    }
    ~TextEncoder()
    {
        if (m_converter != kNoConverter)
            ::iconv_close(m_converter);
    }
    TextEncoder(const TextEncoder&) = delete;
    TextEncoder& operator=(const TextEncoder&) = delete;

    /// Returns how many bytes of the text were encoded: all, or those before a character that the encoding
    /// does not have.
    std::size_t encode(std::string_view utf8)
    {
        // iconv() does not write into what it reads.
        char* in = const_cast<char*>(utf8.data());
        std::size_t left = utf8.size();
        const std::size_t end = m_bytes.size();
        // No encoding needs more than four bytes for one of UTF-8.
        m_bytes.resize(end + 4 * left);
        char* out = m_bytes.data() + end;
        std::size_t room = m_bytes.size() - end;
        if (m_converter != kNoConverter)
            ::iconv(m_converter, &in, &left, &out, &room);
        m_bytes.resize(m_bytes.size() - room);
        return utf8.size() - left;
    }

    std::string takeBytes() && { return std::move(m_bytes); }

private:
    iconv_t m_converter;
    std::string m_bytes;
};

} // namespace

std::string_view encodingName(TextEncoding encoding)
{
    constexpr std::array kNames{"UTF-8"sv,    "UTF-16LE"sv, "UTF-16BE"sv,    "UTF-32LE"sv,
                                "UTF-32BE"sv, "GB18030"sv,  "Big5"sv,        "Shift_JIS"sv,
                                "EUC-JP"sv,   "EUC-KR"sv,   "windows-1252"sv};
    return kNames.at(static_cast<std::size_t>(encoding));
}

TextEncoding unicodeEncodingOf(std::string_view head)
{
    if (head.starts_with("\xFF\xFE\0\0"sv))
        return TextEncoding::Utf32Le;
    if (head.starts_with("\0\0\xFE\xFF"sv))
        return TextEncoding::Utf32Be;
    if (head.starts_with("\xFF\xFE"sv))
        return TextEncoding::Utf16Le;
    if (head.starts_with("\xFE\xFF"sv))
        return TextEncoding::Utf16Be;
    // Without a byte order mark, every other byte of the ASCII that JSON and CSV begin with is zero.
    const auto isFirst = [&](std::size_t at) {
        return (head[at] >= ' ' && head[at] <= '~') || isBlank(head[at]);
    };
    if (head.size() < 4)
        return TextEncoding::Utf8;
    if (isFirst(0) && head[1] == 0 && head[2] != 0 && head[3] == 0)
        return TextEncoding::Utf16Le;
    if (head[0] == 0 && isFirst(1) && head[2] == 0 && head[3] != 0)
        return TextEncoding::Utf16Be;
    return TextEncoding::Utf8;
}

TextEncoding encodingByText(std::string_view bytes)
{
    if (utf8ShareOf(bytes).isUtf8())
        return TextEncoding::Utf8;
    TextEncoding best = TextEncoding::Utf8;
    std::size_t usual = 0;
    for (const DoubleByteEncoding& each : kDoubleByte) {
        const std::size_t found = usualInHundred(each, bytes);
        if (found > 0 && each.isSure)
            return each.encoding;
        if (found > usual)
            best = each.encoding;
        usual = std::max(usual, found);
    }
    return best == TextEncoding::Utf8 && isWindows1252(bytes) ? TextEncoding::Windows1252 : best;
}

std::string_view byteOrderMark(TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Utf16Le:
        return "\xFF\xFE"sv;
    case TextEncoding::Utf16Be:
        return "\xFE\xFF"sv;
    case TextEncoding::Utf32Le:
        return "\xFF\xFE\0\0"sv;
    case TextEncoding::Utf32Be:
        return "\0\0\xFE\xFF"sv;
    default:
        return {};
    }
}

std::string encodedJson(std::string_view utf8, TextEncoding encoding)
{
    if (encoding == TextEncoding::Utf8)
        return std::string(utf8);
    TextEncoder encoder(encoding);
    while (!utf8.empty()) {
        utf8.remove_prefix(encoder.encode(utf8));
        if (utf8.empty())
            break;
        // The encoding does not have the character.
        const CodePoint character = codePointAt(utf8);
        encoder.encode(jsonEscape(character.value));
        utf8.remove_prefix(std::max<std::size_t>(1, character.length));
    }
    return std::move(encoder).takeBytes();
}

TextDecoder::TextDecoder(TextEncoding encoding)
    : m_encoding(encoding), m_converter(::iconv_open("UTF-8", converterName(encoding)))
{
}

TextDecoder::~TextDecoder()
{
    if (isOpen())
        ::iconv_close(m_converter);
}

bool TextDecoder::isOpen() const
{
    return m_converter != kNoConverter;
}

void TextDecoder::decode(std::string_view bytes, bool last, std::string& utf8)
{
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    const std::size_t before = utf8.size();
    m_pending.append(bytes);
    decodePending(last, utf8);
    if (utf8.size() > before && std::exchange(m_isFirst, false) &&
        std::string_view(utf8).substr(before).starts_with(kMark))
        utf8.erase(before, kMark.size());
}

void TextDecoder::decodePending(bool last, std::string& utf8)
{
    constexpr std::size_t kRoom = std::size_t{64} << 10U;
    constexpr std::string_view kLost = "\xEF\xBF\xBD";
    char* in = m_pending.data();
    std::size_t left = m_pending.size();
    while (left > 0) {
        const std::size_t end = utf8.size();
        utf8.resize(end + kRoom);
        char* out = utf8.data() + end;
        std::size_t room = kRoom;
        const bool isDone = ::iconv(m_converter, &in, &left, &out, &room) != static_cast<std::size_t>(-1);
        const int error = errno;
        utf8.resize(end + kRoom - room);
        if (isDone || error == E2BIG)
            continue;
        if (error == EINVAL && !last)
            break;
        const std::size_t lost = std::min(unitOf(m_encoding), left);
        utf8 += kLost;
        m_lost += lost;
        in += lost;
        left -= lost;
    }
    m_pending.erase(0, m_pending.size() - left);
}

} // namespace duologue
