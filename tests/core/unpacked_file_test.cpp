// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpacked_file.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QScopeGuard>
#include <QTest>
#include <filesystem>
#include <future>
#include <string>

using namespace duologue;
using duologue::test::TempFolder;

/// Members of an archive can be read while they are being unpacked.
class UnpackedFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readsAvailableBytesAtOnce();
    void waitsForMissingBytes();
    void stopsWaitingAtEndOfFile();
    void staysReadableWithoutItsStore();
    void keepsFilesSeparate();
    void usesTmpdir();

private:
    static std::string textOf(const FileSource& source, std::uint64_t offset, std::size_t length)
    {
        PaddedBytes bytes;
        return source.read(offset, length, bytes) ? std::string(bytes.view()) : std::string("<unreadable>");
    }

    std::shared_ptr<UnpackedStore> m_store;
    std::shared_ptr<UnpackedFile> m_file;
};

void UnpackedFileTest::init()
{
    auto store = UnpackedStore::create();
    QVERIFY(store.ok());
    m_store = std::move(store).value();
    m_file = std::make_shared<UnpackedFile>(m_store);
}

void UnpackedFileTest::usesTmpdir()
{
    const QByteArray before = qgetenv("TMPDIR");
    const auto restore = qScopeGuard([&] { qputenv("TMPDIR", before); });
    const TempFolder folder;
    qputenv("TMPDIR", folder.path().c_str());
    auto store = UnpackedStore::create();
    QVERIFY(store.ok());
    UnpackedFile file(std::move(store).value());
    QVERIFY(file.append("abc"));
    file.finish();
    const FileSource source = file.open(FileId{0});
    QCOMPARE(textOf(source, 0, 3), std::string("abc"));
    const auto link = "/proc/self/fd/" + std::to_string(source.descriptor().number());
    QVERIFY(std::filesystem::read_symlink(link).native().starts_with(folder.path().native()));
    // The file has no name.
    QVERIFY(std::filesystem::is_empty(folder.path()));

    const std::string nowhere = folder.path() / "nowhere";
    qputenv("TMPDIR", nowhere.c_str());
    const auto none = UnpackedStore::create();
    QVERIFY(!none);
    QCOMPARE(inEnglish(none.problem().detail),
             "temporary files cannot be created in " + nowhere + ": No such file or directory");
}

void UnpackedFileTest::readsAvailableBytesAtOnce()
{
    QVERIFY(m_file->append("0123456789"));
    const FileSource source = m_file->open(FileId{3});
    QCOMPARE(source.id(), FileId{3});
    QCOMPARE(textOf(source, 2, 4), std::string("2345"));
    QVERIFY(source.reaches(10));
    QCOMPARE(m_file->size(), std::uint64_t{10});
}

void UnpackedFileTest::waitsForMissingBytes()
{
    QVERIFY(m_file->append("abc"));
    const FileSource source = m_file->open(FileId{0});
    auto whole = std::async(std::launch::async, [&] { return textOf(source, 0, 6); });
    auto reaches = std::async(std::launch::async, [&] { return source.reaches(5); });
    auto size = std::async(std::launch::async, [&] { return source.size(); });
    QVERIFY(m_file->append("de"));
    QVERIFY(reaches.get());
    QVERIFY(m_file->append("fg"));
    QCOMPARE(whole.get(), std::string("abcdef"));
    m_file->finish();
    QCOMPARE(size.get(), std::uint64_t{7});
}

void UnpackedFileTest::stopsWaitingAtEndOfFile()
{
    QVERIFY(m_file->append("abc"));
    const FileSource source = m_file->open(FileId{0});
    auto rest = std::async(std::launch::async, [&] { return textOf(source, 1, 100); });
    auto behind = std::async(std::launch::async, [&] { return textOf(source, 50, 10); });
    auto reaches = std::async(std::launch::async, [&] { return source.reaches(4); });
    m_file->finish();
    QCOMPARE(rest.get(), std::string("bc"));
    QCOMPARE(behind.get(), std::string());
    QVERIFY(!reaches.get());
    QCOMPARE(source.size(), std::uint64_t{3});
    QCOMPARE(textOf(m_file->open(FileId{0}), 0, 100), std::string("abc"));
}

void UnpackedFileTest::staysReadableWithoutItsStore()
{
    QVERIFY(m_file->append("abc"));
    const FileSource unfinished = m_file->open(FileId{0});
    m_file->finish();
    const FileSource finished = m_file->open(FileId{0});
    m_file.reset();
    m_store.reset();
    QCOMPARE(textOf(unfinished, 0, 3), std::string("abc"));
    QCOMPARE(textOf(finished, 0, 3), std::string("abc"));
}

void UnpackedFileTest::keepsFilesSeparate()
{
    QVERIFY(m_file->append("first"));
    m_file->finish();
    const auto empty = std::make_shared<UnpackedFile>(m_store);
    empty->finish();
    const auto second = std::make_shared<UnpackedFile>(m_store);
    const FileSource source = second->open(FileId{0});
    QVERIFY(second->append("second"));
    second->finish();
    QCOMPARE(textOf(m_file->open(FileId{0}), 0, 100), std::string("first"));
    QCOMPARE(textOf(empty->open(FileId{0}), 0, 100), std::string());
    QCOMPARE(textOf(source, 0, 100), std::string("second"));
}

DUOLOGUE_TEST(UnpackedFileTest)
#include "unpacked_file_test.moc"
