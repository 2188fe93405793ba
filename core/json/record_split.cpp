// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/record_split.h"

#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/util/simd.h"
#include "core/util/text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace duologue {

namespace {

/// Longer white space before a record is not taken for indentation.
constexpr std::size_t kLongestIndent = 64;

/// The index of the first quote or backslash from `at` on. Compares eight bytes at a time, because most of a
/// chat record is text.
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

/// One bit for each of 64 bytes: which of these characters it is.
struct BlockMasks {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t slashes = 0;
    std::uint64_t opening = 0;
    std::uint64_t closing = 0;

    explicit BlockMasks(const char* bytes)
    {
        for (std::size_t at = 0; at < kMaskBytes; at += kLanes) {
            const ByteLanes lanes = lanesAt(bytes + at);
            // The two kinds of brackets differ in this bit alone.
            const ByteLanes brackets = lanes | 0x20;
            quotes |= laneBits(static_cast<ByteLanes>(lanes == '"')) << at;
            backslashes |= laneBits(static_cast<ByteLanes>(lanes == '\\')) << at;
            slashes |= laneBits(static_cast<ByteLanes>(lanes == '/')) << at;
            opening |= laneBits(static_cast<ByteLanes>(brackets == '{')) << at;
            closing |= laneBits(static_cast<ByteLanes>(brackets == '}')) << at;
        }
    }
};

/// The bytes that a backslash escapes. `carry` is 1 if the first byte is escaped by the block before, and is
/// set for the next block. This is simdjson's algorithm: the subtraction carries through each run of
/// backslashes, so that runs that begin at even and at odd positions can be told apart by their ends.
std::uint64_t escapedBytes(std::uint64_t backslashes, std::uint64_t& carry)
{
    constexpr std::uint64_t kOddBits = 0xAAAA'AAAA'AAAA'AAAAU;
    if (backslashes == 0)
        return std::exchange(carry, 0);
    const std::uint64_t active = backslashes & ~carry;
    const std::uint64_t maybeEscaped = active << 1U;
    const std::uint64_t codes = ((maybeEscaped | kOddBits) - active) ^ kOddBits;
    const std::uint64_t escaped = codes ^ (backslashes | carry);
    carry = (codes & backslashes) >> 63U;
    return escaped;
}

/// The position of the bracket that closes the outermost of `depth` open ones; none if it is not in this
/// block.
std::optional<std::size_t> closingBracket(std::uint64_t opening, std::uint64_t closing, std::uint64_t depth)
{
    for (std::uint64_t left = opening | closing; left != 0; left &= left - 1) {
        const auto at = static_cast<std::size_t>(std::countr_zero(left));
        depth = (opening >> at & 1U) != 0 ? depth + 1 : depth - 1;
        if (depth == 0)
            return at;
    }
    return std::nullopt;
}

} // namespace

ValueSplitter::ValueSplitter(RecordLayout layout, std::uint64_t firstOffset)
    : m_layout(layout), m_offset(firstOffset), m_indentKnown(layout == RecordLayout::Values)
{
}

