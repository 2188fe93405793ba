// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/evaluate.h"

#include "core/base/parallel.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/query/search/column_search.h"
#include "core/query/search/message_search.h"
#include "core/query/search/named_rows.h"
#include "core/query/search/term_match.h"
#include "core/query/search/text_search.h"
#include "core/record/built_in_keys.h"
#include "core/table/field_reader.h"
#include "core/table/row_order.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace duologue {

namespace {

/// Cuts rows into pieces by the number of bytes to read: a small piece first, so that rows appear soon, then
/// larger ones that keep every core busy for a while.
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

    /// Returns the current piece and begins the next one.
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

    /// Files that cannot be read. If there is a mistake, the rows found are not valid.
    std::optional<QueryMistake> mistake() const
    {
        if (m_job.stopRequested() || !m_unread)
            return std::nullopt;
        return notReadMistake(m_snapshot, *m_unread);
    }

    /// Rows among `candidates` for which the (checked) query holds. The query must outlive this object.
    RowSet rows(const Query& query, const RowSet& candidates)
    {
        switch (query.kind) {
        case QueryKind::Everything:
            return candidates;
        case QueryKind::Term:
            return termRows(query, candidates);
        case QueryKind::Messages:
            return orBroken(read(messageRows(m_snapshot, query, candidates, m_job)), candidates);
        case QueryKind::Not: {
            // What could hold does not hold for certain in the negation.
            m_couldHold = !m_couldHold;
            RowSet rest = rows(query.parts.front(), candidates);
            m_couldHold = !m_couldHold;
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
        RowSet named = rowsNamedBy(query, candidates);
        for (const Query* part : parts) {
            left = rows(*part, left);
            if (!isWord(*part) && named.count() > 0)
                named = rows(*part, named);
        }
        left |= named;
        return left;
    }

    /// All rows for which the query holds, found in pieces if texts are read.
    RowSet rowsInPieces(const Query& query, const RowsFound& early)
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
        m_texts = Query::all(std::move(texts));
        PieceCutter cutter(m_snapshot, left.size());
        RowSet found(left.size());
        const auto search = [&](bool isLast) {
            if (m_job.stopRequested())
                return;
            const RowSet kept = rows(m_texts, cutter.take());
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
    RowSet termRows(const Query& query, const RowSet& candidates)
    {
        const QueryTerm& term = query.term;
        if (term.kind != TermKind::Text && term.kind != TermKind::Pattern) {
            RowSet found = columnRows(m_snapshot, term, candidates, m_job);
            if (m_couldHold && asksFindings(term))
                found |= uncheckedRows(candidates);
            return found;
        }
        const TextScope scope = textScope(term.field).value_or(TextScope{});
        const TextFilter filter(scope, patternOf(term));
        if (!isWord(query))
            return orBroken(read(searchTexts(m_snapshot, candidates, filter, m_job)), candidates);
        RowSet named = namedRows(term.value);
        named &= candidates;
        RowSet others = named;
        others.invert();
        others &= candidates;
        RowSet found = read(searchTexts(m_snapshot, others, filter, m_job));
        found |= named;
        return orBroken(std::move(found), candidates);
    }

    /// What a record says neither holds nor does its negation if it could not be read.
    RowSet orBroken(RowSet found, const RowSet& candidates) const
    {
        if (!m_couldHold || m_snapshot.problemCounts.errors() == 0)
            return found;
        candidates.forEach([&](Row row) {
            if (m_snapshot.records.entries.hot()[indexOf(row)].isBroken())
                found.add(row);
        });
        return found;
    }

    /// About what checks have found: it neither holds nor does its negation where nobody has looked.
    bool asksFindings(const QueryTerm& term) const
    {
        if (term.kind != TermKind::Equals && term.kind != TermKind::Range)
            return false;
        // Records may have values of their own under these keys, which have a raw key.
        const Column* const counts = m_snapshot.records.column(kCheckKeys[1]);
        if (counts == nullptr || !counts->info.rawKey.empty())
            return false;
        const auto field = findField(m_snapshot, term.fieldName());
        return field && field->info().rawKey.empty() &&
               std::ranges::find(kCheckKeys, field->info().key) != kCheckKeys.end();
    }

    RowSet uncheckedRows(const RowSet& candidates) const
    {
        QueryTerm unchecked;
        unchecked.kind = TermKind::Missing;
        unchecked.field = kCheckKeys[1];
        return columnRows(m_snapshot, unchecked, candidates, m_job);
    }

    /// A text that may also be an id or the name of a file.
    static bool isWord(const Query& query)
    {
        return query.kind == QueryKind::Term && query.term.kind == TermKind::Text && query.term.field.empty();
    }

    const RowSet& namedRows(const std::string& name)
    {
        const auto known = m_named.find(name);
        return known != m_named.end()
                   ? known->second
                   : m_named.emplace(name, rowsNamed(m_snapshot, name, m_job)).first->second;
    }

    /// The candidates whose name is all the words of an And: names may have spaces.
    RowSet rowsNamedBy(const Query& query, const RowSet& candidates)
    {
        std::string name;
        std::size_t words = 0;
        for (const Query& part : query.parts) {
            if (isWord(part)) {
                name += (words++ == 0 ? "" : " ") + part.term.value;
            }
        }
        if (words < 2)
            return RowSet(candidates.size());
        RowSet named = namedRows(name);
        named &= candidates;
        return named;
    }

    /// Returns the rows found. Remembers unread rows.
    RowSet read(FoundRows rows)
    {
        if (!m_unread && rows.unread.count() > 0)
            m_unread = std::move(rows.unread);
        return std::move(rows.found);
    }

    const Snapshot& m_snapshot;
    const Job& m_job;
    /// Inside an odd number of negations: rows count for which a term could hold.
    bool m_couldHold = false;
    /// rowsNamed() by the name.
    std::map<std::string, RowSet> m_named;
    /// The conjuncts that read texts, during rowsInPieces().
    Query m_texts;
    std::optional<RowSet> m_unread;
};

} // namespace

QueryMistake notReadMistake(const Snapshot& snapshot, const RowSet& unread)
{
    const RecordEntry first = snapshot.record(orderOf(unread).front());
    return QueryMistake{0,
                        0,
                        {PhraseId::RecordsNotSearched, unread.count(),
                         snapshot.file(first.file).shownPath + ':' + std::to_string(first.ordinal)}};
}

std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job)
{
    if (auto mistake = checkQuery(snapshot, query))
        return std::move(*mistake);
    Evaluation evaluation(snapshot, job);
    RowSet rows = evaluation.rows(query, RowSet(snapshot.recordCount(), true));
    if (auto mistake = evaluation.mistake())
        return std::move(*mistake);
    return rows;
}

std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
                                            const RowsFound& early)
{
    if (auto mistake = checkQuery(snapshot, query))
        return std::move(*mistake);
    Evaluation evaluation(snapshot, job);
    RowSet rows = evaluation.rowsInPieces(query, early);
    if (auto mistake = evaluation.mistake())
        return std::move(*mistake);
    return rows;
}

} // namespace duologue
