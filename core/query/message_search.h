// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/query/text_search.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace duologue {

/// How a term about a text counts that is not read: as if it held, which gives an upper bound of the result
/// (MayHold), or as if it did not, which gives a lower bound (MayNotHold).
enum class UnreadTexts : std::uint8_t { MayHold, MayNotHold };

/// A condition on single messages, prepared for testing many of them. Valid as long as the snapshot. Any
/// thread.
class MessageCondition {
public:
    /// `query` is the part in the brackets and must pass checkQuery().
    MessageCondition(const Snapshot& snapshot, const Query& query);
    ~MessageCondition();
    MessageCondition(MessageCondition&&) noexcept;
    MessageCondition& operator=(MessageCondition&&) = delete;

    bool readsTexts() const { return m_readsTexts; }

    /// Writes 1 or 0 for each message of [begin, end), using columns alone. If the condition reads texts,
    /// this is an upper bound with MayHold and a lower bound with MayNotHold.
    void holds(MessageIndex begin, MessageIndex end, UnreadTexts unread, std::uint8_t* out) const;

    /// The same including texts, for all messages of one record. `begin` is its first message.
    void holdsIn(const Conversation& conversation, MessageIndex begin, std::uint8_t* out) const;

    /// A pattern that matches in every message for which the condition holds; null if there is none.
    const TextPattern* requiredPattern() const;

private:
    struct Part;

    static Part makePart(const Snapshot& snapshot, const Query& query);
    static Part makeTerm(const Snapshot& snapshot, const QueryTerm& term);
    static const TextPattern* requiredIn(const Part& part);

    std::unique_ptr<const Part> m_root;
    bool m_readsTexts = false;
};

/// The rows among `candidates` for which a condition on messages holds: a query of the kind Messages that
/// passes checkQuery(). Evaluates columns first, a run of rows at a time, on all cores, and reads texts only
/// of rows that columns leave open. Incomplete if the job was stopped.
FoundRows messageRows(const Snapshot& snapshot, const Query& query, const RowSet& candidates, const Job& job);

} // namespace duologue
