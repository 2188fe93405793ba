// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/raw/raw_view.h"

#include "core/io/columnar/value_text.h"
#include "core/json/json_repair.h"
#include "core/json/json_view.h"
#include "ui/views/raw/json_highlighter.h"
#include "ui/views/raw/raw_gutter.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>
#include <memory>
#include <span>

namespace duologue::ui {

namespace {

/// Laying out and colouring more would block the window.
constexpr std::size_t kMostLaidOut = std::size_t{1} << 20U;
constexpr std::size_t kDeepestLaidOut = 100;
/// Commas: each value gets a line of its own.
constexpr std::ptrdiff_t kMostValuesLaidOut = 20'000;
/// The limit for a record that is not laid out and may be one very long line.
constexpr std::size_t kMostVerbatim = std::size_t{64} << 10U;
/// So many problems are marked in the text: each is looked for. The others are found from the list of
/// problems.
constexpr std::size_t kMostMarked = 50;

/// The type of a column with a longer name is not shown.
constexpr qsizetype kLongestKey = 1000;

/// The state of a line whose object or array is folded.
constexpr int kFolded = 1;

} // namespace

RawView::RawView(QWidget* parent)
    : QPlainTextEdit(parent), m_highlighter(new JsonHighlighter(document())), m_gutter(new RawGutter(*this))
{
    setObjectName(QStringLiteral("rawView"));
    setAccessibleName(tr("Raw record"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setPlaceholderText(tr("The record appears here as it is in its file."));
    setViewportMargins(m_gutter->sizeHint().width(), 0, 0, 0);
    m_highlighter->setPalette(palette());
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, qOverload<>(&QWidget::update));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &RawView::layOutGutter);
}

void RawView::showRecord(const DecodedRecordPtr& record)
{
    m_record = record;
    m_shown = {};
    m_problems.clear();
    m_types.clear();
    if (record && record->columns) {
        for (const ColumnType& column : *record->columns)
            m_types.insert(toQt(column.name), asLabel(toQt(column.type)));
    }
    setHighlights({});
    if (!record) {
        clear();
        Q_EMIT recordShown();
        return;
    }
    const std::string_view bytes = record->bytes.view();
    // What is wrong with a broken record is said by line and column of its bytes.
    m_laidOut = record->state != RecordState::Broken && bytes.size() <= kMostLaidOut &&
                nestingDepth(bytes) <= kDeepestLaidOut &&
                std::count(bytes.begin(), bytes.end(), ',') <= kMostValuesLaidOut;
    m_highlighter->setDocument(m_laidOut ? document() : nullptr);
    if (m_laidOut)
        m_shown = indentJson(bytes);
    else
        m_shown.text = bytes.substr(0, wholeCharacters(bytes, kMostVerbatim));
    QString text = toQt(m_shown.text);
    if (!m_laidOut && bytes.size() > m_shown.text.size())
        text += QStringLiteral("\n…\n") +
                tr("%1 more bytes are not shown.").arg(countText(bytes.size() - m_shown.text.size()));
    clear();
    setWordWrapMode(hasEndlessWord(text) ? QTextOption::WrapAnywhere
                                         : QTextOption::WrapAtWordBoundaryOrAnywhere);
    setPlainText(text);
    markProblems();
    Q_EMIT recordShown();
}

int RawView::positionOf(std::size_t sourceByte) const
{
    const std::size_t byte = m_laidOut ? m_shown.targetOf(sourceByte) : sourceByte;
    const auto position = toQt(std::string_view(m_shown.text).substr(0, byte)).size();
    return std::min(static_cast<int>(position), document()->characterCount() - 1);
}

std::size_t RawView::sourceOf(const Problem& problem) const
{
    const std::string_view bytes = m_record->bytes.view();
    const std::uint64_t begin = m_record->span.offset;
    const bool inside = problem.where.length == 0 && problem.where.offset >= begin &&
                        problem.where.offset <= begin + bytes.size();
    if (!problem.pointer.empty() || !inside)
        return offsetOfPointer(bytes, problem.pointer);
    return static_cast<std::size_t>(problem.where.offset - begin);
}

void RawView::markProblems()
{
    const QColor color = readingColors(palette()).bad;
    const std::size_t count = std::min(m_record->problems.size(), kMostMarked);
    for (const Problem& problem : std::span(m_record->problems).first(count)) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document());
        mark.cursor.setPosition(positionOf(sourceOf(problem)));
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(color);
        mark.format.setToolTip(translated(problem.detail));
        m_problems.append(mark);
    }
    setHighlights({});
    const bool places = !m_record->problems.empty() && m_record->problems.front().severity == Severity::Error;
    if (places)
        showProblem(m_record->problems.front());
}

