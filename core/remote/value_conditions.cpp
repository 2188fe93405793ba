// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/value_conditions.h"

#include "core/data/field_reader.h"
#include "core/data/known_fields.h"
#include "core/query/evaluate.h"
#include "core/query/text_pattern.h"
#include "core/remote/sql_text.h"
#include "core/util/numbers.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

namespace duologue {

namespace {

/// A longer text is looked for by its beginning, and found in the rows that come.
constexpr std::size_t kMostCharacters = 64;
constexpr char32_t kReplacementCharacter = 0xFFFD;

std::u32string codePointsOf(std::string_view utf8)
{
    std::u32string out;
    while (!utf8.empty()) {
        const CodePoint front = codePointAt(utf8);
        out += front.length == 0 ? kReplacementCharacter : front.value;
        utf8.remove_prefix(std::max<std::size_t>(front.length, 1));
    }
    return out;
}

/// \x{41}
std::string escapedCharacter(char32_t character)
{
    std::array<char, 8> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<std::uint32_t>(character), 16)
            .ptr;
    return "\\x{" + std::string(buffer.data(), end) + '}';
}

/// One that stands for itself in any expression.
bool isPlain(char32_t character)
{
    return character >= 0x80 || isDigit(static_cast<char>(character)) ||
           (lowerAscii(static_cast<char>(character)) >= 'a' &&
            lowerAscii(static_cast<char>(character)) <= 'z');
}

std::string spelled(char32_t character)
{
    if (!isPlain(character))
        return escapedCharacter(character);
    std::string out;
    appendCodePoint(out, character);
    return out;
}

/// "[a-zé]", or the character itself if there is one.
std::string classOf(std::vector<char32_t> characters)
{
    std::sort(characters.begin(), characters.end());
    characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
    if (characters.size() == 1)
        return spelled(characters.front());
    std::string out = "[";
    for (std::size_t i = 0; i < characters.size();) {
        std::size_t last = i;
        while (last + 1 < characters.size() && characters[last + 1] == characters[last] + 1)
            ++last;
        // Plainly: an escape is three times as long, and some expressions hold thousands.
        out += spelled(characters[i]);
        if (last > i)
            out += (last > i + 1 ? "-" : "") + spelled(characters[last]);
        i = last + 1;
    }
    return out + ']';
}

/// Any number of characters that folding drops.
const std::string& ignored()
{
    static const std::string expression = [] {
        std::vector<char32_t> dropped;
        for (const FoldedCharacter* each : charactersFoldingTo(0))
            dropped.push_back(each->character);
        return classOf(std::move(dropped)) + '*';
    }();
    return expression;
}

/// The characters that fold to this one alone, and itself.
std::string classFoldingTo(char32_t part)
{
    std::vector<char32_t> same{part};
    if (part >= 'a' && part <= 'z')
        same.push_back(part - 'a' + 'A');
    for (const FoldedCharacter* each : charactersFoldingTo(part)) {
        if (each->folded.size() == 1)
            same.push_back(each->character);
    }
    return classOf(std::move(same));
}

/// Whether `folded` may be part of a text with the needle such that both share a character.
bool overlaps(const std::u32string& folded, const std::u32string& needle)
{
    const auto size = static_cast<std::ptrdiff_t>(folded.size());
    const auto length = static_cast<std::ptrdiff_t>(needle.size());
    for (std::ptrdiff_t at = 1 - size; at < length; ++at) {
        bool agrees = true;
        for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, -at); i < size && at + i < length; ++i)
            agrees =
                agrees && folded[static_cast<std::size_t>(i)] == needle[static_cast<std::size_t>(at + i)];
        if (agrees)
            return true;
    }
    return false;
}

std::string classOfSeveral(const std::u32string& needle)
{
    std::vector<char32_t> found;
    for (const char32_t part : needle) {
        for (const FoldedCharacter* each : charactersFoldingTo(part)) {
            if (each->folded.size() > 1 && overlaps(each->folded, needle))
                found.push_back(each->character);
        }
    }
    return found.empty() ? std::string() : classOf(std::move(found));
}

std::string matches(const std::string& expression, const std::string& pattern)
{
    return "match(" + expression + ", " + sqlText(pattern) + ')';
}

} // namespace

std::optional<std::string> engineExpression(std::string_view pattern)
{
    if (!TextPattern::expression(pattern).ok())
        return std::nullopt;
    // An engine's "." may stand for a line feed.
    return "(?i-s:" + toRe2(pattern).value() + ')';
}

TextMatch TextMatch::words(std::string_view text)
{
    TextMatch made;
    std::u32string folded = codePointsOf(foldForSearch(text));
    if (folded.empty() || folded.size() > kMostCharacters ||
        folded.find(kReplacementCharacter) != std::u32string::npos)
        return made;
    std::string expression;
    for (const char32_t part : folded) {
        expression += (expression.empty() ? "" : ignored()) + classFoldingTo(part);
        made.m_mayBeEscaped = made.m_mayBeEscaped || part < ' ' || part == '"' || part == '\\' || part == '/';
    }
    made.m_expression = std::move(expression);
    made.m_several = classOfSeveral(folded);
    return made;
}

TextMatch TextMatch::inTerm(const QueryTerm& term)
{
    if (term.kind != TermKind::Pattern)
        return words(term.value);
    TextMatch made;
    made.m_expression = engineExpression(term.value);
    // Its items may be any characters.
    made.m_mayBeEscaped = true;
    return made;
}

Bounds TextMatch::containedIn(const std::string& expression) const
{
    if (!m_expression)
        return Bounds::unknown();
    const std::string lower = matches(expression, *m_expression);
    return {lower, m_several.empty() ? lower : sqlOr({lower, matches(expression, m_several)})};
}

std::string TextMatch::mayBeInJson(const std::string& expression) const
{
    if (!m_expression || m_mayBeEscaped)
        return "1";
    return sqlOr({containedIn(expression).upper, "position(" + expression + ", '\\\\u') > 0"});
}

Bounds TextMatch::equalTo(const std::string& expression) const
{
    if (!m_expression)
        return Bounds::unknown();
    const std::string lower = matches(expression, "^" + ignored() + *m_expression + ignored() + "$");
    return {lower, m_several.empty() ? lower : sqlOr({lower, matches(expression, m_several)})};
}

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
    const RowSet* const rows = found.get();
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
    if (isTime) {
        const ClosedRange asked = timeRange(term);
        const ClosedRange times(std::max(asked.low(), kFirstUnixTime),
                                std::min(asked.high(), std::nextafter(kEndUnixTime, 0)));
        return bounds(inRange("(" + number + " / " + sqlNumber(units, dialect) + ")", times, dialect));
    }
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
