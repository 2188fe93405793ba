// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_actions.h"

#include "core/io/atomic_file.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/models/words/count_words.h"
#include "ui/shell/main_window.h"
#include "ui/shell/menu_builder.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>

namespace duologue::ui {

namespace {

void saveView(MainWindow& window, Workspace& workspace)
{
    const SavedView view = workspace.shownView();
    const QString ending = toQt(std::string(kViewEnding));
    const QString name = view.paths.empty() ? QString() : toQt(view.paths.front().stem().string());
    QString path = QFileDialog::getSaveFileName(&window, MainWindow::tr("Save view"), name + ending,
                                                MainWindow::tr("Views (*%1)").arg(ending));
    if (path.isEmpty())
        return;
    if (!path.endsWith(ending))
        path += ending;
    const std::filesystem::path target = fromQt(path);
    AtomicFile file(target, AtomicFile::Existing::Replace);
    file.write(viewText(view, target.parent_path()));
    if (!file.commit())
        workspace.report(MainWindow::tr("The view was not saved."), translated(file.error()));
}

/// Actions that need a dataset are enabled while there is one.
void needsDataset(QAction& action, Workspace& workspace)
{
    const auto update = [&action, &workspace] { action.setEnabled(workspace.snapshot().recordCount() > 0); };
    QObject::connect(&workspace, &Workspace::viewChanged, &action, update);
    update();
}

} // namespace

void addExportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace)
{
    QAction* const start = menu.add(
        "export", MainWindow::tr("&Export…"), QKeySequence(Qt::CTRL | Qt::Key_E), [&window, &workspace] {
            auto* dialog =
                new ExportDialog(workspace.view(), workspace.selectedRows(), workspace.checks().checked(),
                                 &window, readingText(workspace.coverage()));
            dialog->setAttribute(Qt::WA_DeleteOnClose);
            dialog->open();
        });
    needsDataset(*start, workspace);
    QAction* const save = menu.add("saveView", MainWindow::tr("Save &view…"), {},
                                   [&window, &workspace] { saveView(window, workspace); });
    needsDataset(*save, workspace);
}

void addReportActions(MenuBuilder& menu, MainWindow& window, Workspace& workspace)
{
    QAction* const card = menu.add("datasetCard", MainWindow::tr("&Dataset card…"), {},
                                   [&window] { window.showDatasetCard(); });
    card->setToolTip(MainWindow::tr("Counts, charts and checks of the conversations shown, for a README"));
    needsDataset(*card, workspace);
    QAction* const report = menu.add("checkReport", MainWindow::tr("&Report of the checks…"), {},
                                     [&window] { window.showCheckReport(); });
    const auto update = [report, &workspace] { report->setEnabled(workspace.checks().checked() != nullptr); };
    QObject::connect(&workspace.checks(), &DatasetChecks::changed, report, update);
    QObject::connect(&workspace, &Workspace::checkReportShown, &window, &MainWindow::showCheckReport);
    update();
}

void addCommandActions(MenuBuilder& menu, MainWindow&, Workspace& workspace)
{
    const auto copy = [](const std::string& command) {
        QGuiApplication::clipboard()->setText(toQt(command));
    };
    QAction* const command = menu.add("copyAsCommand", MainWindow::tr("Copy as co&mmand"), {},
                                      [copy, &workspace] { copy(listCommand(workspace.shownView())); });
    command->setToolTip(MainWindow::tr("A line for a terminal that prints the conversations shown here"));
    needsDataset(*command, workspace);
    QAction* const link = menu.add("copyLink", MainWindow::tr("Copy &link to this conversation"), {},
                                   [copy, &workspace] { copy(openCommand(workspace.shownView())); });
    link->setToolTip(MainWindow::tr("A line for a terminal that opens Duologue at this conversation"));
    needsDataset(*link, workspace);
}

} // namespace duologue::ui
