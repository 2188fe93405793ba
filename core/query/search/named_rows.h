// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <string>

namespace duologue {

/// The rows whose id is exactly this text, or whose file has this name or path, ignoring case and width: a
/// search for a text finds them too. Incomplete if the job was stopped.
RowSet rowsNamed(const Snapshot& snapshot, const std::string& name, const Job& job);

} // namespace duologue
