// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// How the records of a file are written.
enum class RecordLayout : std::uint8_t {
    /// The file is one record.
    Single,
    /// One record on each line.
    Lines,
    /// The elements of one array.
    Elements,
    /// Values one after another, on any number of lines.
    Values,
    /// The members of one object, each with its name: `"7": {…}`.
    Members,
};

/// Called with the offsets in the file at which a record begins and ends.
using RecordHandler = std::function<void(std::uint64_t begin, std::uint64_t end)>;

/// A byte order mark, as editors write it at the beginning of a file, and what RFC 7464 has before a record.
inline constexpr std::string_view kMarkOfUtf8 = "\xEF\xBB\xBF";
inline constexpr char kRecordSeparator = '\x1E';

/// Finds the records of a file of Elements, Values or Members, which it gets piece by piece. It follows
/// strings and brackets and checks nothing else, so a broken record is passed on as it is, and the time is
/// linear in the number of bytes. Comments ("//" and "/* */") outside of strings are skipped.
class ValueSplitter {
public:
    explicit ValueSplitter(RecordLayout layout, std::uint64_t firstOffset = 0);

    /// Takes the bytes that follow those of the last call.
    void feed(std::string_view bytes, const RecordHandler& record);
    /// Called at the end of the file: a bare value that reaches up to it is a record.
    void finish(const RecordHandler& record);

    /// The beginning of the record that has not ended yet, else the end of the bytes so far.
    std::uint64_t openBegin() const
    {
        // A slash at the end may begin a comment or a broken record, and so may a part of a byte order mark.
        return m_inRecord ? m_begin : m_comment == Comment::Slash ? m_offset - 1 : m_offset - m_markBytes;
    }
    bool inRecord() const { return m_inRecord; }
    /// For Elements: the array was closed.
    bool closed() const { return m_closed; }
    /// For Elements: the beginning of another array after the first one; its elements are records, too.
    std::optional<std::uint64_t> nextList() const { return m_nextList; }
    /// For Elements: the first offset after the closed array that is not blank, if there is one.
    std::optional<std::uint64_t> afterEnd() const { return m_afterEnd; }

    /// How the first record of the file began its line: a line break, its indentation and its bracket. A line
    /// that begins so probably begins another record. Empty if the first record did not begin a line.
    std::string recordLine() const { return m_indentKnown ? "\n" + m_indent + "{" : std::string(); }
    /// The end of the bytes so far.
    std::uint64_t offset() const { return m_offset; }
    /// This splitter, but between two records at `offset`, even if it is inside of one there.
    ValueSplitter resumedAt(std::uint64_t offset) const;

    /// The first offset between records so far of something that strict JSON does not allow there. A missing
    /// comma has the offset of the record after it.
    std::optional<std::uint64_t> strayComma() const { return m_strayComma; }
    std::optional<std::uint64_t> missingComma() const { return m_missingComma; }
    std::optional<std::uint64_t> comment() const { return m_firstComment; }

private:
    bool isEnclosed() const
    {
        return m_layout == RecordLayout::Elements || m_layout == RecordLayout::Members;
    }
    std::size_t insideByBlocks(std::string_view bytes, std::size_t at, std::uint64_t base,
                               const RecordHandler& record);
    std::size_t insideString(std::string_view bytes, std::size_t at);
    std::size_t insideComment(std::string_view bytes, std::size_t at);
    bool beginsComment(char c, std::uint64_t at);
    std::size_t betweenRecords(std::string_view bytes, std::size_t at, std::uint64_t base);
    void beginAtPartOfMark(std::uint64_t at);
    void openNextList(std::uint64_t at);
    void noteIndent(char c);
    void begin(std::uint64_t at, char c);
    std::size_t insideRecord(std::string_view bytes, std::size_t at, std::uint64_t base,
                             const RecordHandler& record);
    void end(std::uint64_t at, const RecordHandler& record);

    RecordLayout m_layout;
    std::uint64_t m_offset;
    std::uint64_t m_begin = 0;
    /// Open brackets of the record.
    std::uint64_t m_depth = 0;
    bool m_inRecord = false;
    bool m_inString = false;
    bool m_escaped = false;
    bool m_opened = false;
    bool m_closed = false;
    std::optional<std::uint64_t> m_afterEnd;
    std::optional<std::uint64_t> m_nextList;

    /// The white space before a record on its line; known after the first record that begins a line.
    std::string m_indent;
    bool m_beginsLine = false;
    bool m_indentKnown = false;

    /// How many bytes of a byte order mark there were last, between records.
    std::size_t m_markBytes = 0;

    enum class Comment : std::uint8_t { None, Slash, Line, Block, BlockStar };
    Comment m_comment = Comment::None;
    /// There was a comma since the last record.
    bool m_comma = false;
    /// The offset of the last comma.
    std::uint64_t m_commaOffset = 0;
    bool m_anyRecord = false;
    std::optional<std::uint64_t> m_strayComma;
    std::optional<std::uint64_t> m_missingComma;
    std::optional<std::uint64_t> m_firstComment;
};

/// Whether the byte at `at` follows a byte order mark.
inline bool followsByteOrderMark(std::string_view bytes, std::size_t at)
{
    return at > 0 && bytes[at - 1] == kMarkOfUtf8.back() && bytes.substr(0, at).ends_with(kMarkOfUtf8);
}

/// The length of a byte order mark or a record separator (RFC 7464) at the front; 0 for anything else.
inline std::size_t markLength(std::string_view bytes)
{
    if (bytes.front() == kRecordSeparator)
        return 1;
    return bytes.starts_with(kMarkOfUtf8) ? kMarkOfUtf8.size() : 0;
}

/// The length of what may stand before a record and means nothing: white space, commas, byte order marks of
/// files that were joined, and the record separators of RFC 7464.
std::size_t skipMarks(std::string_view bytes);

/// Calls record() for each line of `bytes` that is not blank, without white space at its ends and without
/// marks of files that were joined, or of RFC 7464, at its beginning. `offset` is that of the first byte.
void splitLines(std::string_view bytes, std::uint64_t offset, const RecordHandler& record);

/// Length of a UTF-8 byte order mark at the front, 0 or 3.
std::size_t byteOrderMarkLength(std::string_view bytes);

/// The offset after leading white space and comments; the end if there is nothing else.
std::size_t skipBlank(std::string_view text);

/// The layout of a file that begins with `head`; `whole` if that is all of it. Comments before the first
/// record are skipped, and so is a first line that is broken, or no JSON, if the next ones are records. None
/// if the file does not begin like JSON.
std::optional<RecordLayout> layoutOf(std::string_view head, bool whole);

} // namespace duologue
