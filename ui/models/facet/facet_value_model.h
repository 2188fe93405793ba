// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/stats/facet/facet.h"

#include <QAbstractListModel>

namespace duologue::ui {

/// How many of the rows that other filters leave have each value of a facet. Immutable.
struct FacetCounts {
    FieldFacetPtr facet;
    std::vector<std::uint64_t> counts;
};

using FacetCountsPtr = std::shared_ptr<const FacetCounts>;

/// The values of one field, one a row, with how many conversations have them now and in all, and whether the
/// query chooses them. A search shows some of them. GUI thread.
class FacetValueModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        /// QString: the name in the other language.
        OtherNameRole = Qt::UserRole,
        /// quint64.
        CountRole,
        TotalRole,
        /// bool: the query asks for it.
        ChosenRole,
        /// double: of the most frequent value, 0 to 1.
        CountShareRole,
        TotalShareRole,
    };

    explicit FacetValueModel(QObject* parent = nullptr);

    void setCounts(FacetCountsPtr counts);
    /// What is chosen of the field; everything where nothing is.
    void setQuery(const Query& query);
    /// Shows values that contain it under either name.
    void setSearch(const QString& text);

    /// Null before the first counts.
    const FieldFacet* facet() const { return m_counts ? m_counts->facet.get() : nullptr; }
    const FacetCountsPtr& counts() const { return m_counts; }
    /// Places in FieldFacet::values, rising.
    const std::vector<int>& chosen() const { return m_chosen; }
    /// The query narrows the field, even where none of the values is chosen.
    bool isNarrowed() const { return m_narrowed; }
    int placeOf(int row) const { return m_shown.at(static_cast<std::size_t>(row)); }
    /// -1 where the search hides it.
    int rowOf(int place) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    void chosenChanged();

private:
    void showAll();
    void choose();
    QString shown(const FacetValue& value) const;
    QString spoken(std::size_t place) const;

    FacetCountsPtr m_counts;
    Query m_query;
    std::string m_search;
    std::vector<int> m_shown;
    std::vector<int> m_chosen;
    bool m_narrowed = false;
    std::uint64_t m_most = 1;
};

} // namespace duologue::ui
