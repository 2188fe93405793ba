// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/markdown_text.h"
#include "ui/transcript/code_colors.h"
#include "ui/transcript/transcript_style.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QTextBlock>
#include <QTextList>
#include <QTextTable>
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace duologue::ui {

/// A mark that mendCjkEmphasis() inserts; take it out of what is shown.
inline constexpr char16_t kEmphasisMark = 0x2E12;

/// Markdown in which asterisks beside Chinese, Japanese and Korean text work as their writer meant them.
/// CommonMark (0.31, section 6.2, "flanking") lets no emphasis end between a punctuation mark and a letter,
/// or begin between a letter and a punctuation mark. That suits languages with spaces between words; in
/// **出发地点：**了解 it leaves the asterisks standing. A rare punctuation mark is inserted where the rule
/// fails, so that it holds. Texts that contain that mark are returned as they are. Code is left alone.
QString mendCjkEmphasis(const QString& markdown);

namespace {

/// Longer runs are rules, not emphasis.
constexpr qsizetype kLongestRun = 3;

bool isCjk(QChar c)
{
    const QChar::Script script = c.script();
    return script == QChar::Script_Han || script == QChar::Script_Hiragana ||
           script == QChar::Script_Katakana || script == QChar::Script_Hangul ||
           (c.unicode() >= 0x3000 && c.unicode() <= 0x303F) ||
           (c.unicode() >= 0xFF00 && c.unicode() <= 0xFFEF) || c.isSurrogate();
}

/// The rule of CommonMark for one run of asterisks, whose neighbours are white space at the ends of a line.
struct Flanks {
    Flanks(QChar previous, QChar next)
        : afterSpace(previous.isSpace()),
          beforeSpace(next.isSpace()),
          afterSign(previous.isPunct() || previous.isSymbol()),
          beforeSign(next.isPunct() || next.isSymbol())
    {
    }

    bool opens() const { return !beforeSpace && (!beforeSign || afterSpace || afterSign); }
    bool closes() const { return !afterSpace && (!afterSign || beforeSpace || beforeSign); }

    bool afterSpace;
    bool beforeSpace;
    bool afterSign;
    bool beforeSign;
};

/// Mends the lines of one text.
class EmphasisMender {
public:
    QString mend(const QString& markdown)
    {
        for (const QString& line : markdown.split(QLatin1Char('\n'))) {
            const QString begin = line.trimmed();
            const bool isFence =
                begin.startsWith(QLatin1String("```")) || begin.startsWith(QLatin1String("~~~"));
            if (isFence)
                m_isCode = !m_isCode;
            if (m_isCode || isFence || line.startsWith(QLatin1String("    ")) || begin.isEmpty()) {
                m_made += line;
                // A paragraph ends here, and with it what was open.
                m_isOpen.fill(false);
            } else {
                mendLine(line);
            }
            m_made += QLatin1Char('\n');
        }
        m_made.chop(1);
        return m_made;
    }

private:
    void mendLine(const QString& line)
    {
        for (qsizetype i = 0; i < line.size();) {
            const QChar c = line.at(i);
            if (c == QLatin1Char('\\') && i + 1 < line.size()) {
                m_made += QStringView(line).mid(i, 2);
                i += 2;
                continue;
            }
            if (c == QLatin1Char('`')) {
                i = copyCode(line, i);
                continue;
            }
            if (c != QLatin1Char('*')) {
                m_made += c;
                ++i;
                continue;
            }
            qsizetype end = i;
            while (end < line.size() && line.at(end) == c)
                ++end;
            mendRun(line, i, end);
            i = end;
        }
    }

    /// Copies a code span, or the accents that begin none.
    qsizetype copyCode(const QString& line, qsizetype begin)
    {
        qsizetype end = begin;
        while (end < line.size() && line.at(end) == QLatin1Char('`'))
            ++end;
        const QString accents = line.mid(begin, end - begin);
        const qsizetype close = line.indexOf(accents, end);
        const qsizetype after = close < 0 ? end : close + accents.size();
        m_made += QStringView(line).mid(begin, after - begin);
        return after;
    }

    void mendRun(const QString& line, qsizetype begin, qsizetype end)
    {
        const QStringView run = QStringView(line).mid(begin, end - begin);
        const QChar previous = begin > 0 ? line.at(begin - 1) : QLatin1Char(' ');
        const QChar next = end < line.size() ? line.at(end) : QLatin1Char(' ');
        const Flanks flanks(previous, next);
        const bool isCandidate = run.size() <= kLongestRun && (isCjk(previous) || isCjk(next));
        bool& isOpen = m_isOpen.at(static_cast<std::size_t>(std::min(run.size(), kLongestRun) - 1));
        if (isOpen && (flanks.closes() || (isCandidate && !flanks.afterSpace))) {
            m_made += run;
            if (!flanks.closes())
                m_made += QChar(kEmphasisMark);
            isOpen = false;
            return;
        }
        const bool opens = flanks.opens() || (isCandidate && !flanks.beforeSpace);
        if (opens && !isOpen) {
            if (!flanks.opens())
                m_made += QChar(kEmphasisMark);
            isOpen = run.size() <= kLongestRun;
        }
        m_made += run;
    }

    QString m_made;
    /// By the length of the run less one.
    std::array<bool, kLongestRun> m_isOpen{};
    bool m_isCode = false;
};

} // namespace

QString mendCjkEmphasis(const QString& markdown)
{
    if (!markdown.contains(QLatin1Char('*')) || markdown.contains(QChar(kEmphasisMark)))
        return markdown;
    return EmphasisMender().mend(markdown);
}

namespace {

constexpr double kListIndent = 18;
constexpr double kCellPadding = 5;
/// Larger tables are written line by line: Qt lays out a table as a unit.
constexpr int kMostCells = 400;
/// Fewer letters that rendering hides are not worth a line.
constexpr qsizetype kFewHidden = 12;
/// The number of code blocks in a document.
constexpr const char* kCodeBlocks = "codeBlocks";

struct MarkdownWords {
    Q_DECLARE_TR_FUNCTIONS(MarkdownText)
};

/// Letters and digits: what a text says. Signs of Markdown are to be hidden.
qsizetype lettersIn(QStringView text)
{
    return std::count_if(text.begin(), text.end(),
                         [](QChar c) { return c.isLetterOrNumber() || c.isHighSurrogate(); });
}

/// Signs that no text has, around the number of a list item.
constexpr QChar kNumberBegin(0xFDD2);
constexpr QChar kNumberEnd(0xFDD3);
constexpr int kItemNumber = QTextFormat::UserProperty + 0x200;

QString markerOf(const QTextBlock& block)
{
    const QTextList* list = block.textList();
    if (list == nullptr)
        return {};
    if (block.blockFormat().marker() == QTextBlockFormat::MarkerType::Checked)
        return QStringLiteral("☑ ");
    if (block.blockFormat().marker() == QTextBlockFormat::MarkerType::Unchecked)
        return QStringLiteral("☐ ");
    const QString written = block.blockFormat().stringProperty(kItemNumber);
    const QString number = written.isEmpty() ? list->itemText(block) : written;
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
                   const TranscriptStyle& style, bool isMended, bool isOnPaper)
        : m_cursor(cursor),
          m_language(language),
          m_block(block),
          m_style(style),
          m_isMended(isMended),
          m_isOnPaper(isOnPaper)
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

    /// The language of a code block, and a link that copies it.
    void writeCodeHead(const QTextBlock& block)
    {
        QTextDocument& document = *m_cursor.document();
        m_code = document.property(kCodeBlocks).toInt() + 1;
        document.setProperty(kCodeBlocks, m_code);
        QTextBlockFormat format = m_style.labelBlock(4, 0);
        format.setBackground(m_style.colors.card);
        nextBlock(format);
        QTextCharFormat dim = m_style.label(m_style.colors.dim, 0.82);
        dim.setProperty(kOwnWords, kLeftOut);
        const QString language = block.blockFormat().stringProperty(QTextFormat::BlockCodeLanguage);
        if (!language.isEmpty())
            insertVerbatim(m_cursor, language + QStringLiteral("   "), dim);
        QTextCharFormat link = m_style.link(QStringLiteral("code/%1").arg(m_code));
        link.setFontPointSize(dim.font().pointSizeF());
        insertVerbatim(m_cursor, MarkdownWords::tr("Copy code"), link);
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
        const bool isInCode = std::exchange(m_isInCode, isCode(block));
        if (m_isInCode && !isInCode) {
            m_codeColors.emplace(source.stringProperty(QTextFormat::BlockCodeLanguage),
                                 m_style.colors.card.lightness() < 128);
            if (!m_isOnPaper)
                writeCodeHead(block);
        }
        if (block.text().isEmpty() && !rule && block.textList() == nullptr && !m_isInCode)
            return;
        QTextBlockFormat format = m_block;
        const int level = source.headingLevel();
        const int quoted = source.intProperty(QTextFormat::BlockQuoteLevel);
        const int depth = (block.textList() != nullptr ? block.textList()->format().indent() : 0) + quoted;
        format.setLeftMargin(m_style.scaled(kListIndent) * depth);
        if (!isCode(block))
            format.setTopMargin(m_style.scaled(level > 0 ? 8 : block.textList() != nullptr ? 1 : 4));
        QTextCharFormat base = isCode(block) ? m_style.fixed() : m_style.body(m_language);
        const QString marker = markerOf(block);
        if (!marker.isEmpty()) {
            // Wrapped lines begin where the first one does.
            const double width = QFontMetricsF(base.font()).horizontalAdvance(marker);
            format.setLeftMargin(format.leftMargin() + width);
            format.setTextIndent(-width);
        }
        if (m_isInCode) {
            format.setBackground(m_style.colors.card);
            format.setProperty(kCodeBlock, m_code);
        }
        nextBlock(format);
        if (quoted > 0)
            base.setForeground(m_style.colors.dim);
        if (rule) {
            insertVerbatim(m_cursor, QStringLiteral("———"), base);
            return;
        }
        if (!marker.isEmpty())
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
        if (m_isInCode && writeColored(block.text(), base))
            return;
        for (auto it = block.begin(); !it.atEnd(); ++it)
            writeFragment(it.fragment(), base);
    }

    /// A line of code whose language is known. False if it has no colours.
    bool writeColored(QString line, const QTextCharFormat& base)
    {
        line.replace(QChar::LineSeparator, QLatin1Char('\n'));
        const std::vector<CodeColors::Span> spans = m_codeColors->next(line);
        qsizetype done = 0;
        for (const CodeColors::Span& span : spans) {
            insertVerbatim(m_cursor, line.mid(done, span.begin - done), base);
            QTextCharFormat format = base;
            format.merge(span.format);
            insertVerbatim(m_cursor, line.mid(span.begin, span.length), format);
            done = span.begin + span.length;
        }
        if (!spans.empty())
            insertVerbatim(m_cursor, line.mid(done), base);
        return !spans.empty();
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
        // The backslash belongs to the table, also in code; Qt leaves it there.
        if (m_isInTable && source.fontFixedPitch())
            text.replace(QStringLiteral("\\|"), QStringLiteral("|"));
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
                    if (column > 0) {
                        QTextCharFormat between = m_style.body(m_language);
                        between.setProperty(kOwnWords, kCopiedAsTab);
                        insertVerbatim(m_cursor, QStringLiteral(" │ "), between);
                    }
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
                const QTextTableCell cell = table.cellAt(row, column);
                QTextBlockFormat block = m_block;
                if (const Qt::Alignment wanted = cell.firstCursorPosition().blockFormat().alignment();
                    (wanted & (Qt::AlignRight | Qt::AlignHCenter)) != 0)
                    block.setAlignment(wanted);
                m_cursor = made->cellAt(row, column).firstCursorPosition();
                m_cursor.setBlockFormat(block);
                writeCell(cell);
            }
        }
        m_cursor.setPosition(made->lastPosition() + 1);
        m_cursor.setBlockFormat(m_block);
        m_first = true;
    }

    /// Qt begins a block too many in the first cell after a quotation or a list.
    void writeCell(const QTextTableCell& cell)
    {
        m_isInTable = true;
        const QTextBlock last = cell.lastCursorPosition().block();
        bool isFirst = true;
        for (QTextBlock block = cell.firstCursorPosition().block(); block.isValid(); block = block.next()) {
            if (!isFirst && !block.text().isEmpty())
                insertVerbatim(m_cursor, QStringLiteral(" "), m_style.body(m_language));
            isFirst = isFirst && block.text().isEmpty();
            for (auto it = block.begin(); !it.atEnd(); ++it)
                writeFragment(it.fragment(), m_style.body(m_language));
            if (block == last)
                break;
        }
        m_isInTable = false;
    }

    QTextCursor& m_cursor;
    Language m_language;
    QTextBlockFormat m_block;
    const TranscriptStyle& m_style;
    /// The text has marks of mendCjkEmphasis().
    bool m_isMended;
    bool m_isOnPaper;
    bool m_first = true;
    bool m_isInTable = false;
    bool m_isInCode = false;
    /// The number of the code block that is written.
    int m_code = 0;
    /// Those of the code block that is written.
    std::optional<CodeColors> m_codeColors;
};

