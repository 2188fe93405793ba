// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>
#include <memory>

namespace duologue::ui {

namespace Ui {
class AboutDialog;
}

/// What a report of a fault should say about the program and the machine: versions, screens, languages, what
/// the program has reported last, and where it crashed last. In English; it names no data and no paths. GUI
/// thread. `crashReport` is the text of the newest report, which may be empty.
QString diagnostics(const QStringList& lastReports, const QString& crashReport);

/// What the program is, its version, and the libraries that it uses with their licences. Copies what a report
/// of a fault should say. GUI thread.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    /// `lastReports` are those of Workspace.
    AboutDialog(const QStringList& lastReports, QWidget* parent);
    ~AboutDialog() override;

private:
    const std::unique_ptr<Ui::AboutDialog> m_ui;
};

} // namespace duologue::ui
