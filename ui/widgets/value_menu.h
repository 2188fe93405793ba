// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/field_reader.h"

#include <QString>
#include <functional>

class QMenu;

namespace duologue::ui {

class Workspace;

/// Whether a menu offers to read the conversations that it would show. In the menu of several values it does
/// so for all of them together (addReadAction()).
enum class OffersReading { Yes, No };

/// Adds an action that sets the filter to show only what is called `label`, and one to read it.
void addShowOnlyActions(QMenu& menu, Workspace& workspace, const QString& label, std::function<void()> filter,
                        OffersReading offers = OffersReading::Yes);

/// Adds an action that sets the filter and opens the first conversation for reading.
void addReadAction(QMenu& menu, Workspace& workspace, std::function<void()> filter);

/// Adds the actions for each of the record's values of a field: show only it, read these, exclude it, add it
/// to the filter, copy it.
void addValueActions(QMenu& menu, Workspace& workspace, const FieldReader& field, Row row);

/// The same for one value of a field, by the field's key.
void addValueActions(QMenu& menu, Workspace& workspace, const std::string& fieldKey, const std::string& value,
                     OffersReading offers = OffersReading::Yes);

/// Shows only records with this value; replaces other terms of the query about the field.
void showOnlyValue(Workspace& workspace, const std::string& fieldKey, const std::string& value);

} // namespace duologue::ui
