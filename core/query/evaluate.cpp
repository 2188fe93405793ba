// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/evaluate.h"

#include "core/data/field_reader.h"
#include "core/data/known_fields.h"
#include "core/data/record_keys.h"
#include "core/data/row_order.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/query/column_search.h"
#include "core/query/message_search.h"
#include "core/query/query.h"
#include "core/query/term_match.h"
#include "core/query/text_search.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace duologue {

/// The rows whose id is exactly this text, or whose file has this name or path, ignoring case and width: a
/// search for a text finds them too. Incomplete if the job was stopped.
RowSet rowsNamed(const Snapshot& snapshot, const std::string& name, const Job& job);

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
    if (std::ranges::find(kCheckKeys, std::string_view(name)) != kCheckKeys.end() &&
        !presenceOf(snapshot, name).isKnown())
        return mistakeAtName(query, {PhraseId::NotChecked, name});
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
    const auto* mistake = pattern.error();
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
    if (term.kind != TermKind::Equals && term.kind != TermKind::Range)
        return std::nullopt;
    const auto field =
        ofMessages ? findMessageField(snapshot, term.fieldName()) : findField(snapshot, term.fieldName());
    if (term.kind == TermKind::Range) {
        const Column* const column = field ? field->anyColumn() : nullptr;
        const bool areWords = column != nullptr && hasNumericCategories(*field) && !field->isNumber() &&
                              !column->forms.anyNumbers() && !column->forms.anyTimes();
        return areWords ? std::optional(mistakeAtValue(query, {PhraseId::NotNumeric, field->info().key}))
                        : std::nullopt;
    }
    const bool hasWords = field && !field->isNumber() && !field->hasMessageNumbers();
    if (!hasWords || field->categoryCount() == 0 || field->valueCount() > kMostCompared)
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
    if (intent == nullptr || mark == nullptr)
        return std::nullopt;
    const MessageTable& messages = snapshot.messages;
    bool both = false;
    std::array<std::uint32_t, FieldScan::kRun> intents;
    std::array<std::uint32_t, FieldScan::kRun> marks;
    for (std::size_t begin = 0; begin < messages.count && !both && !job.stopRequested();
         begin += intents.size()) {
        const std::size_t count = std::min<std::size_t>(intents.size(), messages.count - begin);
        messages.column(MessageColumn::Intent).codes.keysTo(begin, begin + count, intents.data());
        messages.column(MessageColumn::Hallucination).codes.keysTo(begin, begin + count, marks.data());
        for (std::size_t i = 0; i < count; ++i)
            both = both || (intents[i] != 0 && marks[i] != 0);
    }
    return both || job.stopRequested() ? std::nullopt
                                       : std::optional(mistakeAtName(*intent, PhraseId::MarksOfAnswers));
}

/// "or", "and" or "not" among words, where an operator was meant.
bool isOperatorWord(const Query& part)
{
    const QueryTerm& term = part.term;
    return part.kind == QueryKind::Term && term.kind == TermKind::Text && term.field.empty() &&
           (term.value == "or" || term.value == "and" || term.value == "not");
}

