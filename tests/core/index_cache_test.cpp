// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/index_cache.h"

#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "tests/core/changing_folder.h"
#include "tests/core/index_folder.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

using namespace duologue;
using namespace duologue::test;

namespace fs = std::filesystem;

namespace {

mode_t permissions(const fs::path& path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
}

/// The bytes that this process reads to open the dataset. Once a call has read few bytes, later calls do
/// too.
std::uint64_t bytesReadToOpen(const fs::path& folder, const fs::path& cache)
{
    const auto bytesRead = [] {
        std::ifstream in("/proc/self/io");
        std::string name;
        std::uint64_t count = 0;
        in >> name >> count;
        return count;
    };
    const std::uint64_t before = bytesRead();
    loadDataset({folder}, withCache(cache), Job());
    return bytesRead() - before;
}

/// Writes archives with one large member and with several members; returns their paths.
std::vector<fs::path> writePacked(const ChangingFolder& folder)
{
    const std::string large = fileBytes(folder.path() / "large.jsonl");
    const std::string small = AgentRecord::ofTurns(3).json() + "\n";
    folder.write("packed/one.jsonl.gz", gzipOf(large));
    folder.write("packed/two.zip", zipOf({{"a.json", small},
                                          {"picture.png", "no data"},
                                          {"travel/large.jsonl", large},
                                          {"travel/none.json", ""},
                                          {"z.jsonl", small + small}}));
    return {folder.path() / "packed/one.jsonl.gz", folder.path() / "packed/two.zip"};
}

std::string bytesOf(const Snapshot& snapshot, Row row)
{
    const auto record = readRecord(snapshot, row);
    return record ? std::string(record.value()->bytes.view())
                  : "<" + inEnglish(record.problem().detail) + ">";
}

} // namespace

/// An index makes opening faster; a missing or wrong index never changes the result.
class IndexCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void secondOpenGivesSameSnapshot();
    void usesIndexWithoutReadingFiles();
    void recognisesTouchedFilesByContents();
    void detectsMovedRecords();
    void indexIsPrivate();
    void distrustsFilesOpenToOthers();
    void deletesFilesOfKilledPrograms();
    void usesNoIndexWithoutCacheFolder();
    void writesNoIndexForSmallOrStoppedLoads();
    void reusesPackedFiles();
    void readsRecordsOfReusedPackedFiles();
    void rereadsChangedPackedFiles();
    void rereadsDamagedPackedFiles();
    void ignoresIndexOfOtherDataset();
    void rereadsIfFormatsChange();
    void sharesIndexBetweenSpellingsOfPath();
    void acceptsRelativePaths();
    void deletesLeastRecentlyUsed();
    void deletesAllOnRequest();
    void supportsConcurrentWriters();
};

/// Only indexes: the user may have chosen a folder with other files.
void IndexCacheTest::deletesAllOnRequest()
{
    const TempFolder cache;
    QVERIFY(keptIndexes(cache.path() / "none").empty());
    deleteIndexes(cache.path() / "none");
    const ChangingFolder folder(21);
    loadDataset({folder.path()}, withCache(cache.path()), Job());
    cache.write("letter.txt", "mine");
    const auto kept = keptIndexes(cache.path());
    QCOMPARE(kept.size(), std::size_t{1});
    QCOMPARE(kept.front().size, std::uint64_t{fs::file_size(kept.front().path)});
    deleteIndexes(cache.path());
    QVERIFY(keptIndexes(cache.path()).empty());
    QCOMPARE(filesIn(cache.path()), std::vector{cache.path() / "letter.txt"});
}

void IndexCacheTest::secondOpenGivesSameSnapshot()
{
    const TempFolder cache;
    const ChangingFolder folder(21);
    const auto fresh = snapshotLines(*load({folder.path()}));
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job())), fresh);
    QCOMPARE(filesIn(cache.path()).size(), std::size_t{1});
    // The index is rewritten until the files are old enough for their stamps to be trusted.
    QTRY_VERIFY(isSettled(*loadDataset({folder.path()}, withCache(cache.path()), Job())));
    const std::string index = fileBytes(filesIn(cache.path()).front());
    Progress progress;
    const auto second = loadDataset({folder.path()}, withCache(cache.path()), Job({}, &progress));
    QCOMPARE(snapshotLines(*second), fresh);
    QCOMPARE(progress.filesDone.load(), progress.filesTotal.load());
    QCOMPARE(progress.bytesDone.load(), progress.bytesTotal.load());
    QCOMPARE(progress.recordsDone.load(), std::uint64_t{second->recordCount()});
    QCOMPARE(fileBytes(filesIn(cache.path()).front()), index);
}

