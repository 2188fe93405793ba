// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export_run.h"
#include "core/export/exporter.h"
#include "core/export/row_choice.h"
#include "ui/app/dataset_checks.h"
#include "ui/app/running_jobs.h"
#include "ui/app/tasks.h"
#include "ui/app/view.h"
#include "ui/app/workspace.h"
#include "ui/transcript/conversation_printer.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <filesystem>
#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace duologue::ui {

namespace Ui {
class ExportDialog;
class ExportForm;
} // namespace Ui

/// Which of the rows are exported.
enum class ExportRows { Filtered, Selected, All };

/// What the user has chosen for an export.
struct ExportChoices {
    /// Null for a PDF document, which the window prints itself.
    const ExporterSpec* exporter = nullptr;
    ExportRows rows = ExportRows::Filtered;
    ExportOptions options;
    /// What checks have found is written along.
    bool writesFindings = false;
    RowChoice choice;
};

/// The choices of an export: target, rows, languages, fields, sample and split. They are kept for the next
/// time. GUI thread.
class ExportForm : public QWidget {
    Q_OBJECT

public:
    /// How many rows there are of each kind.
    struct RowCounts {
        std::size_t filtered = 0;
        std::size_t selected = 0;
        /// The choice of all, with their number (allText()).
        QString all;
        bool isFiltered = false;
        /// The table is sorted, so that its order is not that of the files.
        bool isSorted = false;
    };

    /// `fields` are those of the dataset; `hasFindings`: checks have looked at it, so that there is something
    /// to write along.
    ExportForm(const RowCounts& counts, std::vector<FieldItem> fields, bool hasFindings,
               QWidget* parent = nullptr);
    ~ExportForm() override;

    /// What is chosen; a split that cannot be read is left out (see mistake()).
    ExportChoices choices() const;
    /// Why the choices make no sense by themselves; empty if they do.
    QString mistake() const;
    /// Keeps the choices for the next time.
    void store() const;

Q_SIGNALS:
    void changed();

private:
    void addRows(const RowCounts& counts);
    /// Lets the user choose the fields that a line names from a list.
    void offerFields(const QLabel& label, QLineEdit& line, QToolButton& button, bool isOne);
    void chooseFields(QLineEdit& line, const QString& title, bool isOne);
    void restore();
    void showTarget();

    const std::vector<FieldItem> m_fields;
    const bool m_hasFindings;
    const std::unique_ptr<Ui::ExportForm> m_ui;
};

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
        /// Those that were to be written.
        std::size_t chosen = 0;
        Losses losses;
        Phrase error;
        std::filesystem::path failed;
        std::vector<std::filesystem::path> written;
    };

    RowOrder rowsOf(const ExportChoices& choices) const;
    void showPreview();
    static QString lossHead(const Losses& losses, bool isAll, std::size_t tried, std::uint64_t written);
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
    const std::unique_ptr<Ui::ExportDialog> m_ui;
    QPushButton* m_export = nullptr;
    QPushButton* m_showFolder = nullptr;
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
