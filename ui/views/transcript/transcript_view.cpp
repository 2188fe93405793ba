// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_view.h"

#include "ui/views/document/message_head.h"
#include "ui/views/document/transcript_cards.h"
#include "ui/views/find/found_marks.h"
#include "ui/views/transcript/transcript_accessible.h"
#include "ui/views/transcript/transcript_actions.h"
#include "ui/views/transcript/transcript_note.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

/// The least width of a candidate that is beside others.
constexpr int kCandidateWidth = 280;
constexpr int kMostCandidateColumns = 4;
/// Enough text for the first screen is written at once, the rest in pieces that take about kPieceMs each.
constexpr std::size_t kFirstCharacters = 16'000;
constexpr double kPieceMs = 12;
/// The least number of characters in a piece, for each message that is written already.
constexpr double kLeastPerMessage = 0.8;
constexpr double kMinZoom = 0.5;
constexpr double kMaxZoom = 3;
/// The distance from the top of the view to a message that it scrolls to.
constexpr double kTargetTop = 20;

} // namespace

TranscriptView::TranscriptView(Workspace& workspace, QWidget* parent, Part part)
    : QTextBrowser(parent), m_workspace(workspace), m_part(part)
{
    // Must come first: the calls below already notify screen readers.
    installTranscriptAccessible();
    setObjectName(part == Part::Main     ? QStringLiteral("transcript")
                  : part == Part::Pinned ? QStringLiteral("pinnedTranscript")
                                         : QStringLiteral("sampleTranscript"));
    setAccessibleName(part == Part::Main     ? tr("Conversation")
                      : part == Part::Pinned ? tr("Pinned conversation")
                                             : tr("Sample conversation"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                            Qt::LinksAccessibleByKeyboard);
    // If the scroll bar appeared and disappeared, each time the whole text would be laid out again.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_actions = new TranscriptActions(*this, m_workspace);
    m_foundMarks = new FoundMarks(this);
    setViewportMargins(0, 0, FoundMarks::kWidth, 0);
    connect(&m_fill, &QTimer::timeout, this, &TranscriptView::fillMore);
    connect(this, &QTextBrowser::anchorClicked, this, &TranscriptView::follow);
    connect(this, &QTextEdit::selectionChanged, this, [this] {
        if (m_transcript)
            m_selection.followView(*m_transcript, m_dragging);
    });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &TranscriptView::scrollToTarget);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, &TranscriptView::slowFilling);
    if (part == Part::Main) {
        connect(&m_workspace, &Workspace::currentChanged, this, &TranscriptView::showCurrent);
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            showCurrent();
            // Files of another dataset may have the same names.
            m_readingStates.clear();
        });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] {
            if (!m_source.record)
                showNote();
        });
        connect(&m_workspace, &Workspace::currentMessageChanged, this, &TranscriptView::showCurrentMessage);
    }
    showCurrent();
}

TranscriptView::~TranscriptView()
{
    m_fill.stop();
    disconnect(this, nullptr, this, nullptr);
    setExtraSelections({});
    // The base class must not keep a pointer to a document that is destroyed before it.
    setDocument(nullptr);
}

int TranscriptView::candidateColumns(const TranscriptStyle& style) const
{
    const double room = viewport()->width() - 2 * style.sideMargin;
    return std::clamp(static_cast<int>(room / style.scaled(kCandidateWidth)), 1, kMostCandidateColumns);
}

TranscriptStyle TranscriptView::currentStyle() const
{
    TranscriptStyle made{font(), m_zoom, readingColors(palette()), 0, m_fonts};
    std::size_t columns = 1;
    if (m_source.record && isWide())
        columns = columnsOf(m_source.record->conversation, m_mode.languages).shown.size();
    made.sideMargin = made.sideMarginFor(viewport()->width(), static_cast<int>(columns));
    return made;
}

QAction* TranscriptView::action(const QString& name) const
{
    return m_actions->find(name);
}

