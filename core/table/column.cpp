// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/column.h"

#include <cmath>
#include <limits>

namespace duologue {

FieldKind commonKind(FieldKind left, FieldKind right)
{
    if (left == right)
        return left;
    if (left == FieldKind::Categories || right == FieldKind::Categories)
        return FieldKind::Categories;
    return FieldKind::Category;
}

double Column::number(Row row) const
{
    return row < numbers.size() ? numbers[row] : std::numeric_limits<double>::quiet_NaN();
}

CategoryCode Column::code(Row row) const
{
    if (info.kind != FieldKind::Categories)
        return row < codes.size() ? codes[row] : kNoCategory;
    if (row >= ends.size())
        return kNoCategory;
    const std::uint32_t begin = row == 0 ? 0 : ends[row - 1];
    return begin < ends[row] ? codes[begin] : kNoCategory;
}

bool Column::contains(Row row, CategoryCode code) const
{
    for (std::size_t i = row == 0 ? 0 : ends[row - 1]; i < codes.size(); ++i) {
        if (codes[i] == code)
            return true;
    }
    return false;
}

bool Column::has(Row row) const
{
    return info.kind == FieldKind::Number ? !std::isnan(number(row)) : code(row) != kNoCategory;
}

} // namespace duologue
