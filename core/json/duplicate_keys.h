// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

namespace duologue {

/// Whether an object in `value`, at whatever depth, has two members of one name. It calls itself no more
/// often than the parser lets values nest.
bool hasDuplicateKeys(const JsonView& value);

} // namespace duologue
