// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohort/cohort_count.h"

#include "core/base/parallel.h"
#include "core/stats/cohort/cohort_run.h"
#include "core/stats/cohort/packed_counts.h"
#include "core/stats/tally/field_keys.h"
#include "core/stats/tally/summary_piece.h"
#include "core/stats/tally/tally_groups.h"

#include <algorithm>
#include <array>
#include <utility>

namespace duologue {

namespace {

bool isNumberOfRecords(const FieldReader& field)
{
    return field.isNumber() && !field.info().ofMessages;
}

/// Counts one field for the rows of one piece. One thread.
class FieldPiece {
public:
    FieldPiece(const FieldReader& field, std::size_t sets) : m_scan(field), m_keys(field), m_groups(0)
    {
        if (isNumberOfRecords(field))
            m_numbers.resize(sets);
    }

    void count(const CohortRun& run, std::size_t sets)
    {
        if (!m_numbers.empty())
            countNumbers(run);
        else if (m_keys.isOfMessages())
            countMessages(run, sets);
        else if (m_scan.isSingleValued())
            countRecords(run, sets);
        else
            countLists(run, sets);
    }
    const FieldScan& scan() const { return m_scan; }
    void addCount(std::size_t set, std::uint32_t key, std::uint64_t count)
    {
        m_groups.n[m_groups.groupOf(static_cast<std::uint32_t>(set), key)] += count;
    }
    void finish()
    {
        m_groups.flushCounts();
        for (SummaryPiece& numbers : m_numbers)
            numbers.finish();
    }
    /// Requires other.finish().
    void add(const FieldPiece& other)
    {
        for (std::size_t i = 0; i < m_numbers.size(); ++i)
            m_numbers[i].add(other.m_numbers[i]);
        const std::vector<std::uint32_t> here = m_keys.adopt(other.m_keys);
        const auto& pairs = other.m_groups.numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            const std::uint32_t key = pairs[group].second;
            m_groups.add(pairs[group].first, here.empty() ? key : here[key], other.m_groups, group);
        }
    }
    FieldCounts take(std::size_t sets)
    {
        FieldCounts made;
        if (hasMean(m_scan.field())) {
            if (m_numbers.empty())
                takeLevels(sets);
            for (SummaryPiece& numbers : m_numbers)
                made.numbers.push_back(numbers.take());
            return made;
        }
        forEachValue([&](std::uint32_t set, const GroupValue& value, std::uint64_t count) {
            auto& line = made.values[value.text];
            line.resize(sets);
            line[set] += count;
        });
        return made;
    }

private:
    void countNumbers(const CohortRun& run)
    {
        std::array<double, FieldScan::kRun> buffer;
        const NumberSlots slots(m_scan.numbersOf(run.begin, run.end, buffer.data()));
        for (std::size_t set = 0; set < m_numbers.size(); ++set)
            m_numbers[set].addPlaces(slots, run.places(set));
    }
    void countRecords(const CohortRun& run, std::size_t sets)
    {
        std::array<std::uint32_t, FieldScan::kRun> keys;
        std::array<std::uint32_t, FieldScan::kRun> wanted;
        m_keys.rowKeys(run.begin, run.end, run.all(), keys.data());
        for (std::size_t set = 0; set < sets; ++set) {
            const auto places = run.places(set);
            std::transform(places.begin(), places.end(), wanted.begin(),
                           [&keys](std::uint16_t place) { return keys[place]; });
            m_groups.countLine(static_cast<std::uint32_t>(set), wanted.data(), places.size());
        }
    }
    /// Counts each value of a list by itself: only tallies of two fields need to know combinations.
    void countLists(const CohortRun& run, std::size_t sets)
    {
        m_scan.lists(run.begin, run.end, m_codes, m_starts);
        m_listed.resize(m_codes.size());
        for (std::size_t set = 0; set < sets; ++set) {
            std::uint32_t* end = m_listed.data();
            for (const std::uint16_t place : run.places(set)) {
                for (std::uint32_t i = m_starts[place]; i < m_starts[place + 1U]; ++i)
                    *end++ = keyOfCode(m_codes[i]);
            }
            m_groups.countLine(static_cast<std::uint32_t>(set), m_listed.data(),
                               static_cast<std::size_t>(end - m_listed.data()));
        }
    }
    void countMessages(const CohortRun& run, std::size_t sets)
    {
        m_messageKeys.resize(run.lastMessage() - run.firstMessage());
        m_keys.messageKeys(run.firstMessage(), run.lastMessage(), m_messageKeys.data());
        for (std::size_t set = 0; set < sets; ++set) {
            for (const auto& [from, to] : run.messages(set))
                m_groups.countLine(static_cast<std::uint32_t>(set), m_messageKeys.data() + from, to - from);
        }
    }

    /// Computes the summary of marks and levels of messages from the counts of their values.
    void takeLevels(std::size_t sets)
    {
        const bool isMark = !m_scan.field().hasMessageNumbers();
        m_numbers.resize(sets);
        forEachValue([&](std::uint32_t set, const GroupValue& value, std::uint64_t count) {
            if (const auto number = isMark ? numberOfMark(value.text) : value.number)
                m_numbers[set].add(*number, count);
        });
    }

