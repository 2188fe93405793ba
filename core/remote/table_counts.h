// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source.h"
#include "core/query/query.h"
#include "core/remote/remote_table.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// What an engine counts over all rows of a table of which only some are here: the same figures as are made
/// of the rows themselves. Asks the server, and waits for it.
class TableCounts final : public Source {
public:
    /// `base` says which rows of the table are the dataset.
    TableCounts(std::shared_ptr<const RemoteTable> table, Query base);

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
    /// What is known of a query. Its mutex is held while the server is asked, so that it is asked once.
    struct Known {
        std::mutex mutex;
        /// One of them, if the engine has decided.
        std::optional<std::string> condition;
        Phrase refusal;
    };

    /// The condition in SQL for rows of the dataset for which a query holds: only if the engine decides it
    /// for each row.
    std::string condition(const Query& query, const Job& job) const;
    std::string askCondition(const Query& query, const Job& job) const;
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
