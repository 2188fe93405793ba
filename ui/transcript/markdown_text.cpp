// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/markdown_text.h"
#include "ui/transcript/code_colors.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/transcript_style.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTextDocumentFragment>
#include <QTextTable>
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <md4c.h>
#include <optional>
#include <utility>

namespace duologue::ui {

namespace {

/// A mark that mendCjkEmphasis() inserts; it is left out of what is shown.
constexpr char16_t kEmphasisMark = 0x2E12;
constexpr std::string_view kEmphasisMarkBytes = "\u2E12";

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

/// A line without what begins quotations and list items before it.
QStringView withoutMarkers(QStringView line)
{
    constexpr qsizetype kMostDigits = 9;
    const auto isBlank = [&line](qsizetype i) {
        return i < line.size() && (line.at(i) == QLatin1Char(' ') || line.at(i) == QLatin1Char('\t'));
    };
    qsizetype at = 0;
    while (at < line.size() && (isBlank(at) || line.at(at) == QLatin1Char('>')))
        ++at;
    while (at < line.size()) {
        qsizetype end = at;
        while (end < line.size() && end - at < kMostDigits && line.at(end).unicode() < 0x80 &&
               line.at(end).isDigit())
            ++end;
        const QChar sign = end < line.size() ? line.at(end) : QLatin1Char(' ');
        const bool isMarker = end > at ? sign == QLatin1Char('.') || sign == QLatin1Char(')')
                                       : QStringLiteral("-*+").contains(sign);
        if (!isMarker || !isBlank(end + 1))
            break;
        at = end + 1;
        while (isBlank(at))
            ++at;
    }
    return line.mid(at);
}

/// A line that begins or ends a code block, also as the first line of a list item or in a quotation.
bool beginsWithFence(QStringView line)
{
    const QStringView rest = withoutMarkers(line);
    return rest.startsWith(QLatin1String("```")) || rest.startsWith(QLatin1String("~~~"));
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
            const bool isFence = beginsWithFence(line);
            if (isFence)
                m_isCode = !m_isCode;
            if (m_isCode || isFence || line.startsWith(QLatin1String("    ")) || line.trimmed().isEmpty()) {
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

/// Markdown in which asterisks beside Chinese, Japanese and Korean text work as their writer meant them.
/// CommonMark (0.31, section 6.2, "flanking") lets no emphasis end between a punctuation mark and a letter,
/// or begin between a letter and a punctuation mark. That suits languages with spaces between words; in
/// **出发地点：**了解 it leaves the asterisks standing. A rare punctuation mark is inserted where the rule
/// fails, so that it holds. Texts that contain that mark are returned as they are. Code is left alone.
QString mendCjkEmphasis(const QString& markdown)
{
    if (!markdown.contains(QLatin1Char('*')) || markdown.contains(QChar(kEmphasisMark)))
        return markdown;
    return EmphasisMender().mend(markdown);
}

/// A text with signs inserted, so that Markdown reads it as it is meant, and where they are.
struct EscapedText {
    QString text;
    std::vector<qsizetype> inserted;
};

/// The cells that a line of a table has. 0 if it is none.
qsizetype cellsIn(QStringView line)
{
    if (!line.contains(QLatin1Char('|')))
        return 0;
    line = withoutMarkers(line).trimmed();
    qsizetype bars = 0;
    bool isCode = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line.at(i) == QLatin1Char('\\'))
            ++i;
        else if (line.at(i) == QLatin1Char('`'))
            isCode = !isCode;
        else if (line.at(i) == QLatin1Char('|') && !isCode)
            ++bars;
    }
    const bool isEnd = line.endsWith(QLatin1Char('|')) && line.size() > 1;
    return bars + 1 - (line.startsWith(QLatin1Char('|')) ? 1 : 0) - (isEnd ? 1 : 0);
}

bool isDelimiterRow(QStringView line)
{
    static const QRegularExpression row(
        QStringLiteral("^[ \t>]*\\|?[ \t]*:?-+:?[ \t]*(\\|[ \t]*:?-+:?[ \t]*)*\\|?[ \t]*$"));
    const auto mayBe = [](QChar c) { return QStringLiteral(" \t|:->\r").contains(c); };
    return line.contains(QLatin1Char('|')) && std::all_of(line.begin(), line.end(), mayBe) &&
           row.match(line.toString()).hasMatch();
}

/// Escapes what Markdown would take for something else than it is, outside code: formulas (\(…\), \[…\], $…$,
/// $$…$$ and \begin{…}…\end{…}; a formula ends before an empty line), products of numbers (2*3*4), ranges
/// with a single tilde (10~20), and prompts of Python (>>>). Tables are read as GitHub reads them, where the
/// parser does not: with delimiters of one dash, after a line of text, and not at all if the header has
/// another number of cells.
class MarkdownEscaper {
public:
    explicit MarkdownEscaper(const QString& markdown) : m_text(markdown) {}

