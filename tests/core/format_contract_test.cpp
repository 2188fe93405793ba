// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/load/record_reader.h"
#include "core/load/small_file.h"
#include "tests/core/format_fixture.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/record_check.h"
#include "tests/support/source_folder.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <set>
#include <unistd.h>

using namespace duologue;
using namespace duologue::test;
using Json = nlohmann::ordered_json;

/// The promises of every format, checked with the format's own files (tests/data/formats/<id>).
class FormatContractTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void idsAreLowerCaseWords();
    void hasFixtures_data() { formats(); }
    void hasFixtures();
    void recognisesOwnRecords_data() { formats(); }
    void recognisesOwnRecords();
    void readsRecordsOfOthers_data() { formats(); }
    void readsRecordsOfOthers();
    void makesNoMessageOfNothing_data() { formats(); }
    void makesNoMessageOfNothing();
    void rejectsOtherValues_data() { formats(); }
    void rejectsOtherValues();
    void tableAndViewerAgree_data() { formats(); }
    void tableAndViewerAgree();
    void showsEveryValue_data() { formats(); }
    void showsEveryValue();
    void findsEveryTextThatIsShown_data() { formats(); }
    void findsEveryTextThatIsShown();
    void showsUnknownMembers_data() { formats(); }
    void showsUnknownMembers();
    void columnsAreAsExpected_data() { formats(); }
    void columnsAreAsExpected();
    void goodFilesHaveNoProblems_data() { formats(); }
    void goodFilesHaveNoProblems();
    void problemsAreAsExpected_data() { formats(); }
    void problemsAreAsExpected();
    void truncationKeepsEarlierRecords_data() { formats(); }
    void truncationKeepsEarlierRecords();

private:
    static void formats();
    /// Nullopt if the format has no files.
    static std::optional<FormatFixture> fixture();
};

/// hasFixtures() fails if the format has no files; the other tests are skipped then.
#define DUOLOGUE_FIXTURE(name)                                                                               \
    const auto name##Found = fixture();                                                                      \
    if (!name##Found)                                                                                        \
        QSKIP("no good file in tests/data/formats");                                                         \
    const FormatFixture& name = *name##Found

void FormatContractTest::formats()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Format* format : builtInFormats())
        QTest::newRow(std::string(format->id()).c_str()) << index++;
}

std::optional<FormatFixture> FormatContractTest::fixture()
{
    QFETCH(const int, index);
    auto found = FormatFixture::of(*builtInFormats()[static_cast<std::size_t>(index)], sourceFolder());
    return found.good.empty() ? std::nullopt : std::optional(std::move(found));
}

void FormatContractTest::idsAreLowerCaseWords()
{
    std::set<std::string_view> ids;
    for (const Format* format : builtInFormats()) {
        QVERIFY(ids.insert(format->id()).second);
        QVERIFY(!format->title().empty());
        QVERIFY(!format->rule().empty());
        for (const char c : format->id())
            QVERIFY((c >= 'a' && c <= 'z') || c == '-');
    }
}

void FormatContractTest::hasFixtures()
{
    const auto found = fixture();
    QVERIFY2(found, "no good file in tests/data/formats");
    const FormatFixture& files = *found;
    QVERIFY2(!files.bad.empty(), "no bad file");
    QVERIFY2(files.expectedProblems.is_array(), "no expected/problems.json with a list");
    QVERIFY2(files.expectedTable.is_array(), "no expected/table.json with a list");
    QVERIFY(!files.goodRecords().empty());
}

void FormatContractTest::recognisesOwnRecords()
{
    DUOLOGUE_FIXTURE(files);
    const auto snapshot = load({files.good});
    for (Row row{0}; row < snapshot->endRow(); ++row)
        QCOMPARE(fieldText(*snapshot, row, "format"), std::string(files.format->id()));
    JsonParser parser;
    bool isFirst = true;
    for (const std::string& record : files.goodRecords()) {
        const PaddedBytes bytes(record);
        const JsonView root = parser.parse(bytes.view()).value();
        // What is learned from a file is a format of its own.
        const auto learned = snapshot->file(FileId{0}).origin.learned;
        const bool isLearned = learned != nullptr && learned->id() == files.format->id();
        const int own = (isLearned ? *learned : *files.format).recognise(root);
        QVERIFY(own > 0 && own <= kSurestScore && own <= files.format->highestScore());
        for (const Format* other : builtInFormats()) {
            if (other == files.format)
                continue;
            // A record without some keys may look like another format's, but the first record must not, and
            // two formats never have the same score.
            const int score = other->recognise(root);
            QVERIFY2(isFirst ? score < own : score != own, std::string(other->id()).c_str());
        }
        isFirst = false;
    }
}

