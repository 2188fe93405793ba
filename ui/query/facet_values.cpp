// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/query/facet_values.h"
#include "core/data/column.h"
#include "core/util/text.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/widgets/category_picker.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string>
#include <utility>

namespace duologue::ui {

namespace {

/// Throws a Phrase that says what the source cannot count. Null if there is no such field.
std::shared_ptr<FacetCounts> countBy(const Source& source, const FacetRequest& request,
                                     const FacetCountsPtr& before, const Job& job)
{
    const SnapshotPtr& snapshot = request.view->snapshot;
    auto made = std::make_shared<FacetCounts>();
    made->engine = request.engine;
    // For an engine, it does not matter how many rows are here.
    const bool isSame = before && before->engine == request.engine &&
                        before->facet->field.key == request.field &&
                        (request.engine || before->facet->snapshot == snapshot);
    made->facet = isSame ? before->facet : source.facet(snapshot, request.field, job);
    if (!made->facet)
        return nullptr;
    if (request.others.kind == QueryKind::Everything) {
        for (const FacetValue& value : made->facet->values)
            made->counts.push_back(value.total);
        return made;
    }
    const bool isKnown = !request.engine && answers(*request.view, request.others);
    const Filter left = isKnown ? Filter{request.others, {request.view, &request.view->matched}}
                                : source.where(request.others, job);
    made->counts = source.count(*made->facet, left, job);
    return made;
}

} // namespace

std::optional<FacetRequest> facetRequest(const ViewPtr& view, const Query& asked, const std::string& field,
                                         std::shared_ptr<const Source> engine)
{
    FacetRequest request{view, field, withoutField(asked, field), std::move(engine)};
    return waitsForRows(*view, asked, request.others) ? std::nullopt : std::optional(std::move(request));
}

FacetCountsPtr countRequest(const FacetRequest& request, const FacetCountsPtr& before, const Job& job)
{
    FacetRequest here = request;
    here.engine.reset();
    Phrase whyHere;
    try {
        std::shared_ptr<FacetCounts> made;
        try {
            if (request.engine) {
                const WaitsElsewhere waits;
                made = countBy(*request.engine, request, before, job);
            }
        } catch (Phrase& mistake) {
            whyHere = std::move(mistake);
        }
        if (!made)
            made = countBy(RowsHere(*request.view->snapshot), here, before, job);
        if (made)
            made->whyHere = std::move(whyHere);
        return job.stopRequested() ? nullptr : made;
    } catch (const Phrase&) {
        return nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

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

namespace {

bool hasValueLike(const Snapshot& snapshot, const FieldReader& field, const std::string& folded,
                  const Job& job)
{
    const auto contains = [&](std::string_view name) {
        return !name.empty() && foldForSearch(name).find(folded) != std::string::npos;
    };
    for (std::size_t code = 0; code < field.categoryCount() && !job.stopRequested(); ++code) {
        if (field.isList(categoryCode(code)))
            continue;
        const Category value = field.category(categoryCode(code));
        if (contains(value.en) || contains(value.zh))
            return true;
        const ValueWords words = valueWords(snapshot, field.info(), value);
        if (contains(fromQt(words.shown)) || contains(fromQt(words.other)))
            return true;
    }
    return false;
}

} // namespace

std::vector<std::string> fieldsWithValue(const Snapshot& snapshot, const QString& text, const Job& job)
{
    std::vector<std::string> keys;
    const std::string folded = foldForSearch(fromQt(text));
    for (const FieldReader& field : allFields(snapshot)) {
        const bool isNumber = (field.isNumber() && !field.hasMarks()) || field.hasMessageNumbers();
        if (!isNumber && field.info().key != "id" && !folded.empty() &&
            hasValueLike(snapshot, field, folded, job))
            keys.push_back(field.info().key);
    }
    return keys;
}

} // namespace duologue::ui
