// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tally.h"

#include "core/analysis/tally_keys.h"
#include "core/data/column.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/util/numbers.h"
#include "core/util/parallel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace duologue {

/// The messages of the wanted rows of a run. Writes their values side by side, so that counting loops need
/// not start anew at each row: conversations are short. One thread.
class WantedMessages {
public:
    /// Takes the messages of [begin, end), at most FieldScan::kRun rows. `places` are the offsets of the
    /// wanted rows from `begin` and must not change until the next call.
    void take(const Snapshot& snapshot, Row begin, Row end, std::span<const std::uint16_t> places);

    /// Range of the messages of the whole run, wanted or not.
    MessageIndex first() const { return m_starts[0]; }
    MessageIndex last() const { return m_last; }
    /// Number of messages of the wanted rows.
    std::size_t count() const { return m_count; }

    /// Calls fill(out) to write a value for each message of the run, and keeps those of the wanted rows in
    /// `out`. `spare` is scratch space.
    template<typename Value, typename Fill>
    void pick(std::vector<Value>& out, std::vector<Value>& spare, const Fill& fill) const
    {
        const bool areAll = m_count == last() - first();
        std::vector<Value>& all = areAll ? out : spare;
        all.resize(last() - first() + kStride);
        fill(all.data());
        if (areAll)
            return;
        out.resize(m_count + kStride);
        forEachStride(out.data(), [&all](std::size_t, std::size_t from, Value* to) {
            std::memcpy(to, all.data() + from, kStride * sizeof(Value));
        });
    }

    /// Writes the value of its row for each wanted message; ofPlaces[i] belongs to the i-th wanted row.
    void spread(const std::uint32_t* ofPlaces, std::vector<std::uint32_t>& out) const
    {
        out.resize(m_count + kStride);
        forEachStride(out.data(), [ofPlaces](std::size_t place, std::size_t, std::uint32_t* to) {
            std::fill_n(to, kStride, ofPlaces[place]);
        });
    }

    /// Writes (key << shift) + ofPlaces[its row] for each wanted message. `keys` has the key of each message
    /// of the run, followed by kStride elements of padding.
    void pickSums(const std::vector<std::uint32_t>& keys, unsigned shift, const std::uint32_t* ofPlaces,
                  std::vector<std::uint32_t>& out) const
    {
        out.resize(m_count + kStride);
        forEachStride(out.data(), [&keys, shift, ofPlaces](std::size_t place, std::size_t from, auto* to) {
            const std::uint32_t added = ofPlaces[place];
            const std::uint32_t* const there = keys.data() + from;
            std::array<std::uint32_t, kStride> sums;
            for (std::size_t i = 0; i < kStride; ++i)
                sums[i] = (there[i] << shift) + added;
            std::memcpy(to, sums.data(), sizeof(sums));
        });
    }

    /// Values are copied in blocks of this size, which is faster than copying exact lengths. Elements
    /// written past a row's last message are overwritten by the next row or lie past the end.
    static constexpr std::size_t kStride = 16;

private:
    /// Calls write(index of the wanted row, offset of the message in the run, destination) for each block.
    template<typename Value, typename Write>
    void forEachStride(Value* to, const Write& write) const
    {
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            const std::size_t from = m_starts[m_places[i]] - m_starts[0];
            const std::size_t size = m_starts[m_places[i] + 1U] - m_starts[m_places[i]];
            std::size_t done = 0;
            do {
                write(i, from + done, to + done);
                done += kStride;
            } while (done < size);
            to += size;
        }
    }

    std::array<MessageIndex, FieldScan::kRun + 1> m_starts{};
    std::span<const std::uint16_t> m_places;
    MessageIndex m_last{0};
    std::size_t m_count = 0;
};

/// Of each field of `by`.
std::vector<FieldKeys> keysFor(const TallyRequest& request);

/// Counts the records or messages of one piece of a snapshot's rows: the share of a tally that one thread
/// computes. The arguments of the constructor must outlive it. One thread.
class TallyPiece {
public:
    TallyPiece(const Snapshot& snapshot, const TallyRequest& request);

    /// Counts the rows of [begin, end) that are in `rows`; `begin` is a multiple of 64.
    void count(const RowSet& rows, Row begin, Row end);

