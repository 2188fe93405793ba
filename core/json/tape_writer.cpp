// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/tape_writer.h"

#include "core/base/padded_bytes.h"
#include "core/base/wide_lanes.h"
#include "core/json/json_tape.h"
#include "core/json/unicode_escapes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

namespace {

/// What stands for the character behind a backslash: 0 for what is no escape, and for `u`.
struct alignas(kWidestLanes) Escapes {
    constexpr Escapes()
    {
        for (const char same : {'"', '\\', '/'})
            meant[static_cast<std::size_t>(same)] = same;
        meant['b'] = '\b';
        meant['f'] = '\f';
        meant['n'] = '\n';
        meant['r'] = '\r';
        meant['t'] = '\t';
    }

    std::array<char, 2 * kWidestLanes> meant{};
};

constexpr Escapes kEscapes;

/// Which bytes of a block of text belong to escapes, told by simdjson's subtraction: of a run of backslashes
/// every second one is escaped itself.
struct EscapeBits {
    /// `carried`: 1 where the last byte before the block is a backslash that begins an escape, else 0.
    EscapeBits(std::uint64_t backslashes, std::uint64_t carried)
    {
        constexpr std::uint64_t kOddPlaces = 0xAAAA'AAAA'AAAA'AAAAU;
        const std::uint64_t begun = backslashes & ~carried;
        const std::uint64_t ends = (((begun << 1U) | kOddPlaces) - begun) ^ kOddPlaces;
        escaped = ends ^ (backslashes | carried);
        escaping = ends & backslashes;
    }

    /// Backslashes that begin an escape.
    std::uint64_t escaping;
    /// What stands behind those.
    std::uint64_t escaped;
};

/// Goes over a record once, never back. What stands behind the record, which may be another one, is read now
/// and then but never taken for a part of it.
class TapeWriter {
public:
    TapeWriter(std::string_view utf8, std::uint64_t* words, char* texts)
        : m_at(utf8.data()),
          m_end(utf8.data() + utf8.size()),
          m_words(words),
          m_texts(texts),
          m_word(words + 1),
          m_text(texts)
    {
    }

    [[gnu::target("avx512bw,avx512vbmi,avx512vbmi2,bmi,popcnt")]] bool write();

private:
    /// An object or array that has not ended.
    struct Level {
        std::uint64_t* word;
        std::uint32_t count;
        bool isObject;
    };

    static_assert(kTapeRoom >= kWidestLanes && PaddedBytes::kPadding >= kWidestLanes);

    static constexpr std::size_t kLevels = 64;
    static constexpr std::ptrdiff_t kSafeDigits = 18;

    char here() const { return *m_at; }
    bool isAtEnd() const { return m_at >= m_end; }
    bool isAt(char c) const { return !isAtEnd() && *m_at == c; }
    void add(char type, std::uint64_t value) { *m_word++ = JsonTape::wordOf(type, value); }
    std::uint64_t placeOf(const std::uint64_t* word) const
    {
        return static_cast<std::uint64_t>(word - m_words);
    }

    [[gnu::target("avx512bw,bmi"), gnu::always_inline]] void skipSpace();
    [[gnu::target("avx512bw,avx512vbmi,avx512vbmi2,bmi,popcnt"), gnu::always_inline]] bool writeName();
    [[gnu::target("avx512bw,avx512vbmi,avx512vbmi2,bmi,popcnt"), gnu::always_inline]] bool writeScalar();
    [[gnu::target("avx512bw,avx512vbmi,avx512vbmi2,bmi,popcnt"), gnu::always_inline]] bool writeText();
    [[gnu::always_inline]] bool endText(const char* from, char* to);
    bool writeWord(std::string_view word);
    bool writeNumber();
    bool writeReal(const char* begin);
    std::uint64_t takeDigits();
    /// The innermost one, which ends here.
    void endLevel(const Level& level);

