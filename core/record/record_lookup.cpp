// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/record_lookup.h"

namespace duologue {

std::optional<Row> recordAt(const Snapshot& snapshot, const ByteSpan& where)
{
    if (where.file == kNoFile)
        return std::nullopt;
    // Records lie in the order of their files and, within one, of their bytes.
    Row low = 0;
    Row high = snapshot.recordCount();
    while (low < high) {
        const Row middle = low + (high - low) / 2;
        const RecordEntry& record = snapshot.record(middle);
        const bool isBefore = record.file != where.file ? record.file < where.file
                                                        : record.offset + record.length < where.offset;
        if (isBefore)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < snapshot.recordCount() && snapshot.record(low).file == where.file)
        return low;
    return low > 0 && snapshot.record(low - 1).file == where.file ? std::optional<Row>(low - 1)
                                                                  : std::nullopt;
}

} // namespace duologue
