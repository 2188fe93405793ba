// SPDX-License-Identifier: GPL-3.0-or-later

// What mouse, keys and links do in a transcript.

#include "ui/views/transcript/picture_reader.h"
#include "ui/views/transcript/sentence_marks.h"
#include "ui/views/transcript/transcript_actions.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/work/settings/plain_keys.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMimeData>
#include <QScrollBar>
#include <algorithm>

namespace duologue::ui {

void TranscriptView::mousePressEvent(QMouseEvent* event)
{
    m_target.reset();
    m_pressedColumn =
        m_transcript ? m_transcript->columnAt(cursorForPosition(event->position().toPoint()).position()) : -1;
    makeCurrentAt(event->position().toPoint());
    QTextBrowser::mousePressEvent(event);
}

void TranscriptView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton) || !m_transcript || m_pressedColumn < 0) {
        if (event->buttons() == Qt::NoButton) {
            makeCurrentAt(event->position().toPoint());
            m_sentences->follow(event->position().toPoint());
        }
        QTextBrowser::mouseMoveEvent(event);
        return;
    }
    // The pointer may move into the other column; the selection stays in its own.
    const QRect column = textRect(std::max(0, currentMessage()), m_pressedColumn);
    QPointF inside = event->position();
    inside.setX(
        std::clamp(inside.x(), static_cast<double>(column.left()), static_cast<double>(column.right())));
    QMouseEvent kept(event->type(), inside, event->globalPosition(), event->button(), event->buttons(),
                     event->modifiers(), event->pointingDevice());
    m_dragging = true;
    QTextBrowser::mouseMoveEvent(&kept);
    m_dragging = false;
}

void TranscriptView::wheelEvent(QWheelEvent* event)
{
    m_target.reset();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setZoom(event->angleDelta().y() > 0 ? m_zoom * 1.1 : m_zoom / 1.1);
        event->accept();
        return;
    }
    QTextBrowser::wheelEvent(event);
}

bool TranscriptView::copyOrSelectByKey(const QKeyEvent& event)
{
    if (event.matches(QKeySequence::Copy)) {
        if (m_selection.isEmpty())
            m_actions->copyMessage(std::nullopt);
        else
            QGuiApplication::clipboard()->setText(m_selection.text());
        return true;
    }
    if (event.matches(QKeySequence::SelectAll)) {
        selectAllTexts();
        return true;
    }
    if (event.key() == Qt::Key_Escape && !m_selection.isEmpty()) {
        m_selection.clear();
        return true;
    }
    return false;
}

void TranscriptView::selectAllTexts()
{
    if (!m_transcript)
        return;
    const int columns = static_cast<int>(m_transcript->columns().shown.size());
    m_selection.selectColumn(*m_transcript, std::clamp(m_pressedColumn, 0, columns - 1));
}

/// To the first message or the last one.
bool TranscriptView::jumpByKey(const QKeyEvent& event)
{
    const bool toBegin = event.matches(QKeySequence::MoveToStartOfDocument);
    if ((!toBegin && !event.matches(QKeySequence::MoveToEndOfDocument)) || !m_transcript)
        return false;
    const int last = static_cast<int>(m_transcript->conversation().messages.size()) - 1;
    if (last >= 0)
        makeCurrent(toBegin ? 0 : last);
    if (toBegin)
        verticalScrollBar()->setValue(0);
    return true;
}

/// To the next conversation or the one before; opens and closes steps.
bool TranscriptView::readByKey(const QKeyEvent& event)
{
    if (const int by = stepOf(PlainKey::Conversation, event); by != 0) {
        Q_EMIT conversationWanted(by, Arrival::Left);
        return true;
    }
    if (const int by = stepOf(PlainKey::AllSteps, event); by != 0) {
        TranscriptMode wanted = m_mode;
        wanted.stepsOpen = by > 0;
        setMode(wanted);
        return true;
    }
    const int by = stepOf(PlainKey::Step, event);
    if (by == 0 || !m_transcript || currentMessage() < 0)
        return by != 0;
    const int value = verticalScrollBar()->value();
    m_transcript->openStep(currentMessage(), by > 0);
    Q_EMIT contentChanged();
    verticalScrollBar()->setValue(value);
    return true;
}

void TranscriptView::keyPressEvent(QKeyEvent* event)
{
    m_target.reset();
    if (copyOrSelectByKey(*event) || jumpByKey(*event) || readByKey(*event))
        return;
    // The base class would handle Alt+Up as "home".
    if (event->modifiers().testFlag(Qt::AltModifier)) {
        event->ignore();
        return;
    }
    QTextBrowser::keyPressEvent(event);
}

void TranscriptView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_transcript)
        return;
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    if (byMouse)
        makeCurrentAt(event->pos());
    const int current = currentMessage();
    const QRect rect = current >= 0 ? messageRect(current) : QRect();
    m_actions->showMenu(byMouse ? event->globalPos() : viewport()->mapToGlobal(rect.center()));
}

QMimeData* TranscriptView::createMimeDataFromSelection() const
{
    auto* mime = new QMimeData;
    mime->setText(m_selection.text());
    return mime;
}

/// Scrolls to where the text shown before ended.
void TranscriptView::showMore(std::uint32_t text, bool before)
{
    if (text >= m_transcript->conversation().texts.size())
        return;
    const TextWindow shown = m_transcript->window(text);
    m_transcript->showMore(text, before);
    Q_EMIT contentChanged();
    if (const int position = m_transcript->positionOf(text, before ? shown.begin : shown.end); position >= 0)
        showPosition(position);
}

/// Copies the code block of this number.
void TranscriptView::copyCode(int number)
{
    QStringList lines;
    for (QTextBlock block = m_transcript->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().intProperty(kCodeBlock) == number)
            lines << block.text().replace(QChar(QChar::LineSeparator), QLatin1Char('\n'));
        else if (!lines.isEmpty())
            break;
    }
    QGuiApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

void TranscriptView::follow(const QUrl& link)
{
    if (!m_transcript || link.scheme() != QLatin1String("duologue"))
        return;
    const QString action = link.path();
    const int message = action.section(QLatin1Char('/'), 1).toInt();
    const int value = verticalScrollBar()->value();
    m_selection.clear();
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
    if (action.startsWith(QLatin1String("code/"))) {
        copyCode(message);
        return;
    }
    if (action.startsWith(QLatin1String("picture/"))) {
        m_pictures->toggle(text);
        return;
    }
    if (action == QLatin1String("reading")) {
        m_workspace.showReading();
        return;
    }
    if (action == QLatin1String("context")) {
        setContextOpen(!m_transcript->folds().context);
        return;
    }
    if (action.startsWith(QLatin1String("earlier/")))
        m_transcript->toggleEarlier(message);
    else if (action.startsWith(QLatin1String("candidates/")))
        m_transcript->showCandidates(action == QLatin1String("candidates/before"));
    else if (action.startsWith(QLatin1String("thought/")))
        m_transcript->toggleThought(text);
    else if (action.startsWith(QLatin1String("part/")))
        m_transcript->togglePart(text);
    else if (action.startsWith(QLatin1String("fold/")))
        m_transcript->foldText(text);
    Q_EMIT contentChanged();
    verticalScrollBar()->setValue(value);
}

} // namespace duologue::ui
