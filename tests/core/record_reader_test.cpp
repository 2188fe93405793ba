// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "core/util/text.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/record_check.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <unistd.h>

using namespace duologue;
using namespace duologue::test;

class RecordReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTable();
    void outlivesSnapshotAndFile();
    void reportsVanishedFile();
    void reportsTruncatedFile();
    void reportsChangedFile();
};

void RecordReaderTest::agreesWithTable()
{
    const auto snapshot = load({sampleFolder()});
    QVERIFY(snapshot->recordCount() >= 38);
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const auto record = readRecord(*snapshot, row);
        QVERIFY(record.ok());
        QCOMPARE(record.value()->row, row);
        QCOMPARE(disagreement(*snapshot, *record.value()), std::string());
        QCOMPARE(record.value()->bytes.size(), std::size_t{snapshot->record(row).length});
    }
}

void RecordReaderTest::outlivesSnapshotAndFile()
{
    DecodedRecordPtr record;
    {
        const TempFolder folder;
        AgentRecord made = AgentRecord::ofTurns(2, "Where to?");
        made.task.clear();
        folder.write("somebody_users/User_7/a task of its own/1.json", made.json());
        record = readRecord(*load({folder.path()}), Row{0}).value();
    }
    // The snapshot and the file no longer exist.
    QCOMPARE(record->conversation.originalText(record->conversation.messages[2]),
             std::string_view("Where to?"));
    QCOMPARE(record->root["history"].size(), std::size_t{4});
    // The same holds for fields that come from the path.
    std::string fromPath;
    for (const Field& field : record->conversation.fields)
        fromPath += std::string(field.key) + "=" + std::string(field.name.shown()) + " ";
    QCOMPARE(fromPath, std::string("task=a task of its own group=somebody_users user=User_7 "));
    QCOMPARE(record->formatId, std::string("recllmsim-agent"));
}

void RecordReaderTest::reportsVanishedFile()
{
    const TempFolder folder;
    const auto path = folder.write("1.json", AgentRecord::ofTurns(1).json());
    const auto snapshot = load({folder.path()});
    std::filesystem::remove(path);
    const auto record = readRecord(*snapshot, Row{0});
    QVERIFY(!record.ok());
    QCOMPARE(record.problem().code, ProblemCode::FileVanished);
}

void RecordReaderTest::reportsTruncatedFile()
{
    const TempFolder folder;
    const auto path = folder.write("1.json", AgentRecord::ofTurns(1).json());
    const auto snapshot = load({folder.path()});
    QCOMPARE(::truncate(path.c_str(), 20), 0);
    const auto record = readRecord(*snapshot, Row{0});
    QVERIFY(!record.ok());
    QCOMPARE(record.problem().code, ProblemCode::FileVanished);
}

void RecordReaderTest::reportsChangedFile()
{
    const TempFolder folder;
    const std::string before = AgentRecord::ofTurns(1).json();
    folder.write("1.json", before);
    const auto snapshot = load({folder.path()});
    folder.write("1.json", std::string(before.size(), '!'));
    const auto record = readRecord(*snapshot, Row{0});
    QVERIFY(!record.ok());
    QCOMPARE(inEnglish(record.problem().detail), std::string("the file has changed since it was read"));
}

DUOLOGUE_TEST(RecordReaderTest)
#include "record_reader_test.moc"
