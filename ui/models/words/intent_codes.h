// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/dictionary.h"

#include <QMetaType>
#include <QString>
#include <vector>

namespace duologue::ui {

/// How an intent is drawn where its name has no room.
struct IntentCode {
    /// Two letters, the same for no other intent of the dataset: "Pl", "SR".
    QString letters;
    /// For categoryColor(): the rank of its name.
    int color = 0;

    bool operator==(const IntentCode&) const = default;
};

/// The codes of all intents of a dataset, by category code. They depend on the names alone, not on their
/// order.
std::vector<IntentCode> intentCodes(const Categories& intents);

} // namespace duologue::ui

Q_DECLARE_METATYPE(duologue::ui::IntentCode)
