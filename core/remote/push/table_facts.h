// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table/table_layout.h"
#include "core/table/snapshot.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// All values of a column with not too many of them.
struct ColumnValues {
    /// The value of each record of `snapshot`; nothing for NULL.
    std::vector<std::optional<std::string>> values;
    /// A record for each value, read as rows of the table are. In lists of messages it has one message.
    SnapshotPtr snapshot;
};

/// Asks the server for the values of a column, once. Null if they are too many or too long, if the server
/// does not say, or if the table is no more. The pointer is valid as long as the table.
using FindValues = std::function<const ColumnValues*(const TableColumn& column)>;

/// What is known of a table before a query comes.
struct TableFacts {
    TableLayout layout;
    /// Some of its rows, as they are read.
    SnapshotPtr sample;
    /// In the sample, messages are the entries of the lists, one for one.
    bool areMessagesSure = false;
    /// The index among layout.columns of the one that is the id of conversations.
    std::optional<std::size_t> id;
    FindValues findValues;
};

} // namespace duologue
