// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/shown_text.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/markdown_text.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/transcript_document.h"

#include <QTextBlock>
#include <QTextTable>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace duologue::ui {

namespace {

/// The outermost table at a position; null outside tables.
QTextTable* outerTable(QTextCursor cursor)
{
    QTextTable* outer = nullptr;
    for (QTextFrame* frame = cursor.currentFrame(); frame != nullptr; frame = frame->parentFrame()) {
        if (auto* table = qobject_cast<QTextTable*>(frame))
            outer = table;
    }
    return outer;
}

/// The text that a block shows, or a part of which its caption stands for; -1 for none.
int shownTextOf(const QTextBlock& block)
{
    if (const QVariant source = block.blockFormat().property(kSourceText); source.isValid())
        return source.toInt();
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        if (const QVariant folded = it.fragment().charFormat().property(kFoldedText); folded.isValid())
            return folded.toInt();
    }
    return -1;
}

/// What is copied of one cell.
class CellCopy {
public:
    CellCopy(const TranscriptDocument& transcript, const QTextTable& table, const QTextCursor& piece)
        : m_conversation(transcript.conversation()),
          m_table(table),
          m_begin(piece.selectionStart()),
          m_end(piece.selectionEnd())
    {
    }

    QString text()
    {
        const QTextTableCell cell = m_table.cellAt(m_begin);
        // From the first position of a text in the cell to the one after the last.
        std::map<int, std::pair<int, int>> extents;
        const auto blocks = [&cell](const auto& visit) {
            for (QTextBlock block = cell.firstCursorPosition().block();
                 block.isValid() && block.position() <= cell.lastPosition(); block = block.next())
                visit(block);
        };
        // Texts between whose blocks something else is said, as calls between the pieces of an answer.
        std::set<int> interrupted;
        int before = -1;
        blocks([&](const QTextBlock& block) {
            const int last = block.position() + block.length() - 1;
            const int text = shownTextOf(block);
            if (text < 0 && isOwnLine(block))
                return;
            if (text >= 0 && text != before && extents.contains(text))
                interrupted.insert(text);
            if (text >= 0)
                extents.try_emplace(text, block.position(), last).first->second.second = last;
            before = text;
        });
        blocks([&](const QTextBlock& block) {
            const int text = shownTextOf(block);
            if (block.position() + block.length() <= m_begin || block.position() >= m_end)
                return;
            if (text >= 0 && !interrupted.contains(text) && extents[text].first >= m_begin &&
                extents[text].second <= m_end) {
                if (m_whole.insert(text).second)
                    addLine(block, toQt(m_conversation.texts.at(static_cast<std::size_t>(text)).text));
            } else {
                addShown(block);
            }
        });
        return m_copied;
    }

private:
    /// A line of the program, such as the head of a block of code, or an empty one.
    static bool isOwnLine(const QTextBlock& block)
    {
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            if (it.fragment().charFormat().intProperty(kOwnWords) == 0)
                return false;
        }
        return true;
    }

    void addShown(const QTextBlock& block)
    {
        QString line;
        bool isOwn = false;
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const int begin = std::max(fragment.position(), m_begin);
            const int end = std::min(fragment.position() + fragment.length(), m_end);
            if (begin >= end)
                continue;
            const QTextCharFormat format = fragment.charFormat();
            const int own = format.intProperty(kOwnWords);
            isOwn = isOwn || own == kLeftOut;
            if (own == kCopiedAsTab)
                line += QLatin1Char('\t');
            else if (own == 0)
                line += QStringView(fragment.text()).mid(begin - fragment.position(), end - begin);
            else if (end - begin == fragment.length())
                line += foldedBy(format);
        }
        line.replace(QChar::LineSeparator, QLatin1Char('\n'));
        // Qt has an empty block before each table.
        const QTextTable* next = QTextCursor(block.next()).currentTable();
        const bool isBeforeTable = next != nullptr && next != QTextCursor(block).currentTable() &&
                                   next->parentFrame() == QTextCursor(block).currentFrame();
        if (!line.isEmpty() || (!isOwn && !isBeforeTable))
            addLine(block, line);
    }

    QString foldedBy(const QTextCharFormat& caption) const
    {
        if (const QVariant part = caption.property(kFoldedPart); part.isValid()) {
            const Part& folded = m_conversation.parts.at(part.toUInt());
            return folded.kind == PartKind::Call ? callTextOf(folded).body : toQt(folded.text);
        }
        const QVariant text = caption.property(kFoldedText);
        if (!text.isValid())
            return {};
        const auto begin = static_cast<std::size_t>(caption.intProperty(kFoldedBegin));
        const auto end = static_cast<std::size_t>(caption.intProperty(kFoldedEnd));
        return toQt(m_conversation.texts.at(text.toUInt()).text.substr(begin, end - begin));
    }

    /// Cells of one row of a table inside the text are separated by tabs.
    void addLine(const QTextBlock& block, const QString& line)
    {
        const QTextCursor at(block);
        const QTextTable* table = at.currentTable();
        const int row = table == &m_table || table == nullptr ? -1 : table->cellAt(at).row();
        if (m_hasLine)
            m_copied +=
                table == m_lastTable && row == m_lastRow && row >= 0 ? QLatin1Char('\t') : QLatin1Char('\n');
        m_copied += line;
        m_hasLine = true;
        m_lastTable = table;
        m_lastRow = row;
    }

    const Conversation& m_conversation;
    const QTextTable& m_table;
    const int m_begin;
    const int m_end;
    QString m_copied;
    bool m_hasLine = false;
    const QTextTable* m_lastTable = nullptr;
    int m_lastRow = -1;
    /// Texts that are copied whole.
    std::set<int> m_whole;
};

} // namespace

