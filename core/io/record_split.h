// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

/// How the records of a file stand in it.
enum class RecordLayout : std::uint8_t {
    /// The file is one record.
    Single,
    /// One record a line.
    Lines,
    /// The elements of one array.
    Elements,
    /// Values one after another, on as many lines as they like.
    Values,
};

/// Begin and end of a record, as offsets in the file.
using RecordHandler = std::function<void(std::uint64_t begin, std::uint64_t end)>;

/// Finds the records of a file of Elements or Values that is handed to it piece by piece, in time that
/// depends on the bytes alone, whatever they are: it follows strings and brackets and judges nothing else, so
/// a broken record comes out as it stands. Comments ("//" and "/* */") outside of texts are passed over.
class ValueSplitter {
public:
    explicit ValueSplitter(RecordLayout layout, std::uint64_t firstOffset = 0);

    /// The bytes that follow those of the call before.
    void feed(std::string_view bytes, const RecordHandler& record);
    /// The end of the file: a bare value that reaches up to it is a record.
    void finish(const RecordHandler& record);

    /// Where a record has begun that has not ended yet, else where reading stands.
    std::uint64_t openBegin() const
    {
        // A slash at the end may begin a comment, or something broken.
        return m_inRecord ? m_begin : m_comment == Comment::Slash ? m_offset - 1 : m_offset;
    }
    bool inRecord() const { return m_inRecord; }
    /// Elements only: the array was closed.
    bool closed() const { return m_closed; }
    /// Elements only: where another array begins behind the first one, whose elements are records, too.
    std::optional<std::uint64_t> nextList() const { return m_nextList; }
    /// Elements only: where something stands behind the closed array; none where nothing does.
    std::optional<std::uint64_t> behindEnd() const { return m_behindEnd; }

    /// Where a line begins that looks like another record of a file whose records begin lines of their own,
    /// each as the first one does: its bracket's place in `bytes`, at `from` or behind it; npos.
    std::size_t findRecordLine(std::string_view bytes, std::size_t from) const;
    /// The same splitter between two records at `offset`, whatever it has taken for a record there.
    ValueSplitter resumedAt(std::uint64_t offset) const;

    /// Where something stood first, between records, that strict JSON does not have there; none where it did
    /// not so far. A comma is missing where the record behind it begins.
    std::optional<std::uint64_t> strayComma() const { return m_strayComma; }
    std::optional<std::uint64_t> missingComma() const { return m_missingComma; }
    std::optional<std::uint64_t> comment() const { return m_firstComment; }

private:
    std::size_t insideByBlocks(std::string_view bytes, std::size_t at, std::uint64_t base,
                               const RecordHandler& record);
    std::size_t insideString(std::string_view bytes, std::size_t at);
    std::size_t insideComment(std::string_view bytes, std::size_t at);
    bool beginsComment(char c, std::uint64_t at);
    std::size_t betweenRecords(std::string_view bytes, std::size_t at, std::uint64_t base);
    void openNextList(std::uint64_t at);
    void noteIndent(char c);
    void begin(std::uint64_t at, char c);
    std::size_t insideRecord(std::string_view bytes, std::size_t at, std::uint64_t base,
                             const RecordHandler& record);
    void end(std::uint64_t at, const RecordHandler& record);

    RecordLayout m_layout;
    std::uint64_t m_offset;
    std::uint64_t m_begin = 0;
    /// Brackets open inside the record.
    std::uint64_t m_depth = 0;
    bool m_inRecord = false;
    bool m_inString = false;
    bool m_escaped = false;
    bool m_opened = false;
    bool m_closed = false;
    std::optional<std::uint64_t> m_behindEnd;
    std::optional<std::uint64_t> m_nextList;

    /// What stands before a record on its line; known once one was seen that begins its line.
    std::string m_indent;
    bool m_beginsLine = false;
    bool m_indentKnown = false;

    enum class Comment : std::uint8_t { None, Slash, Line, Block, BlockStar };
    Comment m_comment = Comment::None;
    /// There was a comma since the record before.
    bool m_comma = false;
    /// Where the last of them stands.
    std::uint64_t m_commaPlace = 0;
    bool m_anyRecord = false;
    std::optional<std::uint64_t> m_strayComma;
    std::optional<std::uint64_t> m_missingComma;
    std::optional<std::uint64_t> m_firstComment;
};

/// Calls record() for each line of `bytes` that holds something, without its line break; `offset` is where
/// the bytes begin.
void splitLines(std::string_view bytes, std::uint64_t offset, const RecordHandler& record);

} // namespace duologue