    EscapedText escape()
    {
        while (m_at < m_text.size()) {
            if (isLineBegin() && (copyCodeLine() || copyDelimiters()))
                continue;
            if (isLineBegin() && QStringView(m_text).mid(m_at).startsWith(QLatin1String(">>> ")))
                insert(QLatin1Char('\\'));
            const QChar c = m_text.at(m_at);
            if (c == QLatin1Char('`')) {
                copyCode();
                continue;
            }
            if (const qsizetype end = endOfMath(); end > 0) {
                escapeTo(end);
                continue;
            }
            if (isLiteral(c))
                insert(QLatin1Char('\\'));
            const qsizetype count = c == QLatin1Char('\\') ? 2 : 1;
            m_made += QStringView(m_text).mid(m_at, count);
            m_at += count;
        }
        return {std::move(m_made), std::move(m_inserted)};
    }

private:
    void insert(QChar sign)
    {
        m_inserted.push_back(m_made.size());
        m_made += sign;
    }

    QChar at(qsizetype index) const
    {
        return index >= 0 && index < m_text.size() ? m_text.at(index) : QLatin1Char(' ');
    }

    bool isLiteral(QChar c) const
    {
        if (c == QLatin1Char('*'))
            return at(m_at - 1).isDigit() && at(m_at + 1).isDigit();
        return c == QLatin1Char('~') && at(m_at - 1) != c && at(m_at + 1) != c;
    }

    QStringView lineAt(qsizetype begin) const
    {
        const qsizetype end = m_text.indexOf(QLatin1Char('\n'), begin);
        return QStringView(m_text).mid(begin, (end < 0 ? m_text.size() : end) - begin);
    }

    /// Copies the delimiters of a table, and sees to it that the parser takes its header for one.
    bool copyDelimiters()
    {
        const QStringView line = lineAt(m_at);
        if (!isDelimiterRow(line)) {
            const qsizetype next = m_at + line.size() + 1;
            m_header = cellsIn(line);
            const bool isHeader = next < m_text.size() && m_header > 0 && isDelimiterRow(lineAt(next)) &&
                                  m_header == cellsIn(lineAt(next));
            const bool isAfterText =
                m_at > 1 && at(m_at - 2) != QLatin1Char('\n') && !line.trimmed().startsWith(QLatin1Char('>'));
            if (isHeader && isAfterText)
                insert(QLatin1Char('\n'));
            return false;
        }
        if (std::exchange(m_header, 0) != cellsIn(line)) {
            insert(QLatin1Char('\\'));
            return false;
        }
        constexpr qsizetype kLeast = 3;
        for (qsizetype i = 0; i < line.size();) {
            qsizetype end = i;
            while (end < line.size() && line.at(end) == QLatin1Char('-'))
                ++end;
            for (qsizetype dashes = end - i; dashes > 0 && dashes < kLeast; ++dashes)
                insert(QLatin1Char('-'));
            end = std::max(end, i + 1);
            m_made += line.mid(i, end - i);
            i = end;
        }
        m_at += line.size();
        return true;
    }

    bool isLineBegin() const { return m_at == 0 || m_text.at(m_at - 1) == QLatin1Char('\n'); }

    /// A line of a code block, or the fence of one.
    bool copyCodeLine()
    {
        qsizetype end = m_text.indexOf(QLatin1Char('\n'), m_at);
        end = end < 0 ? m_text.size() : end + 1;
        const QStringView line = QStringView(m_text).mid(m_at, end - m_at);
        const bool isFence = beginsWithFence(line);
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
                insert(QLatin1Char('\\'));
            m_made += c;
            isQuote = isQuoted && (c == QLatin1Char('\n') || (isQuote && (isMark || c.isSpace())));
        }
    }

    const QString& m_text;
    QString m_made;
    std::vector<qsizetype> m_inserted;
    /// The cells of the line before.
    qsizetype m_header = 0;
    qsizetype m_at = 0;
    bool m_isCode = false;
    qsizetype m_paragraphEnd = -1;
    QStringList m_missing;
};

EscapedText withSignsEscaped(const QString& markdown)
{
    static const QRegularExpression signs(QStringLiteral("[$\\\\|~*>]"));
    return markdown.contains(signs) ? MarkdownEscaper(markdown).escape() : EscapedText{markdown, {}};
}

constexpr double kListIndent = 18;
constexpr double kCellPadding = 5;
/// Larger tables are written line by line: Qt lays out a table as a unit.
constexpr unsigned kMostCells = 400;
/// Fewer letters that rendering hides, such as the label of a link, are not worth a line.
constexpr qsizetype kFewHidden = 4;
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

/// A text as the parser gets it, with characters inserted, and where each of its bytes comes from.
class PreparedText {
public:
    /// `before` is read before the text, and is not in it.
    PreparedText(std::string_view text, const QString& before)
    {
        const EscapedText escaped = withSignsEscaped(before + toQt(text));
        const QString mended = mendCjkEmphasis(escaped.text);
        const bool isMended = mended.size() != escaped.text.size();
        m_bytes = fromQt(mended);
        m_from.reserve(m_bytes.size());
        auto sign = escaped.inserted.begin();
        std::size_t at = 0;
        // In the escaped text, in code units.
        qsizetype unit = before.size();
        const std::size_t begin = fromQt(before).size();
        m_from.assign(begin, kInserted);
        for (std::size_t i = begin; i < m_bytes.size();) {
            const std::size_t size =
                std::max<std::size_t>(1, codePointLength(std::string_view(m_bytes).substr(i)));
            const bool isMark = isMended && std::string_view(m_bytes).substr(i, size) == kEmphasisMarkBytes;
            const bool isSign = !isMark && sign != escaped.inserted.end() && *sign == unit;
            for (std::size_t byte = 0; byte < size; ++byte)
                m_from.push_back(isMark || isSign ? kInserted : at++);
            constexpr std::size_t kPair = 4;
            unit += isMark ? 0 : size == kPair ? 2 : 1;
            sign += isSign ? 1 : 0;
            i += size;
        }
    }

