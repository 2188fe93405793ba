// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/tape_writer.h"

#include "core/base/padded_bytes.h"
#include "core/base/simd/wide_lanes.h"
#include "core/json/escaped_text.h"
#include "core/json/json_block.h"
#include "core/json/json_number.h"
#include "core/json/json_tape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace duologue {

#if defined(DUOLOGUE_WIDE_LANES)

namespace {

/// Goes over a record once, never back. What stands behind the record, which may be another one, is read now
/// and then but never taken for a part of it. All of it becomes one function, and what it calls takes and
/// returns values: so its places stay in registers, which saves an eighth where texts are short.
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

    [[gnu::target("avx512bw,bmi,bmi2"), gnu::always_inline]] inline bool write();

private:
    /// An object or array that has not ended.
    struct Level {
        std::uint64_t* word;
        std::uint32_t count;
        bool isObject;
    };

    static_assert(kTapeRoom >= kWidestLanes && PaddedBytes::kPadding >= kWidestLanes);

    static constexpr std::size_t kLevels = 64;

    char here() const { return *m_at; }
    bool isAtEnd() const { return m_at >= m_end; }
    bool isAt(char c) const { return !isAtEnd() && *m_at == c; }
    void add(char type, std::uint64_t value) { *m_word++ = JsonTape::wordOf(type, value); }
    std::uint64_t placeOf(const std::uint64_t* word) const
    {
        return static_cast<std::uint64_t>(word - m_words);
    }

    [[gnu::target("avx512bw,bmi,bmi2"), gnu::always_inline]] inline void skipSpace();
    [[gnu::target("avx512bw,bmi,bmi2"), gnu::always_inline]] inline bool writeName();
    [[gnu::target("avx512bw,bmi,bmi2"), gnu::always_inline]] inline bool writeScalar();
    [[gnu::target("avx512bw,bmi,bmi2"), gnu::always_inline]] inline bool writeText();
    [[gnu::target("avx512bw,bmi,bmi2"), gnu::always_inline]] inline bool writeLongText(const char* from,
                                                                                       char* to);
    [[gnu::always_inline]] inline bool writeEscapedText(const char* from, char* to);
    [[gnu::always_inline]] inline bool endText(const char* from, char* to);
    [[gnu::always_inline]] inline bool writeWord(std::string_view word);
    [[gnu::always_inline]] inline bool writeNumber();
    /// The innermost one, which ends here.
    [[gnu::always_inline]] inline void endLevel(const Level& level);

    const char* m_at;
    const char* const m_end;
    std::uint64_t* const m_words;
    char* const m_texts;
    std::uint64_t* m_word;
    char* m_text;
    JsonBlock m_block;
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

void TapeWriter::skipSpace()
{
    const auto isSpace = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
    if (isAtEnd() || !isSpace(here()))
        return;
    // One blank, as most writers put it, is passed without asking what else there is.
    if (here() == ' ' && !isSpace(m_at[1])) {
        ++m_at;
        return;
    }
    while (!isAtEnd()) {
        m_block.reach(m_at);
        const std::uint64_t others = m_block.othersFrom(m_at);
        if (others != 0) {
            m_at = std::min(m_at + std::countr_zero(others), m_end);
            return;
        }
        m_at = m_block.end();
    }
    m_at = m_end;
}

bool TapeWriter::writeName()
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

bool TapeWriter::writeScalar()
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

bool TapeWriter::writeText()
{
    const char* const from = m_at + 1;
    char* const to = m_text + sizeof(std::uint32_t);
    add('"', static_cast<std::uint64_t>(m_text - m_texts));
    m_block.reach(from);
    const std::uint64_t stops = m_block.textStopsFrom(from);
    _mm512_storeu_si512(to, widestLanesAt(from));
    if (stops == 0)
        return writeLongText(from, to);
    const int count = std::countr_zero(stops);
    if (from[count] == '"')
        return endText(from + count, to + count);
    return from[count] == '\\' && writeEscapedText(from, to);
}

bool TapeWriter::writeLongText(const char* from, char* to)
{
    while (from < m_end) {
        const __m512i bytes = widestLanesAt(from);
        if (_mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')) != 0)
            return writeEscapedText(from, to);
        _mm512_storeu_si512(to, bytes);
        const std::uint64_t stops = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')) |
                                    _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(' '));
        if (stops != 0) {
            const int count = std::countr_zero(stops);
            return from[count] == '"' && endText(from + count, to + count);
        }
        from += kWidestLanes;
        to += kWidestLanes;
    }
    return false;
}

bool TapeWriter::writeEscapedText(const char* from, char* to)
{
    const TextEnd end = decodeText(from, m_end, to);
    return end.from != nullptr && endText(end.from, end.to);
}

/// At the quotation mark behind a text.
bool TapeWriter::endText(const char* from, char* to)
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

bool TapeWriter::writeNumber()
{
    const JsonNumber number = readNumber(m_at, m_end);
    add(number.type, 0);
    *m_word++ = number.bits;
    m_at = number.behind;
    return number.behind != nullptr;
}

void TapeWriter::endLevel(const Level& level)
{
    constexpr std::uint32_t kMostCounted = 0xFF'FFFF;
    add(level.isObject ? '}' : ']', placeOf(level.word));
    const std::uint64_t count = std::min(level.count, kMostCounted);
    *level.word = JsonTape::wordOf(level.isObject ? '{' : '[', placeOf(m_word) | count << 32U);
    ++m_at;
}

[[gnu::target("avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")]] bool
writeByLanes(std::string_view utf8, std::uint64_t* words, char* texts)
{
    return TapeWriter(utf8, words, texts).write();
}

} // namespace

bool canWriteTape()
{
    static const bool can = hasWidestLanes() && __builtin_cpu_supports("avx512vbmi2") != 0 &&
                            __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
    return can;
}

bool writeTape(std::string_view utf8, std::uint64_t* words, char* texts)
{
    return writeByLanes(utf8, words, texts);
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
