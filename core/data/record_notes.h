// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/problem.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace duologue {

/// Something that is said about a record and is not in its data, such as a finding of a check. English.
struct RecordNote {
    /// For scripts: "translation_short".
    std::string id;
    std::string title;
    /// "error", "warning", "note".
    std::string severity;
    /// The data may be right.
    bool isMaybe = false;
    std::string text;
    /// Index into Conversation::messages; none if it is about another part of the record or all of it.
    std::optional<std::uint32_t> message;
};

/// "Short translation, maybe: 12 characters for 300", on one line.
std::string lineOf(const RecordNote& note);

/// The notes of many records. Never changes; any thread.
class RecordNotes {
public:
    /// In any order; those of one record keep theirs.
    explicit RecordNotes(std::vector<std::pair<Row, RecordNote>> notes);

    std::span<const RecordNote> of(Row row) const;
    std::size_t size() const { return m_notes.size(); }

private:
    /// Rising; one for each of m_notes.
    std::vector<Row> m_rows;
    std::vector<RecordNote> m_notes;
};

} // namespace duologue
