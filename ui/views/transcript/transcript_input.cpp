// SPDX-License-Identifier: GPL-3.0-or-later
// What TranscriptView does with mouse and keys: the message pointed at, and selections that stay in their
// column.
#include "ui/views/transcript/column_selection.h"
#include "ui/views/transcript/transcript_actions.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>
#include <algorithm>

namespace duologue::ui {

int TranscriptView::messageUnder(const QPoint& place) const
{
    if (!m_transcript)
        return -1;
    return m_transcript->messageAt(cursorForPosition(place).position());
}

void TranscriptView::point(const QPoint& place)
{
    const int message = messageUnder(place);
    if (message < 0 || message == currentMessage())
        return;
    m_pointing = true;
    makeCurrent(message);
    m_pointing = false;
}

void TranscriptView::mousePressEvent(QMouseEvent* event)
{
    m_wanted.reset();
    m_column =
        m_transcript ? m_transcript->columnAt(cursorForPosition(event->position().toPoint()).position()) : -1;
    point(event->position().toPoint());
    QTextBrowser::mousePressEvent(event);
}

void TranscriptView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton) || !m_transcript || m_column < 0) {
        if (event->buttons() == Qt::NoButton)
            point(event->position().toPoint());
        QTextBrowser::mouseMoveEvent(event);
        return;
    }
    // The pointer may stray into the other column; the selection does not.
    const QRect column = textRect(std::max(0, currentMessage()), m_column);
    QPointF place = event->position();
    place.setX(
        std::clamp(place.x(), static_cast<double>(column.left()), static_cast<double>(column.right())));
    QMouseEvent kept(event->type(), place, event->globalPosition(), event->button(), event->buttons(),
                     event->modifiers(), event->pointingDevice());
    m_dragging = true;
    QTextBrowser::mouseMoveEvent(&kept);
    m_dragging = false;
}

void TranscriptView::wheelEvent(QWheelEvent* event)
{
    m_wanted.reset();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setZoom(event->angleDelta().y() > 0 ? m_zoom * 1.1 : m_zoom / 1.1);
        event->accept();
        return;
    }
    QTextBrowser::wheelEvent(event);
}

void TranscriptView::restFromFilling()
{
    constexpr int kRestMs = 300;
    constexpr int kPagesAhead = 3;
    const QScrollBar& bar = *verticalScrollBar();
    if (m_fill.isActive() && bar.maximum() - bar.value() > kPagesAhead * bar.pageStep())
        m_fill.start(kRestMs);
}

void TranscriptView::keyPressEvent(QKeyEvent* event)
{
    m_wanted.reset();
    if (event->matches(QKeySequence::Copy)) {
        if (m_selection.empty())
            m_actions->copyMessage(std::nullopt);
        else
            QGuiApplication::clipboard()->setText(selectedText());
        return;
    }
    if (event->matches(QKeySequence::SelectAll) && m_transcript) {
        const int columns = static_cast<int>(m_transcript->columns().shown.size());
        select(wholeColumn(*m_transcript, std::clamp(m_column, 0, columns - 1)), -1);
        return;
    }
    if (event->key() == Qt::Key_Escape && !m_selection.empty()) {
        select({}, -1);
        return;
    }
    const bool toBegin = event->matches(QKeySequence::MoveToStartOfDocument);
    if ((toBegin || event->matches(QKeySequence::MoveToEndOfDocument)) && m_transcript) {
        const int last = static_cast<int>(m_transcript->conversation().messages.size()) - 1;
        if (last >= 0)
            makeCurrent(toBegin ? 0 : last);
        if (toBegin)
            verticalScrollBar()->setValue(0);
        return;
    }
    // The base class would take Alt+Up for "home".
    if (event->modifiers().testFlag(Qt::AltModifier)) {
        event->ignore();
        return;
    }
    QTextBrowser::keyPressEvent(event);
}

void TranscriptView::keepSelectionInColumn()
{
    if (m_selecting || !m_transcript)
        return;
    const QTextCursor cursor = textCursor();
    // Releasing the mouse tells the selection once more: the widget's own piece of it, which is not all.
    const bool known = std::any_of(m_selection.begin(), m_selection.end(), [&](const QTextCursor& piece) {
        return piece.anchor() == cursor.anchor() && piece.position() == cursor.position();
    });
    if (known && !m_dragging)
        return;
    if (cursor.hasSelection())
        select(columnSelection(*m_transcript, cursor.anchor(), cursor.position()), cursor.anchor());
    else if (!m_selection.empty())
        select({}, cursor.anchor());
}

/// The widget's own selection is the piece that holds the anchor, from which it goes on; the other pieces are
/// painted like it.
void TranscriptView::select(std::vector<QTextCursor> pieces, int anchor)
{
    if (!m_transcript)
        return;
    m_selecting = true;
    m_selection = std::move(pieces);
    QTextCursor own = textCursor();
    own.setPosition(std::max(0, anchor));
    for (const QTextCursor& piece : m_selection) {
        if (piece.anchor() == anchor)
            own = piece;
    }
    // Setting it scrolls to its end, which the reader did not ask for.
    const int value = verticalScrollBar()->value();
    setTextCursor(own);
    showSelections();
    verticalScrollBar()->setValue(value);
    m_selecting = false;
}

void TranscriptView::showSelections()
{
    QList<ExtraSelection> all = m_highlights;
    const QTextCursor own = textCursor();
    for (const QTextCursor& piece : m_selection) {
        if (piece.anchor() == own.anchor() && piece.position() == own.position())
            continue;
        ExtraSelection other;
        other.cursor = piece;
        other.format.setBackground(palette().highlight());
        other.format.setForeground(palette().highlightedText());
        all << other;
    }
    setExtraSelections(all);
}

QString TranscriptView::selectedText() const
{
    return ui::selectedText(m_selection);
}

QMimeData* TranscriptView::createMimeDataFromSelection() const
{
    auto* mime = new QMimeData;
    mime->setText(selectedText());
    return mime;
}

/// The reader goes on where the shown part ended.
void TranscriptView::showMore(std::uint32_t text, bool before)
{
    if (text >= m_transcript->conversation().texts.size())
        return;
    const TextWindow shown = m_transcript->window(text);
    m_transcript->showMore(text, before);
    Q_EMIT contentChanged();
    if (const int place = m_transcript->positionOf(text, before ? shown.begin : shown.end); place >= 0)
        showPosition(place);
}

void TranscriptView::follow(const QUrl& link)
{
    if (!m_transcript || link.scheme() != QLatin1String("duologue"))
        return;
    const QString action = link.path();
    const int message = action.section(QLatin1Char('/'), 1).toInt();
    const int value = verticalScrollBar()->value();
    select({}, -1);
    const auto text = static_cast<std::uint32_t>(message);
    const auto& problems = m_source.record->problems;
    if (action.startsWith(QLatin1String("problem/"))) {
        if (text < problems.size())
            m_workspace.showProblem(problems[text]);
        return;
    }
    if (const bool before = action.startsWith(QLatin1String("before/"));
        before || action.startsWith(QLatin1String("after/"))) {
        showMore(text, before);
        return;
    }
    if (action == QLatin1String("context"))
        m_transcript->toggleContext();
    else if (action.startsWith(QLatin1String("earlier/")))
        m_transcript->toggleEarlier(message);
    else if (action.startsWith(QLatin1String("thought/")))
        m_transcript->toggleThought(text);
    Q_EMIT contentChanged();
    verticalScrollBar()->setValue(value);
}

} // namespace duologue::ui
