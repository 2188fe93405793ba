// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cohort_count.h"

#include "core/analysis/tally_keys.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/util/parallel.h"
#include "core/util/vectors.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace duologue {

/// The rows of a run that are in some set, by set and all together, with their messages. One thread.
class CohortRun {
public:
    /// Begin and end of the messages of consecutive rows of a set, counted from firstMessage().
    using Messages = std::pair<std::uint32_t, std::uint32_t>;

    CohortRun(const Snapshot& snapshot, std::size_t sets);

    /// Takes the rows [first, last), at most FieldScan::kRun; `first` is a multiple of 64. False if none of
    /// them is in a set.
    bool take(std::span<const RowSet* const> sets, Row first, Row last);

    /// Offsets from `begin` of the rows in one set, and of those in any.
    std::span<const std::uint16_t> places(std::size_t set) const
    {
        return {m_lists[set].data(), m_ends[set]};
    }
    std::span<const std::uint16_t> all() const { return {m_all.data(), m_end}; }

    /// Range of the messages of all rows, wanted or not.
    MessageIndex firstMessage() const { return m_starts[0]; }
    MessageIndex lastMessage() const { return m_starts[end - begin]; }
    std::span<const Messages> messages(std::size_t set) const { return m_messages[set]; }

    const Snapshot& snapshot() const { return m_snapshot; }

    Row begin{0};
    Row end{0};

private:
    using List = std::array<std::uint16_t, FieldScan::kRun>;

    void takeMessages(std::size_t set);

    const Snapshot& m_snapshot;
    std::vector<List> m_lists;
    std::vector<const std::uint16_t*> m_ends;
    List m_all{};
    const std::uint16_t* m_end = m_all.data();
    std::array<MessageIndex, FieldScan::kRun + 1> m_starts{};
    std::vector<std::vector<Messages>> m_messages;
};

/// Counts the same messages for several fields, set by set: it has one counter for each combination of the
/// fields' keys, so that a message is counted once, however many fields there are. One thread.
class PackedCounts {
public:
    /// Most bits of all keys together: the counters of 2^12 combinations stay in the nearer caches.
    static constexpr unsigned kMostBits = 12;

    /// `fields` gives the bits of each field's key in the flags of a message.
    PackedCounts(std::span<const FieldScan::FlagBits> fields, std::size_t sets);

    /// Counts the messages of a run in each set that contains their row.
    void count(const CohortRun& run);

    /// Calls visit(field, set, key, count) for all counts; a key may be visited several times.
    template<typename Visit>
    void forEachCount(Visit&& visit) const
    {
        for (std::size_t i = 0; i < m_counts.size(); i += kTurns) {
            std::uint64_t count = 0;
            for (std::size_t turn = 0; turn < kTurns; ++turn)
                count += m_counts[i + turn];
            if (count == 0)
                continue;
            const std::size_t combination = i / kTurns % m_combinations;
            for (std::size_t field = 0; field < m_fields.size(); ++field)
                visit(field, i / kTurns / m_combinations, m_fields[field].keyIn(combination), count);
        }
    }

private:
    /// Counters per combination, used in turn: an increment need not wait for the previous one.
    static constexpr std::size_t kTurns = 2;

    struct Field {
        unsigned place = 0;
        std::uint32_t mask = 0;
        std::uint32_t firstKey = 0;

        std::uint32_t keyIn(std::size_t combination) const
        {
            return (static_cast<std::uint32_t>(combination >> place) & mask) + firstKey;
        }
    };
    /// Bits that move down by the same distance; `mask` is where they arrive.
    struct Move {
        unsigned down = 0;
        std::uint32_t mask = 0;
    };

    void addMove(unsigned down, std::uint32_t mask);

