// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table_address.h"
#include "ui/app/crash_report.h"
#include "ui/app/settings.h"
#include "ui/app/tasks.h"
#include "ui/app/workspace.h"
#include "ui/window/program_window.h"
#include "ui/window/running_program.h"
#include "ui/window/settings_check.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QLocale>
#include <QSettings>
#include <csignal>
#include <cstdlib>

namespace {

using namespace duologue::ui;

QString whereOption()
{
    return QStringLiteral("where");
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

QString newWindowOption()
{
    return QStringLiteral("new-window");
}

QString noRestoreOption()
{
    return QStringLiteral("no-restore");
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
        whereOption(), QCoreApplication::translate("main", "Show only conversations that match QUERY."),
        QStringLiteral("QUERY")));
    parser.addOption(QCommandLineOption(
        recordOption(), QCoreApplication::translate("main", "Start with this conversation, FILE:N."),
        QStringLiteral("FILE:N")));
    parser.addOption(QCommandLineOption(
        newWindowOption(),
        QCoreApplication::translate("main", "Open a separate window, even if one is already open.")));
    parser.addOption(QCommandLineOption(
        noRestoreOption(), QCoreApplication::translate("main", "Do not reopen the last dataset.")));
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

/// Paths of this process mean nothing to another one unless they are absolute.
StartRequest requestOf(const QCommandLineParser& parser)
{
    StartRequest request;
    for (const QString& path : parser.positionalArguments())
        request.paths << (duologue::isTableAddress(path.toStdString()) ? path
                                                                       : QFileInfo(path).absoluteFilePath());
    request.where = parser.value(whereOption());
    request.record = parser.value(recordOption());
    return request;
}

int runWindow(int argc, char** argv)
{
    QApplication application(argc, argv);
    installTranslation(application, translationFor(QLocale()));
    QCommandLineParser parser;
    addOptions(parser);
    parser.process(application);

    ProgramWindow::Start start;
    start.request = requestOf(parser);
    start.mayRestore = !parser.isSet(noRestoreOption());
    RunningProgram running;
    if (!running.claim() && !parser.isSet(newWindowOption()) && RunningProgram::handOver(start.request))
        return EXIT_SUCCESS;

    const bool hasSettings = hasFolderFor("XDG_CONFIG_HOME");
    if (!hasSettings)
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QStringLiteral("/dev/null"));
    endAtOnceOnExit(&CrashReport::end);
    const auto damaged = repairSettings();
    if (hasSettings) {
        const QString folder = QFileInfo(settingsFile()).absolutePath();
        const auto last = CrashReport::takeLast(folder);
        start.hasCrashed = last.has_value();
        start.crashReport = last ? last->path : QString();
        CrashReport::begin(folder, QStringLiteral(DUOLOGUE_VERSION));
    }
    Workspace workspace;
    ProgramWindow window(application, workspace);
    QObject::connect(&running, &RunningProgram::requested, &window, &ProgramWindow::open);
    endOnSignals(&window, [&window] {
        window.keep();
        QCoreApplication::exit(EXIT_SUCCESS);
    });
    window.start(start);
    if (damaged)
        reportDamagedSettings(workspace, *damaged);
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
