// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/record/raw.h"
#include "core/io/atomic_file.h"
#include "core/io/columnar/value_text.h"
#include "core/json/json_repair.h"
#include "core/json/json_view.h"
#include "core/load/record_reader.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/find_bar.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPalette>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextCharFormat>
#include <QTextCursor>
#include <QTextLayout>
#include <QTextOption>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace duologue::ui {

/// Colours the keys, strings, numbers and literals of JSON, from a palette.
class JsonHighlighter : public QSyntaxHighlighter {
    Q_OBJECT

public:
    explicit JsonHighlighter(QTextDocument* document);

    void setPalette(const QPalette& palette);

protected:
    void highlightBlock(const QString& text) override;

private:
    QTextCharFormat m_key;
    QTextCharFormat m_text;
    QTextCharFormat m_value;
};

class RawView;

/// The search in the shown part of the raw record. GUI thread.
class RawFind : public FindTarget {
    Q_OBJECT

public:
    explicit RawFind(RawView& view);

    void setPattern(std::optional<TextPattern> pattern) override;
    void step(int by) override;
    QString status() const override;

private:
    void search();
    void goTo(int hit);
    void mark();

    RawView& m_view;
    std::optional<TextPattern> m_pattern;
    std::vector<QTextCursor> m_hits;
    int m_current = -1;
};

JsonHighlighter::JsonHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {}

void JsonHighlighter::setPalette(const QPalette& palette)
{
    const bool dark = palette.color(QPalette::Base).lightness() < 128;
    m_key.setForeground(dark ? QColor(0x8A, 0xB4, 0xF8) : QColor(0x1A, 0x56, 0xA8));
    m_text.setForeground(dark ? QColor(0xB5, 0xD6, 0x9C) : QColor(0x2E, 0x6B, 0x2E));
    m_value.setForeground(dark ? QColor(0xF0, 0xB8, 0x7A) : QColor(0x9A, 0x4A, 0x00));
    rehighlight();
}

void JsonHighlighter::highlightBlock(const QString& text)
{
    // Tokens never contain a line break: JSON strings must escape it.
    int at = 0;
    while (at < text.size()) {
        const QChar c = text.at(at);
        int end = at + 1;
        if (c == QLatin1Char('"')) {
            while (end < text.size() && text.at(end) != QLatin1Char('"'))
                end += text.at(end) == QLatin1Char('\\') ? 2 : 1;
            end = qMin(end + 1, static_cast<int>(text.size()));
            const bool isKey = end < text.size() && text.at(end) == QLatin1Char(':');
            setFormat(at, end - at, isKey ? m_key : m_text);
        } else if (c.isLetterOrNumber() || c == QLatin1Char('-')) {
            while (end < text.size() && QStringLiteral(",]} ").indexOf(text.at(end)) < 0)
                ++end;
            setFormat(at, end - at, m_value);
        }
        at = end;
    }
}

RawGutter::RawGutter(RawView& view) : QWidget(&view), m_view(view)
{
    setObjectName(QStringLiteral("rawGutter"));
    setFocusPolicy(Qt::NoFocus);
    setCursor(Qt::PointingHandCursor);
}

QSize RawGutter::sizeHint() const
{
    const QFontMetrics metrics(m_view.font());
    const auto digits = QString::number(m_view.blockCount()).size();
    return {metrics.horizontalAdvance(QLatin1Char('0')) * static_cast<int>(digits + 3), 0};
}

void RawGutter::paintEvent(QPaintEvent* event)
{
    const ReadingColors colors = readingColors(m_view.palette());
    QPainter painter(this);
    painter.fillRect(event->rect(), colors.card);
    painter.setPen(colors.dim);
    painter.setFont(m_view.font());
    const int arrow = painter.fontMetrics().horizontalAdvance(QStringLiteral("00"));
    for (QTextBlock line = m_view.firstVisibleLine(); line.isValid(); line = line.next()) {
        const QRectF rect = m_view.lineRect(line);
        if (rect.top() > height())
            break;
        if (!line.isVisible())
            continue;
        const QRectF row(0, rect.top(), width(), painter.fontMetrics().height());
        painter.drawText(row.adjusted(0, 0, -arrow, 0), Qt::AlignRight,
                         QString::number(line.blockNumber() + 1));
        if (m_view.canFold(line.blockNumber()))
            painter.drawText(row.adjusted(width() - arrow, 0, 0, 0), Qt::AlignHCenter,
                             m_view.isFolded(line.blockNumber()) ? QStringLiteral("▸") : QStringLiteral("▾"));
    }
}

void RawGutter::mousePressEvent(QMouseEvent* event)
{
    for (QTextBlock line = m_view.firstVisibleLine(); line.isValid(); line = line.next()) {
        if (!line.isVisible() || m_view.lineRect(line).bottom() < event->position().y())
            continue;
        m_view.setFolded(line.blockNumber(), !m_view.isFolded(line.blockNumber()));
        return;
    }
}

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

