// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>

class QCoreApplication;

namespace duologue::ui {

/// The language of the window for a locale: "zh_CN" or "en". The user's languages are tried in order of
/// preference; readers of traditional characters get English.
QString translationFor(const QLocale& locale);

/// Installs a translation in place of the one before. "en" only contains plural forms. Qt's own texts are
/// translated if Qt's translations are installed. Widgets that exist keep their texts: call it before the
/// first is made, or make them anew (ProgramWindow).
void installTranslation(QCoreApplication& application, const QString& language);

} // namespace duologue::ui
