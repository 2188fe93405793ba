// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_view.h"
#include "core/io/unpacked_file.h"
#include "core/util/problem.h"
#include "ui/app/plain_keys.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/checks/finding_model.h"
#include "ui/transcript/markdown_text.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/pictures.h"
#include "ui/transcript/transcript_actions.h"
#include "ui/transcript/transcript_attachments.h"
#include "ui/transcript/transcript_cards.h"
#include "ui/transcript/transcript_document.h"
#include "ui/transcript/transcript_marks.h"
#include "ui/transcript/transcript_overlays.h"
#include "ui/transcript/transcript_style.h"
#include "ui/widgets/accessible_part.h"
#include "ui/widgets/find_bar.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStringList>
#include <QTextCursor>
#include <QTextDocument>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

namespace duologue::ui {

struct TranscriptStyle;
class Workspace;

/// What a transcript shows while it has no record. Both texts are empty if a record is about to appear.
struct TranscriptNote {
    QString title;
    QString text;
};

/// Why the workspace has no current record.
TranscriptNote noteWithoutRecord(const Workspace& workspace);

/// The note of the pinned side while nothing is pinned.
TranscriptNote noteWithoutPin();

/// The note of a sample whose messages are not described yet.
TranscriptNote noteWithoutSample();

std::unique_ptr<QTextDocument> noteDocument(const TranscriptNote& note, const TranscriptStyle& style);

class Workspace;

/// A record with all that a transcript shows of it: where it is, its dataset's intents, what checks and
/// readers say.
TranscriptDocument::Source sourceOf(Workspace& workspace, const DecodedRecordPtr& record);

/// What checks have found in the messages of a record, each title once a message, and what readers say of
/// them, by the index of the message.
std::map<int, MessageNotes> notesOf(Workspace& workspace, Row row);

/// Makes every TranscriptView accessible to screen readers: a document with a child for each message, which
/// has role and marks as name, its texts as description, and a rectangle, and can be made current. Call it
/// before the first view is accessed; further calls do nothing.
void installTranscriptAccessible();

namespace {

struct TranscriptNoteWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptNote)
};

QString whyLate(const Workspace& workspace)
{
    const Snapshot& snapshot = workspace.snapshot();
    const auto row = workspace.currentRow();
    const auto file =
        row && *row < snapshot.endRow() ? snapshot.file(snapshot.record(*row).file).unpacked : nullptr;
    return file && file->size() < file->wholeSize() ? TranscriptNoteWords::tr("Unpacking the archive…")
                                                    : TranscriptNoteWords::tr("Still reading from disk…");
}

} // namespace

TranscriptNote noteWithoutRecord(const Workspace& workspace)
{
    if (const auto& problem = workspace.currentProblem())
        return {TranscriptNoteWords::tr("This record cannot be read"), problemLine(*problem, nullptr, 0)};
    if (workspace.isCurrentLate())
        return {TranscriptNoteWords::tr("Reading the conversation…"), whyLate(workspace)};
    const bool isEmpty = workspace.snapshot().recordCount() == 0;
    // The record or its row appears so soon that a note would only flash.
    if (workspace.currentRow() || (isEmpty && workspace.isLoading()))
        return {};
    if (workspace.paths().isEmpty())
        return {TranscriptNoteWords::tr("No dataset open"),
                TranscriptNoteWords::tr("Open a folder of conversations to read them here.")};
    if (isEmpty)
        return {TranscriptNoteWords::tr("Nothing to read"),
                TranscriptNoteWords::tr("The open dataset has no conversations.")};
    if (workspace.view()->order.empty())
        return {TranscriptNoteWords::tr("No matches"),
                TranscriptNoteWords::tr("Change or clear the filter to see conversations again.")};
    return {TranscriptNoteWords::tr("No conversation selected"),
            TranscriptNoteWords::tr("Select one in the table of records.")};
}

TranscriptNote noteWithoutPin()
{
    return {TranscriptNoteWords::tr("No conversation pinned"),
            TranscriptNoteWords::tr("Pin a conversation to read others next to it.")};
}

