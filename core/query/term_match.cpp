// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/term_match.h"

#include "core/data/column.h"
#include "core/data/known_fields.h"
#include "core/util/numbers.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace duologue {

namespace {

/// The field of the files' shown paths. A term may name a part of a path unless it is a whole path.
bool mayBePartOfPath(const FieldReader& field, const std::string& value)
{
    if (field.info().key != "file" || field.anyColumn() != nullptr)
        return false;
    for (std::size_t code = 0; code < field.categoryCount(); ++code) {
        if (field.category(categoryCode(code)).answersTo(value))
            return false;
    }
    return true;
}

/// "007" is a name.
bool hasZeroFirst(std::string_view text)
{
    return text.size() > 1 && text[0] == '0' && isDigit(text[1]);
}

/// Among other texts, "+7" is a name, too.
bool isWrittenAsNumber(std::string_view text)
{
    text.remove_prefix(text.starts_with('-') ? 1 : 0);
    return !text.starts_with('+') && !text.starts_with('.') && !hasZeroFirst(text) && isDecimal(text);
}

/// Its values are true and false, or messages' own words for the mark of the same name, which reports count
/// as yes and no.
bool isYesOrNo(const FieldReader& field)
{
    const FieldInfo& info = field.info();
    return info.kind == FieldKind::Flag || (info.ofMessages && info.rawKey == "hallucination");
}

/// The next double above (direction 1) or below (-1); NaN if there is none.
double nextTo(double value, int direction)
{
    const double end = direction * std::numeric_limits<double>::infinity();
    return value == end ? std::numeric_limits<double>::quiet_NaN() : std::nextafter(value, end);
}

/// Whether a number is a year if the query asks about times.
bool isYear(double number)
{
    return number >= 1000 && number <= 9999 && number == std::trunc(number);
}

/// The span of time that an end of a range stands for, in seconds since 1970.
TimeSpan spanOf(const std::string& time, double number)
{
    const std::string text = time.empty() && isYear(number) ? numberText(number) : time;
    return timeIn(text, YearAlone::IsTime).value_or(TimeSpan{number, number});
}

/// What was typed is not a number that a double does not hold.
bool isTypedTime(const std::string& typed)
{
    return !typed.empty() && !isKeptAsDigits(typed);
}

/// The numbers of a range reach to `end`, whose digits may be others than those of the double.
double boundOf(double end, const std::string& typed, bool isIncluded, int direction)
{
    const int order = isKeptAsDigits(typed) ? compareDecimals(numberText(end), typed) : 0;
    const bool isWithin = order == 0 ? isIncluded : (order > 0) == (direction > 0);
    return isWithin ? end : nextTo(end, direction);
}

} // namespace

bool asksTimes(const QueryTerm& term)
{
    const auto isOne = [](const std::string& typed, double end) {
        return isTypedTime(typed) || isYear(end) || std::isinf(end);
    };
    return isOne(term.lowTyped, term.low) && isOne(term.highTyped, term.high);
}

bool isTimeRange(const QueryTerm& term)
{
    return isTypedTime(term.lowTyped) || isTypedTime(term.highTyped);
}

ClosedRange timeRange(const QueryTerm& term)
{
    if (term.kind == TermKind::Equals) {
        const auto span = timeIn(term.value, YearAlone::IsTime);
        return span ? ClosedRange(span->begin, nextTo(span->end, -1)) : ClosedRange(1, 0);
    }
    const TimeSpan low = spanOf(term.lowTyped, term.low);
    const TimeSpan high = spanOf(term.highTyped, term.high);
    const bool endsAtHigh = high.begin == high.end && term.highIncluded;
    return {term.lowIncluded       ? low.begin
            : low.begin == low.end ? nextTo(low.begin, 1)
                                   : low.end,
            endsAtHigh ? high.end : nextTo(term.highIncluded ? high.end : high.begin, -1)};
}

ClosedRange::ClosedRange(const QueryTerm& term)
    : m_low(boundOf(term.low, term.lowTyped, term.lowIncluded, 1)),
      m_high(boundOf(term.high, term.highTyped, term.highIncluded, -1))
{
}

CategoryMatch::CategoryMatch(const FieldReader& field, const QueryTerm& term)
    : m_term(term),
      m_usual(term.value),
      m_isYes(isYesOrNo(field) && equalsFolded(term.value, "yes")),
      m_isNo(isYesOrNo(field) && equalsFolded(term.value, "no")),
      m_isFile(term.kind == TermKind::Equals && mayBePartOfPath(field, term.value)),
      m_units(field.unixUnits())
{
    const bool mayBeTimes =
        term.kind == TermKind::Range ? asksTimes(term) : timeIn(term.value, YearAlone::IsTime).has_value();
    if (field.hasTimes() && mayBeTimes)
        m_times = timeRange(term);
    const Column* const column = field.anyColumn();
    if (term.kind == TermKind::Equals && column != nullptr && !namesName(field.info().key))
        m_number = numberIn(term.value);
    m_areNumbers = column != nullptr && column->forms.areNumbers();
    for (const auto& names : {field.synonyms(), builtInValueNames(field.info().key),
                              field.info().kind == FieldKind::Flag ? flagNames() : std::span<const Name>()}) {
        const auto known = std::find_if(names.begin(), names.end(),
                                        [&term](const Name& name) { return name.zh == term.value; });
        if (known != names.end()) {
            m_usual = known->en;
            break;
        }
    }
}

