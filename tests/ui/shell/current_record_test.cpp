// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/unpacked_file.h"
#include "core/load/loader.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/current_record.h"
#include "ui/app/workspace.h"
#include "ui/transcript/transcript_view.h"

#include <QThreadPool>
#include <chrono>

using namespace duologue;
using namespace duologue::ui;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view kChat =
    R"({"messages": [{"role": "user", "content": "How far?"}, {"role": "assistant", "content": "Two days."}]})"
    "\n";

/// Blank lines that do not compress suspiciously well.
std::string blankLines(std::size_t size)
{
    test::Random random(5);
    std::string lines;
    lines.reserve(size);
    while (lines.size() < size) {
        for (int i = 0; i < 64; ++i)
            lines += random.oneIn(2) ? ' ' : '\t';
        lines.append(1000, ' ').append(1, '\n');
    }
    return lines;
}

/// An archive with an index from an earlier run. The gap between its two records is so large that reading the
/// second takes long.
class KnownPackedFile {
public:
    KnownPackedFile()
    {
        constexpr std::size_t kBetween = std::size_t{100} << 20U;
        const auto path = folder.write(
            "a.jsonl.gz", test::gzipOf(std::string(kChat) + blankLines(kBetween) + std::string(kChat)));
        std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - 1h);
        load();
    }

    /// Nothing of it is unpacked yet.
    SnapshotPtr load() const
    {
        LoadOptions options;
        options.cacheFolder = cache.path();
        return loadDataset({folder.path()}, options, Job());
    }

    test::TempFolder folder;
    test::TempFolder cache;
};

/// The visible state, for each change.
QString stateOf(const CurrentRecord& current)
{
    return current.record()    ? QStringLiteral("there")
           : current.isLate()  ? QStringLiteral("late")
           : current.problem() ? QStringLiteral("broken")
           : current.row()     ? QStringLiteral("awaited")
                               : QStringLiteral("none");
}

class States {
public:
    explicit States(CurrentRecord& current)
    {
        QObject::connect(&current, &CurrentRecord::changed, &current,
                         [this, &current] { seen << stateOf(current); });
    }

    QStringList seen;
};

} // namespace

class CurrentRecordTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isSetAsSoonAsItIsRead();
    void isLateWhileItsFileIsUnpacked();
    void isNotLateOnceItIsRead();
    void anotherRecordIsNotLateYet();
    void staysWhileItIsReadAgain();
    void markDeletedEmitsNothing();
    void theTranscriptExplainsTheDelay();

private:
    std::unique_ptr<KnownPackedFile> m_packed;
    test::TempFolder m_folder;
    /// One record in a plain file.
    SnapshotPtr m_chat;
};

void CurrentRecordTest::initTestCase()
{
    m_packed = std::make_unique<KnownPackedFile>();
    m_folder.write("a.jsonl", kChat);
    m_chat = loadDataset({m_folder.path()}, {}, Job());
}

void CurrentRecordTest::isSetAsSoonAsItIsRead()
{
    CurrentRecord current;
    current.setPatience(1h);
    States states(current);
    current.read(m_chat, Row{0});
    QCOMPARE(stateOf(current), QStringLiteral("awaited"));
    QTRY_VERIFY(current.record());
    QCOMPARE(states.seen, QStringList{QStringLiteral("there")});
    current.setMessage(1);
    QCOMPARE(current.message(), 1);
    current.clear();
    QCOMPARE(current.message(), -1);
    QCOMPARE(stateOf(current), QStringLiteral("none"));
}

void CurrentRecordTest::isLateWhileItsFileIsUnpacked()
{
    CurrentRecord current;
    const SnapshotPtr snapshot = m_packed->load();
    QCOMPARE(snapshot->recordCount(), 2U);
    const auto& file = *snapshot->file(FileId{0}).unpacked;
    QCOMPARE(file.size(), std::uint64_t{0});
    States states(current);
    std::uint64_t sizeWhenLate = file.wholeSize();
    connect(&current, &CurrentRecord::changed, &current, [&] {
        if (current.isLate())
            sizeWhenLate = file.size();
    });
    current.setPatience(10ms);
    current.read(snapshot, Row{1});
    QTRY_COMPARE(states.seen.size(), 2);
    QCOMPARE(states.seen, (QStringList{QStringLiteral("late"), QStringLiteral("there")}));
    QVERIFY(sizeWhenLate < file.wholeSize());
    QVERIFY(!current.isLate());
    QCOMPARE(current.record()->row, Row{1});
}

/// A record is not late if only the event loop is late.
void CurrentRecordTest::isNotLateOnceItIsRead()
{
    CurrentRecord current;
    current.setPatience(0ms);
    States states(current);
    current.read(m_chat, Row{0});
    // The result arrives before the event loop continues, in which the timeout fires first.
    QVERIFY(QThreadPool::globalInstance()->waitForDone(10'000));
    QTRY_VERIFY(current.record());
    QCOMPARE(states.seen, QStringList{QStringLiteral("there")});
}

void CurrentRecordTest::anotherRecordIsNotLateYet()
{
    CurrentRecord current;
    current.setPatience(0ms);
    States states(current);
    current.read(m_packed->load(), Row{1});
    QTRY_VERIFY(states.seen.contains(QStringLiteral("late")));
    current.setPatience(1h);
    current.read(m_chat, Row{0});
    QVERIFY(!current.isLate());
    QTRY_VERIFY(current.record());
    QCOMPARE(states.seen,
             (QStringList{QStringLiteral("late"), QStringLiteral("awaited"), QStringLiteral("there")}));
}

void CurrentRecordTest::staysWhileItIsReadAgain()
{
    CurrentRecord current;
    current.setPatience(1h);
    current.read(m_packed->load(), Row{1});
    QTRY_VERIFY(current.record());
    current.setMessage(1);
    current.setPatience(0ms);
    States states(current);
    const DecodedRecordPtr before = current.record();
    // Another snapshot, with nothing unpacked.
    const SnapshotPtr again = m_packed->load();
    current.readAgain(again, Row{1});
    QVERIFY(current.isReading());
    QTRY_VERIFY(!current.isReading());
    QCOMPARE(current.record(), before);
    QCOMPARE(current.message(), 1);
    QCOMPARE(states.seen, QStringList());
}

void CurrentRecordTest::markDeletedEmitsNothing()
{
    CurrentRecord current;
    current.read(m_chat, Row{0});
    QTRY_VERIFY(current.record());
    States states(current);
    current.markDeleted();
    QVERIFY(!current.row());
    QVERIFY(current.record());
    QCOMPARE(states.seen, QStringList());
}

void CurrentRecordTest::theTranscriptExplainsTheDelay()
{
    Workspace workspace;
    workspace.setCacheFolder(m_packed->cache.path());
    workspace.setPatience(10ms);
    TranscriptView view(workspace, nullptr);
    QStringList said;
    connect(&workspace, &Workspace::currentChanged, &view, [&] { said << view.toPlainText(); });
    workspace.open({QString::fromStdString(m_packed->folder.path().string())});
    QTRY_VERIFY(!workspace.isLoading());
    QCOMPARE(workspace.snapshot().file(FileId{0}).unpacked->size(), std::uint64_t{0});
    workspace.setCurrentRow(Row{1});
    QTRY_VERIFY(workspace.current());
    QCOMPARE(said.size(), 2);
    QVERIFY(said.front().contains(QStringLiteral("Unpacking the archive")));
    QVERIFY(said.back().contains(QStringLiteral("Two days.")));
}

DUOLOGUE_TEST(CurrentRecordTest)
#include "current_record_test.moc"
