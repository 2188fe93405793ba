// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder_scan.h"

#include "core/base/text.h"
#include "core/dataset/format_search.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace duologue;
using duologue::test::TempFolder;
namespace fs = std::filesystem;

namespace {

struct Scanned {
    /// Shown paths; a reason to skip stands behind " - ".
    std::vector<std::string> files;
    std::vector<std::string> problems;
    std::vector<FoundFile> found;
};

Scanned scan(const std::vector<fs::path>& roots, const Job& job = Job())
{
    Scanned scanned;
    scanFolders(
        roots, job,
        [&](FoundFile file) {
            scanned.files.push_back(file.shownPath +
                                    (file.skipReason.empty() ? "" : " - " + file.skipReason));
            scanned.found.push_back(std::move(file));
        },
        [&](const Problem& problem, const FoundFile& place) {
            scanned.problems.push_back(std::string(codeName(problem.code)) + " " +
                                       std::string(fileNameOf(place.path)));
        });
    return scanned;
}

using Lines = std::vector<std::string>;

} // namespace

class FolderScanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ordersAsPeopleDo();
    void namesTheRootOfSeveral();
    void takesFilesByName();
    void saysWhatItSkips();
    void skipsHiddenFolders();
    void followsLinksButNoLoops();
    void missingPath();
    void unreadableFolder();
    void keepsFewFoldersOpen();
    void sizesAreAskedForLater();
    void listsNoFolderTwice();
    void stopsWhenAsked();
};

void FolderScanTest::ordersAsPeopleDo()
{
    const TempFolder folder;
    for (const char* name :
         {"10.json", "2.json", "b/1.json", "a/9.json", "a/10.json", "C/x.jsonl", "旅行/1.json"})
        folder.write(name, "{}");
    QCOMPARE(scan({folder.path()}).files,
             (Lines{"2.json", "10.json", "a/9.json", "a/10.json", "b/1.json", "C/x.jsonl", "旅行/1.json"}));
    // However the folder is written.
    QCOMPARE(scan({folder.path() / "." / "a" / ".." / ""}).files.size(), std::size_t{7});
}

void FolderScanTest::namesTheRootOfSeveral()
{
    const TempFolder folder;
    folder.write("one/a.json", "{}");
    folder.write("two/deep/b.json", "{}");
    folder.write("c.json", "{}");
    const Scanned scanned =
        scan({folder.path() / "two", folder.path() / "one" / "", folder.path() / "c.json"});
    QCOMPARE(scanned.files, (Lines{"two/deep/b.json", "one/a.json", "c.json"}));
    QCOMPARE(scanned.found[0].root, std::size_t{0});
    QCOMPARE(scanned.found[1].root, std::size_t{1});
    QCOMPARE(scanned.found[2].root, std::size_t{2});
}

void FolderScanTest::takesFilesByName()
{
    const TempFolder folder;
    const auto path = folder.write("notes.txt", "{}");
    const Scanned scanned = scan({path});
    QCOMPARE(scanned.files, (Lines{"notes.txt"}));
    QVERIFY(scanned.found[0].namedByUser);
    QCOMPARE(scan({folder.path()}).files, (Lines{"notes.txt - not a JSON file (.txt)"}));
}

void FolderScanTest::saysWhatItSkips()
{
    const TempFolder folder;
    for (const char* name :
         {"a.PNG", "b", "c.JSON", "d.ndjson", "e.jsonlines", "f.tar.gz", ".hidden.json", "g.json.bak"})
        folder.write(name, "");
    QCOMPARE(scan({folder.path()}).files,
             (Lines{".hidden.json", "a.PNG - not a JSON file (.png)", "b - not a JSON file", "c.JSON",
                    "d.ndjson", "e.jsonlines", "f.tar.gz", "g.json.bak - not a JSON file (.bak)"}));
}

void FolderScanTest::skipsHiddenFolders()
{
    const TempFolder folder;
    folder.write(".git/config.json", "{}");
    folder.write("a.json", "{}");
    QCOMPARE(scan({folder.path()}).files, (Lines{".git/ - hidden folder", "a.json"}));
    // One that was opened by name is read.
    QCOMPARE(scan({folder.path() / ".git"}).files, (Lines{"config.json"}));
}

void FolderScanTest::followsLinksButNoLoops()
{
    const TempFolder folder;
    const TempFolder elsewhere;
    elsewhere.write("far.json", "{}");
    folder.write("a/1.json", "{}");
    fs::create_directory_symlink(folder.path(), folder.path() / "a" / "loop");
    fs::create_directory_symlink(elsewhere.path(), folder.path() / "link");
    fs::create_symlink(folder.path() / "nothing", folder.path() / "z.json");
    const Scanned scanned = scan({folder.path()});
    QCOMPARE(scanned.files, (Lines{"a/1.json", "link/far.json", "z.json"}));
    QCOMPARE(scanned.problems, (Lines{"link-loop loop"}));
}

