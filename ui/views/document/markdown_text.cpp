// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/markdown_text.h"

#include "ui/views/document/cjk_emphasis.h"
#include "ui/views/document/sealed_document.h"

#include <QCoreApplication>
#include <QTextBlock>
#include <QTextList>
#include <QTextTable>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr double kListIndent = 18;
constexpr double kCellPadding = 5;
/// Larger tables are written line by line: Qt lays out a table as a unit.
constexpr int kMostCells = 400;

struct MarkdownWords {
    Q_DECLARE_TR_FUNCTIONS(MarkdownText)
};

qsizetype shapes(QStringView text)
{
    return std::count_if(text.begin(), text.end(),
                         [](QChar c) { return !c.isSpace() && !c.isLowSurrogate(); });
}

QString markerOf(const QTextBlock& block)
{
    const QTextList* list = block.textList();
    if (list == nullptr)
        return {};
    if (block.blockFormat().marker() == QTextBlockFormat::MarkerType::Checked)
        return QStringLiteral("☑ ");
    if (block.blockFormat().marker() == QTextBlockFormat::MarkerType::Unchecked)
        return QStringLiteral("☐ ");
    const QString number = list->itemText(block);
    const bool bullet = list->format().style() >= QTextListFormat::ListSquare;
    return bullet || number.isEmpty() ? QStringLiteral("• ") : number + QLatin1Char(' ');
}

bool isCode(const QTextBlock& block)
{
    return block.blockFormat().hasProperty(QTextFormat::BlockCodeFence) ||
           block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage) ||
           block.blockFormat().nonBreakableLines();
}

/// Copies a Markdown document into a transcript, with its fonts and colours.
class MarkdownWriter {
public:
    MarkdownWriter(QTextCursor& cursor, Language language, const QTextBlockFormat& block,
                   const TranscriptStyle& style, bool isMended)
        : m_cursor(cursor), m_language(language), m_block(block), m_style(style), m_isMended(isMended)
    {
    }

    void write(const QTextDocument& document) { writeFrame(*document.rootFrame()); }

private:
    void writeFrame(const QTextFrame& frame)
    {
        for (auto it = frame.begin(); !it.atEnd(); ++it) {
            if (const auto* table = qobject_cast<const QTextTable*>(it.currentFrame()))
                writeTable(*table);
            else if (it.currentFrame() != nullptr)
                writeFrame(*it.currentFrame());
            else if (it.currentBlock().isValid())
                writeBlock(it.currentBlock());
        }
    }

    void nextBlock(const QTextBlockFormat& format)
    {
        if (m_first)
            m_cursor.setBlockFormat(format);
        else
            m_cursor.insertBlock(format);
        m_first = false;
    }

    void writeBlock(const QTextBlock& block)
    {
        const QTextBlockFormat& source = block.blockFormat();
        const bool rule = source.hasProperty(QTextFormat::BlockTrailingHorizontalRulerWidth);
        if (block.text().isEmpty() && !rule && block.textList() == nullptr)
            return;
        QTextBlockFormat format = m_block;
        const int level = source.headingLevel();
        const int quoted = source.intProperty(QTextFormat::BlockQuoteLevel);
        const int depth = (block.textList() != nullptr ? block.textList()->format().indent() : 0) + quoted;
        format.setLeftMargin(m_style.scaled(kListIndent) * depth);
        if (!isCode(block))
            format.setTopMargin(m_style.scaled(level > 0 ? 8 : block.textList() != nullptr ? 1 : 4));
        nextBlock(format);
        QTextCharFormat base = isCode(block) ? m_style.fixed() : m_style.body(m_language);
        if (quoted > 0)
            base.setForeground(m_style.colors.dim);
        if (rule) {
            insertVerbatim(m_cursor, QStringLiteral("———"), base);
            return;
        }
        if (const QString marker = markerOf(block); !marker.isEmpty())
            insertVerbatim(m_cursor, marker, base);
        if (level > 0) {
            QFont font = base.font();
            constexpr std::array kSizes{1.35, 1.22, 1.12};
            font.setBold(true);
            const double size = level <= static_cast<int>(kSizes.size())
                                    ? kSizes.at(static_cast<std::size_t>(level - 1))
                                    : 1.0;
            if (font.pointSizeF() > 0)
                font.setPointSizeF(font.pointSizeF() * size);
            base.setFont(font);
        }
        for (auto it = block.begin(); !it.atEnd(); ++it)
            writeFragment(it.fragment(), base);
    }

