// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_view.h"

#include "ui/views/document/message_head.h"
#include "ui/views/document/transcript_cards.h"
#include "ui/views/find/found_marks.h"
#include "ui/views/transcript/column_divider.h"
#include "ui/views/transcript/finding_marks.h"
#include "ui/views/transcript/picture_reader.h"
#include "ui/views/transcript/sentence_marks.h"
#include "ui/views/transcript/sticky_head.h"
#include "ui/views/transcript/transcript_accessible.h"
#include "ui/views/transcript/transcript_actions.h"
#include "ui/views/transcript/transcript_note.h"
#include "ui/views/transcript/transcript_source.h"
#include "ui/work/settings/plain_keys.h"
#include "ui/work/workspace.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>
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
    setKeyArea(*this, ConversationKeys);
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
    m_stickyHead = new StickyHead(*this);
    m_divider = new ColumnDivider(*this);
    m_sentences = new SentenceMarks(*this);
    new FindingMarks(*this, m_workspace);
    m_pictures = new PictureReader(*this);
    connect(&m_fill, &QTimer::timeout, this, &TranscriptView::fillMore);
    connect(this, &QTextBrowser::anchorClicked, this, &TranscriptView::follow);
    connect(this, &QTextEdit::selectionChanged, this, [this] {
        if (m_transcript)
            m_selection.followView(*m_transcript, m_dragging);
    });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &TranscriptView::scrollToTarget);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        m_target.reset();
        slowFilling();
    });
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
        connect(&m_workspace.checks(), &DatasetChecks::changed, this, &TranscriptView::showFindings);
    }
    showCurrent();
}

TranscriptView::~TranscriptView()
{
    m_fill.stop();
    disconnect(this, nullptr, this, nullptr);
    setExtraSelections({});
    // Nobody is to follow a view that is going, because what follows may be gone already.
    const QSignalBlocker quiet(verticalScrollBar());
    // The base class must not keep a pointer to a document that is destroyed before it.
    setDocument(nullptr);
}

int TranscriptView::candidateColumns() const
{
    const int count = m_source.record ? static_cast<int>(m_source.record->conversation.candidates.size()) : 0;
    const double room = viewport()->width() / (kCandidateWidth * m_zoom);
    return std::clamp(static_cast<int>(room), 1, std::clamp(count, 1, kMostCandidateColumns));
}

TranscriptStyle TranscriptView::currentStyle() const
{
    TranscriptStyle made{font(), m_zoom, readingColors(palette()), 0, m_fonts};
    std::size_t columns = 1;
    if (m_source.record && isWide())
        columns = columnsOf(m_source.record->conversation, m_mode.languages).shown.size();
    const int width = viewport()->width();
    // Candidates may use a width in which lines across would be too long.
    made.sideMargin = made.sideMarginFor(width, std::max(static_cast<int>(columns), candidateColumns()));
    made.sideInset = made.sideMarginFor(width, static_cast<int>(columns)) - made.sideMargin;
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
    TranscriptMode before = std::exchange(m_mode, mode);
    const bool isContext = before.isContextOpen != mode.isContextOpen;
    before.isContextOpen = mode.isContextOpen;
    if (before != m_mode)
        rebuild();
    if (isContext)
        setContextOpen(mode.isContextOpen);
    Q_EMIT modeChanged();
}

void TranscriptView::setFirstShare(double share)
{
    TranscriptMode wanted = m_mode;
    wanted.firstShare = share == 0 ? 0 : std::clamp(share, kLeastShare, 1 - kLeastShare);
    setMode(wanted);
}

void TranscriptView::setContextOpen(bool open)
{
    const bool isNew = std::exchange(m_mode.isContextOpen, open) != open;
    if (m_transcript && m_transcript->folds().context != open) {
        // The line that was clicked stays where it is.
        const int value = verticalScrollBar()->value();
        m_transcript->toggleContext();
        verticalScrollBar()->setValue(value);
        Q_EMIT contentChanged();
    }
    if (isNew)
        Q_EMIT modeChanged();
}

void TranscriptView::showPicture(std::size_t picture, ReadPicture read)
{
    const int value = verticalScrollBar()->value();
    m_transcript->showPicture(picture, std::move(read));
    verticalScrollBar()->setValue(value);
    Q_EMIT contentChanged();
}