void TranscriptView::setMode(const TranscriptMode& mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    rebuild();
    Q_EMIT modeChanged();
}

void TranscriptView::setReadingFonts(const ReadingFonts& fonts)
{
    if (fonts == m_fonts)
        return;
    m_fonts = fonts;
    rebuild();
}

void TranscriptView::setLanguageMode(LanguageMode mode)
{
    TranscriptMode wanted = m_mode;
    wanted.languages = mode;
    setMode(wanted);
}

int TranscriptView::currentMessage() const
{
    return m_part == Part::Main ? m_workspace.currentMessage() : m_ownMessage;
}

void TranscriptView::makeCurrent(int message)
{
    if (m_part == Part::Main) {
        m_workspace.setCurrentMessage(message);
        return;
    }
    m_ownMessage = message;
    showCurrentMessage(message);
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

std::string TranscriptView::recordKey() const
{
    return fromQt(m_source.fileName) + '\n' + std::to_string(m_source.recordOffset);
}

/// The first visible message and its offset on the screen.
std::optional<ScrollTarget> TranscriptView::readingPosition() const
{
    const int top = m_transcript ? messageUnder(QPoint(viewport()->width() / 2, 0)) : -1;
    if (top < 0)
        return std::nullopt;
    return ScrollTarget{top, static_cast<double>(messageRect(top).top())};
}

void TranscriptView::showCurrent()
{
    if (m_source.record)
        m_readingStates[recordKey()].top =
            verticalScrollBar()->value() > 0 ? readingPosition() : std::nullopt;
    const DecodedRecordPtr& record = m_workspace.current();
    if (m_part != Part::Main || !record) {
        showSource({});
        return;
    }
    TranscriptDocument::Source source{record, 0, {}};
    const Snapshot& snapshot = m_workspace.snapshot();
    if (record->row < snapshot.endRow()) {
        const RecordEntry& entry = snapshot.record(record->row);
        source.recordOffset = entry.offset;
        source.fileName = toQt(snapshot.file(entry.file).shownPath);
    }
    showSource(std::move(source));
    const int message = m_readingStates[recordKey()].message;
    if (message < 0 || m_workspace.currentMessage() >= 0)
        return;
    // The message may be outside the view; the restored scroll position is more important.
    m_keepsScroll = true;
    m_workspace.setCurrentMessage(message);
    m_keepsScroll = false;
}

void TranscriptView::showSource(TranscriptDocument::Source source)
{
    m_scrollTarget.reset();
    m_ownMessage = -1;
    m_source = std::move(source);
    m_differencesTask.cancel();
    if (!m_source.record) {
        showNote();
        return;
    }
    const auto left = m_readingStates[recordKey()].top;
    m_scrollTarget = left;
    showRecord({}, nullptr);
    if (!left)
        verticalScrollBar()->setValue(0);
    const DecodedRecordPtr& record = m_source.record;
    if (record->conversation.candidates.size() < 2)
        return;
    m_differencesTask.run(
        [record](const Job&) -> CandidateDifferencesPtr {
            return std::make_shared<CandidateDifferences>(differencesOf(record->conversation));
        },
        [this, record](CandidateDifferencesPtr differences) {
            if (m_transcript && m_source.record == record) {
                m_transcript->setDifferences(std::move(differences));
                Q_EMIT contentChanged();
            }
        });
}

/// Writes the record again, in the wanted mode as far as the width allows.
void TranscriptView::showRecord(TranscriptFolds folds, CandidateDifferencesPtr differences)
{
    m_isWide = isWide();
    TranscriptMode mode = m_mode;
    mode.sideBySide = m_isWide;
    mode.candidateColumns = candidateColumns(currentStyle());
    auto made = std::make_unique<TranscriptDocument>(m_source, currentStyle(), mode, std::move(folds));
    made->setDifferences(std::move(differences));
    made->writeMore(kFirstCharacters);
    m_selection.reset();
    const std::optional<ScrollTarget> target = m_scrollTarget;
    m_transcript.swap(made);
    setDocument(m_transcript->document());
    m_note.reset();
    // setDocument() scrolls while the layout is unfinished, and may have reset the target too early.
    m_scrollTarget = target;
    if (m_transcript->isComplete()) {
        m_fill.stop();
        Q_EMIT filled();
    } else {
        m_fill.start();
    }
    scrollToTarget();
    Q_EMIT contentChanged();
}

/// Shows the same record in other columns, colours or sizes, at the same scroll position.
void TranscriptView::rebuild()
{
    if (!m_transcript) {
        showNote();
        return;
    }
    m_scrollTarget = readingPosition();
    showRecord(m_transcript->folds(), m_transcript->differences());
}

void TranscriptView::showNote()
{
    m_fill.stop();
    m_selection.reset();
    const TranscriptNote words = m_part == Part::Main     ? noteWithoutRecord(m_workspace)
                                 : m_part == Part::Pinned ? noteWithoutPin()
                                                          : noteWithoutSample();
    auto note = noteDocument(words, currentStyle());
    m_note.swap(note);
    setDocument(m_note.get());
    m_transcript.reset();
    Q_EMIT contentChanged();
}

void TranscriptView::fillMore()
{
    m_fill.setInterval(0);
    // After each piece Qt looks at all tables, so larger transcripts need larger pieces.
    const auto least = static_cast<std::size_t>(kLeastPerMessage * m_transcript->messagesWritten());
    const std::size_t characters = std::max(static_cast<std::size_t>(m_charactersPerMs * kPieceMs), least);
    QElapsedTimer timer;
    timer.start();
    const bool more = m_transcript->writeMore(characters);
    const double ms = std::max(0.5, static_cast<double>(timer.nsecsElapsed()) / 1e6);
    // The cost of messages differs: adapt at once to a slow piece, but only by half to a fast one.
    const double measured = static_cast<double>(characters) / ms;
    m_charactersPerMs = std::clamp(std::min(measured, (measured + m_charactersPerMs) / 2), 20.0, 5000.0);
    scrollToTarget();
    if (!more) {
        m_fill.stop();
        Q_EMIT filled();
    }
}

void TranscriptView::showCurrentMessage(int message)
{
    viewport()->update();
    if (message >= 0 && m_transcript)
        m_readingStates[recordKey()].message = message;
    if (message < 0 || m_keepsScroll || !m_transcript)
        return;
    setAccessibleDescription(
        spokenHead(m_transcript->conversation(), message, m_transcript->turnOf(message)));
    if (message < m_transcript->messagesWritten()) {
        const QRect rect = messageRect(message);
        const int height = viewport()->height();
        const bool fits = rect.top() >= 0 && rect.bottom() <= height;
        if (fits || (rect.top() >= 0 && rect.top() < height / 2))
            return;
    }
    m_scrollTarget = ScrollTarget{message, kTargetTop};
    scrollToTarget();
}

/// Called at every step of the layout until the target is written and reached.
void TranscriptView::scrollToTarget()
{
    if (!m_scrollTarget || !m_transcript || m_scrollTarget->message >= m_transcript->messagesWritten())
        return;
    const double top = m_transcript->messageRect(m_scrollTarget->message).top() - m_scrollTarget->top;
    const int value = std::max(0, static_cast<int>(std::lround(top)));
    verticalScrollBar()->setValue(value);
    if (verticalScrollBar()->value() == value)
        m_scrollTarget.reset();
}

void TranscriptView::showPosition(int position)
{
    m_scrollTarget.reset();
    QTextCursor cursor(document());
    cursor.setPosition(position);
    const QRect rect = cursorRect(cursor);
    const int margin = viewport()->height() / 4;
    if (rect.top() < margin || rect.bottom() > viewport()->height() - margin)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top() - margin);
}

