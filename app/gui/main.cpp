// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/saved_view.h"
#include "ui/shell/main_window.h"
#include "ui/work/settings/settings.h"
#include "ui/shell/program/settings_check.h"
#include "ui/shell/program/translation.h"
#include "ui/views/widgets/theme.h"
#include "ui/work/event_loop.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>
#include <csignal>
#include <cstdlib>

namespace {

using namespace duologue::ui;

QString whereOption()
{
    return QStringLiteral("where");
}

/// The desktop keeps settings in the folder that `variable` names, or in the user's home. A missing home is
/// not created: then nothing is kept.
bool hasFolderFor(const char* variable)
{
    return !qEnvironmentVariableIsEmpty(variable) || QDir::home().exists();
}

void setNames()
{
    QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
    QCoreApplication::setApplicationName(QStringLiteral("duologue"));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Duologue"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.duologue.Duologue"));
    QCoreApplication::setApplicationVersion(QStringLiteral(DUOLOGUE_VERSION));
}

QString recordOption()
{
    return QStringLiteral("record");
}

/// The only path is a saved view.
bool isView(const QStringList& paths)
{
    return paths.size() == 1 &&
           paths.front().endsWith(QString::fromStdString(std::string(duologue::kViewEnding)));
}

void addOptions(QCommandLineParser& parser)
{
    // Qt's own options begin with one dash: "-reverse" must not be taken for -v and others.
    parser.setSingleDashWordOptionMode(QCommandLineParser::ParseAsLongOptions);
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Reads, charts, filters and checks datasets of conversations."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("PATH"),
        QCoreApplication::translate("main", "Files and folders to open, or a saved view."),
        QStringLiteral("[PATH…]"));
    parser.addOption(QCommandLineOption(
        whereOption(), QCoreApplication::translate("main", "Show only conversations for which QUERY holds."),
        QStringLiteral("QUERY")));
    parser.addOption(QCommandLineOption(
        recordOption(), QCoreApplication::translate("main", "Begin with this conversation, FILE:N."),
        QStringLiteral("FILE:N")));
}

/// --help and --version must work without a display.
bool asksForText(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    QCommandLineParser parser;
    addOptions(parser);
    parser.parse(arguments);
    return parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("help-all")) ||
           parser.isSet(QStringLiteral("version"));
}

int sayText(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    installTranslation(application, translationFor(QLocale()));
    QCommandLineParser parser;
    addOptions(parser);
    // Ends the program.
    parser.process(application);
    return EXIT_SUCCESS;
}

int runWindow(int argc, char** argv)
{
    QApplication application(argc, argv);
    installTranslation(application, translationFor(QLocale()));
    QCommandLineParser parser;
    addOptions(parser);
    parser.process(application);

    if (!hasFolderFor("XDG_CONFIG_HOME"))
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QStringLiteral("/dev/null"));
    endAtOnceOnExit();
    const auto damaged = repairSettings();
    applyTheme(application, appearanceOf(Settings().appearance()));
    Workspace workspace;
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
    if (!cache.isEmpty() && hasFolderFor("XDG_CACHE_HOME"))
        workspace.setCacheFolder(QDir(cache).filePath(QStringLiteral("duologue/index")).toStdString());
    workspace.setFollowLinks(Settings().followsLinks());
    const QStringList paths = parser.positionalArguments();
    const bool isPlain = !parser.isSet(recordOption()) && !isView(paths);
    // The dataset loads while the window is built.
    if (!paths.isEmpty() && isPlain)
        workspace.open(paths);
    MainWindow window(workspace);
    if (!paths.isEmpty() && !isPlain)
        window.openPaths(paths, parser.value(recordOption()));
    if (paths.isEmpty() && !parser.isSet(whereOption()))
        window.restoreSession();
    window.show();
    if (damaged)
        reportDamagedSettings(workspace, *damaged);
    if (parser.isSet(whereOption())) {
        if (const auto mistake = workspace.setQueryText(parser.value(whereOption())))
            workspace.report(QCoreApplication::translate("main", "Invalid filter:"),
                             translated(mistake->what));
    }
    return runEventLoop();
}

} // namespace

int main(int argc, char** argv)
{
    // Writing a file that may not grow further then fails with an error message instead of ending the
    // program.
    std::signal(SIGXFSZ, SIG_IGN);
    setNames();
    if (asksForText(argc, argv))
        return sayText(argc, argv);
    std::_Exit(runWindow(argc, argv));
}
