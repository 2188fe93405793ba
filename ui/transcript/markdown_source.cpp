// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/text.h"
#include "ui/transcript/markdown_text.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <array>
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

} // namespace

PreparedText::PreparedText(std::string_view text, const QString& before)
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

} // namespace duologue::ui
