// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace duologue::ui {

/// A strip at the top of the window that says what failed and why. It stays until it is closed or another
/// dataset is opened.
class MessageStrip : public QFrame {
    Q_OBJECT

public:
    explicit MessageStrip(QWidget* parent);

    void showMessage(const QString& what, const QString& why);

private:
    QLabel* m_text;
};

} // namespace duologue::ui
