// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_run.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <csignal>
#include <sys/resource.h>

using namespace duologue;
using namespace duologue::test;
namespace fs = std::filesystem;

namespace {

/// More than fits into a few pieces.
std::string manyRecords(std::size_t count)
{
    std::string lines;
    for (std::size_t i = 0; i < count; ++i)
        lines += "{\"id\": \"r" + std::to_string(i) +
                 "\", \"messages\": [{\"role\": \"user\", \"content\": \"" + std::string(100, 'a') +
                 "\"}]}\n";
    return lines;
}

ExportSummary exportAll(const Snapshot& snapshot, const fs::path& path, ExistingFile existing,
                        const Job& job = {})
{
    RowOrder rows;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        rows.push_back(row);
    return exportToFile({snapshot, *findExporter("raw"), {}, rows, 2}, path, existing, job);
}

std::size_t filesIn(const fs::path& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// Files cannot grow beyond some bytes while it lives.
class SmallFiles {
public:
    explicit SmallFiles(rlim_t bytes)
    {
        std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &m_before); }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit m_before{};
};

} // namespace

/// Exported files are whole or not there, and sources stay.
class ExportFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesFile();
    void compressesByEnding_data();
    void compressesByEnding();
    void sameBytesTwice();
    void refusesSources();
    void refusesExistingFile();
    void keepsOldFileIfSourcesChange();
    void keepsOldFileIfDiskIsFull();
    void keepsOldFileIfCancelled();
};

void ExportFileTest::writesFile()
{
    const TempFolder folder;
    const std::string lines = manyRecords(30'000);
    const SnapshotPtr snapshot = load({folder.write("in/a.jsonl", lines)});
    const fs::path path = folder.path() / "out.jsonl";
    const ExportSummary summary = exportAll(*snapshot, path, ExistingFile::Refuse);
    QCOMPARE(inEnglish(summary.error), std::string());
    QCOMPARE(summary.records, std::uint64_t{30'000});
    QVERIFY(fileBytes(path) == lines);
}

void ExportFileTest::compressesByEnding_data()
{
    QTest::addColumn<QString>("ending");
    QTest::newRow("gz") << ".gz";
    QTest::newRow("zst") << ".zst";
}

void ExportFileTest::compressesByEnding()
{
    QFETCH(QString, ending);
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write("in/a.jsonl", manyRecords(5000))});
    const fs::path path = folder.path() / ("out.jsonl" + ending.toStdString());
    QCOMPARE(inEnglish(exportAll(*snapshot, path, ExistingFile::Refuse).error), std::string());
    QVERIFY(fs::file_size(path) < 100'000);
    const SnapshotPtr again = load({path});
    QCOMPARE(again->recordCount(), 5000U);
    QCOMPARE(again->problems.size(), std::size_t{0});
}

void ExportFileTest::sameBytesTwice()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write("in/a.jsonl", manyRecords(100))});
    for (const char* ending : {"", ".gz", ".zst"}) {
        const fs::path one = folder.path() / ("one.jsonl" + std::string(ending));
        const fs::path two = folder.path() / ("two.jsonl" + std::string(ending));
        exportAll(*snapshot, one, ExistingFile::Refuse);
        exportAll(*snapshot, two, ExistingFile::Refuse);
        QVERIFY2(!fileBytes(one).empty() && fileBytes(one) == fileBytes(two), ending);
    }
}

void ExportFileTest::refusesSources()
{
    const TempFolder folder;
    const fs::path path = folder.write("a.jsonl", manyRecords(3));
    const SnapshotPtr snapshot = load({path});
    fs::create_symlink("a.jsonl", folder.path() / "link.jsonl");
    fs::create_hard_link(path, folder.path() / "hard.jsonl");
    const std::string before = fileBytes(path);
    for (const char* name : {"a.jsonl", "link.jsonl", "hard.jsonl"}) {
        const ExportSummary summary = exportAll(*snapshot, folder.path() / name, ExistingFile::Replace);
        QCOMPARE(inEnglish(summary.error), inEnglish(PhraseId::IsSource));
    }
    QCOMPARE(fileBytes(path), before);
}

void ExportFileTest::keepsOldFileIfSourcesChange()
{
    const TempFolder folder;
    std::string lines;
    for (int i = 0; i < 100; ++i)
        lines += R"({"messages": [{"role": "user", "content": "question )" + std::to_string(i) + "\"}]}\n";
    const fs::path source = folder.write("in.jsonl", lines);
    const fs::path path = folder.write("out.jsonl", "old\n");
    const SnapshotPtr snapshot = load({source});
    // It has only grown: what was read is there.
    folder.write("in.jsonl", lines + lines);
    const ExportSummary grown = exportAll(*snapshot, path, ExistingFile::Replace);
    QVERIFY2(grown.error.empty(), inEnglish(grown.error).c_str());
    QCOMPARE(grown.records, std::uint64_t{100});
    folder.write("out.jsonl", "old\n");
    std::string changed = lines;
    changed[lines.find("question")] = 'Q';
    folder.write("in.jsonl", changed);
    for (const bool isThere : {true, false}) {
        if (!isThere)
            fs::remove(source);
        const ExportSummary summary = exportAll(*snapshot, path, ExistingFile::Replace);
        QCOMPARE(inEnglish(summary.error), inEnglish({PhraseId::NotReplaced, 100}));
        QCOMPARE(fs::file_size(path), std::uintmax_t{4});
    }
}

void ExportFileTest::refusesExistingFile()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write("in/a.jsonl", manyRecords(3))});
    const fs::path path = folder.write("out.jsonl", "old");
    QCOMPARE(inEnglish(exportAll(*snapshot, path, ExistingFile::Refuse).error),
             inEnglish(PhraseId::FileExists));
    QCOMPARE(fileBytes(path), std::string("old"));
    QVERIFY(exportAll(*snapshot, path, ExistingFile::Replace).error.empty());
    QCOMPARE(fileBytes(path), manyRecords(3));
}

void ExportFileTest::keepsOldFileIfDiskIsFull()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write("in/a.jsonl", manyRecords(30'000))});
    const fs::path out = folder.path() / "out";
    fs::create_directory(out);
    const fs::path path = folder.write("out/out.jsonl", "old");
    ExportSummary summary;
    {
        const SmallFiles small(1'000'000);
        summary = exportAll(*snapshot, path, ExistingFile::Replace);
    }
    QCOMPARE(inEnglish(summary.error), std::string("File too large"));
    QCOMPARE(fileBytes(path), std::string("old"));
    QCOMPARE(filesIn(out), std::size_t{1});
}

void ExportFileTest::keepsOldFileIfCancelled()
{
    const TempFolder folder;
    const SnapshotPtr snapshot = load({folder.write("in/a.jsonl", manyRecords(30'000))});
    const fs::path path = folder.write("out/out.jsonl", "old");
    std::stop_source stop;
    stop.request_stop();
    const ExportSummary summary = exportAll(*snapshot, path, ExistingFile::Replace, Job(stop.get_token()));
    QCOMPARE(inEnglish(summary.error), inEnglish(PhraseId::ExportCancelled));
    QCOMPARE(fileBytes(path), std::string("old"));
    QCOMPARE(filesIn(path.parent_path()), std::size_t{1});
}

DUOLOGUE_TEST(ExportFileTest)
#include "export_file_test.moc"