/// Finds the formulas of a text and escapes them, so that Markdown leaves them as they are: \(…\), \[…\],
/// $…$,
/// $$…$$ and \begin{…}…\end{…}, outside code. A formula ends before an empty line.
class MathEscaper {
public:
    explicit MathEscaper(const QString& markdown) : m_text(markdown) {}

    QString escape()
    {
        while (m_at < m_text.size()) {
            if (isLineBegin() && copyCodeLine())
                continue;
            const QChar c = m_text.at(m_at);
            if (c == QLatin1Char('`')) {
                copyCode();
                continue;
            }
            if (const qsizetype end = endOfMath(); end > 0) {
                escapeTo(end);
                continue;
            }
            const qsizetype count = c == QLatin1Char('\\') ? 2 : 1;
            m_made += QStringView(m_text).mid(m_at, count);
            m_at += count;
        }
        return m_made;
    }

private:
    bool isLineBegin() const { return m_at == 0 || m_text.at(m_at - 1) == QLatin1Char('\n'); }

    /// A line of a code block, or the fence of one.
    bool copyCodeLine()
    {
        qsizetype end = m_text.indexOf(QLatin1Char('\n'), m_at);
        end = end < 0 ? m_text.size() : end + 1;
        const QStringView line = QStringView(m_text).mid(m_at, end - m_at);
        const QStringView begin = line.trimmed();
        const bool isFence = begin.startsWith(QLatin1String("```")) || begin.startsWith(QLatin1String("~~~"));
        if (!isFence && !m_isCode)
            return false;
        m_isCode = m_isCode != isFence;
        m_made += line;
        m_at = end;
        return true;
    }

