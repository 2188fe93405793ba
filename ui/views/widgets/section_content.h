// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QVariant>
#include <QWidget>

namespace duologue::ui {

// A panel says whether the dataset has anything for it. The inspector hides its sections otherwise, and the
// workbench makes other panels as low as their note. Both are told by an event,
// QEvent::DynamicPropertyChange.

inline constexpr const char* kHasContentProperty = "hasContent";

inline void setHasContent(QWidget& panel, bool hasContent)
{
    if (panel.property(kHasContentProperty) != QVariant(hasContent))
        panel.setProperty(kHasContentProperty, hasContent);
}

/// True for panels that say nothing.
inline bool hasContent(const QWidget& panel)
{
    const QVariant said = panel.property(kHasContentProperty);
    return !said.isValid() || said.toBool();
}

} // namespace duologue::ui
