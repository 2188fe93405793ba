// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/query_check.h"

#include "core/base/edit_distance.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/query/search/term_match.h"
#include "core/table/record_keys.h"

#include <algorithm>
#include <span>
#include <utility>

namespace duologue {

namespace {

/// Fields with more values are not searched for a similar one, because somebody waits for the answer.
constexpr std::size_t kMostCompared = 5'000;

/// A mistake in a whole term, such as a text or a pattern.
QueryMistake mistakeAt(const Query& query, Phrase what)
{
    return QueryMistake{query.textBegin, query.textEnd, std::move(what)};
}

/// A mistake in the field name of a term, which is the value in has:NAME.
QueryMistake mistakeAtName(const Query& query, Phrase what)
{
    const bool isNameTheValue = query.term.kind == TermKind::Has || query.term.kind == TermKind::Missing;
    return isNameTheValue ? QueryMistake{query.valueBegin, query.textEnd, std::move(what)}
                          : QueryMistake{query.textBegin, query.nameEnd, std::move(what)};
}

/// A mistake in the value of a term.
QueryMistake mistakeAtValue(const Query& query, Phrase what)
{
    return QueryMistake{query.valueBegin, query.textEnd, std::move(what)};
}

bool hasNumericCategories(const FieldReader& field)
{
    const Column* const column = field.anyColumn();
    return field.info().kind == FieldKind::Category || field.info().kind == FieldKind::Categories ||
           (column != nullptr && field.info().kind == FieldKind::Text && column->forms.areNumbers());
}

/// Columns only say which messages have the key: its values are long texts or trees.
bool isUnshown(const FieldReader& field)
{
    return field.info().ofMessages && field.anyColumn() != nullptr && field.categoryCount() == 1 &&
           field.category(categoryCode(0)).shown() == kUnshownValue;
}

QueryMistake unknownField(const Snapshot& snapshot, const Query& query, bool ofMessages)
{
    const std::string& name = query.term.fieldName();
    if (ofMessages && presenceOf(snapshot, name).isKnown())
        return mistakeAtName(query, {PhraseId::NotOfMessages, name});
    const std::string similar =
        ofMessages ? similarMessageField(snapshot, name) : similarField(snapshot, name);
    if (similar.empty())
        return mistakeAtName(query, {PhraseId::NoField, name});
    return mistakeAtName(query, {PhraseId::SimilarField, name, similar});
}

std::optional<QueryMistake> checkText(const Query& query, bool ofMessages)
{
    const QueryTerm& term = query.term;
    const auto scope = textScope(term.field);
    if (!scope)
        return mistakeAt(query, {PhraseId::NoScope, term.field});
    if (ofMessages && (scope->group == TextGroup::Context || scope->group == TextGroup::Candidates))
        return mistakeAt(query, {PhraseId::NotOfMessages, term.field});
    if (term.kind == TermKind::Text)
        return std::nullopt;
    const auto pattern = TextPattern::expression(term.value);
    const auto* mistake = std::get_if<PatternMistake>(&pattern);
    if (mistake == nullptr)
        return std::nullopt;
    const auto before = characterCount(std::string_view(term.value).substr(0, mistake->offset));
    return mistakeAt(query, {PhraseId::InvalidPattern, before + 1, mistake->what});
}

std::optional<QueryMistake> checkField(const Snapshot& snapshot, const Query& query, bool ofMessages)
{
    const QueryTerm& term = query.term;
    const auto field =
        ofMessages ? findMessageField(snapshot, term.fieldName()) : findField(snapshot, term.fieldName());
    if (!field) {
        if (snapshot.recordCount() == 0)
            return std::nullopt;
        if (ofMessages || !presenceOf(snapshot, term.fieldName()).isKnown())
            return unknownField(snapshot, query, ofMessages);
        if (term.kind == TermKind::Has || term.kind == TermKind::Missing)
            return std::nullopt;
        return mistakeAtName(query, {PhraseId::OnlyPresence, term.fieldName()});
    }
    const std::string& key = field->info().key;
    const bool isMark = field->hasMarks() && markNamed(term.value).has_value();
    if (ofMessages && field->hasMarks()) {
        if (term.kind == TermKind::Equals && !isMark)
            return mistakeAtValue(query, {PhraseId::NeedsMark, term.value, key});
        return term.kind == TermKind::Range
                   ? std::optional(mistakeAtValue(query, {PhraseId::NotNumeric, key}))
                   : std::nullopt;
    }
    if (isUnshown(*field)) {
        if (term.kind == TermKind::Equals || term.kind == TermKind::Range)
            return mistakeAtName(query, {PhraseId::OnlyPresence, key});
        return std::nullopt;
    }
    if (term.kind == TermKind::Equals && field->hasTimes() && looksLikeDate(term.value) &&
        !timeIn(term.value))
        return mistakeAtValue(query, {PhraseId::NotADate, term.value});
    if (term.kind == TermKind::Range && isTimeRange(term))
        return field->hasTimes() ? std::nullopt
                                 : std::optional(mistakeAtValue(query, {PhraseId::NoTimes, key}));
    if (field->hasTimes() &&
        (term.kind == TermKind::Range ? asksTimes(term) : timeIn(term.value, YearAlone::IsTime).has_value()))
        return std::nullopt;
    if (term.kind == TermKind::Equals && (field->isNumber() || field->hasMessageNumbers()) &&
        !numberIn(term.value) && !isMark)
        return mistakeAtValue(
            query, {field->hasMarks() ? PhraseId::NeedsMarkOrCount : PhraseId::NeedsNumber, term.value, key});
    if (term.kind == TermKind::Range && !field->isNumber() && !hasNumericCategories(*field))
        return mistakeAtValue(query, {PhraseId::NotNumeric, key});
    return std::nullopt;
}

std::optional<QueryMistake> checkTerm(const Snapshot& snapshot, const Query& query, bool ofMessages)
{
    const bool isText = query.term.kind == TermKind::Text || query.term.kind == TermKind::Pattern;
    return isText ? checkText(query, ofMessages) : checkField(snapshot, query, ofMessages);
}

/// Finds a field name of several words that lacks quotation marks, as in `Detail Level:2`: it is parsed as
/// texts and an unknown field.
std::optional<QueryMistake> unquotedName(const Snapshot& snapshot, std::span<const Query> parts)
{
    const Query& last = parts.back();
    std::string name = last.term.field;
    for (std::size_t i = parts.size() - 1; i-- > 0;) {
        const Query& word = parts[i];
        if (word.kind != QueryKind::Term || word.term.kind != TermKind::Text || !word.term.field.empty())
            break;
        name.insert(0, word.term.value + ' ');
        if (const auto field = findField(snapshot, name))
            return QueryMistake{
                word.textBegin, last.nameEnd, {PhraseId::SimilarField, name, field->info().key}};
    }
    return std::nullopt;
}

std::optional<QueryMistake> check(const Snapshot& snapshot, const Query& query, bool ofMessages)
{
    if (query.kind == QueryKind::Term)
        return checkTerm(snapshot, query, ofMessages);
    const std::span<const Query> parts(query.parts);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto mistake = check(snapshot, parts[i], ofMessages || query.kind == QueryKind::Messages);
        if (!mistake)
            continue;
        const bool isUnknown =
            mistake->what.id == PhraseId::NoField || mistake->what.id == PhraseId::SimilarField;
        if (query.kind == QueryKind::And && isUnknown && parts[i].nameEnd > 0) {
            if (auto name = unquotedName(snapshot, parts.first(i + 1)))
                return name;
        }
        return mistake;
    }
    return std::nullopt;
}

/// Names the field by its key, and as it was typed only where that key finds another field. "length" stays
/// the word for the length of a message.
void nameByKey(const Snapshot& snapshot, QueryTerm& term, const FieldReader& field, bool ofMessages)
{
    const std::string& key = field.info().key;
    const std::string typed = term.fieldName();
    if (typed == key)
        return;
    term.field = key;
    const auto byKey = ofMessages ? findMessageField(snapshot, key) : findField(snapshot, key);
    const bool isOnly = byKey && byKey->info().rawKey == field.info().rawKey;
    const bool isLength = ofMessages && fieldKey(typed) == "length";
    term.typedField = isOnly && !isLength ? std::string() : typed;
}

void findKeys(const Snapshot& snapshot, Query& query, bool ofMessages)
{
    QueryTerm& term = query.term;
    const bool isText = term.kind == TermKind::Text || term.kind == TermKind::Pattern;
    if (query.kind == QueryKind::Term && !isText) {
        const auto field =
            ofMessages ? findMessageField(snapshot, term.fieldName()) : findField(snapshot, term.fieldName());
        if (field)
            nameByKey(snapshot, term, *field, ofMessages);
    }
    for (Query& part : query.parts)
        findKeys(snapshot, part, ofMessages || query.kind == QueryKind::Messages);
}

std::optional<QueryMistake> unknownValue(const Snapshot& snapshot, const Query& query, bool ofMessages)
{
    const QueryTerm& term = query.term;
    if (term.kind != TermKind::Equals)
        return std::nullopt;
    const auto field =
        ofMessages ? findMessageField(snapshot, term.fieldName()) : findField(snapshot, term.fieldName());
    const bool hasWords = field && !field->isNumber() && !field->hasMessageNumbers();
    if (!hasWords || field->categoryCount() == 0 || field->categoryCount() > kMostCompared)
        return std::nullopt;
    const CategoryMatch isMeant(*field, term);
    if (!longCodesNamed(*field, term.value, Job()).empty())
        return std::nullopt;
    std::string nearest;
    std::size_t least = term.value.size() / 3 + 1;
    for (std::size_t code = 0; code < field->categoryCount(); ++code) {
        const Category category = field->category(categoryCode(code));
        if (field->isList(categoryCode(code)))
            continue;
        if (isMeant(category))
            return std::nullopt;
        if (field->isLong(categoryCode(code)))
            continue;
        for (const std::string& name : {category.en, category.zh}) {
            const std::size_t longer = std::max(name.size(), term.value.size());
            if (name.empty() || longer - std::min(name.size(), term.value.size()) >= least)
                continue;
            if (const std::size_t distance = editDistance(name, term.value); distance < least) {
                least = distance;
                nearest = name;
            }
        }
    }
    const std::string& key = field->info().key;
    // A key of the data that is named like a field of runs comes before it.
    const std::string ofRuns = "run." + key;
    const auto run = ofMessages ? findMessageField(snapshot, ofRuns) : findField(snapshot, ofRuns);
    if (run && run->info().key == ofRuns)
        return mistakeAtValue(query, {PhraseId::NoSuchValueOfOwnKey, key, term.value, ofRuns});
    return nearest.empty() ? mistakeAtValue(query, {PhraseId::NoSuchValue, key, term.value})
                           : mistakeAtValue(query, {PhraseId::SimilarValue, key, term.value, nearest});
}

/// Finds an Equals term whose field isMeant() among the parts of a condition on messages; null if there is
/// none.
template<typename IsMeant>
const Query* findTerm(const Snapshot& snapshot, std::span<const Query> parts, const IsMeant& isMeant)
{
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const Query& part) {
        if (part.kind != QueryKind::Term || part.term.kind != TermKind::Equals)
            return false;
        const auto field = findMessageField(snapshot, part.term.fieldName());
        return field && isMeant(*field);
    });
    return found == parts.end() ? nullptr : &*found;
}