    void writeFragment(const QTextFragment& fragment, QTextCharFormat format)
    {
        const QTextCharFormat source = fragment.charFormat();
        if (source.isImageFormat()) {
            format.setForeground(m_style.colors.dim);
            insertVerbatim(m_cursor, MarkdownWords::tr("[image %1]").arg(source.toImageFormat().name()),
                           format);
            return;
        }
        if (source.fontFixedPitch())
            format = m_style.fixed();
        QFont font = format.font();
        font.setBold(font.bold() || source.fontWeight() > QFont::Normal);
        font.setItalic(source.fontItalic());
        font.setStrikeOut(source.fontStrikeOut());
        format.setFont(font);
        QString text = fragment.text();
        text.replace(QChar::LineSeparator, QLatin1Char('\n'));
        if (m_isMended)
            text.remove(QChar(kEmphasisMark));
        insertVerbatim(m_cursor, text, format);
        if (const QString link = source.anchorHref(); !link.isEmpty() && link != text) {
            format.setForeground(m_style.colors.dim);
            insertVerbatim(m_cursor, QStringLiteral(" (%1)").arg(link), format);
        }
    }

    void writeTable(const QTextTable& table)
    {
        const bool asTable = table.rows() * table.columns() <= kMostCells;
        if (!asTable) {
            for (int row = 0; row < table.rows(); ++row) {
                nextBlock(m_block);
                for (int column = 0; column < table.columns(); ++column) {
                    if (column > 0)
                        insertVerbatim(m_cursor, QStringLiteral(" │ "), m_style.body(m_language));
                    writeCell(table.cellAt(row, column));
                }
            }
            return;
        }
        if (!m_first)
            m_cursor.insertBlock(m_block);
        QTextTableFormat format;
        format.setCellPadding(m_style.scaled(kCellPadding));
        format.setCellSpacing(0);
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderBrush(m_style.colors.rule);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        QTextTable* made = m_cursor.insertTable(table.rows(), table.columns(), format);
        for (int row = 0; row < table.rows(); ++row) {
            for (int column = 0; column < table.columns(); ++column) {
                m_cursor = made->cellAt(row, column).firstCursorPosition();
                m_cursor.setBlockFormat(m_block);
                writeCell(table.cellAt(row, column));
            }
        }
        m_cursor.setPosition(made->lastPosition() + 1);
        m_cursor.setBlockFormat(m_block);
        m_first = true;
    }

    void writeCell(const QTextTableCell& cell)
    {
        const QTextBlock block = cell.firstCursorPosition().block();
        for (auto it = block.begin(); !it.atEnd(); ++it)
            writeFragment(it.fragment(), m_style.body(m_language));
    }

    QTextCursor& m_cursor;
    Language m_language;
    QTextBlockFormat m_block;
    const TranscriptStyle& m_style;
    /// The text has marks of mendCjkEmphasis().
    bool m_isMended;
    bool m_first = true;
};

} // namespace

void writeMarkdown(QTextCursor& cursor, const QString& markdown, Language language,
                   const QTextBlockFormat& block, const TranscriptStyle& style)
{
    SealedDocument meant;
    meant.setUndoRedoEnabled(false);
    const QString mended = mendCjkEmphasis(markdown);
    const bool isMended = mended.size() != markdown.size();
    meant.setMarkdown(mended, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                  QTextDocument::MarkdownNoHTML);
    qsizetype left = 0;
    for (QTextBlock each = meant.begin(); each.isValid(); each = each.next())
        left += shapes(each.text()) - (isMended ? each.text().count(QChar(kEmphasisMark)) : 0) +
                shapes(markerOf(each));
    if (const qsizetype hidden = shapes(markdown) - left; hidden > 0) {
        cursor.setBlockFormat(style.bodyBlock());
        const bool much = hidden > left;
        insertVerbatim(
            cursor, MarkdownWords::tr("Markdown hides %Ln character(s)", nullptr, static_cast<int>(hidden)),
            style.label(much ? style.colors.bad : style.colors.dim, 0.86, much));
        cursor.insertBlock(block);
    }
    cursor.setBlockFormat(block);
    MarkdownWriter(cursor, language, block, style, isMended).write(meant);
}

} // namespace duologue::ui
