// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/raw_view.h"

#include "core/json/json_indent.h"
#include "ui/views/json_highlighter.h"
#include "ui/work/qt_text.h"

#include <QEvent>
#include <QFontDatabase>
#include <QTextBlock>

namespace duologue::ui {

namespace {

/// Laying out and colouring more than this would keep the window waiting.
constexpr std::size_t kMostLaidOut = std::size_t{1} << 20U;
constexpr std::size_t kDeepestLaidOut = 100;
/// Of a record that is not laid out: it may be one endless line.
constexpr std::size_t kMostVerbatim = std::size_t{128} << 10U;

int positionOf(std::string_view text, std::size_t byte)
{
    return static_cast<int>(toQt(text.substr(0, byte)).size());
}

} // namespace

RawView::RawView(QWidget* parent) : QPlainTextEdit(parent), m_highlighter(new JsonHighlighter(document()))
{
    setObjectName(QStringLiteral("rawView"));
    setAccessibleName(tr("Raw record"));
    setReadOnly(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFont(withChinese(QFontDatabase::systemFont(QFontDatabase::FixedFont)));
    setPlaceholderText(tr("The record as it stands in its file appears here."));
    m_highlighter->setPalette(palette());
}

void RawView::showRecord(const DecodedRecordPtr& record)
{
    setExtraSelections({});
    if (!record) {
        clear();
        return;
    }
    const std::string_view bytes = record->bytes.view();
    const bool lay = bytes.size() <= kMostLaidOut && nestingDepth(bytes) <= kDeepestLaidOut;
    m_highlighter->setDocument(lay ? document() : nullptr);
    IndentedJson indented;
    if (lay)
        indented = indentJson(bytes);
    const std::string_view shown = lay ? std::string_view(indented.text) : bytes.substr(0, kMostVerbatim);
    QString text = toQt(shown);
    if (!lay && bytes.size() > shown.size())
        text += QStringLiteral("\n…\n") +
                tr("%1 more bytes are not shown.").arg(countText(bytes.size() - shown.size()));
    setPlainText(text);
    QList<QTextEdit::ExtraSelection> marks;
    for (const Problem& problem : record->problems) {
        const std::uint64_t begin = record->span.offset;
        if (problem.where.length != 0 || problem.where.offset < begin ||
            problem.where.offset > begin + bytes.size())
            continue;
        const auto source = static_cast<std::size_t>(problem.where.offset - begin);
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document());
        mark.cursor.setPosition(qMin(positionOf(shown, lay ? indented.targetOf(source) : source),
                                     document()->characterCount() - 1));
        mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(QColor(0xD3, 0x2F, 0x2F));
        mark.format.setToolTip(toQt(problem.detail));
        marks.append(mark);
    }
    setExtraSelections(marks);
    if (!marks.isEmpty()) {
        QTextCursor cursor = marks.front().cursor;
        cursor.setPosition(cursor.anchor());
        setTextCursor(cursor);
        centerCursor();
    }
}

void RawView::changeEvent(QEvent* event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_highlighter->setPalette(palette());
}

} // namespace duologue::ui
