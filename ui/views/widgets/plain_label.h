// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace duologue::ui {

/// Wrapped plain text that can be selected. Change its text with say() rather than making a new label, which
/// takes longer. GUI thread.
class PlainLabel : public QLabel {
    Q_OBJECT

public:
    explicit PlainLabel(QWidget* parent);

    /// Hides the label if the text is empty.
    void say(const QString& text, const QColor& color, bool bold = false);
};

} // namespace duologue::ui
