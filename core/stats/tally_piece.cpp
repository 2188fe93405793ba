// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally_piece.h"

#include <algorithm>
#include <cmath>

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

TallyPiece::TallyPiece(const Snapshot& snapshot, const std::vector<FieldReader>& by,
                       const std::vector<FieldReader>& means, const std::vector<Bins>& bins)
    : m_snapshot(snapshot), m_means(means), m_groups(means.size())
{
    for (std::size_t i = 0; i < by.size(); ++i)
        m_keys.emplace_back(by[i], i < bins.size() ? bins[i] : Bins());
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        m_isOfMessages[sideOf(i)] = m_keys[i].isOfMessages();
        m_ofMessages = m_ofMessages || m_keys[i].isOfMessages();
    }
}

void TallyPiece::count(const RowSet& rows, Row begin, Row end)
{
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const Row runEnd = std::min(run + FieldScan::kRun, end);
        if (!rows.anyIn(run, runEnd))
            continue;
        m_places = {m_placeList.data(), rows.placesIn(run, runEnd, m_placeList.data())};
        for (std::size_t i = 0; i < m_keys.size(); ++i) {
            if (!m_keys[i].isOfMessages())
                m_keys[i].rowKeys(run, runEnd, m_places, m_rowKeys[sideOf(i)].data());
        }
        if (m_ofMessages)
            countMessages(run, runEnd);
        else
            countRecords(run, runEnd);
    }
    m_groups.flushCounts();
}

void TallyPiece::countRecords(Row begin, Row end)
{
    if (m_means.empty()) {
        // The wanted ones side by side; a place is never before its number.
        for (std::size_t i = 0; i < m_keys.size() && m_places.size() < end - begin; ++i) {
            std::array<std::uint32_t, FieldScan::kRun>& keys = m_rowKeys[sideOf(i)];
            for (std::size_t k = 0; k < m_places.size(); ++k)
                keys[k] = keys[m_places[k]];
        }
        if (m_keys.size() == 1)
            m_groups.countLine(0, m_rowKeys[1].data(), m_places.size());
        for (std::size_t k = 0; k < m_places.size() && m_keys.size() > 1; ++k)
            m_groups.count(m_rowKeys[0][k], m_rowKeys[1][k], k);
        return;
    }
    m_groupsHere.resize(m_places.size());
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const std::uint16_t place = m_places[i];
        m_groupsHere[i] = m_groups.groupOf(m_rowKeys[0][place], m_rowKeys[1][place]);
        ++m_groups.n[m_groupsHere[i]];
    }
    for (std::size_t i = 0; i < m_means.size(); ++i)
        addRecordMean(i, begin, end);
}

void TallyPiece::addRecordMean(std::size_t index, Row begin, Row end)
{
    const FieldReader& field = m_means[index];
    std::vector<Mean>& means = m_groups.means[index];
    if (!field.info().ofMessages || field.isNumber()) {
        std::array<double, FieldScan::kRun> numbers;
        FieldScan(field).numbers(begin, end, numbers.data());
        for (std::size_t i = 0; i < m_places.size(); ++i)
            addValue(means[m_groupsHere[i]], numbers[m_places[i]]);
        return;
    }
    // Of a field that only messages have, a record brings the values of all of its messages.
    messageStarts(m_snapshot, begin, end, m_starts.data());
    takeMessageNumbers(field, m_starts[0], m_starts[end - begin]);
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const std::uint32_t last = m_starts[m_places[i] + 1U] - m_starts[0];
        for (std::uint32_t k = m_starts[m_places[i]] - m_starts[0]; k < last; ++k)
            addValue(means[m_groupsHere[i]], m_messageNumbers[k]);
    }
}

void TallyPiece::countMessages(Row begin, Row end)
{
    messageStarts(m_snapshot, begin, end, m_starts.data());
    const std::uint32_t first = m_starts[0];
    const std::uint32_t last = m_starts[end - begin];
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        if (!m_keys[i].isOfMessages())
            continue;
        m_messageKeys[sideOf(i)].resize(last - first);
        m_keys[i].messageKeys(first, last, m_messageKeys[sideOf(i)].data());
    }
    if (m_means.empty() && m_keys.size() == 1 && m_places.size() == end - begin) {
        m_groups.countLine(0, m_messageKeys[1].data(), last - first);
        return;
    }
    m_messageGroups.clear();
    for (const std::uint16_t place : m_places) {
        countMessagesOf(place);
        if (!m_means.empty())
            m_messageGroups.insert(m_messageGroups.end(), m_groupsHere.begin(), m_groupsHere.end());
    }
    for (std::size_t i = 0; i < m_means.size(); ++i)
        addMessageMean(i, begin, end);
}

void TallyPiece::countMessagesOf(std::uint16_t place)
{
    const std::uint32_t from = m_starts[place] - m_starts[0];
    const std::uint32_t count = m_starts[place + 1U] - m_starts[place];
    const std::uint32_t* const second =
        m_isOfMessages[1] ? m_messageKeys[1].data() + from : &m_rowKeys[1][place];
    if (m_means.empty() && !m_isOfMessages[0] && m_isOfMessages[1]) {
        m_groups.countLine(m_rowKeys[0][place], second, count);
        return;
    }
    const std::uint32_t* const first =
        m_isOfMessages[0] ? m_messageKeys[0].data() + from : &m_rowKeys[0][place];
    // A key of the record is the same for each of its messages.
    const std::size_t firstStep = m_isOfMessages[0] ? 1 : 0;
    const std::size_t secondStep = m_isOfMessages[1] ? 1 : 0;
    m_groupsHere.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (m_means.empty()) {
            m_groups.count(first[i * firstStep], second[i * secondStep], i);
            continue;
        }
        m_groupsHere[i] = m_groups.groupOf(first[i * firstStep], second[i * secondStep]);
        ++m_groups.n[m_groupsHere[i]];
    }
}

void TallyPiece::addMessageMean(std::size_t index, Row begin, Row end)
{
    const FieldReader& field = m_means[index];
    if (field.info().ofMessages)
        takeMessageNumbers(field, m_starts[0], m_starts[end - begin]);
    const std::uint32_t* group = m_messageGroups.data();
    for (const std::uint16_t place : m_places) {
        const double ofRecord = field.info().ofMessages ? 0 : field.number(begin + place);
        const std::uint32_t last = m_starts[place + 1U] - m_starts[0];
        for (std::uint32_t k = m_starts[place] - m_starts[0]; k < last; ++k)
            addValue(m_groups.means[index][*group++],
                     field.info().ofMessages ? m_messageNumbers[k] : ofRecord);
    }
}

void TallyPiece::takeMessageNumbers(const FieldReader& field, std::uint32_t begin, std::uint32_t end)
{
    m_messageNumbers.resize(end - begin);
    FieldScan(field).messageNumbers(begin, end, m_messageNumbers.data());
}

} // namespace duologue
