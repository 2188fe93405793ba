// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

class QCoreApplication;

namespace duologue::ui {

/// Which of the languages that the window speaks someone gets: "zh_CN" or "en". Their languages count in the
/// order in which they prefer them; readers of traditional characters get English.
QString translationFor(const QLocale& locale);

/// Makes the window speak that language; "en" puts the plurals right. Qt's own words follow where Qt's
/// translations are installed. Call before the first widget is made and the command line is read: nothing
/// is translated afterwards.
void installTranslation(QCoreApplication& application, const QString& language);

} // namespace duologue::ui