    void copyCode()
    {
        qsizetype end = m_at;
        while (end < m_text.size() && m_text.at(end) == QLatin1Char('`'))
            ++end;
        const QString accents = m_text.mid(m_at, end - m_at);
        const qsizetype close = endBefore(accents, end);
        const qsizetype after = close < 0 ? end : close + accents.size();
        m_made += QStringView(m_text).mid(m_at, after - m_at);
        m_at = after;
    }

    /// Where a mark is in the same paragraph; -1 if it is not. What was not found in a paragraph is not
    /// looked for again in it: many marks without an end would take a time that grows with their square.
    qsizetype endBefore(const QString& mark, qsizetype from)
    {
        if (from > m_paragraphEnd) {
            m_paragraphEnd = m_text.indexOf(QLatin1String("\n\n"), from);
            if (m_paragraphEnd < 0)
                m_paragraphEnd = m_text.size();
            m_missing.clear();
        }
        if (m_missing.contains(mark))
            return -1;
        const QStringView rest = QStringView(m_text).first(m_paragraphEnd);
        const qsizetype found = rest.indexOf(mark, from);
        if (found < 0)
            m_missing << mark;
        return found;
    }

    /// The end of the formula that begins here; 0 if none does.
    qsizetype endOfMath()
    {
        const QStringView rest = QStringView(m_text).mid(m_at);
        const auto endWith = [&](const QString& close, qsizetype skipped) {
            const qsizetype found = endBefore(close, m_at + skipped);
            return found < 0 ? 0 : found + close.size();
        };
        if (rest.startsWith(QLatin1String("\\(")))
            return endWith(QStringLiteral("\\)"), 2);
        if (rest.startsWith(QLatin1String("\\[")))
            return endWith(QStringLiteral("\\]"), 2);
        if (rest.startsWith(QLatin1String("$$")))
            return endWith(QStringLiteral("$$"), 2);
        if (rest.startsWith(QLatin1String("\\begin{"))) {
            const qsizetype brace = rest.indexOf(QLatin1Char('}'));
            constexpr qsizetype kBegin = 7;
            constexpr qsizetype kLongestName = 40;
            return brace < 0 || brace > kLongestName
                       ? 0
                       : endWith(QStringLiteral("\\end{%1}").arg(rest.mid(kBegin, brace - kBegin)), brace);
        }
        return rest.startsWith(QLatin1Char('$')) ? endOfDollars(rest) : 0;
    }

