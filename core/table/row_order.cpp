// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/row_order.h"

#include "core/base/parallel.h"
#include "core/base/sort/radix_sort.h"
#include "core/table/field_scan.h"
#include "core/table/sort_keys.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <memory>
#include <utility>

namespace duologue {

namespace {

constexpr std::uint64_t kNoKey = SortKeys::kNone;

/// Its members have no initial values, so that a new array is first written by all cores, not by one.
struct KeyedRow {
    std::uint64_t key;
    Row row;
};

/// Sorts rows by their keys. Subtracts the smallest key and drops the low bits that are the same in all keys,
/// because short keys are sorted faster.
class KeyedRows {
public:
    KeyedRows(const RowOrder& rows, const SortKeys& keys, bool descending)
        : m_rows(rows),
          m_keys(keys),
          m_descending(descending),
          m_parts(std::clamp<std::size_t>(rows.size() / FieldScan::kPiece, 1, kMostParts))
    {
        forEachPart([this](Part& part) {
            for (std::size_t i = part.begin; i < part.end; ++i) {
                const std::uint64_t key = m_keys[m_rows[i]];
                part.keyed += key != kNoKey ? 1 : 0;
                part.lowest = std::min(part.lowest, key);
                part.highest = std::max(part.highest, key == kNoKey ? 0 : key);
            }
        });
        for (Part& part : m_parts) {
            part.firstKeyed = std::exchange(m_keyed, m_keyed + part.keyed);
            m_lowest = std::min(m_lowest, part.lowest);
            m_highest = std::max(m_highest, part.highest);
        }
        forEachPart([this](Part& part) {
            for (std::size_t i = part.begin; i < part.end; ++i) {
                const std::uint64_t key = m_keys[m_rows[i]];
                part.differing |= key == kNoKey ? 0 : key - m_lowest;
            }
        });
        std::uint64_t differing = m_keyed == 0 ? 0 : m_highest - m_lowest;
        for (const Part& part : m_parts)
            differing |= part.differing;
        m_unused = differing == 0 ? 0 : std::countr_zero(differing);
        m_used = differing >> m_unused;
    }

    /// By rising key, rows without a key last.
    RowOrder sorted() const
    {
        if (m_used < kFewKeys)
            return countingSorted();
        // Key and row fit into one number: half the bytes to move.
        if (m_used <= 0xFFFF'FFFFU) {
            return radixSorted<std::uint64_t>(
                [](std::uint64_t key, Row row) { return key << 32U | indexOf(row); },
                [](std::uint64_t item) { return item >> 32U; },
                [](std::uint64_t item) { return static_cast<Row>(item); });
        }
        return radixSorted<KeyedRow>(
            [](std::uint64_t key, Row row) {
                return KeyedRow{key, row};
            },
            [](const KeyedRow& item) { return item.key; }, [](const KeyedRow& item) { return item.row; });
    }

private:
    static constexpr std::size_t kMostParts = 16;
    /// Counting sort is used for fewer keys: their counters fit into a core's L1 cache.
    static constexpr std::uint64_t kFewKeys = 4096;

    /// Rows of [begin, end) of the given order.
    struct Part {
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t keyed = 0;
        std::size_t firstKeyed = 0;
        std::uint64_t lowest = kNoKey;
        std::uint64_t highest = 0;
        std::uint64_t differing = 0;
    };

    /// On all cores.
    template<typename Visit>
    void forEachPart(const Visit& visit)
    {
        parallelFor(m_parts.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                Part part = m_parts[i];
                part.begin = m_rows.size() * i / m_parts.size();
                part.end = m_rows.size() * (i + 1) / m_parts.size();
                visit(part);
                m_parts[i] = part;
            }
        });
    }

    std::uint64_t shortenedKey(std::uint64_t key) const
    {
        return (m_descending ? m_highest - key : key - m_lowest) >> m_unused;
    }

