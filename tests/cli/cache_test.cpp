// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QTest>
#include <chrono>
#include <vector>

using namespace duologue::test;

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> indexes()
{
    std::vector<fs::path> files;
    std::error_code missing;
    for (const auto& entry : fs::directory_iterator(cliCacheFolder() / "duologue" / "index", missing))
        files.push_back(entry.path());
    return files;
}

void looksOld(const fs::path& path)
{
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

} // namespace

/// The index changes nothing that users see, except speed.
class CliCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void usesAndUpdatesIndex();
    void writesNoIndexIfDisabledOrSmall();
    void reportsDamagedIndex();

private:
    TempFolder m_folder;
    fs::path m_path;
    QByteArray m_expected;
};

void CliCacheTest::init()
{
    std::error_code missing;
    fs::remove_all(cliCacheFolder() / "duologue", missing);
    // Long enough to get an index.
    std::string lines;
    while (lines.size() < (std::size_t{9} << 20U))
        lines += AgentRecord::ofTurns(3, std::string(30'000, 'x')).json() + "\n";
    m_path = m_folder.write("lines.jsonl", lines);
    looksOld(m_path);
    m_expected = runCli({"list", "--no-cache", pathText(m_path)}).out;
    QVERIFY(m_expected.size() > 1000);
}

void CliCacheTest::writesNoIndexIfDisabledOrSmall()
{
    QVERIFY(indexes().empty());
    runCli({"info", "--no-cache", pathText(m_path)});
    QVERIFY(indexes().empty());
    m_folder.write("small/1.json", AgentRecord::ofTurns(1).json());
    looksOld(m_folder.path() / "small" / "1.json");
    QCOMPARE(runCli({"info", pathText(m_folder.path() / "small")}).exitCode, 0);
    QVERIFY(indexes().empty());
}

void CliCacheTest::usesAndUpdatesIndex()
{
    QCOMPARE(runCli({"list", pathText(m_path)}).out, m_expected);
    QCOMPARE(indexes().size(), std::size_t{1});
    QCOMPARE(runCli({"list", pathText(m_path)}).out, m_expected);
    // Other commands use the same index, and notice that the file became longer.
    m_folder.write("lines.jsonl", fileBytes(m_path) + AgentRecord::ofTurns(1).json() + "\n");
    looksOld(m_path);
    const QByteArray longer = runCli({"list", "--no-cache", pathText(m_path)}).out;
    QVERIFY(longer.size() > m_expected.size());
    QCOMPARE(runCli({"list", pathText(m_path)}).out, longer);
    QCOMPARE(runCli({"search", "Where", pathText(m_path)}).out,
             runCli({"search", "--no-cache", "Where", pathText(m_path)}).out);
    QCOMPARE(indexes().size(), std::size_t{1});
}

void CliCacheTest::reportsDamagedIndex()
{
    QCOMPARE(runCli({"list", pathText(m_path)}).err, QByteArray());
    const fs::path index = indexes().at(0);
    fs::resize_file(index, fs::file_size(index) / 2);
    const CliRun run = runCli({"validate", pathText(m_path)});
    QVERIFY2(run.out.contains("cache-damaged"), run.out.constData());
    QVERIFY(!runCli({"validate", pathText(m_path)}).out.contains("cache-damaged"));
    QCOMPARE(runCli({"list", pathText(m_path)}).out, m_expected);
}

DUOLOGUE_TEST(CliCacheTest)
#include "cache_test.moc"
