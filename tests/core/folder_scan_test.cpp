// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder_scan.h"
#include "core/util/phrase_id.h"

#include "core/io/file_source.h"
#include "core/load/format_search.h"
#include "core/util/text.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QProcess>
#include <climits>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace duologue;
using duologue::test::TempFolder;
namespace fs = std::filesystem;

namespace {

struct Scanned {
    /// Shown paths, followed by " - " and the reason for skipped files.
    std::vector<std::string> files;
    std::vector<std::string> problems;
    std::vector<FoundFile> found;
};

Scanned scan(const std::vector<fs::path>& roots, FollowLinks follow = FollowLinks::Inside)
{
    Scanned scanned;
    scanFolders(
        {roots, follow}, Job(),
        [&](FoundFile file) {
            scanned.files.push_back(file.shownPath +
                                    (file.skipReason.empty() ? "" : " - " + inEnglish(file.skipReason)));
            scanned.found.push_back(std::move(file));
        },
        [&](const Problem& problem, const FoundFile& place) {
            scanned.problems.push_back(std::string(codeName(problem.code)) + " " +
                                       std::string(fileNameOf(place.path)));
        });
    return scanned;
}

/// `depth` nested folders, with a path longer than PATH_MAX. The destructor deletes them.
class DeepFolder {
public:
    DeepFolder(const fs::path& top, int depth) : m_top(top), m_path(top.native())
    {
        int folder = ::open(top.c_str(), O_RDONLY | O_DIRECTORY);
        for (int i = 0; i < depth && folder >= 0; ++i) {
            ::mkdirat(folder, kName, S_IRWXU);
            const int inside = ::openat(folder, kName, O_RDONLY | O_DIRECTORY);
            ::close(folder);
            folder = inside;
            m_path += "/" + std::string(kName);
        }
        const int file = ::openat(folder, "deep.json", O_CREAT | O_WRONLY, S_IRUSR | S_IWUSR);
        m_isMade = ::write(file, "{}", 2) == 2;
        ::close(file);
        ::close(folder);
    }
    ~DeepFolder()
    {
        QProcess::execute(QStringLiteral("rm"),
                          {QStringLiteral("-rf"), QString::fromStdString(m_top / kName)});
    }
    DeepFolder(const DeepFolder&) = delete;
    DeepFolder& operator=(const DeepFolder&) = delete;

    bool isMade() const { return m_isMade; }
    std::string file() const { return m_path + "/deep.json"; }

private:
    static constexpr const char* kName = "a folder";

    const fs::path m_top;
    std::string m_path;
    bool m_isMade = false;
};

using Lines = std::vector<std::string>;

} // namespace

class FolderScanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sortsNaturally();
    void prefixesRootNameIfSeveralRoots();
    void readsEachPathOnce();
    void readsAnyFileNamedByUser();
    void reportsSkippedFiles();
    void skipsHiddenFolders();
    void followsLinksExceptLoops();
    void skipsLinksLeadingOutside();
    void followsLinksBetweenOpenedFolders();
    void readsFilesWithSeveralNamesOnce();
    void reportsSpecialFiles();
    void readsDeepFolders();
    void terminatesInProcSelf();
    void reportsMissingPath();
    void reportsUnreadableFolder();
    void keepsFewFoldersOpen();
    void readsSizesOnRequest();
    void reusesFolderListings();
    void stopsWhenAsked();
};

void FolderScanTest::sortsNaturally()
{
    const TempFolder folder;
    for (const char* name :
         {"10.json", "2.json", "b/1.json", "a/9.json", "a/10.json", "C/x.jsonl", "旅行/1.json"})
        folder.write(name, "{}");
    QCOMPARE(scan({folder.path()}).files,
             (Lines{"2.json", "10.json", "a/9.json", "a/10.json", "b/1.json", "C/x.jsonl", "旅行/1.json"}));
    // The spelling of the path does not matter.
    QCOMPARE(scan({folder.path() / "." / "a" / ".." / ""}).files.size(), std::size_t{7});
}

void FolderScanTest::prefixesRootNameIfSeveralRoots()
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

void FolderScanTest::readsEachPathOnce()
{
    const TempFolder folder;
    folder.write("one/a.json", "{}");
    folder.write("one/in/b.json", "{}");
    folder.write("one more/c.json", "{}");
    const auto one = folder.path() / "one";
    fs::create_directory_symlink(one, folder.path() / "link");
    QCOMPARE(scan({one, one / ".." / "one", one / "", folder.path() / "link"}).files,
             (Lines{"a.json", "in/b.json"}));
    QCOMPARE(scan({one / "a.json", one / "a.json"}).files, (Lines{"a.json"}));
    QCOMPARE(scan({one, folder.path() / "one more"}).files,
             (Lines{"one/a.json", "one/in/b.json", "one more/c.json"}));
}

