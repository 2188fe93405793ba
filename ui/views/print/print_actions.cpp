// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/print/print_actions.h"

#include "ui/views/print/conversation_printer.h"
#include "ui/views/print/pdf_file.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/views/widgets/menu_section.h"
#include "ui/work/program/running_jobs.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QPrintDialog>
#include <QPrinter>
#include <algorithm>
#include <functional>

namespace duologue::ui {

namespace {

constexpr int kDotsPerInch = 96;

struct PrintActionsWords {
    Q_DECLARE_TR_FUNCTIONS(PrintActions)
};

/// The first selected rows, or the current row if it is not among them.
std::vector<Row> selectedRows(const Workspace& workspace)
{
    std::vector<Row> rows = workspace.selectedRows();
    // Keys and links can open a conversation that is not selected; then that one is meant.
    if (const auto current = workspace.currentRow();
        current && std::ranges::find(rows, *current) == rows.end())
        rows = {*current};
    rows.resize(std::min(rows.size(), ConversationPrinter::kMost));
    return rows;
}

/// The first rows that match the filter, in the order of the table.
std::vector<Row> shownRows(const Workspace& workspace)
{
    const RowOrder& order = workspace.view()->order;
    const std::size_t count = std::min(order.size(), ConversationPrinter::kMost);
    return {order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count)};
}

void addAction(TranscriptView& transcript, const char* name, const QString& text, const QKeySequence& keys,
               std::function<void()> triggered)
{
    auto* action = new QAction(text, &transcript);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(keys);
    setMenuSection(*action, MenuSection::Print);
    QObject::connect(action, &QAction::triggered, &transcript, std::move(triggered));
    transcript.addAction(action);
}

} // namespace

void addPrintActions(TranscriptView& transcript, Workspace& workspace)
{
    auto* printer = new ConversationPrinter(&transcript);
    // Where the running print goes: a file, or nothing for a printer.
    struct Target {
        QString path;
        std::shared_ptr<PdfFile> file;
        JobEntry job;
        std::uint64_t done = 0;
    };
    const auto target = std::make_shared<Target>();
    QObject::connect(
        printer, &ConversationPrinter::finished, &workspace, [&workspace, target](bool well, int pages) {
            const bool isWritten = well && (target->file == nullptr || target->file->commit());
            target->file.reset();
            target->job.end(isWritten ? PrintActionsWords::tr("%Ln page(s)", nullptr, pages) : QString());
            if (!isWritten)
                workspace.report(PrintActionsWords::tr("Printing failed:"),
                                 PrintActionsWords::tr("the file or printer cannot be written."));
            else if (target->path.isEmpty())
                workspace.report(PrintActionsWords::tr("Sent to the printer:"),
                                 PrintActionsWords::tr("%Ln page(s)", nullptr, pages));
            else
                workspace.report(PrintActionsWords::tr("Saved as PDF:"),
                                 PrintActionsWords::tr("%1 (%2)").arg(
                                     target->path, PrintActionsWords::tr("%Ln page(s)", nullptr, pages)));
        });
    QObject::connect(printer, &ConversationPrinter::progressed, printer,
                     [target](std::size_t conversations) { target->done = conversations; });
    // The rows are determined after the dialog, because the dataset may have changed while it was open.
    using RowsOf = std::vector<Row> (*)(const Workspace&);
    const auto begin = [&transcript, &workspace, printer, target](std::shared_ptr<QPagedPaintDevice> device,
                                                                  RowsOf rowsOf) {
        const TranscriptDocument* shown = transcript.transcript();
        std::vector<Row> rows = rowsOf(workspace);
        target->done = 0;
        target->job.begin(
            PrintActionsWords::tr("Printing"),
            [job = target.get(), count = rows.size()] {
                return JobAmount{job->done, count, JobAmount::Unit::Conversations};
            },
            [printer, job = target.get()] {
                printer->cancel();
                job->file.reset();
                job->job.end();
            });
        printer->print(std::move(device), workspace.view()->snapshot, std::move(rows), transcript.mode(),
                       transcript.font(), shown != nullptr ? shown->style().fonts : ReadingFonts());
    };
    const auto savePdf = [&transcript, &workspace, printer, begin, target](RowsOf rowsOf) {
        if (rowsOf(workspace).empty())
            return;
        const QString path = QFileDialog::getSaveFileName(&transcript, PrintActionsWords::tr("Save as PDF"),
                                                          PrintActionsWords::tr("conversation.pdf"),
                                                          PrintActionsWords::tr("PDF (*.pdf)"));
        if (path.isEmpty())
            return;
        target->path = path;
        target->file = std::make_shared<PdfFile>(path, transcript.shownSource().fileName);
        if (target->file->isOpen())
            begin(target->file, rowsOf);
        else
            Q_EMIT printer->finished(false, 0);
    };
    const auto onPaper = [&transcript, &workspace, begin, target](RowsOf rowsOf) {
        target->path.clear();
        target->file.reset();
        auto device = std::make_shared<QPrinter>(QPrinter::ScreenResolution);
        device->setResolution(kDotsPerInch);
        // Print dialogs suggest it as a file name.
        device->setDocName(asLabel(QFileInfo(transcript.shownSource().fileName).completeBaseName()));
        QPrintDialog dialog(device.get(), &transcript);
        if (!rowsOf(workspace).empty() && dialog.exec() == QDialog::Accepted)
            begin(std::move(device), rowsOf);
    };
    addAction(
        transcript, "printSelected",
        PrintActionsWords::tr("Print selected conversations (at most %1)…").arg(ConversationPrinter::kMost),
        {Qt::CTRL | Qt::Key_P}, [onPaper] { onPaper(&selectedRows); });
    addAction(
        transcript, "printAll",
        PrintActionsWords::tr("Print shown conversations (at most %1)…").arg(ConversationPrinter::kMost), {},
        [onPaper] { onPaper(&shownRows); });
    addAction(transcript, "savePdf",
              PrintActionsWords::tr("Save selected conversations as PDF (at most %1)…")
                  .arg(ConversationPrinter::kMost),
              {}, [savePdf] { savePdf(&selectedRows); });
    addAction(transcript, "savePdfAll",
              PrintActionsWords::tr("Save shown conversations as PDF (at most %1)…")
                  .arg(ConversationPrinter::kMost),
              {}, [savePdf] { savePdf(&shownRows); });
}

} // namespace duologue::ui
