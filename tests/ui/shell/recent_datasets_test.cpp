// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/app/settings.h"
#include "ui/window/start_page.h"

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace duologue::ui;

namespace {

QStringList texts(std::initializer_list<const char*> wanted)
{
    QStringList made;
    for (const char* text : wanted)
        made << QString::fromLatin1(text);
    return made;
}

QStringList pathsOf(const RecentDatasets& recent)
{
    QStringList paths;
    for (const RecentDataset& entry : recent.entries())
        paths << (entry.isPinned ? QStringLiteral("*") : QString()) + entry.path;
    return paths;
}

} // namespace

/// The datasets that were opened last.
class RecentDatasetsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("Duologue"));
        QCoreApplication::setApplicationName(QStringLiteral("duologue-recent-test"));
    }

    void init()
    {
        writeSettings();
        QFile::remove(QSettings().fileName());
    }

    void cleanup() { init(); }

    void theLatestComesFirstAndPinnedOnesBeforeIt()
    {
        RecentDatasets recent;
        for (const char* path : {"/a", "/b", "/c"})
            recent.add(QLatin1String(path));
        QCOMPARE(pathsOf(recent), texts({"/c", "/b", "/a"}));
        recent.setPinned(QStringLiteral("/a"), true);
        recent.add(QStringLiteral("/b"));
        QCOMPARE(pathsOf(recent), texts({"*/a", "/b", "/c"}));
        QCOMPARE(pathsOf(RecentDatasets()), pathsOf(recent));
        recent.clear();
        QCOMPARE(pathsOf(recent), texts({"*/a"}));
        recent.setPinned(QStringLiteral("/a"), false);
        QCOMPARE(pathsOf(recent), texts({"/a"}));
        recent.remove(QStringLiteral("/a"));
        QCOMPARE(pathsOf(recent), texts({}));
    }

    void pinnedOnesAreNotPushedOut()
    {
        RecentDatasets recent;
        recent.add(QStringLiteral("/kept"));
        recent.setPinned(QStringLiteral("/kept"), true);
        for (int i = 0; i < 3 * RecentDatasets::kMost; ++i)
            recent.add(QStringLiteral("/%1").arg(i));
        QCOMPARE(pathsOf(recent).front(), QStringLiteral("*/kept"));
        QCOMPARE(pathsOf(recent).size(), qsizetype{RecentDatasets::kMost} + 1);
        QCOMPARE(pathsOf(recent)[1], QStringLiteral("/%1").arg(3 * RecentDatasets::kMost - 1));
    }

    void missingOnesAreGreyAndCanBeRemoved()
    {
        const QTemporaryDir there;
        const QString gone = QDir(there.path()).filePath(QStringLiteral("gone"));
        RecentDatasets recent;
        recent.add(gone);
        recent.add(there.path());
        RecentList list(recent, 500, nullptr);
        const auto isEnabled = [&list](const QString& path) {
            for (const auto* button : list.findChildren<QPushButton*>(QStringLiteral("recentButton"))) {
                if (button->property("path").toString() == path)
                    return button->isEnabled();
            }
            return false;
        };
        QVERIFY(isEnabled(gone));
        const QSignalSpy changed(&recent, &RecentDatasets::changed);
        recent.look();
        QTRY_COMPARE(changed.count(), 1);
        QVERIFY(!isEnabled(gone) && isEnabled(there.path()));
        // It is there again: opened by another way.
        recent.add(gone);
        QVERIFY(isEnabled(gone));
    }

    /// The list may be filled again after the keys have gone elsewhere.
    void fillingItAgainLeavesTheKeysWhereTheyAre()
    {
        RecentDatasets recent;
        recent.add(QStringLiteral("/a"));
        QWidget window;
        RecentList list(recent, 500, &window);
        QLineEdit elsewhere(&window);
        const auto button = [&list] { return list.findChild<QPushButton*>(QStringLiteral("recentButton")); };
        button()->setFocus();
        recent.add(QStringLiteral("/b"));
        QCOMPARE(window.focusWidget()->property("path").toString(), QStringLiteral("/a"));
        elsewhere.setFocus();
        recent.add(QStringLiteral("/c"));
        QCOMPARE(window.focusWidget(), static_cast<QWidget*>(&elsewhere));
    }

    void theListPinsAndOpens()
    {
        RecentDatasets recent;
        recent.add(QStringLiteral("/a"));
        recent.add(QStringLiteral("/b"));
        RecentList list(recent, 500, nullptr);
        const QSignalSpy opened(&list, &RecentList::openRequested);
        list.findChildren<QPushButton*>(QStringLiteral("recentButton")).at(1)->click();
        QCOMPARE(opened.value(0).value(0).toString(), QStringLiteral("/a"));
        list.findChildren<QToolButton*>(QStringLiteral("pinButton")).at(1)->click();
        QCOMPARE(pathsOf(recent), texts({"*/a", "/b"}));
    }
};

DUOLOGUE_TEST(RecentDatasetsTest)
#include "recent_datasets_test.moc"
