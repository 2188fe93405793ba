// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/record_split.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace duologue {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// More in front of a line is no indentation.
constexpr std::size_t kLongestIndent = 64;

/// Index of the first quote, backslash or line break at or behind `at`: eight bytes at a time, because most
/// of a chat record is text.
std::size_t findTextEvent(std::string_view bytes, std::size_t at)
{
    constexpr std::uint64_t kLow = 0x0101'0101'0101'0101U;
    constexpr std::uint64_t kHigh = 0x8080'8080'8080'8080U;
    constexpr std::uint64_t kQuotes = kLow * '"';
    constexpr std::uint64_t kEscapes = kLow * '\\';
    constexpr std::uint64_t kBreaks = kLow * '\n';
    if constexpr (std::endian::native == std::endian::little) {
        while (at + 8 <= bytes.size()) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, 8);
            const std::uint64_t quotes = word ^ kQuotes;
            const std::uint64_t escapes = word ^ kEscapes;
            const std::uint64_t breaks = word ^ kBreaks;
            const std::uint64_t hits =
                (((quotes - kLow) & ~quotes) | ((escapes - kLow) & ~escapes) | ((breaks - kLow) & ~breaks)) &
                kHigh;
            if (hits != 0)
                return at + static_cast<std::size_t>(std::countr_zero(hits)) / 8;
            at += 8;
        }
    }
    while (at < bytes.size() && bytes[at] != '"' && bytes[at] != '\\' && bytes[at] != '\n')
        ++at;
    return at;
}

} // namespace

ValueSplitter::ValueSplitter(RecordLayout layout, std::uint64_t firstOffset)
    : m_layout(layout), m_offset(firstOffset), m_beginsLine(layout == RecordLayout::Values)
{
}

std::size_t ValueSplitter::insideString(std::string_view bytes, std::size_t at, std::uint64_t base,
                                        const RecordHandler& record)
{
    while (at < bytes.size()) {
        if (m_matched && beginsElement(bytes[at])) {
            end(m_lineBreak, record);
            m_comma = true;
            begin(m_lineBreak + 1 + m_indent.size());
            m_depth = 1;
            m_inString = m_escaped = false;
            break;
        }
        if (m_matched && bytes[at] != '\n') {
            // Still on the line that may begin an element: one character after another.
            if (!m_escaped && bytes[at] == '"') {
                m_inString = false;
                m_matched.reset();
                return at + 1;
            }
            m_escaped = !m_escaped && bytes[at] == '\\';
            ++at;
            continue;
        }
        if (m_escaped) {
            m_escaped = false;
            ++at;
            continue;
        }
        at = findTextEvent(bytes, at);
        if (at == bytes.size())
            break;
        const char c = bytes[at++];
        if (c == '"') {
            m_inString = false;
            break;
        }
        m_escaped = c == '\\';
        if (c == '\n' && m_beginsLine) {
            m_matched = 0;
            m_lineBreak = base + at - 1;
        }
    }
    return at;
}

bool ValueSplitter::beginsElement(char c)
{
    const std::size_t seen = (*m_matched)++;
    if (seen < m_indent.size() ? c == m_indent[seen] : seen == m_indent.size() && c == '{')
        return false;
    m_matched.reset();
    return seen == m_indent.size() + 1 && (c == '"' || c == '\n' || c == '\r');
}

/// True where the character belongs to a comment's beginning: a slash stands nowhere else outside of texts.
bool ValueSplitter::beginsComment(char c)
{
    if (m_comment == Comment::Slash && (c == '/' || c == '*')) {
        m_comment = c == '/' ? Comment::Line : Comment::Block;
        m_comments = m_comments || !m_inRecord;
        return true;
    }
    m_comment = c == '/' ? Comment::Slash : Comment::None;
    return c == '/';
}

std::size_t ValueSplitter::insideComment(std::string_view bytes, std::size_t at)
{
    if (m_comment == Comment::Line) {
        at = std::min(bytes.find('\n', at), bytes.size());
        if (at < bytes.size())
            m_comment = Comment::None;
        return at;
    }
    while (at < bytes.size()) {
        const char c = bytes[at++];
        if (c == '/' && m_comment == Comment::BlockStar) {
            m_comment = Comment::None;
            break;
        }
        m_comment = c == '*' ? Comment::BlockStar : Comment::Block;
    }
    return at;
}

