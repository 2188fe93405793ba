// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/query/column_search.h"
#include "core/query/evaluate.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/temp_folder.h"

#include "core/util/text.h"
#include "tests/support/test_class.h"
#include <cmath>

using namespace duologue;
using namespace duologue::test;

class ColumnSearchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithSlowSearch_data();
    void agreesWithSlowSearch();
    void combinedTermsEqualSetOperations();
    void distinguishesManyRoles();
    void findsRowsWithMatchingMessages();
    void scanAgreesWithReader();
    void stopsEarly();

private:
    RowSet found(const std::string& query, const Job& job = Job()) const
    {
        return evaluate(*m_snapshot, parseQuery(query).value(), job).value();
    }

    SnapshotPtr m_snapshot = madeSnapshot(3210, 7);
};

namespace {

/// The expected result of a query with one term, for one row.
using Holds = std::function<bool(const FieldReader&, Row)>;

bool anyNamed(const FieldReader& field, Row row, std::string_view name)
{
    bool any = false;
    field.forEachCode(row, [&](CategoryCode code) { any = any || field.category(code).answersTo(name); });
    return any;
}

} // namespace

Q_DECLARE_METATYPE(Holds)

void ColumnSearchTest::agreesWithSlowSearch_data()
{
    QTest::addColumn<std::string>("key");
    QTest::addColumn<std::string>("query");
    QTest::addColumn<Holds>("holds");
    const auto row = [](std::string key, std::string query, Holds holds) {
        QTest::newRow(query.c_str()) << std::move(key) << query << std::move(holds);
    };
    for (const FieldReader& field : allFields(*m_snapshot)) {
        const std::string& key = field.info().key;
        row(key, "has:" + key, [](const FieldReader& each, Row at) { return each.has(at); });
        row(key, "missing:" + key, [](const FieldReader& each, Row at) { return !each.has(at); });
    }
    for (const auto& [key, name] :
         std::initializer_list<std::pair<const char*, const char*>>{{"task", "Travel Planning"},
                                                                    {"task", "其他"},
                                                                    {"topics", "museums"},
                                                                    {"intent", "search"},
                                                                    {"role", "user"},
                                                                    {"satisfaction", "4"},
                                                                    {"position", "12"},
                                                                    {"turn", "5"},
                                                                    {"message_length", "17"},
                                                                    {"reply_to.intent", "推荐"},
                                                                    {"first_role", "user"},
                                                                    {"language", "en+zh"},
                                                                    {"file", "made/part 1/1.jsonl"}})
        row(key, std::string(key) + ":\"" + name + "\"",
            [name = std::string(name)](const FieldReader& each, Row at) { return anyNamed(each, at, name); });
    for (const std::string key : {"tokens", "score", "turns", "messages", "length", "problems", "one_sided",
                                  "hallucination", "rating.diversity"}) {
        row(key, key + ":1..50000",
            [](const FieldReader& each, Row at) { return each.number(at) >= 1 && each.number(at) <= 50000; });
        row(key, key + ":>2", [](const FieldReader& each, Row at) { return each.number(at) > 2; });
        row(key, key + ":<=0", [](const FieldReader& each, Row at) { return each.number(at) <= 0; });
        row(key, key + ":0", [](const FieldReader& each, Row at) { return each.number(at) == 0; });
    }
    for (const std::string key : {"position", "turn", "message_length", "satisfaction"}) {
        row(key, key + ":>=4", [](const FieldReader& each, Row at) {
            bool any = false;
            each.forEachCode(at, [&](CategoryCode code) { any = any || each.categoryNumber(code) >= 4; });
            return any;
        });
        row(key, "has:" + key + " ", [](const FieldReader& each, Row at) { return each.has(at); });
    }
    for (const std::string key : {"id", "user", "folder"}) {
        const FieldReader field = *findField(*m_snapshot, key);
        for (const Row at : {Row{5}, Row{6}, Row{1700}, Row{1701}, Row{1702}, Row{1703}})
            row(key, key + ":\"" + field.text(at) + "\"",
                [text = foldForSearch(field.text(at))](const FieldReader& each, Row other) {
                    return foldForSearch(each.text(other)) == text;
                });
    }
}

void ColumnSearchTest::agreesWithSlowSearch()
{
    QFETCH(const std::string, key);
    QFETCH(const std::string, query);
    QFETCH(const Holds, holds);
    const FieldReader field = *findField(*m_snapshot, key);
    const RowSet fast = found(query);
    for (Row row{0}; row < m_snapshot->endRow(); ++row)
        QVERIFY2(fast.contains(row) == holds(field, row), std::to_string(indexOf(row)).c_str());
}

void ColumnSearchTest::combinedTermsEqualSetOperations()
{
    RowSet both = found("task:\"travel planning\"");
    both &= found("tokens:>=20000");
    both &= found("topics:tea");
    QVERIFY(both.count() > 0);
    QVERIFY(found("task:\"travel planning\" tokens:>=20000 topics:tea") == both);
    RowSet rest = found("task:\"travel planning\"");
    rest.invert();
    QVERIFY(found("-task:\"travel planning\"") == rest);
}

