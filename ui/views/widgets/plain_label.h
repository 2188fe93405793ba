// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace duologue::ui {

/// A selectable text with line wrapping, never interpreted as HTML. It is made once and then changed, which
/// is faster than making a new one. GUI thread.
class PlainLabel : public QLabel {
    Q_OBJECT

public:
    explicit PlainLabel(QWidget* parent);

    /// Hides the label if the text is empty.
    void showText(const QString& text, const QColor& color, bool bold = false);
};

} // namespace duologue::ui
