// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/push/value_push.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/base/whole_number.h"
#include "core/query/search/evaluate.h"
#include "core/record/field_names.h"
#include "core/remote/push/text_match.h"
#include "core/remote/sql/sql_text.h"
#include "core/table/field_reader.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>

namespace duologue {

namespace {

std::string notNull(const std::string& condition, bool isNullable)
{
    return isNullable ? sqlTotal(condition) : condition;
}

std::optional<FieldReader> sampleField(const TableFacts& facts, const std::string& key, bool ofMessages)
{
    return ofMessages ? findMessageField(*facts.sample, key) : findField(*facts.sample, key);
}

Bounds opposite(const Bounds& bounds)
{
    return {sqlNot(bounds.upper), sqlNot(bounds.lower)};
}

/// The value, which people compare as searches do, is one of a few: the term is asked of each of them here.
std::optional<Bounds> pushByValues(const TableFacts& facts, const TableColumn& column,
                                   const std::string& value, const QueryTerm& term, bool ofMessages)
{
    const ColumnValues* const values = facts.findValues(column);
    if (values == nullptr)
        return std::nullopt;
    Query query = Query::of(term);
    if (ofMessages) {
        Query condition;
        condition.kind = QueryKind::Messages;
        condition.parts.push_back(std::move(query));
        query = std::move(condition);
    }
    const auto found = evaluate(*values->snapshot, query, Job());
    const RowSet* const rows = std::get_if<RowSet>(&found);
    if (rows == nullptr)
        return std::nullopt;
    std::vector<std::string> wanted;
    std::vector<std::string> others;
    bool isNullWanted = false;
    for (std::size_t i = 0; i < values->values.size(); ++i) {
        const bool isWanted = rows->contains(Row{static_cast<std::uint32_t>(i)});
        if (!values->values[i])
            isNullWanted = isWanted;
        else
            (isWanted ? wanted : others).push_back(*values->values[i]);
    }
    const bool isMost = wanted.size() > others.size();
    const SqlDialect dialect = facts.layout.dialect;
    std::string among = isMost ? sqlNot(sqlIn(value, others, dialect)) : sqlIn(value, wanted, dialect);
    if (column.isNullable) {
        among = sqlTotal(sqlAnd({among, "(" + value + ") IS NOT NULL"}), dialect);
        among = isNullWanted ? sqlOr({among, "(" + value + ") IS NULL"}) : among;
    }
    return Bounds::exactly(among);
}

Bounds pushNumber(const TableFacts& facts, const TableColumn& column, const std::string& value,
                  const QueryTerm& term, bool ofMessages)
{
    const SqlDialect dialect = facts.layout.dialect;
    const bool isPostgres = dialect == SqlDialect::PostgreSql;
    const std::string number = isPostgres ? value + "::float8" : "toFloat64(" + value + ")";
    const std::string isFinite =
        isPostgres ? "abs(" + number + ") < 'Infinity'::float8" : "isFinite(" + number + ")";
    const auto wrapped = [&](const std::string& condition) {
        const std::string both = sqlAnd({isFinite, condition});
        return column.isNullable ? sqlTotal(both, dialect) : both;
    };
    const auto field = sampleField(facts, column.key, ofMessages);
    const double units = field ? field->unixUnits() : 0;
    // PostgreSQL writes what is no finite number as a text, which the reader knows better.
    const auto bounds = [&](const std::string& condition) {
        const std::string lower = wrapped(condition);
        return isPostgres ? Bounds{lower, sqlTotal("(" + lower + " OR NOT " + isFinite + ")", dialect)}
                          : Bounds::exactly(lower);
    };
    const bool isTime =
        units > 0 && (term.kind == TermKind::Equals ? timeIn(term.value, YearAlone::IsTime).has_value()
                                                    : term.kind == TermKind::Range && asksTimes(term));
    if (isTime)
        return bounds(
            inRange("(" + number + " / " + sqlNumber(units, dialect) + ")", timeRange(term), dialect));
    if (term.kind == TermKind::Has)
        return bounds("1");
    if (term.kind == TermKind::Range && (isBeyondExact(term.low) || isBeyondExact(term.high))) {
        // Whole numbers that are rounded keep their order, but may become equal.
        const double none = std::numeric_limits<double>::infinity();
        const ClosedRange sure(std::nextafter(term.low, none), std::nextafter(term.high, -none));
        return {bounds(inRange(number, sure, dialect)).lower,
                bounds(inRange(number, ClosedRange(term.low, term.high), dialect)).upper};
    }
    if (term.kind == TermKind::Range)
        return bounds(inRange(number, ClosedRange(term), dialect));
    const auto wanted = numberIn(term.value);
    if (!wanted)
        return Bounds::unknown();
    Bounds equal = bounds(number + " = " + sqlNumber(*wanted, dialect));
    // Names that are numbers are compared as texts.
    if (isBeyondExact(*wanted) || (term.value != numberText(*wanted) && !(field && field->isNumber())))
        equal.lower = "0";
    return equal;
}

/// Whether a text is what a whole number of 64 bits is written as.
bool isPlainWhole(std::string_view text)
{
    constexpr std::size_t kMostDigits = 18;
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    return isWholeNumber(text) && text.find('+') == std::string_view::npos && digits.size() <= kMostDigits &&
           (!digits.starts_with('0') || text == "0");
}

/// Of a column whose whole numbers are read as names, as those of ids are. A name is equal if its digits are.
Bounds pushWholeName(const TableFacts& facts, const TableColumn& column, const std::string& value,
                     const QueryTerm& term)
{
    if (term.kind != TermKind::Equals || !isPlainWhole(term.value)) {
        Bounds made = pushNumber(facts, column, value, term, false);
        if (term.kind == TermKind::Equals)
            made.lower = "0";
        return made;
    }
    const std::string equal = "(" + value + ") = " + term.value;
    return Bounds::exactly(column.isNullable ? sqlTotal(equal, facts.layout.dialect) : equal);
}

/// The engine's number is close to the one that a file says.
Bounds pushRoughNumber(const TableColumn& column, const std::string& value, const QueryTerm& term)
{
    const std::string number = "toFloat64(" + value + ")";
    const auto wrapped = [&](const std::string& condition) {
        return notNull(sqlAnd({"isFinite(" + number + ")", condition}), column.isNullable);
    };
    if (term.kind == TermKind::Has)
        return Bounds::exactly(wrapped("1"));
    if (term.kind == TermKind::Missing)
        return Bounds::exactly(sqlNot(wrapped("1")));
    constexpr double kPart = 1e-6;
    const auto equal = term.kind == TermKind::Equals ? numberIn(term.value) : std::nullopt;
    if (term.kind == TermKind::Equals && !equal)
        return Bounds::unknown();
    const ClosedRange range = equal ? ClosedRange(*equal, *equal) : ClosedRange(term);
    const auto wider = [](double end, double direction) {
        return end + direction * (std::abs(end) * kPart + kPart * kPart);
    };
    return {"0", wrapped(inRange(number, {wider(range.low(), -1), wider(range.high(), 1)}))};
}

/// "2026-01-02 03:04:05"
std::string timeText(double seconds)
{
    using namespace std::chrono;
    // What a DateTime can be, and a little more.
    constexpr double kFirst = -62'135'596'800;
    constexpr double kLast = 253'402'300'799;
    const auto whole = std::chrono::seconds(static_cast<std::int64_t>(std::clamp(seconds, kFirst, kLast)));
    const sys_seconds at(whole);
    const auto day = floor<days>(at);
    const year_month_day date(day);
    const hh_mm_ss clock(at - day);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u %02d:%02d:%02d", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()));
    return text.data();
}

/// Times as texts have the order of time.
Bounds pushTime(const TableColumn& column, const std::string& value, const QueryTerm& term)
{
    const bool isTime =
        term.kind == TermKind::Range ? asksTimes(term) : timeIn(term.value, YearAlone::IsTime).has_value();
    if (!isTime)
        return Bounds::unknown();
    const ClosedRange range = timeRange(term);
    // A day begins at midnight.
    const std::string whole =
        "concat(" + value + ", substring(' 00:00:00', toUInt64(length(" + value + ") - 9)))";
    std::vector<std::string> ends{"length(" + value + ") >= 10", value + " >= '0001'"};
    if (std::isfinite(range.low()))
        ends.push_back(whole + " >= " + sqlText(timeText(std::ceil(range.low()))));
    if (std::isfinite(range.high()))
        ends.push_back(whole + " <= " + sqlText(timeText(std::floor(range.high()))));
    if (range.low() > range.high())
        ends.emplace_back("0");
    return Bounds::exactly(notNull(sqlAnd(ends), column.isNullable));
}

/// Whether only one text is the value that is meant: it is no number, and values have no other names.
bool isPlainCategory(const FieldReader& field, const QueryTerm& term)
{
    return field.info().kind == FieldKind::Category && !numberIn(term.value) && field.synonyms().empty() &&
           builtInValueNames(field.info().key).empty();
}

/// Whether a text of PostgreSQL is this one, ignoring the case of ASCII. Only the reader compares others.
Bounds equalInPostgres(const std::string& value, const std::string& wanted)
{
    const auto isPrintable = [](char c) { return c >= ' ' && c <= '~'; };
    if (!std::all_of(wanted.begin(), wanted.end(), isPrintable))
        return Bounds::unknown();
    const std::string isAscii = "(" + value + ") ~ '^[ -~]*$'";
    const std::string equal =
        "lower((" + value + ") COLLATE \"C\") = " + sqlText(lowerAscii(wanted), SqlDialect::PostgreSql);
    return {sqlAnd({isAscii, equal}), sqlOr({sqlNot(isAscii), equal})};
}

/// A column of so many texts that nobody lists them.
Bounds pushText(const TableFacts& facts, const TableColumn& column, const std::string& value,
                const QueryTerm& term, bool ofMessages)
{
    const bool isPostgres = facts.layout.dialect == SqlDialect::PostgreSql;
    if (term.kind == TermKind::Has && !isPostgres) {
        // A value without a letter may be none.
        const std::string some = notNull("match(" + value + ", '[A-Za-z0-9]')", column.isNullable);
        return {some, column.isNullable ? "isNotNull(" + value + ")" : "1"};
    }
    if (term.kind != TermKind::Equals || term.value.empty())
        return Bounds::unknown();
    Bounds equal =
        isPostgres ? equalInPostgres(value, term.value) : TextMatch::words(term.value).equalTo(value);
    if (column.isNullable)
        equal = {sqlTotal(equal.lower, facts.layout.dialect), sqlTotal(equal.upper, facts.layout.dialect)};
    // Numbers, times and other names of a value are equal although their texts differ.
    const auto field = sampleField(facts, column.key, ofMessages);
    const bool isPlainText =
        field && (field->info().kind == FieldKind::Text || isPlainCategory(*field, term));
    const bool isTime = timeIn(term.value, YearAlone::IsTime).has_value();
    if (!isPlainText || isTime)
        equal = {isTime ? "0" : equal.lower, "1"};
    return equal;
}

} // namespace

std::string inRange(const std::string& number, const ClosedRange& range, SqlDialect dialect)
{
    if (std::isnan(range.low()) || std::isnan(range.high()))
        return "0";
    std::vector<std::string> ends;
    if (!std::isinf(range.low()) || range.low() > 0)
        ends.push_back(number + " >= " + sqlNumber(range.low(), dialect));
    if (!std::isinf(range.high()) || range.high() < 0)
        ends.push_back(number + " <= " + sqlNumber(range.high(), dialect));
    return sqlAnd(ends);
}

Bounds pushValue(const TableFacts& facts, const TableColumn& column, const std::string& value,
                 const QueryTerm& term, bool ofMessages)
{
    if (term.kind == TermKind::Missing) {
        QueryTerm has = term;
        has.kind = TermKind::Has;
        return opposite(pushValue(facts, column, value, has, ofMessages));
    }
    const bool isPostgres = facts.layout.dialect == SqlDialect::PostgreSql;
    switch (column.type) {
    case RemoteType::Number: {
        const auto field = sampleField(facts, column.key, ofMessages);
        if (!ofMessages && isWholeNumbers(column) && !(field && field->isNumber()))
            return pushWholeName(facts, column, value, term);
        if (field && !ofMessages && !field->isNumber())
            return Bounds::unknown();
        return pushNumber(facts, column, value, term, ofMessages);
    }
    case RemoteType::RoughNumber:
        if (isPostgres)
            return Bounds::unknown();
        return pushRoughNumber(column, value, term);
    case RemoteType::Time:
        if (const auto byValues = pushByValues(facts, column, value, term, ofMessages))
            return *byValues;
        if (isPostgres)
            return Bounds::unknown();
        return term.kind == TermKind::Has ? Bounds::unknown() : pushTime(column, value, term);
    case RemoteType::Text:
        if (const auto byValues = pushByValues(facts, column, value, term, ofMessages))
            return *byValues;
        return pushText(facts, column, value, term, ofMessages);
    case RemoteType::Other:
        return Bounds::unknown();
    }
    return Bounds::unknown();
}

} // namespace duologue
