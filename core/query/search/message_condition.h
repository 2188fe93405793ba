// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/query/search/text_search.h"
#include "core/table/field_scan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace duologue {

/// What is said of texts before they are read: what may be, and what must be, whatever they say.
enum class UnreadTexts : std::uint8_t { MayHold, MayNotHold };

/// A condition on single messages, made ready to be asked of many at once. Valid as long as the snapshot. Any
/// thread.
class MessageCondition {
public:
    /// `query` is what stands in the brackets, and one that checkQuery() passes.
    MessageCondition(const Snapshot& snapshot, const Query& query);
    ~MessageCondition();
    MessageCondition(MessageCondition&&) noexcept;
    MessageCondition& operator=(MessageCondition&&) = delete;

    bool readsTexts() const { return m_readsTexts; }

    /// 1 or 0 for each message of [begin, end), from the columns. Where texts are asked for it is a bound: it
    /// holds for no message more than MayHold says, and for none less than MayNotHold says.
    void holds(std::uint32_t begin, std::uint32_t end, UnreadTexts unread, std::uint8_t* out) const;

    /// The same, with the texts, for all messages of one record, which begin at `begin`. Nothing where
    /// the budget does not suffice.
    void holdsIn(const Conversation& conversation, std::uint32_t begin, RecordBudget& budget,
                 std::uint8_t* out) const;

    /// A pattern without a match of which it holds for no message; null where there is none.
    const TextPattern* requiredPattern() const;

private:
    struct Part;

    static Part makePart(const Snapshot& snapshot, const Query& query);
    static Part makeTerm(const Snapshot& snapshot, const QueryTerm& term);
    static const TextPattern* requiredIn(const Part& part);

    std::unique_ptr<const Part> m_root;
    bool m_readsTexts = false;
};

} // namespace duologue
