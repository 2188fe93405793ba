// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/data/field_reader.h"

#include <QString>

namespace duologue::ui {

/// The window speaks Chinese: an installed translation decides.
bool isChineseWindow();

/// A category of a field in both languages, for labels.
struct ValueWords {
    /// In the language of the window where the value has a name in it.
    QString shown;
    /// The name in the other language; empty if there is none.
    QString other;

    /// "旅行规划 (travel planning)"
    QString inBoth() const;
};

/// The title of the format with this id, in the language of the window. Ids are for scripts alone.
QString formatTitle(const Snapshot& snapshot, std::string_view id);

/// `format` ids become titles; words of the program (roles, marks, flags) are translated; other values have
/// the names that the data give them.
ValueWords valueWords(const Snapshot& snapshot, const FieldInfo& field, const Category& value);
/// The same for a value that records are grouped by.
ValueWords groupWords(const Snapshot& snapshot, const FieldInfo& field, const GroupValue& value);

/// The record's values of a field as a cell shows them, joined by ", ": of long ones the beginning, or all of
/// them; and whole in both languages where they have two names.
QString cellText(const Snapshot& snapshot, const FieldReader& field, Row row);
QString wholeCellText(const Snapshot& snapshot, const FieldReader& field, Row row);
QString cellTextInBoth(const Snapshot& snapshot, const FieldReader& field, Row row);

} // namespace duologue::ui
