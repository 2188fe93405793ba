// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_marks.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/transcript/shown_text.h"
#include "ui/transcript/transcript_document.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractTextDocumentLayout>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

constexpr int kMarkDelay = 30;
/// Underlining a whole text says no more than underlining its beginning.
constexpr std::size_t kLongestMark = 2'000;

FindingMarks::FindingMarks(TranscriptView& view, Workspace& workspace)
    : QObject(&view), m_view(view), m_workspace(workspace)
{
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kMarkDelay);
    connect(&m_refresh, &QTimer::timeout, this, &FindingMarks::refresh);
    const auto soon = [this] {
        if (!m_words.empty() || m_areMarked)
            m_refresh.start();
    };
    connect(m_view.verticalScrollBar(), &QScrollBar::valueChanged, this, soon);
    connect(m_view.verticalScrollBar(), &QScrollBar::rangeChanged, this, soon);
    connect(&m_view, &TranscriptView::contentChanged, this, &FindingMarks::collect);
    connect(&m_workspace.checks(), &DatasetChecks::changed, this, &FindingMarks::collect);
}

void FindingMarks::collect()
{
    m_words.clear();
    const CheckedSnapshotPtr& checked = m_workspace.checks().checked();
    const auto& record = m_view.shownSource().record;
    if (checked != nullptr && record != nullptr && record->row < checked->snapshot->endRow()) {
        const auto& texts = record->conversation.texts;
        for (const std::uint32_t number : checked->findingsOf(record->row)) {
            for (const FindingMark& mark : checked->run.findings[number].marks) {
                if (mark.text >= texts.size() || mark.end > texts[mark.text].text.size() ||
                    mark.begin >= mark.end)
                    continue;
                const std::string_view text = texts[mark.text].text;
                const std::string_view words =
                    text.substr(mark.begin, std::min<std::size_t>(mark.end - mark.begin, kLongestMark));
                std::size_t before = 0;
                for (std::size_t at = text.find(words); at < mark.begin; at = text.find(words, at + 1))
                    ++before;
                m_words.push_back({mark.text, std::string(words), before});
            }
        }
    }
    if (!m_words.empty() || m_areMarked)
        m_refresh.start();
}

void FindingMarks::refresh()
{
    QList<QTextEdit::ExtraSelection> marks;
    const TranscriptDocument* transcript = m_view.transcript();
    if (transcript != nullptr && !m_words.empty()) {
        const auto [first, end] = m_view.visibleMessages();
        if (first == transcript->firstWritten() && transcript->context() != nullptr)
            mark(marks, textsOf(*transcript->context()));
        for (int message = first; message < end; ++message)
            mark(marks, textsOf(*transcript->table(message)));
        if (end == transcript->endWritten() && transcript->candidates() != nullptr)
            mark(marks, textsOf(*transcript->candidates()));
    }
    if (!marks.isEmpty() || m_areMarked)
        m_view.setFindings(marks);
    m_areMarked = !marks.isEmpty();
}

void FindingMarks::mark(QList<QTextEdit::ExtraSelection>& marks, const std::vector<ShownText>& shown) const
{
    for (const Words& words : m_words) {
        std::size_t left = words.before;
        for (const ShownText& text : shown) {
            if (text.text != words.text)
                continue;
            std::size_t at = text.bytes.find(words.words);
            for (; at != std::string::npos && left > 0; at = text.bytes.find(words.words, at + 1))
                --left;
            if (at == std::string::npos)
                continue;
            PositionCounter positions(text);
            QTextEdit::ExtraSelection mark;
            mark.cursor = QTextCursor(m_view.document());
            mark.cursor.setPosition(positions.at(at));
            mark.cursor.setPosition(positions.at(at + words.words.size()), QTextCursor::KeepAnchor);
            mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
            mark.format.setUnderlineColor(m_view.transcript()->style().colors.bad);
            marks << mark;
            break;
        }
    }
}

/// Longer texts are not aligned.
constexpr std::size_t kLongestAligned = 30'000;

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
    if (transcript == nullptr || transcript->columns().shown.size() != 2 || !transcript->isWritten(message))
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
        const int first = transcript.firstWritten();
        return transcript.messagesWritten() > 0
                   ? std::optional(ReadingPlace::headOf(first, transcript.messageRect(first).top() - y))
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
        return transcript.hasEnd() ? std::optional(transcript.document()->size().height()) : std::nullopt;
    if (place.message >= 0 && !transcript.isWritten(place.message))
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
