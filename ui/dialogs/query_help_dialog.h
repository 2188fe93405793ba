// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace duologue::ui {

/// The reference of the query language, with examples.
class QueryHelpDialog : public QDialog {
    Q_OBJECT

public:
    explicit QueryHelpDialog(QWidget* parent);

Q_SIGNALS:
    /// The user wants to run an example.
    void exampleChosen(const QString& text);
};

} // namespace duologue::ui