/// Once the files have not changed for a moment, the index is used without reading them.
void IndexCacheTest::usesIndexWithoutReadingFiles()
{
    const TempFolder cache;
    const ChangingFolder folder(22);
    const auto size = fs::file_size(folder.path() / "large.jsonl");
    const auto first = snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job()));
    // Until the files are old enough, their contents are read and compared.
    QTRY_VERIFY(bytesReadToOpen(folder.path(), cache.path()) < size);
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job())), first);
}

void IndexCacheTest::recognisesTouchedFilesByContents()
{
    const TempFolder cache;
    const ChangingFolder folder(22);
    const auto path = folder.path() / "large.jsonl";
    const auto first = snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job()));
    QTRY_VERIFY(bytesReadToOpen(folder.path(), cache.path()) < fs::file_size(path));
    // Like restoring a backup: another file with the same bytes.
    fs::copy_file(path, folder.path() / "copy");
    fs::rename(folder.path() / "copy", path);
    QVERIFY(bytesReadToOpen(folder.path(), cache.path()) >= fs::file_size(path));
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job())), first);
    // The new stamp is stored, so the file need not be read again.
    QTRY_VERIFY(bytesReadToOpen(folder.path(), cache.path()) < fs::file_size(path));
}

void IndexCacheTest::detectsMovedRecords()
{
    const TempFolder cache;
    const ChangingFolder folder(22);
    const auto path = folder.path() / "large.jsonl";
    const auto snapshot = loadDataset({folder.path() / "large.jsonl"}, withCache(cache.path()), Job());
    const std::string bytes = fileBytes(path);
    // The file has grown: its earlier records are where they were.
    folder.writeUnseen(path, bytes + "{}\n");
    QVERIFY(readRecord(*snapshot, Row{3}).ok());
    QVERIFY(readRecord(*snapshot, snapshot->endRow() - 1).ok());
    // The records have moved by one byte.
    folder.writeUnseen(path, " " + bytes);
    const auto moved = readRecord(*snapshot, Row{3});
    QVERIFY(!moved);
    QCOMPARE(inEnglish(moved.problem().detail), std::string("the file has changed since it was read"));
    QVERIFY(moved.problem().where.length > 0);
}

void IndexCacheTest::distrustsFilesOpenToOthers()
{
    const TempFolder cache;
    const ChangingFolder folder(23);
    const auto first = snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job()));
    const fs::path index = filesIn(cache.path()).front();
    // An index with permissions for others is not trusted: it is replaced.
    fs::permissions(index, fs::perms(0644));
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job())), first);
    QCOMPARE(permissions(index), mode_t{0600});
    // If others can write to the folder, no index is written.
    fs::remove(index);
    fs::permissions(cache.path(), fs::perms(0777));
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job())), first);
    QVERIFY(filesIn(cache.path()).empty());
}

void IndexCacheTest::deletesFilesOfKilledPrograms()
{
    const TempFolder cache;
    const ChangingFolder folder(23);
    const std::string left = (cache.path() / ".duologue-writing-abcdef").string();
    const std::string written = (cache.path() / ".duologue-writing-ghijkl").string();
    std::ofstream(left) << "left behind";
    std::ofstream(written) << "another program is at it";
    const FileDescriptor other(::open(written.c_str(), O_RDONLY | O_CLOEXEC));
    QCOMPARE(::flock(other.number(), LOCK_EX), 0);
    loadDataset({folder.path()}, withCache(cache.path()), Job());
    QVERIFY(!fs::exists(left));
    QVERIFY(fs::exists(written));
}

void IndexCacheTest::indexIsPrivate()
{
    const TempFolder above;
    const fs::path cache = above.path() / "cache" / "index";
    const ChangingFolder folder(23);
    loadDataset({folder.path()}, withCache(cache), Job());
    QCOMPARE(permissions(above.path() / "cache"), mode_t{0700});
    QCOMPARE(permissions(cache), mode_t{0700});
    QCOMPARE(permissions(filesIn(cache).front()), mode_t{0600});
}

