// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"

namespace duologue {

/// What the forms of turbo-alignment share.

/// "messages" contain something that only turbo-alignment writes: the role "bot", or "disable_loss".
bool hasTurboMessages(const JsonView& record);

/// A class: a whole number or null (not labelled) as a category, anything else a problem and a field.
void readClassLabel(const JsonView& label, RecordBuilder& builder);

} // namespace duologue
