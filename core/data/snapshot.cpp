// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/snapshot.h"

#include <algorithm>

namespace duologue {

bool MessageTable::IntentSet::contains(CategoryCode code) const
{
    return std::find(codes.begin(), codes.begin() + count, code) != codes.begin() + count;
}

std::size_t IntentSetCoder::Hash::operator()(const MessageTable::IntentSet& set) const
{
    std::size_t hash = set.count;
    for (const CategoryCode code : set.codes)
        hash = (hash ^ indexOf(code)) * 0x9E37'79B9'7F4A'7C15U;
    return hash ^ (hash >> 32U);
}

const Column* RecordTable::column(std::string_view key) const
{
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [key](const Column& column) { return column.info.key == key; });
    return found == columns.end() ? nullptr : &*found;
}

} // namespace duologue