    /// As pandoc has it: no space inside the signs, no digit after them; and something that sums of money
    /// do not have.
    qsizetype endOfDollars(QStringView rest) const
    {
        constexpr qsizetype kLongest = 400;
        if (rest.size() < 3 || rest.at(1).isSpace())
            return 0;
        bool isFormula = false;
        // A product, not emphasis: "$x*y*z$".
        bool hasStar = false;
        bool hasSpace = false;
        for (qsizetype i = 1; i < std::min(rest.size(), kLongest); ++i) {
            const QChar c = rest.at(i);
            if (c == QLatin1Char('\n'))
                return 0;
            if (c == QLatin1Char('$')) {
                const bool isEnd =
                    i > 1 && !rest.at(i - 1).isSpace() && (i + 1 == rest.size() || !rest.at(i + 1).isDigit());
                return isEnd && (isFormula || (hasStar && !hasSpace)) ? m_at + i + 1 : 0;
            }
            hasSpace = hasSpace || c.isSpace();
            hasStar = hasStar || c == QLatin1Char('*');
            isFormula = isFormula || QStringLiteral("\\^_{=").contains(c);
        }
        return 0;
    }

    void escapeTo(qsizetype end)
    {
        const bool isQuoted = m_text.mid(m_text.lastIndexOf(QLatin1Char('\n'), m_at) + 1)
                                  .trimmed()
                                  .startsWith(QLatin1Char('>'));
        bool isQuote = false;
        for (; m_at < end; ++m_at) {
            const QChar c = m_text.at(m_at);
            const bool isSign = c.unicode() < 0x7F && c.isPrint() && !c.isLetterOrNumber() && !c.isSpace();
            const bool isMark = isQuote && c == QLatin1Char('>');
            // A backslash at the end of a line keeps the line.
            if ((isSign && !isMark) || c == QLatin1Char('\n'))
                m_made += QLatin1Char('\\');
            m_made += c;
            isQuote = isQuoted && (c == QLatin1Char('\n') || (isQuote && (isMark || c.isSpace())));
        }
    }