std::optional<QueryMistake> likelyMistakeIn(const Snapshot& snapshot, const Query& query, bool ofMessages,
                                            const Job& job)
{
    if (query.kind == QueryKind::Not)
        return std::nullopt;
    if (query.kind == QueryKind::And) {
        const auto found = std::find_if(query.parts.begin(), query.parts.end(), isOperatorWord);
        if (found != query.parts.end())
            return mistakeAt(*found, {PhraseId::OperatorWord, found->term.value});
    }
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

RowSet rowsNamed(const Snapshot& snapshot, const std::string& name, const Job& job)
{
    const RowSet all(snapshot.recordCount(), true);
    RowSet found(snapshot.recordCount());
    // Only folders end so, and a word does not mean everything in a folder.
    if (name.ends_with('/'))
        return found;
    for (const char* field : {"id", "file"}) {
        QueryTerm term;
        term.kind = TermKind::Equals;
        term.field = field;
        term.value = name;
        found |= columnRows(snapshot, term, all, job);
    }
    return found;
}

namespace {

/// Cuts rows into pieces by the number of bytes to read: a small piece first, so that rows appear soon, then
/// larger ones that keep every core busy for a while.
class PieceCutter {
public:
    PieceCutter(const Snapshot& snapshot, std::size_t rowCount)
        : m_snapshot(snapshot), m_rows(rowCount), m_cores(static_cast<std::uint64_t>(availableCores()))
    {
        m_limit = m_cores * kFirstBytes;
    }

    bool isFull() const { return m_bytes >= m_limit; }

    void add(Row row)
    {
        m_rows.add(row);
        m_bytes += m_snapshot.record(row).length;
    }

    /// Returns the current piece and begins the next one.
    RowSet take()
    {
        m_bytes = 0;
        m_limit = std::min(2 * m_limit, m_cores * kMostBytes);
        return std::exchange(m_rows, RowSet(m_rows.size()));
    }

private:
    static constexpr std::uint64_t kFirstBytes = std::uint64_t{4} << 20U;
    static constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20U;

    const Snapshot& m_snapshot;
    RowSet m_rows;
    std::uint64_t m_cores;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_limit = 0;
};

class Evaluation {
public:
    Evaluation(const Snapshot& snapshot, const Job& job) : m_snapshot(snapshot), m_job(job) {}

    /// Files that cannot be read. If there is a mistake, the rows found are not valid.
    std::optional<QueryMistake> mistake() const
    {
        if (m_job.stopRequested() || !m_unread)
            return std::nullopt;
        return notReadMistake(m_snapshot, *m_unread);
    }

    /// Rows among `candidates` for which the (checked) query holds. The query must outlive this object.
    RowSet rows(const Query& query, const RowSet& candidates)
    {
        switch (query.kind) {
        case QueryKind::Everything:
            return candidates;
        case QueryKind::Term:
            return termRows(query, candidates);
        case QueryKind::Messages:
            return orBroken(read(messageRows(m_snapshot, query, candidates, m_job)), candidates);
        case QueryKind::Not: {
            // What could hold does not hold for certain in the negation.
            m_couldHold = !m_couldHold;
            RowSet rest = rows(query.parts.front(), candidates);
            m_couldHold = !m_couldHold;
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
                              [](const Query* part) { return !asksTexts(*part); });
        RowSet left = candidates;
        RowSet named = rowsNamedBy(query, candidates);
        for (const Query* part : parts) {
            left = rows(*part, left);
            if (!isWord(*part) && named.count() > 0)
                named = rows(*part, named);
        }
        left |= named;
        return left;
    }

    /// All rows for which the query holds, found in pieces if texts are read.
    RowSet rowsInPieces(const Query& query, const RowsFound& early)
    {
        RowSet left(m_snapshot.recordCount(), true);
        std::vector<Query> texts;
        for (const Query& part : conjuncts(query)) {
            if (asksTexts(part))
                texts.push_back(part);
            else
                left = rows(part, left);
        }
        if (texts.empty())
            return left;
        m_texts = Query::all(std::move(texts));
        PieceCutter cutter(m_snapshot, left.size());
        RowSet found(left.size());
        const auto search = [&](bool isLast) {
            if (m_job.stopRequested())
                return;
            const RowSet kept = rows(m_texts, cutter.take());
            found |= kept;
            if (!isLast && kept.count() > 0 && !m_job.stopRequested())
                early(found);
        };
        left.forEach([&](Row row) {
            if (cutter.isFull())
                search(false);
            cutter.add(row);
        });
        search(true);
        return found;
    }

private:
    RowSet termRows(const Query& query, const RowSet& candidates)
    {
        const QueryTerm& term = query.term;
        if (term.kind != TermKind::Text && term.kind != TermKind::Pattern) {
            RowSet found = columnRows(m_snapshot, term, candidates, m_job);
            if (m_couldHold && asksFindings(term))
                found |= uncheckedRows(candidates);
            return found;
        }
        const TextScope scope = textScope(term.field).value_or(TextScope{});
        const TextFilter filter(scope, patternOf(term));
        if (!isWord(query))
            return orBroken(read(searchTexts(m_snapshot, candidates, filter, m_job)), candidates);
        RowSet named = namedRows(term.value);
        named &= candidates;
        RowSet others = named;
        others.invert();
        others &= candidates;
        RowSet found = read(searchTexts(m_snapshot, others, filter, m_job));
        found |= named;
        return orBroken(std::move(found), candidates);
    }

    /// What a record says neither holds nor does its negation if it could not be read.
    RowSet orBroken(RowSet found, const RowSet& candidates) const
    {
        if (!m_couldHold || m_snapshot.problemCounts.errors() == 0)
            return found;
        candidates.forEach([&](Row row) {
            if (m_snapshot.records.entries.hot()[indexOf(row)].isBroken())
                found.add(row);
        });
        return found;
    }

    /// About what checks have found: it neither holds nor does its negation where nobody has looked.
    bool asksFindings(const QueryTerm& term) const
    {
        if (term.kind != TermKind::Equals && term.kind != TermKind::Range)
            return false;
        // Records may have values of their own under these keys, which have a raw key.
        const Column* const counts = m_snapshot.records.column(kCheckKeys[1]);
        if (counts == nullptr || !counts->info.rawKey.empty())
            return false;
        const auto field = findField(m_snapshot, term.fieldName());
        return field && field->info().rawKey.empty() &&
               std::ranges::find(kCheckKeys, field->info().key) != kCheckKeys.end();
    }

    RowSet uncheckedRows(const RowSet& candidates) const
    {
        QueryTerm unchecked;
        unchecked.kind = TermKind::Missing;
        unchecked.field = kCheckKeys[1];
        return columnRows(m_snapshot, unchecked, candidates, m_job);
    }

    /// A text that may also be an id or the name of a file.
    static bool isWord(const Query& query)
    {
        return query.kind == QueryKind::Term && query.term.kind == TermKind::Text && query.term.field.empty();
    }

    const RowSet& namedRows(const std::string& name)
    {
        const auto known = m_named.find(name);
        return known != m_named.end()
                   ? known->second
                   : m_named.emplace(name, rowsNamed(m_snapshot, name, m_job)).first->second;
    }

    /// The candidates whose name is all the words of an And: names may have spaces.
    RowSet rowsNamedBy(const Query& query, const RowSet& candidates)
    {
        std::string name;
        std::size_t words = 0;
        for (const Query& part : query.parts) {
            if (isWord(part)) {
                name += (words++ == 0 ? "" : " ") + part.term.value;
            }
        }
        if (words < 2)
            return RowSet(candidates.size());
        RowSet named = namedRows(name);
        named &= candidates;
        return named;
    }

    /// Returns the rows found. Remembers unread rows.
    RowSet read(FoundRows rows)
    {
        if (!m_unread && rows.unread.count() > 0)
            m_unread = std::move(rows.unread);
        return std::move(rows.found);
    }

    const Snapshot& m_snapshot;
    const Job& m_job;
    /// Inside an odd number of negations: rows count for which a term could hold.
    bool m_couldHold = false;
    /// rowsNamed() by the name.
    std::map<std::string, RowSet> m_named;
    /// The conjuncts that read texts, during rowsInPieces().
    Query m_texts;
    std::optional<RowSet> m_unread;
};

} // namespace

QueryMistake notReadMistake(const Snapshot& snapshot, const RowSet& unread)
{
    const RecordEntry first = snapshot.record(orderOf(unread).front());
    return QueryMistake{0,
                        0,
                        {PhraseId::RecordsNotSearched, unread.count(),
                         snapshot.file(first.file).shownPath + ':' + std::to_string(first.ordinal)}};
}

Expected<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job)
{
    if (auto mistake = checkQuery(snapshot, query))
        return std::move(*mistake);
    Evaluation evaluation(snapshot, job);
    RowSet rows = evaluation.rows(query, RowSet(snapshot.recordCount(), true));
    if (auto mistake = evaluation.mistake())
        return std::move(*mistake);
    return rows;
}

Expected<RowSet, QueryMistake> evaluate(const Snapshot& snapshot, const Query& query, const Job& job,
                                        const RowsFound& early)
{
    if (auto mistake = checkQuery(snapshot, query))
        return std::move(*mistake);
    Evaluation evaluation(snapshot, job);
    RowSet rows = evaluation.rowsInPieces(query, early);
    if (auto mistake = evaluation.mistake())
        return std::move(*mistake);
    return rows;
}

} // namespace duologue