void FormatContractTest::readsRecordsOfOthers()
{
    DUOLOGUE_FIXTURE(files);
    static const std::vector<std::string> records = [] {
        std::vector<std::string> all;
        for (const Format* other : builtInFormats()) {
            const FormatFixture others = FormatFixture::of(*other, sourceFolder());
            for (const auto& some : {others.goodRecords(), others.badRecords()})
                all.insert(all.end(), some.begin(), some.end());
        }
        return all;
    }();
    for (const std::string& record : records)
        QVERIFY(!shownOf(*files.format, record).empty());
}

void FormatContractTest::makesNoMessageOfNothing()
{
    DUOLOGUE_FIXTURE(files);
    const Json shown = shownJson(*files.format, R"({"dataset": "own", "version": 1})");
    QVERIFY(shown["messages"].empty());
    QVERIFY(!shown.contains("candidates") || shown["candidates"].empty());
}

void FormatContractTest::rejectsOtherValues()
{
    DUOLOGUE_FIXTURE(files);
    JsonParser parser;
    for (const char* text : {"{}", "[]", "5", "null", "\"history\"", "[{}]", "{\"history\": []}",
                             "{\"messages\": 5}", "{\"context\": null}", "{\"preference\": {}}"}) {
        const PaddedBytes bytes{std::string_view(text)};
        const JsonView root = parser.parse(bytes.view()).value();
        // The generic format "json" accepts any object.
        const bool anyObject = files.format->id() == "json" && root.isObject();
        QVERIFY2((files.format->recognise(root) == 0) != anyObject, text);
    }
}

void FormatContractTest::tableAndViewerAgree()
{
    DUOLOGUE_FIXTURE(files);
    for (const auto& path : {files.good, files.bad}) {
        const auto snapshot = load({path});
        for (Row row{0}; row < snapshot->endRow(); ++row) {
            const auto record = readRecord(*snapshot, row);
            QVERIFY(record.ok());
            QCOMPARE(disagreement(*snapshot, *record.value()), std::string());
        }
    }
}

void FormatContractTest::showsEveryValue()
{
    DUOLOGUE_FIXTURE(files);
    std::string missing;
    for (const std::string& record : files.goodRecords()) {
        const std::string before = shownOf(*files.format, record);
        for (const Mutation& mutation : valueMutations(record)) {
            const std::string shown = shownOf(*files.format, mutation.record);
            if (mutation.sentinel ? shown.find(*mutation.sentinel) == std::string::npos : shown == before)
                missing += mutation.pointer + " ";
        }
    }
    QCOMPARE(missing, std::string());
}

/// What a person reads is found: as a text, or by its field.
void FormatContractTest::findsEveryTextThatIsShown()
{
    DUOLOGUE_FIXTURE(files);
    std::string missing;
    for (const std::string& record : files.goodRecords()) {
        std::vector<Mutation> mutations = valueMutations(record);
        const std::vector<Mutation> members = memberMutations(record);
        mutations.insert(mutations.end(), members.begin(), members.end());
        for (const Mutation& mutation : mutations) {
            // Numbers are values; the type of a content part is not what it says, and who speaks has a role.
            if (!mutation.sentinel || !mutation.sentinel->starts_with("zz ") ||
                mutation.pointer.ends_with("/type") || mutation.pointer.ends_with("/from"))
                continue;
            const bool isShown =
                shownOf(*files.format, mutation.record).find(*mutation.sentinel) != std::string::npos;
            if (isShown &&
                findableOf(*files.format, mutation.record).find(*mutation.sentinel) == std::string::npos)
                missing += mutation.pointer + " ";
        }
    }
    QCOMPARE(missing, std::string());
}