void FolderScanTest::readsAnyFileNamedByUser()
{
    const TempFolder folder;
    const auto path = folder.write("notes.txt", "{}");
    const Scanned scanned = scan({path});
    QCOMPARE(scanned.files, (Lines{"notes.txt"}));
    QVERIFY(scanned.found[0].namedByUser);
    QCOMPARE(scan({folder.path()}).files, (Lines{"notes.txt - not a JSON file (.txt)"}));
}

void FolderScanTest::reportsSkippedFiles()
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
    // A hidden folder is read if the user opens it.
    QCOMPARE(scan({folder.path() / ".git"}).files, (Lines{"config.json"}));
}

void FolderScanTest::followsLinksExceptLoops()
{
    const TempFolder folder;
    const TempFolder elsewhere;
    elsewhere.write("far.json", "{}");
    folder.write("a/1.json", "{}");
    fs::create_directory_symlink(folder.path(), folder.path() / "a" / "loop");
    fs::create_directory_symlink(elsewhere.path(), folder.path() / "link");
    fs::create_symlink(folder.path() / "nothing", folder.path() / "z.json");
    const Scanned scanned = scan({folder.path()}, FollowLinks::Everywhere);
    QCOMPARE(scanned.files, (Lines{"a/1.json", "link/far.json", "z.json"}));
    QCOMPARE(scanned.problems, (Lines{"link-loop loop"}));
}

void FolderScanTest::skipsLinksLeadingOutside()
{
    const TempFolder folder;
    const TempFolder elsewhere;
    const auto far = elsewhere.write("far.json", "{}");
    folder.write("a/1.json", "{}");
    fs::create_directory_symlink(elsewhere.path(), folder.path() / "folder");
    fs::create_symlink(far, folder.path() / "far.json");
    fs::create_symlink(far, folder.path() / "far.txt");
    fs::create_symlink(far, folder.path() / "dataset_info.json");
    fs::create_symlink(folder.path() / "nothing", folder.path() / "nothing.json");
    fs::create_symlink("../a/1.json", folder.path() / "a" / "inside.json");
    const std::string out = " - " + inEnglish(PhraseId::LinkLeadsOut);
    const Scanned scanned = scan({folder.path()});
    QCOMPARE(scanned.files, (Lines{"a/1.json", "dataset_info.json" + out, "far.json" + out,
                                   "far.txt - not a JSON file (.txt)", "folder/" + out, "nothing.json"}));
    QCOMPARE(scanned.problems, (Lines{"link-loop inside.json"}));
    QVERIFY(inEnglish(PhraseId::LinkLeadsOut).find("--follow") != std::string::npos);
    // Links named by the user are followed; a file is read once.
    QCOMPARE(scan({folder.path() / "folder", folder.path() / "far.json"}).files, (Lines{"folder/far.json"}));
    // A link to a format description outside of the folder is ignored too.
    QCOMPARE(findFormats({folder.path()}, {}, Job()).problems.size(), std::size_t{0});
    QCOMPARE(findFormats({folder.path()}, {}, Job()).checksum,
             findFormats({folder.path() / "a"}, {}, Job()).checksum);
}

void FolderScanTest::followsLinksBetweenOpenedFolders()
{
    const TempFolder one;
    const TempFolder two;
    const auto named = two.write("named.json", "{}");
    two.write("x/2.json", "{}");
    fs::create_directory_symlink(two.path() / "x", one.path() / "x");
    fs::create_symlink(named, one.path() / "y.json");
    // What they lead to is read where it is.
    const Scanned all = scan({one.path(), two.path() / "x", named});
    QCOMPARE(all.files, (Lines{"x/2.json", "named.json"}));
    QCOMPARE(all.problems, (Lines{"link-loop x", "link-loop y.json"}));
    const Scanned alone = scan({one.path()});
    QCOMPARE(alone.files.size(), std::size_t{2});
    for (const FoundFile& file : alone.found)
        QCOMPARE(inEnglish(file.skipReason), inEnglish(PhraseId::LinkLeadsOut));
}

void FolderScanTest::readsFilesWithSeveralNamesOnce()
{
    const TempFolder folder;
    folder.write("logs/run-1.jsonl", "{}");
    folder.write(".hidden/a.json", "{}");
    fs::create_symlink("run-1.jsonl", folder.path() / "logs" / "latest.jsonl");
    fs::create_directory_symlink("logs", folder.path() / "a-newest");
    fs::create_hard_link(folder.path() / "logs" / "run-1.jsonl", folder.path() / "logs" / "run-2.jsonl");
    // The first link to what is not read by its own name is read.
    fs::create_symlink(".hidden/a.json", folder.path() / "x.json");
    fs::create_symlink(".hidden/a.json", folder.path() / "y.json");
    const Scanned scanned = scan({folder.path()});
    QCOMPARE(scanned.files, (Lines{".hidden/ - hidden folder", "logs/run-1.jsonl", "x.json"}));
    QCOMPARE(scanned.problems, (Lines{"link-loop a-newest", "link-loop latest.jsonl", "link-loop run-2.jsonl",
                                      "link-loop y.json"}));
    // A file that is opened by its own name, too.
    const auto file = folder.path() / "logs" / "run-1.jsonl";
    QCOMPARE(scan({file, folder.path() / "logs"}).files, (Lines{"run-1.jsonl"}));
    QCOMPARE(scan({folder.path() / "logs", file}).files, (Lines{"logs/run-1.jsonl"}));
}

