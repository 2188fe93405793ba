// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/value_choice.h"

#include "core/analysis/bins.h"
#include "core/util/numbers.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace duologue::ui {

namespace {

constexpr std::size_t kShortestRun = 3;

std::optional<double> numberOf(const GroupValue& value)
{
    return value.number ? value.number : parseNumber<double>(value.text);
}

/// Two numbers, by their digits where a double does not hold one of them. Other texts are ignored.
int compared(double left, std::string_view leftText, double right, std::string_view rightText)
{
    if (std::isfinite(left) && std::isfinite(right) &&
        (isKeptAsDigits(leftText) || isKeptAsDigits(rightText)))
        return compareDecimals(isDecimal(leftText) ? std::string(leftText) : numberText(left),
                               isDecimal(rightText) ? std::string(rightText) : numberText(right));
    return left < right ? -1 : left > right ? 1 : 0;
}

/// NaN is in no range.
bool isInRange(const QueryTerm& term, double number, const std::string& text)
{
    if (std::isnan(number) || std::isnan(term.low) || std::isnan(term.high))
        return false;
    const int low = compared(number, text, term.low, term.lowTyped);
    const int high = compared(number, text, term.high, term.highTyped);
    return (term.lowIncluded ? low >= 0 : low > 0) && (term.highIncluded ? high <= 0 : high < 0);
}

bool reaches(double from, bool fromIncluded, double to, bool toIncluded)
{
    return from < to || (from == to && fromIncluded && toIncluded);
}

/// True if the range and the bin overlap.
bool meetsBin(const QueryTerm& term, const GroupValue& bin)
{
    return reaches(*bin.number, true, term.high, term.highIncluded) &&
           reaches(term.low, term.lowIncluded, *bin.end, bin.endIncluded);
}

bool termHolds(const QueryTerm& term, const GroupValue& value)
{
    switch (term.kind) {
    case TermKind::Has:
        return true;
    case TermKind::Missing:
        return false;
    case TermKind::Range: {
        if (value.end)
            return meetsBin(term, value);
        const auto number = numberOf(value);
        return number && isInRange(term, *number, value.text);
    }
    default:
        break;
    }
    if (value.end) {
        const auto asked = numberOf({term.value, {}, {}, false});
        return asked && *asked >= *value.number &&
               (value.endIncluded ? *asked <= *value.end : *asked < *value.end);
    }
    if (value.number) {
        const auto asked = numberOf({term.value, {}, {}, false});
        return asked && compared(*asked, term.value, *value.number, value.text) == 0;
    }
    return equalsFolded(term.value, value.text);
}

bool holds(const Query& query, const GroupValue& value)
{
    const auto partHolds = [&](const Query& part) { return holds(part, value); };
    switch (query.kind) {
    case QueryKind::Everything:
    case QueryKind::Messages:
        return true;
    case QueryKind::Term:
        return termHolds(query.term, value);
    case QueryKind::Not:
        return !holds(query.parts.front(), value);
    case QueryKind::And:
        return std::all_of(query.parts.begin(), query.parts.end(), partHolds);
    case QueryKind::Or:
        return std::any_of(query.parts.begin(), query.parts.end(), partHolds);
    }
    return true;
}

Query equalsTerm(std::string_view field, const GroupValue& value)
{
    QueryTerm term;
    term.kind = TermKind::Equals;
    term.field = field;
    term.value = value.text;
    return Query::of(std::move(term));
}

} // namespace

bool holdsFor(const Query& query, const GroupValue& value)
{
    return holds(query, value);
}

bool isNarrowed(const Query& query, std::string_view field)
{
    const auto parts = conjuncts(query);
    return std::any_of(parts.begin(), parts.end(), [&](const Query& part) { return isAbout(part, field); });
}

Choice chosenValues(const Query& query, std::string_view field, std::span<const GroupValue> values)
{
    std::vector<Query> asked = conjuncts(query);
    std::erase_if(asked, [&](const Query& part) { return !isAbout(part, field); });
    Choice chosen;
    if (asked.empty())
        return chosen;
    const Query all = Query::all(std::move(asked));
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (holds(all, values[i]))
            chosen.push_back(static_cast<int>(i));
    }
    return chosen;
}

Query choiceQuery(std::string_view field, std::span<const GroupValue> values, const Choice& chosen,
                  ChoiceForm form)
{
    std::vector<Query> parts;
    const std::size_t shortest = form == ChoiceForm::Range ? 2 : kShortestRun;
    for (std::size_t begin = 0; begin < chosen.size();) {
        const auto valueAt = [&](std::size_t i) -> const GroupValue& {
            return values[static_cast<std::size_t>(chosen[i])];
        };
        std::size_t end = begin + 1;
        while (end < chosen.size() && chosen[end] == chosen[end - 1] + 1)
            ++end;
        const GroupValue& first = valueAt(begin);
        const GroupValue& last = valueAt(end - 1);
        if (first.end || (first.number && last.number && end - begin >= shortest)) {
            parts.push_back(rangeQuery(field, first, last));
        } else {
            for (std::size_t i = begin; i < end; ++i)
                parts.push_back(equalsTerm(field, valueAt(i)));
        }
        begin = end;
    }
    // An empty list of alternatives must not become "nothing matches".
    return parts.empty() ? Query() : Query::any(std::move(parts));
}

Choice choiceBetween(int one, int other)
{
    Choice chosen;
    for (int i = std::min(one, other); i <= std::max(one, other); ++i)
        chosen.push_back(i);
    return chosen;
}

Choice choiceAfterClick(const Choice& chosen, int clicked, int anchor, Qt::KeyboardModifiers modifiers)
{
    if (modifiers.testFlag(Qt::ShiftModifier))
        return choiceBetween(anchor < 0 ? clicked : anchor, clicked);
    if (modifiers.testFlag(Qt::ControlModifier)) {
        Choice changed = chosen;
        const auto found = std::lower_bound(changed.begin(), changed.end(), clicked);
        if (found != changed.end() && *found == clicked)
            changed.erase(found);
        else
            changed.insert(found, clicked);
        return changed;
    }
    return chosen == Choice{clicked} ? Choice() : Choice{clicked};
}

} // namespace duologue::ui
