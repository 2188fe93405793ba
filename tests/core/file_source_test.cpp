// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_source.h"

#include "core/io/folder.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace duologue;
using duologue::test::TempFolder;

class FileSourceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsByPosition();
    void opensInAnOpenFolder();
    void readsUpToTheEnd();
    void padsWithZeros();
    void reportsMissingFile();
    void refusesFolderAndPipe();
    void reportsMissingPermission();
    void reportsTruncatedFile();
    void canBeMoved();

private:
    TempFolder m_folder;
};

void FileSourceTest::readsByPosition()
{
    const auto path = m_folder.write("a.txt", "0123456789");
    const auto source = FileSource::open(path, FileId{3});
    QVERIFY(source.ok());
    QCOMPARE(source.value().size(), std::uint64_t{10});
    QCOMPARE(source.value().id(), FileId{3});
    PaddedBytes bytes;
    const auto count = source.value().read(2, 4, bytes);
    QVERIFY(count.ok());
    QCOMPARE(count.value(), std::size_t{4});
    QCOMPARE(bytes.view(), std::string_view("2345"));
}

void FileSourceTest::opensInAnOpenFolder()
{
    const auto path = m_folder.write("旅行/1.txt", "0123456789");
    const auto elsewhere = m_folder.path() / "gone";
    auto folder = std::make_unique<const Folder>(path.parent_path());
    std::filesystem::rename(path.parent_path(), elsewhere);
    const auto source = FileSource::open(path, FileId{3}, folder.get());
    QVERIFY(source.ok());
    QCOMPARE(source.value().size(), std::uint64_t{10});
    folder.reset();
    PaddedBytes bytes;
    QCOMPARE(source.value().read(8, 4, bytes).value(), std::size_t{2});

    const Folder again(elsewhere);
    const auto missing = FileSource::open(elsewhere / "2.txt", FileId{5}, &again);
    QVERIFY(!missing.ok());
    QCOMPARE(missing.problem().code, ProblemCode::FileVanished);
    const Folder nowhere(path.parent_path());
    QCOMPARE(FileSource::open(path, FileId{5}, &nowhere).problem().code, ProblemCode::FileVanished);
}

void FileSourceTest::readsUpToTheEnd()
{
    const auto path = m_folder.write("short.txt", "abc");
    const auto source = FileSource::open(path, FileId{});
    PaddedBytes bytes;
    QCOMPARE(source.value().read(1, 100, bytes).value(), std::size_t{2});
    QCOMPARE(bytes.view(), std::string_view("bc"));
    QCOMPARE(source.value().read(3, 10, bytes).value(), std::size_t{0});
    QVERIFY(bytes.empty());
    QCOMPARE(source.value().read(50, 10, bytes).value(), std::size_t{0});
    const auto empty = FileSource::open(m_folder.write("empty.txt", ""), FileId{});
    QCOMPARE(empty.value().read(0, 10, bytes).value(), std::size_t{0});
}

void FileSourceTest::padsWithZeros()
{
    const auto path = m_folder.write("pad.txt", std::string(1000, 'x'));
    const auto source = FileSource::open(path, FileId{});
    PaddedBytes bytes;
    QVERIFY(source.value().read(0, 1000, bytes).ok());
    QVERIFY(source.value().read(0, 10, bytes).ok());
    for (std::size_t i = 0; i < PaddedBytes::kPadding; ++i)
        QCOMPARE(bytes.data()[10 + i], '\0');
}

void FileSourceTest::reportsMissingFile()
{
    const auto source = FileSource::open(m_folder.path() / "nowhere.json", FileId{5});
    QVERIFY(!source.ok());
    QCOMPARE(source.problem().code, ProblemCode::FileVanished);
    QCOMPARE(source.problem().where.file, FileId{5});
    QVERIFY(!source.problem().detail.empty());
}

void FileSourceTest::refusesFolderAndPipe()
{
    const auto folder = FileSource::open(m_folder.path(), FileId{});
    QVERIFY(!folder.ok());
    QCOMPARE(folder.problem().code, ProblemCode::FileUnreadable);
    const auto pipe = m_folder.path() / "pipe.json";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    // The pipe has no writer: opening it must not block.
    QCOMPARE(FileSource::open(pipe, FileId{}).problem().code, ProblemCode::FileUnreadable);
}

void FileSourceTest::reportsMissingPermission()
{
    const auto path = m_folder.write("closed.json", "{}");
    QCOMPARE(::chmod(path.c_str(), 0), 0);
    if (::access(path.c_str(), R_OK) == 0)
        QSKIP("this user reads files without permission to (root): nothing to check");
    QCOMPARE(FileSource::open(path, FileId{}).problem().code, ProblemCode::FileUnreadable);
}

void FileSourceTest::reportsTruncatedFile()
{
    const auto path = m_folder.write("cut.json", std::string(100, 'x'));
    const auto source = FileSource::open(path, FileId{2});
    QCOMPARE(::truncate(path.c_str(), 40), 0);
    PaddedBytes bytes;
    const auto whole = source.value().read(0, 100, bytes);
    QVERIFY(!whole.ok());
    QCOMPARE(whole.problem().code, ProblemCode::FileVanished);
    QCOMPARE(whole.problem().where.offset, std::uint64_t{40});
    QCOMPARE(source.value().read(0, 40, bytes).value(), std::size_t{40});
}

void FileSourceTest::canBeMoved()
{
    auto first = FileSource::open(m_folder.write("1.txt", "one"), FileId{1});
    auto second = FileSource::open(m_folder.write("2.txt", "second"), FileId{2});
    FileSource moved = std::move(first).value();
    moved = std::move(second).value();
    PaddedBytes bytes;
    QVERIFY(moved.read(0, 10, bytes).ok());
    QCOMPARE(bytes.view(), std::string_view("second"));
    QCOMPARE(moved.id(), FileId{2});
}

DUOLOGUE_TEST(FileSourceTest)
#include "file_source_test.moc"