    bool isOfMessages() const { return m_ofMessages; }
    /// One for each field of `by`. The key of a single field is the second of each pair, and the first is 0.
    const std::vector<FieldKeys>& keys() const { return m_keys; }
    const TallyGroups& groups() const { return m_groups; }

private:
    /// Whether the key of a field is the first (0) or the second (1) of a pair.
    std::size_t sideOf(std::size_t field) const { return field + 2 - m_keys.size(); }
    void takeRowKeys(std::size_t field, Row begin, Row end);
    void takeMessageKeys(std::size_t field);
    void countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t count);
    void countRecords(Row begin, Row end);
    void addRecordMean(std::size_t index, Row begin, Row end);
    void countMessages(Row begin, Row end);
    bool countMessageCells();
    void addMessageMean(std::size_t index, Row begin, Row end);
    void takeMessageNumbers(const FieldReader& field);
    void addMessageNumbers(std::size_t index, const std::vector<std::uint32_t>& groups);

    const Snapshot& m_snapshot;
    const std::vector<FieldReader>& m_means;
    bool m_ofMessages = false;
    std::vector<FieldKeys> m_keys;
    TallyGroups m_groups;
    std::vector<SlotMeans> m_slotMeans;
    // Of the current run of rows: offsets of the wanted rows, their messages, and for each wanted row or
    // message its keys and its group.
    std::array<std::uint16_t, FieldScan::kRun> m_placeList{};
    std::span<const std::uint16_t> m_places;
    WantedMessages m_messages;
    std::array<std::array<std::uint32_t, FieldScan::kRun>, 2> m_rowKeys{};
    std::array<std::vector<std::uint32_t>, 2> m_messageKeys;
    std::vector<std::uint32_t> m_groupsHere;
    std::vector<std::uint32_t> m_groupsOfMessages;
    std::vector<double> m_messageNumbers;
    // Scratch space for the whole run, from which the values of the wanted rows are picked.
    std::vector<std::uint32_t> m_allKeys;
    std::vector<double> m_allNumbers;
};

namespace {

using Pieces = std::vector<std::unique_ptr<TallyPiece>>;

/// Counts each piece by itself, on all cores. Pieces not begun before the job was stopped are null.
Pieces countPieces(const Snapshot& snapshot, const RowSet& rows, const TallyRequest& request, const Job& job)
{
    Pieces pieces(FieldScan::pieceCount(rows.size()));
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
            const Row begin = FieldScan::startOfPiece(i, rows.size());
            const Row end = FieldScan::startOfPiece(i + 1, rows.size());
            pieces[i] = std::make_unique<TallyPiece>(snapshot, request);
            pieces[i]->count(rows, begin, end);
        }
    });
    return pieces;
}

/// Adds up pieces, one after the other: sums of fractions depend on the order, which must not depend on
/// which thread finishes first.
class Total {
public:
    explicit Total(const TallyRequest& request)
        : m_keys(keysFor(request)), m_groups(request.means.size()), m_values(request.means.size())
    {
    }

    void add(const TallyPiece& piece)
    {
        std::array<std::vector<std::uint32_t>, 2> here;
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            here[i] = m_keys[i].adopt(piece.keys()[i]);
        // The key of a single field is the second of its pairs.
        const bool isPair = m_keys.size() > 1;
        const auto keyHere = [&here](std::size_t i, std::uint32_t key) {
            return here[i].empty() ? key : here[i][key];
        };
        const auto& pairs = piece.groups().numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group)
            m_groups.add(isPair ? keyHere(0, pairs[group].first) : 0,
                         keyHere(isPair ? 1 : 0, pairs[group].second), piece.groups(), group);
    }

    void fill(Tally& made, const Job& job)
    {
        splitValues(made);
        const auto& pairs = m_values.numbers.pairs();
        for (std::size_t index = 0; index < m_keys.size(); ++index) {
            std::vector<std::uint32_t> keys;
            for (const auto& [first, second] : pairs)
                keys.push_back(m_keys.size() > 1 && index == 0 ? first : second);
            m_keys[index].readLong(std::move(keys), job);
        }
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            TallyRow row;
            if (m_keys.size() > 1)
                row.values.push_back(valueOf(0, pairs[group].first));
            row.values.push_back(valueOf(m_keys.size() - 1, pairs[group].second));
            row.n = m_values.n[group];
            for (const std::vector<Mean>& means : m_values.means)
                row.means.push_back(means[group]);
            made.rows.push_back(std::move(row));
        }
        std::stable_sort(made.rows.begin(), made.rows.end(), [](const TallyRow& a, const TallyRow& b) {
            return std::lexicographical_compare(a.values.begin(), a.values.end(), b.values.begin(),
                                                b.values.end(), comesBefore);
        });
        joinTexts(made);
    }

