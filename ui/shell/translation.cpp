// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>
#include <memory>

namespace duologue::ui {

namespace {

void install(QCoreApplication& application, const QString& name, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>(&application);
    if (translator->load(name, folder))
        QCoreApplication::installTranslator(translator.release());
}

} // namespace

QString translationFor(const QLocale& locale)
{
    for (const QString& name : locale.uiLanguages()) {
        const QLocale wanted(name);
        if (wanted.language() == QLocale::Chinese && wanted.script() == QLocale::SimplifiedHanScript)
            return QStringLiteral("zh_CN");
        if (wanted.language() == QLocale::Chinese || wanted.language() == QLocale::English)
            break;
    }
    return QStringLiteral("en");
}

void installTranslation(QCoreApplication& application, const QString& language)
{
    // The translator that was installed last has priority.
    install(application, QStringLiteral("qtbase_") + language,
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, QStringLiteral("duologue_") + language, QStringLiteral(":/translations"));
}

} // namespace duologue::ui
