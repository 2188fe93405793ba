// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/expected.h"
#include "core/util/phrase.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace duologue {

/// A file of the dataset: its index in Snapshot::files. Given out in scan order and never reused.
enum class FileId : std::uint32_t {};

inline constexpr FileId kNoFile{0xFFFF'FFFFU};

constexpr std::size_t indexOf(FileId id)
{
    return static_cast<std::size_t>(id);
}

/// A record: its index in a RecordTable, which is in file order.
enum class Row : std::uint32_t {};

constexpr std::size_t indexOf(Row row)
{
    return static_cast<std::size_t>(row);
}

constexpr Row operator+(Row row, std::uint32_t rows)
{
    return Row{static_cast<std::uint32_t>(row) + rows};
}

constexpr Row operator-(Row row, std::uint32_t rows)
{
    return Row{static_cast<std::uint32_t>(row) - rows};
}

/// How many rows [begin, end) has.
constexpr std::uint32_t operator-(Row end, Row begin)
{
    return static_cast<std::uint32_t>(end) - static_cast<std::uint32_t>(begin);
}

constexpr Row& operator+=(Row& row, std::uint32_t rows)
{
    return row = row + rows;
}

constexpr Row& operator++(Row& row)
{
    return row += 1;
}

/// A message of any record: its index in a MessageTable, which holds those of all records in their order. The
/// place of a message in its own conversation is a plain number.
enum class MessageIndex : std::uint32_t {};

constexpr std::size_t indexOf(MessageIndex message)
{
    return static_cast<std::size_t>(message);
}

constexpr MessageIndex operator+(MessageIndex message, std::uint32_t messages)
{
    return MessageIndex{static_cast<std::uint32_t>(message) + messages};
}

constexpr MessageIndex operator-(MessageIndex message, std::uint32_t messages)
{
    return MessageIndex{static_cast<std::uint32_t>(message) - messages};
}

/// How many messages [begin, end) has.
constexpr std::uint32_t operator-(MessageIndex end, MessageIndex begin)
{
    return static_cast<std::uint32_t>(end) - static_cast<std::uint32_t>(begin);
}

constexpr MessageIndex& operator++(MessageIndex& message)
{
    return message = message + 1;
}

/// Bytes of a file that hold a record, or a mistake in one. Offsets count from the start of the (unpacked)
/// file.
struct ByteSpan {
    FileId file = kNoFile;
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
};

enum class Severity : std::uint8_t { Note, Warning, Error };

/// What kind of thing is wrong. The order is the order in which kinds are listed to people.
enum class ProblemCode : std::uint8_t {
    FileUnreadable,
    FileVanished,
    FolderUnreadable,
    PathMissing,
    LinkLoop,
    RecordTooLong,
    JsonSyntax,
    JsonTruncated,
    JsonTooDeep,
    ArchiveDamaged,
    ArchiveTooLarge,
    ColumnsDamaged,
    CellsUneven,
    RowsApart,
    FormatFileInvalid,
    InvalidUtf8,
    LoneSurrogate,
    NumberNotFinite,
    IntegerTooLong,
    DuplicateKey,
    UnexpectedType,
    MissingKey,
    UnknownRole,
    UnknownValue,
    NotStrictJson,
    TooManyFields,
    OutOfMemory,
    CacheDamaged,
    ModuleMissing,
    Count
};

/// Something wrong with a file or a record, as a value: it is never thrown and never a dialog.
/// `where` gives the exact place in bytes; line and column are worked out from it when somebody asks
/// (ProblemPlace), because counting lines means reading the file again.
struct Problem {
    ProblemCode code = ProblemCode::JsonSyntax;
    Severity severity = Severity::Error;
    ByteSpan where;
    /// JSON pointer inside the record, empty for the record itself and for files.
    std::string pointer;
    /// What was found or expected.
    Phrase detail;
};

/// A stable name for scripts: "json-syntax", "missing-key".
std::string_view codeName(ProblemCode code);

/// A heading for people, in English: "Broken JSON". The window translates it (context "ProblemCode"). Ends
/// with a null character.
std::string_view codeTitle(ProblemCode code);

/// "error", "warning" or "note".
std::string_view severityName(Severity severity);

/// How many problems of each severity, in the order Note, Warning, Error.
struct ProblemCounts {
    std::array<std::uint64_t, 3> bySeverity{};

    void add(Severity severity) { ++bySeverity[static_cast<std::size_t>(severity)]; }
    ProblemCounts& operator+=(const ProblemCounts& other)
    {
        for (std::size_t i = 0; i < bySeverity.size(); ++i)
            bySeverity[i] += other.bySeverity[i];
        return *this;
    }
    std::uint64_t errors() const { return bySeverity[2]; }
    std::uint64_t warnings() const { return bySeverity[1]; }
    std::uint64_t notes() const { return bySeverity[0]; }
};

} // namespace duologue
