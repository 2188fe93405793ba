// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_overlays.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/shown_text.h"
#include "ui/transcript/transcript_document.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/theme.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

constexpr int kReach = 7;

ColumnDivider::ColumnDivider(TranscriptView& view) : QObject(&view), m_view(view), m_line(new QWidget(&view))
{
    m_line->setAutoFillBackground(true);
    m_line->setBackgroundRole(QPalette::Highlight);
    m_line->hide();
    view.viewport()->installEventFilter(this);
}

std::optional<int> ColumnDivider::position() const
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || transcript->columns().shown.size() != 2 || !transcript->mode().sideBySide)
        return std::nullopt;
    const TranscriptStyle& style = transcript->style();
    const double width = m_view.viewport()->width() - 2 * style.sideMargin;
    return static_cast<int>(std::lround(style.sideMargin + width * transcript->mode().firstShare));
}

bool ColumnDivider::isOn(const QMouseEvent& event) const
{
    const auto divider = position();
    const QPoint at = event.position().toPoint();
    if (!divider || std::abs(at.x() - *divider) > kReach)
        return false;
    const auto [first, end] = m_view.visibleMessages();
    for (int message = first; message < end; ++message) {
        if (m_view.textRect(message, 0).top() <= at.y() && at.y() <= m_view.messageRect(message).bottom())
            return true;
    }
    return false;
}

void ColumnDivider::moveTo(int x)
{
    const TranscriptStyle& style = m_view.transcript()->style();
    const int width = m_view.viewport()->width();
    const double room = width - 2 * style.sideMargin;
    const double share = std::clamp((x - style.sideMargin) / room, TranscriptView::kLeastShare,
                                    1 - TranscriptView::kLeastShare);
    const int kept = static_cast<int>(std::lround(style.sideMargin + share * room));
    const QRect area = m_view.viewport()->geometry();
    m_line->setGeometry(area.left() + kept, area.top(), 1, area.height());
    m_line->show();
    m_line->raise();
}

void ColumnDivider::finish()
{
    m_isDragging = false;
    m_line->hide();
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || !m_hasMoved)
        return;
    const TranscriptStyle& style = transcript->style();
    const double room = m_view.viewport()->width() - 2 * style.sideMargin;
    const int x = m_line->x() - m_view.viewport()->geometry().left();
    m_view.setFirstShare((x - style.sideMargin) / room);
}

bool ColumnDivider::eventFilter(QObject* watched, QEvent* event)
{
    if (m_isDragging && event->type() == QEvent::MouseButtonRelease) {
        finish();
        return true;
    }
    const bool isMouse = event->type() == QEvent::MouseMove || event->type() == QEvent::MouseButtonPress ||
                         event->type() == QEvent::MouseButtonDblClick;
    if (!isMouse || m_view.transcript() == nullptr)
        return QObject::eventFilter(watched, event);
    const auto& mouse = static_cast<const QMouseEvent&>(*event);
    if (m_isDragging && event->type() == QEvent::MouseMove) {
        moveTo(mouse.position().toPoint().x());
        m_hasMoved = true;
        return true;
    }
    const bool isHere = mouse.buttons() == Qt::NoButton || mouse.button() == Qt::LeftButton;
    const bool isHovering = isHere && isOn(mouse);
    if (isHovering != m_isHovering) {
        m_isHovering = isHovering;
        m_view.viewport()->setCursor(isHovering ? Qt::SplitHCursor : Qt::IBeamCursor);
    }
    if (!isHovering)
        return QObject::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonDblClick) {
        m_isDragging = false;
        m_line->hide();
        m_view.setFirstShare(0);
    } else if (event->type() == QEvent::MouseButtonPress) {
        m_isDragging = true;
        m_hasMoved = false;
        moveTo(mouse.position().toPoint().x());
    }
    return true;
}

namespace {

/// [begin, end] clamped to [low, high], selected from the anchor's side.
void addPiece(std::vector<QTextCursor>& pieces, QTextCursor cursor, int low, int high, int anchor,
              int position)
{
    const int from = std::clamp(anchor, low, high);
    const int to = std::clamp(position, low, high);
    if (from == to)
        return;
    cursor.setPosition(from);
    cursor.setPosition(to, QTextCursor::KeepAnchor);
    pieces.push_back(cursor);
}

/// The selection of an anchor outside the texts of messages: it stays in its block or table cell.
std::vector<QTextCursor> selectionAside(const TranscriptDocument& transcript, int anchor, int position)
{
    std::vector<QTextCursor> pieces;
    QTextCursor cursor(transcript.document());
    cursor.setPosition(anchor);
    if (const QTextTable* table = cursor.currentTable()) {
        const QTextTableCell cell = table->cellAt(cursor);
        addPiece(pieces, cursor, cell.firstPosition(), cell.lastPosition(), anchor, position);
        return pieces;
    }
    const QTextBlock block = cursor.block();
    addPiece(pieces, cursor, block.position(), block.position() + block.length() - 1, anchor, position);
    return pieces;
}

/// The pieces of a selection that was dragged from `anchor` to `position`, in reading order.
std::vector<QTextCursor> piecesOf(const TranscriptDocument& transcript, int anchor, int position)
{
    const int column = transcript.columnAt(anchor);
    if (column < 0)
        return selectionAside(transcript, anchor, position);
    int first = transcript.messageAt(std::min(anchor, position));
    int last = transcript.messageAt(std::max(anchor, position));
    first = std::max(first, transcript.firstWritten());
    if (last < 0)
        last = transcript.endWritten() - 1;
    std::vector<QTextCursor> pieces;
    for (int message = first; message <= last; ++message) {
        const QTextTableCell cell = transcript.cell(message, column);
        addPiece(pieces, cell.firstCursorPosition(), cell.firstPosition(), cell.lastPosition(), anchor,
                 position);
    }
    return pieces;
}

} // namespace

