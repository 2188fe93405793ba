// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/column.h"

#include <QString>

namespace duologue::ui {

/// A field's title in the language of the window, where the program or the common datasets name it; as the
/// data call it otherwise.
QString fieldTitle(const FieldInfo& field);

} // namespace duologue::ui
