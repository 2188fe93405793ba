// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

class QCoreApplication;

namespace duologue::ui {

/// The language of the window for a locale: "zh_CN" or "en". The user's languages are tried in order of
/// preference; readers of traditional characters get English.
QString translationFor(const QLocale& locale);

/// Installs a translation. "en" only contains plural forms. Qt's own texts are translated if Qt's
/// translations are installed. Call it before the first widget is made and before the command line is parsed;
/// nothing is translated later.
void installTranslation(QCoreApplication& application, const QString& language);

} // namespace duologue::ui
