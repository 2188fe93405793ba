// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/time_parts.h"

#include "core/base/text.h"
#include "core/base/time_text.h"

#include <cmath>
#include <limits>

namespace duologue {

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
            return *number / units;
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
            writer.push(writer.code(times.numbers[row] / units));
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
