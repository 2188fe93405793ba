// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export_run.h"
#include "ui/dialogs/export_form.h"
#include "ui/views/print/conversation_printer.h"
#include "ui/views/print/pdf_file.h"
#include "ui/work/dataset_checks.h"
#include "ui/work/latest_task.h"
#include "ui/work/program/running_jobs.h"
#include "ui/work/view.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>
#include <filesystem>
#include <memory>
#include <vector>

class QLabel;
class QScrollArea;
class QToolButton;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace duologue::ui {

/// Writes conversations into files: shows the first one as it will be written, and what the target has no
/// place for, before anything is written. Runs on a worker; can be cancelled, which leaves old files as they
/// were. GUI thread.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `selected` are the rows that are selected in the table; `checked` is what checks have found in the
    /// dataset, null if none have looked at it.
    /// `reading` says how much of the dataset was read; empty if it was all.
    ExportDialog(ViewPtr view, RowOrder selected, CheckedSnapshotPtr checked, QWidget* parent = nullptr,
                 const QString& reading = {});
    ~ExportDialog() override;

    /// Writes into this file, or files named after it, replacing those that exist.
    void exportTo(const std::filesystem::path& path);

    void reject() override;

Q_SIGNALS:
    /// The export has ended, well or not.
    void ended();

private:
    /// What came of all files.
    struct Outcome {
        std::uint64_t records = 0;
        std::size_t repeats = 0;
        Losses losses;
        Phrase error;
        std::filesystem::path failed;
        std::vector<std::filesystem::path> written;
    };

    RowOrder rowsOf(const ExportChoices& choices) const;
    void showPreview();
    void showLosses(const QString& head, const QString& losses);
    void askForFile();
    bool mayReplace(const std::filesystem::path& path);
    void printTo(const std::filesystem::path& path, const ExportChoices& choices);
    void print(const Outcome& outcome, const std::filesystem::path& path, const RowOrder& rows);
    void showOutcome(const Outcome& outcome);
    void showProgress();
    void setRunning(bool running);

    const ViewPtr m_view;
    const RowOrder m_selected;
    const CheckedSnapshotPtr m_checked;
    ExportForm* m_form;
    QPlainTextEdit* m_preview;
    /// Says how many kinds of data are not written, and opens the list of them.
    QToolButton* m_lossHead;
    QScrollArea* m_lossRoom;
    QLabel* m_losses;
    QLabel* m_message;
    QProgressBar* m_bar;
    QPushButton* m_export;
    QPushButton* m_showFolder;
    QTimer m_previewTimer;
    QTimer m_progressTimer;
    QElapsedTimer m_elapsed;
    bool m_isRunning = false;
    std::filesystem::path m_lastFolder;
    std::shared_ptr<Progress> m_progress;
    JobEntry m_job;
    LatestTask<std::pair<ExportPreview, Phrase>> m_previewTask;
    LatestTask<Outcome> m_exportTask;
    /// Rows that are to be printed.
    LatestTask<std::pair<Outcome, RowOrder>> m_rowsTask;
    ConversationPrinter m_printer;
    /// What is being printed.
    std::shared_ptr<PdfFile> m_pdf;
    Outcome m_printed;
};

/// The losses in words, one on each line.
QString lossText(const Losses& losses);

} // namespace duologue::ui
