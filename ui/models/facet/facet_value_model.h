// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/source.h"
#include "core/query/query.h"
#include "ui/models/words/intent_codes.h"
#include "ui/models/words/value_words.h"

#include <QAbstractListModel>
#include <optional>

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

} // namespace duologue::ui