    const std::string& bytes() const { return m_bytes; }
    /// Null if it was inserted. The byte must be one of bytes().
    std::optional<std::size_t> source(const char* byte) const
    {
        const std::size_t from = m_from[static_cast<std::size_t>(byte - m_bytes.data())];
        return from == kInserted ? std::nullopt : std::optional(from);
    }
    bool contains(const char* byte) const
    {
        return !std::less<>()(byte, m_bytes.data()) && std::less<>()(byte, m_bytes.data() + m_bytes.size());
    }

private:
    static constexpr std::size_t kInserted = std::string::npos;

    std::string m_bytes;
    std::vector<std::size_t> m_from;
};

/// A piece of text as the parser gives it.
struct Piece {
    std::string_view bytes;
    /// It is a part of the prepared text.
    bool isIn = false;
};

std::string attributeText(const MD_ATTRIBUTE& attribute)
{
    return {attribute.text, attribute.size};
}

/// Writes a Markdown text into a transcript, as the parser md4c reads it. With `isCounting`, it writes
/// nothing and only counts the letters that rendering shows.
class MarkdownWriter {
public:
    MarkdownWriter(QTextCursor& cursor, const MarkdownSource& source, const PreparedText& prepared,
                   const QTextBlockFormat& block, const TranscriptStyle& style, bool isCounting)
        : m_cursor(cursor),
          m_source(source),
          m_prepared(prepared),
          m_block(block),
          m_style(style),
          m_isCounting(isCounting)
    {
    }

    /// False if the parser had no memory.
    bool write()
    {
        MD_PARSER parser{};
        parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML;
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            static_cast<MarkdownWriter*>(self)->enterBlock(type, detail);
            return 0;
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
            static_cast<MarkdownWriter*>(self)->leaveBlock(type);
            return 0;
        };
        parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
            static_cast<MarkdownWriter*>(self)->enterSpan(type, detail);
            return 0;
        };
        parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
            static_cast<MarkdownWriter*>(self)->leaveSpan(type);
            return 0;
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
            static_cast<MarkdownWriter*>(self)->addText(type, {text, size});
            return 0;
        };
        const std::string& bytes = m_prepared.bytes();
        return md_parse(bytes.data(), static_cast<MD_SIZE>(bytes.size()), &parser, this) == 0;
    }

    /// Letters of the source that were shown, where they stand or in the address of a link.
    qsizetype lettersShown() const { return m_letters; }