void RawView::showProblem(const Problem& problem)
{
    if (m_record)
        showPosition(positionOf(sourceOf(problem)));
}

void RawView::showPosition(int position)
{
    QTextCursor cursor(document());
    cursor.setPosition(position);
    showLine(cursor.blockNumber());
    setTextCursor(cursor);
    centerCursor();
}

void RawView::setHighlights(const QList<QTextEdit::ExtraSelection>& highlights)
{
    setExtraSelections(m_problems + highlights);
}

QString RawView::pointer() const
{
    if (!m_record || m_shown.text.empty())
        return {};
    const QString before = toPlainText().left(textCursor().position());
    return toQt(pointerOfOffset(m_shown.text, before.toUtf8().size()));
}

QString RawView::columnType() const
{
    const auto parts = pointerParts(fromQt(pointer()));
    return parts.empty() ? QString() : m_types.value(toQt(parts.front()));
}

QString RawView::noteHere() const
{
    if (!m_record || !m_record->columns)
        return {};
    const std::string_view value = JsonPointer(fromQt(pointer())).in(m_record->root).string();
    return isNoteOfBytes(value) ? toQt(value) : QString();
}

QString RawView::memberIn(const QString& line)
{
    static const QRegularExpression kMember(QStringLiteral("^ {2}(\"(?:[^\"\\\\]|\\\\.)*\"):"));
    const QRegularExpressionMatch match = kMember.match(line);
    if (!match.hasMatch())
        return {};
    return QJsonDocument::fromJson("[" + match.captured(1).toUtf8() + "]").array().at(0).toString();
}

void RawView::paintEvent(QPaintEvent* event)
{
    QPlainTextEdit::paintEvent(event);
    if (m_types.isEmpty() || !m_laidOut)
        return;
    QPainter painter(viewport());
    painter.setFont(font());
    painter.setPen(readingColors(palette()).dim);
    const int gap = painter.fontMetrics().horizontalAdvance(QStringLiteral("00"));
    for (QTextBlock line = firstVisibleBlock(); line.isValid(); line = line.next()) {
        const QRectF rect = lineRect(line);
        if (rect.top() > viewport()->height())
            break;
        const QString type =
            line.isVisible() ? m_types.value(memberIn(line.text().left(kLongestKey))) : QString();
        if (type.isEmpty())
            continue;
        // After the last line of a long value.
        const QTextLine last = line.layout()->lineAt(line.layout()->lineCount() - 1);
        const qreal left = rect.left() + last.naturalTextRect().right() + gap;
        const QRectF place(left, rect.top() + last.y(), viewport()->width() - left - gap, last.height());
        painter.drawText(
            place, Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(type, Qt::ElideRight, static_cast<int>(place.width())));
    }
}

QRectF RawView::lineRect(const QTextBlock& line) const
{
    return blockBoundingGeometry(line).translated(contentOffset());
}

