// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace duologue::ui {

/// A wrapped text that can be selected, never taken for HTML. To say something else costs only what differs:
/// making such a label anew takes longer than all that it says. GUI thread.
class PlainLabel : public QLabel {
    Q_OBJECT

public:
    explicit PlainLabel(QWidget* parent);

    /// Nothing is to be seen of an empty text.
    void say(const QString& text, const QColor& color, bool bold = false);
};

} // namespace duologue::ui
