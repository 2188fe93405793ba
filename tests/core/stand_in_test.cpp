// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kPointer =
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9\nsize 4711\n";
constexpr auto kPointerReason =
    "this is a Git LFS pointer of 4711 bytes; the data were not fetched (git lfs pull)";

/// What macOS writes: a header of AppleDouble and some bytes.
std::string appleDouble()
{
    return std::string("\0\5\x16\7\0\2\0\0", 8) + "Mac OS X        " + std::string(32, '\0');
}

/// "name: reason" of each file that is skipped.
Lines skippedFiles(const Snapshot& snapshot)
{
    Lines lines;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        if (!snapshot.files[i].skipReason.empty())
            lines.push_back(snapshot.files[i].shownPath + ": " + inEnglish(snapshot.files[i].skipReason));
    }
    return lines;
}

} // namespace

/// Files that are there in place of data, or beside them.
class StandInTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pointersOfGitLfs_data();
    void pointersOfGitLfs();
    void pointersOfGitAnnex();
    void filesOfMacOs();
    void webPages_data();
    void webPages();

private:
    TempFolder m_folder;
};

void StandInTest::pointersOfGitLfs_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"a.json", "a.jsonl", "a.jsonl.gz", "a.json.zst", "a.zip", "a.tar.gz", "a.tar"})
        QTest::newRow(name) << QByteArray(name);
}

void StandInTest::pointersOfGitLfs()
{
    QFETCH(const QByteArray, name);
    const TempFolder folder;
    folder.write(name.toStdString(), kPointer);
    folder.write("z.jsonl", AgentRecord::ofTurns(1).json());
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 1U);
    QCOMPARE(skippedFiles(*snapshot), (Lines{name.toStdString() + ": " + kPointerReason}));
    // The data are missing, which is worth a warning.
    QCOMPARE(problemLines(*snapshot), (Lines{"file-unreadable "}));
    QCOMPARE(snapshot->problemCounts.warnings(), std::uint64_t{1});
    // Nothing has changed as long as it is there.
    QCOMPARE(refreshDataset(snapshot, {folder.path()}, {}, Job()), snapshot);
    // Inside of an archive.
    const auto zip = folder.write("all.zip", zipOf({{"in/b.jsonl", std::string(kPointer)}}));
    QCOMPARE(skippedFiles(*load({zip})), (Lines{std::string("all.zip/in/b.jsonl: ") + kPointerReason}));
}

void StandInTest::pointersOfGitAnnex()
{
    const TempFolder folder;
    folder.write("a.jsonl", "/annex/objects/SHA256E-s12--0a1b.jsonl\n");
    std::filesystem::create_symlink("../.git/annex/objects/xx/yy/SHA256E-s12--0a1b.jsonl",
                                    folder.path() / "b.jsonl");
    const std::string reason = ": this is a git-annex pointer; the data were not fetched (git annex get)";
    const auto snapshot = load({folder.path()});
    QCOMPARE(skippedFiles(*snapshot), (Lines{"a.jsonl" + reason, "b.jsonl" + reason}));
    QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{0});
}

void StandInTest::filesOfMacOs()
{
    const std::string reason = ": macOS stores this next to a file; it contains no data";
    const std::string record = AgentRecord::ofTurns(2).json();
    const TempFolder folder;
    folder.write("._a.jsonl", appleDouble());
    folder.write("._b.duologue-format.json", appleDouble());
    folder.write("__MACOSX/c.jsonl", appleDouble());
    folder.write("a.jsonl", record);
    // It has lost its name.
    folder.write("d.json", appleDouble());
    folder.write("e.zip", zipOf({{"x/._a.jsonl", appleDouble()},
                                 {"__MACOSX/x/._a.jsonl", appleDouble()},
                                 {"x/a.jsonl", record}}));
    const auto snapshot = load({folder.path()});
    QCOMPARE(snapshot->recordCount(), 2U);
    QCOMPARE(snapshot->problems.size(), std::size_t{0});
    QCOMPARE(skippedFiles(*snapshot),
             (Lines{"._a.jsonl" + reason, "._b.duologue-format.json" + reason, "__MACOSX/" + reason,
                    "d.json" + reason, "e.zip/x/._a.jsonl" + reason, "e.zip/__MACOSX/x/._a.jsonl" + reason}));
    // The user may name one.
    QCOMPARE(load({folder.write("._f.jsonl", record)})->recordCount(), 1U);
}

void StandInTest::webPages_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("reason");
    const QByteArray html = "this is an HTML page, perhaps an error page that was saved in place of the data";
    QTest::newRow("with a type") << QByteArray("\n<!DOCTYPE html>\n<html><body>404</body></html>") << html;
    QTest::newRow("after a mark") << QByteArray("\xEF\xBB\xBF<HTML>\n") << html;
    QTest::newRow("large") << QByteArray("<html>") + QByteArray(5 << 20, '.') << html;
    QTest::newRow("XML") << QByteArray("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>")
                         << QByteArray("this is XML, perhaps an error message that was saved in place of the "
                                       "data");
}

void StandInTest::webPages()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, reason);
    for (const char* name : {"page.json", "page.jsonl"}) {
        const auto snapshot = load({m_folder.write(name, text.toStdString())});
        QCOMPARE(problemLines(*snapshot), (Lines{"file-unreadable "}));
        QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{1});
        QCOMPARE(inEnglish(snapshot->problems[0].detail), reason.toStdString());
    }
}

DUOLOGUE_TEST(StandInTest)
#include "stand_in_test.moc"
