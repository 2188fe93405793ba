// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/record_builder.h"
#include "core/data/snapshot.h"
#include "core/formats/format.h"
#include "core/json/json_view.h"
#include "core/util/problem.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

/// Ways in which a file may deviate from strict JSON, or from one record a line, and is still read without
/// loss.
enum class Deviation : std::uint8_t {
    ByteOrderMark,
    CarriageReturns,
    BlankLines,
    StrayCommas,
    MissingCommas,
    Comments,
    /// Records follow each other without a list, and not one on each line.
    Concatenated,
    Count
};

/// The deviations of a file, each with its first offset in the file. One note reports them all, at the first
/// of these offsets.
class FileRemarks {
public:
    FileRemarks() { m_first.fill(kNowhere); }

    /// Does nothing if `offset` is none.
    void add(Deviation deviation, std::optional<std::uint64_t> offset);
    bool has(Deviation deviation) const { return m_first[static_cast<std::size_t>(deviation)] != kNowhere; }
    FileRemarks& operator|=(const FileRemarks& other);
    /// The note; none if there are no deviations.
    std::optional<Problem> note(FileId file) const;

    /// Notes CR LF line ends in a piece of the file that begins at `offset`.
    void lookAtLines(std::string_view piece, std::uint64_t offset);
    /// The same, and empty lines, in a file of one record a line: `gap` is the text between two records, or
    /// before the first one if `first`.
    void lookAtGap(std::string_view gap, std::uint64_t offset, bool first);

private:
    static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

    std::array<std::uint64_t, static_cast<std::size_t>(Deviation::Count)> m_first;
};

/// A record longer than this is refused: parsing takes several times its length in memory.
inline constexpr std::uint64_t kLongestRecord = std::uint64_t{64} << 20U;

struct ParsedRecord {
    /// Missing if the state is Broken; the repaired record if the state is Repaired.
    JsonView root;
    RecordState state = RecordState::Read;
    /// Deviations from strict JSON, for the file's note.
    FileRemarks remarks;
    /// The name of a record that is a member of an object ("7": {…}); empty for others.
    std::string name;
    /// Of a record with texts in several languages, else null.
    std::shared_ptr<const Translations> translations = {};
    /// Of `root` (JsonKeys::shape).
    std::optional<std::uint32_t> shape = {};
};

/// Shapes whose records are as formats read them: nothing in them is wrapped or translated. Belongs to one
/// parser, whose shapes these are.
class PlainShapes {
public:
    /// Of a record of that shape.
    bool isPlain(const JsonView& record, std::uint32_t shape);
    void clear() { m_shapes.clear(); }

private:
    enum class Shape : std::uint8_t { NotAsked, Plain, Other };
    std::vector<Shape> m_shapes;
};

/// Parses the bytes of one record, which begin at `where`. Repairs JSON that is not strict and adds a
/// warning; adds an error with its exact offset if it cannot be repaired. The loader and the viewer both use
/// this, so they agree on each record.
/// The bytes may also be a member of an object, with its name, or a string that holds the JSON of a record.
/// `plain`, if it is not null, is the parser's, and saves a look at most records.
ParsedRecord parseRecord(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                         std::vector<Problem>& problems, RecordForm form = RecordForm::Value,
                         PlainShapes* plain = nullptr);

/// Lets `format` read a parsed record, which begins at `offset` in its file, and adds what only the file
/// knows: its name, the name of its list, and names of labels. `layout` is Format::layoutOf() the record if
/// it is known.
void readParsed(const Format& format, const ParsedRecord& record, std::uint64_t offset,
                RecordBuilder& builder, const Layout* layout = nullptr);

/// As parseRecord(), for bytes that may be one record or several. None, without a problem, if they are not
/// exactly one valid JSON value.
std::optional<ParsedRecord> parseIfOneRecord(JsonParser& parser, std::string_view bytes,
                                             const ByteSpan& where, std::vector<Problem>& problems);

/// Repairing NaN to null adds a warning, and then the format may warn of the null. Removes the second
/// warning. `problems` holds those of the record from `firstProblem` on.
void dropRepeatedWarnings(std::vector<Problem>& problems, std::size_t firstProblem);

/// The problem of a record that is too long.
Problem tooLongProblem(const ByteSpan& where);
/// The problem of a record that is valid JSON of no known format.
Problem noFormatProblem(const ByteSpan& where);

} // namespace duologue
