// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/message_search.h"

#include "core/base/parallel.h"
#include "core/query/search/message_condition.h"
#include "core/query/search/term_match.h"
#include "core/query/search/text_search.h"

#include <algorithm>
#include <array>
#include <span>

namespace duologue {

namespace {

/// For each message of a conversation, 1 if the condition holds for it.
using Held = std::span<const std::uint8_t>;

/// Bounds for the number of messages for which the condition holds, if texts are not read.
struct HeldCount {
    std::size_t least = 0;
    std::size_t most = 0;
};

/// Open if only the texts can decide.
enum class Verdict : std::uint8_t { No, Yes, Open };

/// Decides whether a conversation matches from the results for its messages.
class QuantifierTest {
public:
    explicit QuantifierTest(const Query& query) : m_quantifier(query.quantifier), m_range(query.term) {}

    bool holds(Held held) const
    {
        switch (m_quantifier) {
        case Quantifier::Some:
            return std::find(held.begin(), held.end(), 1) != held.end();
        case Quantifier::First:
            return !held.empty() && held.front() != 0;
        case Quantifier::Last:
            return !held.empty() && held.back() != 0;
        case Quantifier::All:
            return !held.empty() && std::find(held.begin(), held.end(), 0) == held.end();
        case Quantifier::Count:
            break;
        }
        const auto count = std::count(held.begin(), held.end(), 1);
        return m_range.contains(static_cast<double>(count));
    }

    /// The verdict from a lower and an upper bound for each message.
    Verdict verdict(Held least, Held most) const
    {
        if (m_quantifier == Quantifier::Count)
            return countVerdict({static_cast<std::size_t>(std::count(least.begin(), least.end(), 1)),
                                 static_cast<std::size_t>(std::count(most.begin(), most.end(), 1))});
        // The other quantifiers are monotonic: more matching messages never make them false.
        return holds(least) ? Verdict::Yes : holds(most) ? Verdict::Open : Verdict::No;
    }

    /// True if the conversation cannot match without a matching message.
    bool needsOne() const { return m_quantifier != Quantifier::Count || !m_range.contains(0); }

private:
    Verdict countVerdict(HeldCount count) const
    {
        bool any = false;
        bool all = true;
        for (std::size_t i = count.least; i <= count.most; ++i) {
            const bool in = m_range.contains(static_cast<double>(i));
            any = any || in;
            all = all && in;
        }
        return all ? Verdict::Yes : any ? Verdict::Open : Verdict::No;
    }

    Quantifier m_quantifier;
    ClosedRange m_range;
};

/// Decides, with their texts, about records that columns leave open.
class OpenRecords final : public RecordFilter {
public:
    OpenRecords(const Snapshot& snapshot, const MessageCondition& condition, const QuantifierTest& test)
        : m_snapshot(snapshot),
          m_condition(condition),
          m_test(test),
          m_required(test.needsOne() ? condition.requiredPattern() : nullptr)
    {
    }

    std::size_t nextCandidate(std::string_view bytes, std::size_t from) const override
    {
        return m_required == nullptr ? from : m_required->nextInJson(bytes, from);
    }

    bool keeps(const Conversation&, const FirstRecords&) const override { return false; }

    bool keepsRow(const Conversation& conversation, Row row, const FirstRecords&) const override
    {
        const auto [begin, end] = m_snapshot.messageRange(row);
        // The file may have changed since the tables were built.
        if (conversation.messages.size() != end - begin)
            return false;
        std::vector<std::uint8_t> held(end - begin);
        m_condition.holdsIn(conversation, begin, held.data());
        return m_test.holds(held);
    }

private:
    const Snapshot& m_snapshot;
    const MessageCondition& m_condition;
    const QuantifierTest& m_test;
    const TextPattern* m_required;
};

/// Evaluates all candidates by columns alone.
class ColumnPass {
public:
    ColumnPass(const Snapshot& snapshot, const MessageCondition& condition, const QuantifierTest& test,
               const RowSet& candidates)
        : m_snapshot(snapshot),
          m_condition(condition),
          m_test(test),
          m_candidates(candidates),
          found(candidates.size()),
          open(candidates.size())
    {
    }

    void run(const Job& job)
    {
        parallelFor(FieldScan::pieceCount(m_candidates.size()), 1, [&](std::size_t first, std::size_t last) {
            const Row pieceEnd = FieldScan::startOfPiece(last, m_candidates.size());
            for (Row begin = FieldScan::startOfPiece(first, m_candidates.size()); begin < pieceEnd;
                 begin += FieldScan::kRun) {
                if (indexOf(begin) % FieldScan::kPiece == 0 && job.stopRequested())
                    return;
                const Row end = std::min(begin + FieldScan::kRun, pieceEnd);
                if (m_candidates.anyIn(begin, end))
                    takeRun(begin, end);
            }
        });
    }

private:
    void takeRun(Row begin, Row end)
    {
        std::array<MessageIndex, FieldScan::kRun + 1> starts;
        messageStarts(m_snapshot, begin, end, starts.data());
        const MessageIndex first = starts[0];
        const std::size_t count = starts[end - begin] - first;
        std::vector<std::uint8_t> least(count);
        m_condition.holds(first, starts[end - begin], UnreadTexts::MayNotHold, least.data());
        std::vector<std::uint8_t> most;
        if (m_condition.readsTexts()) {
            most.resize(count);
            m_condition.holds(first, starts[end - begin], UnreadTexts::MayHold, most.data());
        }
        for (Row row = begin; row < end; ++row) {
            if (!m_candidates.contains(row))
                continue;
            const std::size_t at = starts[row - begin] - first;
            const std::size_t size = starts[row - begin + 1] - starts[row - begin];
            const Held atLeast = Held(least).subspan(at, size);
            const Verdict verdict = m_condition.readsTexts()
                                        ? m_test.verdict(atLeast, Held(most).subspan(at, size))
                                    : m_test.holds(atLeast) ? Verdict::Yes
                                                            : Verdict::No;
            if (verdict != Verdict::No)
                (verdict == Verdict::Yes ? found : open).add(row);
        }
    }

    const Snapshot& m_snapshot;
    const MessageCondition& m_condition;
    const QuantifierTest& m_test;
    const RowSet& m_candidates;

public:
    RowSet found;
    RowSet open;
};

} // namespace

FoundRows messageRows(const Snapshot& snapshot, const Query& query, const RowSet& candidates, const Job& job)
{
    const MessageCondition condition(snapshot, query.parts.front());
    const QuantifierTest test(query);
    ColumnPass columns(snapshot, condition, test, candidates);
    columns.run(job);
    if (!condition.readsTexts() || job.stopRequested())
        return {std::move(columns.found), RowSet(candidates.size())};
    FoundRows rows = searchTexts(snapshot, columns.open, OpenRecords(snapshot, condition, test), job);
    rows.found |= columns.found;
    return rows;
}

} // namespace duologue
