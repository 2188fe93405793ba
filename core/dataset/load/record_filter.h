// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/record/conversation.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace duologue {

/// Whether a filter keeps a record. Undecided if a regular expression has reached its limits.
enum class Kept : std::uint8_t { No, Yes, Undecided };

/// Decides which records the loader keeps. Records that their bytes alone rule out are counted, not parsed.
/// Used on several threads at once.
class RecordFilter {
public:
    virtual ~RecordFilter() = default;

    /// An offset in `bytes` (records as in their file), at or after `from`: no record between `from` and it
    /// is wanted. npos if none is. Records that contain no such offset are ruled out.
    virtual std::size_t nextCandidate(std::string_view bytes, std::size_t from) const = 0;
    /// Checks one record that contains such an offset: false if its bytes rule it out nevertheless.
    virtual bool mayWant(std::string_view) const { return true; }
    /// Whether a record that was not ruled out is wanted.
    virtual Kept keeps(const Conversation& conversation) const = 0;
    /// The same for a record that has a row already.
    virtual Kept keepsRow(const Conversation& conversation, Row) const { return keeps(conversation); }

    /// keeps() and keepsRow() need the languages or lengths of texts.
    virtual bool readsMeasures() const { return true; }
    /// Records that it keeps become rows; otherwise they are only counted.
    virtual bool wantsRows() const { return true; }

    bool rulesOut(std::string_view record) const
    {
        return nextCandidate(record, 0) == std::string_view::npos || !mayWant(record);
    }
};

} // namespace duologue
