// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/util/parallel.h"

#include <QString>
#include <string>
#include <vector>

namespace duologue::ui {

/// The keys of the fields with a value whose name contains the text, in either language. Numbers are not
/// searched. For a worker; incomplete if the job was stopped.
std::vector<std::string> fieldsWithValue(const Snapshot& snapshot, const QString& text, const Job& job);

} // namespace duologue::ui
