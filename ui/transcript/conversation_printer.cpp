// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/conversation_printer.h"
#include "core/data/field_reader.h"
#include "core/load/record_reader.h"
#include "ui/app/current_record.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/transcript/message_text.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QMarginsF>
#include <QPageSize>
#include <QPalette>

namespace duologue::ui {

constexpr int kPdfResolution = 96;
constexpr int kPdfMargin = 14;

PdfFileBytes::PdfFileBytes(const QString& path) : m_bytes(path)
{
    m_bytes.open(QIODevice::WriteOnly);
}

PdfFile::PdfFile(const QString& path, const QString& title) : PdfFileBytes(path), QPdfWriter(&m_bytes)
{
    setResolution(kPdfResolution);
    setPageSize(QPageSize(QPageSize::A4));
    setPageMargins(QMarginsF(kPdfMargin, kPdfMargin, kPdfMargin, kPdfMargin), QPageLayout::Millimeter);
    setTitle(asLabel(title));
    setCreator(QCoreApplication::applicationName());
}

namespace {

constexpr double kFooter = 24;
constexpr int kPaperColumns = 2;
/// Conversations that are in memory at a time.
constexpr std::size_t kSheetsAtOnce = 32;

/// Black on white, independent of the theme.
QPalette paper()
{
    QPalette palette(Qt::white);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    palette.setColor(QPalette::Highlight, QColor("#1f6fb2"));
    palette.setColor(QPalette::Link, QColor("#1f6fb2"));
    return palette;
}

/// The id, what it is about, and its ratings.
QStringList titleOf(const Snapshot& snapshot, Row row, const Conversation& conversation)
{
    const auto valueOf = [&](const std::string& key) {
        const auto field = findField(snapshot, key);
        return field && field->has(row) ? asLabel(field->text(row)) : QString();
    };
    QStringList title{valueOf("id")};
    QStringList topics;
    for (const std::string& key : keysWith(snapshot, &FieldTraits::isTopic)) {
        if (const QString topic = valueOf(key); !topic.isEmpty())
            topics << topic;
    }
    QStringList ratings;
    for (const Rating& rating : conversation.ratings) {
        const QString value = rating.value ? toQt(numberText(*rating.value)) : asLabel(rating.wording);
        ratings << QStringLiteral("%1: %2").arg(fieldTitle(std::string(rating.name)), value);
    }
    for (const QStringList& line : {topics, ratings}) {
        if (!line.isEmpty())
            title << line.join(QStringLiteral(" · "));
    }
    return title;
}

} // namespace

ConversationPrinter::ConversationPrinter(QObject* parent) : QObject(parent)
{
    m_nextPage.setInterval(0);
    connect(&m_nextPage, &QTimer::timeout, this, &ConversationPrinter::paintNext);
}

void ConversationPrinter::print(std::shared_ptr<QPagedPaintDevice> device, SnapshotPtr snapshot,
                                std::vector<Row> rows, const TranscriptMode& mode, const QFont& font,
                                const ReadingFonts& fonts)
{
    cancel();
    m_device = std::move(device);
    m_snapshot = std::move(snapshot);
    m_rows = std::move(rows);
    m_mode = mode;
    m_mode.sideBySide = true;
    m_mode.onPaper = true;
    m_mode.candidateColumns = kPaperColumns;
    m_font = font;
    m_fonts = fonts;
    m_painter = std::make_unique<QPainter>();
    if (m_painter->begin(m_device.get()))
        readMore();
    else
        // Whoever called waits for the end.
        QMetaObject::invokeMethod(
            this, [this] { finish(false); }, Qt::QueuedConnection);
}

void ConversationPrinter::cancel()
{
    m_nextPage.stop();
    m_task.cancel();
    m_transcript.reset();
    m_painter.reset();
    m_device.reset();
    m_sheets.clear();
    m_readRows = 0;
    m_next = 0;
    m_pages = 0;
}

void ConversationPrinter::readMore()
{
    const auto begin = m_rows.begin() + static_cast<std::ptrdiff_t>(m_readRows);
    const std::size_t count = std::min(m_rows.size() - m_readRows, kSheetsAtOnce);
    m_readRows += count;
    m_task.run(
        [snapshot = m_snapshot,
         rows = std::vector<Row>(begin, begin + static_cast<std::ptrdiff_t>(count))](const Job& job) {
            auto sheets = std::make_shared<Sheets>();
            for (const Row row : rows) {
                if (job.stopRequested())
                    break;
                auto record = readRecord(*snapshot, row);
                if (!record)
                    continue;
                const Conversation& conversation = record.value()->conversation;
                CandidateDifferencesPtr differences;
                if (conversation.candidates.size() > 1)
                    differences = std::make_shared<CandidateDifferences>(differencesOf(conversation));
                TranscriptDocument::Source source;
                source.record = record.value();
                source.recordOffset = snapshot->record(row).offset;
                source.fileName = toQt(snapshot->file(snapshot->record(row).file).shownPath);
                source.title = titleOf(*snapshot, row, conversation);
                source.intents = IntentCodes(*snapshot);
                sheets->push_back({std::move(source), recordPath(*snapshot, row), std::move(differences)});
            }
            return sheets;
        },
        [this](const std::shared_ptr<Sheets>& sheets) { take(std::move(*sheets)); });
}

void ConversationPrinter::take(Sheets sheets)
{
    m_sheets = std::move(sheets);
    m_next = 0;
    m_nextPage.start();
}

void ConversationPrinter::paintNext()
{
    if (!m_transcript && m_next == m_sheets.size()) {
        m_nextPage.stop();
        Q_EMIT progressed(m_readRows);
        if (m_readRows < m_rows.size())
            readMore();
        else
            finish(m_pages > 0);
        return;
    }
    if (!m_transcript)
        layOut(m_sheets[m_next++]);
    else
        paintPage();
}

void ConversationPrinter::layOut(const Sheet& sheet)
{
    TranscriptFolds folds;
    folds.context = true;
    // Nothing can be unfolded on paper.
    const auto& texts = sheet.source.record->conversation.texts;
    for (std::uint32_t text = 0; text < texts.size(); ++text) {
        folds.thoughts.insert(text);
        folds.windows[text] = {0, texts[text].text.size()};
    }
    const TranscriptStyle style{m_font, 1, readingColors(paper()), 0, m_fonts};
    m_transcript = std::make_unique<TranscriptDocument>(sheet.source, style, m_mode, std::move(folds),
                                                        m_painter->viewport().width());
    m_transcript->setDifferences(sheet.differences);
    constexpr std::size_t kAll = std::size_t{1} << 30U;
    while (m_transcript->writeMore(kAll)) {
    }
    QTextDocument& document = *m_transcript->document();
    document.documentLayout()->setPaintDevice(m_device.get());
    constexpr double kSharp = 8;
    addHeadImages(document, m_transcript->conversation(), m_transcript->intents(), style, kSharp);
    document.setPageSize(
        {static_cast<double>(m_painter->viewport().width()), m_painter->viewport().height() - kFooter});
    m_page = 0;
}

void ConversationPrinter::paintPage()
{
    QTextDocument& document = *m_transcript->document();
    const TranscriptStyle& style = m_transcript->style();
    const QSizeF page = document.pageSize();
    if (m_pages++ > 0)
        m_device->newPage();
    m_painter->save();
    m_painter->translate(0, -m_page * page.height());
    document.drawContents(m_painter.get(), QRectF(0, m_page * page.height(), page.width(), page.height()));
    m_painter->restore();
    m_painter->setFont(style.label(style.colors.dim).font());
    m_painter->setPen(style.colors.dim);
    const QRectF footer(style.pageMargin(), page.height(), page.width() - 2 * style.pageMargin(), kFooter);
    m_painter->drawText(footer, Qt::AlignLeft | Qt::AlignVCenter, m_sheets[m_next - 1].place);
    m_painter->drawText(footer, Qt::AlignRight | Qt::AlignVCenter,
                        QStringLiteral("%1 / %2").arg(m_page + 1).arg(document.pageCount()));
    if (++m_page >= document.pageCount())
        m_transcript.reset();
}

/// A file is whole when its painter has ended.
void ConversationPrinter::finish(bool well)
{
    const int pages = m_pages;
    cancel();
    Q_EMIT finished(well, pages);
}

} // namespace duologue::ui
