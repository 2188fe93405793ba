// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/record_table.h"

#include <algorithm>

namespace duologue {

const Column* RecordTable::column(std::string_view key) const
{
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [key](const Column& column) { return column.info.key == key; });
    return found == columns.end() ? nullptr : &*found;
}

} // namespace duologue
