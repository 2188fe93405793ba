// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_set.h"
#include "core/export/row_choice.h"
#include "core/marks/identity.h"
#include "core/marks/sources.h"
#include "core/util/expected.h"

#include <string>
#include <vector>

namespace duologue {

/// What is to be read, in this order: a small file that can be handed on. Records are named as in marks, so
/// that they are found again in another copy of the dataset.
struct ReadingQueue {
    std::string title;
    /// How it was chosen, for people: "random, 300 of 14,199, seed 7".
    std::string origin;
    std::vector<MarkTarget> records;

    bool operator==(const ReadingQueue&) const = default;
};

std::string queueText(const ReadingQueue& queue);
/// Says what is wrong if it is no queue.
Expected<ReadingQueue, Phrase> readQueue(std::string_view json);

/// So many rows whose number is furthest from the median, in units of the median distance from it (Hampel
/// 1974); the furthest first. Rows without the number are left out.
RowOrder outliersOf(const Snapshot& snapshot, const RowOrder& rows, std::string_view field,
                    std::size_t count);

/// The rows with something about which two sources say different things, in their order, each once.
RowOrder disagreementsOf(const SourceAnswers& answers);

/// In an order by chance; the same for the same seed on every machine. Whoever stops half-way has read a
/// sample.
RowOrder shuffled(RowOrder rows, std::uint64_t seed);

/// The rows in `readers` parts, as equal as can be; the same for the same seed.
std::vector<RowOrder> sharesOf(const RowOrder& rows, std::size_t readers, std::uint64_t seed);

/// How far a reader is.
struct QueueProgress {
    std::size_t done = 0;
    std::size_t all = 0;
    /// Of the last hour in which the reader worked; 0 if too little is known.
    double perHour = 0;
};

/// Of records that were answered at these times (milliseconds since 1970), of so many in all. Breaks of more
/// than five minutes do not count as work.
QueueProgress progressOf(std::vector<std::int64_t> answeredAt, std::size_t all);

/// The snapshot with the field `mark.queue`: from 1 on, the place of these rows; no value for others. No
/// field without rows.
SnapshotPtr withQueueField(const Snapshot& snapshot, const std::vector<Row>& rows);

} // namespace duologue
