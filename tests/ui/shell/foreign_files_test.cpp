// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/workspace.h"

#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <filesystem>
#include <sys/stat.h>

using namespace duologue;
using namespace duologue::ui;

/// Other files in an opened folder.
class ForeignFilesTest : public QObject {
    Q_OBJECT

private:
    static void openAndWait(Workspace& workspace, const std::filesystem::path& path)
    {
        QSignalSpy loading(&workspace, &Workspace::loadingChanged);
        workspace.open({QString::fromStdString(path)});
        QTRY_COMPARE_WITH_TIMEOUT(loading.count(), 2, 20000);
        QTRY_VERIFY(workspace.snapshot().complete);
    }

private Q_SLOTS:
    void followsLinksIfEnabled()
    {
        const test::TempFolder folder;
        folder.write("data/a.json", test::AgentRecord::ofTurns(1).json());
        folder.write("other/b.json", test::AgentRecord::ofTurns(1).json());
        std::filesystem::create_directory_symlink("../other", folder.path() / "data" / "other");
        Workspace workspace;
        openAndWait(workspace, folder.path() / "data");
        QCOMPARE(workspace.snapshot().recordCount(), 1U);
        workspace.setFollowLinks(true);
        QTRY_COMPARE(workspace.snapshot().recordCount(), 2U);
        workspace.setFollowLinks(false);
        QTRY_COMPARE(workspace.snapshot().recordCount(), 1U);
        QTRY_VERIFY(!workspace.isLoading());
        QCOMPARE(workspace.snapshot().problems.size(), std::size_t{0});
    }

    void pipesAndDevicesDoNotBlock()
    {
        const test::TempFolder folder;
        folder.write("a.json", test::AgentRecord::ofTurns(1).json());
        QCOMPARE(::mkfifo((folder.path() / "b.jsonl.gz").c_str(), S_IRWXU), 0);
        std::filesystem::create_symlink("/dev/zero", folder.path() / "c.zip");
        Workspace workspace;
        openAndWait(workspace, folder.path());
        QCOMPARE(workspace.snapshot().recordCount(), 1U);
        QCOMPARE(workspace.snapshot().problems.size(), std::size_t{2});
        // No thread still waits for the pipe.
        workspace.close();
        QVERIFY(QThreadPool::globalInstance()->waitForDone(10'000));
    }
};

DUOLOGUE_TEST(ForeignFilesTest)
#include "foreign_files_test.moc"
