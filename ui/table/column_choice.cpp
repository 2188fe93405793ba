// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/column_choice.h"
#include "core/query/evaluate.h"
#include "ui/app/view.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace duologue::ui {

namespace {

/// More dots cannot be counted at a glance.
constexpr int kMostDots = 5;

/// Fields that fewer records have, of a hundred, are left to those who look for them.
constexpr std::size_t kFewestWithValue = 10;
/// With more ratings, no room is left for the text.
constexpr std::size_t kMostRatings = 4;

std::size_t recordsWith(const Snapshot& snapshot, const std::string& field, const Job& job)
{
    const auto rows = evaluate(snapshot, hasQuery(field), job);
    const auto* found = rows.get();
    return found == nullptr ? 0 : found->count();
}

bool isFrequent(const Snapshot& snapshot, std::size_t records)
{
    return records * 100 >= snapshot.recordCount() * kFewestWithValue;
}

/// Those that most records have, in their order.
std::vector<std::string> firstRatings(const Snapshot& snapshot, std::vector<std::string> ratings,
                                      const Job& job)
{
    std::map<std::string, std::size_t> counts;
    std::vector<std::size_t> byCount;
    for (const std::string& rating : ratings)
        byCount.push_back(counts[rating] = recordsWith(snapshot, rating, job));
    std::sort(byCount.begin(), byCount.end(), std::greater<>());
    const std::size_t fewest = byCount.size() > kMostRatings ? byCount[kMostRatings - 1] : 0;
    std::erase_if(ratings, [&](const std::string& rating) {
        return counts[rating] < fewest || !isFrequent(snapshot, counts[rating]);
    });
    ratings.resize(std::min(ratings.size(), kMostRatings));
    return ratings;
}

/// 0 if the values are not whole numbers from 0 to kMostDots.
int stepsOf(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    double highest = 0;
    for (Row row{0}; row < snapshot.endRow() && !job.stopRequested(); ++row) {
        const double value = field.number(row);
        if (std::isnan(value))
            continue;
        if (value < 0 || value > kMostDots || value != std::floor(value))
            return 0;
        highest = std::max(highest, value);
    }
    return static_cast<int>(highest);
}

/// True if every record has the same value: a column would repeat one word. The overview names it once.
bool isConstant(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    const FieldInfo& info = field.info();
    return snapshot.recordCount() > 1 && info.kind == FieldKind::Category && !info.ofMessages &&
           field.categoryCount() == 1 && recordsWith(snapshot, info.key, job) == snapshot.recordCount();
}

} // namespace

bool saysSomething(const Snapshot& snapshot, const FieldReader& field, const Job& job)
{
    // A record's own column exists because some record has a value, and every text has a language.
    if (field.anyColumn() != nullptr || !field.isMade())
        return true;
    const FieldInfo& info = field.info();
    QueryTerm term;
    term.kind = info.kind == FieldKind::Number && !info.ofMessages ? TermKind::Range : TermKind::Has;
    term.field = info.key;
    term.low = 0;
    term.lowIncluded = false;
    const auto rows = evaluate(snapshot, Query::of(term), job);
    const auto* found = rows.get();
    return found == nullptr || found->count() > 0;
}

ColumnChoice chooseColumns(const Snapshot& snapshot, const Job& job)
{
    std::vector<std::string> keys{"id"};
    const auto add = [&](const std::vector<std::string>& more) {
        keys.insert(keys.end(), more.begin(), more.end());
    };
    const std::vector<std::string> ratings = keysWith(snapshot, &FieldTraits::isRating);
    add(keysWith(snapshot, &FieldTraits::isTopic));
    add({"turns"});
    add(keysWith(snapshot, &FieldTraits::isMark));
    add({"intent"});
    add(firstRatings(snapshot, ratings, job));
    for (const char* key : {"group", "user"}) {
        if (isFrequent(snapshot, recordsWith(snapshot, key, job)))
            keys.emplace_back(key);
    }
    add({"problems"});
    ColumnChoice choice;
    for (const std::string& key : keys) {
        const auto field = findField(snapshot, key);
        if (field && saysSomething(snapshot, *field, job) && !isConstant(snapshot, *field, job))
            choice.keys.push_back(key);
    }
    for (const std::string& key : ratings) {
        const auto field = findField(snapshot, key);
        if (const int steps = field ? stepsOf(snapshot, *field, job) : 0; steps > 0)
            choice.ratingSteps.emplace(key, steps);
    }
    return choice;
}

} // namespace duologue::ui