TranscriptNote noteWithoutSample()
{
    return {TranscriptNoteWords::tr("No conversation yet"),
            TranscriptNoteWords::tr("Choose another format from the list, or choose how each key is used: "
                                    "messages, a question and its answer, or candidate answers.")};
}

std::unique_ptr<QTextDocument> noteDocument(const TranscriptNote& note, const TranscriptStyle& style)
{
    std::unique_ptr<QTextDocument> document = std::make_unique<SealedDocument>();
    document->setUndoRedoEnabled(false);
    document->setDocumentMargin(style.scaled(28));
    if (note.title.isEmpty())
        return document;
    QTextCursor cursor(document.get());
    insertVerbatim(cursor, note.title, style.label(style.colors.text, 1.15, true));
    cursor.insertBlock();
    insertVerbatim(cursor, note.text, style.label(style.colors.dim, 1));
    return document;
}

namespace {

/// Where the files that a record names can be: in the folder of its file or in one above it, up to the folder
/// that was opened.
QStringList foldersOf(const SourceFile& file)
{
    QStringList folders;
    if (file.packed || file.unpacked)
        return folders;
    QDir folder = QFileInfo(QFile::decodeName(file.path.c_str())).absoluteDir();
    auto levels = std::ranges::count(file.shownPath, '/');
    do
        folders << folder.path();
    while (levels-- > 0 && folder.cdUp());
    return folders;
}

} // namespace

std::map<int, MessageNotes> notesOf(Workspace& workspace, Row row)
{
    const CheckedSnapshotPtr& checked = workspace.checks().checked();
    std::map<int, MessageNotes> found;
    for (auto& [message, words] : markedMessages(workspace.marks(), row))
        found[message].marks = std::move(words);
    if (checked == nullptr || row >= checked->snapshot->endRow())
        return found;
    for (const std::uint32_t number : checked->findingsOf(row)) {
        const Finding& finding = checked->run.findings[number];
        if (finding.part != FindingPart::Message)
            continue;
        QStringList& titles = found[static_cast<int>(finding.message)].findings;
        if (const QString title = checkTitle(*checks()[finding.check]); !titles.contains(title))
            titles << title;
    }
    return found;
}

TranscriptDocument::Source sourceOf(Workspace& workspace, const DecodedRecordPtr& record)
{
    TranscriptDocument::Source source{record, 0, {}};
    const Snapshot& snapshot = workspace.snapshot();
    source.intents = IntentCodes(snapshot);
    source.notes = notesOf(workspace, record->row);
    source.isInTranslatedDataset = workspace.isTranslated();
    if (record->row < snapshot.endRow()) {
        const RecordEntry& entry = snapshot.record(record->row);
        source.recordOffset = entry.offset;
        source.fileName = toQt(snapshot.file(entry.file).shownPath);
        source.folders = foldersOf(snapshot.file(entry.file));
    }
    return source;
}

namespace {

class MessageAccessible final : public AccessiblePart {
public:
    MessageAccessible(TranscriptView& view, int message) : AccessiblePart(view), m_message(message) {}

    QAccessible::Role role() const override { return QAccessible::Section; }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override
    {
        if (isValid() && action == pressAction())
            view().makeCurrent(m_message);
    }

protected:
    bool exists() const override
    {
        return view().transcript() != nullptr &&
               m_message < static_cast<int>(view().transcript()->conversation().messages.size());
    }
    QString validText(QAccessible::Text kind) const override
    {
        const TranscriptDocument& transcript = *view().transcript();
        const Conversation& conversation = transcript.conversation();
        const Message& message = conversation.messages[static_cast<std::size_t>(m_message)];
        if (kind == QAccessible::Name)
            return spokenHead(conversation, m_message, transcript.turnOf(m_message),
                              transcript.notesOn(m_message));
        if (kind != QAccessible::Description && kind != QAccessible::Value)
            return {};
        QStringList parts;
        for (const TextColumn column : transcript.columns().shown) {
            for (const ColumnText& text :
                 textsIn(conversation, message.texts, column, transcript.columns().languages, false))
                parts << toQt(text.text);
        }
        if (const QString memo = tellingMemo(message); !memo.isEmpty())
            parts << TranscriptView::tr("Memo: %1").arg(memo);
        return parts.join(QLatin1Char('\n'));
    }
    QRect rectInWidget() const override { return view().messageRect(m_message); }
    const QWidget& mappedWidget() const override { return *view().viewport(); }
    void addState(QAccessible::State& state) const override
    {
        state.readOnly = true;
        state.selected = view().currentMessage() == m_message;
        const auto [first, end] = view().visibleMessages();
        state.offscreen = m_message < first || m_message >= end;
    }

private:
    TranscriptView& view() const { return *static_cast<TranscriptView*>(widget()); }

