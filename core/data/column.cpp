// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column.h"

#include "core/util/numbers.h"
#include "core/util/text.h"
#include "core/util/time_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace duologue {

void ValueKey::shorten()
{
    const std::size_t begin = wholeCharacters(m_text, kBeginning);
    const WideChecksum sum = wideChecksum(m_text);
    const std::array<std::uint64_t, 3> numbers{m_text.size(), sum.low, sum.high};
    char* at = std::copy_n(m_text.data(), begin, m_made.data());
    at = std::copy(kEllipsis.begin(), kEllipsis.end(), at);
    *at++ = '\xFF';
    std::memcpy(at, numbers.data(), sizeof(numbers));
    m_text = {m_made.data(), static_cast<std::size_t>(at - m_made.data()) + sizeof(numbers)};
}

bool Category::answersTo(std::string_view text) const
{
    if (isLong())
        return false;
    if (text.empty())
        return en.empty() && zh.empty();
    return (!en.empty() && equalsFolded(en, text)) || (!zh.empty() && equalsFolded(zh, text));
}

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

constexpr std::array kUnixUnits{1.0, 1e3, 1e6, 1e9};

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
    if (!(number > 0))
        return;
    // Where the times of one unit end, those of the next begin.
    std::size_t unit = kUnixUnits.size();
    for (std::size_t i = 0; number >= kFirstUnixTime && i < kUnixUnits.size(); ++i) {
        if (number < kEndUnixTime * kUnixUnits[i]) {
            unit = i;
            break;
        }
    }
    ++m_inUnits[unit];
}

double ValueForms::unixUnits() const
{
    const std::uint64_t all = std::accumulate(m_inUnits.begin(), m_inUnits.end(), std::uint64_t{0});
    const auto most = std::max_element(m_inUnits.begin(), m_inUnits.end());
    const auto unit = static_cast<std::size_t>(most - m_inUnits.begin());
    return all == 0 || unit == kUnixUnits.size() || *most < all - all / 10 ? 0 : kUnixUnits[unit];
}

double unixSeconds(double number, double units)
{
    const double seconds = number / units;
    return seconds >= kFirstUnixTime && seconds < kEndUnixTime ? seconds
                                                               : std::numeric_limits<double>::quiet_NaN();
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

bool isRunField(const FieldInfo& info)
{
    static const std::string joints = kJointSeparator + std::to_string(kRunJoints);
    return info.rawKey.starts_with(kRunPrefix) && info.rawKey.ends_with(joints);
}

FieldKind commonKind(FieldKind left, FieldKind right)
{
    if (left == right)
        return left;
    if (left == FieldKind::Categories || right == FieldKind::Categories)
        return FieldKind::Categories;
    return FieldKind::Category;
}

double Column::number(std::size_t index) const
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (areCodesNumbers()) {
        const CategoryCode number = code(index);
        return number == kNoCategory ? kNone : static_cast<double>(number);
    }
    return index < numbers.size() ? numbers[index] : kNone;
}

CategoryCode Column::code(std::size_t index) const
{
    if (info.kind != FieldKind::Categories)
        return index < codes.size() ? codes[index] : kNoCategory;
    if (index >= ends.size())
        return kNoCategory;
    const std::uint32_t begin = index == 0 ? 0 : ends[index - 1];
    return begin < ends[index] ? codes[begin] : kNoCategory;
}

CategoryCode Column::onlyCode(std::size_t index) const
{
    const bool isList = info.kind == FieldKind::Categories && index < ends.size();
    if (isList && ends[index] - (index == 0 ? 0 : ends[index - 1]) != 1)
        return kNoCategory;
    return code(index);
}

void Column::addList(CategoryCode list, std::vector<CategoryCode> contents)
{
    members.padTo(indexOf(list), {});
    members.push_back(std::move(contents));
    ++lists;
}

bool Column::has(std::size_t index) const
{
    const bool isNumber = info.kind == FieldKind::Number && !info.ofMessages;
    return isNumber ? !std::isnan(number(index)) : code(index) != kNoCategory;
}

namespace {

/// Makes the column of calendarColumn(), row by row.
class CalendarWriter {
public:
    CalendarWriter(const Column& times, std::string_view word, CalendarPart part)
        : m_part(part), m_column(std::make_shared<Column>())
    {
        m_column->info = times.info;
        m_column->info.key.append(1, '.').append(word);
        m_column->info.title.append(1, '.').append(word);
        m_column->info.rawKey.clear();
        m_column->info.traits = {};
        m_column->info.kind = FieldKind::Category;
    }

    CategoryCode code(double seconds)
    {
        const std::string text = std::isnan(seconds) ? std::string() : calendarText(seconds, m_part);
        return text.empty() ? kNoCategory : m_coder.code({text, {}}, m_column->categories);
    }

    void push(CategoryCode code) { m_column->codes.push_back(code); }

    std::shared_ptr<const Column> take() && { return std::move(m_column); }

private:
    CalendarPart m_part;
    std::shared_ptr<Column> m_column;
    CategoryCoder m_coder;
};

} // namespace

double unixUnitsOf(const Column& column)
{
    const bool isNumber = column.info.kind == FieldKind::Number ||
                          (column.info.kind == FieldKind::Category && column.forms.areNumbersAndTimes());
    return isNumber && namesTime(column.info.key) ? column.forms.unixUnits() : 0;
}

double secondsIn(std::string_view text, double units)
{
    if (units > 0) {
        if (const auto number = numberIn(text))
            return unixSeconds(*number, units);
    }
    const auto span = timeIn(text);
    return span ? span->begin : std::numeric_limits<double>::quiet_NaN();
}

std::shared_ptr<const Column> calendarColumn(const Column& times, std::string_view part)
{
    const auto asked = calendarPart(part);
    const double units = unixUnitsOf(times);
    const bool hasTimes = units > 0 || times.forms.anyTimes();
    if (!asked || !hasTimes || times.info.kind == FieldKind::Categories)
        return nullptr;
    CalendarWriter writer(times, part, *asked);
    if (times.info.kind == FieldKind::Number) {
        for (std::size_t row = 0; row < times.numbers.size(); ++row)
            writer.push(writer.code(unixSeconds(times.numbers[row], units)));
        return std::move(writer).take();
    }
    std::vector<CategoryCode> translated;
    for (std::size_t code = 0; code < times.categories.size(); ++code)
        translated.push_back(writer.code(secondsIn(times.categories[code].shown(), units)));
    for (std::size_t row = 0; row < times.codes.size(); ++row)
        writer.push(times.codes[row] == kNoCategory ? kNoCategory : translated[indexOf(times.codes[row])]);
    return std::move(writer).take();
}

} // namespace duologue
