// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript_document.h"

#include "ui/models/message_words.h"
#include "ui/views/message_head.h"
#include "ui/views/sealed_document.h"
#include "ui/views/transcript_parts.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QLocale>
#include <QTextBlock>
#include <algorithm>

namespace duologue::ui {

namespace {

/// Longer texts are shown whole only when asked for: laying out a paragraph cannot be interrupted.
constexpr qsizetype kLongText = 30'000;
constexpr double kBelowContext = 26;
constexpr double kBelowNotice = 22;
constexpr double kBelowHead = 5;
constexpr double kBelowMemo = 13;
constexpr double kMemoInset = 10;
/// Between the text of a message and the head of the next one.
constexpr double kBelowMessage = 30;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(TranscriptDocument)
};

std::size_t sizeOf(const Conversation& conversation, const Message& message)
{
    constexpr std::size_t kHead = 200;
    std::size_t size = kHead;
    for (const Text& text : conversation.textsOf(message.texts))
        size += std::min<std::size_t>(text.text.size(), kLongText);
    return size;
}

} // namespace

TranscriptDocument::TranscriptDocument(Source source, TranscriptStyle style, LanguageMode mode,
                                       bool sideBySide, TranscriptFolds folds, QObject* parent)
    : m_source(std::move(source)),
      m_style(std::move(style)),
      m_mode(mode),
      m_sideBySide(sideBySide),
      m_folds(std::move(folds)),
      m_columns(columnsOf(conversation(), mode)),
      m_document(std::make_unique<SealedDocument>(parent))
{
    m_document->setUndoRedoEnabled(false);
    m_document->setDocumentMargin(m_style.pageMargin());
    QTextFrameFormat page = m_document->rootFrame()->frameFormat();
    page.setLeftMargin(m_style.sideMargin);
    page.setRightMargin(m_style.sideMargin);
    m_document->rootFrame()->setFrameFormat(page);
    m_document->setDefaultFont(m_style.body(Language::English).font());
    QTextOption option = m_document->defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_document->setDefaultTextOption(option);
    addHeadImages(*m_document, m_style);
    writeAbove();
}

TranscriptDocument::~TranscriptDocument() = default;

QTextCursor TranscriptDocument::end() const
{
    QTextCursor cursor(m_document.get());
    cursor.movePosition(QTextCursor::End);
    return cursor;
}

void TranscriptDocument::writeAbove()
{
    QTextCursor cursor = end();
    const DecodedRecord& record = *m_source.record;
    if (!record.problems.empty()) {
        writeProblems(cursor, record, m_source.recordOffset, m_source.fileName, m_style);
        cursor.insertBlock(m_style.labelBlock(kBelowNotice, 0));
    }
    if (!conversation().context.empty()) {
        m_context = m_style.insertColumns(cursor, 1, 1, 0, kBelowContext);
        QTextTableCellFormat noEdges;
        noEdges.setTopPadding(m_style.scaled(4));
        noEdges.setBottomPadding(m_style.scaled(10));
        m_context->cellAt(0, 0).setFormat(noEdges);
        QTextCursor inside = m_context->cellAt(0, 0).firstCursorPosition();
        writeContext(inside, conversation(), m_mode, m_sideBySide, !m_folds.context, m_style);
        cursor = end();
    }
    if (!m_columns.notice.isEmpty() && !conversation().messages.empty()) {
        cursor.setBlockFormat(m_style.labelBlock(0, 0));
        insertVerbatim(cursor, m_columns.notice, m_style.label(m_style.colors.dim));
        cursor.insertBlock(m_style.labelBlock(kBelowNotice, 0));
    }
    m_firstHead = cursor;
    m_firstHead.setKeepPositionOnInsert(true);
    m_complete = conversation().messages.empty() && conversation().candidates.empty();
}

bool TranscriptDocument::writeMore(std::size_t characters)
{
    if (m_complete)
        return false;
    const auto& messages = conversation().messages;
    QTextCursor edit = end();
    edit.beginEditBlock();
    std::size_t written = 0;
    while (m_messages.size() < messages.size() && (written == 0 || written < characters)) {
        const std::size_t next = m_messages.size();
        writeMessage(static_cast<int>(next));
        written += sizeOf(conversation(), messages[next]);
    }
    if (m_messages.size() == messages.size() && written < characters) {
        QTextCursor cursor = end();
        writeCandidates(cursor, conversation(), m_mode, m_sideBySide, m_style);
        m_complete = true;
    }
    edit.endEditBlock();
    return !m_complete;
}