/// More than anybody steps through; a record that is laid out has at most a megabyte.
constexpr std::size_t kMostRawHits = 5'000;

RawFind::RawFind(RawView& view) : FindTarget(&view), m_view(view)
{
    connect(&view, &RawView::recordShown, this, &RawFind::search);
}

void RawFind::setPattern(std::optional<TextPattern> pattern)
{
    m_pattern = std::move(pattern);
    search();
    if (m_hits.empty())
        return;
    const int caret = m_view.textCursor().selectionStart();
    const auto next = std::find_if(m_hits.begin(), m_hits.end(),
                                   [caret](const QTextCursor& hit) { return hit.selectionStart() >= caret; });
    goTo(next == m_hits.end() ? 0 : static_cast<int>(next - m_hits.begin()));
}

void RawFind::search()
{
    m_hits.clear();
    m_current = -1;
    if (m_pattern) {
        const QString text = m_view.toPlainText();
        const std::string bytes = fromQt(text);
        std::size_t byte = 0;
        int position = 0;
        for (const TextRange& range : m_pattern->findAll(bytes, kMostRawHits)) {
            const std::string_view all(bytes);
            position += static_cast<int>(toQt(all.substr(byte, range.begin - byte)).size());
            QTextCursor hit(m_view.document());
            hit.setPosition(position);
            position += static_cast<int>(toQt(all.substr(range.begin, range.end - range.begin)).size());
            hit.setPosition(position, QTextCursor::KeepAnchor);
            byte = range.end;
            m_hits.push_back(hit);
        }
    }
    mark();
    Q_EMIT changed();
}

void RawFind::mark()
{
    const ReadingColors colors = readingColors(m_view.palette());
    QList<QTextEdit::ExtraSelection> marks;
    for (std::size_t i = 0; i < m_hits.size(); ++i) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = m_hits[i];
        mark.format.setBackground(static_cast<int>(i) == m_current ? colors.foundHere : colors.found);
        mark.format.setForeground(colors.text);
        marks << mark;
    }
    m_view.setHighlights(marks);
}

void RawFind::step(int by)
{
    const int count = static_cast<int>(m_hits.size());
    if (count > 0)
        goTo(((m_current < 0 && by < 0 ? 0 : m_current) + by + count) % count);
}

void RawFind::goTo(int hit)
{
    m_current = hit;
    const QTextCursor& found = m_hits[static_cast<std::size_t>(hit)];
    m_view.showPosition(found.selectionStart());
    mark();
    Q_EMIT changed();
}

QString RawFind::status() const
{
    if (m_hits.empty())
        return tr("Not found");
    return tr("%1 of %2").arg(m_current + 1).arg(countText(m_hits.size()));
}

namespace {

/// Why the bytes of a value could not be written into the file; empty if they were. Any thread.
Phrase saveBytes(const Snapshot& snapshot, Row row, const std::string& pointer,
                 const std::filesystem::path& path)
{
    const auto bytes = readBytes(snapshot, row, pointer);
    if (!bytes)
        return bytes.problem().detail;
    AtomicFile file(path, AtomicFile::Existing::Replace);
    return file.error().empty() && file.write(bytes.value()) && file.commit() ? Phrase() : file.error();
}

/// The JSON pointer of the first string that is `text`, after `skipped` others; empty if there is none.
std::string pointerOfText(const JsonView& value, std::string_view text, std::size_t& skipped)
{
    if (value.isString())
        return value.string() == text && skipped-- == 0 ? std::string("/") : std::string();
    // Built from the inside: each level puts its own part before the others.
    const auto below = [&](const JsonView& inner, const std::string& part) {
        const std::string found = pointerOfText(inner, text, skipped);
        return found.empty() ? found : "/" + part + (found == "/" ? std::string() : found);
    };
    std::size_t index = 0;
    for (const JsonView element : value.elements()) {
        if (const std::string found = below(element, std::to_string(index++)); !found.empty())
            return found;
    }
    for (const auto& member : value.members()) {
        std::string key(member.key);
        for (std::size_t at = 0; (at = key.find_first_of("~/", at)) != std::string::npos; at += 2)
            key.replace(at, 1, key[at] == '~' ? "~0" : "~1");
        if (const std::string found = below(member.value, key); !found.empty())
            return found;
    }
    return {};
}

/// Where the record has what a message says; empty if that is not known.
std::string pointerOfMessage(const DecodedRecord& record, int message)
{
    const Conversation& conversation = record.conversation;
    if (message < 0 || static_cast<std::size_t>(message) >= conversation.messages.size())
        return {};
    const auto textOf = [&](const Message& said) {
        return said.texts.begin < said.texts.end ? std::string_view(conversation.texts[said.texts.begin].text)
                                                 : std::string_view();
    };
    const auto all = std::span(conversation.messages);
    const std::string_view text = textOf(all[static_cast<std::size_t>(message)]);
    // Messages may say the same.
    auto same =
        static_cast<std::size_t>(std::ranges::count(all.first(static_cast<std::size_t>(message)), text,
                                                    [&](const Message& said) { return textOf(said); }));
    if (!text.empty())
        return pointerOfText(record.root, text, same);
    return {};
}

/// The raw record with its find bar, the JSON pointer of the cursor and the type of its column.
class RawPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(Panels)

public:
    RawPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_view(new RawView(this)),
          m_find(new RawFind(*m_view)),
          m_bar(new FindBar(*m_find, tr("Find in this record"), this)),
          m_pointer(named<QLabel>("rawPointer", this))
    {
        setObjectName(QStringLiteral("rawPanel"));
        setFocusProxy(m_view);
        m_pointer->setTextFormat(Qt::PlainText);
        m_pointer->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_pointer->setContentsMargins(8, 2, 8, 2);
        m_pointer->setMinimumWidth(1);
        m_pointer->setToolTip(tr("JSON pointer of the cursor position"));
        makeColumn(this, {{m_view, 1}, m_bar, m_pointer}, 0);
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { m_deferred.request(); });
        connect(&m_workspace, &Workspace::problemShown, this, [this](const Problem& problem) {
            m_wanted = problem;
            showWanted();
        });
        connect(&m_workspace, &Workspace::currentMessageChanged, this, [this] {
            if (!m_wanted && !m_view->hasFocus())
                showMessage();
        });
        connect(m_view, &RawView::findRequested, this, [this] { m_bar->open(); });
        connect(m_view, &RawView::stepRequested, m_find, &RawFind::step);
        connect(m_view, &RawView::saveRequested, this, &RawPanel::save);
        connect(m_view, &QPlainTextEdit::cursorPositionChanged, this, [this] { showPointer(); });
        connect(m_view, &RawView::recordShown, this, [this] { showPointer(); });
        connect(m_bar, &FindBar::closed, m_view, [this] { m_view->setFocus(); });
        showRecord();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        if (!m_wanted)
            showMessage();
    }

