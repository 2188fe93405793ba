// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace duologue {

/// Deviations from strict JSON, or from one record a line, that are read without loss.
enum class Liberty : std::uint8_t {
    ByteOrderMark,
    CarriageReturns,
    BlankLines,
    StrayCommas,
    MissingCommas,
    Comments,
    /// Records on several lines, one after another, instead of one a line.
    Concatenated,
    Count
};

/// The deviations of a file, each with its first offset in the file. The file is read nevertheless, with one
/// note for all of them, at the first offset.
class FileRemarks {
public:
    FileRemarks() { m_first.fill(kNowhere); }

    /// Does nothing if `offset` is none.
    void add(Liberty liberty, std::optional<std::uint64_t> offset);
    bool has(Liberty liberty) const { return m_first[static_cast<std::size_t>(liberty)] != kNowhere; }
    FileRemarks& operator|=(const FileRemarks& other);
    /// The note; none if there are no deviations.
    std::optional<Problem> note(FileId file) const;

    /// Looks for line ends and empty lines in a piece of the file that begins at `offset`. Empty lines count
    /// only with `oneRecordALine`.
    void lookAtLines(std::string_view piece, std::uint64_t offset, bool oneRecordALine);
    /// The same for lines that are split already: `gap` is the text between two of them, or before the
    /// `first`.
    void lookAtGap(std::string_view gap, std::uint64_t offset, bool first);

private:
    static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

    std::array<std::uint64_t, static_cast<std::size_t>(Liberty::Count)> m_first;
};

} // namespace duologue