void IndexCacheTest::usesNoIndexWithoutCacheFolder()
{
    const TempFolder cache;
    const ChangingFolder folder(24);
    auto options = withCache(cache.path());
    const auto kept = loadDataset({folder.path()}, options, Job());
    // An existing index is not read either: the changed byte is noticed.
    std::string bytes = fileBytes(folder.path() / "large.jsonl");
    bytes[bytes.find("\"question 40\"", bytes.size() / 4) + 1] = 'Q';
    folder.writeUnseen(folder.path() / "large.jsonl", bytes);
    const auto index = filesIn(cache.path()).front();
    const std::string before = fileBytes(index);
    const auto time = fs::last_write_time(index);
    options.cacheFolder.clear();
    QVERIFY(snapshotLines(*loadDataset({folder.path()}, options, Job())) != snapshotLines(*kept));
    QCOMPARE(fileBytes(index), before);
    QVERIFY(fs::last_write_time(index) == time);
}

void IndexCacheTest::writesNoIndexForSmallOrStoppedLoads()
{
    const TempFolder cache;
    const ChangingFolder folder(25);
    auto options = withCache(cache.path());
    options.cacheSizes = {};
    QVERIFY(fs::file_size(folder.path() / "large.jsonl") < options.cacheSizes.smallestDataset);
    loadDataset({folder.path()}, options, Job());
    QVERIFY(filesIn(cache.path()).empty());
    // A stopped load is incomplete, so it writes no index.
    std::stop_source stop;
    stop.request_stop();
    loadDataset({folder.path()}, withCache(cache.path()), Job(stop.get_token()));
    QVERIFY(filesIn(cache.path()).empty());
}

void IndexCacheTest::reusesPackedFiles()
{
    const TempFolder cache;
    const ChangingFolder folder(26);
    // An archive without members.
    folder.write("empty.zip", std::string("PK\5\6") + std::string(18, '\0'));
    const auto paths = writePacked(folder);
    const auto fresh = snapshotLines(*load({folder.path()}));
    const auto options = withCache(cache.path());
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, options, Job())), fresh);
    QCOMPARE(filesIn(cache.path()).size(), std::size_t{1});
    // They are not unpacked again.
    QTRY_VERIFY(bytesReadToOpen(folder.path(), cache.path()) < fs::file_size(folder.path() / "large.jsonl"));
    Progress progress;
    const auto second = loadDataset({folder.path()}, options, Job({}, &progress));
    QCOMPARE(snapshotLines(*second), fresh);
    QCOMPARE(progress.filesDone.load(), progress.filesTotal.load());
    QCOMPARE(progress.bytesDone.load(), progress.bytesTotal.load());
    // A changed byte in them is noticed.
    for (const fs::path& path : paths) {
        std::string bytes = fileBytes(path);
        bytes[bytes.size() / 2] ^= 1;
        folder.writeUnseen(path, bytes);
    }
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, options, Job())),
             snapshotLines(*load({folder.path()})));
    QVERIFY(snapshotLines(*load({folder.path()})) != fresh);
}

void IndexCacheTest::readsRecordsOfReusedPackedFiles()
{
    const TempFolder cache;
    const ChangingFolder folder(27);
    writePacked(folder);
    const auto options = withCache(cache.path());
    const auto first = loadDataset({folder.path()}, options, Job());
    // The second round uses an index that was itself written from an index.
    for (int time = 0; time < 2; ++time) {
        const auto known = loadDataset({folder.path()}, options, Job());
        QCOMPARE(known->recordCount(), first->recordCount());
        // Last row first, so that the last member of an archive is requested first.
        for (Row end = known->endRow(); end > Row{0}; end = end - 1)
            QCOMPARE(bytesOf(*known, end - 1), bytesOf(*first, end - 1));
        folder.write("other.jsonl", AgentRecord::ofTurns(1).json() + "\n");
        loadDataset({folder.path()}, options, Job());
        folder.remove("other.jsonl");
    }
}

