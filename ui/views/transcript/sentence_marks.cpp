// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/sentence_marks.h"

#include "ui/views/transcript/transcript_view.h"

#include <QTextCursor>
#include <algorithm>

namespace duologue::ui {

namespace {

/// Longer texts are not aligned.
constexpr std::size_t kLongestAligned = 30'000;

} // namespace

SentenceMarks::SentenceMarks(TranscriptView& view) : QObject(&view), m_view(view)
{
    connect(&view, &TranscriptView::contentChanged, this, [this] {
        m_task.cancel();
        m_message = -1;
        clear();
    });
}

void SentenceMarks::follow(const QPoint& point)
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || transcript->columns().shown.size() != 2)
        return;
    const int position = m_view.cursorForPosition(point).position();
    const int message = transcript->messageAt(position);
    const int column = transcript->columnAt(position);
    const bool isOnText = column >= 0 && m_view.textRect(message, column).contains(point);
    if (!isOnText) {
        clear();
        return;
    }
    m_position = position;
    m_column = column;
    m_step = 0;
    if (message != m_message)
        align(message);
    else if (!m_task.isRunning())
        markUnder(position, column);
}

void SentenceMarks::step(int by)
{
    const TranscriptDocument* transcript = m_view.transcript();
    const int message = m_view.currentMessage();
    if (transcript == nullptr || transcript->columns().shown.size() != 2 || message < 0 ||
        message >= transcript->messagesWritten())
        return;
    m_position = -1;
    m_step = by;
    if (message != m_message) {
        align(message);
        return;
    }
    const int count = static_cast<int>(m_pairs.size());
    if (m_task.isRunning() || count == 0)
        return;
    const int from = m_marked < 0 ? (by > 0 ? -1 : 0) : m_marked;
    mark((from + by + count) % count);
    m_view.showPosition(
        PositionCounter(m_texts[0]).at(m_pairs[static_cast<std::size_t>(m_marked)].firstBegin));
}

void SentenceMarks::align(int message)
{
    clear();
    m_message = message;
    m_pairs.clear();
    for (const int column : {0, 1})
        m_texts.at(static_cast<std::size_t>(column)) = columnText(*m_view.transcript(), message, column);
    if (m_texts[0].bytes.size() > kLongestAligned || m_texts[1].bytes.size() > kLongestAligned)
        return;
    m_task.run([first = m_texts[0].bytes,
                second = m_texts[1].bytes](const Job&) { return Aligned{alignSentences(first, second)}; },
               [this](Aligned aligned) {
                   std::ranges::copy_if(
                       aligned.pairs, std::back_inserter(m_pairs),
                       [](const SentencePair& pair) { return pair.certainty >= kSureOfPair; });
                   if (m_step != 0)
                       step(m_step);
                   else if (m_position >= 0)
                       markUnder(m_position, m_column);
               });
}

void SentenceMarks::markUnder(int position, int column)
{
    const std::size_t byte = byteAt(m_texts.at(static_cast<std::size_t>(column)), position);
    const auto found = std::ranges::find_if(m_pairs, [&](const SentencePair& pair) {
        return column == 0 ? pair.firstBegin <= byte && byte < pair.firstEnd
                           : pair.secondBegin <= byte && byte < pair.secondEnd;
    });
    if (found == m_pairs.end())
        clear();
    else
        mark(static_cast<int>(found - m_pairs.begin()));
}

void SentenceMarks::mark(int pair)
{
    if (pair == m_marked)
        return;
    m_marked = pair;
    const SentencePair& shown = m_pairs[static_cast<std::size_t>(pair)];
    QList<QTextEdit::ExtraSelection> marks;
    const auto add = [&](const ShownText& text, std::size_t begin, std::size_t end) {
        PositionCounter positions(text);
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_view.document());
        mark.cursor.setPosition(positions.at(begin));
        mark.cursor.setPosition(positions.at(end), QTextCursor::KeepAnchor);
        mark.format.setBackground(m_view.transcript()->style().colors.difference);
        marks << mark;
    };
    add(m_texts[0], shown.firstBegin, shown.firstEnd);
    add(m_texts[1], shown.secondBegin, shown.secondEnd);
    m_view.setSentences(marks);
}

void SentenceMarks::clear()
{
    if (m_marked >= 0)
        m_view.setSentences({});
    m_marked = -1;
}

std::array<QString, 2> SentenceMarks::marked() const
{
    if (m_marked < 0)
        return {};
    const SentencePair& pair = m_pairs[static_cast<std::size_t>(m_marked)];
    return {toQt(m_texts[0].bytes.substr(pair.firstBegin, pair.firstEnd - pair.firstBegin)),
            toQt(m_texts[1].bytes.substr(pair.secondBegin, pair.secondEnd - pair.secondBegin))};
}

} // namespace duologue::ui