void TranscriptView::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    const QRect seen = viewport()->geometry();
    m_foundMarks->setGeometry(seen.right() + 1, seen.top(), FoundMarks::kWidth, seen.height());
    if (!m_transcript)
        return;
    const TranscriptStyle& shown = m_transcript->style();
    const std::size_t columns = m_isWide ? m_transcript->columns().shown.size() : 1;
    const double margin = shown.sideMarginFor(viewport()->width(), static_cast<int>(columns));
    const bool fewer = m_transcript->candidates() != nullptr &&
                       candidateColumns(currentStyle()) != m_transcript->mode().candidateColumns;
    if (isWide() != m_isWide || margin != shown.sideMargin || fewer)
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

std::pair<int, int> TranscriptView::visibleMessages() const
{
    if (!m_transcript || m_transcript->messagesWritten() == 0)
        return {0, 0};
    const int first = std::max(0, messageUnder(QPoint(viewport()->width() / 2, 0)));
    int end = first;
    while (end < m_transcript->messagesWritten() && messageRect(end).top() <= viewport()->height())
        ++end;
    return {first, end};
}

void TranscriptView::paintEvent(QPaintEvent* event)
{
    if (m_transcript) {
        const int above = messageUnder(QPoint(viewport()->width() / 2, event->rect().top() - 1));
        QPainter painter(viewport());
        painter.translate(-scrollOffset());
        paintCards(painter, *m_transcript, QRectF(event->rect()).translated(scrollOffset()),
                   std::max(0, above), currentMessage());
    }
    QTextBrowser::paintEvent(event);
}

