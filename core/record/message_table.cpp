// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/message_table.h"

#include <algorithm>

namespace duologue {

bool MessageTable::IntentSet::contains(CategoryCode code) const
{
    return std::find(codes.begin(), codes.begin() + count, code) != codes.begin() + count;
}

} // namespace duologue
