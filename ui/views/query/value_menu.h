// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"

class QMenu;

namespace duologue::ui {

class Workspace;

/// Adds the actions for each of the record's values of a field: show only it, exclude it, add it to the
/// filter, copy it.
void addValueActions(QMenu& menu, Workspace& workspace, const FieldReader& field, Row row);

/// The same for one value of a field, by the field's key.
void addValueActions(QMenu& menu, Workspace& workspace, const std::string& fieldKey,
                     const std::string& value);

/// Shows only records with this value; replaces other terms of the query about the field.
void showOnlyValue(Workspace& workspace, const std::string& fieldKey, const std::string& value);

} // namespace duologue::ui
