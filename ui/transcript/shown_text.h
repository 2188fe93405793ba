// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

class QString;
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

} // namespace duologue::ui
