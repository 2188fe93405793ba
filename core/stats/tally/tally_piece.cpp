// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/tally_piece.h"

#include <algorithm>
#include <array>

namespace duologue {

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
