// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace duologue::ui {

/// A strip at the top of the window that says what failed and why. It stays until it is closed or another
/// dataset is opened; one with an action stays as long as there is something to do.
class MessageStrip : public QFrame {
    Q_OBJECT

public:
    /// `action` is the text of a button in the place of the one that closes it; empty for none.
    explicit MessageStrip(QWidget* parent, const QString& action = {});

    void showMessage(const QString& what, const QString& why);

Q_SIGNALS:
    void actionClicked();

private:
    QLabel* m_text;
};

} // namespace duologue::ui