private:
    struct List {
        bool isOrdered = false;
        unsigned next = 1;
        QChar delimiter;
        /// Of the marker of the current item.
        double markerWidth = 0;
    };
    struct Link {
        QString address;
        QString text;
        /// The address as it is written, if it stands right after the text; else empty.
        std::string_view written;
    };
    struct Marker {
        QString text;
        bool isNumber = false;
        /// It stands for an x.
        bool isChecked = false;
    };
    enum class Leaf { None, Paragraph, Heading, Code, Cell };

    void enterBlock(MD_BLOCKTYPE type, void* detail)
    {
        switch (type) {
        case MD_BLOCK_QUOTE:
            endLeaf();
            ++m_quotes;
            break;
        case MD_BLOCK_UL:
            endLeaf();
            m_lists.push_back({});
            break;
        case MD_BLOCK_OL: {
            endLeaf();
            const auto& list = *static_cast<MD_BLOCK_OL_DETAIL*>(detail);
            m_lists.push_back({true, list.start, QLatin1Char(list.mark_delimiter), 0});
            break;
        }
        case MD_BLOCK_LI:
            endLeaf();
            enterItem(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
            break;
        case MD_BLOCK_HR:
            openBlock(0, nullptr);
            insertOwn(QStringLiteral("———"), base());
            m_isOpen = false;
            break;
        case MD_BLOCK_H:
            m_leaf = Leaf::Heading;
            m_level = static_cast<MD_BLOCK_H_DETAIL*>(detail)->level;
            break;
        case MD_BLOCK_P:
            m_leaf = Leaf::Paragraph;
            break;
        case MD_BLOCK_CODE:
            enterCode(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
            break;
        case MD_BLOCK_TABLE:
            enterTable(*static_cast<MD_BLOCK_TABLE_DETAIL*>(detail));
            break;
        case MD_BLOCK_TR:
            ++m_row;
            m_column = -1;
            if (m_table == nullptr)
                openBlock(0, nullptr);
            break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            enterCell(type == MD_BLOCK_TH, static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align);
            break;
        default:
            break;
        }
    }

    void leaveBlock(MD_BLOCKTYPE type)
    {
        switch (type) {
        case MD_BLOCK_QUOTE:
            endLeaf();
            --m_quotes;
            break;
        case MD_BLOCK_UL:
        case MD_BLOCK_OL:
            endLeaf();
            m_lists.pop_back();
            break;
        case MD_BLOCK_LI:
            // An item without contents.
            if (!m_markers.empty())
                openBlock(0, nullptr);
            endLeaf();
            break;
        case MD_BLOCK_CODE:
            if (!m_line.empty())
                writeCodeLine();
            endLeaf();
            break;
        case MD_BLOCK_TABLE:
            leaveTable();
            break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            m_leaf = Leaf::None;
            m_isBold = 0;
            break;
        case MD_BLOCK_H:
        case MD_BLOCK_P:
            endLeaf();
            break;
        default:
            break;
        }
    }

    /// No span goes on in the next block.
    void endLeaf()
    {
        m_leaf = Leaf::None;
        m_isOpen = false;
        m_level = 0;
        m_isBold = m_isItalic = m_isStruck = m_isFixed = m_isImage = 0;
        m_links.clear();
    }

    void enterItem(const MD_BLOCK_LI_DETAIL& item)
    {
        List& list = m_lists.back();
        if (item.is_task != 0 && list.isOrdered)
            m_markers.push_back({QString::number(list.next) + list.delimiter + QLatin1Char(' '), true});
        if (item.is_task != 0)
            m_markers.push_back({item.task_mark == ' ' ? QStringLiteral("☐ ") : QStringLiteral("☑ "), false,
                                 item.task_mark != ' '});
        else if (list.isOrdered)
            m_markers.push_back({QString::number(list.next) + list.delimiter + QLatin1Char(' '), true});
        else
            m_markers.push_back({QStringLiteral("• ")});
        ++list.next;
    }

    /// A list is numbered as it is written, also where Markdown numbers it otherwise. `text` is the first one
    /// of the item; null if it is not known where it begins.
    void takeNumbers(const char* text)
    {
        static const QRegularExpression marks(
            QStringLiteral("(?:^|[ \t>])(?:([-*+])|(\\d{1,9}[.)]))(?=[ \t])"));
        if (text == nullptr || std::ranges::none_of(m_markers, &Marker::isNumber))
            return;
        const char* begin = text;
        while (begin != m_prepared.bytes().data() && begin[-1] != '\n')
            --begin;
        const QString line = toQt({begin, static_cast<std::size_t>(text - begin)});
        QStringList written;
        qsizetype end = 0;
        for (auto found = marks.match(line); found.hasMatch(); found = marks.match(line, end)) {
            if (!QStringView(line).mid(end, found.capturedStart() - end).trimmed().isEmpty())
                break;
            written << found.captured(2);
            end = found.capturedEnd();
        }
        for (auto marker = m_markers.rbegin(); marker != m_markers.rend() && !written.isEmpty(); ++marker) {
            const QString number = written.takeLast();
            if (marker->isNumber && !number.isEmpty())
                marker->text = number + QLatin1Char(' ');
        }
    }

    double left() const
    {
        const double marker = m_lists.empty() ? 0 : m_lists.back().markerWidth;
        return m_style.scaled(kListIndent) * static_cast<double>(m_lists.size() + m_quotes) + marker;
    }

    QTextCharFormat base() const
    {
        QTextCharFormat format =
            m_leaf == Leaf::Code || m_isFixed > 0 ? m_style.fixed() : m_style.body(m_source.language);
        if (m_quotes > 0 || m_isImage > 0)
            format.setForeground(m_style.colors.dim);
        QFont font = format.font();
        if (m_level > 0) {
            constexpr std::array kSizes{1.35, 1.22, 1.12};
            const double size = m_level <= kSizes.size() ? kSizes.at(m_level - 1) : 1.0;
            if (font.pointSizeF() > 0)
                font.setPointSizeF(font.pointSizeF() * size);
        }
        font.setBold(font.bold() || m_level > 0 || m_isBold > 0);
        font.setItalic(m_isItalic > 0);
        font.setStrikeOut(m_isStruck > 0);
        format.setFont(font);
        return format;
    }

    /// A block of the document, with the marker of an item that begins here.
    void openBlock(double above, const char* text)
    {
        m_isOpen = true;
        takeNumbers(text);
        QString marker;
        for (const Marker& each : std::exchange(m_markers, {})) {
            marker += each.text;
            m_letters += lettersIn(each.text) + (each.isChecked ? 1 : 0);
        }
        if (m_isCounting)
            return;
        const QTextCharFormat format = base();
        if (!m_lists.empty() && !marker.isEmpty())
            m_lists.back().markerWidth = QFontMetricsF(format.font()).horizontalAdvance(marker);
        QTextBlockFormat block = m_block;
        block.setLeftMargin(left());
        block.setTopMargin(m_style.scaled(m_level > 0 ? 8 : !marker.isEmpty() ? 1 : above));
        // Wrapped lines begin where the first one does.
        if (!marker.isEmpty())
            block.setTextIndent(-m_lists.back().markerWidth);
        if (m_leaf == Leaf::Code) {
            block.setTopMargin(0);
            block.setBackground(m_style.colors.card);
            block.setProperty(kCodeBlock, m_code);
        }
        nextBlock(block);
        if (!marker.isEmpty())
            insertVerbatim(m_cursor, marker, format);
    }

    void nextBlock(const QTextBlockFormat& format)
    {
        if (m_isFirst)
            m_cursor.setBlockFormat(format);
        else
            m_cursor.insertBlock(format);
        m_isFirst = false;
    }

    /// A line that ends inside a block: as a block of its own, because lines of the source are blocks.
    void breakLine()
    {
        if (m_isCounting)
            return;
        if (m_leaf == Leaf::Cell) {
            insertOwn(QStringLiteral(" "), base());
            return;
        }
        QTextBlockFormat block = m_cursor.blockFormat();
        block.setTopMargin(0);
        block.setTextIndent(0);
        nextBlock(block);
    }

    void enterCode(const MD_BLOCK_CODE_DETAIL& code)
    {
        constexpr int kMiddle = 128;
        if (!m_markers.empty())
            openBlock(0, nullptr);
        endLeaf();
        m_leaf = Leaf::Code;
        m_line.clear();
        const QString info = toQt(attributeText(code.info));
        m_letters += lettersIn(info);
        if (m_isCounting)
            return;
        m_codeColors.emplace(toQt(attributeText(code.lang)), m_style.colors.card.lightness() < kMiddle);
        if (m_source.isOnPaper)
            return;
        // Its language, and a link that copies it.
        QTextDocument& document = *m_cursor.document();
        m_code = document.property(kCodeBlocks).toInt() + 1;
        document.setProperty(kCodeBlocks, m_code);
        QTextBlockFormat format = m_block;
        format.clearProperty(kSourceText);
        format.setTopMargin(m_style.scaled(4));
        format.setLeftMargin(left());
        format.setBackground(m_style.colors.card);
        nextBlock(format);
        QTextCharFormat dim = m_style.label(m_style.colors.dim, 0.82);
        dim.setProperty(kOwnWords, kLeftOut);
        if (!info.isEmpty())
            insertVerbatim(m_cursor, info + QStringLiteral("   "), dim);
        QTextCharFormat link = m_style.link(QStringLiteral("code/%1").arg(m_code));
        link.setFontPointSize(dim.font().pointSizeF());
        insertVerbatim(m_cursor, MarkdownWords::tr("Copy code"), link);
    }

    /// Without its newline; a line is empty or has several pieces, such as its indentation.
    void writeCodeLine()
    {
        openBlock(0, nullptr);
        QString text;
        for (const Piece& piece : m_line)
            text += toQt(piece.bytes);
        const QTextCharFormat plain = base();
        std::vector<CodeColors::Span> spans;
        if (!m_isCounting)
            spans = m_codeColors->next(text);
        auto span = spans.begin();
        int at = 0;
        for (const Piece& piece : m_line) {
            const QString said = toQt(piece.bytes);
            const char* from = piece.bytes.data();
            for (qsizetype i = 0; i < said.size();) {
                while (span != spans.end() && span->begin + span->length <= at)
                    ++span;
                const bool isIn = span != spans.end() && span->begin <= at;
                const int to = span == spans.end() ? static_cast<int>(text.size())
                               : isIn              ? span->begin + span->length
                                                   : span->begin;
                const QString part = said.mid(i, to - at);
                QTextCharFormat format = plain;
                if (isIn)
                    format.merge(span->format);
                const std::size_t size = fromQt(part).size();
                addPiece({{from, size}, piece.isIn}, format);
                from += size;
                i += part.size();
                at += static_cast<int>(part.size());
            }
        }
        m_line.clear();
    }

    /// The parser gives the indentation of a line of code as spaces. If that is what the white space before
    /// the text stands for, the line has it as it is written, with its tabs.
    void keepTabs(const char* text)
    {
        constexpr std::size_t kTab = 4;
        const char* begin = text;
        while (begin != m_prepared.bytes().data() && (begin[-1] == ' ' || begin[-1] == '\t'))
            --begin;
        const bool isLine = begin == m_prepared.bytes().data() || begin[-1] == '\n';
        const std::string_view written(begin, static_cast<std::size_t>(text - begin));
        std::size_t columns = 0;
        for (const char c : written)
            columns += c == '\t' ? kTab - columns % kTab : 1;
        if (isLine && columns == m_line.front().bytes.size())
            m_line.front() = {written, true};
    }

    void addCode(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const bool isIn = m_prepared.contains(text.data());
            if (isIn && m_line.size() == 1 && !m_line.front().isIn)
                keepTabs(text.data());
            if (end > 0)
                m_line.push_back({text.substr(0, end), isIn});
            if (end == text.size())
                return;
            writeCodeLine();
            text.remove_prefix(end + 1);
        }
    }

    void enterTable(const MD_BLOCK_TABLE_DETAIL& table)
    {
        if (!m_markers.empty())
            openBlock(0, nullptr);
        endLeaf();
        m_row = -1;
        m_isInTable = true;
        const unsigned rows = table.head_row_count + table.body_row_count;
        if (m_isCounting || rows * table.col_count > kMostCells || rows == 0 || table.col_count == 0)
            return;
        if (!m_isFirst)
            m_cursor.insertBlock(m_block);
        QTextTableFormat format;
        format.setCellPadding(m_style.scaled(kCellPadding));
        format.setCellSpacing(0);
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderBrush(m_style.colors.rule);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setLeftMargin(left());
        m_table = m_cursor.insertTable(static_cast<int>(rows), static_cast<int>(table.col_count), format);
    }

    void enterCell(bool isHead, MD_ALIGN align)
    {
        ++m_column;
        m_leaf = Leaf::Cell;
        m_isOpen = true;
        m_isBold = isHead ? 1 : 0;
        if (m_isCounting)
            return;
        if (m_table == nullptr) {
            if (m_column > 0) {
                QTextCharFormat between = m_style.body(m_source.language);
                between.setProperty(kOwnWords, kCopiedAsTab);
                insertVerbatim(m_cursor, QStringLiteral(" │ "), between);
            }
            return;
        }
        QTextBlockFormat block = m_block;
        if (align == MD_ALIGN_RIGHT)
            block.setAlignment(Qt::AlignRight);
        else if (align == MD_ALIGN_CENTER)
            block.setAlignment(Qt::AlignHCenter);
        m_cursor = m_table->cellAt(m_row, m_column).firstCursorPosition();
        m_cursor.setBlockFormat(block);
    }

    void leaveTable()
    {
        if (m_table != nullptr) {
            m_cursor.setPosition(m_table->lastPosition() + 1);
            m_cursor.setBlockFormat(m_block);
            m_isFirst = true;
            m_table = nullptr;
        }
        m_isInTable = false;
        endLeaf();
    }

    void enterSpan(MD_SPANTYPE type, void* detail)
    {
        switch (type) {
        case MD_SPAN_EM:
            ++m_isItalic;
            break;
        case MD_SPAN_STRONG:
            ++m_isBold;
            break;
        case MD_SPAN_DEL:
            ++m_isStruck;
            break;
        case MD_SPAN_CODE:
            ++m_isFixed;
            break;
        case MD_SPAN_A:
            enterLink(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
            break;
        case MD_SPAN_IMG:
            ++m_isImage;
            enterLink(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
            break;
        default:
            break;
        }
    }

    void leaveSpan(MD_SPANTYPE type)
    {
        const auto less = [](int& count) { count = std::max(0, count - 1); };
        switch (type) {
        case MD_SPAN_EM:
            less(m_isItalic);
            break;
        case MD_SPAN_STRONG:
            less(m_isBold);
            break;
        case MD_SPAN_DEL:
            less(m_isStruck);
            break;
        case MD_SPAN_CODE:
            less(m_isFixed);
            break;
        case MD_SPAN_A:
        case MD_SPAN_IMG:
            if (!m_links.empty())
                leaveLink(type == MD_SPAN_IMG);
            if (type == MD_SPAN_IMG)
                less(m_isImage);
            break;
        default:
            break;
        }
    }

    void enterLink(const MD_ATTRIBUTE& address)
    {
        const bool isWritten = address.size > 0 && m_prepared.contains(address.text);
        m_links.push_back({toQt(attributeText(address)),
                           {},
                           isWritten ? std::string_view(address.text, address.size) : std::string_view()});
    }

    /// Whether the address comes after the text, and not from a definition elsewhere: then it is a part of
    /// what is shown.
    bool isHere(const Link& link) const
    {
        constexpr std::ptrdiff_t kSigns = 4;
        if (link.written.empty() || m_lastEnd == nullptr || !m_prepared.contains(m_lastEnd))
            return false;
        const std::ptrdiff_t apart = link.written.data() - m_lastEnd;
        return apart > 0 && apart <= kSigns;
    }

    /// Its address, unless the text is the address.
    void leaveLink(bool isImage)
    {
        const Link link = m_links.back();
        m_links.pop_back();
        if (!m_links.empty())
            m_links.back().text += link.text;
        const bool isSame = link.text == link.address ||
                            QStringLiteral("mailto:") + link.text == link.address ||
                            QStringLiteral("http://") + link.text == link.address;
        const bool isWritten = isHere(link);
        // Nothing is lost if it is written twice and shown once.
        if (isWritten ? isSame : !isSame && !m_addresses.contains(link.address))
            m_letters += lettersIn(link.address);
        m_addresses << link.address;
        const auto insertAddress = [&](const QString& before, const QString& after) {
            insertOwn(before, dim());
            if (isWritten)
                addPiece({link.written, true}, dim());
            else
                insertOwn(link.address, dim());
            insertOwn(after, dim());
        };
        if (isImage) {
            const QStringList words = MarkdownWords::tr("[image %1]").split(QStringLiteral("%1"));
            ensureOpen(nullptr);
            insertAddress((link.text.isEmpty() ? QString() : QStringLiteral(" ")) + words.value(0),
                          words.value(1));
        } else if (!isSame && !link.address.isEmpty()) {
            insertAddress(QStringLiteral(" ("), QStringLiteral(")"));
        }
    }

    QTextCharFormat dim() const
    {
        QTextCharFormat format = base();
        format.setForeground(m_style.colors.dim);
        return format;
    }

    void ensureOpen(const char* text)
    {
        if (!m_isOpen)
            openBlock(4, text);
    }

    void addText(MD_TEXTTYPE type, std::string_view text)
    {
        if (m_leaf == Leaf::Code) {
            addCode(type == MD_TEXT_NULLCHAR ? std::string_view("\xEF\xBF\xBD") : text);
            return;
        }
        const bool isIn = !text.empty() && m_prepared.contains(text.data());
        ensureOpen(isIn ? text.data() : nullptr);
        switch (type) {
        case MD_TEXT_BR:
        case MD_TEXT_SOFTBR:
            breakLine();
            return;
        case MD_TEXT_NULLCHAR:
            addPiece({"\xEF\xBF\xBD", false}, base());
            return;
        case MD_TEXT_ENTITY:
            addEntity(text);
            return;
        default:
            break;
        }
        // A backslash before a sign without a meaning in Markdown belongs to the text, as in JSON.
        if (type == MD_TEXT_NORMAL && isIn && text.data() != m_prepared.bytes().data()) {
            const char* before = text.data() - 1;
            if (*before == '\\' && before != m_lastEnd && m_prepared.source(before) &&
                std::strchr("\"'/:;,=?@^%", text.front()) != nullptr)
                text = {before, text.size() + 1};
        }
        m_lastEnd = text.data() + text.size() - 1;
        // The backslash belongs to the table, also in code.
        if (m_isInTable && m_isFixed > 0) {
            for (std::size_t bar = text.find("\\|"); bar != std::string_view::npos; bar = text.find("\\|")) {
                addPiece({text.substr(0, bar), isIn}, base());
                text.remove_prefix(bar + 1);
            }
        }
        addPiece({text, isIn}, base());
    }

    void addEntity(std::string_view text)
    {
        // The names that people use; others stay as they are written.
        QString shown = entityText(text);
        m_letters += lettersIn(toQt(text));
        if (m_isCounting)
            return;
        if (!m_links.empty())
            m_links.back().text += shown;
        insertAt(shown, base(), text, m_prepared.contains(text.data()));
    }

    static QString entityText(std::string_view text)
    {
        constexpr std::array<std::pair<std::string_view, char16_t>, 8> kNamed{{{"&lt;", u'<'},
                                                                               {"&gt;", u'>'},
                                                                               {"&amp;", u'&'},
                                                                               {"&quot;", u'"'},
                                                                               {"&apos;", u'\''},
                                                                               {"&nbsp;", u'\u00A0'},
                                                                               {"&mdash;", u'—'},
                                                                               {"&hellip;", u'…'}}};
        for (const auto& [name, sign] : kNamed) {
            if (text == name)
                return QChar(sign);
        }
        if (text.starts_with("&#") && text.ends_with(';')) {
            const bool isHex = text.size() > 3 && (text[2] == 'x' || text[2] == 'X');
            bool isNumber = false;
            const QByteArray digits =
                QByteArray::fromStdString(std::string(text)).mid(isHex ? 3 : 2).chopped(1);
            const uint code = digits.toUInt(&isNumber, isHex ? 16 : 10);
            constexpr uint kLast = 0x10FFFF;
            const char32_t sign = code == 0 || code > kLast ? char32_t(QChar::ReplacementCharacter) : code;
            if (isNumber)
                return QString::fromUcs4(&sign, 1);
        }
        // Qt knows the others.
        const QString shown = QTextDocumentFragment::fromHtml(toQt(text)).toPlainText();
        return shown.isEmpty() ? toQt(text) : shown;
    }

    /// Words of the parser or of the program that stand for something in the source.
    void insertOwn(const QString& text, const QTextCharFormat& format)
    {
        if (!m_isCounting)
            insertVerbatim(m_cursor, text, format);
    }

    /// A text as it is written, without what was inserted for the parser.
    void addPiece(Piece piece, const QTextCharFormat& format)
    {
        std::string_view rest = piece.bytes;
        while (!rest.empty()) {
            std::size_t end = 0;
            if (piece.isIn) {
                while (end < rest.size() && m_prepared.source(rest.data() + end))
                    ++end;
            } else {
                end = rest.size();
            }
            if (end > 0)
                addOwnText(rest.substr(0, end), piece.isIn, format);
            rest.remove_prefix(std::min(rest.size(), std::max<std::size_t>(end, 1)));
        }
    }

    void addOwnText(std::string_view bytes, bool isIn, const QTextCharFormat& format)
    {
        QString text = toQt(bytes);
        m_letters += isIn ? lettersIn(text) : 0;
        if (!m_links.empty())
            m_links.back().text += text;
        if (!m_isCounting)
            insertAt(text, format, bytes, isIn);
    }

    void insertAt(QString text, const QTextCharFormat& format, std::string_view bytes, bool isIn)
    {
        if (m_source.showsInvisible)
            text = withInvisibleShown(text);
        // These would begin another block.
        text.replace(QChar::ParagraphSeparator, QChar::LineSeparator);
        text.replace(QLatin1Char('\r'), QChar::LineSeparator);
        QTextBlock block = m_cursor.block();
        const int column = m_cursor.positionInBlock();
        insertVerbatim(m_cursor, text, format);
        if (!isIn)
            return;
        auto* runs = static_cast<SourceRuns*>(block.userData());
        if (runs == nullptr) {
            runs = new SourceRuns;
            block.setUserData(runs);
        }
        const std::size_t first = *m_prepared.source(bytes.data());
        const std::size_t last = *m_prepared.source(bytes.data() + bytes.size() - 1);
        runs->runs.push_back(
            {column, static_cast<int>(text.size()), m_source.offset + first, m_source.offset + last + 1});
    }

    QTextCursor& m_cursor;
    const MarkdownSource& m_source;
    const PreparedText& m_prepared;
    QTextBlockFormat m_block;
    const TranscriptStyle& m_style;
    bool m_isCounting;
    std::vector<List> m_lists;
    /// Of items whose first block is not open yet, from the outermost.
    std::vector<Marker> m_markers;
    std::size_t m_quotes = 0;
    Leaf m_leaf = Leaf::None;
    /// A block is open that takes text.
    bool m_isOpen = false;
    /// The cursor is in an empty block that is to be used.
    bool m_isFirst = true;
    unsigned m_level = 0;
    int m_isBold = 0;
    int m_isItalic = 0;
    int m_isStruck = 0;
    int m_isFixed = 0;
    int m_isImage = 0;
    std::vector<Link> m_links;
    /// Those that were written.
    QSet<QString> m_addresses;
    QTextTable* m_table = nullptr;
    bool m_isInTable = false;
    int m_row = -1;
    int m_column = -1;
    /// The number of the code block that is written.
    int m_code = 0;
    std::optional<CodeColors> m_codeColors;
    /// The line of code that is being read.
    std::vector<Piece> m_line;
    /// The last byte of the text before.
    const char* m_lastEnd = nullptr;
    qsizetype m_letters = 0;
};

/// Collects the code blocks of a text.
struct CodeCollector {
    struct Block {
        std::size_t begin = std::string::npos;
        std::size_t end = 0;
        QString code;
    };

    const PreparedText& prepared;
    std::vector<Block> blocks = {};
    bool isCode = false;
};

} // namespace

QString codeAt(std::string_view markdown, std::size_t byte)
{
    // Reasoning in front is a text of its own.
    constexpr std::string_view kClosing = "</think>";
    if (const std::size_t thought = markdown.rfind(kClosing, byte); thought != std::string_view::npos) {
        markdown.remove_prefix(thought + kClosing.size());
        byte -= thought + kClosing.size();
    }
    const PreparedText prepared(markdown, {});
    CodeCollector found{prepared};
    MD_PARSER parser{};
    parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void*, void* self) {
        auto& collector = *static_cast<CodeCollector*>(self);
        collector.isCode = type == MD_BLOCK_CODE;
        if (collector.isCode)
            collector.blocks.emplace_back();
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE, void*, void* self) {
        static_cast<CodeCollector*>(self)->isCode = false;
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.text = [](MD_TEXTTYPE, const MD_CHAR* text, MD_SIZE size, void* self) {
        auto& collector = *static_cast<CodeCollector*>(self);
        if (!collector.isCode)
            return 0;
        CodeCollector::Block& block = collector.blocks.back();
        const bool isIn = collector.prepared.contains(text);
        if (const auto source = isIn ? collector.prepared.source(text) : std::nullopt) {
            block.begin = std::min(block.begin, *source);
            block.end = *source + size;
        }
        // Indentation comes as spaces.
        const std::size_t line = static_cast<std::size_t>(block.code.lastIndexOf(QLatin1Char('\n')) + 1);
        const QString indent = block.code.mid(static_cast<qsizetype>(line));
        if (isIn && indent.trimmed().isEmpty()) {
            const char* begin = text;
            while (begin != collector.prepared.bytes().data() && (begin[-1] == ' ' || begin[-1] == '\t'))
                --begin;
            if (std::find(begin, text, '\t') != text &&
                (begin == collector.prepared.bytes().data() || begin[-1] == '\n'))
                block.code.replace(static_cast<qsizetype>(line), indent.size(),
                                   toQt({begin, static_cast<std::size_t>(text - begin)}));
        }
        block.code += toQt({text, size});
        return 0;
    };
    const std::string& bytes = prepared.bytes();
    md_parse(bytes.data(), static_cast<MD_SIZE>(bytes.size()), &parser, &found);
    for (CodeCollector::Block& block : found.blocks) {
        if (block.begin <= byte && byte < block.end) {
            // The last line has no line feed in a document either.
            if (block.code.endsWith(QLatin1Char('\n')))
                block.code.chop(1);
            return block.code;
        }
    }
    return {};
}

QString openFence(std::string_view before)
{
    QString open;
    const QString text = toQt(before);
    for (qsizetype begin = 0; begin < text.size();) {
        qsizetype end = text.indexOf(QLatin1Char('\n'), begin);
        // A line that is cut is not known.
        if (end < 0)
            break;
        const QStringView line = QStringView(text).mid(begin, end - begin);
        if (beginsWithFence(line))
            open = open.isEmpty() ? withoutMarkers(line).trimmed().toString() + QLatin1Char('\n') : QString();
        begin = end + 1;
    }
    return open;
}

void writeMarkdown(QTextCursor& cursor, const MarkdownSource& source, const QTextBlockFormat& block,
                   const TranscriptStyle& style)
{
    const PreparedText prepared(source.text, source.openFence);
    MarkdownWriter counting(cursor, source, prepared, block, style, true);
    counting.write();
    const qsizetype shown = counting.lettersShown();
    if (const qsizetype hidden = lettersIn(toQt(source.text)) - shown; hidden > kFewHidden) {
        cursor.setBlockFormat(style.bodyBlock());
        const bool much = hidden > shown;
        QTextCharFormat notice = style.label(much ? style.colors.bad : style.colors.dim, 0.86, much);
        notice.setProperty(kOwnWords, kLeftOut);
        insertVerbatim(
            cursor, MarkdownWords::tr("Markdown hides %Ln character(s)", nullptr, static_cast<int>(hidden)),
            notice);
        cursor.insertBlock(block);
    }
    cursor.setBlockFormat(block);
    MarkdownWriter(cursor, source, prepared, block, style, false).write();
}

} // namespace duologue::ui
