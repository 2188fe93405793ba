// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/telling_row.h"

#include "core/data/field_reader.h"

#include <algorithm>
#include <vector>

namespace duologue::ui {

namespace {

/// How much of it there is to see; languages and marks first, because few records have them.
int score(const Snapshot& snapshot, Row row, const std::vector<FieldReader>& ratings)
{
    constexpr int kBilingual = 8;
    constexpr int kMarked = 4;
    constexpr int kAnnotated = 2;
    int sum = snapshot.record(row).translation() == Translation::Complete ? kBilingual : 0;
    const auto [begin, end] = snapshot.messageRange(row);
    bool isMarked = false;
    bool isAnnotated = false;
    for (MessageIndex i = begin; i < end; ++i) {
        isMarked = isMarked || snapshot.messages.mark(i) == Mark::Yes;
        isAnnotated = isAnnotated || snapshot.messages.column(MessageColumn::Intent).has(indexOf(i));
    }
    sum += (isMarked ? kMarked : 0) + (isAnnotated ? kAnnotated : 0);
    const bool isRated = std::any_of(ratings.begin(), ratings.end(),
                                     [row](const FieldReader& rating) { return rating.has(row); });
    return sum + (isRated ? 1 : 0);
}

} // namespace

std::optional<Row> tellingRow(const Snapshot& snapshot)
{
    std::vector<FieldReader> ratings;
    for (const std::string& key : keysWith(snapshot, &FieldTraits::isRating)) {
        if (const auto field = findField(snapshot, key))
            ratings.push_back(*field);
    }
    std::optional<Row> best;
    int most = -1;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (const int own = score(snapshot, row, ratings); own > most) {
            most = own;
            best = row;
        }
    }
    return best;
}

} // namespace duologue::ui