private:
    /// Splits groups by key, where a key may stand for several values or none, into one group per value.
    void splitValues(Tally& made)
    {
        const auto& pairs = m_groups.numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            bool counted = false;
            const auto add = [&](std::uint32_t first, std::uint32_t second) {
                m_values.add(first, second, m_groups, group);
                counted = true;
            };
            m_keys.back().forEachValue(pairs[group].second, [&](std::uint32_t second) {
                if (m_keys.size() == 1)
                    add(0, second);
                else
                    m_keys[0].forEachValue(pairs[group].first,
                                           [&](std::uint32_t first) { add(first, second); });
            });
            made.withoutValue += counted ? 0 : m_groups.n[group];
        }
    }

    GroupValue valueOf(std::size_t index, std::uint32_t key) const { return m_keys[index].value(key); }

    /// Joins rows with equal texts, which may have different keys: one text was read, the other generated.
    void joinTexts(Tally& made) const
    {
        const bool anyText = std::any_of(m_keys.begin(), m_keys.end(), [](const FieldKeys& keys) {
            return keys.field().info().kind == FieldKind::Text;
        });
        if (!anyText)
            return;
        std::vector<TallyRow> joined;
        for (TallyRow& row : made.rows) {
            if (joined.empty() || joined.back().values != row.values) {
                joined.push_back(std::move(row));
                continue;
            }
            joined.back().n += row.n;
            for (std::size_t i = 0; i < row.means.size(); ++i)
                joined.back().means[i].add(row.means[i]);
        }
        made.rows = std::move(joined);
    }

    std::vector<FieldKeys> m_keys;
    TallyGroups m_groups;
    TallyGroups m_values;
};

} // namespace

bool comesBefore(const GroupValue& a, const GroupValue& b)
{
    if (a.number && b.number) {
        if (*a.number != *b.number || a.end || b.end)
            return *a.number < *b.number;
        return isDecimal(a.text) && isDecimal(b.text) && compareDecimals(a.text, b.text) < 0;
    }
    if (a.number.has_value() != b.number.has_value())
        return a.number.has_value();
    return compareValues(a.text, b.text) < 0;
}

void useMessageLengths(const Snapshot& snapshot, std::vector<FieldReader>& by,
                       std::vector<FieldReader>& means)
{
    if (std::none_of(by.begin(), by.end(), [](const FieldReader& field) { return field.info().ofMessages; }))
        return;
    for (std::vector<FieldReader>* fields : {&by, &means}) {
        for (FieldReader& field : *fields) {
            if (field.info().key == "length" && field.info().rawKey.empty())
                field = *findMessageField(snapshot, "length");
        }
    }
}

Tally tally(const Snapshot& snapshot, const RowSet& rows, const TallyRequest& request, const Job& job)
{
    Tally made;
    for (const FieldReader& field : request.by) {
        field.make(job);
        made.by.push_back(field.info());
        made.ofMessages = made.ofMessages || field.info().ofMessages;
    }
    for (const FieldReader& field : request.means)
        made.means.push_back(field.info());
    Total total(request);
    for (std::unique_ptr<TallyPiece>& piece : countPieces(snapshot, rows, request, job)) {
        if (job.stopRequested() || !piece)
            return made;
        total.add(*piece);
        piece.reset();
    }
    total.fill(made, job);
    return made;
}

void WantedMessages::take(const Snapshot& snapshot, Row begin, Row end, std::span<const std::uint16_t> places)
{
    m_places = places;
    messageStarts(snapshot, begin, end, m_starts.data());
    m_last = m_starts[end - begin];
    m_count = 0;
    for (const std::uint16_t place : places)
        m_count += m_starts[place + 1U] - m_starts[place];
}