    const QString& m_text;
    QString m_made;
    qsizetype m_at = 0;
    bool m_isCode = false;
    qsizetype m_paragraphEnd = -1;
    QStringList m_missing;
};

QString withMathEscaped(const QString& markdown)
{
    const bool mayHave = markdown.contains(QLatin1Char('$')) || markdown.contains(QLatin1Char('\\'));
    return mayHave ? MathEscaper(markdown).escape() : markdown;
}

/// Qt numbers every list from 1. The number that is written goes into the text of the item, from where
/// takeNumbers() takes it.
QString withNumbersKept(const QString& markdown)
{
    static const QRegularExpression item(
        QStringLiteral("^([ \t>]*(?:[-*+][ \t]+)*)(\\d{1,9}[.)])([ \t]+)(?=\\S)"),
        QRegularExpression::MultilineOption);
    QString kept = markdown;
    return kept.replace(item, QStringLiteral("\\1\\2\\3%1\\2%2 ").arg(kNumberBegin).arg(kNumberEnd));
}

/// Also where no list came of it, as in a code block.
void takeNumbers(QTextDocument& document)
{
    static const QRegularExpression number(
        QStringLiteral("%1(\\d+[.)])%2 ?").arg(kNumberBegin).arg(kNumberEnd));
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto found = number.match(block.text()); found.hasMatch(); found = number.match(block.text())) {
            QTextCursor cursor(block);
            cursor.setPosition(block.position() + static_cast<int>(found.capturedStart()));
            cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor,
                                static_cast<int>(found.capturedLength()));
            const bool isFirst = found.capturedStart() == 0;
            cursor.removeSelectedText();
            if (isFirst && block.textList() != nullptr) {
                QTextBlockFormat format;
                format.setProperty(kItemNumber, found.captured(1));
                cursor.mergeBlockFormat(format);
            }
        }
    }
}

} // namespace