    int m_message;
};

class TranscriptAccessible final : public QAccessibleWidget {
public:
    explicit TranscriptAccessible(TranscriptView& view) : QAccessibleWidget(&view, QAccessible::Document) {}

    int childCount() const override
    {
        const TranscriptDocument* transcript = view().transcript();
        return transcript == nullptr ? 0 : static_cast<int>(transcript->conversation().messages.size());
    }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        AccessiblePart* message = m_messages.find(index);
        return message != nullptr ? message : m_messages.add(index, new MessageAccessible(view(), index));
    }
    int indexOfChild(const QAccessibleInterface* child) const override { return m_messages.indexOf(child); }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const auto [first, end] = view().visibleMessages();
        for (int message = first; message < end; ++message) {
            if (child(message)->rect().contains(x, y))
                return child(message);
        }
        return nullptr;
    }
    QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Value || (kind == QAccessible::Description && childCount() == 0))
            return view().transcript() == nullptr ? view().toPlainText() : QString();
        return QAccessibleWidget::text(kind);
    }

private:
    TranscriptView& view() const { return *static_cast<TranscriptView*>(widget()); }

    mutable AccessibleParts m_messages;
};

} // namespace

void installTranscriptAccessible()
{
    installAccessible<TranscriptView, TranscriptAccessible>();
}

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
    if (part == Part::Main)
        m_workspace.setTextSelection(
            [view = QPointer<TranscriptView>(this)] { return view ? view->selectedText() : std::nullopt; });
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
    m_underlines = new TextUnderlines(*this, m_workspace);
    m_pictures = new PictureReader(*this);
    connect(&m_fill, &QTimer::timeout, this, &TranscriptView::fillMore);
    connect(this, &QTextBrowser::anchorClicked, this, &TranscriptView::follow);
    connect(this, &QTextEdit::selectionChanged, this, [this] {
        if (m_transcript)
            m_selection.followView(*m_transcript, m_dragging);
    });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] { scrollToTarget(); });
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        m_target.reset();
        slowFilling();
        // The bar moves after this signal.
        QTimer::singleShot(0, this, &TranscriptView::followReading);
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
        connect(&m_workspace.checks(), &DatasetChecks::changed, this, &TranscriptView::showNotes);
        connect(&m_workspace.marks(), &DatasetMarks::changed, this, &TranscriptView::showNotes);
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
    scrollToTarget(Far::BeginsThere);
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
        if (m_transcript == nullptr || (by < 0 ? m_transcript->firstWritten() == 0 : m_transcript->hasEnd()))
            Q_EMIT conversationWanted(by, by > 0 ? Arrival::Top : Arrival::End);
        return;
    }
    const double line = m_transcript->style().bodyBlock().lineHeight();
    const int covered = StickyHead::heightIn(*this) + static_cast<int>(kLinesKept * line);
    m_target.reset();
    bar.setValue(bar.value() + by * std::max(viewport()->height() / 2, viewport()->height() - covered));
    followReading();
}

