// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/record_split.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace duologue {

namespace {

/// More in front of a line is no indentation.
constexpr std::size_t kLongestIndent = 64;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Index of the first quote or backslash at or behind `at`: eight bytes at a time, because most of a chat
/// record is text.
std::size_t findQuoteOrEscape(std::string_view bytes, std::size_t at)
{
    constexpr std::uint64_t kLow = 0x0101'0101'0101'0101U;
    constexpr std::uint64_t kHigh = 0x8080'8080'8080'8080U;
    constexpr std::uint64_t kQuotes = kLow * '"';
    constexpr std::uint64_t kEscapes = kLow * '\\';
    if constexpr (std::endian::native == std::endian::little) {
        while (at + 8 <= bytes.size()) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, 8);
            const std::uint64_t quotes = word ^ kQuotes;
            const std::uint64_t escapes = word ^ kEscapes;
            const std::uint64_t hits = (((quotes - kLow) & ~quotes) | ((escapes - kLow) & ~escapes)) & kHigh;
            if (hits != 0)
                return at + static_cast<std::size_t>(std::countr_zero(hits)) / 8;
            at += 8;
        }
    }
    while (at < bytes.size() && bytes[at] != '"' && bytes[at] != '\\')
        ++at;
    return at;
}

} // namespace

ValueSplitter::ValueSplitter(RecordLayout layout, std::uint64_t firstOffset)
    : m_layout(layout), m_offset(firstOffset), m_indentKnown(layout == RecordLayout::Values)
{
}

std::size_t ValueSplitter::findRecordLine(std::string_view bytes, std::size_t from) const
{
    if (!m_indentKnown)
        return std::string_view::npos;
    const std::string line = "\n" + m_indent + "{";
    const std::size_t found = bytes.find(line, from - std::min(from, line.size() - 1));
    return found == std::string_view::npos ? found : found + line.size() - 1;
}

ValueSplitter ValueSplitter::resumedAt(std::uint64_t offset) const
{
    ValueSplitter resumed = *this;
    resumed.m_offset = offset;
    resumed.m_depth = 0;
    resumed.m_inRecord = resumed.m_inString = resumed.m_escaped = resumed.m_closed = false;
    resumed.m_comment = Comment::None;
    // What stood here is not known to be missing.
    resumed.m_comma = true;
    resumed.m_behindEnd.reset();
    return resumed;
}

std::size_t ValueSplitter::insideString(std::string_view bytes, std::size_t at)
{
    while (at < bytes.size()) {
        if (m_escaped) {
            m_escaped = false;
            ++at;
            continue;
        }
        at = findQuoteOrEscape(bytes, at);
        if (at == bytes.size())
            break;
        if (bytes[at++] == '"') {
            m_inString = false;
            break;
        }
        m_escaped = true;
    }
    return at;
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
std::size_t ValueSplitter::betweenRecords(std::string_view bytes, std::size_t at, std::uint64_t base)
{
    for (; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (!m_indentKnown)
            noteIndent(c);
        if (isSpace(c))
            continue;
        if (m_closed && !m_behindEnd && c != '/')
            m_behindEnd = base + at;
        if (m_layout == RecordLayout::Elements) {
            if (!m_opened && c == '[') {
                m_opened = true;
                continue;
            }
            // The list's own end, where it seemed to have ended before.
            if (c == ']' && (!m_closed || m_behindEnd)) {
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

/// Between records, until one has begun its line.
void ValueSplitter::noteIndent(char c)
{
    if (c == '\n') {
        m_indent.clear();
        m_beginsLine = true;
    } else if (!isSpace(c)) {
        m_indentKnown = m_beginsLine && c == '{';
        m_beginsLine = false;
    } else if (m_indent.size() < kLongestIndent) {
        m_indent += c;
    } else {
        m_beginsLine = false;
    }
}

void ValueSplitter::begin(std::uint64_t at, char c)
{
    const bool bracketTooMany = c == '}' || c == ']';
    m_missingCommas = m_missingCommas || (m_layout == RecordLayout::Elements && m_anyRecord && !m_comma &&
                                          !m_closed && !bracketTooMany);
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
            at = insideString(bytes, at);
            if (!m_inString && m_depth == 0)
                end(base + at, record);
            continue;
        }
        if (m_comment > Comment::Slash) {
            at = insideComment(bytes, at);
            continue;
        }
        if (!m_inRecord && m_comment == Comment::None) {
            at = betweenRecords(bytes, at, base);
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
            begin(base + at - (slashBefore ? 1 : 0), c);
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
