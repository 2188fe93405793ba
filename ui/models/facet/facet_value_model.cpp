// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet/facet_value_model.h"

#include "core/data/column.h"
#include "core/util/text.h"
#include "ui/models/report/value_choice.h"
#include "ui/work/qt_text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace duologue::ui {

namespace {

/// Stands for a long value: the facet has only the beginning of it, and others may begin alike.
std::string markOf(std::size_t place)
{
    return '\x01' + std::to_string(place);
}

/// The place of a long value; none if the facet does not list it.
std::optional<std::size_t> placeOfLong(const FieldFacet& facet, const std::string& value)
{
    const auto field = findField(*facet.snapshot, facet.field.key);
    const ValueKey key(value);
    for (std::size_t code = 0; field && code < facet.placeOfCode.size(); ++code) {
        const std::uint32_t place = facet.placeOfCode[code];
        if (place != FieldFacet::kNoPlace && facet.values[place].isLong &&
            field->keyOf(categoryCode(code)) == key.text())
            return place;
    }
    return std::nullopt;
}

/// The query with the names of categories that the facet lists, and with the marks of long values.
Query withListedNames(Query query, const FieldFacet& facet)
{
    for (Query& part : query.parts)
        part = withListedNames(std::move(part), facet);
    if (query.kind != QueryKind::Term || query.term.kind != TermKind::Equals ||
        query.term.field != facet.field.key)
        return query;
    if (query.term.value.size() > kLongestName) {
        if (const auto place = placeOfLong(facet, query.term.value))
            query.term.value = markOf(*place);
        return query;
    }
    for (const FacetValue& value : facet.values) {
        if (!value.chinese.empty() && equalsFolded(value.chinese, query.term.value)) {
            query.term.value = value.value.text;
            break;
        }
    }
    return query;
}

} // namespace

FacetValueModel::FacetValueModel(QObject* parent) : QAbstractListModel(parent) {}

void FacetValueModel::setCounts(FacetCountsPtr counts)
{
    const bool figuresOnly = m_counts && counts && m_counts->facet == counts->facet;
    if (figuresOnly) {
        m_counts = std::move(counts);
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_counts = std::move(counts);
    m_most = 1;
    m_intents.reset();
    if (facet() != nullptr) {
        m_intents = IntentCodes::ofField(*facet()->snapshot, facet()->field.key);
        for (const FacetValue& value : facet()->values)
            m_most = std::max(m_most, value.total);
    }
    showAll();
    choose();
    endResetModel();
    Q_EMIT chosenChanged();
}

void FacetValueModel::setQuery(const Query& query)
{
    m_query = query;
    choose();
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {ChosenRole, Qt::AccessibleTextRole});
    Q_EMIT chosenChanged();
}

void FacetValueModel::setSearch(const QString& text)
{
    std::string folded = foldForSearch(fromQt(text));
    if (folded == m_search)
        return;
    beginResetModel();
    m_search = std::move(folded);
    showAll();
    endResetModel();
}

void FacetValueModel::showAll()
{
    m_shown.clear();
    if (facet() == nullptr)
        return;
    for (std::size_t i = 0; i < facet()->values.size(); ++i) {
        if (m_search.empty() || facet()->values[i].folded.find(m_search) != std::string::npos)
            m_shown.push_back(static_cast<int>(i));
    }
}

/// Reads the selected values from the query, which is the only state of the filter.
void FacetValueModel::choose()
{
    m_chosen.clear();
    m_narrowed = false;
    if (facet() == nullptr)
        return;
    const std::string& key = facet()->field.key;
    m_narrowed = ui::isNarrowed(m_query, key);
    if (!m_narrowed)
        return;
    std::vector<GroupValue> values;
    values.reserve(facet()->values.size());
    for (const FacetValue& value : facet()->values) {
        values.push_back(value.value);
        if (value.isLong)
            values.back().text = markOf(values.size() - 1);
    }
    m_chosen = chosenValues(withListedNames(m_query, *facet()), key, values);
}

int FacetValueModel::rowOf(int value) const
{
    const auto found = std::lower_bound(m_shown.begin(), m_shown.end(), value);
    return found != m_shown.end() && *found == value ? static_cast<int>(found - m_shown.begin()) : -1;
}

int FacetValueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

/// Bins and numbers have no names.
ValueWords FacetValueModel::wordsOf(const FacetValue& value) const
{
    if (value.value.number)
        return {asLabel(toQt(value.value.text).simplified()), {}};
    if (value.value.text.empty())
        return {tr("(empty)"), {}};
    ValueWords words = valueWords(*facet()->snapshot, facet()->field, {value.value.text, value.chinese});
    return {words.shown.simplified(), words.other.simplified()};
}

QString FacetValueModel::spoken(std::size_t index) const
{
    const FacetValue& value = facet()->values[index];
    const QString text =
        tr("%1, %2 of %3 conversations")
            .arg(wordsOf(value).inBoth(), countText(m_counts->counts[index]), countText(value.total));
    const bool chosen = std::binary_search(m_chosen.begin(), m_chosen.end(), static_cast<int>(index));
    return chosen ? tr("%1, selected").arg(text) : text;
}

QVariant FacetValueModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto valueIndex = static_cast<std::size_t>(valueOf(index.row()));
    const FacetValue& value = facet()->values[valueIndex];
    const std::uint64_t count = m_counts->counts[valueIndex];
    switch (role) {
    case Qt::DisplayRole:
        return wordsOf(value).shown;
    case Qt::ToolTipRole:
        return (value.isLong ? asToolTip(toQt(wholeTextAt(*facet(), valueIndex))) : QString()) +
               asToolTip(spoken(valueIndex));
    case Qt::AccessibleTextRole:
        return spoken(valueIndex);
    case OtherNameRole:
        // Words of the program need no second name on the screen.
        return value.chinese.empty() ? QString() : wordsOf(value).other;
    case CountRole:
        return QVariant::fromValue<quint64>(count);
    case TotalRole:
        return QVariant::fromValue<quint64>(value.total);
    case ChosenRole:
        return std::binary_search(m_chosen.begin(), m_chosen.end(), static_cast<int>(valueIndex));
    case IntentRole:
        return m_intents ? QVariant::fromValue(m_intents->of({value.value.text, value.chinese})) : QVariant();
    case CountShareRole:
        return static_cast<double>(count) / static_cast<double>(m_most);
    case TotalShareRole:
        return static_cast<double>(value.total) / static_cast<double>(m_most);
    default:
        return {};
    }
}

} // namespace duologue::ui
