// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/program/program_window.h"

#include "core/query/saved_view.h"
#include "core/remote/table_address.h"
#include "core/util/parallel.h"
#include "ui/dialogs/diff/diff_window.h"
#include "ui/shell/desktop/desktop_jobs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/program/translation.h"
#include "ui/views/widgets/theme.h"
#include "ui/work/phrase_words.h"
#include "ui/work/program/running_jobs.h"
#include "ui/work/qt_text.h"
#include "ui/work/settings/index_folder.h"
#include "ui/work/settings/settings.h"
#include "ui/work/workspace.h"

#include <QApplication>
#include <QDir>
#include <QTimer>
#include <utility>

namespace duologue::ui {

namespace {

QString wantedLanguage(const Settings& settings)
{
    return settings.language().isEmpty() ? translationFor(QLocale()) : settings.language();
}

bool isTable(const QStringList& paths)
{
    return paths.size() == 1 && isTableAddress(fromQt(paths.front()));
}

bool isView(const QStringList& paths)
{
    return paths.size() == 1 && paths.front().endsWith(toQt(std::string(kViewEnding)));
}

/// Windows beside the main one that go on in the language in which they were opened.
void keepOtherWindows(const MainWindow& from, MainWindow& to)
{
    for (auto* other : from.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!other->isVisible() || (qobject_cast<DiffWindow*>(other) == nullptr &&
                                    other->objectName() != QLatin1String("chartWindow")))
            continue;
        other->setParent(&to, other->windowFlags());
        other->show();
    }
}

} // namespace

ProgramWindow::ProgramWindow(QApplication& application, Workspace& workspace)
    : m_application(application), m_workspace(workspace), m_language(wantedLanguage(Settings()))
{
    installTranslation(m_application, m_language);
    applyTheme(m_application, appearanceOf(Settings().appearance()));
    applySettings();
}

ProgramWindow::~ProgramWindow() = default;

void ProgramWindow::make()
{
    m_window = std::make_unique<MainWindow>(m_workspace);
    connect(&m_window->settings(), &Settings::changed, this, &ProgramWindow::applySettings);
}

void ProgramWindow::start(const Start& start)
{
    const StartRequest& request = start.request;
    const bool isPlain = request.record.isEmpty() && !isView(request.paths) && !isTable(request.paths);
    // The dataset loads while the window is built.
    if (!request.paths.isEmpty() && isPlain)
        m_workspace.open(request.paths);
    make();
    m_desktopJobs = std::make_unique<DesktopJobs>(
        RunningJobs::ofThisThread(), [] { return Settings().notifies(); }, this);
    m_window->showStartPerspective();
    if (!request.paths.isEmpty() && !isPlain)
        openNow(request);
    if (request.paths.isEmpty() && request.where.isEmpty())
        m_window->beginSession(start.mayRestore && !start.hasCrashed);
    m_window->show();
    if (start.hasCrashed)
        m_workspace.report(tr("Duologue closed unexpectedly last time."),
                           start.crashReport.isEmpty()
                               ? QString()
                               : tr("A report of the fault is in %1; it names no data.")
                                     .arg(QDir::toNativeSeparators(start.crashReport)));
    apply(request);
}

/// Paths that need the window.
void ProgramWindow::openNow(const StartRequest& request)
{
    if (isTable(request.paths))
        m_window->askForTable(request.paths.front(), request.where);
    else
        m_window->openPaths(request.paths, request.record);
}

/// What comes after the paths. The query about a table is asked with its rows.
void ProgramWindow::apply(const StartRequest& request)
{
    if (request.where.isEmpty() || isTable(request.paths))
        return;
    if (const auto mistake = m_workspace.setQueryText(request.where))
        m_workspace.report(tr("Invalid filter:"), translated(mistake->what));
}

void ProgramWindow::open(const StartRequest& request)
{
    if (!request.paths.isEmpty())
        openNow(request);
    apply(request);
    if (m_window->isMinimized())
        m_window->showNormal();
    m_window->raise();
    m_window->activateWindow();
    // Desktops that let no window come to the front by itself mark it instead.
    QApplication::alert(m_window.get());
}

void ProgramWindow::keep()
{
    if (m_window)
        m_window->keep();
    if (m_desktopJobs)
        m_desktopJobs->clear();
}

void ProgramWindow::applySettings()
{
    const Settings settings;
    limitThreads(settings.threads());
    m_workspace.setCacheFolder(fromQt(indexFolder(settings)));
    constexpr unsigned kMebibyte = 20;
    m_workspace.setCacheBytes(static_cast<std::uint64_t>(settings.cacheMebibytes()) << kMebibyte);
    if (m_workspace.followsLinks() != settings.followsLinks())
        m_workspace.setFollowLinks(settings.followsLinks());
    if (m_window && wantedLanguage(settings) != m_language)
        // What has changed the setting is a part of the window.
        QTimer::singleShot(0, this, &ProgramWindow::renew);
}

void ProgramWindow::renew()
{
    const QString language = wantedLanguage(Settings());
    if (std::exchange(m_language, language) == language)
        return;
    m_window->keep();
    const bool hadSettings = m_window->hasSettingsShown();
    installTranslation(m_application, m_language);
    const std::unique_ptr<MainWindow> before = std::exchange(m_window, nullptr);
    before->disconnect();
    make();
    keepOtherWindows(*before, *m_window);
    m_window->resumeSession();
    // Shown before the other goes: the program ends with its last window.
    m_window->show();
    m_window->activateWindow();
    if (hadSettings)
        m_window->showSettings();
}

} // namespace duologue::ui
