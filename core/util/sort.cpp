// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/sort.h"

#include "core/util/parallel.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>

namespace duologue {

/// Encodes the next part of a name, from byte `done` on, in `bits` bits. Two such keys compare as numbers in
/// the order in which compareNatural() compares the names. Advances `done` by the bytes that are encoded. A
/// character takes eight bits. A run of digits is encoded as '0' + the count of its digits without leading
/// zeros, and four bits for each digit. A key may end within a run: the rest compares as a run of its own
/// among names whose keys have been equal so far.
std::uint64_t naturalKey(std::string_view name, std::uint32_t& done, unsigned bits);

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

namespace {

/// Shorter runs are compared name by name.
constexpr std::size_t kShortRun = 12;
/// From here on a radix sort is faster than std::sort.
constexpr std::size_t kLongRun = 4096;
constexpr std::size_t kRanksAtOnce = 32768;
/// How many items ahead of the current one are prefetched.
constexpr std::size_t kAhead = 40;

/// Has no default values, so that a million items are first written by all cores.
struct Item {
    /// naturalKey() of the next bytes of the name.
    std::uint64_t key;
    std::uint32_t name;
    /// How many bytes of the name are in earlier keys and in this one.
    std::uint32_t done;
};

/// Whether a name is before, among or after the names that begin with a prefix: the highest two bits of its
/// key.
enum class Side : std::uint8_t { Before, With, After };
constexpr unsigned kKeyBits = 62;

class NameSort {
public:
    NameSort(std::span<const std::string_view> names, const Job& job)
        : m_names(names),
          m_memory(std::make_unique_for_overwrite<Item[]>(names.size())),
          m_items(m_memory.get(), names.size()),
          m_job(job)
    {
    }

    std::vector<std::uint32_t> ranks()
    {
        parallelFor(m_items.size(), kRanksAtOnce, [this](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                m_items[i] = {0, static_cast<std::uint32_t>(i), 0};
        });
        sort(m_items);
        return ranksOfSorted();
    }

private:
    std::string_view nameOf(const Item& item) const { return m_names[item.name]; }

    /// On all cores: first counts the distinct names of each part, so that each part knows its first rank.
    std::vector<std::uint32_t> ranksOfSorted()
    {
        std::vector<std::uint32_t> begun(m_items.size() / kRanksAtOnce + 1);
        parallelFor(begun.size(), 1, [&](std::size_t part, std::size_t) {
            const std::size_t begin = part * kRanksAtOnce;
            for (std::size_t i = begin; i < std::min(begin + kRanksAtOnce, m_items.size()); ++i) {
                // Equal names have equal keys and equal bytes.
                const bool isNew = i == 0 || m_items[i].key != m_items[i - 1].key ||
                                   nameOf(m_items[i]) != nameOf(m_items[i - 1]);
                m_items[i].done = isNew ? 1 : 0;
                begun[part] += m_items[i].done;
            }
        });
        std::exclusive_scan(begun.begin(), begun.end(), begun.begin(), 0U);
        std::vector<std::uint32_t> ranks(m_names.size());
        parallelFor(begun.size(), 1, [&](std::size_t part, std::size_t) {
            std::uint32_t next = begun[part];
            for (const Item& item : partOf(m_items, part)) {
                next += item.done;
                ranks[item.name] = next - 1;
            }
        });
        return ranks;
    }

    /// Sorts items whose names have been equal so far.
    void sort(std::span<Item> run) const
    {
        if (run.size() < 2 || m_job.stopRequested())
            return;
        if (run.size() < kShortRun || !takeKeys(run)) {
            compareWhole(run);
            return;
        }
        if (run.size() < kLongRun)
            std::sort(run.begin(), run.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
        else
            radixSort(run, [](const Item& item) { return item.key; });
        sortTies(run);
    }

    /// The runs of equal keys that begin in a part.
    static std::vector<std::span<Item>> tiesIn(std::span<Item> run, std::size_t part)
    {
        const auto isAsBefore = [&run](std::size_t i) { return run[i].key == run[i - 1].key; };
        std::vector<std::span<Item>> ties;
        const std::size_t partEnd = std::min((part + 1) * kRanksAtOnce, run.size());
        std::size_t begin = part * kRanksAtOnce;
        while (begin > 0 && begin < partEnd && isAsBefore(begin))
            ++begin;
        while (begin < partEnd) {
            std::size_t end = begin + 1;
            while (end < run.size() && isAsBefore(end))
                ++end;
            if (end - begin > 1)
                ties.push_back(run.subspan(begin, end - begin));
            begin = end;
        }
        return ties;
    }

    void sortTies(std::span<Item> run) const
    {
        // Most runs are short and have one part.
        std::vector<std::vector<std::span<Item>>> tiesOfParts(partCount(run));
        parallelFor(tiesOfParts.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t part = first; part < last; ++part)
                tiesOfParts[part] = tiesIn(run, part);
        });
        std::vector<std::span<Item>> ties;
        for (const auto& ofPart : tiesOfParts)
            ties.insert(ties.end(), ofPart.begin(), ofPart.end());
        const std::size_t grain =
            std::max<std::size_t>(1, ties.size() * kRanksAtOnce / std::max(kRanksAtOnce, run.size()));
        parallelFor(ties.size(), grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                sort(ties[i]);
        });
    }

