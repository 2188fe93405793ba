// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/cohort_count.h"

#include "core/base/parallel.h"
#include "core/stats/summary_piece.h"
#include "core/stats/tally_piece.h"

#include <algorithm>
#include <array>
#include <utility>

namespace duologue {

namespace {

using Sets = std::span<const RowSet* const>;

bool isNumberOfRecords(const FieldReader& field)
{
    return field.isNumber() && !field.info().ofMessages;
}

/// The wanted rows of a run, set by set and all together, and where their messages are.
class Run {
public:
    Run(const Snapshot& snapshot, std::size_t sets)
        : m_snapshot(snapshot), m_lists(sets), m_ends(sets), m_messages(sets)
    {
    }

    /// False where no set has a row of it.
    bool take(Sets sets, Row first, Row last)
    {
        begin = first;
        end = last;
        RowSet any(end - begin);
        for (std::size_t i = 0; i < sets.size(); ++i) {
            m_ends[i] = sets[i]->placesIn(begin, end, m_lists[i].data());
            for (std::size_t word = 0; word < any.words().size(); ++word)
                any.words()[word] |= sets[i]->words()[begin / 64 + word];
        }
        m_end = any.placesIn(0, end - begin, m_all.data());
        if (m_end == m_all.data())
            return false;
        messageStarts(m_snapshot, begin, end, m_starts.data());
        for (std::size_t i = 0; i < sets.size(); ++i)
            takeMessages(i);
        return true;
    }
    std::span<const std::uint16_t> places(std::size_t set) const
    {
        return {m_lists[set].data(), m_ends[set]};
    }
    std::span<const std::uint16_t> all() const { return {m_all.data(), m_end}; }

    /// Messages of all rows, wanted or not.
    std::uint32_t firstMessage() const { return m_starts[0]; }
    std::uint32_t lastMessage() const { return m_starts[end - begin]; }
    /// Begin and end of messages, counted from firstMessage(), of rows of a set that stand side by side.
    using Messages = std::pair<std::uint32_t, std::uint32_t>;
    std::span<const Messages> messages(std::size_t set) const { return m_messages[set]; }

    Row begin = 0;
    Row end = 0;

private:
    using List = std::array<std::uint16_t, FieldScan::kRun>;

    void takeMessages(std::size_t set)
    {
        m_messages[set].clear();
        for (const std::uint16_t place : places(set)) {
            const std::uint32_t from = m_starts[place] - m_starts[0];
            const std::uint32_t to = m_starts[place + 1U] - m_starts[0];
            if (!m_messages[set].empty() && m_messages[set].back().second == from)
                m_messages[set].back().second = to;
            else
                m_messages[set].emplace_back(from, to);
        }
    }

    const Snapshot& m_snapshot;
    std::vector<List> m_lists;
    std::vector<const std::uint16_t*> m_ends;
    List m_all{};
    const std::uint16_t* m_end = m_all.data();
    std::array<std::uint32_t, FieldScan::kRun + 1> m_starts{};
    std::vector<std::vector<Messages>> m_messages;
};

/// What one field says of the rows of one piece. One thread.
class FieldPiece {
public:
    FieldPiece(const FieldReader& field, std::size_t sets) : m_scan(field), m_keys(field), m_groups(0)
    {
        if (isNumberOfRecords(field))
            m_numbers.resize(sets);
    }