void FolderScanTest::reportsSpecialFiles()
{
    const TempFolder folder;
    folder.write("a.json", "{}");
    for (const char* name : {"b.jsonl.gz", "c.json", "d.txt", "dataset_info.json"})
        QCOMPARE(::mkfifo((folder.path() / name).c_str(), S_IRWXU), 0);
    fs::create_symlink("/dev/zero", folder.path() / "e.zip");
    fs::create_symlink("f.json", folder.path() / "f.json");
    const Scanned scanned = scan({folder.path(), folder.path() / "c.json"});
    const std::string name = folder.path().filename().string();
    QCOMPARE(scanned.files, (Lines{name + "/a.json", name + "/d.txt - not a regular file",
                                   name + "/dataset_info.json - not a regular file", name + "/f.json"}));
    QCOMPARE(scanned.problems, (Lines{"file-unreadable b.jsonl.gz", "file-unreadable c.json",
                                      "file-unreadable e.zip", "file-unreadable c.json"}));
    const auto problems = findFormats({folder.path()}, {}, Job()).problems;
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(inEnglish(problems[0].detail), std::string("dataset_info.json: not a regular file"));
}

void FolderScanTest::readsDeepFolders()
{
    const TempFolder folder;
    const DeepFolder deep(folder.path(), 2000);
    QVERIFY(deep.isMade());
    const Scanned scanned = scan({folder.path()});
    QCOMPARE(scanned.problems, Lines());
    QCOMPARE(scanned.found.size(), std::size_t{1});
    QCOMPARE(scanned.found[0].path, deep.file());
    // Longer than any path that a system call accepts.
    QVERIFY(scanned.found[0].path.size() > PATH_MAX);
    const auto source = FileSource::open(scanned.found[0].path, FileId{0});
    QVERIFY(source.ok());
    QCOMPARE(source.value().size(), std::uint64_t{2});
}

void FolderScanTest::terminatesInProcSelf()
{
    // It contains links to the root folder, to itself and to all open files.
    const Scanned scanned = scan({"/proc/self"});
    QVERIFY(scanned.files.size() > 10);
}

void FolderScanTest::reportsMissingPath()
{
    const TempFolder folder;
    folder.write("a.json", "{}");
    const Scanned scanned = scan({folder.path() / "nowhere", folder.path(), folder.path() / "a.json" / "b"});
    QCOMPARE(scanned.problems, (Lines{"path-missing nowhere", "path-missing b"}));
    QCOMPARE(scanned.files.size(), std::size_t{1});
}

void FolderScanTest::reportsUnreadableFolder()
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
        {{folder.path()}}, Job(), [&](const FoundFile& file) { kept += file.folder == nullptr ? 0 : 1; },
        [](const Problem&, const FoundFile&) {});
    QCOMPARE(kept, std::size_t{200});
}

void FolderScanTest::readsSizesOnRequest()
{
    const TempFolder folder;
    folder.write("a/1.json", "{}");
    folder.write("a/2.png", "{}");
    const auto named = folder.write("b.json", "[{}]");
    folder.write("c/1.json", "[{}, {}]");
    folder.write("c/2.png", "{}");
    auto found = scan({folder.path() / "a", named, folder.path() / "c"}).found;
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

void FolderScanTest::reusesFolderListings()
{
    const TempFolder folder;
    folder.write("a.json", "{}");
    folder.write("x/b.json", "{}");
    folder.write("y/c.json", "{}");
    FoundFormats formats = findFormats({folder.path()}, {}, Job());
    QCOMPARE(formats.listed.size(), std::size_t{3});
    // Files created after the listing are not found in folders that are already listed.
    folder.write("late.json", "{}");
    folder.write("x/late.json", "{}");
    formats.listed.erase((folder.path() / "x").native());
    Lines files;
    scanFolders(
        {{folder.path()}, FollowLinks::Inside, std::move(formats.listed)}, Job(),
        [&](const FoundFile& file) { files.push_back(file.shownPath); },
        [](const Problem&, const FoundFile&) {});
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
        {{folder.path()}}, Job(stop.get_token()),
        [&](const FoundFile&) {
            if (++seen == 3)
                stop.request_stop();
        },
        [](const Problem&, const FoundFile&) {});
    QCOMPARE(seen, std::size_t{3});
}

DUOLOGUE_TEST(FolderScanTest)
#include "folder_scan_test.moc"