void ColumnSearchTest::distinguishesManyRoles()
{
    // More than a byte can number.
    Snapshot snapshot;
    Column& roles = snapshot.messages.columns[static_cast<std::size_t>(MessageColumn::Role)];
    Column& marks = snapshot.messages.columns[static_cast<std::size_t>(MessageColumn::Hallucination)];
    for (int i = 0; i < 300; ++i)
        roles.categories.push_back({"role" + std::to_string(i), {}});
    for (const Mark mark : {Mark::NotAnnotated, Mark::No, Mark::Yes, Mark::Unclear}) {
        for (const std::size_t role : {7U, 263U}) {
            RecordEntry record;
            record.firstMessage = snapshot.messages.end();
            snapshot.records.entries.push_back(record);
            roles.codes.push_back(categoryCode(role));
            marks.codes.push_back(codeOfKey(static_cast<std::uint32_t>(mark)));
            ++snapshot.messages.count;
        }
    }
    // A record without messages.
    RecordEntry empty;
    empty.firstMessage = snapshot.messages.end();
    snapshot.records.entries.push_back(empty);
    const auto count = [&](const char* query) {
        return evaluate(snapshot, parseQuery(query).value(), Job()).value().count();
    };
    QCOMPARE(count("role:role7"), std::size_t{4});
    QCOMPARE(count("role:role263"), std::size_t{4});
    QCOMPARE(count("role:role44"), std::size_t{0});
    QCOMPARE(count("NOT role:role7"), std::size_t{5});
    QCOMPARE(count("hallucination:yes"), std::size_t{2});
    QCOMPARE(count("has:role"), std::size_t{8});
    QCOMPARE(count("missing:role"), std::size_t{1});
}

/// Conversations of many lengths, some with more than 64 messages, in more than one chunk of a column.
void ColumnSearchTest::findsRowsWithMatchingMessages()
{
    const TempFolder folder;
    Random random(5);
    std::string lines;
    for (const int turns : {1, 70, 3, 33, 0, 1, 200, 64, 32})
        for (int i = 0; i < 30; ++i) {
            AgentRecord record = AgentRecord::ofTurns(turns);
            for (auto& message : record.messages)
                message.intent = random.oneIn(40) ? "rare" : "usual";
            lines += record.json() + "\n";
        }
    const auto snapshot = load({folder.write("a.jsonl", lines)});
    const Column& intents = snapshot->messages.column(MessageColumn::Intent);
    QVERIFY(snapshot->messages.count > intents.codes.kChunkSize);
    const auto isRare = [&](std::uint32_t key) {
        return key != 0 && intents.categories[indexOf(codeOfKey(key))].shown() == "rare";
    };
    for (const auto& [first, last] : {std::pair(Row{0}, snapshot->endRow()), std::pair(Row{40}, Row{41}),
                                      std::pair(Row{100}, Row{200})}) {
        const MessageIndex begin = snapshot->messageRange(first).first;
        const MessageIndex end = snapshot->messageRange(last - 1).second;
        std::vector<std::uint32_t> keys(end - begin);
        intents.codes.keysTo(indexOf(begin), indexOf(end), keys.data());
        const MessageBits bits(keys, begin, isRare);
        for (Row row = first; row < last; ++row) {
            const auto [from, to] = snapshot->messageRange(row);
            bool expected = false;
            for (MessageIndex i = from; i < to; ++i)
                expected = expected || isRare(intents.codes.key(indexOf(i)));
            QCOMPARE(bits.anyIn(from, to), expected);
        }
    }
}

void ColumnSearchTest::scanAgreesWithReader()
{
    // Starts in the middle of a run and crosses a chunk boundary of the tables.
    const auto snapshot = madeSnapshot(17'000, 2);
    const auto begin = static_cast<Row>(RecordTable().entries.kChunkSize - 100);
    const Row end = begin + FieldScan::kRun;
    for (const FieldReader& field : allFields(*snapshot)) {
        const FieldScan scan(field);
        std::vector<double> numbers(FieldScan::kRun);
        std::vector<CategoryCode> codes(FieldScan::kRun, kNoCategory);
        scan.numbers(begin, end, numbers.data());
        if (scan.isSingleValued())
            scan.codes(begin, end, codes.data());
        for (Row row = begin; row < end; ++row) {
            const double number = field.number(row);
            QVERIFY(std::isnan(number) ? std::isnan(numbers[row - begin]) : number == numbers[row - begin]);
            if (scan.isSingleValued()) {
                CategoryCode code = kNoCategory;
                field.forEachCode(row, [&](CategoryCode each) { code = each; });
                QCOMPARE(codes[row - begin], code);
            }
        }
    }
}

void ColumnSearchTest::stopsEarly()
{
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(found("tokens:>=0", Job(stop.get_token())).count(), std::size_t{0});
}

DUOLOGUE_TEST(ColumnSearchTest)
#include "column_search_test.moc"
