// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/natural_key.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace duologue {

namespace {

/// Eight bytes of a name, split into characters and digits without a branch for each byte. Such branches
/// would be unpredictable.
class NameWord {
public:
    static constexpr std::size_t kBytes = 8;

    explicit NameWord(const char* name)
    {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, name, kBytes);
        // The first byte is the highest one.
        m_bytes = std::endian::native == std::endian::little ? __builtin_bswap64(bytes) : bytes;
        const std::uint64_t digits = within(m_bytes, '0', '9');
        m_characters = static_cast<unsigned>(std::countl_zero(digits)) / 8;
        // From the first digit on. The zeros that are shifted in are not digits.
        m_rest = behind(m_bytes, m_characters);
        const std::uint64_t rest = behind(digits, m_characters);
        m_run = static_cast<unsigned>(std::countl_one(rest | (rest - (rest >> 7U)))) / 8;
        m_zeros = std::min(static_cast<unsigned>(std::countl_zero(m_rest ^ kEach * '0')) / 8, m_run);
    }

    /// All bytes are digits; the run may go on after the word.
    bool isNumber() const { return m_run == kBytes; }
    /// The count of bytes before the first digit.
    unsigned characters() const { return m_characters; }
    /// The first `count` characters in lower case; the first one is the highest byte.
    std::uint64_t lowered(unsigned count) const
    {
        return first(m_bytes | within(m_bytes, 'A', 'Z') >> 2U, count);
    }
    /// The characters are followed by digits, and these end within the word.
    bool hasNumber() const { return m_run > 0 && m_characters + m_run < kBytes; }
    unsigned zeros() const { return m_zeros; }
    /// The count of digits without leading zeros.
    unsigned digits() const { return m_run - m_zeros; }
    /// These digits, four bits each.
    std::uint64_t number() const
    {
        std::uint64_t value = first(behind(m_rest, m_zeros), digits()) & kEach * 0x0F;
        value = (value | value >> 4U) & 0x00FF'00FF'00FF'00FFU;
        value = (value | value >> 8U) & 0x0000'FFFF'0000'FFFFU;
        return (value | value >> 16U) & 0xFFFF'FFFFU;
    }

private:
    static constexpr std::uint64_t kEach = 0x0101'0101'0101'0101U;

    /// Sets the highest bit of each byte from `low` to `high`, which are ASCII.
    static std::uint64_t within(std::uint64_t bytes, unsigned low, unsigned high)
    {
        const std::uint64_t ascii = bytes & kEach * 0x7F;
        return (ascii + kEach * (0x80 - low)) & ~(ascii + kEach * (0x7F - high)) & ~bytes & kEach * 0x80;
    }
    // Two shifts, because a single shift by 64 bits is undefined.
    static std::uint64_t first(std::uint64_t bytes, unsigned count)
    {
        return bytes >> (7 * (kBytes - count)) >> (kBytes - count);
    }
    static std::uint64_t behind(std::uint64_t bytes, unsigned count) { return bytes << (7 * count) << count; }

    std::uint64_t m_bytes = 0;
    std::uint64_t m_rest = 0;
    unsigned m_characters = 0;
    unsigned m_run = 0;
    unsigned m_zeros = 0;
};

/// Writes a key from its highest bits down.
class KeyWriter {
public:
    static std::uint64_t key(std::string_view name, std::uint32_t& done, unsigned bits)
    {
        KeyWriter writer(bits);
        std::size_t at = done;
        while (writer.m_room >= kCharacter && at < name.size()) {
            if (name.size() - at >= NameWord::kBytes) {
                if (const NameWord word(name.data() + at); !word.isNumber()) {
                    if (!writer.addWord(word, at))
                        break;
                    continue;
                }
            }
            if (isDigit(name[at])) {
                if (!writer.addNumber(name, at))
                    break;
                continue;
            }
            const char c = name[at++];
            writer.addBits(static_cast<unsigned char>(lowerAscii(c)), kCharacter);
        }
        done = static_cast<std::uint32_t>(at);
        return writer.m_key;
    }

private:
    explicit KeyWriter(unsigned bits) : m_room(bits) {}

    static constexpr unsigned kCharacter = 8;
    static constexpr unsigned kDigit = 4;

    /// Appends the lowest `bits` bits of `value`.
    void addBits(std::uint64_t value, unsigned bits)
    {
        m_room -= bits;
        m_key |= value << (m_room & 63U);
    }

    /// Appends the characters of a word and the number after them if it ends within the word. Any other
    /// number is left for the next word. False if the key is full before the number ends.
    bool addWord(const NameWord& word, std::size_t& at)
    {
        const unsigned characters = std::min(word.characters(), m_room / kCharacter);
        addBits(word.lowered(characters), characters * kCharacter);
        at += characters;
        if (characters < word.characters() || !word.hasNumber() || m_room < kCharacter)
            return true;
        const unsigned count = word.digits();
        addBits('0' + count, kCharacter);
        const unsigned fitting = std::min(count, m_room / kDigit);
        addBits(word.number() >> (kDigit * (count - fitting)), kDigit * fitting);
        at += word.zeros() + fitting;
        return fitting == count;
    }

    /// False if the key is full before the number ends.
    bool addNumber(std::string_view name, std::size_t& at)
    {
        constexpr std::size_t kMostShort = 8;
        constexpr std::size_t kMostDigits = 255;
        std::size_t begin = at;
        while (begin < name.size() && name[begin] == '0')
            ++begin;
        std::size_t end = begin;
        while (end < name.size() && isDigit(name[end]))
            ++end;
        const std::size_t count = end - begin;
        addBits('0' + static_cast<unsigned>(std::min(count, kMostShort + 1)), kCharacter);
        if (count > kMostShort) {
            if (m_room < kCharacter)
                return false;
            addBits(static_cast<unsigned>(std::min(count, kMostDigits)), kCharacter);
            if (count >= kMostDigits)
                return false;
        }
        for (; m_room >= kDigit && begin < end; ++begin)
            addBits(static_cast<unsigned>(name[begin] - '0'), kDigit);
        at = begin;
        return begin == end;
    }

    std::uint64_t m_key = 0;
    unsigned m_room;
};

} // namespace

std::uint64_t naturalKey(std::string_view name, std::uint32_t& done, unsigned bits)
{
    return KeyWriter::key(name, done, bits);
}

} // namespace duologue
