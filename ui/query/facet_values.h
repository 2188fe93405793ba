// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/util/parallel.h"
#include "ui/app/intent_codes.h"
#include "ui/app/view.h"
#include "ui/app/words.h"

#include <QAbstractListModel>
#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace duologue::ui {

/// How many of the rows that match the other filters have each value of a facet. Immutable.
struct FacetCounts {
    FieldFacetPtr facet;
    std::vector<std::uint64_t> counts;
    /// The engine that counted all rows of a table; null if the rows here were counted.
    std::shared_ptr<const Source> engine = {};
    /// Why it did not, although it was asked.
    Phrase whyHere = {};
};

using FacetCountsPtr = std::shared_ptr<const FacetCounts>;

/// The values of one field, one per row, with the number of matching conversations and of all, and whether
/// the query selects them. A search can hide values. GUI thread.
class FacetValueModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        /// QString: the name in the other language.
        OtherNameRole = Qt::UserRole,
        /// quint64.
        CountRole,
        TotalRole,
        /// bool: the query selects it.
        ChosenRole,
        /// double: the share of the most frequent value's count, 0 to 1.
        CountShareRole,
        TotalShareRole,
        /// IntentCode; only of values that are intents.
        IntentRole,
    };

    explicit FacetValueModel(QObject* parent = nullptr);

    void setCounts(FacetCountsPtr counts);
    /// Reads from the query which values are selected.
    void setQuery(const Query& query);
    /// Shows only values that contain the text in either of their names.
    void setSearch(const QString& text);

    /// Null until there are counts.
    const FieldFacet* facet() const { return m_counts ? m_counts->facet.get() : nullptr; }
    const FacetCountsPtr& counts() const { return m_counts; }
    /// Sorted indices into FieldFacet::values.
    const std::vector<int>& chosen() const { return m_chosen; }
    /// The query restricts the field, even if it selects none of the listed values.
    bool isNarrowed() const { return m_narrowed; }
    int valueOf(int row) const { return m_shown.at(static_cast<std::size_t>(row)); }
    /// -1 if the search hides the value.
    int rowOf(int value) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void chosenChanged();

private:
    void showAll();
    void choose();
    ValueWords wordsOf(const FacetValue& value) const;
    QString spoken(std::size_t value) const;

    FacetCountsPtr m_counts;
    Query m_query;
    std::string m_search;
    std::vector<int> m_shown;
    std::vector<int> m_chosen;
    bool m_narrowed = false;
    /// Only if the values are intents.
    std::optional<IntentCodes> m_intents;
    std::uint64_t m_most = 1;
};

/// The request of a facet: counts of one field over the rows that match all filters except its own.
struct FacetRequest {
    /// The current view. Its matching rows are used if the facet's own filter makes no difference.
    ViewPtr view;
    std::string field;
    Query others;
    /// Counts over all rows of the table of which the view has some; null to count the rows here.
    std::shared_ptr<const Source> engine = {};
    /// The counts that are shown, to be reused; null for none. Does not tell requests apart.
    FacetCountsPtr before = {};

    /// True if only the state of the dataset differs.
    bool differsOnlyInSnapshot(const FacetRequest& other) const
    {
        return field == other.field && others == other.others && engine == other.engine;
    }
    bool operator==(const FacetRequest& other) const
    {
        return differsOnlyInSnapshot(other) && view && other.view && view->snapshot == other.view->snapshot;
    }
};

/// The request for a field; empty while it has to wait for the view (waitsForRows()).
std::optional<FacetRequest> facetRequest(const ViewPtr& view, const Query& asked, const std::string& field,
                                         std::shared_ptr<const Source> engine = {});

/// Computes the counts, reusing the facet of `before` (may be null) if it is still valid. Null if the query
/// is not valid for this dataset, if memory ran out, or if the job was stopped. For a worker, because terms
/// about texts read files, and an engine takes its time.
FacetCountsPtr countRequest(const FacetRequest& request, const FacetCountsPtr& before, const Job& job);

/// The keys of the fields with a value whose name contains the text, in either language. Numbers are not
/// searched. For a worker; incomplete if the job was stopped.
std::vector<std::string> fieldsWithValue(const Snapshot& snapshot, const QString& text, const Job& job);

} // namespace duologue::ui
