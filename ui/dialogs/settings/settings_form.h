// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace duologue::ui {

/// Settings in sections, one below the other: a name, what sets it, and a line that explains it. Words find
/// them, in either language of the program.
class SettingsForm : public QWidget {
    Q_OBJECT

public:
    explicit SettingsForm(QWidget* parent);

    /// The rows that follow belong to it.
    void addSection(const QString& title);
    /// `control` is named by `title` for screen readers, unless it has a name. The hint may be empty.
    void addRow(const QString& title, QWidget* control, const QString& hint = {});

    QStringList sections() const;
    /// The heading of a section; null if there is none.
    QWidget* heading(int section) const;
    bool isSectionShown(int section) const;
    /// Shows the rows in which all words occur, and their sections. All if there are no words. Returns how
    /// many rows are shown.
    int find(const QString& words);

private:
    struct Row {
        QWidget* widget;
        QString words;
    };
    struct Section {
        QString title;
        QLabel* heading;
        std::vector<Row> rows;
    };

    std::vector<Section> m_sections;
    QVBoxLayout* m_layout;
};

} // namespace duologue::ui
