// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/transcript/transcript_document.h"
#include "ui/work/latest_task.h"

#include <QObject>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QTimer>
#include <memory>
#include <vector>

namespace duologue::ui {

class Workspace;

/// Prints conversations with both languages in columns and nothing folded; each begins on a new page.
/// Records are read off the GUI thread; pages are painted one by one between other events. GUI thread.
class ConversationPrinter : public QObject {
    Q_OBJECT

public:
    /// The most conversations printed at once; print() drops the rest.
    static constexpr std::size_t kMost = 200;

    explicit ConversationPrinter(Workspace& workspace, QObject* parent);

    /// Starts to print these rows of the workspace's snapshot, and cancels what was being printed. Painting
    /// assumes that the device has 96 dots per inch.
    void print(std::unique_ptr<QPagedPaintDevice> device, std::vector<Row> rows, const TranscriptMode& mode,
               const QFont& font, const ReadingFonts& fonts = {});
    bool isPrinting() const { return m_device != nullptr; }

Q_SIGNALS:
    /// Printing has ended. `well` is false if no record could be read or the device could not be painted on.
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
    /// The index after that of the sheet being painted.
    std::size_t m_next = 0;
    /// Null between two conversations.
    std::unique_ptr<TranscriptDocument> m_transcript;
    int m_page = 0;
    int m_pages = 0;
    QTimer m_turn;
    LatestTask<std::shared_ptr<Sheets>> m_task;
};

} // namespace duologue::ui