    /// By field.
    std::vector<Field> m_fields;
    /// Intents, roles, and the rest.
    std::array<Move, 3> m_moves{};
    std::size_t m_sets;
    std::size_t m_combinations = 1;
    /// By set, combination and turn.
    std::vector<std::uint32_t> m_counts;
};

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
        // A field that is given twice has its bits in two packs.
        const auto areSame = [&bits](const FieldScan::FlagBits& known) {
            return known.offset == bits->offset;
        };
        auto pack = std::find_if(packs.begin(), packs.end(), [&](const Pack& known) {
            return known.width + bits->width <= PackedCounts::kMostBits &&
                   std::none_of(known.bits.begin(), known.bits.end(), areSame);
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
    for (const FieldReader& field : fields)
        field.make(job);
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

CohortRun::CohortRun(const Snapshot& snapshot, std::size_t sets)
    : m_snapshot(snapshot), m_lists(sets), m_ends(sets), m_messages(sets)
{
}

bool CohortRun::take(std::span<const RowSet* const> sets, Row first, Row last)
{
    begin = first;
    end = last;
    RowSet any(end - begin);
    for (std::size_t i = 0; i < sets.size(); ++i) {
        m_ends[i] = sets[i]->offsetsIn(begin, end, m_lists[i].data());
        for (std::size_t word = 0; word < any.words().size(); ++word)
            any.words()[word] |= sets[i]->words()[indexOf(begin) / 64 + word];
    }
    m_end = any.offsetsIn(Row{0}, Row{end - begin}, m_all.data());
    if (m_end == m_all.data())
        return false;
    messageStarts(m_snapshot, begin, end, m_starts.data());
    for (std::size_t i = 0; i < sets.size(); ++i)
        takeMessages(i);
    return true;
}

void CohortRun::takeMessages(std::size_t set)
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

PackedCounts::PackedCounts(std::span<const FieldScan::FlagBits> fields, std::size_t sets)
    : m_fields(fields.size()), m_sets(sets)
{
    // Moves bits down to close the gaps between the fields, and keeps their order.
    std::vector<std::size_t> order(fields.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(),
              [fields](std::size_t a, std::size_t b) { return fields[a].offset < fields[b].offset; });
    unsigned end = 0;
    for (const std::size_t field : order) {
        const std::uint32_t mask = (std::uint32_t{1} << fields[field].width) - 1;
        m_fields[field] = {end, mask, fields[field].firstKey};
        addMove(fields[field].offset - end, mask << end);
        end += fields[field].width;
    }
    m_combinations = std::size_t{1} << end;
    m_counts.resize(m_combinations * sets * kTurns);
}

void PackedCounts::addMove(unsigned down, std::uint32_t mask)
{
    const auto move = std::find_if(m_moves.begin(), m_moves.end(), [down](const Move& known) {
        return known.mask == 0 || known.down == down;
    });
    move->down = down;
    move->mask |= mask;
}

void PackedCounts::count(const CohortRun& run)
{
    // Prefetches messages of the next run, for this loop and for other fields that read messages.
    const std::size_t ahead = (run.lastMessage() - run.firstMessage()) * sizeof(MessageFlags);
    const auto packed = [intents = m_moves[0], role = m_moves[1],
                         rest = m_moves[2]](const MessageFlags& message) {
        const std::uint32_t flags = FieldScan::flagsOf(message);
        return (flags >> intents.down & intents.mask) | (flags >> role.down & role.mask) |
               (flags >> rest.down & rest.mask);
    };
    run.snapshot().messages.entries.hot().forEachPiece(
        indexOf(run.firstMessage()), indexOf(run.lastMessage()),
        [&](std::size_t begin, const MessageFlags* messages, std::size_t size) {
            const auto pieceBegin = static_cast<std::uint32_t>(begin - indexOf(run.firstMessage()));
            const auto pieceEnd = static_cast<std::uint32_t>(pieceBegin + size);
            for (std::size_t set = 0; set < m_sets; ++set) {
                std::uint32_t* const counts = m_counts.data() + set * m_combinations * kTurns;
                for (const auto& [from, to] : run.messages(set)) {
                    // Ranges in other pieces become empty.
                    const std::uint32_t first = std::clamp(from, pieceBegin, pieceEnd);
                    const std::uint32_t last = std::clamp(to, pieceBegin, pieceEnd);
                    const MessageFlags* message = messages + (first - pieceBegin);
                    const MessageFlags* const end = messages + (last - pieceBegin);
                    for (; message + 1 < end; message += kTurns) {
                        prefetch(message, ahead);
                        ++counts[packed(message[0]) * kTurns];
                        ++counts[packed(message[1]) * kTurns + 1];
                    }
                    if (message < end)
                        ++counts[packed(*message) * kTurns];
                }
            }
        });
}

} // namespace duologue
