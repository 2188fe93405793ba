// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally_piece.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace duologue {

namespace {

/// Larger second keys are none for a table of small pairs.
constexpr std::uint32_t kNarrow = 1U << 16U;

/// Without a branch: whether a value is there is as good as random.
void addValue(Mean& mean, double value)
{
    const bool there = !std::isnan(value);
    const double added = there ? value : 0;
    mean.n += there ? 1 : 0;
    mean.sum += added;
    mean.sumOfSquares += added * added;
}

} // namespace

void TallyGroups::append()
{
    n.push_back(0);
    for (std::vector<Mean>& each : means)
        each.emplace_back();
}

void TallyGroups::countLine(std::uint32_t first, const std::uint32_t* second, std::size_t count)
{
    for (std::size_t i = 0; i < count;) {
        // The table may grow, and move, where a pair is rare.
        std::uint32_t* const line = m_counts.covers(first, 0) ? &m_counts(first, 0) : nullptr;
        const std::size_t covered = line == nullptr ? 0 : m_counts.width() / kTurns;
        // A power of two: four keys are below where all of their bits are.
        for (; i + kTurns <= count && (second[i] | second[i + 1] | second[i + 2] | second[i + 3]) < covered;
             i += kTurns) {
            ++line[second[i] * kTurns];
            ++line[second[i + 1] * kTurns + 1];
            ++line[second[i + 2] * kTurns + 2];
            ++line[second[i + 3] * kTurns + 3];
        }
        for (; i < count && second[i] < covered; ++i)
            ++line[second[i] * kTurns + i % kTurns];
        if (i < count)
            countRare(first, second[i++]);
    }
}

void TallyGroups::countPairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t size)
{
    // The table's sides are powers of two: it covers all keys where it covers all of their bits.
    const std::uint32_t firstBits = std::reduce(first, first + size, 0U, std::bit_or());
    const std::uint32_t secondBits = std::reduce(second, second + size, 0U, std::bit_or());
    if (secondBits >= kNarrow || !m_counts.growTo(firstBits, secondBits * kTurns + kTurns - 1)) {
        for (std::size_t i = 0; i < size; ++i)
            count(first[i], second[i], i);
        return;
    }
    std::uint32_t* const counts = m_counts.data();
    const std::size_t width = m_counts.width();
    std::size_t i = 0;
    for (; i + kTurns <= size; i += kTurns) {
        ++counts[first[i] * width + second[i] * kTurns];
        ++counts[first[i + 1] * width + second[i + 1] * kTurns + 1];
        ++counts[first[i + 2] * width + second[i + 2] * kTurns + 2];
        ++counts[first[i + 3] * width + second[i + 3] * kTurns + 3];
    }
    for (; i < size; ++i)
        ++counts[first[i] * width + second[i] * kTurns];
}

void TallyGroups::countRare(std::uint32_t first, std::uint32_t second)
{
    if (second < kNarrow && m_counts.growTo(first, second * kTurns + kTurns - 1))
        ++m_counts(first, second * kTurns);
    else
        ++n[groupOf(first, second)];
}

void TallyGroups::flushCounts()
{
    for (std::uint32_t first = 0; first < m_counts.height(); ++first) {
        for (std::uint32_t place = 0; place < m_counts.width(); ++place) {
            if (const std::uint32_t counted = std::exchange(m_counts(first, place), 0); counted != 0)
                n[groupOf(first, place / kTurns)] += counted;
        }
    }
}

void TallyGroups::add(std::uint32_t first, std::uint32_t second, const TallyGroups& other, std::size_t group)
{
    const std::uint32_t here = groupOf(first, second);
    n[here] += other.n[group];
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i][here].add(other.means[i][group]);
}

