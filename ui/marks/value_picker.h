// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>
#include <vector>

class QLineEdit;
class QListWidget;
class QListWidgetItem;

namespace duologue::ui {

/// A value that can be chosen.
struct ChoosableValue {
    /// As it is stored.
    QString value;
    QString title;
    /// In a sentence; may be empty.
    QString definition;
};

/// Lets the reader choose any number of values by keyboard alone: what is typed narrows the list, Enter
/// chooses the value that is marked, or adds what was typed as a new one, and Enter in the empty line ends.
class ValuePicker : public QDialog {
    Q_OBJECT

public:
    ValuePicker(const QString& title, const std::vector<ChoosableValue>& values, const QStringList& chosen,
                bool isOpen, QWidget* parent);

    /// In the order in which they were chosen.
    const QStringList& chosen() const { return m_chosen; }

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void narrow();
    void takeOrEnd();
    void toggle(QListWidgetItem& item);
    void showItem(QListWidgetItem& item) const;
    QListWidgetItem* addItem(const ChoosableValue& value);

    bool m_isOpen;
    QStringList m_chosen;
    QLineEdit* m_edit;
    QListWidget* m_list;
};

} // namespace duologue::ui
