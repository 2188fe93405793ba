// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue::ui {

/// The folder of the sample dataset, installed or in the source tree. Empty if there is none.
QString sampleDatasetPath();

} // namespace duologue::ui
