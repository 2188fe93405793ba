// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_reader.h"

class QMenu;

namespace duologue::ui {

class Workspace;

/// What can be done with any value anywhere: show only it, exclude it, add it to those shown, copy it. Adds
/// these entries for each of the record's values of the field.
void addValueActions(QMenu& menu, Workspace& workspace, const FieldReader& field, Row row);

/// The same for one value of a field, named by its key.
void addValueActions(QMenu& menu, Workspace& workspace, const std::string& fieldKey,
                     const std::string& value);

/// Shows only records with that value of the field, in place of what else the query asks of it.
void showOnlyValue(Workspace& workspace, const std::string& fieldKey, const std::string& value);

} // namespace duologue::ui
