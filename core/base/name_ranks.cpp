// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_ranks.h"

#include "core/base/parallel.h"
#include "core/base/radix_sort.h"
#include "core/base/text.h"

#include <algorithm>
#include <numeric>

namespace duologue {

namespace {

/// Shorter runs are compared name by name.
constexpr std::size_t kShortRun = 12;
/// From here on a radix sort is faster than std::sort.
constexpr std::size_t kLongRun = 4096;
constexpr std::size_t kGrain = 32768;
/// Items between the one that is read and the one that is fetched.
constexpr std::size_t kAhead = 12;

struct Item {
    /// The next bytes of the name in an order that compares as numbers do.
    std::uint64_t key = 0;
    std::uint32_t name = 0;
    /// Bytes of the name that are in earlier keys, or in this one.
    std::uint32_t done = 0;
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Puts 64 bits together, so that numbers compare as compareNatural() compares names. A character has eight;
/// a run of digits has how many it is without leading zeros, in the place that the ten digits have among the
/// characters, and four for each of them. What is left of a run whose beginning was the same orders as a run
/// of its own, so a key may end within one.
class KeyWriter {
public:
    /// `done` bytes of the name are behind it already; advances it.
    static std::uint64_t key(std::string_view name, std::uint32_t& done)
    {
        KeyWriter writer;
        std::size_t at = done;
        while (writer.m_room >= kCharacter && at < name.size()) {
            if (isDigit(name[at])) {
                if (!writer.addNumber(name, at))
                    break;
                continue;
            }
            const char c = name[at++];
            writer.add(static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c), kCharacter);
        }
        done = static_cast<std::uint32_t>(at);
        return writer.m_key;
    }

private:
    static constexpr unsigned kCharacter = 8;
    static constexpr unsigned kDigit = 4;

    void add(unsigned value, unsigned bits)
    {
        m_room -= bits;
        m_key |= std::uint64_t{value} << m_room;
    }

    /// False where the key ends within the number.
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
        add('0' + static_cast<unsigned>(std::min(count, kMostShort + 1)), kCharacter);
        if (count > kMostShort) {
            if (m_room < kCharacter)
                return false;
            add(static_cast<unsigned>(std::min(count, kMostDigits)), kCharacter);
            if (count >= kMostDigits)
                return false;
        }
        for (; m_room >= kDigit && begin < end; ++begin)
            add(static_cast<unsigned>(name[begin] - '0'), kDigit);
        at = begin;
        return begin == end;
    }

    std::uint64_t m_key = 0;
    unsigned m_room = 64;
};

class NameSort {
public:
    NameSort(std::span<const std::string_view> names, const Job& job)
        : m_names(names), m_items(names.size()), m_job(job)
    {
    }

    std::vector<std::uint32_t> ranks()
    {
        for (std::size_t i = 0; i < m_items.size(); ++i)
            m_items[i].name = static_cast<std::uint32_t>(i);
        sort(m_items);
        return ranksOfSorted();
    }

private:
    std::string_view nameOf(const Item& item) const { return m_names[item.name]; }

    /// On all cores: each part says how many names begin in it, and so from where the next one counts.
    std::vector<std::uint32_t> ranksOfSorted()
    {
        std::vector<std::uint32_t> begun(m_items.size() / kGrain + 1);
        parallelFor(begun.size(), 1, [&](std::size_t part, std::size_t) {
            const std::size_t begin = part * kGrain;
            for (std::size_t i = begin; i < std::min(begin + kGrain, m_items.size()); ++i) {
                // Names that are equal are so byte by byte, and only names of equal keys are.
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

    /// Items whose names have been the same so far.
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

    void sortTies(std::span<Item> run) const
    {
        std::vector<std::span<Item>> ties;
        for (std::size_t begin = 0; begin < run.size();) {
            std::size_t end = begin + 1;
            while (end < run.size() && run[end].key == run[begin].key)
                ++end;
            if (end - begin > 1)
                ties.push_back(run.subspan(begin, end - begin));
            begin = end;
        }
        const std::size_t grain =
            std::max<std::size_t>(1, ties.size() * kGrain / std::max(kGrain, run.size()));
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

    /// Gives each item its next key; false where that tells nothing.
    bool takeKeys(std::span<Item> run) const
    {
        const std::size_t skipped = commonLength(run);
        std::vector<char> moved(run.size() / kGrain + 1);
        parallelFor(moved.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t part = begin; part < end; ++part) {
                const std::span<Item> items = partOf(run, part);
                bool anyMoved = false;
                for (std::size_t i = 0; i < items.size(); ++i) {
                    fetchAhead(items, i, skipped);
                    Item& item = items[i];
                    const std::uint32_t before = item.done;
                    item.done += static_cast<std::uint32_t>(skipped);
                    item.key = KeyWriter::key(nameOf(item), item.done);
                    anyMoved = anyMoved || item.done != before;
                }
                moved[part] = static_cast<char>(anyMoved);
            }
        });
        return std::find(moved.begin(), moved.end(), 1) != moved.end();
    }

    /// Names lie anywhere in memory: what comes soon is fetched while this one is read.
    void fetchAhead(std::span<const Item> items, std::size_t at, std::size_t skipped) const
    {
        if (at + kAhead < items.size())
            __builtin_prefetch(nameOf(items[at + kAhead]).data() + items[at + kAhead].done + skipped);
    }

    static std::span<Item> partOf(std::span<Item> run, std::size_t part)
    {
        return run.subspan(part * kGrain, std::min(kGrain, run.size() - part * kGrain));
    }

    /// Bytes that follow in all names of the run, without digits at their end: they may be part of a number.
    std::size_t commonLength(std::span<Item> run) const
    {
        const std::string_view first = nameOf(run.front()).substr(run.front().done);
        std::vector<std::size_t> lengths(run.size() / kGrain + 1, first.size());
        parallelFor(lengths.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t part = begin; part < end; ++part) {
                std::size_t common = lengths[part];
                const std::span<Item> items = partOf(run, part);
                for (std::size_t i = 0; i < items.size(); ++i) {
                    fetchAhead(items, i, 0);
                    const std::string_view name = nameOf(items[i]).substr(items[i].done);
                    if (name.substr(0, common) == first.substr(0, common))
                        continue;
                    common = std::min(common, name.size());
                    const auto differing = std::mismatch(
                        name.begin(), name.begin() + static_cast<std::ptrdiff_t>(common), first.begin());
                    common = static_cast<std::size_t>(differing.first - name.begin());
                }
                lengths[part] = common;
            }
        });
        std::size_t common = *std::min_element(lengths.begin(), lengths.end());
        while (common > 0 && isDigit(first[common - 1]))
            --common;
        return common;
    }

    std::span<const std::string_view> m_names;
    std::vector<Item> m_items;
    const Job& m_job;
};

} // namespace

std::vector<std::uint32_t> nameRanks(std::span<const std::string_view> names, const Job& job)
{
    return NameSort(names, job).ranks();
}

} // namespace duologue