void IndexCacheTest::rereadsChangedPackedFiles()
{
    const TempFolder cache;
    const ChangingFolder folder;
    const auto options = withCache(cache.path());
    const auto chat = [](int turns) { return AgentRecord::ofTurns(turns).json() + "\n"; };
    folder.write("a.jsonl.gz", gzipOf(chat(1)));
    folder.write("b.zip", zipOf({{"1.json", chat(2)}, {"2.json", chat(3)}}));
    loadDataset({folder.path()}, options, Job());
    folder.write("b.zip", zipOf({{"2.json", chat(4)}, {"3.json", chat(5)}, {"4.json", chat(1)}}));
    const auto changed = loadDataset({folder.path()}, options, Job());
    QCOMPARE(snapshotLines(*changed), snapshotLines(*load({folder.path()})));
    for (Row row{0}; row < changed->endRow(); ++row)
        QVERIFY(readRecord(*changed, row).ok());
    folder.remove("a.jsonl.gz");
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, options, Job())),
             snapshotLines(*load({folder.path()})));
}

void IndexCacheTest::rereadsDamagedPackedFiles()
{
    const TempFolder cache;
    const ChangingFolder folder(28);
    const std::string whole = gzipOf(fileBytes(folder.path() / "large.jsonl"));
    folder.write("cut.jsonl.gz", whole.substr(0, whole.size() / 2));
    folder.write("none.zip", "this is no archive");
    const auto fresh = snapshotLines(*load({folder.path()}));
    for (int i = 0; i < 3; ++i)
        QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job())), fresh);
    folder.write("cut.jsonl.gz", whole);
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path()), Job())),
             snapshotLines(*load({folder.path()})));
}

void IndexCacheTest::ignoresIndexOfOtherDataset()
{
    const TempFolder cache;
    const ChangingFolder one;
    const ChangingFolder other;
    one.write("1.json", AgentRecord::ofTurns(1).json());
    other.write("1.json", AgentRecord::ofTurns(2).json());
    const auto options = withCache(cache.path());
    QTRY_VERIFY(isSettled(*loadDataset({one.path()}, options, Job())));
    const fs::path first = filesIn(cache.path()).front();
    const std::string own = fileBytes(first);
    fs::rename(first, cache.path() / "kept");
    loadDataset({other.path()}, options, Job());
    const auto files = filesIn(cache.path());
    const auto foreign = std::find_if(files.begin(), files.end(),
                                      [](const fs::path& path) { return path.extension() == ".index"; });
    fs::rename(*foreign, first);
    const auto snapshot = loadDataset({one.path()}, options, Job());
    // The index is valid but of another dataset, so there is no problem to report.
    QCOMPARE(snapshot->problems.size(), std::size_t{0});
    QCOMPARE(snapshotLines(*snapshot), snapshotLines(*load({one.path()})));
    QCOMPARE(fileBytes(first), own);
}

void IndexCacheTest::rereadsIfFormatsChange()
{
    const TempFolder cache;
    const ChangingFolder folder;
    folder.write("1.jsonl", R"({"turns_of_it": [{"who": "user", "says": "x"}], "odd": 1})"
                            "\n");
    const auto options = withCache(cache.path());
    const auto before = loadDataset({folder.path()}, options, Job());
    QCOMPARE(before->messages.count, std::uint32_t{0});
    folder.write("odd.duologue-format.json",
                 R"({"id": "odd", "messages": "/turns_of_it", "role": "/who", "text": "/says"})");
    const auto described = loadDataset({folder.path()}, options, Job());
    QCOMPARE(described->messages.count, std::uint32_t{1});
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, options, Job())), snapshotLines(*described));
    // The same name with other contents.
    folder.write("odd.duologue-format.json",
                 R"({"id": "odd", "messages": "/turns_of_it", "role": "/who", "text": "/nothing"})");
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, options, Job())),
             snapshotLines(*load({folder.path()})));
    // One for all datasets, where the user keeps them.
    fs::remove(folder.path() / "odd.duologue-format.json");
    const TempFolder kept;
    auto withKept = options;
    withKept.formatFolder = kept.path();
    QCOMPARE(loadDataset({folder.path()}, withKept, Job())->messages.count, std::uint32_t{0});
    kept.write("odd.duologue-format.json",
               R"({"id": "odd", "messages": "/turns_of_it", "role": "/who", "text": "/says"})");
    QCOMPARE(loadDataset({folder.path()}, withKept, Job())->messages.count, std::uint32_t{1});
}

