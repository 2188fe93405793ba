// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/column.h"
#include "core/data/conversation.h"
#include "core/data/snapshot.h"

#include <QMetaType>
#include <QString>
#include <optional>
#include <vector>

class QColor;

namespace duologue::ui {

/// Mixes two colours: `share` (0 to 1) of `over`, the rest of `under`.
QColor blended(const QColor& under, const QColor& over, double share);

/// The contrast of two colours by WCAG 2.1, 1 to 21; text needs at least 4.5.
double contrast(const QColor& one, const QColor& other);

/// True if white text is more readable on it than black.
bool isDark(const QColor& background);

/// How an intent is drawn where its name has no room.
struct IntentCode {
    /// Two letters, such as "Pl" for Planning and "SR" for Search & Recommendation; one character of a name
    /// without letters.
    QString letters;
    /// For categoryColor().
    int color = 0;

    bool operator==(const IntentCode&) const = default;
};

/// How the intents of a dataset look everywhere: in the strip, in lists, in the heads of messages, in facets
/// and charts. No two intents have the same letters. Those of the usual intents have the same colour in every
/// dataset.
class IntentCodes {
public:
    IntentCodes() = default;
    /// Depends on the names alone, not on their order. Lists of intents have none.
    explicit IntentCodes(const Snapshot& snapshot);

    /// By category code.
    const std::vector<IntentCode>& all() const { return m_codes; }
    /// An intent that the dataset does not list looks as it would alone.
    IntentCode of(const Name& intent) const;
    /// The codes of the dataset's intents if the values of this field are intents.
    static std::optional<IntentCodes> ofField(const Snapshot& snapshot, std::string_view field);

private:
    std::vector<QString> m_names;
    std::vector<IntentCode> m_codes;
};

} // namespace duologue::ui

Q_DECLARE_METATYPE(duologue::ui::IntentCode)