void TranscriptView::hidePicture(std::size_t picture)
{
    const int value = verticalScrollBar()->value();
    m_transcript->hidePicture(picture);
    verticalScrollBar()->setValue(value);
    Q_EMIT contentChanged();
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

std::optional<ReadingPlace> TranscriptView::readingPlace() const
{
    const int value = verticalScrollBar()->value();
    if (m_target)
        return m_target;
    if (m_reached && m_reached->second == value)
        return m_reached->first;
    return m_transcript && value > 0 ? placeAt(*m_transcript, value) : std::nullopt;
}

void TranscriptView::aimAt(const ReadingPlace& place)
{
    m_reached.reset();
    m_target = place;
    scrollToTarget();
}

/// Where the record that is about to be shown begins; empty for its top.
std::optional<ReadingPlace> TranscriptView::arrivalPlace()
{
    const auto arrival = std::exchange(m_arrival, std::nullopt);
    m_isReadOn = false;
    const bool isLeft = !arrival || !m_source.record || arrival->first != m_source.record->row ||
                        arrival->second == Arrival::Left;
    if (isLeft)
        return m_readingStates[recordKey()].place;
    m_isReadOn = true;
    return arrival->second == Arrival::End ? std::optional(ReadingPlace::end()) : std::nullopt;
}

void TranscriptView::showHead(int message)
{
    aimAt(ReadingPlace::headOf(message, kTargetTop));
}

void TranscriptView::readOn(int by)
{
    constexpr double kLinesKept = 2;
    QScrollBar& bar = *verticalScrollBar();
    if (m_transcript == nullptr || (by > 0 ? bar.value() >= bar.maximum() : bar.value() <= bar.minimum())) {
        // What is not written yet is still to be read.
        if (m_transcript == nullptr || by < 0 || m_transcript->isComplete())
            Q_EMIT conversationWanted(by, by > 0 ? Arrival::Top : Arrival::End);
        return;
    }
    const double line = m_transcript->style().bodyBlock().lineHeight();
    const int covered = StickyHead::heightIn(*this) + static_cast<int>(kLinesKept * line);
    m_target.reset();
    bar.setValue(bar.value() + by * std::max(viewport()->height() / 2, viewport()->height() - covered));
}

void TranscriptView::showCurrent()
{
    if (m_source.record)
        m_readingStates[recordKey()].place = readingPlace();
    const DecodedRecordPtr& record = m_workspace.current();
    if (m_part != Part::Main || !record) {
        showSource({});
        return;
    }
    showSource(sourceOf(m_workspace, record));
    const int message = m_readingStates[recordKey()].message;
    if (message < 0 || m_workspace.currentMessage() >= 0)
        return;
    // The message may be outside the view; the restored scroll position is more important.
    m_keepsScroll = true;
    m_workspace.setCurrentMessage(message);
    m_keepsScroll = false;
}

/// The heads say what was found since the record was written.
void TranscriptView::showFindings()
{
    if (!m_source.record)
        return;
    auto found = findingsOf(m_workspace, m_source.record->row);
    if (found == m_source.findings)
        return;
    m_source.findings = std::move(found);
    rebuild();
}

void TranscriptView::showSource(TranscriptDocument::Source source)
{
    m_target.reset();
    m_reached.reset();
    m_ownMessage = -1;
    m_source = std::move(source);
    Q_EMIT sourceChanged();
    m_differencesTask.cancel();
    if (!m_source.record) {
        showNote();
        return;
    }
    const auto begin = arrivalPlace();
    m_target = begin;
    TranscriptFolds folds;
    folds.context = m_mode.isContextOpen;
    showRecord(std::move(folds), nullptr);
    if (!begin)
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
    mode.candidateColumns = candidateColumns();
    auto made = std::make_unique<TranscriptDocument>(m_source, currentStyle(), mode, std::move(folds),
                                                     viewport()->width());
    made->setDifferences(std::move(differences));
    made->writeMore(kFirstCharacters);
    m_selection.reset();
    const std::optional<ReadingPlace> target = m_target;
    m_transcript.swap(made);
    // setDocument() gives the document the mode of the view.
    setWordWrapMode(m_transcript->document()->defaultTextOption().wrapMode());
    setDocument(m_transcript->document());
    m_note.reset();
    // setDocument() scrolls while the layout is unfinished, and may have reset the target too early.
    m_target = target;
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
    m_target = readingPlace();
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
    setAccessibleDescription(spokenHead(m_transcript->conversation(), message, m_transcript->turnOf(message),
                                        m_transcript->findingsIn(message)));
    if (message < m_transcript->messagesWritten()) {
        const QRect rect = messageRect(message);
        const int height = viewport()->height();
        const bool fits = rect.top() >= 0 && rect.bottom() <= height;
        if (fits || (rect.top() >= 0 && rect.top() < height / 2))
            return;
    }
    showHead(message);
}

/// Called at every step of the layout until the target is written and reached.
void TranscriptView::scrollToTarget()
{
    if (!m_target || !m_transcript)
        return;
    const auto top = scrollPositionOf(*m_transcript, *m_target);
    if (!top)
        return;
    QScrollBar& bar = *verticalScrollBar();
    const int value = std::max(0, static_cast<int>(std::lround(*top)));
    bar.setValue(value);
    if (bar.value() != value && !m_target->isEnd)
        return;
    m_reached = {*m_target, bar.value()};
    m_target.reset();
}

void TranscriptView::showPosition(int position)
{
    m_target.reset();
    QTextCursor cursor(document());
    cursor.setPosition(position);
    const QRect rect = cursorRect(cursor);
    const int margin = std::max(viewport()->height() / 4, StickyHead::heightIn(*this) + rect.height());
    if (rect.top() < margin || rect.bottom() > viewport()->height() - margin)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + rect.top() - margin);
}

void TranscriptView::resizeEvent(QResizeEvent* event)
{
    // The old layout tells the place; the base class makes the new one.
    const auto place = readingPlace();
    m_target = place;
    QTextBrowser::resizeEvent(event);
    const QRect seen = viewport()->geometry();
    m_foundMarks->setGeometry(seen.right() + 1, seen.top(), FoundMarks::kWidth, seen.height());
    if (!m_transcript)
        return;
    const TranscriptStyle& shown = m_transcript->style();
    const TranscriptStyle wanted = currentStyle();
    const bool fewer =
        m_transcript->candidates() != nullptr && candidateColumns() != m_transcript->mode().candidateColumns;
    if (isWide() != m_isWide || wanted.sideMargin != shown.sideMargin ||
        wanted.sideInset != shown.sideInset || fewer) {
        rebuild();
        return;
    }
    m_transcript->setPageWidth(viewport()->width());
    m_target = place;
    scrollToTarget();
    m_stickyHead->follow();
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

/// While the reader scrolls far above the end of what is written, writing pauses so that scrolling is smooth.
void TranscriptView::slowFilling()
{
    constexpr int kPauseMs = 300;
    constexpr int kPagesAhead = 3;
    const QScrollBar& bar = *verticalScrollBar();
    if (m_fill.isActive() && bar.maximum() - bar.value() > kPagesAhead * bar.pageStep())
        m_fill.start(kPauseMs);
}

} // namespace duologue::ui
