// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/raw/raw_find.h"

#include "ui/views/raw/raw_view.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

namespace {

/// More than anybody steps through; a record that is laid out has at most a megabyte.
constexpr std::size_t kMostRawHits = 5'000;

} // namespace

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

} // namespace duologue::ui
