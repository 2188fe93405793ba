// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/message_table.h"

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

} // namespace duologue
