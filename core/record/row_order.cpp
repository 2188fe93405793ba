// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/row_order.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace duologue {

namespace {

/// Sorts by one number a row; NaN last.
RowOrder sortedByKeys(const RowOrder& rows, const std::vector<double>& keys, bool descending)
{
    std::vector<std::size_t> places(rows.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (std::isnan(keys[a]) || std::isnan(keys[b]))
            return !std::isnan(keys[a]) && std::isnan(keys[b]);
        return descending ? keys[a] > keys[b] : keys[a] < keys[b];
    });
    RowOrder sorted(rows.size());
    std::transform(places.begin(), places.end(), sorted.begin(),
                   [&](std::size_t place) { return rows[place]; });
    return sorted;
}

/// Each category's place among the categories as people sort names.
std::vector<double> ranksOf(const FieldReader& field)
{
    const std::size_t count = field.categoryCount();
    std::vector<std::string> names(count);
    for (std::size_t i = 0; i < count; ++i)
        names[i] = field.category(static_cast<CategoryCode>(i)).shown();
    std::vector<std::size_t> places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::sort(places.begin(), places.end(),
              [&](std::size_t a, std::size_t b) { return compareNatural(names[a], names[b]) < 0; });
    std::vector<double> ranks(count);
    for (std::size_t i = 0; i < count; ++i)
        ranks[places[i]] = static_cast<double>(i);
    return ranks;
}

} // namespace

RowOrder orderOf(const RowSet& rows)
{
    RowOrder order;
    order.reserve(rows.count());
    rows.forEach([&](Row row) { order.push_back(row); });
    return order;
}

RowOrder sortedBy(RowOrder rows, const FieldReader& field, bool descending)
{
    if (field.info().kind == FieldKind::Text) {
        std::vector<std::pair<std::string, Row>> named;
        named.reserve(rows.size());
        for (const Row row : rows)
            named.emplace_back(field.text(row), row);
        std::stable_sort(named.begin(), named.end(), [&](const auto& a, const auto& b) {
            const int order = compareNatural(a.first, b.first);
            return descending ? order > 0 : order < 0;
        });
        std::transform(named.begin(), named.end(), rows.begin(),
                       [](const auto& pair) { return pair.second; });
        return rows;
    }
    const std::vector<double> ranks = field.isNumber() ? std::vector<double>() : ranksOf(field);
    std::vector<double> keys(rows.size(), std::nan(""));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (field.isNumber()) {
            keys[i] = field.number(rows[i]);
            continue;
        }
        // Of several values the first by name decides.
        field.forEachCode(rows[i], [&](CategoryCode code) {
            if (std::isnan(keys[i]) || ranks[code] < keys[i])
                keys[i] = ranks[code];
        });
    }
    return sortedByKeys(rows, keys, descending);
}

} // namespace duologue
