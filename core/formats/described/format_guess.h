// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout/layout_format.h"

namespace duologue {

/// A description of the record to begin with: what its shape tells, as far as somebody can change it key by
/// key. Without id and title; its layout is empty if the shape tells nothing.
FormatDescription guessDescription(const JsonView& record);

} // namespace duologue
