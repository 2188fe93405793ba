// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/document/cjk_emphasis.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace duologue::ui {

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

} // namespace duologue::ui
