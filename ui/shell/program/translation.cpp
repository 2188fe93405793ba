// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/program/translation.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>
#include <array>
#include <memory>

namespace duologue::ui {

namespace {

const QString kTranslator = QStringLiteral("duologueTranslator");

void install(QCoreApplication& application, const QString& name, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>(&application);
    translator->setObjectName(kTranslator);
    if (translator->load(name, folder))
        QCoreApplication::installTranslator(translator.release());
}

/// Qt writes the arrow keys as words, which are long and strange in Chinese menus. Texts of Qt's own that the
/// program translates anew.
[[maybe_unused]] constexpr std::array kQtTexts{
    QT_TRANSLATE_NOOP("QShortcut", "Up"),   QT_TRANSLATE_NOOP("QShortcut", "Down"),
    QT_TRANSLATE_NOOP("QShortcut", "Left"), QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "PgUp"), QT_TRANSLATE_NOOP("QShortcut", "PgDown")};

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
    const auto before = application.findChildren<QTranslator*>(kTranslator, Qt::FindDirectChildrenOnly);
    for (QTranslator* translator : before) {
        QCoreApplication::removeTranslator(translator);
        delete translator;
    }
    // The translator that was installed last has priority.
    install(application, QStringLiteral("qtbase_") + language,
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, QStringLiteral("duologue_") + language, QStringLiteral(":/translations"));
}

} // namespace duologue::ui