void SlotMeans::add(const NumberSlots& slots, std::span<const std::uint16_t> places,
                    const std::uint32_t* groups, std::vector<Mean>& means)
{
    if (means.size() > kMostGroups) {
        for (std::size_t i = 0; i < places.size(); ++i)
            addValue(means[groups[i]], slots.numbers[places[i]]);
        return;
    }
    m_counts.resize(means.size() * NumberSlots::kCount);
    for (std::size_t i = 0; i < places.size(); ++i)
        ++m_counts[groups[i] * NumberSlots::kCount + slots.slots[places[i]]];
    for (std::size_t i = 0; i < places.size() && slots.anyOther; ++i) {
        if (slots.slots[places[i]] == NumberSlots::kOther)
            means[groups[i]].add(slots.numbers[places[i]]);
    }
}

void SlotMeans::flush(std::vector<Mean>& means)
{
    for (std::size_t group = 0; group < m_counts.size() / NumberSlots::kCount; ++group) {
        for (std::uint32_t value = 0; value < NumberSlots::kSmall; ++value) {
            const std::uint32_t n = m_counts[group * NumberSlots::kCount + value];
            const double sum = static_cast<double>(n) * value;
            means[group].add(Mean{n, sum, sum * value});
        }
    }
    m_counts.clear();
}

TallyPiece::TallyPiece(const Snapshot& snapshot, const std::vector<FieldReader>& by,
                       const std::vector<FieldReader>& means, const std::vector<Bins>& bins)
    : m_snapshot(snapshot), m_means(means), m_groups(means.size()), m_slotMeans(means.size())
{
    for (std::size_t i = 0; i < by.size(); ++i)
        m_keys.emplace_back(by[i], i < bins.size() ? bins[i] : Bins());
    for (const FieldKeys& keys : m_keys)
        m_ofMessages = m_ofMessages || keys.isOfMessages();
}

void TallyPiece::count(const RowSet& rows, Row begin, Row end)
{
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const Row runEnd = std::min(run + FieldScan::kRun, end);
        if (!rows.anyIn(run, runEnd))
            continue;
        m_places = {m_placeList.data(), rows.placesIn(run, runEnd, m_placeList.data())};
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

/// Those of the wanted rows, side by side.
void TallyPiece::takeRowKeys(std::size_t field, Row begin, Row end)
{
    if (m_keys[field].isOfMessages())
        return;
    std::array<std::uint32_t, FieldScan::kRun>& keys = m_rowKeys[sideOf(field)];
    m_keys[field].rowKeys(begin, end, m_places, keys.data());
    // A place is never before its number.
    for (std::size_t i = 0; i < m_places.size() && m_places.size() < end - begin; ++i)
        keys[i] = keys[m_places[i]];
}

/// Those of the wanted rows' messages, side by side; a key of the record is the same for each of its
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

void TallyPiece::takeGroups(const std::uint32_t* first, const std::uint32_t* second, std::size_t count)
{
    m_groupsHere.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_groupsHere[i] = m_groups.groupOf(m_keys.size() == 1 ? 0 : first[i], second[i]);
        ++m_groups.n[m_groupsHere[i]];
    }
}

void TallyPiece::countRecords(Row begin, Row end)
{
    const std::uint32_t* const first = m_rowKeys[0].data();
    const std::uint32_t* const second = m_rowKeys[1].data();
    if (!m_means.empty())
        takeGroups(first, second, m_places.size());
    else if (m_keys.size() == 1)
        m_groups.countLine(0, second, m_places.size());
    else
        m_groups.countPairs(first, second, m_places.size());
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
    // Of a field that only messages have, a record brings the values of all of its messages.
    m_messages.take(m_snapshot, begin, end, m_places);
    takeMessageNumbers(field);
    m_messages.spread(m_groupsHere.data(), m_groupsOfMessages);
    addMessageNumbers(index, m_groupsOfMessages);
}

void TallyPiece::countMessages(Row begin, Row end)
{
    for (std::size_t i = 0; i < m_keys.size(); ++i)
        takeMessageKeys(i);
    const std::uint32_t* const first = m_messageKeys[0].data();
    const std::uint32_t* const second = m_messageKeys[1].data();
    if (!m_means.empty())
        takeGroups(first, second, m_messages.count());
    else if (m_keys.size() == 1)
        m_groups.countLine(0, second, m_messages.count());
    else
        m_groups.countPairs(first, second, m_messages.count());
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
