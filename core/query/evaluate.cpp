// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/evaluate.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/query/column_search.h"
#include "core/query/message_search.h"
#include "core/query/term_match.h"
#include "core/query/text_search.h"
#include "core/record/field_reader.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

/// Cuts rows into pieces by how many bytes have to be read for them: a small one first, so that rows are seen
/// soon, then such that every core has some time's work.
class PieceCutter {
public:
    PieceCutter(const Snapshot& snapshot, std::size_t rowCount)
        : m_snapshot(snapshot), m_rows(rowCount), m_cores(static_cast<std::uint64_t>(availableCores()))
    {
        m_limit = m_cores * kFirstBytes;
    }

    bool isFull() const { return m_bytes >= m_limit; }

    void add(Row row)
    {
        m_rows.add(row);
        m_bytes += m_snapshot.record(row).length;
    }

    /// Begins the next one.
    RowSet take()
    {
        m_bytes = 0;
        m_limit = std::min(2 * m_limit, m_cores * kMostBytes);
        return std::exchange(m_rows, RowSet(m_rows.size()));
    }

private:
    static constexpr std::uint64_t kFirstBytes = std::uint64_t{4} << 20U;
    static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;

    const Snapshot& m_snapshot;
    RowSet m_rows;
    std::uint64_t m_cores;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_limit = 0;
};

class Evaluation {
public:
    Evaluation(const Snapshot& snapshot, const Job& job) : m_snapshot(snapshot), m_job(job) {}

    /// Rows among `candidates` for which the (checked) query holds.
    RowSet rows(const Query& query, const RowSet& candidates) const
    {
        switch (query.kind) {
        case QueryKind::Everything:
            return candidates;
        case QueryKind::Term:
            return termRows(query.term, candidates);
        case QueryKind::Messages:
            return messageRows(m_snapshot, query, candidates, m_job);
        case QueryKind::Not: {
            RowSet rest = rows(query.parts.front(), candidates);
            rest.invert();
            rest &= candidates;
            return rest;
        }
        case QueryKind::Or: {
            RowSet found(candidates.size());
            for (const Query& part : query.parts)
                found |= rows(part, candidates);
            return found;
        }
        case QueryKind::And:
            break;
        }
        std::vector<const Query*> parts;
        for (const Query& part : query.parts)
            parts.push_back(&part);
        std::stable_partition(parts.begin(), parts.end(),
                              [](const Query* part) { return !asksTexts(*part); });
        RowSet left = candidates;
        for (const Query* part : parts)
            left = rows(*part, left);
        return left;
    }

    /// All rows for which it holds, found in pieces where texts are read.
    RowSet rowsInPieces(const Query& query, const RowsFound& early) const
    {
        RowSet left(m_snapshot.recordCount(), true);
        std::vector<Query> texts;
        for (const Query& part : conjuncts(query)) {
            if (asksTexts(part))
                texts.push_back(part);
            else
                left = rows(part, left);
        }
        if (texts.empty())
            return left;
        const Query rest = Query::all(std::move(texts));
        PieceCutter cutter(m_snapshot, left.size());
        RowSet found(left.size());
        const auto search = [&](bool isLast) {
            if (m_job.stopRequested())
                return;
            const RowSet kept = rows(rest, cutter.take());
            found |= kept;
            if (!isLast && kept.count() > 0 && !m_job.stopRequested())
                early(found);
        };
        left.forEach([&](Row row) {
            if (cutter.isFull())
                search(false);
            cutter.add(row);
        });
        search(true);
        return found;
    }

private:
    RowSet termRows(const QueryTerm& term, const RowSet& candidates) const
    {
        if (term.kind == TermKind::Text || term.kind == TermKind::Pattern)
            return textRows(term, candidates);
        return columnRows(m_snapshot, term, candidates, m_job);
    }

    RowSet textRows(const QueryTerm& term, const RowSet& candidates) const
    {
        const TextScope scope = textScope(term.field).value_or(TextScope{});
        return searchTexts(m_snapshot, candidates, TextFilter(scope, patternOf(term)), m_job);
    }

    const Snapshot& m_snapshot;
    const Job& m_job;
};

} // namespace

std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job)
{
    const Evaluation evaluation(snapshot, job);
    if (auto mistake = checkQuery(snapshot, query))
        return std::move(*mistake);
    return evaluation.rows(query, RowSet(snapshot.recordCount(), true));
}

std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
                                            const RowsFound& early)
{
    const Evaluation evaluation(snapshot, job);
    if (auto mistake = checkQuery(snapshot, query))
        return std::move(*mistake);
    return evaluation.rowsInPieces(query, early);
}

} // namespace duologue