    void count(const Run& run, std::size_t sets)
    {
        if (!m_numbers.empty())
            countNumbers(run);
        else if (m_keys.isOfMessages())
            countMessages(run, sets);
        else if (m_scan.hasOneCode())
            countRecords(run, sets);
        else
            countLists(run, sets);
    }
    void finish()
    {
        m_groups.flushCounts();
        for (SummaryPiece& numbers : m_numbers)
            numbers.finish();
    }
    /// Behind finish() of the other one.
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
    void countNumbers(const Run& run)
    {
        std::array<double, FieldScan::kRun> numbers;
        m_scan.numbers(run.begin, run.end, numbers.data());
        const SummaryPiece::Slots slots({numbers.data(), run.end - run.begin});
        for (std::size_t set = 0; set < m_numbers.size(); ++set)
            m_numbers[set].addPlaces(slots, run.places(set));
    }
    void countRecords(const Run& run, std::size_t sets)
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
    /// Each value by itself: only pairs of fields need to know which ones come together.
    void countLists(const Run& run, std::size_t sets)
    {
        for (std::size_t set = 0; set < sets; ++set) {
            std::size_t turn = 0;
            for (const std::uint16_t place : run.places(set)) {
                m_scan.field().forEachCode(run.begin + place, [&](CategoryCode code) {
                    m_groups.count(static_cast<std::uint32_t>(set), code + 1, turn++);
                });
            }
        }
    }
    void countMessages(const Run& run, std::size_t sets)
    {
        m_messageKeys.resize(run.lastMessage() - run.firstMessage());
        m_keys.messageKeys(run.firstMessage(), run.lastMessage(), m_messageKeys.data());
        for (std::size_t set = 0; set < sets; ++set) {
            for (const auto& [from, to] : run.messages(set))
                m_groups.countLine(static_cast<std::uint32_t>(set), m_messageKeys.data() + from, to - from);
        }
    }

    /// Marks and levels of messages, from how often each is there.
    void takeLevels(std::size_t sets)
    {
        const bool isMark = !m_scan.field().hasMessageNumbers();
        m_numbers.resize(sets);
        forEachValue([&](std::uint32_t set, const GroupValue& value, std::uint64_t count) {
            const double number = isMark ? (value.text == markName(Mark::Yes) ? 1 : 0) : *value.number;
            m_numbers[set].add(number, count);
        });
    }

    template<typename Visit>
    void forEachValue(Visit&& visit) const
    {
        const auto& pairs = m_groups.numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            m_keys.forEachValue(pairs[group].second, [&](std::uint32_t key) {
                visit(pairs[group].first, m_keys.value(key), m_groups.n[group]);
            });
        }
    }

    FieldScan m_scan;
    FieldKeys m_keys;
    TallyGroups m_groups;
    /// By set; only of numbers of records until the counts are taken.
    std::vector<SummaryPiece> m_numbers;
    std::vector<std::uint32_t> m_messageKeys;
};

/// What all fields say of the rows of one piece, and how many messages those have.
struct Piece {
    Piece() = default;
    Piece(std::span<const FieldReader> readers, std::size_t sets) : messages(sets)
    {
        for (const FieldReader& field : readers)
            fields.emplace_back(field, sets);
    }

    void count(const Run& run)
    {
        for (std::size_t set = 0; set < messages.size(); ++set) {
            for (const auto& [from, to] : run.messages(set))
                messages[set] += to - from;
        }
        for (FieldPiece& field : fields)
            field.count(run, messages.size());
    }
    void add(const Piece& other)
    {
        for (std::size_t i = 0; i < other.fields.size(); ++i)
            fields[i].add(other.fields[i]);
        for (std::size_t set = 0; set < other.messages.size(); ++set)
            messages[set] += other.messages[set];
    }

    std::vector<FieldPiece> fields;
    std::vector<std::uint64_t> messages;
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
    std::vector<Piece> pieces((rows + FieldScan::kPiece - 1) / FieldScan::kPiece);
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        Run run(snapshot, sets.size());
        for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
            const auto begin = static_cast<Row>(i * FieldScan::kPiece);
            const auto end = static_cast<Row>(std::min<std::size_t>(begin + FieldScan::kPiece, rows));
            Piece piece(fields, sets.size());
            for (Row at = begin; at < end; at += FieldScan::kRun) {
                if (run.take(sets, at, std::min(at + FieldScan::kRun, end)))
                    piece.count(run);
            }
            for (FieldPiece& field : piece.fields)
                field.finish();
            pieces[i] = std::move(piece);
        }
    });
    // One after the other: sums of fractions depend on their order.
    Piece total(fields, sets.size());
    for (const Piece& piece : pieces)
        total.add(piece);
    CohortCounts made;
    for (FieldPiece& field : total.fields)
        made.fields.push_back(field.take(sets.size()));
    made.messages = std::move(total.messages);
    return made;
}

} // namespace duologue
