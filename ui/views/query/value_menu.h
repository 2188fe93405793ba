// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_reader.h"

class QMenu;

namespace duologue::ui {

class Workspace;

/// Adds what every value offers everywhere: show only it, exclude it, add it to those shown, copy it. Does
/// so for each of the record's values of the field.
void addValueActions(QMenu& menu, Workspace& workspace, const FieldReader& field, Row row);

/// The same for one value of the field with this key.
void addValueActions(QMenu& menu, Workspace& workspace, const std::string& fieldKey,
                     const std::string& value);

/// Shows only records with this value of the field. Replaces other conditions on the field.
void showOnlyValue(Workspace& workspace, const std::string& fieldKey, const std::string& value);

} // namespace duologue::ui
