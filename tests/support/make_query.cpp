// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/make_query.h"

#include "core/query/evaluate.h"
#include "core/query/query_parser.h"

#include <stdexcept>

namespace duologue::test {

Query parsed(std::string_view text)
{
    const auto result = parseQuery(text);
    if (const auto* mistake = result.error())
        throw std::invalid_argument(std::string(text) + ": " + inEnglish(mistake->what));
    return result.value();
}

std::string rowsOf(const Snapshot& snapshot, std::string_view text)
{
    const auto query = parseQuery(text);
    if (const auto* mistake = query.error())
        return inEnglish(mistake->what);
    const auto rows = evaluate(snapshot, query.value(), Job());
    if (const auto* mistake = rows.error())
        return inEnglish(mistake->what);
    std::string kept;
    rows.value().forEach([&](Row row) { kept += (kept.empty() ? "" : " ") + std::to_string(indexOf(row)); });
    return kept;
}

Query term(TermKind kind, std::string field, std::string value)
{
    QueryTerm made;
    made.kind = kind;
    made.field = std::move(field);
    made.value = std::move(value);
    return Query::of(std::move(made));
}

Query range(std::string field, double low, double high, bool lowIncluded, bool highIncluded)
{
    QueryTerm made;
    made.kind = TermKind::Range;
    made.field = std::move(field);
    made.low = low;
    made.high = high;
    made.lowIncluded = lowIncluded;
    made.highIncluded = highIncluded;
    return Query::of(std::move(made));
}

Query notOf(Query part)
{
    Query query;
    query.kind = QueryKind::Not;
    query.parts.push_back(std::move(part));
    return query;
}

Query messages(Quantifier quantifier, Query inner, const Query& count)
{
    Query query;
    query.kind = QueryKind::Messages;
    query.quantifier = quantifier;
    query.term = count.term;
    query.parts.push_back(std::move(inner));
    return query;
}

} // namespace duologue::test
