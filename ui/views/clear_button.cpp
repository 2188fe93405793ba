// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/clear_button.h"

#include <QAction>
#include <QCoreApplication>
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
    QObject::connect(clear, &QAction::triggered, &line, &QLineEdit::clear);
    QObject::connect(&line, &QLineEdit::textChanged, clear,
                     [clear](const QString& text) { clear->setVisible(!text.isEmpty()); });
}

} // namespace

void addClearButton(QLineEdit& line)
{
    QObject::connect(
        &line, &QLineEdit::textChanged, &line, [&line] { makeButton(line); }, Qt::SingleShotConnection);
}

} // namespace duologue::ui
