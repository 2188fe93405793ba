// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"

#include <optional>

namespace duologue::ui {

/// The first row that shows most of what the window can show: texts in two languages, annotated messages,
/// marks, ratings. Empty if there are no rows. Looks at every message of a small dataset, such as the sample.
std::optional<Row> tellingRow(const Snapshot& snapshot);

} // namespace duologue::ui
