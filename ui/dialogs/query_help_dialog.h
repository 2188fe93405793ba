// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace duologue::ui {

/// The query language by example.
class QueryHelpDialog : public QDialog {
    Q_OBJECT

public:
    explicit QueryHelpDialog(QWidget* parent);

Q_SIGNALS:
    /// The user chose an example to run as a query.
    void exampleChosen(const QString& text);
};

} // namespace duologue::ui