void IndexCacheTest::sharesIndexBetweenSpellingsOfPath()
{
    const TempFolder cache;
    const ChangingFolder folder(27);
    const auto options = withCache(cache.path());
    loadDataset({folder.path()}, options, Job());
    const fs::path detour = folder.path() / "b" / ".." / "";
    const auto fresh = snapshotLines(*load({detour}));
    QCOMPARE(snapshotLines(*loadDataset({detour}, options, Job())), fresh);
    // The index, and the languages, which snapshotLines() asks for.
    QCOMPARE(filesIn(cache.path()).size(), std::size_t{2});
    // A single file of the folder is another dataset.
    QCOMPARE(snapshotLines(*loadDataset({folder.path() / "large.jsonl"}, options, Job())),
             snapshotLines(*load({folder.path() / "large.jsonl"})));
    QCOMPARE(filesIn(cache.path()).size(), std::size_t{4});
}

/// Relative paths may have no folder, or no "/" at all.
void IndexCacheTest::acceptsRelativePaths()
{
    const TempFolder cache;
    const ChangingFolder folder(28);
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    for (const char* path : {"large.jsonl", "b/../large.jsonl", "./large.jsonl"}) {
        const auto fresh = snapshotLines(*load({path}));
        for (int i = 0; i < 2; ++i)
            QCOMPARE(snapshotLines(*loadDataset({path}, withCache(cache.path()), Job())), fresh);
    }
    fs::current_path(before);
    QVERIFY(!filesIn(cache.path()).empty());
}

void IndexCacheTest::deletesLeastRecentlyUsed()
{
    const TempFolder cache;
    const ChangingFolder folder(28);
    auto options = withCache(cache.path());
    const std::vector<std::string> names{"a.jsonl", "b.jsonl", "c.jsonl"};
    std::vector<fs::path> indexes;
    for (const std::string& name : names) {
        folder.write(name, AgentRecord::ofTurns(3).json() + "\n");
        const auto before = filesIn(cache.path());
        loadDataset({folder.path() / name}, options, Job());
        for (const fs::path& file : filesIn(cache.path())) {
            if (std::find(before.begin(), before.end(), file) == before.end())
                indexes.push_back(file);
        }
    }
    QCOMPARE(indexes.size(), names.size());
    // "a" is the oldest but was used again. There is room for two, and a fourth one is written.
    const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(48);
    for (std::size_t i = 0; i < indexes.size(); ++i)
        fs::last_write_time(indexes[i], long_ago + std::chrono::hours(i));
    const std::string unfinished = (cache.path() / ".duologue-writing-abcdef").string();
    std::ofstream(unfinished) << "left behind";
    fs::last_write_time(unfinished, long_ago);
    loadDataset({folder.path() / "a.jsonl"}, options, Job());
    folder.write("d.jsonl", AgentRecord::ofTurns(3).json() + "\n");
    options.cacheSizes.all = fs::file_size(indexes[0]) * 5 / 2;
    loadDataset({folder.path() / "d.jsonl"}, options, Job());
    QVERIFY(fs::exists(indexes[0]));
    QVERIFY(!fs::exists(indexes[1]));
    QVERIFY(!fs::exists(indexes[2]));
    QVERIFY(!fs::exists(unfinished));
    QCOMPARE(filesIn(cache.path()).size(), std::size_t{2});
}

void IndexCacheTest::supportsConcurrentWriters()
{
    const TempFolder cache;
    const ChangingFolder folder(29);
    const auto fresh = snapshotLines(*load({folder.path()}));
    std::vector<std::vector<std::string>> seen(4);
    {
        std::vector<std::jthread> programs;
        for (auto& lines : seen)
            programs.emplace_back([&] {
                for (int i = 0; i < 5; ++i) {
                    std::error_code gone;
                    fs::remove_all(cache.path() / "index", gone);
                    lines = snapshotLines(
                        *loadDataset({folder.path()}, withCache(cache.path() / "index"), Job()));
                    if (lines != fresh)
                        return;
                }
            });
    }
    for (const auto& lines : seen)
        QCOMPARE(lines, fresh);
    // No partly written file is left.
    for (const fs::path& file : filesIn(cache.path() / "index"))
        QCOMPARE(file.extension().string(), std::string(".index"));
    QCOMPARE(snapshotLines(*loadDataset({folder.path()}, withCache(cache.path() / "index"), Job())), fresh);
}

DUOLOGUE_TEST(IndexCacheTest)
#include "index_cache_test.moc"
