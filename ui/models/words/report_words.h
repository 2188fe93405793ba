// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace duologue {
struct ReportSpec;
}

namespace duologue::ui {

/// Title and one-clause summary of a report in the user's language.
QString reportTitle(const ReportSpec& report);
QString reportSummary(const ReportSpec& report);

} // namespace duologue::ui