    /// Counting sort for few different keys: each row is moved once.
    RowOrder countingSorted() const
    {
        // For each part, a counter for each key and a last one for the rows without a key. Then each becomes
        // the index in the order at which the next such row goes.
        std::vector<std::vector<std::uint32_t>> counters(m_parts.size(),
                                                         std::vector<std::uint32_t>(m_used + 2));
        const auto forEachKey = [&](const auto& visit) {
            parallelFor(m_parts.size(), 1, [&](std::size_t first, std::size_t last) {
                for (std::size_t part = first; part < last; ++part) {
                    std::vector<std::uint32_t>& ofPart = counters[part];
                    for (std::size_t i = m_parts[part].begin; i < m_parts[part].end; ++i) {
                        const std::uint64_t key = m_keys[m_rows[i]];
                        visit(m_rows[i], ofPart[key == kNoKey ? m_used + 1 : shortenedKey(key)]);
                    }
                }
            });
        };
        forEachKey([](Row, std::uint32_t& count) { ++count; });
        std::uint32_t position = 0;
        for (std::size_t key = 0; key < m_used + 2; ++key) {
            for (std::vector<std::uint32_t>& ofPart : counters)
                position += std::exchange(ofPart[key], position);
        }
        RowOrder order(m_rows.size());
        forEachKey([&order](Row row, std::uint32_t& next) { order[next++] = row; });
        return order;
    }

    template<typename Item, typename Make, typename KeyOf, typename RowOf>
    RowOrder radixSorted(const Make& make, const KeyOf& keyOfItem, const RowOf& rowOf) const
    {
        const auto items = std::make_unique_for_overwrite<Item[]>(m_keyed);
        RowOrder order(m_rows.size());
        parallelFor(m_parts.size(), 1, [&](std::size_t first, std::size_t last) {
            for (const Part& part : std::span(m_parts).subspan(first, last - first)) {
                Item* item = items.get() + part.firstKeyed;
                Row* unkeyed = order.data() + m_keyed + (part.begin - part.firstKeyed);
                for (std::size_t i = part.begin; i < part.end; ++i) {
                    const Row row = m_rows[i];
                    if (const std::uint64_t key = m_keys[row]; key == kNoKey)
                        *unkeyed++ = row;
                    else
                        *item++ = make(shortenedKey(key), row);
                }
            }
        });
        radixSort(std::span(items.get(), m_keyed), keyOfItem);
        parallelFor(m_keyed, FieldScan::kPiece, [&](std::size_t begin, std::size_t end) {
            std::transform(items.get() + begin, items.get() + end, order.data() + begin, rowOf);
        });
        return order;
    }

    const RowOrder& m_rows;
    const SortKeys& m_keys;
    bool m_descending;
    std::vector<Part> m_parts;
    std::size_t m_keyed = 0;
    std::uint64_t m_lowest = kNoKey;
    std::uint64_t m_highest = 0;
    /// Number of low bits that are the same in all keys.
    int m_unused = 0;
    /// The bits in which some keys differ, after dropping the lowest m_unused.
    std::uint64_t m_used = 0;
};

} // namespace

RowOrder orderOf(const RowSet& rows)
{
    RowOrder order;
    order.reserve(rows.count());
    rows.forEach([&](Row row) { order.push_back(row); });
    return order;
}

RowOrder sortedBy(const RowOrder& rows, const FieldReader& field, bool descending, const Job& job)
{
    const SortKeys keys(rows, field, job);
    return job.stopRequested() ? rows : sortedBy(rows, keys, descending);
}

RowOrder sortedBy(const RowOrder& rows, const SortKeys& keys, bool descending)
{
    return KeyedRows(rows, keys, descending).sorted();
}

RowOrder orderWithin(const RowOrder& order, const RowSet& wanted)
{
    RowOrder within;
    within.reserve(wanted.count());
    std::copy_if(order.begin(), order.end(), std::back_inserter(within),
                 [&](Row row) { return wanted.contains(row); });
    return within;
}

} // namespace duologue
