// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/widgets/clear_button.h"

#include <QAction>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QInputMethod>
#include <QLineEdit>
#include <QStyle>

namespace duologue::ui {

namespace {

void makeButton(QLineEdit& line)
{
    auto* clear = line.addAction(line.style()->standardIcon(QStyle::SP_LineEditClearButton),
                                 QLineEdit::TrailingPosition);
    clear->setObjectName(QStringLiteral("clearLine"));
    clear->setText(QCoreApplication::translate("ClearButton", "Clear"));
    clear->setVisible(!line.text().isEmpty());
    // Counts as an edit, so that listeners to edits are notified.
    QObject::connect(clear, &QAction::triggered, &line, [&line] {
        QGuiApplication::inputMethod()->reset();
        line.selectAll();
        line.del();
    });
    QObject::connect(&line, &QLineEdit::textChanged, clear,
                     [clear, &line] { clear->setVisible(!line.text().isEmpty()); });
}

} // namespace

void addClearButton(QLineEdit& line)
{
    QObject::connect(
        &line, &QLineEdit::textChanged, &line, [&line] { makeButton(line); }, Qt::SingleShotConnection);
}

} // namespace duologue::ui
