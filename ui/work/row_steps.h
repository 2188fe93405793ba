// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "ui/work/view.h"

#include <optional>
#include <span>

namespace duologue::ui {

/// The row `by` steps further in the order of the view; empty beyond its ends. `read` are the rows that were
/// current, the present one last: the step starts from the last of them that is in the view, or else before
/// the first row (after the last one if `by` is negative).
std::optional<Row> stepRow(const View& view, std::span<const Row> read, int by);

/// The first row after the current one, in the order of the view and wrapping around, that has a message with
/// that mark; may be the current row. For a worker: may look at every message.
std::optional<Row> nextMarkedRow(const View& view, std::optional<Row> current, Mark mark, const Job& job);

/// True if the row exists in the snapshot and has a message with that mark.
bool hasMark(const Snapshot& snapshot, Row row, Mark mark);

} // namespace duologue::ui
