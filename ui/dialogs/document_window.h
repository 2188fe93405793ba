// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/dataset_card.h"
#include "core/data/row_set.h"
#include "core/util/parallel.h"
#include "ui/app/dataset_checks.h"
#include "ui/app/running_jobs.h"
#include "ui/app/tasks.h"

#include <QString>
#include <QStringList>
#include <QWidget>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;
class QTextBrowser;

namespace duologue::ui {

/// A document about a dataset, ready to be shown and written. A value; any thread.
struct DatasetDocument {
    /// What is copied.
    std::string markdown;
    /// The same with pictures, whose addresses are "chart:" and the name of a chart.
    std::string page;
    std::vector<DatasetCard::Chart> charts;
    /// Why the settings of checks beside the dataset were not used; empty if they were, or if there are none.
    Phrase settingsMistake;
    /// Writes the whole document, in the form that the file's ending names, and replaces what is there.
    std::function<std::optional<UnwrittenFile>(const std::filesystem::path&)> write;
};

/// How a document comes about.
struct DatasetDocumentMaker {
    /// "Dataset card", translated.
    QString title;
    /// The name that the file dialog suggests, without its ending.
    QString fileName;
    /// Filters of the file dialog, each with one ending: "Markdown (*.md)".
    QStringList filters;
    /// Called on a worker. Incomplete if the job was stopped.
    std::function<DatasetDocument(const Job&)> make;
};

/// The card of the rows. Checks look at them first, unless `checked` holds what they found in all records of
/// the snapshot. `path` is the first file or folder of the dataset, and `coverage` says which rows these are.
/// GUI thread.
DatasetDocumentMaker cardMaker(SnapshotPtr snapshot, RowSet rows, CheckedSnapshotPtr checked,
                               std::filesystem::path path, Coverage coverage);

/// The report of what checks have found.
DatasetDocumentMaker checkReportMaker(CheckedSnapshotPtr checked, const std::filesystem::path& path);

/// Shows a document about a dataset as a page, as soon as a worker has made it; from here it can be copied
/// and saved. Closing it stops the worker. GUI thread.
class DocumentWindow : public QWidget {
    Q_OBJECT

public:
    /// `records` is how many records the worker looks at, for the bar.
    DocumentWindow(const DatasetDocumentMaker& maker, std::size_t records, QWidget* parent);

    /// Writes the document on a worker, then says what was written, or why it was not. Only once isMade().
    void saveTo(const std::filesystem::path& path);
    bool isMade() const { return m_document != nullptr; }

Q_SIGNALS:
    void made();
    /// The document was written, or not.
    void saved();

private:
    void start();
    void take(DatasetDocument document);
    void save();

    const DatasetDocumentMaker m_maker;
    const std::size_t m_records;
    QTextBrowser* m_page;
    QProgressBar* m_bar;
    QLabel* m_message;
    QPushButton* m_copy;
    QPushButton* m_save;
    std::unique_ptr<DatasetDocument> m_document;
    std::shared_ptr<Progress> m_progress = std::make_shared<Progress>();
    LatestTask<DatasetDocument> m_task;
    LatestTask<std::optional<UnwrittenFile>> m_writing;
    JobEntry m_job;
};

} // namespace duologue::ui
