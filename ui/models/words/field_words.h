// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/column.h"
#include "ui/work/field_choice.h"

#include <QString>
#include <string>

namespace duologue::ui {

/// A field's title in the language of the window, where the program or the common datasets name it; as the
/// data call it otherwise.
QString fieldTitle(const FieldInfo& field);
/// The same of a title without its field, as ratings and attributes have it.
QString fieldTitle(const std::string& title);

/// The field for a list to choose from.
FieldItem fieldItem(const FieldInfo& field);

} // namespace duologue::ui
