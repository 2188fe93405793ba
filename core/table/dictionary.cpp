// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/dictionary.h"

namespace duologue {

bool Category::answersTo(std::string_view text) const
{
    return (!en.empty() && equalsFolded(en, text)) || (!zh.empty() && equalsFolded(zh, text));
}

} // namespace duologue
