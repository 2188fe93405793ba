// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace duologue::ui {

/// A line at the top of the window: what failed and why, until it is closed or something else is opened.
class MessageStrip : public QFrame {
    Q_OBJECT

public:
    explicit MessageStrip(QWidget* parent);

    void showMessage(const QString& what, const QString& why);

private:
    QLabel* m_text;
};

} // namespace duologue::ui
