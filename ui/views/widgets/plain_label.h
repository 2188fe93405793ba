// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace duologue::ui {

/// A wrapped text that can be selected, never taken for HTML. Made once and told what to say: making one anew
/// takes longer than changing its text. GUI thread.
class PlainLabel : public QLabel {
    Q_OBJECT

public:
    explicit PlainLabel(QWidget* parent);

    /// Nothing is to be seen of an empty text.
    void say(const QString& text, const QColor& color, bool bold = false);
};

} // namespace duologue::ui
