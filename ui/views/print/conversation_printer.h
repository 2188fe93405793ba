// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/document/transcript_document.h"
#include "ui/work/latest_task.h"

#include <QObject>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QTimer>
#include <memory>
#include <vector>

namespace duologue::ui {

class Workspace;

/// Prints conversations with both languages in columns, each beginning on a new page, with everything
/// unfolded. A worker reads them; they are painted page by page between other events. GUI thread.
class ConversationPrinter : public QObject {
    Q_OBJECT

public:
    /// The maximum number of printed conversations.
    static constexpr std::size_t kMost = 200;

    explicit ConversationPrinter(Workspace& workspace, QObject* parent);

    /// Prints these rows of the workspace's snapshot; cancels a running print. The device is painted on at 96
    /// dots per inch.
    void print(std::unique_ptr<QPagedPaintDevice> device, std::vector<Row> rows, const TranscriptMode& mode,
               const QFont& font, const ReadingFonts& fonts = {});
    bool isPrinting() const { return m_device != nullptr; }

Q_SIGNALS:
    /// Printing has ended; `well` is false if no record could be read or the device could not be painted on.
    void finished(bool well, int pages);

private:
    struct Sheet {
        TranscriptDocument::Source source;
        /// The path of the file and the number of the record, for the footer.
        QString place;
        /// Null if there is nothing to compare.
        CandidateDifferencesPtr differences;
    };
    using Sheets = std::vector<Sheet>;

    void take(Sheets sheets);
    void paintNext();
    void layOut(const Sheet& sheet);
    void paintPage();
    void finish(bool well);

    Workspace& m_workspace;
    std::unique_ptr<QPagedPaintDevice> m_device;
    std::unique_ptr<QPainter> m_painter;
    TranscriptMode m_mode;
    QFont m_font;
    ReadingFonts m_fonts;
    Sheets m_sheets;
    /// The index of the next sheet.
    std::size_t m_next = 0;
    /// Null between conversations.
    std::unique_ptr<TranscriptDocument> m_transcript;
    int m_page = 0;
    int m_pages = 0;
    QTimer m_nextPage;
    LatestTask<std::shared_ptr<Sheets>> m_task;
};

} // namespace duologue::ui
