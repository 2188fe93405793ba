// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>

using namespace duologue;
using duologue::test::TempFolder;
namespace fs = std::filesystem;

class FolderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsEntries();
    void recognisesLinks();
    void returnsFileSizes();
    void recognisesSpecialFiles();
    void identityIgnoresSpelling();
    void reportsErrors();
    void joinsPaths();
};

void FolderTest::listsEntries()
{
    const TempFolder folder;
    folder.write("旅行/1.json", "{}");
    folder.write(".hidden", "");
    folder.write("\xFF.json", "{}");
    std::vector<FolderEntry> entries{{"before", false, false}};
    QVERIFY(!Folder(folder.path()).list(entries));
    std::vector<std::string> names;
    for (const FolderEntry& entry : entries)
        names.push_back(entry.name + (entry.isFolder ? "/" : "") + (entry.isLink ? "@" : ""));
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (std::vector<std::string>{".hidden", "before", "旅行/", "\xFF.json"}));
}

void FolderTest::recognisesLinks()
{
    const TempFolder folder;
    const TempFolder elsewhere;
    fs::create_directory_symlink(elsewhere.path(), folder.path() / "folder");
    fs::create_symlink(elsewhere.write("1.json", "{}"), folder.path() / "file");
    fs::create_symlink(folder.path() / "nothing", folder.path() / "nowhere");
    std::vector<FolderEntry> entries;
    QVERIFY(!Folder(folder.path()).list(entries));
    QCOMPARE(entries.size(), std::size_t{3});
    for (const FolderEntry& entry : entries) {
        QVERIFY(entry.isLink);
        QCOMPARE(entry.isFolder, entry.name == "folder");
    }
}

void FolderTest::returnsFileSizes()
{
    const TempFolder folder;
    fs::create_symlink(folder.write("旅行.json", "{\"a\": 1}"), folder.path() / "link");
    folder.write("inside/1.json", "{}");
    const Folder open(folder.path());
    QCOMPARE(open.sizeOf("旅行.json"), std::uint64_t{8});
    QCOMPARE(open.sizeOf("link"), std::uint64_t{8});
    QCOMPARE(open.sizeOf("inside"), std::uint64_t{0});
    QCOMPARE(open.sizeOf("nowhere"), std::uint64_t{0});
    QCOMPARE(Folder(folder.path() / "nowhere").sizeOf("旅行.json"), std::uint64_t{0});
}

void FolderTest::recognisesSpecialFiles()
{
    const TempFolder folder;
    folder.write("file", "");
    QCOMPARE(::mkfifo((folder.path() / "pipe").c_str(), S_IRWXU), 0);
    fs::create_symlink("pipe", folder.path() / "link to a pipe");
    fs::create_symlink("/dev/zero", folder.path() / "link to a device");
    fs::create_symlink("file", folder.path() / "link to a file");
    fs::create_symlink(".", folder.path() / "link to a folder");
    std::vector<FolderEntry> entries;
    QVERIFY(!Folder(folder.path()).list(entries));
    QCOMPARE(entries.size(), std::size_t{6});
    for (const FolderEntry& entry : entries)
        QCOMPARE(entry.isSpecial, entry.name.ends_with("pipe") || entry.name.ends_with("device"));
}

void FolderTest::identityIgnoresSpelling()
{
    const TempFolder folder;
    folder.write("a/b/1.json", "{}");
    fs::create_directory_symlink("a/b", folder.path() / "link");
    const Folder top(folder.path());
    const auto known = Folder(folder.path() / "a" / "b").identity();
    QVERIFY(known == Folder(folder.path() / "a" / ".." / "link").identity());
    QVERIFY(known == Folder(top, "link").identity());
    QVERIFY(known == Folder(Folder(top, "a"), "b").identity());
    QVERIFY(known != top.identity());
    QCOMPARE(Folder(Folder(top, "a"), "b").sizeOf("1.json"), std::uint64_t{2});
    QCOMPARE(Folder(top, "nowhere").identity().second, std::uint64_t{0});
}

void FolderTest::reportsErrors()
{
    const TempFolder folder;
    std::vector<FolderEntry> entries;
    QVERIFY(Folder(folder.path() / "nowhere").list(entries) == std::errc::no_such_file_or_directory);
    QVERIFY(Folder(folder.write("1.json", "{}")).list(entries) == std::errc::not_a_directory);
    QVERIFY(entries.empty());
}

void FolderTest::joinsPaths()
{
    QCOMPARE(pathIn("/data", "1.json"), std::string("/data/1.json"));
    QCOMPARE(pathIn("/", "data"), std::string("/data"));
    QCOMPARE(pathIn("data/", "1.json"), std::string("data/1.json"));
}

DUOLOGUE_TEST(FolderTest)
#include "folder_test.moc"
