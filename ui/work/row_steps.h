// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "ui/work/view.h"

#include <optional>
#include <span>

namespace duologue::ui {

/// The row so many places further in the order of the view; none past its ends. `read` are the rows that were
/// current, the present one last: from the last of them that is in the view, else from before the first row,
/// or from behind the last when stepping back.
std::optional<Row> stepRow(const View& view, std::span<const Row> read, int by);

/// The first row behind the current one, in the order of the view and round its end, that has a message with
/// that mark; the current one itself when it is the only one. May look at every message: for a worker.
std::optional<Row> nextMarkedRow(const View& view, std::optional<Row> current, Mark mark, const Job& job);

/// True where a row lies in the view's snapshot and has a message with that mark.
bool hasMark(const Snapshot& snapshot, Row row, Mark mark);

} // namespace duologue::ui
