// SPDX-License-Identifier: GPL-3.0-or-later
// How a reader walks through the differences of candidates.
#include "ui/views/transcript/transcript_actions.h"

#include <QTextBlock>

namespace duologue::ui {

namespace {

/// The characters of a difference in every candidate that has them.
std::vector<QTextCursor> placesOf(const TranscriptDocument& transcript, int difference)
{
    std::vector<QTextCursor> places;
    const QTextTable* table = transcript.candidates();
    QTextBlock block = table->firstCursorPosition().block();
    for (; block.isValid() && block.position() <= table->lastPosition(); block = block.next()) {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const QVariant number = fragment.charFormat().property(kDifference);
            if (!number.isValid() || number.toInt() != difference)
                continue;
            QTextCursor cursor(block);
            cursor.setPosition(fragment.position());
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            places.push_back(cursor);
        }
    }
    return places;
}

} // namespace

void TranscriptActions::stepDifference(int by)
{
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript == nullptr || transcript->candidates() == nullptr || !transcript->differences())
        return;
    const int count = transcript->differences()->count;
    if (count == 0 || !transcript->mode().differences)
        return;
    if (m_difference < 0 || m_difference >= count)
        m_difference = by > 0 ? -1 : 0;
    m_difference = (m_difference + by + count) % count;
    const auto places = placesOf(*transcript, m_difference);
    if (places.empty())
        return;
    QList<QTextEdit::ExtraSelection> marks;
    for (const QTextCursor& place : places) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = place;
        mark.format.setBackground(transcript->style().colors.foundHere);
        mark.format.setForeground(transcript->style().colors.text);
        marks << mark;
    }
    m_view.setHighlights(marks);
    m_view.showPosition(places.front().selectionStart());
}

} // namespace duologue::ui