void FolderScanTest::missingPath()
{
    const TempFolder folder;
    folder.write("a.json", "{}");
    const Scanned scanned = scan({folder.path() / "nowhere", folder.path(), folder.path() / "a.json" / "b"});
    QCOMPARE(scanned.problems, (Lines{"path-missing nowhere", "path-missing b"}));
    QCOMPARE(scanned.files.size(), std::size_t{1});
}

void FolderScanTest::unreadableFolder()
{
    const TempFolder folder;
    folder.write("closed/1.json", "{}");
    folder.write("open/1.json", "{}");
    const auto closed = folder.path() / "closed";
    QCOMPARE(::chmod(closed.c_str(), 0), 0);
    if (::access(closed.c_str(), R_OK) == 0)
        QSKIP("this user reads folders without permission to (root): nothing to check");
    const Scanned scanned = scan({folder.path()});
    QCOMPARE(scanned.problems, (Lines{"folder-unreadable closed"}));
    QCOMPARE(scanned.files, (Lines{"open/1.json"}));
}

void FolderScanTest::keepsFewFoldersOpen()
{
    const TempFolder folder;
    for (int i = 0; i < 100; ++i) {
        folder.write(std::to_string(i) + "/1.json", "{}");
        folder.write(std::to_string(i) + "/2.json", "{}");
    }
    const Scanned scanned = scan({folder.path()});
    QCOMPARE(scanned.found.size(), std::size_t{200});
    std::set<std::shared_ptr<const Folder>> open;
    for (const FoundFile& file : scanned.found)
        open.insert(file.folder);
    open.erase(nullptr);
    QVERIFY(open.size() > 8 && open.size() <= 32);

    std::size_t kept = 0;
    scanFolders(
        {folder.path()}, Job(), [&](const FoundFile& file) { kept += file.folder == nullptr ? 0 : 1; },
        [](const Problem&, const FoundFile&) {});
    QCOMPARE(kept, std::size_t{200});
}

void FolderScanTest::sizesAreAskedForLater()
{
    const TempFolder folder;
    folder.write("a/1.json", "{}");
    folder.write("a/2.png", "{}");
    const auto named = folder.write("b.json", "[{}]");
    auto found = scan({folder.path() / "a", named, folder.path() / "a"}).found;
    QCOMPARE(found.size(), std::size_t{5});
    found[3].folder = nullptr;
    folder.write("a/1.json", "[{}, {}]");
    std::vector<std::uint64_t> sizes;
    for (const FoundFile& file : found) {
        QCOMPARE(file.size, std::uint64_t{0});
        sizes.push_back(sizeOf(file));
    }
    QCOMPARE(sizes, (std::vector<std::uint64_t>{8, 0, 4, 8, 0}));
    fs::remove(named);
    QCOMPARE(sizeOf(found[2]), std::uint64_t{0});
}

void FolderScanTest::listsNoFolderTwice()
{
    const TempFolder folder;
    folder.write("a.json", "{}");
    folder.write("x/b.json", "{}");
    folder.write("y/c.json", "{}");
    FoundFormats formats = findFormats({folder.path()}, {}, Job());
    QCOMPARE(formats.listed.size(), std::size_t{3});
    // What comes later is not in the list any more.
    folder.write("late.json", "{}");
    folder.write("x/late.json", "{}");
    formats.listed.erase((folder.path() / "x").native());
    Lines files;
    scanFolders(
        {folder.path()}, Job(), [&](const FoundFile& file) { files.push_back(file.shownPath); },
        [](const Problem&, const FoundFile&) {}, std::move(formats.listed));
    QCOMPARE(files, (Lines{"a.json", "x/b.json", "x/late.json", "y/c.json"}));
}

void FolderScanTest::stopsWhenAsked()
{
    const TempFolder folder;
    for (int i = 0; i < 10; ++i)
        folder.write(std::to_string(i) + ".json", "{}");
    std::stop_source stop;
    std::size_t seen = 0;
    scanFolders(
        {folder.path()}, Job(stop.get_token()),
        [&](const FoundFile&) {
            if (++seen == 3)
                stop.request_stop();
        },
        [](const Problem&, const FoundFile&) {});
    QCOMPARE(seen, std::size_t{3});
}

DUOLOGUE_TEST(FolderScanTest)
#include "folder_scan_test.moc"
