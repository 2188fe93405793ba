// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class QString;
class QTextBlock;
class QTextCursor;
class QTextTable;

namespace duologue::ui {

class TranscriptDocument;

/// The blocks of one text or memo as one UTF-8 string.
struct ShownText {
    std::uint32_t text = 0;
    int position = 0;
    std::string bytes;
};

/// The memo of a written message; empty if it has none.
ShownText memoOf(const TranscriptDocument& transcript, int message);

/// The texts of a table, in the order of the document.
std::vector<ShownText> textsOf(const QTextTable& table);

/// What the data says in blocks of a message that belong to none of its texts: tool calls, reasoning and
/// other attachments.
std::vector<ShownText> attachmentsIn(const QTextTable& table);

/// The texts of a column of a message as one.
ShownText columnText(const TranscriptDocument& transcript, int message, int column);

/// What a selection inside one cell or block stands for in the data: of a text that is selected whole, its
/// source; of others what is shown, without the program's own words, with what a caption folds away, and with
/// tabs between the cells of a table.
QString copiedText(const TranscriptDocument& transcript, const QTextCursor& piece);

/// Converts bytes of a shown text to positions in the document, in ascending order.
class PositionCounter {
public:
    explicit PositionCounter(const ShownText& text) : m_bytes(text.bytes), m_position(text.position) {}

    int at(std::size_t byte)
    {
        constexpr unsigned kTailMask = 0xC0;
        constexpr unsigned kTail = 0x80;
        constexpr unsigned kFourBytes = 0xF0;
        for (; m_at < byte && m_at < m_bytes.size(); ++m_at) {
            const auto c = static_cast<unsigned char>(m_bytes[m_at]);
            if ((c & kTailMask) != kTail)
                m_position += c >= kFourBytes ? 2 : 1;
        }
        return m_position;
    }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
    int m_position;
};

/// The byte of a shown text at a position of the document; its size if the position is after it.
std::size_t byteAt(const ShownText& text, int position);

/// Which characters of a document show which bytes of a text of the conversation: made once, it finds places
/// by binary search. Valid until the document or the conversation changes.
class SourceMap {
public:
    /// Characters in a row. Where their number is not that of the source, as for "&amp;", they are one unit.
    struct Run {
        /// In the document, in code units.
        int position = 0;
        int length = 0;
        /// In the text, in bytes.
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    SourceMap(std::string_view text, bool showsInvisible) : m_text(text), m_showsInvisible(showsInvisible) {}

    /// The next block of the text in the document.
    void add(const QTextBlock& block);
    /// What follows in the document is not known to be where the text goes on.
    void interrupt() { m_next.reset(); }

    /// Nothing of the text is shown, or not as it is written, such as JSON that is indented.
    bool isEmpty() const { return m_runs.empty(); }
    /// Markdown is rendered.
    bool isRendered() const { return m_isRendered; }
    /// In order, both in the document and in the text.
    const std::vector<Run>& runs() const { return m_runs; }
    /// From the first position to the one after the last of what is shown of a part of the text, in bytes. If
    /// all of it is hidden, both are the place where it would be. Null if the map is empty.
    std::optional<std::pair<int, int>> shownRange(std::size_t begin, std::size_t end);
    /// The bytes of the text that positions of the document show, with what Markdown hides between them: from
    /// the first one that is shown there to the one after the last. Null if none are.
    std::optional<std::pair<std::size_t, std::size_t>> sourceRange(int begin, int end) const;

private:
    int unitsIn(std::string_view bytes) const;
    std::size_t byteAfter(std::size_t begin, int units, bool isWhole) const;
    std::size_t byteIn(const Run& run, int position, bool isWhole) const;
    int positionIn(std::size_t run, std::size_t byte);

    std::string_view m_text;
    bool m_showsInvisible;
    bool m_isRendered = false;
    std::vector<Run> m_runs;
    /// Where the next block of a text that is shown as it is written begins.
    std::optional<std::size_t> m_next;
    /// The last byte of a run that was converted and its units: mostly, the next one follows soon.
    std::size_t m_lastRun = 0;
    std::size_t m_lastByte = 0;
    int m_lastUnits = 0;
};

/// Empty if the text is not written.
SourceMap sourceMapOf(const TranscriptDocument& transcript, std::uint32_t text);

} // namespace duologue::ui
