// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/base/problem.h"
#include "core/io/file_source.h"
#include "core/json/json_view.h"
#include "core/record/conversation.h"
#include "core/record/record_origin.h"
#include "core/table/record_table.h"

#include <memory>
#include <string>
#include <vector>

namespace duologue {

class FormatList;

/// One record read whole, for the viewer: it owns its bytes, the parser and the Conversation whose views
/// point into them. Immutable once made and shared between threads as shared_ptr<const DecodedRecord>.
struct DecodedRecord {
    Row row{0};
    std::string formatId;
    /// Where `bytes` are in the file.
    ByteSpan span;
    /// As on disk.
    PaddedBytes bytes;
    JsonParser parser;
    /// The Conversation's names from the path and from the format point into these.
    RecordOrigin origin;
    std::shared_ptr<const FormatList> formats;
    /// Missing if the record cannot be parsed; then only `bytes` and `problems` are set.
    JsonView root;
    Conversation conversation;
    std::vector<Problem> problems;
    /// Of a record of a file of columns; null for others.
    std::shared_ptr<const std::vector<ColumnType>> columns;
    RecordState state = RecordState::Read;
};

using DecodedRecordPtr = std::shared_ptr<const DecodedRecord>;

} // namespace duologue
