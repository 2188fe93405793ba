// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/page_look.h"

#include "ui/views/widgets/metrics.h"

#include <QColor>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

namespace duologue::ui {

namespace {

/// In a table of GitHub's Markdown a backslash before a bar belongs to the table, also in code; Qt leaves it.
void unescapeBars(QTextDocument& page)
{
    const QString escaped = QStringLiteral("\\|");
    QTextCursor found = page.find(escaped);
    while (!found.isNull()) {
        if (found.currentTable() != nullptr && found.charFormat().fontFixedPitch())
            found.insertText(QStringLiteral("|"));
        found = page.find(escaped, found);
    }
}

} // namespace

void setPageLook(QTextDocument& page, const QColor& lines)
{
    QTextCursor edit(&page);
    edit.beginEditBlock();
    for (QTextFrame* frame : page.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(lines);
        format.setBorderCollapse(true);
        format.setCellPadding(kHalfGrid);
        format.setCellSpacing(0);
        format.setTopMargin(kHalfGrid);
        format.setBottomMargin(kGrid);
        table->setFormat(format);
    }
    unescapeBars(page);
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0)
            continue;
        QTextBlockFormat room;
        room.setTopMargin(block == page.begin() ? 0 : 2 * kGrid);
        room.setBottomMargin(kGrid);
        QTextCursor(block).mergeBlockFormat(room);
    }
    edit.endEditBlock();
}

} // namespace duologue::ui