bool CategoryMatch::isFileNamed(std::string_view path) const
{
    const std::string& name = m_term.value;
    if (name.ends_with('/'))
        return foldForSearch(path).starts_with(foldForSearch(name));
    // The end of a path, which begins at a name of a folder or file.
    const auto endsWith = [&name](std::string_view whole) {
        const std::size_t more = whole.size() - name.size();
        return whole.size() > name.size() && whole[more - 1] == '/' && equalsFolded(whole.substr(more), name);
    };
    const std::string_view ending = endingOf(fileNameOf(path));
    return !name.empty() && (endsWith(path) || endsWith(path.substr(0, path.size() - ending.size())) ||
                             equalsFolded(path.substr(0, path.size() - ending.size()), name));
}

/// Numbers that doubles do not hold, such as long ids, are compared digit by digit.
bool CategoryMatch::isInRange(std::string_view text) const
{
    const std::string_view digits = trimmed(text);
    if (!isKeptAsDigits(digits)) {
        const auto value = numberIn(text);
        return value && ClosedRange(m_term).contains(*value);
    }
    const auto isBetween = [&](const std::string& typed, double end, bool isIncluded, bool isAbove) {
        const int order = std::isinf(end)
                              ? (end > 0 ? -1 : 1)
                              : compareDecimals(digits, isKeptAsDigits(typed) ? typed : numberText(end));
        return order == 0 ? isIncluded : (order > 0) == isAbove;
    };
    return isBetween(m_term.lowTyped, m_term.low, m_term.lowIncluded, true) &&
           isBetween(m_term.highTyped, m_term.high, m_term.highIncluded, false);
}

bool CategoryMatch::isEqualNumber(std::string_view text) const
{
    const auto value = numberIn(text);
    if (!value || *value != *m_number)
        return false;
    const std::string_view digits = trimmed(text);
    const std::string_view wanted = trimmed(m_term.value);
    // A postcode or a telephone number.
    if (hasZeroFirst(digits) || hasZeroFirst(wanted) || (!m_areNumbers && !isWrittenAsNumber(digits)))
        return false;
    if (!isKeptAsDigits(digits) && !isKeptAsDigits(wanted))
        return true;
    return isDecimal(digits) && isDecimal(wanted) && compareDecimals(digits, wanted) == 0;
}

std::vector<CategoryCode> longCodesNamed(const FieldReader& field, std::string_view value, const Job& job)
{
    const std::string folded = foldForSearch(value);
    std::vector<CategoryCode> codes;
    const Column* const column = field.info().ofMessages ? nullptr : field.anyColumn();
    for (std::size_t code = 0; column != nullptr && code < column->categories.size(); ++code) {
        const Category& category = column->categories[code];
        if (!category.isLong())
            continue;
        std::string begin = foldForSearch(ValueKey::beginning(category.shown()));
        // Its last character may be folded together with the next one.
        begin.resize(wholeCharacters(begin, begin.size() - std::min<std::size_t>(begin.size(), 1)));
        if (folded.starts_with(begin))
            codes.push_back(categoryCode(code));
    }
    const std::vector<std::string> texts = field.wholeTexts(codes, job);
    std::vector<CategoryCode> named;
    for (std::size_t i = 0; i < codes.size(); ++i) {
        if (foldForSearch(texts[i]) == folded)
            named.push_back(codes[i]);
    }
    return named;
}

bool CategoryMatch::operator()(const Category& category) const
{
    if (m_times && m_times->contains(secondsIn(category.shown(), m_units)))
        return true;
    if (m_term.kind == TermKind::Range) {
        if (m_times)
            return false;
        return isInRange(category.shown());
    }
    if (m_number && isEqualNumber(category.shown()))
        return true;
    return category.answersTo(m_term.value) || category.answersTo(m_usual) ||
           (m_isFile && isFileNamed(category.shown())) ||
           (m_isYes && numberOfMark(category.shown()) == 1.0) ||
           (m_isNo && numberOfMark(category.shown()) == 0.0);
}

std::optional<Mark> markNamed(std::string_view text)
{
    for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear}) {
        const auto names = builtInValueNames("hallucination");
        if (std::any_of(names.begin(), names.end(), [&](const Name& name) {
                return name.en == markName(mark) && (equalsFolded(text, name.en) || text == name.zh);
            }))
            return mark;
    }
    return std::nullopt;
}

std::optional<TextScope> textScope(std::string_view field)
{
    if (field.empty())
        return TextScope{};
    constexpr std::string_view kPrefix = "text.";
    if (!field.starts_with(kPrefix))
        return std::nullopt;
    const std::string_view name = field.substr(kPrefix.size());
    if (name == "tool")
        return TextScope{TextGroup::Tools, {}, {}};
    if (name == "candidate")
        return TextScope{TextGroup::Candidates, {}, {}};
    if (name == "context")
        return TextScope{TextGroup::Context, {}, {}};
    if (name == "note")
        return TextScope{TextGroup::Notes, {}, {}};
    for (const std::string_view role : {"user", "assistant", "system"}) {
        if (name == role)
            return TextScope{TextGroup::Speech, std::string(role), {}};
    }
    std::string code(name);
    std::replace(code.begin(), code.end(), '_', '-');
    if (const auto language = languageOfCode(code))
        return TextScope{TextGroup::All, {}, language};
    return std::nullopt;
}

TextPattern patternOf(const QueryTerm& term)
{
    return term.kind == TermKind::Pattern ? TextPattern::expression(term.value).value()
                                          : TextPattern::words(term.value);
}

} // namespace duologue
