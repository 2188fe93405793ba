// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/conversation_printer.h"

#include "core/dataset/record_reader.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QAbstractTextDocumentLayout>
#include <QPalette>

namespace duologue::ui {

namespace {

constexpr double kFooter = 24;
constexpr int kPaperColumns = 2;

/// Black on white, whatever the screen looks like.
QPalette paper()
{
    QPalette palette(Qt::white);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    palette.setColor(QPalette::Highlight, QColor("#1f6fb2"));
    palette.setColor(QPalette::Link, QColor("#1f6fb2"));
    return palette;
}

} // namespace

ConversationPrinter::ConversationPrinter(Workspace& workspace, QObject* parent)
    : QObject(parent), m_workspace(workspace)
{
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &ConversationPrinter::paintNext);
}

void ConversationPrinter::print(std::unique_ptr<QPagedPaintDevice> device, std::vector<Row> rows,
                                const TranscriptMode& mode, const QFont& font)
{
    m_turn.stop();
    m_painter.reset();
    m_device = std::move(device);
    m_mode = mode;
    m_mode.sideBySide = true;
    m_mode.candidateColumns = kPaperColumns;
    m_font = font;
    rows.resize(std::min(rows.size(), kMost));
    m_task.run(
        [snapshot = m_workspace.view()->snapshot, rows = std::move(rows)](const Job& job) {
            auto sources = std::make_shared<Sources>();
            for (const Row row : rows) {
                if (job.stopRequested())
                    break;
                if (auto record = readRecord(*snapshot, row))
                    sources->push_back({record.value(), snapshot->record(row).offset,
                                        toQt(snapshot->file(snapshot->record(row).file).shownPath)});
            }
            return sources;
        },
        [this](std::shared_ptr<Sources> sources) { take(std::move(*sources)); });
}

void ConversationPrinter::take(Sources sources)
{
    m_sources = std::move(sources);
    m_next = 0;
    m_pages = 0;
    m_painter = std::make_unique<QPainter>();
    if (m_sources.empty() || !m_painter->begin(m_device.get())) {
        finish(false);
        return;
    }
    m_turn.start();
}

void ConversationPrinter::paintNext()
{
    if (m_next == m_sources.size()) {
        finish(true);
        return;
    }
    paint(m_sources[m_next++]);
}

void ConversationPrinter::paint(const TranscriptDocument::Source& source)
{
    TranscriptStyle style{m_font, 1, readingColors(paper()), 0};
    TranscriptFolds folds;
    folds.context = true;
    TranscriptDocument transcript(source, style, m_mode, folds);
    constexpr std::size_t kAll = std::size_t{1} << 30U;
    while (transcript.writeMore(kAll)) {
    }
    QTextDocument& document = *transcript.document();
    document.documentLayout()->setPaintDevice(m_device.get());
    const QSizeF page(m_painter->viewport().width(), m_painter->viewport().height() - kFooter);
    document.setPageSize(page);
    for (int number = 0; number < document.pageCount(); ++number) {
        if (m_pages++ > 0)
            m_device->newPage();
        m_painter->save();
        m_painter->translate(0, -number * page.height());
        document.drawContents(m_painter.get(),
                              QRectF(0, number * page.height(), page.width(), page.height()));
        m_painter->restore();
        m_painter->setFont(style.label(style.colors.dim).font());
        m_painter->setPen(style.colors.dim);
        const QRectF footer(style.pageMargin(), page.height(), page.width() - 2 * style.pageMargin(),
                            kFooter);
        m_painter->drawText(footer, Qt::AlignLeft | Qt::AlignVCenter, source.fileName);
        m_painter->drawText(footer, Qt::AlignRight | Qt::AlignVCenter,
                            QStringLiteral("%1 / %2").arg(number + 1).arg(document.pageCount()));
    }
}

void ConversationPrinter::finish(bool well)
{
    m_turn.stop();
    m_sources.clear();
    m_painter.reset();
    m_device.reset();
    Q_EMIT finished(well, m_pages);
}

} // namespace duologue::ui
