// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/query/language/query.h"
#include "core/remote/remote_table.h"
#include "core/stats/facet/facet.h"
#include "core/stats/report/report.h"
#include "core/stats/tally/number_summary.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// What an engine counts over all rows of a table of which only some are here: the figures of reports and
/// facets, as they would be made of the rows themselves. Asks the server, and waits for it. Throws a Phrase
/// that says what the engine cannot do, or what went wrong; answers mean nothing if the job was stopped. Any
/// thread.
class TableCounts {
public:
    /// `base` says which rows of the table are the dataset.
    TableCounts(std::shared_ptr<const RemoteTable> table, Query base);

    const RemoteTable& table() const { return *m_table; }

    /// The condition in SQL for rows of the dataset for which a query holds: only if the engine decides it
    /// for each row.
    std::string condition(const Query& query, const Job& job) const;
    std::uint64_t count(const std::string& condition, const Job& job) const;
    Tally tally(const TallyRequest& request, const std::string& condition, const Job& job) const;

    /// As complete() does for rows that are here; `here` has some rows.
    ReportOptions complete(const Report& report, const Snapshot& here, const ReportOptions& asked,
                           const Job& job) const;
    /// With options from complete().
    ReportData report(const Report& report, const Snapshot& here, const ReportOptions& options,
                      const std::string& condition, const Job& job) const;

    /// As makeFacet() does, without codes and kinds of rows, which countFacet() needs.
    FieldFacetPtr facet(const SnapshotPtr& here, const std::string& field, const Job& job) const;
    std::vector<std::uint64_t> countFacet(const FieldFacet& facet, const std::string& condition,
                                          const Job& job) const;

private:
    /// What is known of a query. Its mutex is held while the server is asked, so that it is asked once.
    struct Known {
        std::mutex mutex;
        /// One of them, if the engine has decided.
        std::optional<std::string> condition;
        Phrase refusal;
    };

    std::string askCondition(const Query& query, const Job& job) const;
    Bins binsOf(const FieldReader& field, const Job& job) const;
    std::vector<double> someNumbers(const std::string& number, const Job& job) const;
    NumberSummary summary(const FieldReader& field, const Job& job) const;
    NumberSummary askSummary(const std::string& number, const Job& job) const;

    std::shared_ptr<const RemoteTable> m_table;
    Query m_base;
    mutable std::mutex m_mutex;
    /// By the text of the query.
    mutable std::map<std::string, std::shared_ptr<Known>> m_known;
    /// By the key of the field.
    mutable std::map<std::string, NumberSummary> m_summaries;
};

} // namespace duologue
