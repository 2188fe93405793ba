// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_style.h"
#include "ui/app/text.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextOption>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

/// Chinese characters fill their square and need more room between lines: their glyphs alone take 1.45.
constexpr double kLatinLineHeight = 1.4;
constexpr double kChineseLineHeight = 1.6;
constexpr double kBodySize = 1.06;
constexpr double kFixedSize = 0.94;
/// In em: that many Chinese characters, or about twice as many Latin ones.
constexpr double kLongestLine = 48;

QFont sized(const QFont& font, double factor)
{
    QFont made = font;
    if (font.pointSizeF() > 0)
        made.setPointSizeF(font.pointSizeF() * factor);
    else
        made.setPixelSize(std::max(1, static_cast<int>(std::lround(font.pixelSize() * factor))));
    return made;
}

} // namespace

double TranscriptStyle::sideMarginFor(int width, int columns) const
{
    const double em = QFontInfo(sized(font, zoom * kBodySize)).pixelSize();
    const double most = columns * kLongestLine * em + (columns - 1) * gutter() + 2 * cardInset();
    return std::max(pageMargin(), std::floor((width - most) / 2));
}

QTextCharFormat TranscriptStyle::body(Language language) const
{
    QTextCharFormat format;
    QFont made = sized(font, zoom * kBodySize);
    if (!fonts.english.isEmpty())
        made.setFamilies({fonts.english});
    made = withChinese(made, language);
    if (!fonts.chinese.isEmpty()) {
        // Before all other Chinese families, but in an English text after the English one.
        QStringList families = made.families();
        families.removeAll(fonts.chinese);
        families.insert(language == Language::Chinese ? 0 : 1, fonts.chinese);
        made.setFamilies(families);
    }
    format.setFont(made);
    format.setForeground(colors.text);
    return format;
}

QTextCharFormat TranscriptStyle::fixed() const
{
    QFont made = sized(font, zoom * kBodySize * kFixedSize);
    made.setFamilies(QFontDatabase::systemFont(QFontDatabase::FixedFont).families());
    made.setFixedPitch(true);
    QTextCharFormat format;
    // This family is first even for Chinese: its missing Chinese glyphs come from the next family.
    format.setFont(withChinese(made));
    format.setForeground(colors.text);
    return format;
}

QTextCharFormat TranscriptStyle::label(const QColor& color, double size, bool bold) const
{
    QFont made = sized(font, zoom * kBodySize * size);
    made.setBold(bold);
    QTextCharFormat format;
    format.setFont(withChinese(made));
    format.setForeground(color);
    return format;
}

QTextCharFormat TranscriptStyle::link(const QString& action) const
{
    QTextCharFormat format = label(colors.link);
    format.setAnchor(true);
    format.setAnchorHref(QStringLiteral("duologue:") + action);
    format.setFontUnderline(true);
    format.setProperty(kOwnWords, kLeftOut);
    return format;
}

QTextBlockFormat TranscriptStyle::bodyBlock(Language language) const
{
    const bool isDense =
        isChinese(language) || language == Language::Japanese || language == Language::Korean;
    const double lineHeight = isDense ? kChineseLineHeight : kLatinLineHeight;
    const QFont body = sized(font, zoom * kBodySize);
    QTextBlockFormat format;
    format.setLineHeight(QFontInfo(body).pixelSize() * lineHeight, QTextBlockFormat::MinimumHeight);
    return format;
}

QTextBlockFormat TranscriptStyle::labelBlock(double above, double below) const
{
    QTextBlockFormat format;
    format.setTopMargin(scaled(above));
    format.setBottomMargin(scaled(below));
    format.setLeftMargin(inset());
    format.setRightMargin(inset());
    return format;
}

QTextTable* TranscriptStyle::insertColumns(QTextCursor& cursor, const ColumnLayout& layout) const
{
    constexpr double kWhole = 100;
    QTextTableFormat format;
    format.setBorder(0);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_None);
    format.setCellPadding(0);
    format.setCellSpacing(0);
    format.setTopMargin(scaled(layout.above));
    format.setBottomMargin(scaled(layout.below));
    format.setWidth(QTextLength(QTextLength::PercentageLength, kWhole));
    QList<QTextLength> widths(layout.columns,
                              QTextLength(QTextLength::PercentageLength, kWhole / layout.columns));
    if (layout.columns == 2) {
        widths[0] = QTextLength(QTextLength::PercentageLength, kWhole * layout.firstShare);
        widths[1] = QTextLength(QTextLength::PercentageLength, kWhole * (1 - layout.firstShare));
    }
    format.setColumnWidthConstraints(widths);
    QTextTable* table = cursor.insertTable(layout.rows, layout.columns, format);
    // Every column has the same padding, so that columns of equal width have texts of equal width.
    const double side = (2 * layout.inset + (layout.columns - 1) * layout.gutter) / layout.columns;
    for (int row = 0; row < layout.rows; ++row) {
        for (int column = 0; column < layout.columns; ++column) {
            QTextTableCellFormat edges;
            const double left = column == 0                    ? layout.inset
                                : column == layout.columns - 1 ? side - layout.inset
                                                               : side / 2;
            edges.setLeftPadding(left);
            edges.setRightPadding(side - left);
            edges.setTopPadding(layout.cellPadding > 0 ? layout.cellPadding : scaled(row > 0 ? 10 : 0));
            edges.setBottomPadding(layout.cellPadding);
            table->cellAt(row, column).setFormat(edges);
        }
    }
    return table;
}

void insertVerbatim(QTextCursor& cursor, const QString& text, const QTextCharFormat& format)
{
    QTextDocument& document = *cursor.document();
    if (QTextOption option = document.defaultTextOption();
        option.wrapMode() != QTextOption::WrapAnywhere && hasEndlessWord(text)) {
        option.setWrapMode(QTextOption::WrapAnywhere);
        document.setDefaultTextOption(option);
    }
    static constexpr char16_t kFrameBegin = 0xFDD0;
    static constexpr char16_t kFrameEnd = 0xFDD1;
    const auto isStructure = [](QChar c) {
        return c.unicode() == kFrameBegin || c.unicode() == kFrameEnd ||
               c == QChar::ObjectReplacementCharacter;
    };
    if (std::none_of(text.begin(), text.end(), isStructure)) {
        cursor.insertText(text, format);
        return;
    }
    QString shown = text;
    std::replace_if(shown.begin(), shown.end(), isStructure, QChar(QChar::ReplacementCharacter));
    cursor.insertText(shown, format);
}

QTextCursor cleared(const QTextTableCell& cell)
{
    QTextCursor cursor = cell.firstCursorPosition();
    cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    cell.firstCursorPosition().block().setUserData(nullptr);
    return cell.firstCursorPosition();
}

} // namespace duologue::ui
