// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/facet.h"
#include "core/analysis/tally.h"
#include "core/query/query.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace duologue {

/// Some of the conversations that a Source counts.
struct Filter {
    Query query;
    /// Which rows these are, if they are here; null if an engine has them.
    std::shared_ptr<const RowSet> rows = {};

    /// For what is made of more than counts. Throws a Phrase if the rows are not here.
    const RowSet& rowsHere() const;
};

/// What counts conversations: the rows that are here (RowsHere), or an engine that has more of them
/// (TableCounts). Fields are those of rows that are here. Throws a Phrase that says why something cannot be
/// counted; answers mean nothing if the job was stopped. Any thread.
class Source {
public:
    virtual ~Source() = default;

    /// Those of the conversations for which the query holds. Throws if it is not valid, or not decided for
    /// each of them.
    virtual Filter where(const Query& query, const Filter& among, const Job& job) const = 0;
    /// Those of all.
    virtual Filter where(const Query& query, const Job& job) const = 0;

    virtual std::uint64_t count(const Filter& filter, const Job& job) const = 0;
    /// As tally() makes it; the sums of an engine may differ in their last digits.
    virtual Tally tally(const CountRequest& request, const Filter& filter, const Job& job) const = 0;
    /// By the numbers of all conversations.
    virtual Bins bins(const FieldReader& field, const Job& job) const = 0;
    virtual ValueScale scale(const FieldReader& field, const Job& job) const = 0;

    /// As makeFacet() and countFacet() do; the facets of an engine have no codes and no kinds of rows.
    virtual FieldFacetPtr facet(const SnapshotPtr& here, const std::string& field, const Job& job) const = 0;
    virtual std::vector<std::uint64_t> count(const FieldFacet& facet, const Filter& filter,
                                             const Job& job) const = 0;
};

/// Counts the rows of a snapshot, which has to outlive it.
class RowsHere final : public Source {
public:
    explicit RowsHere(const Snapshot& snapshot) : m_snapshot(snapshot) {}

    Filter where(const Query& query, const Filter& among, const Job& job) const override;
    Filter where(const Query& query, const Job& job) const override;
    std::uint64_t count(const Filter& filter, const Job& job) const override;
    Tally tally(const CountRequest& request, const Filter& filter, const Job& job) const override;
    Bins bins(const FieldReader& field, const Job& job) const override;
    ValueScale scale(const FieldReader& field, const Job& job) const override;
    FieldFacetPtr facet(const SnapshotPtr& here, const std::string& field, const Job& job) const override;
    std::vector<std::uint64_t> count(const FieldFacet& facet, const Filter& filter,
                                     const Job& job) const override;

private:
    const Snapshot& m_snapshot;
};

} // namespace duologue
