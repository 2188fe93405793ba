// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/diagnostics.h"

#include "core/util/parallel.h"
#include "duologue_libraries.h"

#include <QApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QScreen>
#include <QStyle>
#include <QSysInfo>

namespace duologue::ui {

namespace {

/// A path may have the name of the user in it.
QString withoutFolders(QString text)
{
    static const QRegularExpression folders(QStringLiteral("(^|\\s)(/[^/\\s]+)*/"));
    return text.replace(folders, QStringLiteral("\\1"));
}

QString screenText(const QScreen& screen)
{
    const QSize size = screen.geometry().size();
    return QStringLiteral("%1 x %2, scale %3, %4 dpi, %5 bits")
        .arg(size.width())
        .arg(size.height())
        .arg(screen.devicePixelRatio())
        .arg(screen.logicalDotsPerInch())
        .arg(screen.depth());
}

QString desktopText()
{
    QStringList texts{QGuiApplication::platformName()};
    for (const char* name : {"XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"}) {
        if (const QString value = qEnvironmentVariable(name); !value.isEmpty())
            texts << value;
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace

QString diagnostics(const QStringList& lastReports, const QString& crashReport)
{
    QStringList lines;
    const auto add = [&lines](const char* name, const QString& value) {
        lines << QStringLiteral("%1: %2").arg(QLatin1String(name), value);
    };
    add("Duologue", QApplication::applicationVersion());
    add("Qt",
        QStringLiteral("%1 (built with %2)").arg(QLatin1String(qVersion()), QStringLiteral(QT_VERSION_STR)));
    QStringList libraries;
    for (const Library& library : kLibraries)
        libraries << QStringLiteral("%1 %2")
                         .arg(QLatin1String(library.name), QLatin1String(library.version))
                         .trimmed();
    add("Libraries", libraries.mid(1).join(QStringLiteral(", ")));
    add("System", QStringLiteral("%1, %2 %3, %4, %5 cores")
                      .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                           QSysInfo::currentCpuArchitecture())
                      .arg(availableCores()));
    add("Desktop", desktopText());
    for (const QScreen* screen : QGuiApplication::screens())
        add("Screen", screenText(*screen));
    add("Locale",
        QLocale().name() + QStringLiteral(", ") + QLocale().uiLanguages().mid(0, 3).join(QLatin1Char(' ')));
    add("Font", QApplication::font().toString());
    add("Style", QApplication::style()->objectName());
    lines << QString();
    add("Last reports", lastReports.isEmpty() ? QStringLiteral("none") : QString());
    lines << lastReports;
    if (!crashReport.isEmpty()) {
        lines << QString();
        add("Last crash", QString());
        for (const QString& line : crashReport.trimmed().split(QLatin1Char('\n')))
            lines << withoutFolders(line);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace duologue::ui
