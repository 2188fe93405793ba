// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/formats/format.h"
#include "core/table/decoded_record.h"
#include "core/table/snapshot.h"

#include <string>
#include <string_view>

namespace duologue {

/// Reads one record of a snapshot again, whole, by the same parser and format as the loader. Any thread. A
/// broken record comes back with its bytes and problems; a file that cannot be read any more is a Problem.
Result<DecodedRecordPtr> readRecord(const Snapshot& snapshot, Row row);

/// The bytes of a value that the record shows only as a note ("image/png, 12345 bytes"), in a file of
/// columns. A problem if the pointer leads to no such value. Any thread.
Result<std::string> readBytes(const Snapshot& snapshot, Row row, std::string_view pointer);

/// The same record read by another format, which need not be one of the snapshot's. Any thread. `record` is
/// not broken.
DecodedRecordPtr readAs(const DecodedRecord& record, std::shared_ptr<const Format> format);

} // namespace duologue