    const char* m_at;
    const char* const m_end;
    std::uint64_t* const m_words;
    char* const m_texts;
    std::uint64_t* m_word;
    char* m_text;
};

bool TapeWriter::write()
{
    std::array<Level, kLevels> levels; // Not cleared: most records need three of them.
    std::size_t depth = 0;
    skipSpace();
    if (!isAt('{') && !isAt('['))
        return false;
    while (true) {
        // At a value.
        if (isAtEnd())
            return false;
        if (here() == '{' || here() == '[') {
            if (depth == kLevels)
                return false;
            const bool isObject = here() == '{';
            levels[depth++] = {m_word++, 0, isObject};
            ++m_at;
            skipSpace();
            if (here() != (isObject ? '}' : ']')) {
                if (isObject && !writeName())
                    return false;
                continue;
            }
        } else {
            if (!writeScalar())
                return false;
            ++levels[depth - 1].count;
            skipSpace();
        }
        // Behind a value, or where none was.
        while (isAt(levels[depth - 1].isObject ? '}' : ']')) {
            endLevel(levels[--depth]);
            skipSpace();
            if (depth == 0) {
                if (m_at != m_end)
                    return false;
                add('r', 0);
                m_words[0] = JsonTape::wordOf('r', placeOf(m_word));
                return true;
            }
            ++levels[depth - 1].count;
        }
        if (!isAt(','))
            return false;
        ++m_at;
        skipSpace();
        if (levels[depth - 1].isObject && !writeName())
            return false;
    }
}

inline void TapeWriter::skipSpace()
{
    if (isAtEnd() || static_cast<unsigned char>(here()) > ' ')
        return;
    while (!isAtEnd()) {
        const __m512i bytes = widestLanesAt(m_at);
        const std::uint64_t blanks = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(' '));
        const std::uint64_t lineEnds = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\n')) |
                                       _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\r'));
        const std::uint64_t tabs = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\t'));
        const std::uint64_t space = blanks | lineEnds | tabs;
        if (~space != 0) {
            m_at = std::min(m_at + std::countr_zero(~space), m_end);
            return;
        }
        m_at += kWidestLanes;
    }
    m_at = m_end;
}

inline bool TapeWriter::writeName()
{
    if (!isAt('"') || !writeText())
        return false;
    skipSpace();
    if (!isAt(':'))
        return false;
    ++m_at;
    skipSpace();
    return true;
}

inline bool TapeWriter::writeScalar()
{
    switch (here()) {
    case '"':
        return writeText();
    case 't':
        return writeWord("true");
    case 'f':
        return writeWord("false");
    case 'n':
        return writeWord("null");
    default:
        return writeNumber();
    }
}

inline bool TapeWriter::writeText()
{
    const char* from = m_at + 1;
    char* to = m_text + sizeof(std::uint32_t);
    add('"', static_cast<std::uint64_t>(m_text - m_texts));
    std::uint64_t carried = 0;
    while (from < m_end) {
        const __m512i bytes = widestLanesAt(from);
        const std::uint64_t backslashes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\'));
        const std::uint64_t quotes = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"'));
        const std::uint64_t controls = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(' '));
        if ((backslashes | carried) == 0) {
            _mm512_storeu_si512(to, bytes);
            const std::uint64_t stops = quotes | controls;
            const int count = std::countr_zero(stops);
            from += count;
            to += count;
            if (stops != 0)
                return *from == '"' && endText(from, to);
            continue;
        }
        // Escapes in the middle of texts cannot be foreseen, so that going from one to the next costs more
        // than doing all of a block.
        const EscapeBits bits(backslashes, carried);
        const __m512i meant = _mm512_permutex2var_epi8(widestLanesAt(kEscapes.meant.data()), bytes,
                                                       widestLanesAt(kEscapes.meant.data() + kWidestLanes));
        // The table is asked by seven bits: a byte beyond ASCII would find what another one means.
        const std::uint64_t others = _mm512_mask_testn_epi8_mask(bits.escaped, meant, meant) |
                                     (bits.escaped & _mm512_movepi8_mask(bytes));
        const __m512i decoded = _mm512_mask_mov_epi8(bytes, bits.escaped, meant);
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(~bits.escaping, decoded));
        const std::uint64_t stops = (quotes & ~bits.escaped) | controls | others;
        const int count = std::countr_zero(stops);
        from += count;
        to += std::popcount(~bits.escaping & firstBits(static_cast<std::size_t>(count)));
        carried = bits.escaping >> (kWidestLanes - 1);
        if (stops == 0)
            continue;
        const std::uint64_t stop = stops & (~stops + 1);
        if ((stop & others) == 0)
            return *from == '"' && endText(from, to);
        --from;
        if (from >= m_end || !decodeUnicodeEscapes(from, m_end, to))
            return false;
        carried = 0;
    }
    return false;
}