QString ColumnSelection::text() const
{
    QStringList texts;
    for (const QTextCursor& piece : m_pieces)
        texts << copiedText(*m_transcript, piece);
    return texts.join(QStringLiteral("\n\n"));
}

namespace {

/// From the first position that is selected to the one after the last. A selection in several cells of a
/// table has its cursor at the beginning of the last one.
std::pair<int, int> extentOf(const QTextCursor& piece)
{
    int row = 0;
    int rows = 0;
    int column = 0;
    int columns = 0;
    piece.selectedTableCells(&row, &rows, &column, &columns);
    const QTextTable* const table = piece.currentTable();
    if (table == nullptr || rows <= 0)
        return {piece.selectionStart(), piece.selectionEnd()};
    return {table->cellAt(row, column).firstPosition(),
            table->cellAt(row + rows - 1, column + columns - 1).lastPosition()};
}

/// The text whose blocks are selected, if they are of one text and nothing else of the data is selected.
std::optional<std::uint32_t> onlyTextIn(const QTextDocument& document, int begin, int end)
{
    std::optional<std::uint32_t> only;
    for (QTextBlock block = document.findBlock(begin); block.isValid() && block.position() < end;
         block = block.next()) {
        if (const QVariant source = block.blockFormat().property(kSourceText); source.isValid()) {
            if (only && *only != source.toUInt())
                return std::nullopt;
            only = source.toUInt();
            continue;
        }
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const bool isIn = fragment.position() < end && fragment.position() + fragment.length() > begin;
            if (isIn && fragment.charFormat().intProperty(kOwnWords) == 0)
                return std::nullopt;
        }
    }
    return only;
}

} // namespace

std::optional<SelectedText> ColumnSelection::selectedText() const
{
    if (m_pieces.empty())
        return std::nullopt;
    if (m_pieces.size() != 1)
        return SelectedText();
    const auto [begin, end] = extentOf(m_pieces.front());
    const int message = m_transcript->messageAt(begin);
    const auto text =
        m_transcript->columnAt(begin) < 0 ? std::nullopt : onlyTextIn(*m_transcript->document(), begin, end);
    if (!text)
        return SelectedText();
    const auto range = sourceMapOf(*m_transcript, *text).sourceRange(begin, end);
    if (!range)
        return SelectedText();
    const Language language = m_transcript->conversation().texts.at(*text).language;
    return SelectedText{message, *text, range->first, range->second, language};
}

void ColumnSelection::followView(const TranscriptDocument& transcript, bool dragging)
{
    if (m_selecting)
        return;
    m_transcript = &transcript;
    const QTextCursor cursor = m_view.textCursor();
    // When the mouse is released, the view reports its selection again: only its own piece.
    const bool known = std::any_of(m_pieces.begin(), m_pieces.end(), [&](const QTextCursor& piece) {
        return piece.anchor() == cursor.anchor() && piece.position() == cursor.position();
    });
    if (known && !dragging)
        return;
    if (cursor.hasSelection())
        select(piecesOf(transcript, cursor.anchor(), cursor.position()), cursor.anchor());
    else if (!m_pieces.empty())
        select({}, cursor.anchor());
}

void ColumnSelection::selectColumn(const TranscriptDocument& transcript, int column)
{
    m_transcript = &transcript;
    std::vector<QTextCursor> pieces;
    for (int message = transcript.firstWritten(); message < transcript.endWritten(); ++message) {
        const QTextTableCell cell = transcript.cell(message, column);
        addPiece(pieces, cell.firstCursorPosition(), cell.firstPosition(), cell.lastPosition(),
                 cell.firstPosition(), cell.lastPosition());
    }
    select(std::move(pieces), -1);
}

void ColumnSelection::setHighlights(QList<QTextEdit::ExtraSelection> highlights)
{
    m_highlights = std::move(highlights);
    show();
}

void ColumnSelection::setSentences(QList<QTextEdit::ExtraSelection> sentences)
{
    m_sentences = std::move(sentences);
    show();
}

