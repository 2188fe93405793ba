// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript_view.h"

#include "ui/views/message_head.h"
#include "ui/views/sealed_document.h"
#include "ui/views/transcript_parts.h"
#include "ui/work/workspace.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

/// Narrower views show the languages one below the other.
constexpr int kSideBySideWidth = 900;
/// What fills the first screen is written at once, the rest in pieces that take about this long each.
constexpr std::size_t kFirstCharacters = 16'000;
constexpr double kPieceMs = 12;
constexpr double kMinZoom = 0.5;
constexpr double kMaxZoom = 3;
/// Where the top of a message comes to stand that is scrolled to.
constexpr double kWantedTop = 20;

} // namespace

TranscriptView::TranscriptView(Workspace& workspace, QWidget* parent)
    : QTextBrowser(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("transcript"));
    setAccessibleName(tr("Conversation"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                            Qt::LinksAccessibleByKeyboard);
    // A scroll bar that comes and goes would lay out everything anew.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    makeActions();
    m_fill.setInterval(0);
    connect(&m_fill, &QTimer::timeout, this, &TranscriptView::fillMore);
    connect(this, &QTextBrowser::anchorClicked, this, &TranscriptView::follow);
    connect(this, &QTextEdit::selectionChanged, this, &TranscriptView::keepSelectionInColumn);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &TranscriptView::scrollToWanted);
    connect(&m_workspace, &Workspace::currentChanged, this, &TranscriptView::showCurrent);
    connect(&m_workspace, &Workspace::pathsChanged, this, &TranscriptView::showCurrent);
    connect(&m_workspace, &Workspace::currentMessageChanged, this, &TranscriptView::showCurrentMessage);
    showCurrent();
}

TranscriptView::~TranscriptView()
{
    m_fill.stop();
    disconnect(this, nullptr, this, nullptr);
    // The base class has to let go of the document before it goes.
    setDocument(nullptr);
}

QVariant TranscriptView::loadResource(int, const QUrl&)
{
    return {};
}

bool TranscriptView::isWide() const
{
    return width() >= kSideBySideWidth;
}

TranscriptStyle TranscriptView::style() const
{
    TranscriptStyle made{font(), m_zoom, readingColors(palette()), 0};
    std::size_t columns = 1;
    if (m_source.record && isWide())
        columns = columnsOf(m_source.record->conversation, m_mode).shown.size();
    made.sideMargin = made.sideMarginFor(viewport()->width(), static_cast<int>(columns));
    return made;
}

void TranscriptView::setLanguageMode(LanguageMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    rebuild();
    Q_EMIT languageModeChanged(mode);
}

void TranscriptView::setZoom(double zoom)
{
    const double kept = std::clamp(std::round(zoom * 100) / 100, kMinZoom, kMaxZoom);
    if (kept == m_zoom)
        return;
    m_zoom = kept;
    rebuild();
    Q_EMIT zoomChanged(m_zoom);
}

void TranscriptView::showCurrent()
{
    m_wanted.reset();
    const DecodedRecordPtr& record = m_workspace.current();
    m_source = {record, 0, {}};
    if (!record) {
        if (const auto& problem = m_workspace.currentProblem())
            showNote(tr("This record cannot be read"), problemLine(*problem, nullptr, 0));
        else if (m_workspace.snapshot().recordCount() == 0)
            showNote(tr("Nothing is open"), tr("Open a folder of conversations to read them here."));
        else
            showNote(tr("No conversation is chosen"), tr("Choose one in the table of records."));
        return;
    }
    const Snapshot& snapshot = m_workspace.snapshot();
    if (record->row < snapshot.recordCount()) {
        const RecordEntry& entry = snapshot.record(record->row);
        m_source.recordOffset = entry.offset;
        m_source.fileName = toQt(snapshot.file(entry.file).shownPath);
    }
    showRecord(m_source, {});
    verticalScrollBar()->setValue(0);
}

void TranscriptView::showRecord(TranscriptDocument::Source source, TranscriptFolds folds)
{
    m_isWide = isWide();
    auto made = std::make_unique<TranscriptDocument>(std::move(source), style(), m_mode, m_isWide,
                                                     std::move(folds), this);
    made->writeMore(kFirstCharacters);
    select({}, -1);
    m_transcript.swap(made);
    setDocument(m_transcript->document());
    m_note.reset();
    if (m_transcript->isComplete()) {
        m_fill.stop();
        Q_EMIT filled();
    } else {
        m_fill.start();
    }
    scrollToWanted();
}

void TranscriptView::showNote(const QString& title, const QString& text)
{
    m_fill.stop();
    select({}, -1);
    const TranscriptStyle look = style();
    std::unique_ptr<QTextDocument> note = std::make_unique<SealedDocument>(this);
    note->setUndoRedoEnabled(false);
    note->setDocumentMargin(look.scaled(28));
    QTextCursor cursor(note.get());
    insertVerbatim(cursor, title, look.label(look.colors.text, 1.15, true));
    cursor.insertBlock();
    insertVerbatim(cursor, text, look.label(look.colors.dim, 1));
    m_note.swap(note);
    setDocument(m_note.get());
    m_transcript.reset();
}

