// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/agent_record.h"
#include "tests/support/pack.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace duologue::test;
namespace fs = std::filesystem;

/// Runs the program with tight system limits, and on paths that are not regular files.
class CliLimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void worksWithFewOpenFiles_data();
    void worksWithFewOpenFiles();
    void worksWithFewThreads_data();
    void worksWithFewThreads();
    void worksWithFileSizeLimit();
    void doesNotCreateMissingHome();
    void doesNotReadPipesAndDevices();
    void followsOutsideLinksOnlyIfAsked();

private:
    static constexpr int kFiles = 400;

    /// `limit` is called in the new process, before the program starts.
    CliRun run(const QStringList& arguments, const std::function<void()>& limit = {});
    static int recordsOf(const CliRun& run)
    {
        return QJsonDocument::fromJson(run.out).object().value(QStringLiteral("records")).toInt(-1);
    }
    QString path(const char* name = "") const { return pathText(m_folder.path() / name); }
    void writeFiles() const;

    TempFolder m_folder;
    QProcessEnvironment m_environment;
};

void CliLimitsTest::init()
{
    m_environment = cliEnvironment();
    // The sanitizer looks for leaks in a thread of its own, which may also be refused.
    m_environment.insert("ASAN_OPTIONS", "detect_leaks=0");
    // It looks at memory through a pipe, for which there may be no descriptors: then it takes every type for
    // wrong.
    m_environment.insert("UBSAN_OPTIONS",
                         QStringLiteral("suppressions=" DUOLOGUE_TOP "/tests/support/ubsan.supp"));
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(m_folder.path()))
        fs::remove_all(entry.path(), error);
}

CliRun CliLimitsTest::run(const QStringList& arguments, const std::function<void()>& limit)
{
    constexpr int kLongest = 60'000;
    QProcess process;
    process.setProcessEnvironment(m_environment);
    if (limit)
        process.setChildProcessModifier(limit);
    process.start(QStringLiteral(DUOLOGUE_CLI), arguments);
    CliRun run;
    if (process.waitForFinished(kLongest) && process.exitStatus() == QProcess::NormalExit)
        run.exitCode = process.exitCode();
    else
        process.kill();
    process.waitForFinished();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

void CliLimitsTest::writeFiles() const
{
    for (int i = 0; i < kFiles; ++i)
        m_folder.write("d" + std::to_string(i % 20) + "/" + std::to_string(i) + ".json",
                       AgentRecord::ofTurns(1).json());
}

void CliLimitsTest::worksWithFewOpenFiles_data()
{
    QTest::addColumn<int>("files");
    QTest::addColumn<QString>("threads");
    QTest::newRow("32") << 32 << "2";
    QTest::newRow("20") << 20 << "2";
    QTest::newRow("20, more threads than files") << 20 << "32";
    QTest::newRow("10") << 10 << "2";
}

void CliLimitsTest::worksWithFewOpenFiles()
{
    QFETCH(const int, files);
    QFETCH(const QString, threads);
    writeFiles();
    m_folder.write("packed.jsonl.gz", gzipOf(AgentRecord::ofTurns(1).json()));
    const auto made = run({"info", path(), "--format", "json", "--no-cache", "--threads", threads}, [files] {
        const rlimit limit{static_cast<rlim_t>(files), static_cast<rlim_t>(files)};
        ::setrlimit(RLIMIT_NOFILE, &limit);
    });
    QCOMPARE(made.err, QByteArray());
    QCOMPARE(made.exitCode, 0);
    QCOMPARE(recordsOf(made), kFiles + 1);
}

void CliLimitsTest::worksWithFewThreads_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3, 5, 8})
        QTest::addRow("%d", threads) << threads;
}

void CliLimitsTest::worksWithFewThreads()
{
    QFETCH(const int, threads);
    writeFiles();
    // Large enough for an index, so that later runs unpack it only when it is read.
    constexpr int kPacked = 10;
    std::string lines;
    for (int i = 0; i < kPacked; ++i)
        lines += AgentRecord::ofTurns(1, std::string(1'000'000, 'x')).json() + "\n";
    m_folder.write("packed.zip", zipOf({{"a.jsonl", lines}}));
    const fs::path cache = m_folder.path() / "cache";
    fs::create_directory(cache);
    m_environment.insert("XDG_CACHE_HOME", pathText(cache));
    // The limit does not apply to root, so the program runs as another user.
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0) {
        for (const auto& entry : fs::recursive_directory_iterator(m_folder.path()))
            QCOMPARE(::chown(entry.path().c_str(), kNobody, kNobody), 0);
        QCOMPARE(::chown(m_folder.path().c_str(), kNobody, kNobody), 0);
    }
    const auto limit = [threads] {
        const rlimit most{static_cast<rlim_t>(threads), static_cast<rlim_t>(threads)};
        ::setrlimit(RLIMIT_NPROC, &most);
        if (::geteuid() == 0 && ::setuid(kNobody) != 0)
            ::_exit(126);
    };
    const auto version = run({"--version"}, limit);
    if (version.exitCode != 0)
        QSKIP("another user cannot run the program here");
    for (const char* option : {"--no-cache", "--quiet", "--quiet"}) {
        const auto made = run({"info", path(), "--format", "json", "--threads", "4", option}, limit);
        QCOMPARE(made.err, QByteArray());
        QCOMPARE(made.exitCode, 0);
        QCOMPARE(recordsOf(made), kFiles + kPacked);
    }
    const auto found =
        run({"list", path(), "--where", "xxxx", "--columns", "record", "--format", "csv", "--quiet"}, limit);
    QCOMPARE(found.err, QByteArray());
    QCOMPARE(found.lines().size(), kPacked + 1);
}

