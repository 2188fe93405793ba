// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/record_builder.h"
#include "core/data/table_writer.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <random>

using namespace duologue;
using duologue::test::fieldText;

namespace {

/// Makes batches of records from JSON objects: members become fields, and lists become categories with
/// several values.
class Batches {
public:
    /// The batch is used again by the next call.
    TableBatch& of(const std::vector<std::string>& records)
    {
        m_batch.clear();
        fill(m_batch, records);
        return m_batch;
    }

    void fill(TableBatch& batch, const std::vector<std::string>& records)
    {
        std::uint32_t ordinal = 0;
        for (const std::string& text : records)
            append(batch, text, ++ordinal);
    }

private:
    void append(TableBatch& batch, const std::string& text, std::uint32_t ordinal)
    {
        const PaddedBytes bytes(text);
        const JsonView root = m_parser.parse(bytes.view()).value();
        RecordBuilder builder(m_conversation, m_origin, m_problems);
        for (const auto [key, value] : root.members()) {
            if (key == "id")
                builder.id(value);
            else if (key == "role")
                builder.beginMessage(value.string(), {});
            else if (key == "intents")
                addIntents(builder, value);
            else if (key == "rating")
                builder.rating("Detail Level", value.number());
            else if (value.isArray())
                addMany(builder, key, value);
            else
                builder.field(key, value);
        }
        batch.append(m_conversation, {{FileId{}, ordinal * 10U, 5}, ordinal, 0, RecordState::Read, 0});
    }

    static void addIntents(RecordBuilder& builder, const JsonView& list)
    {
        for (const JsonView each : list.elements()) {
            if (each.isObject())
                builder.intent({each["en"].string(), each["zh"].string()});
            else
                builder.intent({each.string(), {}});
        }
    }

    static void addMany(RecordBuilder& builder, std::string_view key, const JsonView& list)
    {
        for (const JsonView each : list.elements()) {
            if (each.isObject())
                builder.categoryOfMany(key, {each["en"].string(), each["zh"].string()});
            else
                builder.categoryOfMany(key, {each.string(), {}});
        }
    }

    JsonParser m_parser;
    TableBatch m_batch;
    Conversation m_conversation;
    RecordOrigin m_origin;
    std::vector<Problem> m_problems;
};

/// The field's text for all records, separated by " | ".
std::string column(const Snapshot& snapshot, std::string_view key)
{
    std::string all;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        all += (row == Row{0} ? "" : " | ") + fieldText(snapshot, row, key);
    return all;
}

std::string codes(const Snapshot& snapshot, Row row, std::string_view key)
{
    std::string all;
    const auto field = findField(snapshot, key);
    field->forEachCode(row, [&](CategoryCode code) { all += field->category(code).shown() + ";"; });
    return all;
}

} // namespace

class TableWriterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void holdsValuesOfEachKind();
    void addsColumnsLater();
    void widensKinds_data();
    void widensKinds();
    void lastDuplicateKeyWins();
    void differentSpellingsGetTheirOwnColumns();
    void separatesMembersFromDottedNames();
    void skipsTakenKeys();
    void severalValuesPerRow();
    void removesDuplicateValues();
    void mergesBothNamesOfCategory();
    void keepsTheBeginningOfLongValues();
    void brokenRecordsBecomeRows();
    void mergesRolesAndIntentsOfBatches();
    void snapshotsDoNotChange();
    void numbersRecordsAcrossBatches();
    void capsProblems();
    void capsColumns();
    void dropsMembersNamedByData();
    void keepsManyIntents();
    void keepsManyRoles();
    void keepsIntentsOfTwoNames();
    void usedBatchesAreLikeNewOnes_data();
    void usedBatchesAreLikeNewOnes();

private:
    void append(const std::vector<std::string>& records, std::uint32_t base = 0)
    {
        m_writer->append(m_batches->of(records), base);
    }

    std::unique_ptr<Batches> m_batches;
    std::unique_ptr<TableWriter> m_writer;
};

