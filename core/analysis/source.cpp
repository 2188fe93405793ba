// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/source.h"

#include "core/query/evaluate.h"
#include "core/util/phrase_id.h"

#include <utility>

namespace duologue {

const RowSet& Filter::rowsHere() const
{
    if (!rows)
        throw Phrase(PhraseId::EngineCannotMake);
    return *rows;
}

Filter RowsHere::where(const Query& query, const Job& job) const
{
    if (query.kind == QueryKind::Everything)
        return {query, std::make_shared<const RowSet>(m_snapshot.recordCount(), true)};
    auto found = evaluate(m_snapshot, query, job);
    if (auto* mistake = found.error())
        throw std::move(mistake->what);
    return {query, std::make_shared<const RowSet>(std::move(found).value())};
}

Filter RowsHere::where(const Query& query, const Filter& among, const Job& job) const
{
    if (query.kind == QueryKind::Everything)
        return among;
    RowSet rows = *where(query, job).rows;
    rows &= among.rowsHere();
    return {Query::all({among.query, query}), std::make_shared<const RowSet>(std::move(rows))};
}

std::uint64_t RowsHere::count(const Filter& filter, const Job& /*job*/) const
{
    return filter.rowsHere().count();
}

Tally RowsHere::tally(const CountRequest& request, const Filter& filter, const Job& job) const
{
    return duologue::tally(m_snapshot, filter.rowsHere(), request, job);
}

Bins RowsHere::bins(const FieldReader& field, const Job& job) const
{
    return binsFor(m_snapshot, field, job);
}

ValueScale RowsHere::scale(const FieldReader& field, const Job& job) const
{
    return scaleOf(m_snapshot, field, job);
}

FieldFacetPtr RowsHere::facet(const SnapshotPtr& here, const std::string& field, const Job& job) const
{
    return makeFacet(here, field, job);
}

std::vector<std::uint64_t> RowsHere::count(const FieldFacet& facet, const Filter& filter,
                                           const Job& job) const
{
    return countFacet(facet, filter.rowsHere(), job);
}

} // namespace duologue