void CliLimitsTest::worksWithFileSizeLimit()
{
    std::string lines;
    for (int i = 0; lines.size() < (std::size_t{9} << 20U); ++i) {
        AgentRecord record = AgentRecord::ofTurns(1, std::string(200, 'x'));
        record.id = std::to_string(i);
        lines += record.json() + "\n";
    }
    m_folder.write("lines.jsonl", lines);
    m_folder.write("packed/lines.jsonl.gz", gzipOf(lines));
    const fs::path cache = m_folder.path() / "cache";
    m_environment.insert("XDG_CACHE_HOME", pathText(cache));
    const auto limit = [] {
        const rlimit most{100 << 10, 100 << 10};
        ::setrlimit(RLIMIT_FSIZE, &most);
    };
    // The index does not fit on the disk: the program works without it, and the output is right.
    const auto answered = run({"info", path("lines.jsonl"), "--format", "json"}, limit);
    QCOMPARE(answered.err, QByteArray());
    QCOMPARE(answered.exitCode, 0);
    QVERIFY(recordsOf(answered) > 1000);
    QVERIFY(fs::is_empty(cache / "duologue" / "index"));
    const auto unpacked = run({"info", path("packed"), "--no-cache"}, limit);
    QVERIFY(unpacked.exitCode > 0);
    QVERIFY(unpacked.err.contains("there is not enough disk space to unpack it"));
}

void CliLimitsTest::doesNotCreateMissingHome()
{
    std::string lines;
    while (lines.size() < (std::size_t{9} << 20U))
        lines += AgentRecord::ofTurns(1, std::string(100'000, 'x')).json() + "\n";
    m_folder.write("lines.jsonl", lines);
    m_environment.remove("XDG_CACHE_HOME");
    m_environment.remove("XDG_CONFIG_HOME");
    m_environment.insert("HOME", path("nowhere/home"));
    QCOMPARE(run({"info", path("lines.jsonl")}).exitCode, 0);
    QVERIFY(!fs::exists(m_folder.path() / "nowhere"));
    fs::create_directories(m_folder.path() / "nowhere" / "home");
    QCOMPARE(run({"info", path("lines.jsonl")}).exitCode, 0);
    QVERIFY(fs::exists(m_folder.path() / "nowhere/home/.cache/duologue/index"));
}

void CliLimitsTest::doesNotReadPipesAndDevices()
{
    m_folder.write("data/a.json", AgentRecord::ofTurns(1).json());
    QCOMPARE(::mkfifo((m_folder.path() / "data/b.jsonl.gz").c_str(), S_IRWXU), 0);
    QCOMPARE(::mkfifo((m_folder.path() / "data/c.json").c_str(), S_IRWXU), 0);
    fs::create_symlink("/dev/urandom", m_folder.path() / "data/d.jsonl.gz");
    fs::create_symlink("/dev/stdin", m_folder.path() / "data/e.zip");
    fs::create_symlink("/dev/ptmx", m_folder.path() / "data/f.tar");
    for (const QString& option : {QStringLiteral("--no-cache"), QStringLiteral("--follow")}) {
        const auto made = run({"validate", path("data"), option});
        QCOMPARE(made.exitCode, 1);
        for (const char* name : {"b.jsonl.gz", "c.json", "d.jsonl.gz", "e.zip", "f.tar"})
            QVERIFY2(made.out.contains(name), name);
        QCOMPARE(made.out.count("not a regular file"), 5);
    }
    const auto alone = run({"info", path("data/b.jsonl.gz")});
    QCOMPARE(alone.exitCode, 3);
    QVERIFY(alone.err.contains("not a regular file"));
}

void CliLimitsTest::followsOutsideLinksOnlyIfAsked()
{
    m_folder.write("data/a.json", AgentRecord::ofTurns(1).json());
    m_folder.write("other/b.json", AgentRecord::ofTurns(1).json());
    fs::create_directory_symlink("../other", m_folder.path() / "data/other");
    const auto info = [this](const QStringList& options) {
        return run(QStringList{"info", path("data"), "--format", "json"} + options);
    };
    // Twice, so that an answer remembered from a run with the other option would show.
    for (int round = 0; round < 2; ++round) {
        const auto inside = info({});
        QCOMPARE(inside.exitCode, 0);
        QCOMPARE(recordsOf(inside), 1);
        QVERIFY(inside.out.contains("the link leads outside the opened folder"));
        QVERIFY(inside.out.contains("--follow"));
        const auto everywhere = info({"--follow"});
        QCOMPARE(recordsOf(everywhere), 2);
        QVERIFY(!everywhere.out.contains("leads out"));
    }
    QCOMPARE(recordsOf(run({"info", path("data/other"), "--format", "json"})), 1);
    // The link leads to a folder that is opened, too: not out of the opened folders, and read once.
    const auto both = run({"info", path("data"), path("other"), "--format", "json"});
    QCOMPARE(both.exitCode, 0);
    QCOMPARE(recordsOf(both), 2);
    QVERIFY(!both.out.contains("leads out"));
}

DUOLOGUE_TEST(CliLimitsTest)
#include "limits_test.moc"
