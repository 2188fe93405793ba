// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/evaluate.h"

#include "core/base/text.h"
#include "core/query/column_search.h"
#include "core/query/text_search.h"
#include "core/record/field_reader.h"

#include <algorithm>
#include <charconv>

namespace duologue {

namespace {

std::optional<TextScope> textScope(std::string_view field)
{
    if (field.empty())
        return TextScope{};
    if (field == "text.en")
        return TextScope{{}, Language::English};
    if (field == "text.zh")
        return TextScope{{}, Language::Chinese};
    for (const std::string_view role : {"user", "assistant", "system", "tool"}) {
        if (field.substr(std::min(field.size(), std::string_view("text.").size())) == role)
            return TextScope{std::string(role), {}};
    }
    return std::nullopt;
}

bool isNumber(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

QueryMistake mistakeAt(const Query& query, std::string message)
{
    return {query.textBegin, query.textEnd, std::move(message)};
}

class Evaluation {
public:
    Evaluation(const Snapshot& snapshot, const Job& job) : m_snapshot(snapshot), m_job(job) {}

    std::optional<QueryMistake> check(const Query& query) const
    {
        if (query.kind == QueryKind::Term)
            return checkTerm(query);
        for (const Query& part : query.parts) {
            if (auto mistake = check(part))
                return mistake;
        }
        return std::nullopt;
    }

    /// Rows among `candidates` for which the (checked) query holds.
    RowSet rows(const Query& query, const RowSet& candidates) const
    {
        switch (query.kind) {
        case QueryKind::Everything:
            return candidates;
        case QueryKind::Term:
            return termRows(query.term, candidates);
        case QueryKind::Not: {
            RowSet rest = rows(query.parts.front(), candidates);
            rest.invert();
            rest &= candidates;
            return rest;
        }
        case QueryKind::Or: {
            RowSet found(candidates.size());
            for (const Query& part : query.parts)
                found |= rows(part, candidates);
            return found;
        }
        case QueryKind::And:
            break;
        }
        std::vector<const Query*> parts;
        for (const Query& part : query.parts)
            parts.push_back(&part);
        std::stable_partition(parts.begin(), parts.end(),
                              [](const Query* part) { return !readsText(*part); });
        RowSet left = candidates;
        for (const Query* part : parts)
            left = rows(*part, left);
        return left;
    }

private:
    static bool readsText(const Query& query)
    {
        if (query.kind == QueryKind::Term)
            return query.term.kind == TermKind::Text || query.term.kind == TermKind::Pattern;
        return std::any_of(query.parts.begin(), query.parts.end(), readsText);
    }

    std::optional<QueryMistake> checkTerm(const Query& query) const
    {
        const QueryTerm& term = query.term;
        if (term.kind == TermKind::Text || term.kind == TermKind::Pattern) {
            if (!textScope(term.field))
                return mistakeAt(
                    query, "texts can be narrowed to text.user, text.assistant, text.system, text.tool, "
                           "text.en and text.zh, not to " +
                               term.field);
            if (term.kind == TermKind::Pattern) {
                const auto pattern = TextPattern::expression(term.value);
                if (const auto* mistake = std::get_if<PatternMistake>(&pattern))
                    return mistakeAt(
                        query,
                        "the pattern is wrong at character " +
                            std::to_string(
                                characterCount(std::string_view(term.value).substr(0, mistake->offset)) + 1) +
                            ": " + mistake->message);
            }
            return std::nullopt;
        }
        const auto field = findField(m_snapshot, term.field);
        if (!field) {
            // has: and missing: ask whether a field is there, so its absence everywhere is an answer.
            if (term.kind == TermKind::Missing || m_snapshot.recordCount() == 0)
                return std::nullopt;
            const std::string similar = similarField(m_snapshot, term.field);
            return mistakeAt(query, "no field " + term.field +
                                        (similar.empty() ? "" : ", did you mean " + similar + "?"));
        }
        if (term.kind == TermKind::Equals && field->isNumber() && !isNumber(term.value) &&
            !(field->info().key == "hallucination" && isMarkName(term.value)))
            return mistakeAt(query,
                             "\"" + term.value + "\" is no number, and " + field->info().key + " is one");
        if (term.kind == TermKind::Range && !field->isNumber() && !hasNumericCategories(*field))
            return mistakeAt(query, field->info().key + " has no numbers to compare");
        return std::nullopt;
    }

    static bool hasNumericCategories(const FieldReader& field)
    {
        return field.info().kind == FieldKind::Category || field.info().kind == FieldKind::Categories;
    }

    RowSet termRows(const QueryTerm& term, const RowSet& candidates) const
    {
        if (term.kind == TermKind::Text || term.kind == TermKind::Pattern)
            return textRows(term, candidates);
        return columnRows(m_snapshot, term, candidates, m_job);
    }

    RowSet textRows(const QueryTerm& term, const RowSet& candidates) const
    {
        const TextScope scope = textScope(term.field).value_or(TextScope{});
        const auto pattern = term.kind == TermKind::Pattern ? TextPattern::expression(term.value)
                                                            : TextPattern::words(term.value);
        return searchTexts(m_snapshot, candidates, TextFilter(scope, std::get<TextPattern>(pattern)), m_job);
    }

    const Snapshot& m_snapshot;
    const Job& m_job;
};

} // namespace

std::optional<QueryMistake> checkQuery(const Snapshot& snapshot, const Query& query)
{
    return Evaluation(snapshot, Job()).check(query);
}

std::variant<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job)
{
    const Evaluation evaluation(snapshot, job);
    if (auto mistake = evaluation.check(query))
        return std::move(*mistake);
    return evaluation.rows(query, RowSet(snapshot.recordCount(), true));
}

} // namespace duologue