int TranscriptView::messageUnder(const QPoint& point) const
{
    if (!m_transcript)
        return -1;
    return m_transcript->messageAt(cursorForPosition(point).position());
}

void TranscriptView::makeCurrentAt(const QPoint& point)
{
    const int message = messageUnder(point);
    if (message < 0 || message == currentMessage())
        return;
    m_keepsScroll = true;
    makeCurrent(message);
    m_keepsScroll = false;
}

void TranscriptView::mousePressEvent(QMouseEvent* event)
{
    m_scrollTarget.reset();
    m_pressedColumn =
        m_transcript ? m_transcript->columnAt(cursorForPosition(event->position().toPoint()).position()) : -1;
    makeCurrentAt(event->position().toPoint());
    QTextBrowser::mousePressEvent(event);
}

void TranscriptView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton) || !m_transcript || m_pressedColumn < 0) {
        if (event->buttons() == Qt::NoButton)
            makeCurrentAt(event->position().toPoint());
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
    m_scrollTarget.reset();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setZoom(event->angleDelta().y() > 0 ? m_zoom * 1.1 : m_zoom / 1.1);
        event->accept();
        return;
    }
    QTextBrowser::wheelEvent(event);
}

/// While the reader scrolls far above the end of what is written, writing pauses so that scrolling is smooth.
void TranscriptView::slowFilling()
{
    constexpr int kPauseMs = 300;
    constexpr int kPagesAhead = 3;
    const QScrollBar& bar = *verticalScrollBar();
    if (m_fill.isActive() && bar.maximum() - bar.value() > kPagesAhead * bar.pageStep())
        m_fill.start(kPauseMs);
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
    if (event.matches(QKeySequence::SelectAll) && m_transcript) {
        const int columns = static_cast<int>(m_transcript->columns().shown.size());
        m_selection.selectColumn(*m_transcript, std::clamp(m_pressedColumn, 0, columns - 1));
        return true;
    }
    if (event.key() == Qt::Key_Escape && !m_selection.isEmpty()) {
        m_selection.clear();
        return true;
    }
    return false;
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

void TranscriptView::keyPressEvent(QKeyEvent* event)
{
    m_scrollTarget.reset();
    if (copyOrSelectByKey(*event) || jumpByKey(*event))
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
    if (action == QLatin1String("reading")) {
        m_workspace.showReading();
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
