// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "ui/app/tasks.h"
#include "ui/transcript/transcript_document.h"

#include <QObject>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QString>
#include <QTimer>
#include <memory>
#include <vector>

namespace duologue::ui {

/// Declared before the writer, which paints into it and goes first.
class PdfFileBytes {
protected:
    explicit PdfFileBytes(const QString& path);

    QSaveFile m_bytes;
};

/// A PDF file with A4 pages, to be painted on at 96 dots per inch. The file at its path is replaced when it
/// is whole: by commit(), after the painting has ended. Without that, an older file stays as it was.
class PdfFile : private PdfFileBytes, public QPdfWriter {
public:
    PdfFile(const QString& path, const QString& title);

    /// False if the file cannot be written; painting is then in vain.
    bool isOpen() const { return m_bytes.isOpen(); }
    /// False if the file could not be written.
    bool commit() { return isOpen() && m_bytes.commit(); }
};

/// Prints conversations with both languages in columns, each beginning on a new page, with everything
/// unfolded. A worker reads them, some at a time; they are painted page by page between other events. GUI
/// thread.
class ConversationPrinter : public QObject {
    Q_OBJECT

public:
    /// Menus print so many conversations at most.
    static constexpr std::size_t kMost = 200;

    explicit ConversationPrinter(QObject* parent = nullptr);

    /// Prints these rows; cancels a running print. The device is painted on at 96 dots per inch.
    void print(std::shared_ptr<QPagedPaintDevice> device, SnapshotPtr snapshot, std::vector<Row> rows,
               const TranscriptMode& mode, const QFont& font, const ReadingFonts& fonts = {});
    bool isPrinting() const { return m_device != nullptr; }
    /// finished() does not follow.
    void cancel();

Q_SIGNALS:
    /// Printing has ended; `well` is false if no record could be read or the device could not be painted on.
    void finished(bool well, int pages);
    /// So many conversations are printed.
    void progressed(std::size_t conversations);

private:
    struct Sheet {
        TranscriptDocument::Source source;
        /// The path of the file and the number of the record, for the footer.
        QString place;
        /// Null if there is nothing to compare.
        CandidateDifferencesPtr differences;
    };
    using Sheets = std::vector<Sheet>;

    void readMore();
    void take(Sheets sheets);
    void paintNext();
    void layOut(const Sheet& sheet);
    void paintPage();
    void finish(bool well);

    SnapshotPtr m_snapshot;
    std::vector<Row> m_rows;
    /// How many of the rows were read.
    std::size_t m_readRows = 0;
    std::shared_ptr<QPagedPaintDevice> m_device;
    std::unique_ptr<QPainter> m_painter;
    TranscriptMode m_mode;
    QFont m_font;
    ReadingFonts m_fonts;
    /// Those that were read last.
    Sheets m_sheets;
    /// The index of the next of them.
    std::size_t m_next = 0;
    /// Null between conversations.
    std::unique_ptr<TranscriptDocument> m_transcript;
    int m_page = 0;
    int m_pages = 0;
    QTimer m_nextPage;
    LatestTask<std::shared_ptr<Sheets>> m_task;
};

} // namespace duologue::ui