QString copiedText(const TranscriptDocument& transcript, const QTextCursor& piece)
{
    QTextCursor begin(transcript.document());
    begin.setPosition(piece.selectionStart());
    if (const QTextTable* table = outerTable(begin))
        return CellCopy(transcript, *table, piece).text();
    QString text = piece.selectedText();
    text.replace(QChar::ParagraphSeparator, QLatin1Char('\n'));
    return text.replace(QChar::LineSeparator, QLatin1Char('\n'));
}

ShownText memoOf(const TranscriptDocument& transcript, int message)
{
    ShownText shown;
    const QTextBlock block = transcript.memoBlock(message);
    if (!block.isValid())
        return shown;
    const int caption = block.blockFormat().intProperty(kMemoCaption);
    shown.position = block.position() + caption;
    shown.bytes = fromQt(block.text().mid(caption).replace(QChar(QChar::LineSeparator), QLatin1Char('\n')));
    return shown;
}

std::vector<ShownText> textsOf(const QTextTable& table)
{
    std::vector<ShownText> texts;
    bool joined = false;
    const int last = table.lastPosition();
    for (QTextBlock block = table.firstCursorPosition().block(); block.isValid() && block.position() <= last;
         block = block.next()) {
        const QVariant source = block.blockFormat().property(kSourceText);
        if (!source.isValid()) {
            joined = false;
            continue;
        }
        const std::uint32_t text = source.toUInt();
        if (joined && texts.back().text == text)
            texts.back().bytes += '\n';
        else
            texts.push_back({text, block.position(), {}});
        texts.back().bytes += fromQt(block.text());
        joined = true;
    }
    return texts;
}

std::vector<ShownText> attachmentsIn(const QTextTable& table)
{
    std::vector<ShownText> attachments;
    const int last = table.lastPosition();
    for (QTextBlock block = table.firstCursorPosition().block(); block.isValid() && block.position() <= last;
         block = block.next()) {
        if (block.blockFormat().property(kSourceText).isValid())
            continue;
        bool isOn = false;
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextFragment fragment = it.fragment();
            const bool isOwn = fragment.charFormat().intProperty(kOwnWords) != 0;
            if (!isOwn && !isOn)
                attachments.push_back({0, fragment.position(), {}});
            if (!isOwn)
                attachments.back().bytes +=
                    fromQt(fragment.text().replace(QChar(QChar::LineSeparator), QLatin1Char('\n')));
            isOn = !isOwn;
        }
    }
    return attachments;
}

ShownText columnText(const TranscriptDocument& transcript, int message, int column)
{
    ShownText text;
    const QTextTableCell cell = transcript.cell(message, column);
    text.position = cell.firstPosition();
    for (QTextBlock block = cell.firstCursorPosition().block();
         block.isValid() && block.position() <= cell.lastPosition(); block = block.next()) {
        if (block.position() > text.position)
            text.bytes += '\n';
        text.bytes += fromQt(block.text().replace(QChar(QChar::LineSeparator), QLatin1Char('\n')));
    }
    return text;
}

std::size_t byteAt(const ShownText& text, int position)
{
    PositionCounter counter(text);
    std::size_t byte = 0;
    while (byte < text.bytes.size() && counter.at(byte) < position)
        ++byte;
    return byte;
}

namespace {

/// The number of bytes of the character that begins at a byte.
std::size_t characterSize(std::string_view text, std::size_t byte)
{
    std::size_t size = 1;
    while (byte + size < text.size() && (text[byte + size] & '\xC0') == '\x80')
        ++size;
    return size;
}

/// The number of bytes that QTextCursor::insertText() makes a new block of.
std::size_t breakSize(std::string_view text)
{
    constexpr std::string_view kParagraphSeparator = "\u2029";
    if (text.starts_with("\r\n"))
        return 2;
    if (text.starts_with('\n') || text.starts_with('\r'))
        return 1;
    return text.starts_with(kParagraphSeparator) ? kParagraphSeparator.size() : 0;
}

} // namespace

