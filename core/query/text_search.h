// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/dataset/record_filter.h"
#include "core/query/text_pattern.h"
#include "core/record/row_set.h"
#include "core/record/snapshot.h"

#include <optional>
#include <string>

namespace duologue {

/// Which of a record's texts are searched.
struct TextScope {
    /// Empty: of any role.
    std::string role;
    std::optional<Language> language;
};

/// Records with a message, or an answer to choose from, in which the pattern is found: for the loader where
/// nothing else is asked of the dataset.
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
    bool keeps(const Conversation& conversation) const override;
    bool readsMeasures() const override { return m_scope.language.has_value(); }
    bool wantsRows() const override { return m_wantsRows; }

private:
    bool anyMatches(const Conversation& conversation, const std::vector<Message>& messages) const;

    TextScope m_scope;
    TextPattern m_pattern;
    bool m_wantsRows;
};

/// The rows among `candidates` that the filter keeps. Reads the files again, neighbouring records together;
/// records whose bytes rule a match out are not decoded. All cores; incomplete when the job was asked to
/// stop, which is within a block of records. Call it on a worker.
RowSet searchTexts(const Snapshot& snapshot, const RowSet& candidates, const RecordFilter& filter,
                   const Job& job);

} // namespace duologue
