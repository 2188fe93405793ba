// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/described/described_parts.h"

namespace duologue {

/// A description of the record to begin with: what its shape tells, as far as a description can express it.
/// Without id and title; empty if the shape tells nothing.
FormatMapping guessMapping(const JsonView& record);

} // namespace duologue