void ColumnSelection::setFindings(QList<QTextEdit::ExtraSelection> findings)
{
    m_findings = std::move(findings);
    show();
}

void ColumnSelection::reset()
{
    m_findings.clear();
    m_sentences.clear();
    m_highlights.clear();
    clear();
}

void ColumnSelection::select(std::vector<QTextCursor> pieces, int anchor)
{
    m_selecting = true;
    m_pieces = std::move(pieces);
    QTextCursor own = m_view.textCursor();
    own.setPosition(std::max(0, anchor));
    for (const QTextCursor& piece : m_pieces) {
        if (piece.anchor() == anchor)
            own = piece;
    }
    // setTextCursor() scrolls to the end of the selection; the reader's scroll position stays.
    const int value = m_view.verticalScrollBar()->value();
    m_view.setTextCursor(own);
    show();
    m_view.verticalScrollBar()->setValue(value);
    m_selecting = false;
}

void ColumnSelection::show()
{
    QList<QTextEdit::ExtraSelection> all = m_sentences + m_findings + m_highlights;
    const QTextCursor own = m_view.textCursor();
    for (const QTextCursor& piece : m_pieces) {
        if (piece.anchor() == own.anchor() && piece.position() == own.position())
            continue;
        QTextEdit::ExtraSelection other;
        other.cursor = piece;
        other.format.setBackground(m_view.palette().highlight());
        other.format.setForeground(m_view.palette().highlightedText());
        all << other;
    }
    m_view.setExtraSelections(all);
}

constexpr double kLines = 1.7;

StickyHead::StickyHead(TranscriptView& view) : QWidget(&view), m_view(view)
{
    setObjectName(QStringLiteral("stickyHead"));
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::PointingHandCursor);
    hide();
    connect(view.verticalScrollBar(), &QScrollBar::valueChanged, this, &StickyHead::follow);
    connect(view.verticalScrollBar(), &QScrollBar::rangeChanged, this, &StickyHead::follow);
    connect(&view, &TranscriptView::contentChanged, this, &StickyHead::follow);
}

int StickyHead::heightIn(const TranscriptView& view)
{
    if (view.transcript() == nullptr)
        return 0;
    const TranscriptStyle& style = view.transcript()->style();
    return static_cast<int>(std::ceil(QFontMetricsF(style.label(style.colors.dim).font()).height() * kLines));
}

void StickyHead::follow()
{
    const int height = heightIn(m_view);
    const int message = m_view.visibleMessages().first;
    const QRect rect = m_view.messageRect(message);
    // The texts begin below the head.
    const bool isHidden = rect.isEmpty() || m_view.textRect(message, 0).top() > 0 || rect.bottom() < height;
    m_message = isHidden ? -1 : message;
    setVisible(!isHidden);
    if (isHidden)
        return;
    const QRect area = m_view.viewport()->geometry();
    setGeometry(area.left(), area.top(), area.width(), height);
    const TranscriptDocument& transcript = *m_view.transcript();
    setToolTip(tr("Go to the beginning of the message"));
    setAccessibleName(spokenHead(transcript.conversation(), message, transcript.turnOf(message),
                                 transcript.notesOn(message)));
    raise();
    update();
}

void StickyHead::paintEvent(QPaintEvent*)
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || !transcript->isWritten(m_message))
        return;
    const TranscriptStyle& style = transcript->style();
    QPainter painter(this);
    painter.fillRect(rect(), style.colors.page);
    painter.fillRect(QRect(0, height() - 1, width(), 1), style.colors.rule);
    const double left = style.sideMargin + style.inset();
    const QRectF line(left, 0, width() - 2 * left, height() - 1);
    const Message& said = transcript->conversation().messages.at(static_cast<std::size_t>(m_message));
    painter.setFont(style.label(style.colors.dim, 0.88, true).font());
    painter.setPen(style.colors.ofRole(said.role));
    const HeadWords words = headWords(transcript->conversation(), m_message, transcript->turnOf(m_message),
                                      transcript->notesOn(m_message));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, words.role);
    const double used = painter.fontMetrics().horizontalAdvance(words.role + QStringLiteral("   "));
    painter.setFont(style.label(style.colors.dim).font());
    QRectF rest = line.adjusted(used, 0, 0, 0);
    for (const Name& intent : transcript->conversation().intentsOf(said)) {
        const IntentCode code = transcript->intents().of(intent);
        drawCoded(painter, rest.toRect(), Qt::AlignLeft, {code.letters, categoryColor(code.color), {}});
        rest.setLeft(rest.left() + codedWidth({}, painter.fontMetrics()) + kHalfGrid);
    }
    painter.setPen(style.colors.dim);
    painter.drawText(
        rest, Qt::AlignVCenter | Qt::AlignLeft,
        painter.fontMetrics().elidedText(words.rest, Qt::ElideRight, static_cast<int>(rest.width())));
}

void StickyHead::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && m_message >= 0)
        m_view.showHead(m_message);
}

} // namespace duologue::ui
