// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"
#include "tests/support/test_class.h"
#include "ui/app/query_memory.h"
#include "ui/app/settings.h"
#include "ui/app/workspace.h"
#include "ui/window/main_window.h"
#include "ui/window/settings_check.h"
#include "ui/window/workbench.h"

#include <QDateTime>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QRandomGenerator>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;

namespace {

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeTo(const QString& path, const QByteArray& bytes)
{
    // QSettings does not read a file again that has the same size and time.
    static int writes = 0;
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
    QVERIFY(file.flush());
    QVERIFY(
        file.setFileTime(QDateTime::currentDateTime().addSecs(++writes), QFileDevice::FileModificationTime));
}

} // namespace

/// The program starts with any content of the settings file.
class SettingsCheckTest : public QObject {
    Q_OBJECT

private:
    QString m_path;
    QString m_oldPath;
    /// A file that the program wrote.
    QByteArray m_good;

    /// Starts the window with these settings; returns what is wrong, or an empty text.
    static QString startWindow()
    {
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window))
            return QStringLiteral("it does not show");
        const QRect screen = window.screen()->availableGeometry();
        if (!screen.intersects(window.frameGeometry()) || window.width() > 2 * screen.width() ||
            window.height() > 2 * screen.height())
            return QStringLiteral("it stands at %1, %2, %3 x %4")
                .arg(window.x())
                .arg(window.y())
                .arg(window.width())
                .arg(window.height());
        return {};
    }

    /// Reads all settings, like the window.
    static void readAll()
    {
        const Settings settings;
        QVERIFY(RecentDatasets().entries().size() <= 2 * std::size_t{RecentDatasets::kMost});
        (void)settings.readingFamily(QStringLiteral("en"));
        const QueryMemory memory;
        QVERIFY(memory.history().size() <= 50);
        if (const auto layout = settings.windowLayout()) {
            QWidget window;
            window.restoreGeometry(layout->geometry);
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-settings-check"));
        m_path = settingsFile();
        m_oldPath = m_path + QStringLiteral(".damaged");
        QCOMPARE(m_path, QSettings().fileName());
        QFile::remove(m_path);
        QVERIFY(!repairSettings());
        {
            Workspace workspace;
            MainWindow window(workspace);
            window.resize(1300, 800);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            // The panels are shown with a dataset only.
            workspace.open({QString::fromStdString(test::sampleFolder().string())});
            QTRY_VERIFY_WITH_TIMEOUT(!workspace.isLoading(), 20000);
            QTRY_VERIFY(window.workbench().isVisible());
            window.workbench().resetPerspective();
            window.findChild<QDockWidget*>(QStringLiteral("charts"))->hide();
            window.close();
        }
        Settings settings;
        RecentDatasets recent;
        recent.clear();
        recent.add(QStringLiteral("/data/对话"));
        recent.add(QStringLiteral("/data/b, c"));
        settings.setAppearance(QStringLiteral("dark"));
        settings.setReadingFamily(QStringLiteral("en"), QStringLiteral("Noto Sans"));
        QVERIFY(settings.takeFontHint());
        storeSetting(QStringLiteral("facets/open"), QStringList{QStringLiteral("turns")});
        QueryMemory memory;
        memory.note(QStringLiteral("\"@Variant(\" 素食"), true);
        memory.note(QStringLiteral("turns:>3, \"x\\y\""), true);
        memory.save(QStringLiteral("@mine"), QStringLiteral("turns:>3"));
        writeSettings();
        writeSettings();
        m_good = contentsOf(m_path);
        QVERIFY(m_good.size() > 500);
    }

    void init() { QFile::remove(m_oldPath); }

    void cleanupTestCase()
    {
        writeSettings();
        QFile::remove(m_path);
        QFile::remove(m_oldPath);
    }

    void theProgramsOwnSettingsAreValid()
    {
        writeTo(m_path, m_good);
        QVERIFY(!repairSettings());
        QVERIFY(!QFile::exists(m_oldPath));
        const Settings settings;
        QCOMPARE(settings.appearance(), QStringLiteral("dark"));
        QCOMPARE(RecentDatasets().entries().front().path, QStringLiteral("/data/b, c"));
        const QueryMemory memory;
        QCOMPARE(memory.history().size(), 2);
        QCOMPARE(memory.saved().size(), std::size_t{1});
        Workspace workspace;
        const MainWindow window(workspace);
        QVERIFY(window.findChild<QDockWidget*>(QStringLiteral("charts"))->isHidden());
    }

    void onlyTheOwnerMayRead()
    {
        constexpr auto kOwner = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
        const auto permissions = [this] {
            constexpr auto kUserMirror = QFileDevice::ReadUser | QFileDevice::WriteUser;
            return QFile::permissions(m_path) & ~kUserMirror;
        };
        QFile::remove(m_path);
        QVERIFY(!repairSettings());
        QCOMPARE(permissions(), QFileDevice::Permissions(kOwner));
        QSettings().setValue(QStringLiteral("test/key"), 1);
        QCOMPARE(permissions(), QFileDevice::Permissions(kOwner));
        writeTo(m_path, m_good);
        QFile::setPermissions(m_path, kOwner | QFileDevice::ReadOther | QFileDevice::ReadGroup);
        QVERIFY(!repairSettings());
        QCOMPARE(permissions(), QFileDevice::Permissions(kOwner));
    }

    void damagedValuesAreRemovedAndTheOldFileIsKept_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const QByteArray& text) { QTest::newRow(name) << text; };
        row("zeros", QByteArray(4096, '\0'));
        row("no settings", QByteArray("\x89PNG\r\n\x1a\n", 8));
        row("not of its kind", "[window]\nappearance=@ByteArray(dark)\n");
        row("unknown word", "[window]\nappearance=pink\n");
        row("list for a word", "[window]\nappearance=dark, light\n");
        row("wild layout",
            "[window]\nlayout=@ByteArray(\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff)\n");
        row("layout as text", "[window]\nlayout=1440x900\n");
        row("rectangle", "[window]\nlayout=@Rect(-2000000000 0 2000000000 2000000000)\n");
        row("variant", "[recent]\npaths=@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xfe)\n");
        row("quoted variant", "[recent]\npaths=\"@Variant(\\0\\0\\0\\t\\xff\\xff\\xff\\xfe)\"\n");
        row("variant in a list", "[recent]\npaths=a, @Variant(\\0\\0\\0\\x7f)\n");
        row("escaped variant", "[recent]\npaths=\\x40Variant(\\0\\0\\0\\x7f)\n");
        row("many saved", "[queries]\nsaved\\size=2000000000\n");
        row("number that is none", "[queries]\nsaved\\size=many\n");
        row("long query", "[queries]\nhistory=" + QByteArray(1 << 20, 'x') + "\n");
        QByteArray paths;
        for (int i = 0; i < 100'000; ++i)
            paths += (i == 0 ? "" : ", ") + QByteArray("/data/") + QByteArray::number(i);
        row("many paths", "[recent]\npaths=" + paths + "\n");
        row("large", "[recent]\npaths=" + QByteArray(9 << 20, 'y') + "\n");
    }

    void damagedValuesAreRemovedAndTheOldFileIsKept()
    {
        QFETCH(const QByteArray, text);
        writeTo(m_path, text);
        QCOMPARE(repairSettings(), std::optional(m_oldPath));
        QCOMPARE(contentsOf(m_oldPath), text);
        const Settings settings;
        QVERIFY(RecentDatasets().entries().empty());
        QVERIFY(settings.appearance().isEmpty());
        QVERIFY(!settings.windowLayout());
        QCOMPARE(startWindow(), QString());
        // Reported once.
        QVERIFY(!repairSettings());
    }

    void otherValuesStay()
    {
        QByteArray text = m_good;
        text.replace("appearance=dark", "appearance=dusk");
        QVERIFY(text != m_good);
        writeTo(m_path, text);
        QVERIFY(repairSettings());
        const Settings settings;
        QVERIFY(settings.appearance().isEmpty());
        QCOMPARE(RecentDatasets().entries().size(), std::size_t{2});
        QVERIFY(settings.windowLayout());
    }

    void theUserIsNotified()
    {
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        reportDamagedSettings(workspace, m_oldPath);
        auto* strip = window.findChild<QFrame*>(QStringLiteral("messageStrip"));
        QVERIFY(strip->isVisible());
        QVERIFY(strip->accessibleName().contains(QFileInfo(m_oldPath).fileName()));
    }

    void whatPassesGoesWithTheNextFilter()
    {
        Workspace workspace;
        MainWindow window(workspace);
        window.show();
        auto* strip = window.findChild<QFrame*>(QStringLiteral("messageStrip"));
        workspace.reportPassing(QStringLiteral("Wrapped:"), QStringLiteral("at the end"));
        QVERIFY(strip->isVisible());
        QVERIFY(!workspace.setQueryText(QStringLiteral("one")));
        QVERIFY(!strip->isVisible());
        workspace.reportPassing(QStringLiteral("Wrapped:"), QStringLiteral("at the end"));
        workspace.report(QStringLiteral("Failed:"), QStringLiteral("no room"));
        QVERIFY(!workspace.setQueryText(QStringLiteral("two")));
        QVERIFY(strip->isVisible());
    }

    void startsWithAnyDamage()
    {
        QRandomGenerator random(2026);
        constexpr int kFiles = 240;
        constexpr int kWindowEach = 16;
        for (int i = 0; i < kFiles; ++i) {
            QByteArray text = m_good;
            const qsizetype at = random.bounded(text.size());
            switch (i % 6) {
            case 0:
                text[at] = static_cast<char>(text[at] ^ (1 << random.bounded(8)));
                break;
            case 1:
                text[at] = static_cast<char>(random.bounded(256));
                break;
            case 2:
                text.truncate(at);
                break;
            case 3:
                text.replace(at, 16, QByteArray(16, '\0'));
                break;
            case 4:
                text.remove(at, 1 + random.bounded(40));
                break;
            default:
                for (int k = 0; k < 20; ++k)
                    text[random.bounded(text.size())] = static_cast<char>(random.bounded(256));
                break;
            }
            writeTo(m_path, text);
            (void)repairSettings();
            readAll();
            QVERIFY(!QTest::currentTestFailed());
            if (i % kWindowEach < 2) {
                const QString wrong = startWindow();
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("file %1: %2").arg(i).arg(wrong)));
            }
            QVERIFY(!repairSettings());
        }
    }

    void damageOfTheLayoutIsDetected()
    {
        writeTo(m_path, m_good);
        const QByteArray stored = QSettings().value(Settings::layoutKey()).toByteArray();
        QVERIFY(Settings::layoutIn(stored));
        for (qsizetype at = 0; at < stored.size(); ++at) {
            QByteArray damaged = stored;
            damaged[at] = static_cast<char>(damaged[at] ^ 1);
            QVERIFY(!Settings::layoutIn(damaged));
            QVERIFY(!Settings::layoutIn(stored.first(at)));
        }
    }
};

DUOLOGUE_TEST(SettingsCheckTest)
#include "settings_check_test.moc"
