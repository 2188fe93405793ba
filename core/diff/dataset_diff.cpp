// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/dataset_diff.h"

#include "core/diff/nearest_text.h"
#include "core/diff/record_places.h"
#include "core/diff/row_reader.h"
#include "core/diff/value_hash.h"

#include <algorithm>
#include <span>

namespace duologue {

namespace {

/// The key under which a record is in its file, if that is no part of the record.
constexpr std::string_view kNameInFile = "key in the file";

enum class PairState : std::uint8_t { Unread, Equal, Changed };

/// How many of the numbers are in a longest rising subsequence (Fredman, "On computing the length of longest
/// increasing subsequences", 1975).
std::uint64_t longestRising(std::span<const std::uint32_t> numbers)
{
    std::vector<std::uint32_t> ends;
    for (const std::uint32_t number : numbers) {
        // Mostly the numbers rise already.
        if (ends.empty() || ends.back() < number)
            ends.push_back(number);
        else
            *std::lower_bound(ends.begin(), ends.end(), number) = number;
    }
    return ends.size();
}

/// Counts the records that are out of order among those that stay in their place.
std::uint64_t reorderedRecords(const std::vector<RowPair>& stayed, const RecordPlaces& places, const Job& job)
{
    struct Position {
        std::uint32_t place;
        std::uint32_t row;
    };
    std::vector<Position> positions;
    positions.reserve(stayed.size());
    for (const RowPair& pair : stayed)
        positions.push_back({places.oldPlace(pair.old), static_cast<std::uint32_t>(pair.now)});
    // A file's records are side by side already; only lists may be mixed.
    const auto isEarlier = [](const Position& a, const Position& b) { return a.place < b.place; };
    if (!std::is_sorted(positions.begin(), positions.end(), isEarlier))
        std::stable_sort(positions.begin(), positions.end(), isEarlier);
    std::uint64_t count = 0;
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < positions.size() && !job.stopRequested();) {
        rows.clear();
        const std::uint32_t place = positions[i].place;
        for (; i < positions.size() && positions[i].place == place; ++i)
            rows.push_back(positions[i].row);
        count += rows.size() - longestRising(rows);
    }
    return count;
}

/// Fast for records that are written in the same way.
PairState stateOf(Row oldRow, RowReader& old, std::optional<std::string_view> oldBytes, Row newRow,
                  RowReader& now, std::optional<std::string_view> newBytes)
{
    if (!oldBytes || !newBytes)
        return PairState::Unread;
    if (*oldBytes == *newBytes)
        return PairState::Equal;
    const ParsedRecord left = old.parse(oldRow, *oldBytes);
    const ParsedRecord right = now.parse(newRow, *newBytes);
    const bool areParsed = left.state != RecordState::Broken && right.state != RecordState::Broken;
    return areParsed && left.name == right.name && equalValues(left.root, right.root) ? PairState::Equal
                                                                                      : PairState::Changed;
}

ValueChange wholeChange(std::string_view name, std::string_view old, std::string_view now)
{
    ValueChange change;
    change.name = name;
    change.old = {std::string(old), true};
    change.now = {std::string(now), true};
    return change;
}

ValueDiff diffOf(Row oldRow, RowReader& old, std::optional<std::string_view> oldBytes, Row newRow,
                 RowReader& now, std::optional<std::string_view> newBytes, const Job& job)
{
    if (!oldBytes || !newBytes)
        return {};
    const ParsedRecord left = old.parse(oldRow, *oldBytes);
    const ParsedRecord right = now.parse(newRow, *newBytes);
    if (left.state == RecordState::Broken || right.state == RecordState::Broken)
        return *oldBytes == *newBytes ? ValueDiff() : ValueDiff{{wholeChange({}, *oldBytes, *newBytes)}, 0};
    ValueDiff diff = diffValues(left.root, right.root, job);
    if (left.name != right.name)
        diff.changes.insert(diff.changes.begin(), wholeChange(kNameInFile, left.name, right.name));
    return diff;
}

std::vector<RowPair> matchedPairs(const Snapshot& old, const RecordMatches& matches)
{
    std::vector<RowPair> pairs;
    for (Row row{0}; row < old.endRow(); ++row) {
        if (!matches.isFreeOld(row))
            pairs.push_back({row, matches.partner(row).row});
    }
    return pairs;
}

/// Compares the matched records and adds them to the result.
void addPairs(const Snapshot& old, const Snapshot& now, const RecordPlaces& places,
              const RecordMatches& matches, const Job& job, DatasetDiff& diff)
{
    const std::vector<RowPair> pairs = matchedPairs(old, matches);
    std::vector<PairState> states(pairs.size(), PairState::Unread);
    readPairsAgain(old, now, pairs, job,
                   [&](std::size_t i, RowReader& left, std::optional<std::string_view> oldBytes,
                       RowReader& right, std::optional<std::string_view> newBytes) {
                       states[i] = stateOf(pairs[i].old, left, oldBytes, pairs[i].now, right, newBytes);
                   });
    if (job.stopRequested())
        return;
    std::vector<RowPair> stayed;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const bool isMoved =
            places.areComparable() && places.oldPlace(pairs[i].old) != places.newPlace(pairs[i].now);
        const bool isChanged = states[i] == PairState::Changed;
        if (!isMoved)
            stayed.push_back(pairs[i]);
        diff.unread += states[i] == PairState::Unread ? 1 : 0;
        diff.changed += isChanged ? 1 : 0;
        diff.moved += isMoved ? 1 : 0;
        diff.equal += states[i] == PairState::Equal && !isMoved ? 1 : 0;
        const RecordMatches::Partner& partner = matches.partner(pairs[i].old);
        if (isChanged || isMoved)
            diff.pairs.push_back(
                {pairs[i].old, pairs[i].now, partner.by, isChanged, isMoved, partner.likeness});
    }
    diff.reordered = reorderedRecords(stayed, places, job);
}

} // namespace

