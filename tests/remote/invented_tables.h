// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/remote/clickhouse_nodes.h"

#include <cstddef>

namespace duologue::test {

/// Makes the tables logs.lists, logs.turns and logs.json on both servers with the same invented
/// conversations, half of them on each: as lists, as one row a message, and as JSON in a text.
void makeInventedTables(ClickHouseNodes& nodes, std::size_t conversations);

} // namespace duologue::test