/// At the quotation mark behind a text.
inline bool TapeWriter::endText(const char* from, char* to)
{
    const auto length = static_cast<std::uint32_t>(to - m_text) - std::uint32_t{sizeof(std::uint32_t)};
    std::memcpy(m_text, &length, sizeof length);
    *to = '\0';
    m_text = to + 1;
    m_at = from + 1;
    return from < m_end;
}

/// true, false or null; what stands behind it is looked at next.
bool TapeWriter::writeWord(std::string_view word)
{
    if (!std::string_view(m_at, static_cast<std::size_t>(m_end - m_at)).starts_with(word))
        return false;
    add(word.front(), 0);
    m_at += word.size();
    return true;
}

std::uint64_t TapeWriter::takeDigits()
{
    std::uint64_t value = 0;
    for (; !isAtEnd() && here() >= '0' && here() <= '9'; ++m_at)
        value = value * 10 + static_cast<std::uint64_t>(here() - '0');
    return value;
}

bool TapeWriter::writeNumber()
{
    const char* const begin = m_at;
    const bool isNegative = here() == '-';
    m_at += isNegative ? 1 : 0;
    const char* const whole = m_at;
    const std::uint64_t value = takeDigits();
    const std::ptrdiff_t digits = m_at - whole;
    if (digits == 0 || (digits > 1 && *whole == '0'))
        return false;
    if (here() == '.' || here() == 'e' || here() == 'E')
        return writeReal(begin);
    if (digits > kSafeDigits || (isNegative && value == 0))
        return false;
    add('l', 0);
    *m_word++ = isNegative ? 0 - value : value;
    return true;
}

/// At the point or the exponent of a number.
bool TapeWriter::writeReal(const char* begin)
{
    const auto hasDigits = [this] {
        const char* const first = m_at;
        takeDigits();
        return m_at != first;
    };
    if (here() == '.') {
        ++m_at;
        if (!hasDigits())
            return false;
    }
    if (here() == 'e' || here() == 'E') {
        ++m_at;
        m_at += here() == '+' || here() == '-' ? 1 : 0;
        if (!hasDigits())
            return false;
    }
    double value = 0;
    if (m_at > m_end || std::from_chars(begin, m_at, value).ec != std::errc())
        return false;
    add('d', 0);
    *m_word++ = std::bit_cast<std::uint64_t>(value);
    return true;
}

void TapeWriter::endLevel(const Level& level)
{
    constexpr std::uint32_t kMostCounted = 0xFF'FFFF;
    add(level.isObject ? '}' : ']', placeOf(level.word));
    const std::uint64_t count = std::min(level.count, kMostCounted);
    *level.word = JsonTape::wordOf(level.isObject ? '{' : '[', placeOf(m_word) | count << 32U);
    ++m_at;
}

} // namespace

bool canWriteTape()
{
    static const bool can =
        hasWidestLanes() && __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("bmi") != 0;
    return can;
}

bool writeTape(std::string_view utf8, std::uint64_t* words, char* texts)
{
    return TapeWriter(utf8, words, texts).write();
}

#else

bool canWriteTape()
{
    return false;
}

bool writeTape(std::string_view, std::uint64_t*, char*)
{
    return false;
}

#endif

} // namespace duologue