/// The current message is one that can be seen: keys act on it.
void TranscriptView::followReading()
{
    if (!m_transcript || m_target || currentMessage() < 0 ||
        messageRect(currentMessage()).intersects(viewport()->rect()))
        return;
    const auto [first, end] = visibleMessages();
    int wanted = first;
    while (wanted + 1 < end && messageRect(wanted).top() < 0)
        ++wanted;
    if (wanted >= end)
        return;
    m_keepsScroll = true;
    makeCurrent(wanted);
    m_keepsScroll = false;
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

/// The heads say what was found and marked since the record was written.
void TranscriptView::showNotes()
{
    if (!m_source.record)
        return;
    auto notes = notesOf(m_workspace, m_source.record->row);
    if (notes == m_source.notes && m_transcript && m_transcript->mode().blind == isBlind())
        return;
    m_source.notes = std::move(notes);
    rebuild();
}

void TranscriptView::showSource(TranscriptDocument::Source source)
{
    m_target.reset();
    m_reached.reset();
    m_ownMessage = -1;
    m_wholeColumn.reset();
    m_copiesWhenWritten = false;
    m_source = std::move(source);
    Q_EMIT sourceChanged();
    m_differencesTask.cancel();
    m_actions->forgetDifference();
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
                if (const int by = std::exchange(m_arrivalDifference, 0); by != 0)
                    stepDifference(by);
                Q_EMIT differenceShown();
            }
        });
}

bool TranscriptView::stepDifference(int by)
{
    return m_actions->stepDifference(by, m_part != Part::Main);
}

std::pair<int, int> TranscriptView::differencePosition() const
{
    const bool isKnown = m_transcript && m_transcript->differences() && m_transcript->mode().differences;
    return {m_actions->difference() + 1, isKnown ? m_transcript->differences()->count : 0};
}

/// The message with which writing begins, so that the target is painted at once: the first one if those
/// before the target are few.
int TranscriptView::firstToWrite() const
{
    constexpr int kFew = 100;
    constexpr int kBefore = 2;
    constexpr int kBeforeEnd = 30;
    if (!m_target || !m_source.record)
        return 0;
    const int count = static_cast<int>(m_source.record->conversation.messages.size());
    const int first = m_target->isEnd ? count - kBeforeEnd : m_target->message - kBefore;
    return first > kFew ? first : 0;
}

/// The place at the top of the view, also where nothing is scrolled.
std::optional<ReadingPlace> TranscriptView::placeShown() const
{
    if (const auto place = readingPlace())
        return place;
    return m_transcript ? placeAt(*m_transcript, verticalScrollBar()->value()) : std::nullopt;
}

/// The reader has yet to judge between candidates.
bool TranscriptView::isBlind() const
{
    const DecodedRecordPtr& record = m_source.record;
    return record && !record->conversation.candidates.empty() && m_workspace.marks().isBlindFor(record->row);
}

/// Writes the record again, in the wanted mode as far as the width allows.
void TranscriptView::showRecord(TranscriptFolds folds, CandidateDifferencesPtr differences)
{
    m_isWide = isWide();
    TranscriptMode mode = m_mode;
    mode.sideBySide = m_isWide;
    mode.candidateColumns = candidateColumns();
    mode.blind = isBlind();
    auto made = std::make_unique<TranscriptDocument>(m_source, currentStyle(), mode, std::move(folds),
                                                     viewport()->width(), firstToWrite());
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
    // What is written above the text must not move it.
    const auto place = m_transcript->hasEnd() ? placeShown() : std::nullopt;
    QElapsedTimer timer;
    timer.start();
    const bool more = m_transcript->writeMore(characters);
    if (place)
        m_target = place;
    const double ms = std::max(0.5, static_cast<double>(timer.nsecsElapsed()) / 1e6);
    // The cost of messages differs: adapt at once to a slow piece, but only by half to a fast one.
    const double measured = static_cast<double>(characters) / ms;
    m_charactersPerMs = std::clamp(std::min(measured, (measured + m_charactersPerMs) / 2), 20.0, 5000.0);
    scrollToTarget(Far::BeginsThere);
    if (!more) {
        m_fill.stop();
        if (m_wholeColumn)
            selectAllTexts();
        if (std::exchange(m_copiesWhenWritten, false))
            QGuiApplication::clipboard()->setText(m_selection.text());
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
                                        m_transcript->notesOn(message)));
    if (m_transcript->isWritten(message)) {
        const QRect rect = messageRect(message);
        const int height = viewport()->height();
        const bool fits = rect.top() >= 0 && rect.bottom() <= height;
        if (fits || (rect.top() >= 0 && rect.top() < height / 2))
            return;
    }
    showHead(message);
}

