// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search/term_match.h"

#include "core/base/text.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace duologue {

namespace {

/// The next double above (direction 1) or below (-1); NaN if there is none.
double nextTo(double value, int direction)
{
    const double end = direction * std::numeric_limits<double>::infinity();
    return value == end ? std::numeric_limits<double>::quiet_NaN() : std::nextafter(value, end);
}

} // namespace

ClosedRange::ClosedRange(const QueryTerm& term)
    : m_low(term.lowIncluded ? term.low : nextTo(term.low, 1)),
      m_high(term.highIncluded ? term.high : nextTo(term.high, -1))
{
}

CategoryMatch::CategoryMatch(const FieldReader& field, const QueryTerm& term)
    : m_term(term),
      m_usual(term.value),
      m_isYes(field.info().kind == FieldKind::Flag && equalsFolded(term.value, "yes")),
      m_isNo(field.info().kind == FieldKind::Flag && equalsFolded(term.value, "no"))
{
    for (const Name& known : field.synonyms()) {
        if (known.zh == term.value) {
            m_usual = known.en;
            break;
        }
    }
}

bool CategoryMatch::operator()(const Category& category) const
{
    if (m_term.kind == TermKind::Range) {
        const auto value = numberIn(category.shown());
        return value && ClosedRange(m_term).contains(*value);
    }
    return category.answersTo(m_term.value) || category.answersTo(m_usual) ||
           (m_isYes && category.en == "true") || (m_isNo && category.en == "false");
}

std::optional<Mark> markNamed(std::string_view text)
{
    // The words in datasets of real users.
    constexpr std::array<std::pair<Mark, std::string_view>, 3> kChinese{
        {{Mark::Yes, "是"}, {Mark::No, "否"}, {Mark::Unclear, "无法判断"}}};
    for (const auto& [mark, chinese] : kChinese) {
        if (equalsFolded(text, markName(mark)) || text == chinese)
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
    if (const auto language = languageOfCode(name))
        return TextScope{TextGroup::All, {}, language};
    return std::nullopt;
}

TextPattern patternOf(const QueryTerm& term)
{
    return term.kind == TermKind::Pattern ? std::get<TextPattern>(TextPattern::expression(term.value))
                                          : TextPattern::words(term.value);
}

} // namespace duologue
