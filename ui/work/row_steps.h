// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/parallel.h"
#include "ui/work/view.h"

#include <optional>
#include <span>

namespace duologue::ui {

/// The row `by` steps further in the order of the view; empty beyond its ends. `read` are the rows that were
/// current, the present one last: the step starts from the last of them that is in the view, or else before
/// the first row (after the last one if `by` is negative).
std::optional<Row> stepRow(const View& view, std::span<const Row> read, int by);

/// A conversation with a message that is marked as a hallucination.
struct MarkedRow {
    Row row{};
    /// Its place in the order of the view, from 1 on.
    std::size_t position = 0;
    /// The first such message, or the last one when going back.
    int message = 0;
    /// The end of the list was passed.
    bool isWrapped = false;
};

/// The first such row after the current one, or before it if `by` is negative, in the order of the view and
/// wrapping around; may be the current row. For a worker: may look at every message.
std::optional<MarkedRow> nextMarkedRow(const View& view, std::optional<Row> current, int by, const Job& job);

} // namespace duologue::ui