void TranscriptDocument::writeMessage(int message)
{
    QTextCursor cursor = end();
    QTextBlockFormat head = m_style.labelBlock(0, 0);
    head.setTopMargin(cursor.blockFormat().topMargin());
    cursor.setBlockFormat(head);
    cursor.setBlockCharFormat(m_style.label(m_style.colors.dim));
    writeHead(cursor, conversation(), message, m_style);
    const bool hasMemo = writeMemo(cursor, conversation().messages[static_cast<std::size_t>(message)]);
    const double above = hasMemo ? kBelowMemo : kBelowHead;
    const int columns = static_cast<int>(m_columns.shown.size());
    m_messages.push_back(m_style.insertColumns(cursor, m_sideBySide ? 1 : columns, m_sideBySide ? columns : 1,
                                               above, kBelowMessage));
    for (int column = 0; column < columns; ++column)
        fillCell(message, column);
}

bool TranscriptDocument::writeMemo(QTextCursor& cursor, const Message& message)
{
    const QString memo = tellingMemo(message);
    if (memo.isEmpty())
        return false;
    QTextBlockFormat block = m_style.labelBlock(10, 5);
    block.setLeftMargin(m_style.inset() + m_style.scaled(kMemoInset));
    block.setRightMargin(m_style.inset() + m_style.scaled(kMemoInset));
    cursor.insertBlock(block);
    insertVerbatim(cursor, Words::tr("Memo:") + QLatin1Char(' '),
                   m_style.label(m_style.colors.bad, 0.92, true));
    insertVerbatim(cursor, memo, m_style.label(m_style.colors.text, 0.92));
    return true;
}

void TranscriptDocument::fillCell(int message, int column)
{
    const Message& said = conversation().messages[static_cast<std::size_t>(message)];
    const TextColumn kind = m_columns.shown[static_cast<std::size_t>(column)];
    QTextCursor cursor = cleared(cell(message, column));
    std::vector<Text> texts = textsIn(conversation(), said.texts, kind, false);
    const bool whole = m_folds.whole.contains(message);
    qsizetype hidden = 0;
    for (Text& text : texts) {
        const QString all = whole ? QString() : toQt(text.text);
        if (all.size() <= kLongText)
            continue;
        hidden = std::max(hidden, all.size());
        text.text = text.text.substr(0, static_cast<std::size_t>(all.left(kLongText).toUtf8().size()));
    }
    const bool saysNothing = textsIn(conversation(), said.texts, TextColumn::AsWritten, false).empty();
    writeTexts(cursor, texts, m_style, saysNothing ? Words::tr("empty message") : Words::tr("no translation"),
               said.role != "user");
    if (hidden > 0) {
        cursor.insertBlock();
        insertVerbatim(cursor, Words::tr("Show all %1 characters").arg(QLocale().toString(hidden)),
                       m_style.link(QStringLiteral("whole/%1").arg(message)));
    }
    writeEarlier(cursor, message, textsIn(conversation(), said.texts, kind, true));
}

void TranscriptDocument::writeEarlier(QTextCursor& cursor, int message, const std::vector<Text>& texts)
{
    if (texts.empty())
        return;
    const bool shown = m_folds.earlier.contains(message);
    QTextBlockFormat block;
    block.setTopMargin(m_style.scaled(6));
    cursor.insertBlock(block);
    insertVerbatim(cursor, shown ? Words::tr("Hide earlier translation") : Words::tr("Earlier translation"),
                   m_style.link(QStringLiteral("earlier/%1").arg(message)));
    if (!shown)
        return;
    for (const Text& text : texts) {
        QTextCharFormat format = m_style.body(fontLanguage(text));
        format.setForeground(m_style.colors.dim);
        cursor.insertBlock(m_style.bodyBlock());
        insertVerbatim(cursor, toQt(text.text), format);
    }
}

