// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/facet.h"
#include "core/analysis/report.h"
#include "core/analysis/tally.h"
#include "core/query/query.h"
#include "core/remote/remote_table.h"
#include "core/remote/table_layout.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// A count by one or two fields, with means of others, that the engine makes: the same Tally as tally() makes
/// of the rows themselves, with sums that may differ in their last digits.
class TallyPush {
public:
    /// Fields by their keys, with bins as CountRequest has them. None if the engine does not know one of the
    /// fields; fieldNotPushed() says which.
    static std::optional<TallyPush> make(const TableFacts& facts, const std::vector<std::string>& by,
                                         const std::vector<std::string>& means,
                                         const std::vector<Bins>& bins = {});
    static std::string fieldNotPushed(const TableFacts& facts, const std::vector<std::string>& by,
                                      const std::vector<std::string>& means);

    /// The query for the rows for which a condition in SQL holds.
    std::string sql(const std::string& condition) const;
    /// Takes a row of the answer.
    void add(const JsonView& row);
    Tally tally() const;

private:
    struct Group {
        FieldInfo info;
        std::string sql;
        /// For texts: what each is as a group.
        const ColumnValues* values = nullptr;
        Bins bins = {};
    };

    static std::optional<Group> groupOf(const TableFacts& facts, const std::string& field);
    static std::optional<Group> numberOf(const TableFacts& facts, const std::string& field);
    std::string groupSql(const Group& group) const;
    static std::optional<GroupValue> groupValue(const Group& group, const JsonView& value);

    std::string m_from;
    SqlDialect m_dialect = SqlDialect::ClickHouse;
    std::vector<Group> m_by;
    std::vector<Group> m_means;
    std::vector<TallyRow> m_rows;
    std::uint64_t m_withoutValue = 0;
};

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
    Tally tally(const CountRequest& request, const std::string& condition, const Job& job) const;

    /// As complete() does for rows that are here; `here` has some rows.
    ReportOptions complete(const Report& report, const Snapshot& here, const ReportOptions& asked,
                           const Job& job) const;
    /// With options from complete().
    ReportData report(const Report& report, const Snapshot& here, const ReportOptions& options,
                      const std::string& condition, const Job& job) const;

    /// As makeFacet() does, without codes, which countFacet() needs.
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
