// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/shell/theme.h"
#include "ui/shell/translation.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QLocale>
#include <QStandardPaths>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Duologue"));
    QApplication::setApplicationName(QStringLiteral("duologue"));
    QApplication::setApplicationDisplayName(QStringLiteral("Duologue"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.duologue.Duologue"));
    QApplication::setApplicationVersion(QStringLiteral(DUOLOGUE_VERSION));
    duologue::ui::installTranslation(application, duologue::ui::translationFor(QLocale()));
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Reads, charts, filters and checks datasets of conversations."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(QStringLiteral("PATH"),
                                 QCoreApplication::translate("main", "Files and folders to open."),
                                 QStringLiteral("[PATH…]"));
    const QCommandLineOption where(
        QStringLiteral("where"),
        QCoreApplication::translate("main", "Show only conversations for which QUERY holds."),
        QStringLiteral("QUERY"));
    parser.addOption(where);
    parser.process(application);

    using namespace duologue::ui;
    applyTheme(application, appearanceOf(Settings().appearance()));
    Workspace workspace;
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    if (!cache.isEmpty())
        workspace.setCacheFolder(QDir(cache).filePath(QStringLiteral("duologue/index")).toStdString());
    // Read while the window is made.
    if (const QStringList paths = parser.positionalArguments(); !paths.isEmpty())
        workspace.open(paths);
    MainWindow window(workspace);
    window.show();
    if (parser.isSet(where)) {
        if (const auto mistake = workspace.setQueryText(parser.value(where)))
            workspace.report(QCoreApplication::translate("main", "The filter cannot be understood:"),
                             toQt(mistake->message));
    }
    return QApplication::exec();
}
