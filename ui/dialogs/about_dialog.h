// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

namespace duologue::ui {

/// What the program is, its version, and the libraries that it uses with their licences. Copies what a report
/// of a fault should say. GUI thread.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    /// `lastReports` are those of Workspace.
    AboutDialog(const QStringList& lastReports, QWidget* parent);

private:
    void copyDiagnostics(const QStringList& lastReports);
};

} // namespace duologue::ui