ValueSplitter ValueSplitter::resumedAt(std::uint64_t offset) const
{
    ValueSplitter resumed = *this;
    resumed.m_offset = offset;
    resumed.m_depth = 0;
    resumed.m_inRecord = resumed.m_inString = resumed.m_escaped = resumed.m_closed = false;
    resumed.m_comment = Comment::None;
    resumed.m_markBytes = 0;
    // No comma is known to be missing here.
    resumed.m_comma = true;
    resumed.m_commaOffset = offset;
    resumed.m_afterEnd.reset();
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

/// Whether the character belongs to the beginning of a comment. Outside of strings, a slash has no other use.
bool ValueSplitter::beginsComment(char c, std::uint64_t at)
{
    if (m_comment == Comment::Slash && (c == '/' || c == '*')) {
        m_comment = c == '/' ? Comment::Line : Comment::Block;
        if (!m_firstComment && !m_inRecord)
            m_firstComment = at - 1;
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

/// Skips what may be between records and returns where the next record, or a comment, begins.
std::size_t ValueSplitter::betweenRecords(std::string_view bytes, std::size_t at, std::uint64_t base)
{
    for (; at < bytes.size(); ++at) {
        const char c = bytes[at];
        if (c == kMarkOfUtf8[m_markBytes]) {
            m_markBytes = (m_markBytes + 1) % kMarkOfUtf8.size();
            continue;
        }
        if (m_markBytes > 0) {
            beginAtPartOfMark(base + at);
            return at;
        }
        if (c == kRecordSeparator)
            continue;
        if (!m_indentKnown)
            noteIndent(c);
        if (isBlank(c))
            continue;
        if (m_closed && !m_afterEnd && c == '[' && m_layout == RecordLayout::Elements) {
            openNextList(base + at);
            continue;
        }
        if (m_closed && !m_afterEnd && c != '/')
            m_afterEnd = base + at;
        if (isEnclosed()) {
            const bool isList = m_layout == RecordLayout::Elements;
            if (!m_opened && c == (isList ? '[' : '{')) {
                m_opened = true;
                continue;
            }
            // The real end of the list, which seemed to have ended before.
            if (c == (isList ? ']' : '}') && (!m_closed || m_afterEnd)) {
                m_closed = true;
                if (!m_strayComma && m_comma)
                    m_strayComma = m_commaOffset;
                continue;
            }
        }
        if (c != ',')
            break;
        const bool belongs = isEnclosed() && m_anyRecord && !m_comma;
        if (!m_strayComma && !belongs)
            m_strayComma = base + at;
        m_comma = true;
        m_commaOffset = base + at;
    }
    return at;
}

/// What seemed to be a byte order mark before `at` begins a record: text, mostly.
void ValueSplitter::beginAtPartOfMark(std::uint64_t at)
{
    at -= std::exchange(m_markBytes, 0);
    if (m_closed && !m_afterEnd)
        m_afterEnd = at;
    begin(at, kMarkOfUtf8.front());
}

void ValueSplitter::openNextList(std::uint64_t at)
{
    m_nextList = m_nextList.value_or(at);
    m_closed = m_comma = m_anyRecord = false;
}

/// Called for bytes between records, until a record begins a line.
void ValueSplitter::noteIndent(char c)
{
    if (c == '\n') {
        m_indent.clear();
        m_beginsLine = true;
    } else if (!isBlank(c)) {
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
    if (!m_missingComma && isEnclosed() && m_anyRecord && !m_comma && !m_closed && !bracketTooMany)
        m_missingComma = at;
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
        if (m_inRecord && m_depth > 0 && m_comment == Comment::None && bytes.size() - at >= kMaskBytes) {
            at = insideByBlocks(bytes, at, base, record);
            if (at == bytes.size())
                break;
        }
        if (m_inString) {
            at = insideString(bytes, at);
            // The name of a member is followed by its value.
            if (!m_inString && m_depth == 0 && m_layout != RecordLayout::Members)
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
        if ((c == '/' || slashBefore) && beginsComment(c, base + at)) {
            ++at;
            continue;
        }
        // A slash that begins no comment belongs to a broken record.
        if (!m_inRecord)
            begin(base + at - (slashBefore ? 1 : 0), c);
        at = insideRecord(bytes, at, base, record);
    }
    m_offset = base + bytes.size();
}

/// Follows a record through whole blocks, up to its end or to a block with a slash or a backslash outside of
/// strings. The slower steps take over there.
std::size_t ValueSplitter::insideByBlocks(std::string_view bytes, std::size_t at, std::uint64_t base,
                                          const RecordHandler& record)
{
    std::uint64_t escaped = m_escaped ? 1 : 0;
    std::uint64_t inString = m_inString ? ~std::uint64_t{0} : 0;
    for (; bytes.size() - at >= kMaskBytes; at += kMaskBytes) {
        const BlockMasks block(bytes.data() + at);
        std::uint64_t nextEscaped = escaped;
        const std::uint64_t quotes = block.quotes & ~escapedBytes(block.backslashes, nextEscaped);
        const std::uint64_t texts = prefixXor(quotes) ^ inString;
        if (((block.slashes | block.backslashes) & ~texts) != 0)
            break;
        const std::uint64_t opening = block.opening & ~texts;
        const std::uint64_t closing = block.closing & ~texts;
        const auto closed = static_cast<std::uint64_t>(std::popcount(closing));
        if (closed >= m_depth) {
            if (const auto last = closingBracket(opening, closing, m_depth)) {
                m_inString = m_escaped = false;
                end(base + at + *last + 1, record);
                return at + *last + 1;
            }
        }
        m_depth += static_cast<std::uint64_t>(std::popcount(opening)) - closed;
        escaped = nextEscaped;
        inString = (texts >> 63U) != 0 ? ~std::uint64_t{0} : 0;
    }
    m_inString = inString != 0;
    m_escaped = escaped != 0;
    return at;
}

/// One character of a record, outside of its strings.
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
            // A bare value ends before the bracket that closes its list.
            end(base + at, record);
            return at;
        }
        if (m_depth <= 1)
            end(base + at + 1, record);
        else
            --m_depth;
    } else if (m_depth == 0 && (c == ',' || (isBlank(c) && m_layout != RecordLayout::Members))) {
        end(base + at, record);
        return at;
    }
    return at + 1;
}

void ValueSplitter::finish(const RecordHandler& record)
{
    if (m_markBytes > 0)
        beginAtPartOfMark(m_offset);
    if (m_inRecord && m_depth == 0 && !m_inString)
        end(m_offset, record);
}

std::size_t skipMarks(std::string_view bytes)
{
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t length = isBlank(bytes[at]) || bytes[at] == ',' ? 1 : markLength(bytes.substr(at));
        if (length == 0)
            break;
        at += length;
    }
    return at;
}

