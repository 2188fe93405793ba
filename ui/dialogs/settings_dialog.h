// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>
#include <QString>
#include <functional>
#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QScrollArea;
class QSpinBox;

namespace duologue::ui {

class Settings;
class SettingsForm;

/// All that can be set, in one window beside the main one. A change counts at once; there is nothing to
/// confirm. GUI thread.
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    /// A value of a setting and its title.
    using Choice = std::pair<QString, QString>;

    /// The settings must outlive the dialog.
    SettingsDialog(Settings& settings, const QList<Choice>& perspectives, QWidget* parent);

    /// Shows the settings in which these words occur.
    void find(const QString& words);

Q_SIGNALS:
    void keysRequested();

private:
    void addAppearance(const QList<Choice>& perspectives);
    void addReading();
    void addDatasets();
    void addIndexes();
    void addKeys();
    QComboBox* makeChoice(const char* name, const QList<Choice>& choices,
                          const std::function<QString()>& value,
                          const std::function<void(const QString&)>& set);
    QCheckBox* makeSwitch(const char* name, const QString& text, const std::function<bool()>& value,
                          const std::function<void(bool)>& set);
    QSpinBox* makeNumber(const char* name, int most, const std::function<int()>& value,
                         const std::function<void(int)>& set);
    QWidget* makeFont(const QString& language, const QString& sample);
    void showFound(const QString& words);
    void load();

    Settings& m_settings;
    QLineEdit* m_words;
    QListWidget* m_sections;
    QScrollArea* m_area;
    SettingsForm* m_form;
    QLabel* m_nothing;
    /// Each shows the value of a setting in its control.
    std::vector<std::function<void()>> m_loads;
};

} // namespace duologue::ui
