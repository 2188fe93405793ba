// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/load/record_reader.h"
#include "core/util/parallel.h"

#include <QString>
#include <vector>

namespace duologue::ui {

/// Another record with the same preference and question.
struct SiblingRecord {
    Row row{0};
    /// Its format and location: "PrefEval, explicit preference · travel_hotel.json, 3".
    QString title;
};

/// Records with the same preference and question in other forms (stated, selected, implied by a persona), in
/// dataset order. Empty if the record has no preference or no question. For a worker: reads files.
std::vector<SiblingRecord> siblingsOf(const Snapshot& snapshot, const DecodedRecord& record, const Job& job);

/// "travel_hotel.json, 3": the file, and the number of the record if the file has several.
QString recordLocation(const Snapshot& snapshot, Row row);
/// The same with the folders of the file.
QString recordPath(const Snapshot& snapshot, Row row);

} // namespace duologue::ui