void splitLines(std::string_view bytes, std::uint64_t offset, const RecordHandler& record)
{
    std::size_t at = 0;
    while (at < bytes.size()) {
        const std::size_t newline = std::min(bytes.find('\n', at), bytes.size());
        std::size_t begin = at;
        std::size_t end = newline;
        for (std::size_t mark = 1; mark > 0 && begin < end; begin += mark)
            mark = isBlank(bytes[begin]) ? 1 : markLength(bytes.substr(begin, end - begin));
        while (end > begin && isBlank(bytes[end - 1]))
            --end;
        if (begin < end)
            record(offset + begin, offset + end);
        at = newline + 1;
    }
}

namespace {

/// The end of the first value of a text, and the beginning of the second one.
struct FirstValue {
    bool ended = false;
    std::size_t end = 0;
    /// npos if there is no second value.
    std::size_t next = std::string_view::npos;
};

FirstValue firstValue(std::string_view text)
{
    FirstValue first;
    constexpr std::size_t kPiece = std::size_t{64} << 10U;
    ValueSplitter splitter(RecordLayout::Values);
    for (std::size_t at = 0; at < text.size() && first.next == std::string_view::npos; at += kPiece) {
        splitter.feed(text.substr(at, kPiece), [&](std::uint64_t begin, std::uint64_t end) {
            if (!first.ended) {
                first.ended = true;
                first.end = static_cast<std::size_t>(end);
            } else if (first.next == std::string_view::npos) {
                first.next = static_cast<std::size_t>(begin);
            }
        });
        if (first.ended && first.next == std::string_view::npos && splitter.inRecord())
            first.next = static_cast<std::size_t>(splitter.openBegin());
    }
    return first;
}

bool isOneValue(std::string_view line)
{
    const FirstValue first = firstValue(line);
    return first.ended && first.end == line.size();
}

/// Whether most lines after a first one that is no whole value are records. Then the first one is a broken
/// record. Inside of a record that spans several lines, an object on a line of its own is followed by a
/// comma.
bool restIsLines(std::string_view text)
{
    constexpr std::size_t kLinesToSee = 16;
    std::size_t seen = 0;
    std::size_t records = 0;
    for (std::size_t at = text.find('\n'); at != std::string_view::npos && seen < kLinesToSee;) {
        const std::size_t end = text.find('\n', at + 1);
        const std::string_view line = text.substr(at + 1, end == std::string_view::npos ? end : end - at - 1);
        at = end;
        if (trimmed(line).empty())
            continue;
        ++seen;
        records += line.starts_with('{') && isOneValue(trimmed(line)) ? 1 : 0;
    }
    return records * 2 > seen;
}

/// Whether the text is lines of JSON although its first line does not begin like a record: a remark, a line
/// of a log, or a value of another kind.
bool isLinesAfterOtherLine(std::string_view text)
{
    constexpr int kOtherLines = 16;
    for (int i = 0; i < kOtherLines; ++i) {
        const std::size_t lineEnd = text.find('\n');
        if (lineEnd == std::string_view::npos)
            return false;
        if (text.substr(lineEnd + 1).starts_with('{'))
            return restIsLines(text);
        text.remove_prefix(lineEnd + 1);
    }
    return false;
}

/// Whether the text begins with a line in brackets that holds no records: names of columns, the time of a
/// log.
bool isOtherList(std::string_view text, const FirstValue& first)
{
    if (!first.ended)
        return false;
    const char element = text[1 + skipBlank(text.substr(1))];
    return element != '{' && element != '[' && first.end <= text.find('\n');
}

/// Whether there are several lines, and each of the first ones is a JSON value.
bool areValuesOnLines(std::string_view text)
{
    constexpr std::size_t kLinesToSee = 16;
    std::size_t seen = 0;
    while (seen < kLinesToSee && !text.empty()) {
        const std::size_t lineEnd = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, lineEnd));
        const bool isLast = lineEnd == text.size();
        text.remove_prefix(std::min(lineEnd + 1, text.size()));
        if (line.empty())
            continue;
        // The last one may be cut off.
        if (diagnoseJson(line) && !(isLast && seen > 0))
            return false;
        ++seen;
    }
    return seen > 1;
}

} // namespace

