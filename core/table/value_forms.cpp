// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/value_forms.h"

#include "core/base/text.h"
#include "core/base/time_text.h"
#include "core/base/whole_number.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace duologue {

namespace {

bool isWordForNone(std::string_view text)
{
    constexpr std::array<std::string_view, 10> kWords{"",   "-",   "--",   "—",    "n/a",
                                                      "na", "nan", "null", "none", "无"};
    const std::string_view word = trimmed(text);
    constexpr std::size_t kLongest = 4;
    return word.size() <= kLongest &&
           std::any_of(kWords.begin(), kWords.end(),
                       [word](std::string_view known) { return equalsFolded(known, word); });
}

template<std::size_t N>
bool endsWithOne(std::string_view key, const std::array<std::string_view, N>& endings)
{
    return std::any_of(endings.begin(), endings.end(),
                       [key](std::string_view ending) { return key.ends_with(ending); });
}

} // namespace

void ValueForms::add(std::string_view text)
{
    if (const auto number = finiteNumberIn(text)) {
        m_anyNumber = true;
        add(*number);
    } else if (timeIn(text)) {
        m_anyTime = true;
    } else if (!m_anyWord) {
        m_anyWord = !isWordForNone(text);
    }
}

void ValueForms::add(double number)
{
    // NaN changes neither.
    m_low = std::min(m_low, number);
    m_high = std::max(m_high, number);
}

double ValueForms::unixUnits() const
{
    constexpr double kFirst = 1e8;
    constexpr double kEnd = 1e11;
    for (const double units : {1.0, 1e3, 1e6, 1e9}) {
        if (m_low >= kFirst * units && m_high < kEnd * units)
            return units;
    }
    return 0;
}

std::optional<double> finiteNumberIn(std::string_view text)
{
    // Most texts are seen to be none by their first character.
    if (text.empty() || static_cast<unsigned char>(text.front()) > '9')
        return std::nullopt;
    const auto number = numberIn(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

int compareValues(std::string_view left, std::string_view right)
{
    const auto leftNumber = finiteNumberIn(left);
    const auto rightNumber = finiteNumberIn(right);
    if (leftNumber.has_value() != rightNumber.has_value())
        return leftNumber ? -1 : 1;
    if (!leftNumber)
        return compareNatural(left, right);
    if (*leftNumber != *rightNumber)
        return *leftNumber < *rightNumber ? -1 : 1;
    // Doubles do not hold all digits.
    const bool isLeftDecimal = isDecimal(trimmed(left));
    const bool isRightDecimal = isDecimal(trimmed(right));
    if (isLeftDecimal != isRightDecimal)
        return isLeftDecimal ? -1 : 1;
    const int order = isLeftDecimal ? compareDecimals(trimmed(left), trimmed(right)) : 0;
    return order != 0 ? order : compareNatural(left, right);
}

bool namesTime(std::string_view key)
{
    constexpr std::array<std::string_view, 9> kEndings{
        "time", "timestamp", "_at", "createdat", "updatedat", "date", "_ts", "_created", "_updated"};
    return key == "ts" || key == "created" || key == "updated" || key.ends_with(".ts") ||
           key.ends_with(".created") || key.ends_with(".updated") || endsWithOne(key, kEndings);
}

bool namesName(std::string_view key)
{
    constexpr std::array<std::string_view, 3> kEndings{"id", "label", "version"};
    return endsWithOne(key, kEndings);
}

} // namespace duologue
