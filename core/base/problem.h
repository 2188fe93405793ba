// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/phrase.h"

#include <array>
#include <string>
#include <string_view>

namespace duologue {

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
    std::uint64_t errors() const { return bySeverity[2]; }
    std::uint64_t warnings() const { return bySeverity[1]; }
    std::uint64_t notes() const { return bySeverity[0]; }
};

} // namespace duologue
