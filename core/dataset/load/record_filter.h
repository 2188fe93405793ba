// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/record/conversation.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace duologue {

struct Snapshot;

/// Gives the first records of the dataset, as they are without a filter: endOfFirstRecords() or more of them.
using FirstRecords = std::function<std::shared_ptr<const Snapshot>()>;

/// Decides which records the loader keeps: first by their bytes, so that most need not be parsed, then by the
/// parsed conversation. Used on several threads at once.
class RecordFilter {
public:
    virtual ~RecordFilter() = default;

    /// The next offset in `bytes`, at or after `from`, that may be in a wanted record; npos if there is none.
    /// `bytes` are one or more records as in their file. A record that contains no such offset is ruled out.
    virtual std::size_t nextCandidate(std::string_view bytes, std::size_t from) const = 0;
    /// A further check of one record that contains such an offset: false if its bytes rule it out.
    virtual bool mayWant(std::string_view) const { return true; }
    /// Decides about a record that its bytes did not rule out, if need be by what the `first` ones have.
    virtual bool keeps(const Conversation& conversation, const FirstRecords& first) const = 0;
    /// The same for a record that has a row already.
    virtual bool keepsRow(const Conversation& conversation, Row, const FirstRecords& first) const
    {
        return keeps(conversation, first);
    }

    /// Whether keeps() and keepsRow() need the languages or lengths of texts.
    virtual bool readsMeasures() const { return true; }
    /// Whether records that it keeps become rows; otherwise they are only counted.
    virtual bool wantsRows() const { return true; }

    bool rulesOut(std::string_view record) const
    {
        return nextCandidate(record, 0) == std::string_view::npos || !mayWant(record);
    }
};

} // namespace duologue
