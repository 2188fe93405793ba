// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/transcript_marks.h"
#include "core/marks/span.h"
#include "core/util/language.h"
#include "ui/app/mark_words.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/transcript/shown_text.h"
#include "ui/transcript/transcript_document.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <QTextTable>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

struct TranscriptMarksWords {
    Q_DECLARE_TR_FUNCTIONS(TranscriptMarks)
};

/// What readers say of a record or of parts of it that this reader is to see.
std::vector<const MarkAnswers*> shownMarks(const DatasetMarks& marks, Row row)
{
    std::vector<const MarkAnswers*> shown = marks.of(row);
    if (marks.isBlindFor(row))
        std::erase_if(shown, [&](const MarkAnswers* each) { return each->by != marks.reader(); });
    return shown;
}

} // namespace

std::map<int, QStringList> markedMessages(const DatasetMarks& marks, Row row)
{
    std::map<int, QStringList> marked;
    for (const MarkAnswers* each : shownMarks(marks, row)) {
        if (each->on.message == 0 || each->on.span || each->on.call != 0 || each->on.candidate != 0)
            continue;
        const auto verdict = each->answers.find(std::string(mark_keys::kVerdict));
        QString sign;
        if (verdict != each->answers.end())
            sign = answerWords(marks.scheme(), verdict->first, verdict->second.value);
        else if (each->answers.contains(std::string(mark_keys::kNote)))
            sign = markQuestionTitle(mark_keys::kNote);
        else if (!markWords(marks.scheme(), *each).isEmpty())
            sign = TranscriptMarksWords::tr("marked");
        QStringList& signs = marked[static_cast<int>(each->on.message) - 1];
        if (!sign.isEmpty() && !signs.contains(sign))
            signs << sign;
    }
    std::erase_if(marked, [](const auto& each) { return each.second.isEmpty(); });
    return marked;
}

constexpr int kUnderlineDelay = 30;
/// Underlining a whole text says no more than underlining its beginning.
constexpr std::size_t kLongestFinding = 2'000;

TextUnderlines::TextUnderlines(TranscriptView& view, Workspace& workspace)
    : QObject(&view), m_view(view), m_workspace(workspace)
{
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kUnderlineDelay);
    connect(&m_refresh, &QTimer::timeout, this, &TextUnderlines::refresh);
    const auto soon = [this] {
        if (!m_underlines.empty() || m_areShown)
            m_refresh.start();
    };
    connect(m_view.verticalScrollBar(), &QScrollBar::valueChanged, this, soon);
    connect(m_view.verticalScrollBar(), &QScrollBar::rangeChanged, this, soon);
    connect(&m_view, &TranscriptView::contentChanged, this, &TextUnderlines::collect);
    connect(&m_workspace.checks(), &DatasetChecks::changed, this, &TextUnderlines::collect);
    connect(&m_workspace.marks(), &DatasetMarks::changed, this, &TextUnderlines::collect);
    m_view.viewport()->installEventFilter(this);
}

void TextUnderlines::collect()
{
    m_underlines.clear();
    if (const DecodedRecordPtr& record = m_view.shownSource().record; record != nullptr) {
        collectFindings(*record);
        // A sample is a record of another dataset.
        if (m_view.part() != TranscriptView::Part::Sample)
            collectMarks(*record);
    }
    if (!m_underlines.empty() || m_areShown)
        m_refresh.start();
}

void TextUnderlines::collectFindings(const DecodedRecord& record)
{
    const CheckedSnapshotPtr& checked = m_workspace.checks().checked();
    if (checked == nullptr || record.row >= checked->snapshot->endRow())
        return;
    const auto& texts = record.conversation.texts;
    for (const std::uint32_t number : checked->findingsOf(record.row)) {
        for (const FindingMark& mark : checked->run.findings[number].marks) {
            if (mark.text < texts.size() && mark.end <= texts[mark.text].text.size() && mark.begin < mark.end)
                m_underlines.push_back({mark.text,
                                        mark.begin,
                                        std::min<std::size_t>(mark.end, mark.begin + kLongestFinding),
                                        {}});
        }
    }
}

void TextUnderlines::collectMarks(const DecodedRecord& record)
{
    const DatasetMarks& marks = m_workspace.marks();
    for (const MarkAnswers* each : shownMarks(marks, record.row)) {
        const MarkTarget& on = each->on;
        if (!on.span || on.message == 0 || on.message > record.conversation.messages.size() || on.call != 0 ||
            on.candidate != 0)
            continue;
        const QString words = markWords(marks.scheme(), *each);
        if (words.isEmpty())
            continue;
        const QString said = TranscriptMarksWords::tr("%1: %2").arg(toQt(each->by), words);
        addSpan(record.conversation, on, false, said);
        if (on.otherSpan)
            addSpan(record.conversation, on, true, said);
    }
}

