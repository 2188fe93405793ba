// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table_layout.h"

#include "core/remote/row_stream.h"
#include "core/util/buffers.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

namespace {

TableLayout layoutOf(const std::vector<ServerColumn>& columns)
{
    const TableAddress address{Engine::ClickHouse, false, "h", 1, "d", {}, "t"};
    return layoutOfTable(address, columns).value();
}

std::string written(const TableLayout& layout, std::string_view row)
{
    JsonParser parser;
    const PaddedBytes bytes(row);
    std::string out;
    RowWriter(layout).write(parser.parse(bytes.view()).value(), row, out);
    return out;
}

} // namespace

class TableLayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsLists();
    void findsRowsOfMessages();
    void findsRows();
    void knowsTypes();
};

void TableLayoutTest::findsLists()
{
    const TableLayout layout = layoutOf({{"id", "UInt64"},
                                         {"Model Name", "LowCardinality(String)"},
                                         {"messages.role", "Array(String)"},
                                         {"messages.content", "Array(Nullable(String))"},
                                         {"messages.tokens", "Array(UInt32)"},
                                         {"tags", "Array(String)"}});
    QCOMPARE(layout.kind, TableKind::Lists);
    QCOMPARE(layout.columns.size(), std::size_t{3});
    QCOMPARE(layout.columns[1].key, std::string("model_name"));
    QCOMPARE(layout.messageColumns.size(), std::size_t{3});
    QCOMPARE(layout.messageColumns[2].key, std::string("tokens"));
    QCOMPARE(layout.from, std::string("`d`.`t`"));
    QCOMPARE(layout.select(), std::string("`id`, `Model Name`, `tags`, `messages.role`, `messages.content`, "
                                          "`messages.tokens`"));
    const std::string row = R"({"id":7,"Model Name":"g","tags":["a"],"messages.role":["user","bot"],)"
                            R"("messages.content":["x",null],"messages.tokens":[1,2]})";
    const std::string record = R"({"id":7,"Model Name":"g","tags":["a"],"messages":[)"
                               R"({"role":"user","content":"x","tokens":1},)"
                               R"({"role":"bot","content":null,"tokens":2}]})";
    QCOMPARE(written(layout, row), record + "\n");
}

void TableLayoutTest::findsRowsOfMessages()
{
    const TableLayout layout = layoutOf(
        {{"conversation_id", "String"}, {"position", "UInt32"}, {"role", "String"}, {"content", "String"}});
    QCOMPARE(layout.kind, TableKind::Messages);
    QCOMPARE(layout.conversation, std::string("conversation_id"));
    QCOMPARE(layout.position, std::string("position"));
    QCOMPARE(layout.columns.size(), std::size_t{1});
    QCOMPARE(layout.messageColumns.size(), std::size_t{3});
}

void TableLayoutTest::findsRows()
{
    const TableLayout layout = layoutOf({{"id", "String"}, {"messages", "String"}, {"note", "String"}});
    QCOMPARE(layout.kind, TableKind::Rows);
    const std::string row = R"({"id":"1","messages":"[{\"role\": \"user\"}]","note":"{no JSON}"})";
    const std::string record = R"({"id":"1","messages":[{"role":"user"}],"note":"{no JSON}"})";
    QCOMPARE(written(layout, row), record + "\n");
}

void TableLayoutTest::knowsTypes()
{
    const auto type = [](const std::string& name) { return layoutOf({{"x", name}}).columns.front(); };
    QCOMPARE(type("UInt64").type, RemoteType::Number);
    QCOMPARE(type("Nullable(Float64)").type, RemoteType::Number);
    QVERIFY(type("Nullable(Float64)").isNullable);
    QCOMPARE(type("Float32").type, RemoteType::RoughNumber);
    QCOMPARE(type("Decimal(9, 2)").type, RemoteType::RoughNumber);
    QCOMPARE(type("LowCardinality(Nullable(String))").type, RemoteType::Text);
    QVERIFY(type("LowCardinality(Nullable(String))").isNullable);
    QCOMPARE(type("Enum8('a' = 1, 'b)' = 2)").sql, std::string("toString(`x`)"));
    QCOMPARE(type("DateTime('Asia/Shanghai')").type, RemoteType::Time);
    QCOMPARE(type("DateTime64(3)").type, RemoteType::Other);
    QCOMPARE(type("Array(Tuple(a String, b UInt8))").type, RemoteType::Other);
    QVERIFY(type("Array(String)").isList);
    const TableAddress address{Engine::ClickHouse, false, "h", 1, "d", {}, "t"};
    QVERIFY(!layoutOfTable(address, {}).ok());
}

DUOLOGUE_TEST(TableLayoutTest)
#include "table_layout_test.moc"