int SourceMap::unitsIn(std::string_view bytes) const
{
    if (m_showsInvisible)
        return static_cast<int>(withInvisibleShown(toQt(bytes)).size());
    constexpr unsigned char kFourBytes = 0xF0;
    int units = 0;
    for (const char c : bytes) {
        if ((c & '\xC0') != '\x80')
            units += static_cast<unsigned char>(c) >= kFourBytes ? 2 : 1;
    }
    return units;
}

/// The byte after so many units; of a character that they do not reach the end of, its end if it `isWhole`,
/// else its beginning.
std::size_t SourceMap::byteAfter(std::size_t begin, int units, bool isWhole) const
{
    std::size_t byte = begin;
    while (units > 0 && byte < m_text.size()) {
        const std::size_t size = characterSize(m_text, byte);
        units -= unitsIn(m_text.substr(byte, size));
        if (units >= 0 || isWhole)
            byte += size;
    }
    return byte;
}

std::size_t SourceMap::byteIn(const Run& run, int position, bool isWhole) const
{
    const int units = position - run.position;
    if (unitsIn(m_text.substr(run.begin, run.end - run.begin)) != run.length)
        return isWhole ? run.end : run.begin;
    return byteAfter(run.begin, units, isWhole);
}

int SourceMap::positionIn(std::size_t run, std::size_t byte)
{
    const Run& in = m_runs[run];
    if (m_lastRun != run || byte < m_lastByte || m_lastByte < in.begin) {
        m_lastRun = run;
        m_lastByte = in.begin;
        m_lastUnits = 0;
    }
    m_lastUnits += unitsIn(m_text.substr(m_lastByte, byte - m_lastByte));
    m_lastByte = byte;
    return in.position + std::min(in.length, m_lastUnits);
}

void SourceMap::add(const QTextBlock& block)
{
    const auto* const source = static_cast<const SourceRuns*>(block.userData());
    if (source != nullptr)
        m_next = source->asWritten;
    if (source != nullptr && !source->runs.empty()) {
        m_isRendered = true;
        for (const SourceRuns::Run& run : source->runs)
            m_runs.push_back({block.position() + run.column, run.length, run.begin, run.end});
        return;
    }
    if (!m_next)
        return;
    const int length = block.length() - 1;
    const std::size_t end = byteAfter(*m_next, length, true);
    const QString line = toQt(m_text.substr(*m_next, end - *m_next));
    // What cannot be shown is replaced.
    if ((m_showsInvisible ? withInvisibleShown(line) : line).size() != length) {
        m_next.reset();
        return;
    }
    m_runs.push_back({block.position(), length, *m_next, end});
    m_next = end + breakSize(m_text.substr(end));
}

std::optional<std::pair<int, int>> SourceMap::shownRange(std::size_t begin, std::size_t end)
{
    if (m_runs.empty())
        return std::nullopt;
    const auto indexOf = [this](auto run) { return static_cast<std::size_t>(run - m_runs.begin()); };
    const auto first =
        std::ranges::partition_point(m_runs, [begin](const Run& run) { return run.end <= begin; });
    const auto last =
        std::partition_point(first, m_runs.end(), [end](const Run& run) { return run.begin < end; });
    if (first != last) {
        const int from = positionIn(indexOf(first), std::max(begin, first->begin));
        return std::pair(from, positionIn(indexOf(last - 1), std::min(end, (last - 1)->end)));
    }
    const int place = first == m_runs.begin() ? first->position : (first - 1)->position + (first - 1)->length;
    return std::pair(place, place);
}

std::optional<std::pair<std::size_t, std::size_t>> SourceMap::sourceRange(int begin, int end) const
{
    auto first = std::ranges::partition_point(
        m_runs, [begin](const Run& run) { return run.position + run.length <= begin; });
    auto last =
        std::partition_point(first, m_runs.end(), [end](const Run& run) { return run.position < end; });
    // Empty lines at either end.
    while (first != last && first->length == 0)
        ++first;
    while (first != last && (last - 1)->length == 0)
        --last;
    if (first == last)
        return std::nullopt;
    const Run& final = *(last - 1);
    const std::size_t from = begin <= first->position ? first->begin : byteIn(*first, begin, false);
    const std::size_t to = end >= final.position + final.length ? final.end : byteIn(final, end, true);
    return std::pair(from, to);
}

SourceMap sourceMapOf(const TranscriptDocument& transcript, std::uint32_t text)
{
    SourceMap map(transcript.conversation().texts.at(text).text, transcript.mode().invisible);
    const QTextTable* const table = transcript.locate(text).table;
    if (table == nullptr)
        return map;
    const int last = table->lastPosition();
    for (QTextBlock block = table->firstCursorPosition().block(); block.isValid() && block.position() <= last;
         block = block.next()) {
        const QVariant source = block.blockFormat().property(kSourceText);
        if (source.isValid() && source.toUInt() == text)
            map.add(block);
        else
            map.interrupt();
    }
    return map;
}

} // namespace duologue::ui