void FormatContractTest::showsUnknownMembers()
{
    DUOLOGUE_FIXTURE(files);
    std::string missing;
    for (const std::string& record : files.goodRecords()) {
        for (const Mutation& mutation : memberMutations(record)) {
            if (shownOf(*files.format, mutation.record).find(*mutation.sentinel) == std::string::npos)
                missing += mutation.pointer + " ";
        }
    }
    QCOMPARE(missing, std::string());
}

void FormatContractTest::columnsAreAsExpected()
{
    DUOLOGUE_FIXTURE(files);
    const auto snapshot = load({files.good});
    QCOMPARE(files.expectedTable.size(), std::size_t{snapshot->recordCount()});
    for (Row row{0}; row < snapshot->endRow(); ++row) {
        const Json& expected = files.expectedTable[indexOf(row)];
        for (const auto& [key, text] : expected.items()) {
            QVERIFY2(findField(*snapshot, key), key.c_str());
            QCOMPARE(key + ": " + fieldText(*snapshot, row, key), key + ": " + text.get<std::string>());
        }
        for (const Column& column : snapshot->records.columns) {
            // These come from the path or are generated.
            const bool isUsual = column.info.key == "group" || column.info.key == "user" ||
                                 column.info.key == "id" || isRecordKeys(column.info) ||
                                 isRunField(column.info);
            if (column.has(indexOf(row)) && !isUsual)
                QVERIFY2(expected.contains(column.info.key), (column.info.key + " is not expected").c_str());
        }
    }
}

void FormatContractTest::goodFilesHaveNoProblems()
{
    DUOLOGUE_FIXTURE(files);
    QCOMPARE(problemLines(*load({files.good})), std::vector<std::string>());
}

void FormatContractTest::problemsAreAsExpected()
{
    DUOLOGUE_FIXTURE(files);
    std::vector<std::string> expected;
    for (const Json& problem : files.expectedProblems)
        expected.push_back(problem["code"].get<std::string>() + " " + problem["pointer"].get<std::string>());
    const auto snapshot = load({files.bad});
    QCOMPARE(problemLines(*snapshot), expected);
    QVERIFY(!expected.empty());
    for (std::size_t i = 0; i < snapshot->problems.size(); ++i)
        QVERIFY(!snapshot->problems[i].detail.empty());
}

void FormatContractTest::truncationKeepsEarlierRecords()
{
    DUOLOGUE_FIXTURE(files);
    const std::string record = Json::parse(files.goodRecords().front()).dump();
    const TempFolder folder;
    WorkerContext worker;
    // Long records are cut at every few bytes.
    const std::size_t step = record.size() / 500 * 2 + 1;
    // A record alone, after another one in a list, and on the line after another one.
    for (const std::string& before : {std::string(), "[" + record + ",\n", record + "\n"}) {
        const auto path = folder.write(before.starts_with('[') ? "cut.json" : "cut.jsonl", before + record);
        for (std::size_t cut = before.size() + record.size(); cut >= before.size() && cut > 0;
             cut -= std::min(cut, step)) {
            QCOMPARE(::truncate(path.c_str(), static_cast<off_t>(cut)), 0);
            SourceFile file;
            file.path = path;
            ReadOutcome outcome;
            const auto source = FileSource::open(path, FileId{});
            QVERIFY(source);
            readSmallFile(worker, source.value(), file, outcome);
            if (before.empty())
                continue;
            const auto& records = outcome.batch.records();
            QVERIFY2(!records.empty(), std::to_string(cut).c_str());
            QVERIFY(records[0].state == RecordState::Read);
            QCOMPARE(std::size_t{records[0].length}, record.size());
            QVERIFY(records.size() <= 2);
            // Every truncation is reported, unless whole lines are left.
            QVERIFY2(!outcome.problems.empty() || cut == before.size() ||
                         cut == before.size() + record.size(),
                     std::to_string(cut).c_str());
        }
    }
}

DUOLOGUE_TEST(FormatContractTest)
#include "format_contract_test.moc"