    void compareWhole(std::span<Item> run) const
    {
        std::sort(run.begin(), run.end(),
                  [&](const Item& a, const Item& b) { return compareNatural(nameOf(a), nameOf(b)) < 0; });
    }

    /// Gives each item its next key; false if these keys do not distinguish any names.
    bool takeKeys(std::span<Item> run) const
    {
        const auto done = std::make_unique_for_overwrite<std::uint32_t[]>(run.size());
        const std::string_view prefix = prefixOfMost(run);
        std::optional<bool> moved = takeKeys(run, prefix, done.get());
        if (!moved)
            moved = takeKeys(run, prefix.substr(0, firstDigit(prefix)), done.get());
        parallelFor(partCount(run), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first * kRanksAtOnce; i < std::min(last * kRanksAtOnce, run.size()); ++i)
                run[i].done = done[i];
        });
        return moved.value_or(false);
    }

    /// Computes the next key of each item, after the prefix if the name has it, and its new `done`. Returns
    /// whether any `done` has changed. Empty if the prefix has digits and some name does not begin with it:
    /// the name may still be equal to it by value.
    std::optional<bool> takeKeys(std::span<Item> run, std::string_view prefix, std::uint32_t* done) const
    {
        const bool allMustHave = firstDigit(prefix) < prefix.size();
        std::atomic<bool> areTaken{true};
        std::atomic<bool> anyMoved{false};
        parallelFor(partCount(run), 1, [&](std::size_t first, std::size_t last) {
            bool moved = false;
            const std::size_t end = std::min(last * kRanksAtOnce, run.size());
            for (std::size_t i = first * kRanksAtOnce; i < end && areTaken; ++i) {
                fetchAhead(run, i);
                const std::string_view rest = nameOf(run[i]).substr(run[i].done);
                const bool has = rest.starts_with(prefix);
                if (allMustHave && !has)
                    areTaken = false;
                const Side side = has ? Side::With : sideOf(rest, prefix);
                done[i] = run[i].done + (side == Side::With ? static_cast<std::uint32_t>(prefix.size()) : 0);
                run[i].key = static_cast<std::uint64_t>(side) << kKeyBits |
                             naturalKey(nameOf(run[i]), done[i], kKeyBits);
                moved = moved || done[i] != run[i].done;
            }
            if (moved)
                anyMoved = true;
        });
        return areTaken ? std::optional<bool>(anyMoved) : std::nullopt;
    }

    /// `prefix` has no digits.
    static Side sideOf(std::string_view name, std::string_view prefix)
    {
        for (std::size_t i = 0; i < prefix.size(); ++i) {
            if (i == name.size())
                return Side::Before;
            const auto byte = static_cast<unsigned char>(lowerAscii(name[i]));
            const auto wanted = static_cast<unsigned char>(lowerAscii(prefix[i]));
            if (byte != wanted)
                return byte < wanted ? Side::Before : Side::After;
        }
        return Side::With;
    }

    /// The longest prefix that more than half of a few sampled names share, after the bytes that are done. It
    /// does not end with digits, which may be part of a longer number.
    std::string_view prefixOfMost(std::span<const Item> run) const
    {
        constexpr std::size_t kFewNames = 16;
        constexpr std::size_t kMost = kFewNames / 2;
        std::array<std::string_view, kFewNames> few;
        for (std::size_t i = 0; i < kFewNames; ++i) {
            const Item& item = run[i * run.size() / kFewNames];
            few[i] = nameOf(item).substr(item.done);
        }
        std::sort(few.begin(), few.end());
        std::string_view prefix;
        for (std::size_t i = 0; i + kMost < kFewNames; ++i) {
            const auto differing =
                std::mismatch(few[i].begin(), few[i].end(), few[i + kMost].begin(), few[i + kMost].end());
            const auto length = static_cast<std::size_t>(differing.first - few[i].begin());
            if (length > prefix.size())
                prefix = few[i].substr(0, length);
        }
        while (!prefix.empty() && isDigit(prefix.back()))
            prefix.remove_suffix(1);
        return prefix;
    }

    static std::size_t firstDigit(std::string_view text)
    {
        return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), isDigit) - text.begin());
    }

    /// Names are anywhere in memory, so one that is needed soon is prefetched.
    void fetchAhead(std::span<const Item> items, std::size_t at) const
    {
        if (at + kAhead < items.size())
            __builtin_prefetch(nameOf(items[at + kAhead]).data() + items[at + kAhead].done);
    }

    static std::size_t partCount(std::span<const Item> run)
    {
        return (run.size() + kRanksAtOnce - 1) / kRanksAtOnce;
    }
    template<typename Items>
    static Items partOf(Items run, std::size_t part)
    {
        return run.subspan(part * kRanksAtOnce, std::min(kRanksAtOnce, run.size() - part * kRanksAtOnce));
    }

    std::span<const std::string_view> m_names;
    std::unique_ptr<Item[]> m_memory;
    std::span<Item> m_items;
    const Job& m_job;
};

} // namespace

std::vector<std::uint32_t> nameRanks(std::span<const std::string_view> names, const Job& job)
{
    return NameSort(names, job).ranks();
}

} // namespace duologue
