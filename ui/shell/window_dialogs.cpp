// SPDX-License-Identifier: GPL-3.0-or-later

// The dialogs that the window opens for itself.

#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/keys/action_finder.h"
#include "ui/dialogs/keys/keys_dialog.h"
#include "ui/dialogs/settings/settings_dialog.h"
#include "ui/shell/findables.h"
#include "ui/shell/main_window.h"
#include "ui/shell/perspective.h"
#include "ui/work/workspace.h"

namespace duologue::ui {

void MainWindow::showKeys()
{
    KeysDialog(*m_keys, this).exec();
}

void MainWindow::findAction()
{
    ActionFinder finder(findables(*this, m_workspace), this);
    if (finder.exec() == QDialog::Accepted && finder.chosen() != nullptr)
        finder.chosen()->run();
}

void MainWindow::showSettings()
{
    auto* dialog = findChild<SettingsDialog*>(QString(), Qt::FindDirectChildrenOnly);
    if (dialog == nullptr) {
        QList<SettingsDialog::Choice> perspectives;
        for (const Perspective perspective : kPerspectives)
            perspectives << SettingsDialog::Choice{nameOf(perspective), titleOf(perspective)};
        dialog = new SettingsDialog(m_settings, perspectives, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &SettingsDialog::keysRequested, this, &MainWindow::showKeys);
    }
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

bool MainWindow::hasSettingsShown() const
{
    const auto* dialog = findChild<SettingsDialog*>(QString(), Qt::FindDirectChildrenOnly);
    return dialog != nullptr && dialog->isVisible();
}

void MainWindow::showAbout()
{
    AboutDialog(m_workspace.lastReports(), this).exec();
}

} // namespace duologue::ui