void writeMarkdown(QTextCursor& cursor, const QString& markdown, Language language,
                   const QTextBlockFormat& block, const TranscriptStyle& style, bool isOnPaper)
{
    SealedDocument meant;
    meant.setUndoRedoEnabled(false);
    const QString escaped = withMathEscaped(withNumbersKept(markdown));
    const QString mended = mendCjkEmphasis(escaped);
    const bool isMended = mended.size() != escaped.size();
    meant.setMarkdown(mended, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) |
                                  QTextDocument::MarkdownNoHTML);
    takeNumbers(meant);
    // What is shown otherwise: numbers of lists, languages of code, addresses of links.
    qsizetype left = 0;
    for (QTextBlock each = meant.begin(); each.isValid(); each = each.next()) {
        left += lettersIn(each.text()) + lettersIn(markerOf(each));
        const bool isFirstOfCode = isCode(each) && !isCode(each.previous());
        if (isFirstOfCode)
            left += lettersIn(each.blockFormat().stringProperty(QTextFormat::BlockCodeLanguage));
        for (auto it = each.begin(); !it.atEnd(); ++it) {
            const QTextCharFormat format = it.fragment().charFormat();
            if (format.isImageFormat())
                left += lettersIn(format.toImageFormat().name());
            else if (const QString link = format.anchorHref(); link != it.fragment().text())
                left += lettersIn(link);
        }
    }
    if (const qsizetype hidden = lettersIn(markdown) - left; hidden > kFewHidden) {
        cursor.setBlockFormat(style.bodyBlock());
        const bool much = hidden > left;
        QTextCharFormat notice = style.label(much ? style.colors.bad : style.colors.dim, 0.86, much);
        notice.setProperty(kOwnWords, kLeftOut);
        insertVerbatim(
            cursor, MarkdownWords::tr("Markdown hides %Ln character(s)", nullptr, static_cast<int>(hidden)),
            notice);
        cursor.insertBlock(block);
    }
    cursor.setBlockFormat(block);
    MarkdownWriter(cursor, language, block, style, isMended, isOnPaper).write(meant);
}

} // namespace duologue::ui
