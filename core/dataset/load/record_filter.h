// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/record/conversation.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace duologue {

/// Whether a filter keeps a record. Nobody knows of one on which a regular expression gave up.
enum class Kept : std::uint8_t { No, Yes, Undecided };

/// Which records are wanted, for a reader that needs no others: those that bytes alone rule out are counted
/// and not parsed. Used on several threads at once.
class RecordFilter {
public:
    virtual ~RecordFilter() = default;

    /// A place in `bytes`, records as they stand in their file, at or behind `from`: no record that ends
    /// before it and begins behind `from` is wanted. npos where none is. Records that hold no such place are
    /// ruled out.
    virtual std::size_t nextCandidate(std::string_view bytes, std::size_t from) const = 0;
    /// A closer look at one record that holds such a place: false where its bytes rule it out all the same.
    virtual bool mayWant(std::string_view) const { return true; }
    /// Whether a record that was not ruled out is wanted.
    virtual Kept keeps(const Conversation& conversation) const = 0;
    /// The same of a record that has its row in a table already.
    virtual Kept keepsRow(const Conversation& conversation, Row) const { return keeps(conversation); }

    /// keeps() and keepsRow() look at the languages or lengths of texts.
    virtual bool readsMeasures() const { return true; }
    /// keeps() and keepsRow() look at what was written about messages: their fields.
    virtual bool readsNotes() const { return false; }
    /// What it keeps is to become rows; else it is counted alone.
    virtual bool wantsRows() const { return true; }

    bool rulesOut(std::string_view record) const
    {
        return nextCandidate(record, 0) == std::string_view::npos || !mayWant(record);
    }
};

} // namespace duologue
