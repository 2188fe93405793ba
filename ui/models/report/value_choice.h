// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tally.h"
#include "core/query/query.h"

#include <Qt>
#include <span>
#include <string_view>
#include <vector>

namespace duologue::ui {

/// The selected values of a field, as sorted indices into the shown list. The selection is stored in the
/// query only; it is read from it and written to it here.
using Choice = std::vector<int>;

enum class ChoiceForm {
    /// One term per value; three or more adjacent values become a range.
    Values,
    /// Adjacent values become a range, even if there are only two.
    Range,
};

/// True if a record with only this value matches; all terms are taken to be about its field. A bin matches if
/// any of its numbers does.
bool holdsFor(const Query& query, const GroupValue& value);

/// True if the query restricts the field, even if it selects none of the shown values.
bool isNarrowed(const Query& query, std::string_view field);

/// The values that match the query's terms about the field; empty if there is no such term.
Choice chosenValues(const Query& query, std::string_view field, std::span<const GroupValue> values);

/// The terms that select these values: "turns:4", "turns:4 OR turns:6", "turns:2..5". Everything if none is
/// selected.
Query choiceQuery(std::string_view field, std::span<const GroupValue> values, const Choice& chosen,
                  ChoiceForm form = ChoiceForm::Values);

/// The selection after a click on a value: only this value, or nothing if it was the only one. Ctrl adds or
/// removes it; Shift selects everything from `anchor`.
Choice choiceAfterClick(const Choice& chosen, int clicked, int anchor, Qt::KeyboardModifiers modifiers);

/// All indices between two, in either order.
Choice choiceBetween(int one, int other);

} // namespace duologue::ui