int RawView::foldEnd(int line) const
{
    const QTextBlock first = document()->findBlockByNumber(line);
    if (!canFold(line))
        return line;
    const auto indentOf = [](const QString& one) {
        qsizetype indent = 0;
        while (indent < one.size() && one.at(indent) == QLatin1Char(' '))
            ++indent;
        return indent;
    };
    const qsizetype indent = indentOf(first.text());
    for (QTextBlock block = first.next(); block.isValid(); block = block.next()) {
        if (indentOf(block.text()) <= indent)
            return block.blockNumber() - 1;
    }
    return line;
}

bool RawView::canFold(int line) const
{
    const QTextBlock block = document()->findBlockByNumber(line);
    const QString text = block.text();
    return m_laidOut && block.next().isValid() &&
           (text.endsWith(QLatin1Char('{')) || text.endsWith(QLatin1Char('[')));
}

bool RawView::isFolded(int line) const
{
    return document()->findBlockByNumber(line).userState() == kFolded;
}

void RawView::hideLines(int first, int last, bool hidden)
{
    QTextBlock block = document()->findBlockByNumber(first);
    const int begin = block.position();
    int end = begin;
    while (block.isValid() && block.blockNumber() <= last) {
        block.setVisible(!hidden);
        end = block.position() + block.length();
        // Inner folds stay folded.
        block = !hidden && isFolded(block.blockNumber())
                    ? document()->findBlockByNumber(foldEnd(block.blockNumber()) + 1)
                    : block.next();
    }
    document()->markContentsDirty(begin, end - begin);
}

void RawView::setFolded(int line, bool folded)
{
    const int end = foldEnd(line);
    if (end == line || isFolded(line) == folded)
        return;
    document()->findBlockByNumber(line).setUserState(folded ? kFolded : 0);
    hideLines(line + 1, end, folded);
    viewport()->update();
    m_gutter->update();
}

void RawView::setAllFolded(bool folded)
{
    for (int line = document()->blockCount() - 1; line > 0; --line)
        setFolded(line, folded);
}

void RawView::showLine(int line)
{
    for (int above = 0; above < line; ++above) {
        if (isFolded(above) && foldEnd(above) >= line)
            setFolded(above, false);
    }
}

void RawView::layOutGutter()
{
    const int width = m_gutter->sizeHint().width();
    setViewportMargins(width, 0, 0, 0);
    const QRect seen = viewport()->geometry();
    m_gutter->setGeometry(seen.left() - width, seen.top(), width, seen.height());
}

void RawView::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    layOutGutter();
}

void RawView::contextMenuEvent(QContextMenuEvent* event)
{
    const std::unique_ptr<QMenu> menu(createStandardContextMenu());
    menu->addSeparator();
    const QString here = pointer();
    menu->addAction(tr("Copy JSON pointer"), this, [here] { QGuiApplication::clipboard()->setText(here); })
        ->setEnabled(!here.isEmpty());
    if (const QString note = noteHere(); !note.isEmpty()) {
        const QString suffix = note.section(QLatin1Char(','), 0, 0).section(QLatin1Char('/'), 1);
        menu->addAction(tr("Save bytes…"), this,
                        [this, here, suffix] { Q_EMIT saveRequested(here, suffix); });
    }
    menu->addAction(tr("Fold all"), this, [this] { setAllFolded(true); });
    menu->addAction(tr("Unfold all"), this, [this] { setAllFolded(false); });
    menu->exec(event->globalPos());
}

bool RawView::event(QEvent* event)
{
    // The font is looked up when it is first needed, because that takes longer than making the view, which is
    // often hidden.
    if (event->type() == QEvent::Polish)
        setFont(withChinese(QFontDatabase::systemFont(QFontDatabase::FixedFont)));
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Find) || key->key() == Qt::Key_F3) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void RawView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Find))
        Q_EMIT findRequested();
    else if (event->key() == Qt::Key_F3)
        Q_EMIT stepRequested(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else
        QPlainTextEdit::keyPressEvent(event);
}

void RawView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->setPalette(palette());
    if (event->type() == QEvent::FontChange)
        layOutGutter();
}

} // namespace duologue::ui