namespace {

/// A plain loop, so that the compiler vectorizes it.
std::uint32_t bitsOf(const std::uint32_t* keys, std::size_t count)
{
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < count; ++i)
        bits |= keys[i];
    return bits;
}

} // namespace

std::vector<FieldKeys> keysFor(const TallyRequest& request)
{
    std::vector<FieldKeys> keys;
    for (std::size_t i = 0; i < request.by.size(); ++i)
        keys.emplace_back(request.by[i], i < request.bins.size() ? request.bins[i] : Bins());
    return keys;
}

TallyPiece::TallyPiece(const Snapshot& snapshot, const TallyRequest& request)
    : m_snapshot(snapshot),
      m_means(request.means),
      m_keys(keysFor(request)),
      m_groups(m_means.size()),
      m_slotMeans(m_means.size())
{
    for (const FieldKeys& keys : m_keys)
        m_ofMessages = m_ofMessages || keys.isOfMessages();
}

void TallyPiece::count(const RowSet& rows, Row begin, Row end)
{
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const Row runEnd = std::min(run + FieldScan::kRun, end);
        if (!rows.anyIn(run, runEnd))
            continue;
        m_places = {m_placeList.data(), rows.offsetsIn(run, runEnd, m_placeList.data())};
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            takeRowKeys(i, run, runEnd);
        if (m_ofMessages) {
            m_messages.take(m_snapshot, run, runEnd, m_places);
            countMessages(run, runEnd);
        } else {
            countRecords(run, runEnd);
        }
    }
    m_groups.flushCounts();
    for (std::size_t i = 0; i < m_means.size(); ++i)
        m_slotMeans[i].flush(m_groups.means[i]);
}

/// Takes the keys of the wanted rows, side by side.
void TallyPiece::takeRowKeys(std::size_t field, Row begin, Row end)
{
    if (m_keys[field].isOfMessages())
        return;
    std::array<std::uint32_t, FieldScan::kRun>& keys = m_rowKeys[sideOf(field)];
    m_keys[field].rowKeys(begin, end, m_places, keys.data());
    // Works in place because m_places[i] is never less than i.
    for (std::size_t i = 0; i < m_places.size() && m_places.size() < end - begin; ++i)
        keys[i] = keys[m_places[i]];
}

/// Takes the keys of the wanted rows' messages, side by side. A key of a record is repeated for each of its
/// messages.
void TallyPiece::takeMessageKeys(std::size_t field)
{
    std::vector<std::uint32_t>& keys = m_messageKeys[sideOf(field)];
    if (!m_keys[field].isOfMessages()) {
        m_messages.spread(m_rowKeys[sideOf(field)].data(), keys);
        return;
    }
    m_messages.pick(keys, m_allKeys, [this, field](std::uint32_t* out) {
        m_keys[field].messageKeys(m_messages.first(), m_messages.last(), out);
    });
}

/// Counts rows or messages. If there are means, also keeps the group of each row or message for them.
void TallyPiece::countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t count)
{
    const bool isPair = m_keys.size() > 1;
    if (m_means.empty()) {
        isPair ? m_groups.countPairs(first, second, count) : m_groups.countLine(0, second, count);
        return;
    }
    m_groupsHere.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_groupsHere[i] = m_groups.groupOf(isPair ? first[i] : 0, second[i]);
        ++m_groups.n[m_groupsHere[i]];
    }
}

void TallyPiece::countRecords(Row begin, Row end)
{
    countPairs(m_rowKeys[0].data(), m_rowKeys[1].data(), m_places.size());
    for (std::size_t i = 0; i < m_means.size(); ++i)
        addRecordMean(i, begin, end);
}

void TallyPiece::addRecordMean(std::size_t index, Row begin, Row end)
{
    const FieldReader& field = m_means[index];
    if (!field.info().ofMessages || field.isNumber()) {
        std::array<double, FieldScan::kRun> buffer;
        const NumberSlots slots(FieldScan(field).numbersOf(begin, end, buffer.data()));
        m_slotMeans[index].add(slots, m_places, m_groupsHere.data(), m_groups.means[index]);
        return;
    }
    // If only messages have the field, a record contributes the values of all of its messages.
    m_messages.take(m_snapshot, begin, end, m_places);
    takeMessageNumbers(field);
    m_messages.spread(m_groupsHere.data(), m_groupsOfMessages);
    addMessageNumbers(index, m_groupsOfMessages);
}