private:
    void showRecord()
    {
        m_view->showRecord(m_workspace.current());
        if (m_wanted)
            showWanted();
        else
            showMessage();
    }

    /// Goes to the message that is read. It is followed while the keyboard is elsewhere.
    void showMessage()
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (m_deferred.isPending() || !isVisible() || !record || record->row != m_workspace.currentRow())
            return;
        if (std::string pointer = pointerOfMessage(*record, m_workspace.currentMessage()); !pointer.empty()) {
            Problem place;
            place.pointer = std::move(pointer);
            m_view->showProblem(place);
        }
    }

    /// The record of the problem may still be read.
    void showWanted()
    {
        const DecodedRecordPtr& record = m_workspace.current();
        if (m_deferred.isPending() || !m_wanted || !record || record->row != m_workspace.currentRow())
            return;
        m_view->showProblem(*m_wanted);
        m_wanted.reset();
    }

    void showPointer()
    {
        const QString pointer = m_view->pointer();
        const QString type = m_view->columnType();
        m_pointer->setText((pointer.isEmpty() ? QStringLiteral("/") : asLabel(pointer)) +
                           (type.isEmpty() ? QString() : QStringLiteral("   ") + type));
    }

    void save(const QString& pointer, const QString& suffix)
    {
        const DecodedRecordPtr record = m_workspace.current();
        if (!record)
            return;
        const QString name = QStringLiteral("bytes.") + (suffix.isEmpty() ? QStringLiteral("bin") : suffix);
        const QString path = QFileDialog::getSaveFileName(this, tr("Save bytes"), name);
        // The dataset may have changed while the dialog was open.
        if (path.isEmpty() || m_workspace.current() != record)
            return;
        const SnapshotPtr snapshot = m_workspace.view()->snapshot;
        m_save.run([snapshot, row = record->row, pointer = fromQt(pointer), target = path.toStdString()](
                       const Job&) { return saveBytes(*snapshot, row, pointer, target); },
                   [this, path](const Phrase& fault) {
                       if (fault.empty())
                           m_workspace.report(tr("Saved:"), path);
                       else
                           m_workspace.report(tr("Saving the bytes failed:"), translated(fault));
                   });
    }

    Workspace& m_workspace;
    RawView* m_view;
    RawFind* m_find;
    FindBar* m_bar;
    QLabel* m_pointer;
    std::optional<Problem> m_wanted;
    LatestTask<Phrase> m_save;
    /// Deferred, because another tab usually hides it.
    DeferredCall m_deferred{[this] { showRecord(); }};
};

} // namespace

PanelSpec rawPanel()
{
    return {QStringLiteral("raw"), RawPanel::tr("Raw"), PanelArea::Bottom, makePanel<RawPanel>};
}

} // namespace duologue::ui

#include "raw.moc"
