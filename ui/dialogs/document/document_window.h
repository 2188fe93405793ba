// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/document/dataset_document.h"
#include "ui/work/latest_task.h"
#include "ui/work/program/running_jobs.h"

#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;
class QTextBrowser;

namespace duologue::ui {

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
