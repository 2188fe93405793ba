// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/dataset/load/record_filter.h"
#include "core/query/pattern/text_pattern.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <optional>
#include <span>
#include <string>

namespace duologue {

/// Parts of a record that contain texts.
enum class TextPart : std::uint8_t {
    /// Messages, including those of candidates (answers to choose from).
    Messages,
    /// Only messages of candidates.
    Candidates,
    /// The frame of the conversation: task, preference, persona, question, explanation.
    Context,
    /// What annotators and users wrote about messages: memos, reasons.
    Notes,
};

/// Which of a record's texts are searched.
struct TextScope {
    TextPart part = TextPart::Messages;
    /// Empty for any role.
    std::string role;
    std::optional<Language> language;
};

/// Keeps records in which the pattern matches a text of the scope. The loader uses it directly if the query
/// has no other condition.
class TextFilter final : public RecordFilter {
public:
    /// The budget must outlive the filter.
    TextFilter(TextScope scope, TextPattern pattern, PatternBudget& budget, bool wantsRows = true)
        : m_scope(std::move(scope)), m_pattern(std::move(pattern)), m_budget(budget), m_wantsRows(wantsRows)
    {
    }

    std::size_t nextCandidate(std::string_view bytes, std::size_t from) const override
    {
        return m_pattern.nextInJson(bytes, from);
    }
    bool mayWant(std::string_view record) const override { return m_pattern.mayBeIn(record); }
    Kept keeps(const Conversation& conversation) const override;
    bool readsMeasures() const override { return m_scope.language.has_value(); }
    bool readsNotes() const override { return m_scope.part == TextPart::Notes; }
    bool wantsRows() const override { return m_wantsRows; }

private:
    bool anyPartMatches(const Conversation& conversation, RecordBudget& budget) const;
    bool anyMatches(const Conversation& conversation, std::span<const Message> messages,
                    RecordBudget& budget) const;
    bool contextMatches(const Conversation& conversation, RecordBudget& budget) const;

    TextScope m_scope;
    TextPattern m_pattern;
    PatternBudget& m_budget;
    bool m_wantsRows;
};

/// True if the memo or a field of the message matches.
bool notesMatch(const Conversation& conversation, const Message& message, const TextPattern& pattern,
                RecordBudget& budget);

struct FoundRows {
    RowSet found;
    /// Rows for which the filter could not decide.
    RowSet undecided;
    /// Rows whose bytes can no longer be read: their file is gone or has changed since it was loaded.
    RowSet unread;
};

/// The rows among `candidates` that the filter keeps. Reads the files again, neighbouring records together,
/// and does not decode records whose bytes rule out a match. Runs on all cores. Incomplete if the job was
/// stopped, which it checks for each record. Call it on a worker.
FoundRows searchTexts(const Snapshot& snapshot, const RowSet& candidates, const RecordFilter& filter,
                      const Job& job);

} // namespace duologue