    template<typename Visit>
    void forEachValue(Visit&& visit)
    {
        const auto& pairs = m_groups.numbers.pairs();
        std::vector<std::uint32_t> keys;
        for (const auto& [set, ofSet] : pairs)
            m_keys.forEachValue(ofSet, [&](std::uint32_t key) { keys.push_back(key); });
        m_keys.readLong(std::move(keys), Job());
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            m_keys.forEachValue(pairs[group].second, [&](std::uint32_t key) {
                visit(pairs[group].first, m_keys.value(key), m_groups.n[group]);
            });
        }
    }

    FieldScan m_scan;
    FieldKeys m_keys;
    TallyGroups m_groups;
    /// By set. Until the counts are taken, only for numbers of records.
    std::vector<SummaryPiece> m_numbers;
    std::vector<std::uint32_t> m_messageKeys;
    /// Scratch space for lists of categories.
    std::vector<CategoryCode> m_codes;
    std::vector<std::uint32_t> m_starts;
    std::vector<std::uint32_t> m_listed;
};

/// Fields of messages that are counted together because they have few keys.
struct Pack {
    std::vector<std::size_t> fields;
    /// The bits of each field, and their total number.
    std::vector<FieldScan::FlagBits> bits;
    unsigned width = 0;
};

std::vector<Pack> packsOf(std::span<const FieldReader> readers)
{
    std::vector<Pack> packs;
    for (std::size_t i = 0; i < readers.size(); ++i) {
        const FieldScan scan(readers[i]);
        const auto bits = scan.isOfMessages() ? scan.flagBits() : std::nullopt;
        if (!bits || bits->width > PackedCounts::kMostBits)
            continue;
        auto pack = std::find_if(packs.begin(), packs.end(), [&bits](const Pack& known) {
            return known.width + bits->width <= PackedCounts::kMostBits;
        });
        if (pack == packs.end())
            pack = packs.insert(pack, Pack());
        pack->fields.push_back(i);
        pack->bits.push_back(*bits);
        pack->width += bits->width;
    }
    return packs;
}

/// Counts all fields and messages for the rows of one piece.
class Piece {
public:
    Piece() = default;
    Piece(std::span<const FieldReader> readers, std::span<const Pack> packs, std::size_t sets)
        : m_isPacked(readers.size()), m_packs(packs), m_messages(sets)
    {
        for (const FieldReader& field : readers)
            m_fields.emplace_back(field, sets);
        for (const Pack& pack : packs) {
            m_packed.emplace_back(pack.bits, sets);
            for (const std::size_t field : pack.fields)
                m_isPacked[field] = true;
        }
    }

    void count(const CohortRun& run)
    {
        for (std::size_t set = 0; set < m_messages.size(); ++set) {
            for (const auto& [from, to] : run.messages(set))
                m_messages[set] += to - from;
        }
        for (std::size_t i = 0; i < m_fields.size(); ++i) {
            if (!m_isPacked[i])
                m_fields[i].count(run, m_messages.size());
        }
        for (PackedCounts& packed : m_packed)
            packed.count(run);
    }
    void finish()
    {
        for (std::size_t i = 0; i < m_packed.size(); ++i) {
            m_packed[i].forEachCount([&](std::size_t field, std::size_t set, std::uint32_t key, auto count) {
                m_fields[m_packs[i].fields[field]].addCount(set, key, count);
            });
        }
        m_packed.clear();
        for (FieldPiece& field : m_fields)
            field.finish();
    }
    /// Requires other.finish().
    void add(const Piece& other)
    {
        for (std::size_t i = 0; i < other.m_fields.size(); ++i)
            m_fields[i].add(other.m_fields[i]);
        for (std::size_t set = 0; set < other.m_messages.size(); ++set)
            m_messages[set] += other.m_messages[set];
    }
    CohortCounts take()
    {
        CohortCounts made;
        for (FieldPiece& field : m_fields)
            made.fields.push_back(field.take(m_messages.size()));
        made.messages = std::move(m_messages);
        return made;
    }

private:
    std::vector<FieldPiece> m_fields;
    /// By field.
    std::vector<bool> m_isPacked;
    std::span<const Pack> m_packs;
    /// By pack; cleared by finish().
    std::vector<PackedCounts> m_packed;
    /// Number of messages, by set.
    std::vector<std::uint64_t> m_messages;
};

} // namespace

bool hasMean(const FieldReader& field)
{
    return field.isNumber() || (field.info().ofMessages && field.hasMessageNumbers());
}

CohortCounts countCohorts(const Snapshot& snapshot, std::span<const RowSet* const> sets,
                          std::span<const FieldReader> fields, const Job& job)
{
    const std::size_t rows = snapshot.recordCount();
    const std::vector<Pack> packs = packsOf(fields);
    std::vector<Piece> pieces(FieldScan::pieceCount(rows));
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        CohortRun run(snapshot, sets.size());
        for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
            const Row begin = FieldScan::startOfPiece(i, rows);
            const Row end = FieldScan::startOfPiece(i + 1, rows);
            Piece piece(fields, packs, sets.size());
            for (Row at = begin; at < end; at += FieldScan::kRun) {
                if (run.take(sets, at, std::min(at + FieldScan::kRun, end)))
                    piece.count(run);
            }
            piece.finish();
            pieces[i] = std::move(piece);
        }
    });
    // Adds the pieces in their order: sums of fractions depend on it.
    Piece total(fields, packs, sets.size());
    for (const Piece& piece : pieces)
        total.add(piece);
    return total.take();
}

} // namespace duologue