std::optional<QueryMistake> marksOfAnswers(const Snapshot& snapshot, const Query& condition, const Job& job)
{
    if (condition.kind != QueryKind::And)
        return std::nullopt;
    const Query* const intent = findTerm(
        snapshot, condition.parts, [](const FieldReader& field) { return field.info().key == "intent"; });
    const Query* const mark =
        findTerm(snapshot, condition.parts, [](const FieldReader& field) { return field.hasMarks(); });
    const auto& messages = snapshot.messages.entries.hot();
    if (intent == nullptr || mark == nullptr)
        return std::nullopt;
    bool both = false;
    messages.forEachPiece(0, messages.size(), [&](std::size_t, const MessageFlags* piece, std::size_t count) {
        both =
            both || job.stopRequested() || std::any_of(piece, piece + count, [](const MessageFlags& message) {
                return message.intentSet != 0 && message.mark() != Mark::NotAnnotated;
            });
    });
    return both ? std::nullopt : std::optional(mistakeAtName(*intent, PhraseId::MarksOfAnswers));
}

std::optional<QueryMistake> likelyMistakeIn(const Snapshot& snapshot, const Query& query, bool ofMessages,
                                            const Job& job)
{
    if (query.kind == QueryKind::Not)
        return std::nullopt;
    if (query.kind == QueryKind::Term)
        return unknownValue(snapshot, query, ofMessages);
    const bool isOfMessages = ofMessages || query.kind == QueryKind::Messages;
    for (const Query& part : query.parts) {
        if (auto found = likelyMistakeIn(snapshot, part, isOfMessages, job))
            return found;
    }
    return query.kind == QueryKind::Messages ? marksOfAnswers(snapshot, query.parts.front(), job)
                                             : std::nullopt;
}

} // namespace

std::optional<QueryMistake> checkQuery(const Snapshot& snapshot, const Query& query)
{
    return check(snapshot, query, false);
}

Query withFieldKeys(const Snapshot& snapshot, Query query)
{
    findKeys(snapshot, query, false);
    return query;
}

std::optional<QueryMistake> likelyMistake(const Snapshot& snapshot, const Query& query, const Job& job)
{
    return likelyMistakeIn(snapshot, query, false, job);
}

const QueryTerm* patternWithOtherWords(const Query& query)
{
    if (query.kind == QueryKind::Term)
        return query.term.kind == TermKind::Pattern && boundsOtherWords(query.term.value) ? &query.term
                                                                                          : nullptr;
    for (const Query& part : query.parts) {
        if (const QueryTerm* found = patternWithOtherWords(part))
            return found;
    }
    return nullptr;
}

} // namespace duologue