/// Counts messages in the table of pairs. Adds the parts of the cell index that come from the message and
/// from its row, several at a time, before any counting. False if there are too many pairs for the table.
bool TallyPiece::countMessageCells()
{
    const std::size_t ofRun = m_messages.last() - m_messages.first();
    std::array<std::uint32_t, 2> bits{};
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        const std::size_t side = sideOf(i);
        if (!m_keys[i].isOfMessages()) {
            bits[side] = bitsOf(m_rowKeys[side].data(), m_places.size());
            continue;
        }
        std::vector<std::uint32_t>& keys = m_messageKeys[side];
        keys.resize(ofRun + WantedMessages::kStride);
        m_keys[i].messageKeys(m_messages.first(), m_messages.last(), keys.data());
        const auto known = m_keys[i].messageKeyBits();
        bits[side] = known ? *known : bitsOf(keys.data(), ofRun);
    }
    if (!m_groups.makeCells(bits[0], bits[1]))
        return false;
    std::array<std::uint32_t, FieldScan::kRun> ofRows{};
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        if (m_keys[i].isOfMessages())
            continue;
        const std::size_t side = sideOf(i);
        const unsigned step = m_groups.cellStep(side);
        for (std::size_t k = 0; k < m_places.size(); ++k)
            ofRows[k] = m_rowKeys[side][k] << step;
    }
    const std::size_t side = sideOf(m_keys.size() - (m_keys.back().isOfMessages() ? 1 : 2));
    if (m_keys.size() > 1 && m_keys[0].isOfMessages() && m_keys[1].isOfMessages()) {
        const unsigned apart = m_groups.cellStep(0) - m_groups.cellStep(1);
        for (std::size_t k = 0; k < ofRun; ++k)
            m_messageKeys[1][k] += m_messageKeys[0][k] << apart;
    }
    m_messages.pickSums(m_messageKeys[side], m_groups.cellStep(side), ofRows.data(), m_groupsHere);
    m_groups.countCells(m_groupsHere.data(), m_messages.count());
    return true;
}

void TallyPiece::countMessages(Row begin, Row end)
{
    if (m_means.empty() && countMessageCells())
        return;
    for (std::size_t i = 0; i < m_keys.size(); ++i)
        takeMessageKeys(i);
    countPairs(m_messageKeys[0].data(), m_messageKeys[1].data(), m_messages.count());
    for (std::size_t i = 0; i < m_means.size(); ++i)
        addMessageMean(i, begin, end);
}

void TallyPiece::addMessageMean(std::size_t index, Row begin, Row end)
{
    const FieldReader& field = m_means[index];
    if (field.info().ofMessages) {
        takeMessageNumbers(field);
        addMessageNumbers(index, m_groupsHere);
        return;
    }
    std::array<double, FieldScan::kRun> buffer;
    const auto numbers = FieldScan(field).numbersOf(begin, end, buffer.data());
    std::array<std::uint32_t, FieldScan::kRun> places;
    std::copy(m_places.begin(), m_places.end(), places.begin());
    m_messages.spread(places.data(), m_allKeys);
    for (std::size_t i = 0; i < m_messages.count(); ++i)
        addValue(m_groups.means[index][m_groupsHere[i]], numbers[m_allKeys[i]]);
}

void TallyPiece::takeMessageNumbers(const FieldReader& field)
{
    m_messages.pick(m_messageNumbers, m_allNumbers, [this, &field](double* out) {
        FieldScan(field).messageNumbers(m_messages.first(), m_messages.last(), out);
    });
}

void TallyPiece::addMessageNumbers(std::size_t index, const std::vector<std::uint32_t>& groups)
{
    for (std::size_t i = 0; i < m_messages.count(); ++i)
        addValue(m_groups.means[index][groups[i]], m_messageNumbers[i]);
}

} // namespace duologue
