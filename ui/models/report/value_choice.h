// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "core/stats/tally/tally.h"

#include <Qt>
#include <span>
#include <string_view>
#include <vector>

namespace duologue::ui {

/// Which values of a field are chosen, as indices into the list that is shown, in rising order. The query is
/// where the choice is kept: it is read from it and written to it here and nowhere else.
using Choice = std::vector<int>;

enum class ChoiceForm {
    /// One term a value, three or more neighbours as a range.
    Values,
    /// Neighbours as a range, even two.
    Range,
};

/// The query holds for a record of this value alone; every term is taken to be about its field. A bin does
/// where any of its numbers does.
bool holdsFor(const Query& query, const GroupValue& value);

/// True where the query narrows the field: some values may be chosen, or none that is shown.
bool isNarrowed(const Query& query, std::string_view field);

/// The values that the query's terms about the field leave; empty where there is no such term.
Choice chosenValues(const Query& query, std::string_view field, std::span<const GroupValue> values);

/// The terms that ask for these values: "turns:4", "turns:4 OR turns:6", "turns:2..5". Everything for none.
Query choiceQuery(std::string_view field, std::span<const GroupValue> values, const Choice& chosen,
                  ChoiceForm form = ChoiceForm::Values);

/// What a click on a value makes of the choice: only it; nothing if it was the only one; with Ctrl it is
/// added or taken away; with Shift everything from `anchor` to it.
Choice choiceAfterClick(const Choice& chosen, int clicked, int anchor, Qt::KeyboardModifiers modifiers);

/// Every index from one to the other, whichever is first.
Choice choiceBetween(int one, int other);

} // namespace duologue::ui
