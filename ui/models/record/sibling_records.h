// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/decoded_record.h"
#include "core/table/snapshot.h"

#include <QString>
#include <vector>

namespace duologue::ui {

/// Another record that asks the same question under the same preference.
struct SiblingRecord {
    Row row = 0;
    /// Its format and place: "PrefEval, explicit preference · travel_hotel.json, 3".
    QString title;
};

/// The same preference and question in other forms (stated, chosen, told by a persona), in the order of the
/// dataset. Nothing where the record has no preference or asks nothing. Reads files: for a worker.
std::vector<SiblingRecord> siblingsOf(const Snapshot& snapshot, const DecodedRecord& record, const Job& job);

/// "travel_hotel.json, 3": the file and the place in it, where it has more than one record.
QString recordPlace(const Snapshot& snapshot, Row row);
/// The same with the folders above the file.
QString recordPath(const Snapshot& snapshot, Row row);

} // namespace duologue::ui
