// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue {
class Report;
}

namespace duologue::ui {

/// Title and one-clause summary of a report in the user's language.
QString reportTitle(const Report& report);
QString reportSummary(const Report& report);

} // namespace duologue::ui