/// A span is in the text of its side, the span that goes with it in another one. Where no text is of that
/// language, it may have been guessed otherwise.
void TextUnderlines::addSpan(const Conversation& conversation, const MarkTarget& on, bool isOther,
                             const QString& said)
{
    const std::optional<Language> side = languageOfCode(on.side);
    const Slice texts = conversation.messages[on.message - 1].texts;
    const auto isOfSide = [&](const Text& text) {
        return side && (text.language == *side || (isChinese(text.language) && isChinese(*side)));
    };
    const bool hasSide = std::ranges::any_of(conversation.textsOf(texts), isOfSide);
    std::optional<Underline> best;
    for (std::uint32_t i = texts.begin; i < texts.end; ++i) {
        const Text& text = conversation.texts[i];
        if (text.earlier || (hasSide && isOfSide(text) == isOther))
            continue;
        const auto found = findSpan(text.text, isOther ? *on.otherSpan : *on.span);
        if (found && found->beginByte < found->endByte && (!best || found->isExact))
            best = {i, found->beginByte, found->endByte, said};
        if (found && found->isExact)
            break;
    }
    if (best)
        m_underlines.push_back(*std::move(best));
}

namespace {

/// Words of a text where it is not shown as it is written, such as JSON that is indented: found again by
/// their number among equal ones.
std::optional<std::pair<int, int>> rangeOfWords(const QTextTable& table, std::uint32_t index,
                                                std::string_view text, std::size_t begin, std::size_t end)
{
    const std::string_view words = text.substr(begin, end - begin);
    std::size_t before = 0;
    for (std::size_t at = text.find(words); at < begin; at = text.find(words, at + 1))
        ++before;
    for (const ShownText& shown : textsOf(table)) {
        if (shown.text != index)
            continue;
        std::size_t at = shown.bytes.find(words);
        for (; at != std::string::npos && before > 0; at = shown.bytes.find(words, at + 1))
            --before;
        if (at == std::string::npos)
            continue;
        PositionCounter positions(shown);
        const int from = positions.at(at);
        return std::pair(from, positions.at(at + words.size()));
    }
    return std::nullopt;
}

} // namespace

void TextUnderlines::refresh()
{
    QList<QTextEdit::ExtraSelection> shown;
    m_tips.clear();
    const TranscriptDocument* transcript = m_view.transcript();
    std::map<std::uint32_t, SourceMap> maps;
    const auto [first, end] =
        m_underlines.empty() || transcript == nullptr ? std::pair(0, 0) : m_view.visibleMessages();
    for (const Underline& each : m_underlines) {
        if (transcript == nullptr)
            break;
        const TextLocation place = transcript->locate(each.text);
        const bool isVisible = place.message >= 0 ? first <= place.message && place.message < end
                               : place.table == transcript->context() ? first == transcript->firstWritten()
                                                                      : end == transcript->endWritten();
        if (place.table == nullptr || !isVisible)
            continue;
        auto map = maps.find(each.text);
        if (map == maps.end())
            map = maps.emplace(each.text, sourceMapOf(*transcript, each.text)).first;
        auto range = map->second.shownRange(each.begin, each.end);
        if (!range)
            range = rangeOfWords(*place.table, each.text, transcript->conversation().texts[each.text].text,
                                 each.begin, each.end);
        if (!range || range->first >= range->second)
            continue;
        const bool isMark = !each.said.isEmpty();
        const ReadingColors& colors = transcript->style().colors;
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(m_view.document());
        line.cursor.setPosition(range->first);
        line.cursor.setPosition(range->second, QTextCursor::KeepAnchor);
        line.format.setUnderlineStyle(isMark ? QTextCharFormat::DashUnderline
                                             : QTextCharFormat::WaveUnderline);
        line.format.setUnderlineColor(isMark ? colors.marked : colors.bad);
        shown << line;
        if (isMark)
            m_tips.push_back({line.cursor, each.said});
    }
    if (!shown.isEmpty() || m_areShown)
        m_view.setFindings(shown);
    m_areShown = !shown.isEmpty();
}

QString TextUnderlines::toolTipAt(const QPoint& point) const
{
    if (m_tips.empty() || m_view.transcript() == nullptr)
        return {};
    const QPointF place(point.x(), point.y() + m_view.verticalScrollBar()->value());
    const int position = m_view.document()->documentLayout()->hitTest(place, Qt::ExactHit);
    QString tips;
    for (const Tip& tip : m_tips) {
        if (position >= tip.words.selectionStart() && position <= tip.words.selectionEnd())
            tips += asToolTip(tip.said);
    }
    return tips;
}

bool TextUnderlines::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QObject::eventFilter(watched, event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    const QString tip = toolTipAt(help.pos());
    if (tip.isEmpty())
        return QObject::eventFilter(watched, event);
    QToolTip::showText(help.globalPos(), tip, m_view.viewport());
    return true;
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
