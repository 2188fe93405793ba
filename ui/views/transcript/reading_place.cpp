// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/reading_place.h"

#include "ui/views/document/transcript_document.h"
#include "ui/work/qt_text.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

int lettersIn(QStringView text)
{
    return static_cast<int>(
        std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber(); }));
}

/// The index into Conversation::texts, -1 for the program's own words.
int textOf(const QTextBlock& block)
{
    const QVariant source = block.blockFormat().property(kSourceText);
    return source.isValid() ? source.toInt() : -1;
}

/// The table of a text, null if it is not written.
const QTextTable* tableOf(const TranscriptDocument& transcript, int text)
{
    return transcript.locate(static_cast<std::uint32_t>(text)).table;
}

/// Calls `visit(block)` for the blocks of a text in order until it returns true.
template<typename Visit>
void forEachBlock(const QTextTable& table, int text, const Visit& visit)
{
    const int last = table.lastPosition();
    for (QTextBlock block = table.firstCursorPosition().block(); block.isValid() && block.position() <= last;
         block = block.next()) {
        if (textOf(block) == text && visit(block))
            return;
    }
}

/// The top of the line that contains a position.
double lineTop(const TranscriptDocument& transcript, const QTextBlock& block, int position)
{
    const double top = transcript.document()->documentLayout()->blockBoundingRect(block).top();
    const QTextLine line = block.layout()->lineForTextPosition(position - block.position());
    return line.isValid() ? top + line.y() : top;
}

/// The first position of the line that contains a position.
int lineBegin(const QTextBlock& block, int position)
{
    const QTextLine line = block.layout()->lineForTextPosition(position - block.position());
    return line.isValid() ? block.position() + line.textStart() : position;
}

ReadingPlace placeIn(const TranscriptDocument& transcript, int message, int position, double y)
{
    const QTextBlock block = transcript.document()->findBlock(position);
    ReadingPlace place = ReadingPlace::headOf(message, lineTop(transcript, block, position) - y);
    place.text = textOf(block);
    const QTextTable* table = place.text < 0 ? nullptr : tableOf(transcript, place.text);
    if (table == nullptr)
        return place;
    const int begin = lineBegin(block, position);
    int all = 0;
    forEachBlock(*table, place.text, [&](const QTextBlock& each) {
        const QString text = each.text();
        if (each == block)
            place.letters = all + lettersIn(QStringView(text).left(begin - each.position()));
        all += lettersIn(text);
        return false;
    });
    place.share = all > 0 ? static_cast<double>(place.letters) / all : 0;
    return place;
}

/// The position after so many letters of a text, or its end.
int positionAfter(const QTextTable& table, int text, int letters)
{
    int position = -1;
    forEachBlock(table, text, [&](const QTextBlock& block) {
        const QString shown = block.text();
        const int here = lettersIn(shown);
        position = block.position();
        if (here <= letters) {
            letters -= here;
            position += static_cast<int>(shown.size());
            return false;
        }
        for (const QChar c : shown) {
            if (c.isLetterOrNumber() && letters-- == 0)
                return true;
            ++position;
        }
        return true;
    });
    return position;
}

/// The text that a message shows in its first column, -1 for none.
int shownTextOf(const TranscriptDocument& transcript, int message)
{
    const QTextTable* table = transcript.table(message);
    for (QTextBlock block = table->firstCursorPosition().block();
         block.isValid() && block.position() <= table->lastPosition(); block = block.next()) {
        if (textOf(block) >= 0)
            return textOf(block);
    }
    return -1;
}

} // namespace

ReadingPlace placeAfter(std::string_view before, std::uint32_t text, int message, double top)
{
    ReadingPlace place = ReadingPlace::headOf(message, top);
    place.text = static_cast<int>(text);
    place.letters = lettersIn(toQt(before));
    return place;
}

std::optional<ReadingPlace> placeAt(const TranscriptDocument& transcript, double y)
{
    const QAbstractTextDocumentLayout* layout = transcript.document()->documentLayout();
    const double middle = transcript.document()->pageSize().width() / 2;
    const auto hit = [&](double x) { return layout->hitTest(QPointF(x, y), Qt::FuzzyHit); };
    const int position = hit(middle);
    if (position < 0)
        return std::nullopt;
    const int message = transcript.messageAt(position);
    if (message < 0) {
        if (textOf(transcript.document()->findBlock(position)) >= 0)
            return placeIn(transcript, -1, position, y);
        return transcript.messagesWritten() > 0
                   ? std::optional(ReadingPlace::headOf(0, transcript.messageRect(0).top() - y))
                   : std::nullopt;
    }
    std::optional<ReadingPlace> nearest;
    for (int column = 0; column < static_cast<int>(transcript.columns().shown.size()); ++column) {
        const QRectF text = transcript.textRect(message, column);
        const int inColumn = hit(text.left() + 1);
        // The shorter column may have ended above.
        if (y < text.top() || transcript.messageAt(inColumn) != message ||
            textOf(transcript.document()->findBlock(inColumn)) < 0)
            continue;
        const ReadingPlace place = placeIn(transcript, message, inColumn, y);
        if (!nearest || std::abs(place.top) < std::abs(nearest->top))
            nearest = place;
    }
    return nearest ? nearest : ReadingPlace::headOf(message, transcript.messageRect(message).top() - y);
}

std::optional<double> scrollPositionOf(const TranscriptDocument& transcript, const ReadingPlace& place)
{
    if (place.isEnd)
        return transcript.isComplete() ? std::optional(transcript.document()->size().height()) : std::nullopt;
    if (place.message >= transcript.messagesWritten())
        return std::nullopt;
    if (place.text < 0)
        return transcript.messageRect(place.message).top() - place.top;
    int text = place.text;
    const QTextTable* table = tableOf(transcript, text);
    int position = table == nullptr ? -1 : positionAfter(*table, text, place.letters);
    if (position < 0 && place.message >= 0) {
        text = shownTextOf(transcript, place.message);
        table = text < 0 ? nullptr : transcript.table(place.message);
        int all = 0;
        if (table != nullptr)
            forEachBlock(*table, text, [&](const QTextBlock& block) {
                all += lettersIn(block.text());
                return false;
            });
        position = table == nullptr
                       ? -1
                       : positionAfter(*table, text, static_cast<int>(std::lround(place.share * all)));
    }
    if (position < 0)
        return place.message >= 0 ? std::optional(transcript.messageRect(place.message).top() - place.top)
                                  : std::nullopt;
    return lineTop(transcript, transcript.document()->findBlock(position), position) - place.top;
}

} // namespace duologue::ui
