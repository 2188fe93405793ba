// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/program_window.h"
#include "core/query/saved_view.h"
#include "core/remote/table_address.h"
#include "core/util/parallel.h"
#include "ui/app/running_jobs.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/diff_window.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QLibraryInfo>
#include <QObject>
#include <QTimer>
#include <QTranslator>
#include <QVariantMap>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

namespace duologue::ui {

class RunningJobs;

/// Tells the desktop how long work goes on: its share in the program's entry of the task bar, where the
/// desktop shows that, and a notification if work of more than ten seconds ends while the user is in another
/// program. Nothing happens without a session bus. GUI thread.
class DesktopJobs : public QObject {
    Q_OBJECT

public:
    /// Shorter work is over before anybody has gone away.
    static constexpr qint64 kLongMs = 10'000;

    /// `mayNotify` is asked before each notification.
    DesktopJobs(RunningJobs& jobs, std::function<bool()> mayNotify, QObject* parent);

    /// Takes the share out of the task bar, when the program ends.
    void clear() { sendShare(-1); }

private:
    void showShare();
    void sendShare(double share);
    void notify(const QString& outcome, qint64 milliseconds);

    RunningJobs& m_jobs;
    std::function<bool()> m_mayNotify;
    /// What the task bar shows, in percent; -1 for nothing.
    int m_shown = -1;
    /// The notification that is shown, which a new one replaces.
    unsigned m_notification = 0;
};

namespace {

/// Without an address, the library behind Qt would start a bus of its own, and a helper that outlives the
/// program.
bool hasAddress()
{
    if (!qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return true;
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    return !folder.isEmpty() && QFile::exists(folder + QStringLiteral("/bus"));
}

} // namespace

std::optional<QDBusConnection> sessionBus()
{
    if (!hasAddress())
        return std::nullopt;
    const QDBusConnection bus = QDBusConnection::sessionBus();
    return bus.isConnected() ? std::optional(bus) : std::nullopt;
}

/// Shorter work would only flicker in the task bar.
constexpr qint64 kShownAfterMs = 1000;

DesktopJobs::DesktopJobs(RunningJobs& jobs, std::function<bool()> mayNotify, QObject* parent)
    : QObject(parent), m_jobs(jobs), m_mayNotify(std::move(mayNotify))
{
    connect(&m_jobs, &RunningJobs::changed, this, &DesktopJobs::showShare);
    connect(&m_jobs, &RunningJobs::ended, this, &DesktopJobs::notify);
}

void DesktopJobs::showShare()
{
    const auto& jobs = m_jobs.jobs();
    const bool isShown = !jobs.empty() && jobs.front().since.elapsed() >= kShownAfterMs;
    sendShare(isShown ? m_jobs.share() : -1);
}

/// Launchers of several desktops listen to this signal; whether one does need not be known.
void DesktopJobs::sendShare(double share)
{
    const int percent = share < 0 ? -1 : static_cast<int>(std::lround(share * 100));
    if (std::exchange(m_shown, percent) == percent)
        return;
    const auto bus = sessionBus();
    if (!bus)
        return;
    QDBusMessage update = QDBusMessage::createSignal(QStringLiteral("/io/github/duologue/Duologue/launcher"),
                                                     QStringLiteral("com.canonical.Unity.LauncherEntry"),
                                                     QStringLiteral("Update"));
    update << QStringLiteral("application://%1.desktop").arg(QGuiApplication::desktopFileName())
           << QVariantMap{{QStringLiteral("progress-visible"), percent >= 0},
                          {QStringLiteral("progress"), percent >= 0 ? share : 0.0}};
    bus->send(update);
}

void DesktopJobs::notify(const QString& outcome, qint64 milliseconds)
{
    if (milliseconds < kLongMs || QGuiApplication::applicationState() == Qt::ApplicationActive ||
        !m_mayNotify())
        return;
    const auto bus = sessionBus();
    if (!bus)
        return;
    QDBusMessage call = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    constexpr int kUsualTime = -1;
    call << QGuiApplication::applicationDisplayName() << m_notification << QGuiApplication::desktopFileName()
         << QGuiApplication::applicationDisplayName() << outcome << QStringList()
         << QVariantMap{{QStringLiteral("desktop-entry"), QGuiApplication::desktopFileName()}} << kUsualTime;
    auto* watcher = new QDBusPendingCallWatcher(bus->asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        if (const QDBusPendingReply<unsigned> answer = *done; answer.isValid())
            m_notification = answer.value();
        done->deleteLater();
    });
}

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
                               : tr("A crash report is in %1. It contains no data.")
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

#include "program_window.moc"
