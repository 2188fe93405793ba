// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/table_layout.h"

#include <QString>

namespace duologue::ui {

/// Some rows of a table as they are read.
struct TableSample {
    std::size_t conversations = 0;
    std::size_t messages = 0;
    /// Rows that cannot be read as what they are.
    std::size_t broken = 0;
    /// The first conversations, as plain text.
    QString text;
};

/// Reads the first rows again: call it on a worker.
TableSample sampleOf(const TableFacts& facts);

} // namespace duologue::ui