std::size_t byteOrderMarkLength(std::string_view bytes)
{
    return bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::size_t skipBlank(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size()) {
        if (const std::size_t mark = isBlank(text[at]) ? 1 : markLength(text.substr(at)); mark > 0) {
            at += mark;
            continue;
        }
        const std::size_t end = commentEnd(text, at);
        if (end == at || end == std::string_view::npos)
            break;
        at = end;
    }
    return at;
}

std::optional<RecordLayout> layoutOf(std::string_view head, bool whole)
{
    head.remove_prefix(byteOrderMarkLength(head));
    const std::size_t begin = skipBlank(head);
    if (begin == head.size())
        return std::nullopt;
    head.remove_prefix(begin);
    if (head.front() != '[' && head.front() != '{') {
        const bool areLines = isLinesAfterOtherLine(head) || areValuesOnLines(head);
        return areLines ? std::optional(RecordLayout::Lines) : std::nullopt;
    }

    const FirstValue first = firstValue(head);
    const bool onlyOne = first.ended && first.next == std::string_view::npos;
    if (head.front() == '[') {
        // The first line is a record that is a list, whole or broken. A list that goes on has its first
        // record on a line that ends with a comma.
        const std::string_view firstLine = trimmed(head.substr(0, head.find('\n')));
        const std::string_view text = trimmed(head);
        const std::string_view lastLine = text.substr(text.rfind('\n') + 1);
        const bool endsList = whole && text.ends_with(']') && !isOneValue(lastLine);
        const bool isRecord = firstLine.size() > 1 && !firstLine.ends_with(',') && !endsList;
        if ((isRecord || isOtherList(head, first)) && restIsLines(head))
            return RecordLayout::Lines;
        // Lists one after another are records. Anything else after a list is a mistake in it. A list that
        // ends with a bracket of another kind, or is followed by a comma, has one closing bracket too many.
        if (!first.ended || onlyOne || head[first.next] != '[' || head[first.end - 1] != ']' ||
            head.substr(first.end, first.next - first.end).find(',') != std::string_view::npos)
            return RecordLayout::Elements;
    } else if (onlyOne && whole) {
        return RecordLayout::Single;
    }
    if (first.next != std::string_view::npos && head[first.next] == '{' &&
        head.substr(first.end, first.next - first.end).find('\n') == std::string_view::npos)
        return RecordLayout::Values;
    // A line break inside the first value means that records are not one a line.
    const bool severalLines =
        head.substr(0, first.ended ? first.end : head.size()).find('\n') != std::string_view::npos;
    return severalLines && !restIsLines(head) ? RecordLayout::Values : RecordLayout::Lines;
}

} // namespace duologue
