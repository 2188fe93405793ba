// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue::ui {

/// The folder of the sample dataset: installed beside the program, or in the source tree it was built from.
/// Empty where there is none.
QString sampleDatasetPath();

} // namespace duologue::ui
