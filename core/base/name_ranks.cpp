// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_ranks.h"

#include "core/base/natural_key.h"
#include "core/base/parallel.h"
#include "core/base/radix_sort.h"
#include "core/base/text.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>

namespace duologue {

namespace {

/// Shorter runs are compared name by name.
constexpr std::size_t kShortRun = 12;
/// From here on a radix sort is faster than std::sort.
constexpr std::size_t kLongRun = 4096;
constexpr std::size_t kGrain = 32768;
/// Items whose names are in the nearest caches together.
constexpr std::size_t kBlock = 256;
/// Items between the one that is read and the one that is fetched.
constexpr std::size_t kAhead = 40;

/// Without values of its own: a million are written by all cores, not by one first.
struct Item {
    /// The next bytes of the name in an order that compares as numbers do.
    std::uint64_t key;
    std::uint32_t name;
    /// Bytes of the name that are in earlier keys, or in this one.
    std::uint32_t done;
};

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
        parallelFor(m_items.size(), kGrain, [this](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                m_items[i] = {0, static_cast<std::uint32_t>(i), 0};
        });
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

    /// Those with the same key as their neighbour, where their run begins in the part.
    static std::vector<std::span<Item>> tiesIn(std::span<Item> run, std::size_t part)
    {
        const auto isAsBefore = [&run](std::size_t i) { return run[i].key == run[i - 1].key; };
        std::vector<std::span<Item>> ties;
        const std::size_t partEnd = std::min((part + 1) * kGrain, run.size());
        std::size_t begin = part * kGrain;
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
        // Short runs, of which there are many, have one part.
        std::vector<std::vector<std::span<Item>>> tiesOfParts(partCount(run));
        parallelFor(tiesOfParts.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t part = first; part < last; ++part)
                tiesOfParts[part] = tiesIn(run, part);
        });
        std::vector<std::span<Item>> ties;
        for (const auto& ofPart : tiesOfParts)
            ties.insert(ties.end(), ofPart.begin(), ofPart.end());
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
        const auto done = std::make_unique_for_overwrite<std::uint32_t[]>(run.size());
        // What a few names have in common most often all have, and then each name is looked at once.
        std::optional<bool> moved = takeKeys(run, commonLength(someOf(run)), done.get());
        if (!moved)
            moved = takeKeys(run, commonLength(run), done.get());
        parallelFor(partCount(run), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first * kGrain; i < std::min(last * kGrain, run.size()); ++i)
                run[i].done = done[i];
        });
        return moved.value_or(false);
    }

    /// The next key of each item behind `skipped` bytes that all have in common, and how many bytes are done
    /// then. Whether that tells anything; none where they do not have them in common.
    std::optional<bool> takeKeys(std::span<Item> run, std::size_t skipped, std::uint32_t* done) const
    {
        const std::string_view common = nameOf(run.front()).substr(run.front().done, skipped);
        std::atomic<bool> isCommon{true};
        std::atomic<bool> anyMoved{false};
        parallelFor(partCount(run), 1, [&](std::size_t first, std::size_t last) {
            bool moved = false;
            const std::size_t end = std::min(last * kGrain, run.size());
            for (std::size_t begin = first * kGrain; begin < end && isCommon; begin += kBlock) {
                const std::size_t blockEnd = std::min(begin + kBlock, end);
                bool allHave = true;
                for (std::size_t i = begin; i < blockEnd; ++i) {
                    fetchAhead(run, i);
                    allHave = allHave && nameOf(run[i]).substr(run[i].done).starts_with(common);
                }
                if (!allHave) {
                    isCommon = false;
                    break;
                }
                for (std::size_t i = begin; i < blockEnd; ++i) {
                    done[i] = run[i].done + static_cast<std::uint32_t>(skipped);
                    run[i].key = naturalKey(nameOf(run[i]), done[i]);
                    moved = moved || done[i] != run[i].done;
                }
            }
            if (moved)
                anyMoved = true;
        });
        return isCommon ? std::optional<bool>(anyMoved) : std::nullopt;
    }

    static std::vector<Item> someOf(std::span<const Item> run)
    {
        constexpr std::size_t kSome = 16;
        std::vector<Item> some;
        for (std::size_t i = 0; i < std::min(kSome, run.size()); ++i)
            some.push_back(run[i * run.size() / kSome]);
        return some;
    }

    /// Names lie anywhere in memory: what comes soon is fetched while this one is read.
    void fetchAhead(std::span<const Item> items, std::size_t at) const
    {
        if (at + kAhead < items.size())
            __builtin_prefetch(nameOf(items[at + kAhead]).data() + items[at + kAhead].done);
    }

    static std::size_t partCount(std::span<const Item> run) { return (run.size() + kGrain - 1) / kGrain; }
    template<typename Items>
    static Items partOf(Items run, std::size_t part)
    {
        return run.subspan(part * kGrain, std::min(kGrain, run.size() - part * kGrain));
    }

    /// Bytes that follow in all names of the run, without digits at their end: they may be part of a number.
    std::size_t commonLength(std::span<const Item> run) const
    {
        const std::string_view first = nameOf(run.front()).substr(run.front().done);
        std::vector<std::size_t> lengths(run.size() / kGrain + 1, first.size());
        parallelFor(lengths.size(), 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t part = begin; part < end; ++part) {
                std::size_t common = lengths[part];
                const std::span<const Item> items = partOf(run, part);
                for (std::size_t i = 0; i < items.size(); ++i) {
                    fetchAhead(items, i);
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
