// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/file_queue.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QtTest>

using namespace duologue;
using duologue::test::TempFolder;

class FileQueueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void returnsFilesInOrder();
    void readsSizesOfWaitingFiles();
    void canBeDestroyedBeforeItsEnd();

private:
    static constexpr int kFiles = 300;

    std::vector<std::string> namesOfRest(FileQueue& queue)
    {
        std::vector<std::string> names;
        while (const auto file = queue.next())
            names.push_back(file->file.shownPath);
        return names;
    }

    TempFolder m_folder;
    std::vector<std::string> m_names;
};

void FileQueueTest::initTestCase()
{
    for (int i = 0; i < kFiles; ++i) {
        m_names.push_back(std::to_string(i) + ".json");
        m_folder.write(m_names.back(), "{}");
    }
}

void FileQueueTest::returnsFilesInOrder()
{
    const Job job;
    FileQueue queue({m_folder.path()}, job);
    queue.setKnown(nullptr);
    QCOMPARE(namesOfRest(queue), m_names);
    QVERIFY(!queue.next());
}

void FileQueueTest::readsSizesOfWaitingFiles()
{
    Progress progress;
    const Job job(std::stop_token(), &progress);
    FileQueue queue({m_folder.path()}, job);
    queue.setKnown(nullptr);
    const auto first = queue.next();
    QVERIFY(first);
    QCOMPARE(first->file.size, std::uint64_t{0});
    // The first file has left the queue, so the reader counts its bytes, not the queue.
    QTRY_COMPARE(progress.bytesTotal.load(), std::uint64_t{2 * (kFiles - 1)});
    while (const auto file = queue.next())
        QCOMPARE(file->file.size, std::uint64_t{2});
    QCOMPARE(progress.filesTotal.load(), std::uint64_t{kFiles});
}

void FileQueueTest::canBeDestroyedBeforeItsEnd()
{
    Progress progress;
    const Job job(std::stop_token(), &progress);
    {
        FileQueue queue({m_folder.path()}, job);
        QVERIFY(queue.next());
    }
    QVERIFY(progress.bytesTotal.load() < 2 * kFiles);
}

DUOLOGUE_TEST(FileQueueTest)
#include "file_queue_test.moc"