void TableWriterTest::init()
{
    m_writer = std::make_unique<TableWriter>(std::vector<std::string>{"test"});
    m_batches = std::make_unique<Batches>();
    SourceFile file;
    file.shownPath = "a.json";
    file.origin.shownStem = "a";
    m_writer->addFile(std::move(file));
}

void TableWriterTest::holdsValuesOfEachKind()
{
    append({R"({"n": 1.5, "b": true, "s": "x", "rating": 2, "many": ["p", "q"], "id": "first"})",
            R"({"n": 2, "b": false, "s": "y"})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "n"), std::string("1.5 | 2"));
    QCOMPARE(column(*snapshot, "b"), std::string("true | false"));
    QCOMPARE(column(*snapshot, "s"), std::string("x | y"));
    QCOMPARE(column(*snapshot, "rating.detail_level"), std::string("2 | "));
    QCOMPARE(column(*snapshot, "many"), std::string("p, q | "));
    QCOMPARE(column(*snapshot, "id"), std::string("first | a#2"));
    QCOMPARE(findField(*snapshot, "detail level")->info().key, std::string("rating.detail_level"));
    QCOMPARE(snapshot->records.column("b")->info.kind, FieldKind::Flag);
}

void TableWriterTest::addsColumnsLater()
{
    append({"{}", "{}"});
    append({R"({"a": "x"})", "{}", R"({"n": 5})"});
    append({R"({"many": ["p"]})", "{}"});
    append({R"({"a": "y", "many": ["q", "p"]})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "a"), std::string(" |  | x |  |  |  |  | y"));
    QCOMPARE(column(*snapshot, "n"), std::string(" |  |  |  | 5 |  |  | "));
    QCOMPARE(column(*snapshot, "many"), std::string(" |  |  |  |  | p |  | q, p"));
    QVERIFY(!findField(*snapshot, "n")->has(Row{7}));
    QVERIFY(!findField(*snapshot, "many")->has(Row{0}));
}

void TableWriterTest::widensKinds_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const char* first, const char* second, const char* expected,
                        FieldKind kind) {
        QTest::newRow(name) << QByteArray(first) << QByteArray(second) << QByteArray(expected)
                            << static_cast<int>(kind);
    };
    row("number then word", "1.5", "\"x\"", "1.5 | x", FieldKind::Category);
    row("word then number", "\"x\"", "3", "x | 3", FieldKind::Category);
    row("flag then word", "true", "\"x\"", "true | x", FieldKind::Category);
    row("word then flag", "\"x\"", "false", "x | false", FieldKind::Category);
    row("number then flag", "1", "true", "1 | true", FieldKind::Category);
    row("flag then number", "false", "1", "false | 1", FieldKind::Category);
    row("word then list", "\"x\"", "[\"y\", \"x\"]", "x | y, x", FieldKind::Categories);
    row("list then word", "[\"y\", \"x\"]", "\"x\"", "y, x | x", FieldKind::Categories);
    row("number then list", "4", "[\"4\", \"5\"]", "4 | 4, 5", FieldKind::Categories);
    row("list then number", "[\"4\", \"5\"]", "4", "4, 5 | 4", FieldKind::Categories);
    row("flag then list", "true", "[\"a\"]", "true | a", FieldKind::Categories);
    row("list then flag", "[\"a\"]", "true", "a | true", FieldKind::Categories);
}

void TableWriterTest::widensKinds()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    QFETCH(const QByteArray, expected);
    QFETCH(const int, kind);
    const std::string one = "{\"k\": " + first.toStdString() + "}";
    const std::string two = "{\"k\": " + second.toStdString() + "}";
    // In one batch, and in separate batches with a row without a value between them.
    append({one, two});
    append({"{}"});
    append({one});
    append({"{}"});
    append({two});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(static_cast<int>(snapshot->records.column("k")->info.kind), kind);
    const std::string both = expected.toStdString();
    const auto bar = both.find(" | ");
    QCOMPARE(column(*snapshot, "k"), both + " |  | " + both.substr(0, bar) + " |  | " + both.substr(bar + 3));
    init();
    append({one});
    append({two});
    QCOMPARE(column(*m_writer->snapshot(), "k"), both);
}

void TableWriterTest::lastDuplicateKeyWins()
{
    append({R"({"k": 1, "k": "word"})", R"({"k": "word", "k": 2})", R"({"k": 3})", R"({"k": true, "k": 4})"});
    const auto snapshot = m_writer->snapshot();
    // The last value counts, as in Python.
    QCOMPARE(column(*snapshot, "k"), std::string("word | 2 | 3 | 4"));
    for (Row row{0}; row < Row{4}; ++row)
        QVERIFY(codes(*snapshot, row, "k").find(';') == codes(*snapshot, row, "k").size() - 1);
}

void TableWriterTest::differentSpellingsGetTheirOwnColumns()
{
    append({R"({"Detail Level": 1, "detail-level": 7})", R"({"detail_level": 2})"});
    append({R"({"DETAIL-LEVEL": 3, "detail_level": 4})"});
    const auto snapshot = m_writer->snapshot();
    // Each column is found by its exact name; the shared key finds the column that is spelled so.
    QCOMPARE(column(*snapshot, "Detail Level"), std::string("1 |  | "));
    QCOMPARE(column(*snapshot, "detail-level"), std::string("7 |  | "));
    QCOMPARE(column(*snapshot, "DETAIL-LEVEL"), std::string(" |  | 3"));
    QCOMPARE(column(*snapshot, "detail_level"), std::string(" | 2 | 4"));
    std::vector<std::string> keys;
    for (const Column& each : snapshot->records.columns)
        keys.push_back(each.info.key + " " + each.info.title);
    QCOMPARE(keys, (std::vector<std::string>{"detail_level_3 Detail Level", "detail_level_2 detail-level",
                                             "detail_level detail_level", "detail_level_4 DETAIL-LEVEL"}));
}

void TableWriterTest::separatesMembersFromDottedNames()
{
    append({R"({"a": {"b": 1}, "a.b": 2})", R"({"a.b": 3})", R"({"a": {"b": 4}})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "a.b"), std::string("2 | 3 | "));
    QCOMPARE(column(*snapshot, "a.b_2"), std::string("1 |  | 4"));
}

void TableWriterTest::skipsTakenKeys()
{
    append({R"({"a_2": 1, "A": 2, "a": 3})"});
    append({R"({"a_3": 4})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "a_2"), std::string("1 | "));
    QCOMPARE(column(*snapshot, "a_3"), std::string(" | 4"));
    QCOMPARE(column(*snapshot, "a"), std::string("3 | "));
    QCOMPARE(column(*snapshot, "A"), std::string("2 | "));
    QCOMPARE(column(*snapshot, "a_4"), std::string("2 | "));
}

void TableWriterTest::severalValuesPerRow()
{
    append({R"({"m": ["a", "b"]})", "{}", R"({"m": []})", R"({"m": ["b"]})"});
    append({R"({"m": ["c", "a"]})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "m"), std::string("a, b |  |  | b | c, a"));
    QCOMPARE(findField(*snapshot, "m")->categoryCount(), std::size_t{3});
    QVERIFY(!findField(*snapshot, "m")->has(Row{2}));
}

void TableWriterTest::removesDuplicateValues()
{
    append({R"({"m": ["a", "b", "a"]})", R"({"m": ["a"]})"});
    append({R"({"m": [{"en": "x", "zh": "甲"}, {"en": "", "zh": "甲"}]})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(codes(*snapshot, Row{0}, "m"), std::string("a;b;"));
    QCOMPARE(codes(*snapshot, Row{1}, "m"), std::string("a;"));
    QCOMPARE(codes(*snapshot, Row{2}, "m"), std::string("x;"));
}

void TableWriterTest::mergesBothNamesOfCategory()
{
    append({R"({"m": [{"en": "museums", "zh": "博物馆"}]})"});
    append({R"({"m": [{"en": "", "zh": "博物馆"}]})", R"({"m": [{"en": "museums", "zh": ""}]})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "m"), std::string("museums | museums | museums"));
    QCOMPARE(findField(*snapshot, "m")->categoryCount(), std::size_t{1});
    QVERIFY(findField(*snapshot, "m")->category(categoryCode(0)).answersTo("博物馆"));
}

void TableWriterTest::keepsTheBeginningOfLongValues()
{
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "旅";
    append({"{\"s\": \"" + text + "\"}"});
    const std::string kept = fieldText(*m_writer->snapshot(), Row{0}, "s");
    // The cut is between two characters.
    QCOMPARE(kept, text.substr(0, 63) + "…");
}

void TableWriterTest::brokenRecordsBecomeRows()
{
    TableBatch& batch = m_batches->of({R"({"a": "x", "role": "user"})"});
    batch.appendBroken({{FileId{}, 7, 3}, 2, 0, RecordState::Broken, 1});
    m_writer->append(batch);
    append({R"({"a": "y", "role": "user"})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "a"), std::string("x |  | y"));
    QCOMPARE(snapshot->record(Row{1}).state, RecordState::Broken);
    QCOMPARE(snapshot->messageRange(Row{1}).first, snapshot->messageRange(Row{1}).second);
    QCOMPARE(snapshot->messageRange(Row{2}).first, MessageIndex{1});
    QCOMPARE(fieldText(*snapshot, Row{1}, "problems"), std::string("1"));
}

void TableWriterTest::mergesRolesAndIntentsOfBatches()
{
    append({R"({"role": "user", "intents": ["b", "a"]})", R"({"role": "assistant"})"});
    append({R"({"role": "assistant", "intents": ["a"]})", R"({"role": "user", "intents": ["b", "a"]})"});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "role"), std::string("user | assistant | assistant | user"));
    QCOMPARE(column(*snapshot, "intent"), std::string("b, a |  | a | b, a"));
    // b, a, and the list of both: both batches share them.
    const Column& intents = snapshot->messages.column(MessageColumn::Intent);
    QCOMPARE(intents.categories.size(), std::size_t{3});
    QCOMPARE(intents.lists, 1U);
    QCOMPARE(findField(*snapshot, "intent")->valueCount(), std::size_t{2});
}

void TableWriterTest::snapshotsDoNotChange()
{
    std::vector<SnapshotPtr> snapshots;
    std::vector<std::vector<std::string>> lines;
    const std::vector<std::string> values{"1", "2", "\"x\"", "true", "[\"p\", \"q\"]", "7"};
    for (const std::string& value : values) {
        append({"{\"k\": " + value + ", \"role\": \"user\", \"intents\": [\"i" +
                std::to_string(lines.size()) + "\"]}"});
        snapshots.push_back(m_writer->snapshot());
        lines.push_back(test::tableLines(*snapshots.back()));
    }
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
        QCOMPARE(snapshots[i]->recordCount(), static_cast<std::uint32_t>(i + 1));
        QCOMPARE(test::tableLines(*snapshots[i]), lines[i]);
        QVERIFY(!snapshots[i]->complete);
    }
    m_writer->setComplete();
    QVERIFY(m_writer->snapshot()->complete);
    QCOMPARE(column(*snapshots.back(), "k"), std::string("1 | 2 | x | true | p, q | 7"));
}

void TableWriterTest::numbersRecordsAcrossBatches()
{
    append({"{}", "{}"});
    append({"{}"}, 2);
    QCOMPARE(column(*m_writer->snapshot(), "record"), std::string("1 | 2 | 3"));
}

void TableWriterTest::capsProblems()
{
    for (int i = 0; i < 1500; ++i)
        m_writer->addProblem({ProblemCode::MissingKey, Severity::Warning, {FileId{}, 0, 0}, {}, {}});
    m_writer->addProblem({ProblemCode::JsonSyntax, Severity::Error, {FileId{}, 0, 0}, {}, {}});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(snapshot->problemCounts.warnings(), std::uint64_t{1500});
    QCOMPARE(snapshot->problemCounts.errors(), std::uint64_t{1});
    QCOMPARE(snapshot->problems.size(), std::size_t{1001});
    QVERIFY(snapshot->problemsCapped);
}

void TableWriterTest::capsColumns()
{
    // Objects whose keys are data, so that every record has new ones.
    for (int batch = 0; batch < 3; ++batch) {
        std::vector<std::string> records;
        for (int i = 0; i < 500; ++i)
            records.push_back("{\"k" + std::to_string(batch * 500 + i) + "\": 1, \"k0\": 2}");
        append(records);
    }
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(snapshot->records.columns.size(), std::size_t{1000});
    QCOMPARE(fieldText(*snapshot, Row{999}, "k999"), std::string("1"));
    QCOMPARE(fieldText(*snapshot, Row{1400}, "k0"), std::string("2"));
    QCOMPARE(fieldText(*snapshot, Row{1400}, "k1400"), std::string("<no field>"));
    // The problem is reported once.
    QCOMPARE(test::problemLines(*snapshot), (std::vector<std::string>{"too-many-fields "}));
}

void TableWriterTest::dropsMembersNamedByData()
{
    // The result does not depend on how records are divided into batches.
    for (const int size : {1, 7, 400}) {
        init();
        for (int begin = 0; begin < 400; begin += size) {
            std::vector<std::string> records;
            for (int i = begin; i < std::min(begin + size, 400); ++i)
                records.push_back(R"({"early": 1, "data": {"k)" + std::to_string(i) +
                                  R"(": {"x": 1, "y": 2, "z": 3}},)" + R"( "few": {"p": 1}, "late)" +
                                  std::to_string(i / 100) + R"(": 5})");
            append(records);
        }
        const auto snapshot = m_writer->snapshot();
        std::vector<std::string> keys;
        for (const Column& each : snapshot->records.columns)
            keys.push_back(each.info.key);
        QCOMPARE(keys, (std::vector<std::string>{"early", "few.p", "late0", "late1", "late2", "late3"}));
        QCOMPARE(fieldText(*snapshot, Row{399}, "late3"), std::string("5"));
        QCOMPARE(test::problemLines(*snapshot), (std::vector<std::string>{"too-many-fields "}));
        QVERIFY(inEnglish(snapshot->problems[0].detail).find("the members of \"data\"") != std::string::npos);
    }
}

void TableWriterTest::keepsManyIntents()
{
    // More different ones, and more in a message, than fit into some bits.
    constexpr std::uint32_t kMessages = 70'000;
    for (std::uint32_t first = 0; first < kMessages; first += 10'000) {
        std::vector<std::string> records;
        for (std::uint32_t i = first; i < first + 10'000; ++i)
            records.push_back(R"({"role": "user", "intents": ["i)" + std::to_string(i) + "\"]}");
        append(records);
    }
    std::string list;
    std::string shown;
    for (int i = 0; i < 100; ++i) {
        list += (i == 0 ? "\"one of many intents " : ", \"one of many intents ") + std::to_string(i) + "\"";
        shown += (i == 0 ? "one of many intents " : ", one of many intents ") + std::to_string(i);
    }
    append({R"({"role": "user", "intents": [)" + list + "]}"});
    const auto snapshot = m_writer->snapshot();
    for (std::uint32_t i = 0; i < kMessages; i += 99)
        QCOMPARE(fieldText(*snapshot, Row{i}, "intent"), "i" + std::to_string(i));
    QCOMPARE(fieldText(*snapshot, Row{kMessages - 1}, "intent"), std::string("i69999"));
    QCOMPARE(fieldText(*snapshot, Row{kMessages}, "intent"), shown);
    QCOMPARE(findField(*snapshot, "intent")->valueCount(), std::size_t{70'100});
}

void TableWriterTest::keepsManyRoles()
{
    std::vector<std::string> records;
    for (int i = 0; i < 600; ++i)
        records.push_back(R"({"role": "role )" + std::to_string(i) + "\"}");
    append(records);
    append(records);
    const auto snapshot = m_writer->snapshot();
    for (const std::uint32_t i : {0U, 254U, 255U, 256U, 599U, 600U, 900U, 1199U})
        QCOMPARE(fieldText(*snapshot, Row{i}, "role"), "role " + std::to_string(i % 600));
}

void TableWriterTest::keepsIntentsOfTwoNames()
{
    // As records have them in two languages, alone and in lists.
    const auto record = [](const std::string& intents) {
        return R"({"role": "user", "intents": [)" + intents + "]}";
    };
    append({record(R"({"en": "a", "zh": "甲"}, {"zh": "乙"})"), record(R"({"zh": "乙"}, {"zh": "甲"})"),
            record(R"("a", "a", {"en": "a", "zh": "甲"})")});
    append({record(R"({"zh": "甲"}, {"zh": "丙"})"), record("\"x\\u001Ey\""), record("\"\\u001Ey\", \"a\"")});
    const auto snapshot = m_writer->snapshot();
    QCOMPARE(column(*snapshot, "intent"), std::string("a, 乙 | 乙, a | a | a, 丙 | … | …, a"));
}

void TableWriterTest::usedBatchesAreLikeNewOnes_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed)
        QTest::newRow(std::to_string(seed).c_str()) << seed;
}

void TableWriterTest::usedBatchesAreLikeNewOnes()
{
    QFETCH(const unsigned, seed);
    std::mt19937 random(seed);
    const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random()) % limit; };
    std::uint64_t unique = 0;
    const auto value = [&](std::size_t kind) -> std::string {
        switch (kind) {
        case 0:
            return std::to_string(below(4));
        case 1:
            return below(2) == 0 ? "true" : "false";
        case 2:
            return R"(["p", "q"])";
        case 3:
            return "\"number " + std::to_string(++unique) + "\"";
        case 4:
            return "null";
        default:
            return "\"" + std::string(1 + below(3), 'w') + "\"";
        }
    };
    TableWriter other(std::vector<std::string>{"test"});
    SourceFile file = m_writer->snapshot()->files[0];
    other.addFile(std::move(file));
    for (int batches = 0; batches < 60; ++batches) {
        std::vector<std::string> records;
        // Kinds differ from batch to batch, and often within one.
        const std::size_t usual = below(6);
        for (std::size_t i = 0, end = 1 + below(80); i < end; ++i) {
            std::string record = "{\"id\": \"" + std::to_string(++unique) + "\"";
            for (char key = 'a'; key < 'a' + 8; ++key) {
                if (below(3) != 0)
                    record += std::string(", \"") + key + "\": " + value(below(4) == 0 ? below(6) : usual);
            }
            if (below(2) == 0)
                record += ", \"role\": " + value(5);
            records.push_back(record + "}");
        }
        append(records);
        TableBatch fresh;
        m_batches->fill(fresh, records);
        other.append(fresh);
    }
    const SnapshotPtr used = m_writer->snapshot();
    const SnapshotPtr expected = other.snapshot();
    QCOMPARE(used->recordCount(), expected->recordCount());
    const std::vector<std::string> lines = duologue::test::snapshotLines(*used);
    const std::vector<std::string> expectedLines = duologue::test::snapshotLines(*expected);
    QCOMPARE(lines.size(), expectedLines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        QCOMPARE(lines[i], expectedLines[i]);
    for (std::size_t i = 0; i < used->records.columns.size(); ++i)
        QCOMPARE(used->records.columns[i].mixed, expected->records.columns[i].mixed);
}

DUOLOGUE_TEST(TableWriterTest)
#include "table_writer_test.moc"
