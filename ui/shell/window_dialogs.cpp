// SPDX-License-Identifier: GPL-3.0-or-later

// The dialogs that the window opens for itself.

#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/document/document_window.h"
#include "ui/dialogs/keys/action_finder.h"
#include "ui/dialogs/keys/keys_dialog.h"
#include "ui/dialogs/settings/settings_dialog.h"
#include "ui/dialogs/table/open_table_dialog.h"
#include "ui/shell/findables.h"
#include "ui/shell/main_window.h"
#include "ui/shell/perspective.h"
#include "ui/work/qt_text.h"
#include "ui/work/tables/table_rows.h"
#include "ui/work/workspace.h"

#include <QMessageBox>
#include <QPushButton>
#include <utility>

namespace duologue::ui {

namespace {

void showDocument(const DatasetDocumentMaker& maker, std::size_t records, QWidget* parent)
{
    auto* window = new DocumentWindow(maker, records, parent);
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
}

} // namespace

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

void MainWindow::askForTable(const QString& address, const QString& query)
{
    const TableRows& open = TableRows::of(m_workspace);
    auto* dialog = new OpenTableDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!address.isEmpty())
        dialog->begin(address, query);
    else if (open.isOpen())
        dialog->begin(m_workspace.origin(), open.request().query);
    connect(dialog, &OpenTableDialog::chosen, this,
            [this](const TableRequest& request) { TableRows::of(m_workspace).fetch(request); });
    dialog->open();
}

/// A card stands for a dataset wherever it is put: with a filter, the user says what it is to be about.
void MainWindow::showDatasetCard()
{
    const ViewPtr view = m_workspace.view();
    if (view->query.kind == QueryKind::Everything) {
        showDatasetCard(view, true);
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Question, tr("Dataset card"),
                                tr("Which conversations is the card about?"), QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("cardScope"));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("The filter is on: %1").arg(asLabel(toText(view->query))));
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto* shown =
        box->addButton(tr("The %1 &shown").arg(countText(view->matched.count())), QMessageBox::AcceptRole);
    auto* all = box->addButton((view->snapshot->complete ? tr("&All %1") : tr("&All that was read (%1)"))
                                   .arg(countText(view->snapshot->recordCount())),
                               QMessageBox::AcceptRole);
    shown->setObjectName(QStringLiteral("cardShown"));
    all->setObjectName(QStringLiteral("cardAll"));
    box->setDefaultButton(shown);
    connect(shown, &QAbstractButton::clicked, this, [this, view] { showDatasetCard(view, false); });
    connect(all, &QAbstractButton::clicked, this, [this, view] { showDatasetCard(view, true); });
    box->open();
}

void MainWindow::showDatasetCard(const ViewPtr& view, bool isOfAll)
{
    const CheckedSnapshotPtr& checked = m_workspace.checks().checked();
    const bool isOfThese =
        checked != nullptr && (checked->snapshot == view->snapshot || checked->withFields == view->snapshot);
    const RowSet rows = isOfAll ? RowSet(view->snapshot->recordCount(), true) : view->matched;
    Coverage coverage =
        coverageOf(*view->snapshot, rows.count(), isOfAll ? std::string() : toText(view->query));
    coverage.isReading = m_workspace.isLoading();
    showDocument(cardMaker(view->snapshot, rows, isOfThese ? checked : CheckedSnapshotPtr(),
                           fromQt(m_workspace.paths().value(0)), std::move(coverage)),
                 rows.count(), this);
}

void MainWindow::showCheckReport()
{
    if (const CheckedSnapshotPtr& checked = m_workspace.checks().checked(); checked != nullptr)
        showDocument(checkReportMaker(checked, fromQt(m_workspace.paths().value(0))), 0, this);
}

} // namespace duologue::ui
