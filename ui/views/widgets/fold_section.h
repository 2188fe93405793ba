// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace duologue::ui {

/// A titled part of a panel that folds to its title by a click on it, Space or Enter. A folded one is as high
/// as its title. GUI thread.
class FoldSection : public QWidget {
    Q_OBJECT

public:
    FoldSection(const QString& title, QWidget* parent);

    /// Takes ownership; once.
    void setContent(QWidget* content);
    QWidget* content() const { return m_content; }
    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);

Q_SIGNALS:
    /// By the user.
    void openChanged(bool open);

private:
    QToolButton* m_head;
    QWidget* m_content = nullptr;
    bool m_isOpen = true;
};

} // namespace duologue::ui
