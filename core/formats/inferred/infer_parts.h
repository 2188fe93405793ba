// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout/layout_parts.h"

#include <optional>
#include <string_view>

namespace duologue {

/// Finds out who says what in a record of an unknown format; nothing if it looks like no conversation. Made
/// from the record alone, so it does not depend on other records.
std::optional<Layout> inferLayout(const JsonView& record);

/// Whether a member of that name is a part of one conversation ("messages", "prompt"), not a list of several.
bool isNameOfPart(std::string_view name);

} // namespace duologue
