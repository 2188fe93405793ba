// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace duologue::ui {

/// What a report of a fault should say about the program and the machine: versions, screens, languages, what
/// the program has reported last, and where it crashed last. In English; it names no data and no paths. GUI
/// thread. `crashReport` is the text of the newest report, which may be empty.
QString diagnostics(const QStringList& lastReports, const QString& crashReport);

} // namespace duologue::ui
