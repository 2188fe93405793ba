// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace duologue::ui {

class FindTarget;

/// The find bar below a text: words or a regular expression, with the number of matches. Hidden until open().
/// GUI thread.
class FindBar : public QWidget {
    Q_OBJECT

public:
    /// `where` is the placeholder and accessible name: "Find in this conversation".
    FindBar(FindTarget& find, const QString& where, QWidget* parent);

    /// Shows the bar, focuses it, and searches again for its text.
    void open(const QString& text = {});
    void close();
    QLineEdit* edit() const { return m_edit; }

Q_SIGNALS:
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QToolButton* makeButton(const char* name, const QString& sign, const QString& words);
    void look();
    void showCounts();

    FindTarget& m_find;
    QLineEdit* m_edit;
    QToolButton* m_regex = nullptr;
    QLabel* m_count;
    QString m_mistake;
};

} // namespace duologue::ui
