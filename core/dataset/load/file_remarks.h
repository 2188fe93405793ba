// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

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

    /// Notes CR LF line ends and empty lines in a piece of the file that begins at `offset`. Empty lines are
    /// a deviation only with `oneRecordALine`.
    void lookAtLines(std::string_view piece, std::uint64_t offset, bool oneRecordALine);
    /// The same for lines that are already split: `gap` is the text between two records, or before the first
    /// one if `first`.
    void lookAtGap(std::string_view gap, std::uint64_t offset, bool first);

private:
    static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

    std::array<std::uint64_t, static_cast<std::size_t>(Deviation::Count)> m_first;
};

} // namespace duologue
