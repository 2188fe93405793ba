// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_view.h"

#include "ui/views/find/found_marks.h"
#include "ui/views/transcript/message_head.h"
#include "ui/views/transcript/transcript_accessible.h"
#include "ui/views/transcript/transcript_actions.h"
#include "ui/views/transcript/transcript_parts.h"
#include "ui/work/workspace.h"

#include <QElapsedTimer>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

/// Narrower views show the languages one below the other.
constexpr int kSideBySideWidth = 900;
/// A candidate needs so much to stand beside others.
constexpr int kCandidateWidth = 280;
constexpr int kMostCandidateColumns = 4;
/// What fills the first screen is written at once, the rest in pieces that take about this long each.
constexpr std::size_t kFirstCharacters = 16'000;
constexpr double kPieceMs = 12;
/// Characters in a piece for each message that is written already.
constexpr double kLeastPerMessage = 0.8;
constexpr double kMinZoom = 0.5;
constexpr double kMaxZoom = 3;
/// Where the top of a message comes to stand that is scrolled to.
constexpr double kWantedTop = 20;

} // namespace

TranscriptView::TranscriptView(Workspace& workspace, QWidget* parent, Part part)
    : QTextBrowser(parent), m_workspace(workspace), m_part(part)
{
    // Before anything speaks of the view to a screen reader.
    installTranscriptAccessible();
    const bool pinned = part == Part::Pinned;
    setObjectName(pinned ? QStringLiteral("pinnedTranscript") : QStringLiteral("transcript"));
    setAccessibleName(pinned ? tr("Pinned conversation") : tr("Conversation"));
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse |
                            Qt::LinksAccessibleByKeyboard);
    // A scroll bar that comes and goes would lay out everything anew.
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_actions = new TranscriptActions(*this);
    m_foundMarks = new FoundMarks(this);
    setViewportMargins(0, 0, FoundMarks::kWidth, 0);
    connect(&m_fill, &QTimer::timeout, this, &TranscriptView::fillMore);
    connect(this, &QTextBrowser::anchorClicked, this, &TranscriptView::follow);
    connect(this, &QTextEdit::selectionChanged, this, &TranscriptView::keepSelectionInColumn);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &TranscriptView::scrollToWanted);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, &TranscriptView::restFromFilling);
    if (!pinned) {
        connect(&m_workspace, &Workspace::currentChanged, this, &TranscriptView::showCurrent);
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            showCurrent();
            // Files of another dataset may have the same names.
            m_places.clear();
        });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] {
            if (!m_source.record)
                showNoRecord();
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

int TranscriptView::candidateColumns(const TranscriptStyle& style) const
{
    const double room = viewport()->width() - 2 * style.sideMargin;
    return std::clamp(static_cast<int>(room / style.scaled(kCandidateWidth)), 1, kMostCandidateColumns);
}

TranscriptStyle TranscriptView::style() const
{
    TranscriptStyle made{font(), m_zoom, readingColors(palette()), 0, m_fonts};
    std::size_t columns = 1;
    if (m_source.record && isWide())
        columns = columnsOf(m_source.record->conversation, m_mode.languages).shown.size();
    made.sideMargin = made.sideMarginFor(viewport()->width(), static_cast<int>(columns));
    return made;
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

std::string TranscriptView::placeKey() const
{
    return fromQt(m_source.fileName) + '\n' + std::to_string(m_source.recordOffset);
}

/// Where the reader is, to come back to.
std::optional<WantedMessage> TranscriptView::place() const
{
    const int top = m_transcript ? messageUnder(QPoint(viewport()->width() / 2, 0)) : -1;
    if (top < 0)
        return std::nullopt;
    return WantedMessage{top, static_cast<double>(messageRect(top).top())};
}

void TranscriptView::showCurrent()
{
    if (m_source.record)
        m_places[placeKey()].top = verticalScrollBar()->value() > 0 ? place() : std::nullopt;
    const DecodedRecordPtr& record = m_workspace.current();
    if (m_part == Part::Pinned || !record) {
        show({});
        return;
    }
    TranscriptDocument::Source source{record, 0, {}};
    const Snapshot& snapshot = m_workspace.snapshot();
    if (record->row < snapshot.recordCount()) {
        const RecordEntry& entry = snapshot.record(record->row);
        source.recordOffset = entry.offset;
        source.fileName = toQt(snapshot.file(entry.file).shownPath);
    }
    show(std::move(source));
    const int message = m_places[placeKey()].message;
    if (message < 0 || m_workspace.currentMessage() >= 0)
        return;
    // It may be out of sight: the reader stays where they were.
    m_pointing = true;
    m_workspace.setCurrentMessage(message);
    m_pointing = false;
}

void TranscriptView::show(TranscriptDocument::Source source)
{
    m_wanted.reset();
    m_ownMessage = -1;
    m_source = std::move(source);
    m_differencesTask.cancel();
    if (!m_source.record) {
        showNoRecord();
        return;
    }
    const auto before = m_places[placeKey()].top;
    m_wanted = before;
    showRecord({}, nullptr);
    if (!before)
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

/// Writes the record anew in the mode that is asked for, as far as there is room.
void TranscriptView::showRecord(TranscriptFolds folds, CandidateDifferencesPtr differences)
{
    m_isWide = isWide();
    TranscriptMode mode = m_mode;
    mode.sideBySide = m_isWide;
    mode.candidateColumns = candidateColumns(style());
    auto made = std::make_unique<TranscriptDocument>(m_source, style(), mode, std::move(folds));
    made->setDifferences(std::move(differences));
    made->writeMore(kFirstCharacters);
    forgetSelections();
    const std::optional<WantedMessage> wanted = m_wanted;
    m_transcript.swap(made);
    setDocument(m_transcript->document());
    m_note.reset();
    // The first steps of the layout may have taken it for reached.
    m_wanted = wanted;
    if (m_transcript->isComplete()) {
        m_fill.stop();
        Q_EMIT filled();
    } else {
        m_fill.start();
    }
    scrollToWanted();
    Q_EMIT contentChanged();
}

/// The same record in other columns, colours or sizes; the reader stays where they were.
void TranscriptView::rebuild()
{
    if (!m_transcript) {
        showNoRecord();
        return;
    }
    m_wanted = place();
    showRecord(m_transcript->folds(), m_transcript->differences());
}

void TranscriptView::fillMore()
{
    m_fill.setInterval(0);
    // Qt looks through all tables after each piece: it grows with them, or that would take most of the time.
    const auto least = static_cast<std::size_t>(kLeastPerMessage * m_transcript->messagesWritten());
    const std::size_t characters = std::max(static_cast<std::size_t>(m_charactersPerMs * kPieceMs), least);
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
    if (message >= 0 && m_transcript)
        m_places[placeKey()].message = message;
    if (message < 0 || m_pointing || !m_transcript)
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
    m_wanted = WantedMessage{message, kWantedTop};
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

/// Before the document goes: the widget looks at its selections once more when it gets others.
void TranscriptView::forgetSelections()
{
    m_highlights.clear();
    select({}, -1);
    setExtraSelections({});
}

void TranscriptView::setHighlights(QList<ExtraSelection> highlights)
{
    m_highlights = std::move(highlights);
    showSelections();
}

void TranscriptView::reveal(std::uint32_t text, std::size_t byte)
{
    if (m_transcript)
        m_transcript->reveal(text, byte);
}

void TranscriptView::showPosition(int position)
{
    m_wanted.reset();
    QTextCursor cursor(document());
    cursor.setPosition(position);
    const QRect place = cursorRect(cursor);
    const int margin = viewport()->height() / 4;
    if (place.top() < margin || place.bottom() > viewport()->height() - margin)
        verticalScrollBar()->setValue(verticalScrollBar()->value() + place.top() - margin);
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
                       candidateColumns(style()) != m_transcript->mode().candidateColumns;
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

} // namespace duologue::ui
