// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/record_texts.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/load/record_reading.h"
#include "core/query/text_pattern.h"
#include "core/util/parallel.h"

#include <optional>
#include <string>

namespace duologue {

/// Groups of texts that a query can name.
enum class TextGroup : std::uint8_t {
    All,
    /// What somebody says, also in a candidate, and the reasoning of a model.
    Speech,
    /// Calls of tools and their results.
    Tools,
    Context,
    Candidates,
    Notes,
};

/// Which of a record's texts are searched.
struct TextScope {
    TextGroup group = TextGroup::All;
    /// Only for Speech: the role that speaks.
    std::string role;
    std::optional<Language> language;

    bool contains(const RecordText& text) const;
};

/// Keeps records in which the pattern matches a text of the scope. The loader uses it directly if the query
/// has no other condition.
class TextFilter final : public RecordFilter {
public:
    TextFilter(TextScope scope, TextPattern pattern, bool wantsRows = true)
        : m_scope(std::move(scope)), m_pattern(std::move(pattern)), m_wantsRows(wantsRows)
    {
    }

    std::size_t nextCandidate(std::string_view bytes, std::size_t from) const override
    {
        return m_pattern.nextInJson(bytes, from);
    }
    bool mayWant(std::string_view record) const override { return m_pattern.mayBeIn(record); }
    bool keeps(const Conversation& conversation, const FirstRecords& first) const override;
    bool readsLanguages() const override { return m_scope.language.has_value(); }
    bool wantsRows() const override { return m_wantsRows; }

    /// Which keys it searches, by these records or by those of an earlier call. Any thread.
    const TextKeys& keys(const FirstRecords& first) const;

private:
    TextScope m_scope;
    TextPattern m_pattern;
    bool m_wantsRows;
    mutable FoundOnce<std::shared_ptr<const Snapshot>> m_first;
};

/// Which keys a search does not look into, for one that finds nothing; empty if it looks into all.
/// `looksAtIds`: the ids of conversations are found, too, as by a query.
Phrase keysNotSearched(const TextKeys& keys, bool looksAtIds);

struct FoundRows {
    RowSet found;
    /// Rows whose bytes can no longer be read, because their file has vanished or changed since it was
    /// loaded.
    RowSet unread;
};

/// The rows among `candidates` that the filter keeps. Reads the files again, neighbouring records together,
/// and does not decode records whose bytes rule out a match. Runs on all cores. Incomplete if the job was
/// stopped, which it checks for each record. Call it on a worker.
FoundRows searchTexts(const Snapshot& snapshot, const RowSet& candidates, const RecordFilter& filter,
                      const Job& job);

} // namespace duologue
