// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace duologue::ui {

/// "<folder>/<name>.duologue-format.json"
QString descriptionPath(const QString& name, const QString& folder);

/// Asks for the name of a description and whether it is for the data beside it or for all datasets.
class SaveDescriptionDialog : public QDialog {
    Q_OBJECT

public:
    /// `paths` are the opened ones, `taken` the ids of all formats, `current` that of the description that is
    /// being changed, if there is one.
    SaveDescriptionDialog(const QStringList& paths, QStringList taken, QString current, QWidget* parent);

    QString name() const;
    QString folder() const;

    /// Asks before a file is replaced.
    void accept() override;

private:
    void check();

    QStringList m_taken;
    QString m_current;
    QString m_dataFolder;
    QLineEdit* m_name;
    QRadioButton* m_besideData;
    QRadioButton* m_forAll;
    QLabel* m_note;
    QPushButton* m_save = nullptr;
};

} // namespace duologue::ui