/// Skips what may stand between records and returns where the next one, or a comment, begins.
std::size_t ValueSplitter::betweenRecords(std::string_view bytes, std::size_t at)
{
    for (; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (!m_anyRecord)
            noteIndent(c);
        if (isSpace(c))
            continue;
        if (m_layout == RecordLayout::Elements) {
            if (!m_opened && c == '[') {
                m_opened = true;
                continue;
            }
            if (c == ']' && !m_closed) {
                m_closed = true;
                m_strayCommas = m_strayCommas || m_comma;
                continue;
            }
        }
        if (c != ',')
            break;
        const bool belongs = m_layout == RecordLayout::Elements && m_anyRecord && !m_comma;
        m_strayCommas = m_strayCommas || !belongs;
        m_comma = true;
    }
    return at;
}

/// Between the list's bracket and its first element.
void ValueSplitter::noteIndent(char c)
{
    if (c == '\n') {
        m_indent.clear();
        m_beginsLine = true;
    } else if (!isSpace(c)) {
        m_beginsLine = m_beginsLine && c == '{';
    } else if (m_indent.size() < kLongestIndent) {
        m_indent += c;
    } else {
        m_beginsLine = false;
    }
}

void ValueSplitter::begin(std::uint64_t at)
{
    m_missingCommas =
        m_missingCommas || (m_layout == RecordLayout::Elements && m_anyRecord && !m_comma && !m_closed);
    m_anyRecord = true;
    m_comma = false;
    m_inRecord = true;
    m_begin = at;
    m_depth = 0;
}

void ValueSplitter::end(std::uint64_t at, const RecordHandler& record)
{
    m_inRecord = false;
    record(m_begin, at);
}

void ValueSplitter::feed(std::string_view bytes, const RecordHandler& record)
{
    const std::uint64_t base = m_offset;
    std::size_t at = 0;
    while (at < bytes.size()) {
        if (m_inString) {
            at = insideString(bytes, at, base, record);
            if (!m_inString && m_depth == 0)
                end(base + at, record);
            continue;
        }
        if (m_comment > Comment::Slash) {
            at = insideComment(bytes, at);
            continue;
        }
        if (!m_inRecord && m_comment == Comment::None) {
            at = betweenRecords(bytes, at);
            if (at == bytes.size())
                break;
        }
        const char c = bytes[at];
        const bool slashBefore = m_comment == Comment::Slash;
        if ((c == '/' || slashBefore) && beginsComment(c)) {
            ++at;
            continue;
        }
        // A slash that begins no comment is part of something broken.
        if (!m_inRecord)
            begin(base + at - (slashBefore ? 1 : 0));
        at = insideRecord(bytes, at, base, record);
    }
    m_offset = base + bytes.size();
}

/// One character of a record, outside of its texts.
std::size_t ValueSplitter::insideRecord(std::string_view bytes, std::size_t at, std::uint64_t base,
                                        const RecordHandler& record)
{
    const char c = bytes[at];
    if (c == '"') {
        m_inString = true;
    } else if (c == '{' || c == '[') {
        ++m_depth;
    } else if (c == '}' || c == ']') {
        if (m_depth == 0 && m_begin != base + at) {
            // A bare value ends before the bracket that closes what it stands in.
            end(base + at, record);
            return at;
        }
        if (m_depth <= 1)
            end(base + at + 1, record);
        else
            --m_depth;
    } else if (m_depth == 0 && (c == ',' || isSpace(c))) {
        end(base + at, record);
        return at;
    }
    return at + 1;
}

void ValueSplitter::finish(const RecordHandler& record)
{
    if (m_inRecord && m_depth == 0 && !m_inString)
        end(m_offset, record);
}

void splitLines(std::string_view bytes, std::uint64_t offset, const RecordHandler& record)
{
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t newline = std::min(bytes.find('\n', at), bytes.size());
        std::size_t begin = at;
        std::size_t end = newline;
        while (begin < end && isSpace(bytes[begin]))
            ++begin;
        while (end > begin && isSpace(bytes[end - 1]))
            --end;
        if (begin < end)
            record(offset + begin, offset + end);
        at = newline + 1;
    }
}

} // namespace duologue