/// The same record in other columns, colours or sizes; the reader stays where they were.
void TranscriptView::rebuild()
{
    if (!m_transcript) {
        showCurrent();
        return;
    }
    const int top = messageUnder(QPoint(viewport()->width() / 2, 0));
    m_wanted.reset();
    if (top >= 0)
        m_wanted = Wanted{top, static_cast<double>(messageRect(top).top())};
    showRecord(m_source, m_transcript->folds());
}

void TranscriptView::fillMore()
{
    const auto characters = static_cast<std::size_t>(m_charactersPerMs * kPieceMs);
    QElapsedTimer timer;
    timer.start();
    const bool more = m_transcript->writeMore(characters);
    const double ms = std::max(0.5, static_cast<double>(timer.nsecsElapsed()) / 1e6);
    // Messages differ; believe a slow piece at once and a quick one by half.
    const double measured = static_cast<double>(characters) / ms;
    m_charactersPerMs = std::clamp(std::min(measured, (measured + m_charactersPerMs) / 2), 20.0, 5000.0);
    scrollToWanted();
    if (!more) {
        m_fill.stop();
        Q_EMIT filled();
    }
}

void TranscriptView::showCurrentMessage(int message)
{
    viewport()->update();
    if (message < 0 || m_pointing || !m_transcript)
        return;
    setAccessibleDescription(spokenHead(m_transcript->conversation(), message));
    if (message < m_transcript->messagesWritten()) {
        const QRect rect = messageRect(message);
        const int height = viewport()->height();
        const bool fits = rect.top() >= 0 && rect.bottom() <= height;
        if (fits || (rect.top() >= 0 && rect.top() < height / 2))
            return;
    }
    m_wanted = Wanted{message, kWantedTop};
    scrollToWanted();
}

/// Scrolls as soon as the message is written and laid out; until then every step of the layout asks again.
void TranscriptView::scrollToWanted()
{
    if (!m_wanted || !m_transcript || m_wanted->message >= m_transcript->messagesWritten())
        return;
    const double top = m_transcript->messageRect(m_wanted->message).top() - m_wanted->top;
    const int value = std::max(0, static_cast<int>(std::lround(top)));
    verticalScrollBar()->setValue(value);
    if (verticalScrollBar()->value() == value)
        m_wanted.reset();
}

void TranscriptView::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    if (!m_transcript)
        return;
    const TranscriptStyle& shown = m_transcript->style();
    const std::size_t columns = m_isWide ? m_transcript->columns().shown.size() : 1;
    const double margin = shown.sideMarginFor(viewport()->width(), static_cast<int>(columns));
    if (isWide() != m_isWide || margin != shown.sideMargin)
        rebuild();
}

void TranscriptView::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    const bool looksChange = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
                             event->type() == QEvent::LanguageChange;
    if (looksChange && (m_transcript || m_note))
        rebuild();
}

QPointF TranscriptView::scrollOffset() const
{
    return {0, static_cast<double>(verticalScrollBar()->value())};
}

QRect TranscriptView::messageRect(int message) const
{
    if (!m_transcript || message < 0 || message >= m_transcript->messagesWritten())
        return {};
    return m_transcript->messageRect(message).translated(-scrollOffset()).toAlignedRect();
}

QRect TranscriptView::textRect(int message, int column) const
{
    if (!m_transcript || message < 0 || message >= m_transcript->messagesWritten())
        return {};
    return m_transcript->textRect(message, column).translated(-scrollOffset()).toAlignedRect();
}

void TranscriptView::drawCards(const QRect& exposed)
{
    const ReadingColors& colors = m_transcript->style().colors;
    const double inset = m_transcript->style().scaled(9);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(-scrollOffset());
    painter.setPen(Qt::NoPen);
    const QRectF seen = QRectF(exposed).translated(scrollOffset());
    if (const QRectF context = m_transcript->contextRect(); context.intersects(seen)) {
        painter.setBrush(colors.card);
        painter.drawRoundedRect(context.adjusted(0, -inset, 0, inset), 6, 6);
    }
    const int above = messageUnder(QPoint(viewport()->width() / 2, exposed.top() - 1));
    for (int message = std::max(0, above); message < m_transcript->messagesWritten(); ++message) {
        const QRectF card = m_transcript->messageRect(message).adjusted(0, -inset, 0, inset);
        if (card.top() > seen.bottom())
            break;
        const bool current = message == m_workspace.currentMessage();
        const bool user =
            m_transcript->conversation().messages[static_cast<std::size_t>(message)].role == "user";
        if (current || user) {
            painter.setBrush(current ? colors.current : colors.userCard);
            painter.drawRoundedRect(card, 6, 6);
        }
        if (current) {
            painter.setBrush(colors.currentBar);
            painter.drawRoundedRect(QRectF(card.left(), card.top(), 4, card.height()), 2, 2);
        }
        if (const QRectF memo = m_transcript->memoRect(message); !memo.isEmpty()) {
            painter.setBrush(colors.memo);
            painter.drawRoundedRect(memo, 4, 4);
        }
    }
}

void TranscriptView::paintEvent(QPaintEvent* event)
{
    if (m_transcript)
        drawCards(event->rect());
    QTextBrowser::paintEvent(event);
}

} // namespace duologue::ui