void TranscriptDocument::toggleContext()
{
    if (m_context == nullptr)
        return;
    m_folds.context = !m_folds.context;
    QTextCursor edit = end();
    edit.beginEditBlock();
    QTextCursor inside = cleared(m_context->cellAt(0, 0));
    writeContext(inside, conversation(), m_mode, m_sideBySide, !m_folds.context, m_style);
    edit.endEditBlock();
}

void TranscriptDocument::toggleEarlier(int message)
{
    if (message < 0 || message >= messagesWritten())
        return;
    if (m_folds.earlier.erase(message) == 0)
        m_folds.earlier.insert(message);
    QTextCursor edit = end();
    edit.beginEditBlock();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        fillCell(message, column);
    edit.endEditBlock();
}

void TranscriptDocument::showWhole(int message)
{
    if (message < 0 || message >= messagesWritten())
        return;
    m_folds.whole.insert(message);
    QTextCursor edit = end();
    edit.beginEditBlock();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        fillCell(message, column);
    edit.endEditBlock();
}

int TranscriptDocument::messageAt(int position) const
{
    if (position < m_firstHead.position())
        return -1;
    const auto found =
        std::lower_bound(m_messages.begin(), m_messages.end(), position,
                         [](const QTextTable* table, int wanted) { return table->lastPosition() < wanted; });
    return found == m_messages.end() ? -1 : static_cast<int>(found - m_messages.begin());
}

int TranscriptDocument::columnAt(int position) const
{
    const int message = messageAt(position);
    if (message < 0)
        return -1;
    const QTextTableCell hit = m_messages[static_cast<std::size_t>(message)]->cellAt(position);
    if (!hit.isValid())
        return -1;
    return m_sideBySide ? hit.column() : hit.row();
}

QTextTableCell TranscriptDocument::cell(int message, int column) const
{
    const QTextTable* table = m_messages.at(static_cast<std::size_t>(message));
    return m_sideBySide ? table->cellAt(0, column) : table->cellAt(column, 0);
}

QTextBlock TranscriptDocument::headBlock(int message) const
{
    const auto before = static_cast<std::size_t>(message - 1);
    return m_document->findBlock(message == 0 ? m_firstHead.position()
                                              : m_messages.at(before)->lastPosition() + 1);
}

QRectF TranscriptDocument::messageRect(int message) const
{
    const QRectF head = m_document->documentLayout()->blockBoundingRect(headBlock(message));
    double bottom = head.bottom();
    for (int column = 0; column < static_cast<int>(m_columns.shown.size()); ++column)
        bottom = std::max(bottom, cellRect(cell(message, column)).bottom());
    const double margin = m_style.sideMargin;
    return {margin, head.top(), m_document->pageSize().width() - 2 * margin, bottom - head.top()};
}

QRectF TranscriptDocument::memoRect(int message) const
{
    const QTextTable* table = m_messages.at(static_cast<std::size_t>(message));
    const QTextBlock memo = headBlock(message).next();
    if (memo.position() >= table->firstPosition())
        return {};
    const double inset = m_style.scaled(kMemoInset);
    // The block's own rectangle reaches over the margins of its sides in some versions of Qt.
    const QRectF lines = m_document->documentLayout()->blockBoundingRect(memo);
    const double left = m_style.sideMargin + m_style.inset();
    return {left, lines.top() - inset / 2, m_document->pageSize().width() - 2 * left, lines.height() + inset};
}

QRectF TranscriptDocument::textRect(int message, int column) const
{
    return cellRect(cell(message, column));
}

QRectF TranscriptDocument::cellRect(const QTextTableCell& cell) const
{
    const QAbstractTextDocumentLayout* layout = m_document->documentLayout();
    const QRectF first = layout->blockBoundingRect(cell.firstCursorPosition().block());
    return first.united(layout->blockBoundingRect(cell.lastCursorPosition().block()));
}

QRectF TranscriptDocument::contextRect() const
{
    if (m_context == nullptr)
        return {};
    const QAbstractTextDocumentLayout* layout = m_document->documentLayout();
    const QRectF first = layout->blockBoundingRect(m_context->firstCursorPosition().block());
    const QRectF last = layout->blockBoundingRect(m_context->lastCursorPosition().block());
    const double margin = m_style.sideMargin;
    return {margin, first.top(), m_document->pageSize().width() - 2 * margin, last.bottom() - first.top()};
}

} // namespace duologue::ui