DatasetDiff diffDatasets(const Snapshot& old, const Snapshot& now, const DiffOptions& options, const Job& job)
{
    DatasetDiff diff;
    const RecordPlaces places(old, now);
    RecordMatches matches(old.recordCount(), now.recordCount());
    if (options.matchesIds)
        diff.repeatedIds = matchIds(old, now, places, matches, job);
    if (!job.stopRequested())
        diff.unread += matchContents(old, now, places, matches, job);
    // Of several records with one id, all but one may have found their counterparts now.
    if (options.matchesIds && diff.repeatedIds > 0 && !job.stopRequested())
        matchIds(old, now, places, matches, job);
    if (!job.stopRequested())
        matchNearestTexts(old, now, places, matches, job);
    if (!job.stopRequested())
        matchFiles(old, now, places, matches, job);
    if (job.stopRequested())
        return diff;
    addPairs(old, now, places, matches, job, diff);
    diff.removed = matches.freeOld();
    diff.added = matches.freeNew();
    return diff;
}

ValueDiff diffRecords(const Snapshot& old, Row oldRow, const Snapshot& now, Row newRow, const Job& job)
{
    RowReader left(old);
    RowReader right(now);
    left.read(std::span(&oldRow, 1));
    right.read(std::span(&newRow, 1));
    return diffOf(oldRow, left, left.bytes(0), newRow, right, right.bytes(0), job);
}

void forEachChangedRecord(const Snapshot& old, const Snapshot& now, const DatasetDiff& diff, const Job& job,
                          const std::function<bool(const RecordPair&, const ValueDiff&)>& handle)
{
    constexpr std::uint64_t kBatchBytes = std::uint64_t{16} << 20U;
    constexpr std::size_t kBatchPairs = 8192;
    std::vector<RecordPair> batch;
    std::vector<RowPair> rows;
    for (std::size_t next = 0; next < diff.pairs.size() && !job.stopRequested();) {
        batch.clear();
        rows.clear();
        for (std::uint64_t bytes = 0;
             next < diff.pairs.size() && bytes < kBatchBytes && batch.size() < kBatchPairs; ++next) {
            const RecordPair& pair = diff.pairs[next];
            if (!pair.isChanged)
                continue;
            batch.push_back(pair);
            rows.push_back({pair.old, pair.now});
            bytes += old.record(pair.old).length + now.record(pair.now).length;
        }
        std::vector<ValueDiff> found(batch.size());
        readPairsAgain(old, now, rows, job,
                       [&](std::size_t i, RowReader& left, std::optional<std::string_view> oldBytes,
                           RowReader& right, std::optional<std::string_view> newBytes) {
                           found[i] = diffOf(rows[i].old, left, oldBytes, rows[i].now, right, newBytes, job);
                       });
        for (std::size_t i = 0; i < batch.size() && !job.stopRequested(); ++i) {
            if (!handle(batch[i], found[i]))
                return;
        }
    }
}

} // namespace duologue