/// Writing would take a while until it reaches the place, but not if it began there.
bool TranscriptView::isFar(const ReadingPlace& place) const
{
    constexpr int kNear = 60;
    const bool isWritten = !place.isEnd && (place.message < 0 || m_transcript->isWritten(place.message));
    if (isWritten || (firstToWrite() == 0 && m_transcript->firstWritten() == 0))
        return false;
    const int message =
        place.isEnd ? static_cast<int>(m_transcript->conversation().messages.size()) : place.message;
    return message < m_transcript->firstWritten() || message > m_transcript->endWritten() + kNear;
}

/// Called at every step of the layout until the target is written and reached. Signals of a document must not
/// replace it.
void TranscriptView::scrollToTarget(Far far)
{
    if (!m_target || !m_transcript)
        return;
    const auto top = scrollPositionOf(*m_transcript, *m_target);
    if (!top) {
        if (far == Far::BeginsThere && isFar(*m_target))
            showRecord(m_transcript->folds(), m_transcript->differences());
        return;
    }
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
    if (!m_transcript || !m_transcript->isWritten(message))
        return {};
    return m_transcript->messageRect(message).translated(-scrollOffset()).toAlignedRect();
}

QRect TranscriptView::textRect(int message, int column) const
{
    if (!m_transcript || !m_transcript->isWritten(message))
        return {};
    return m_transcript->textRect(message, column).translated(-scrollOffset()).toAlignedRect();
}

std::pair<int, int> TranscriptView::visibleMessages() const
{
    if (!m_transcript || m_transcript->messagesWritten() == 0)
        return {0, 0};
    const int first =
        std::max(m_transcript->firstWritten(), messageUnder(QPoint(viewport()->width() / 2, 0)));
    int end = first;
    while (end < m_transcript->endWritten() && messageRect(end).top() <= viewport()->height())
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

// What mouse, keys and links do in a transcript.

void TranscriptView::mousePressEvent(QMouseEvent* event)
{
    m_target.reset();
    m_wholeColumn.reset();
    m_copiesWhenWritten = false;
    m_pressedColumn =
        m_transcript ? m_transcript->columnAt(cursorForPosition(event->position().toPoint()).position()) : -1;
    makeCurrentAt(event->position().toPoint());
    QTextBrowser::mousePressEvent(event);
}

void TranscriptView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton) || !m_transcript || m_pressedColumn < 0) {
        if (event->buttons() == Qt::NoButton) {
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
    followReading();
}

bool TranscriptView::copyOrSelectByKey(const QKeyEvent& event)
{
    if (event.matches(QKeySequence::Copy)) {
        if (m_wholeColumn) {
            // Copied when all of it is written; until then nothing is pasted rather than something else.
            QGuiApplication::clipboard()->clear();
            m_copiesWhenWritten = true;
        } else if (m_selection.isEmpty())
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
        m_wholeColumn.reset();
        m_copiesWhenWritten = false;
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
    const int column = std::clamp(m_pressedColumn, 0, columns - 1);
    m_selection.selectColumn(*m_transcript, column);
    m_wholeColumn = m_transcript->isComplete() ? std::nullopt : std::optional(column);
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
    if (toBegin && m_transcript->firstWritten() == 0)
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
    // In the main view, it is an action.
    if (const int by = stepOf(PlainKey::Stop, event); by != 0 && m_part != Part::Main) {
        Q_EMIT stopWanted(by);
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
        const bool isOfIt = block.blockFormat().intProperty(kCodeBlock) == number;
        // From the source: a long block is not shown whole.
        const auto* const rendered = isOfIt ? static_cast<const SourceRuns*>(block.userData()) : nullptr;
        if (rendered != nullptr && !rendered->runs.empty()) {
            const int text = block.blockFormat().intProperty(kSourceText);
            const QString code =
                codeAt(m_transcript->conversation().texts.at(static_cast<std::size_t>(text)).text,
                       rendered->runs.back().begin);
            if (!code.isEmpty()) {
                QGuiApplication::clipboard()->setText(code);
                return;
            }
        }
        if (isOfIt)
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
