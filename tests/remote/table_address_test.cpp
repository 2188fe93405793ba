// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table_address.h"

#include "core/util/phrase_id.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

using namespace duologue;

class TableAddressTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAddresses();
    void refusesAddresses_data();
    void refusesAddresses();
    void readsWhatItWrites();
};

void TableAddressTest::readsAddresses()
{
    const auto made = readTableAddress("clickhouse://db.example.org/logs.chats");
    const TableAddress& address = made.value();
    QCOMPARE(address.host, std::string("db.example.org"));
    QCOMPARE(address.port, std::uint16_t{8123});
    QCOMPARE(address.database, std::string("logs"));
    QCOMPARE(address.table, std::string("chats"));
    QCOMPARE(address.shownName(), std::string("logs.chats"));
    QVERIFY(!address.isEncrypted);

    const auto secure = readTableAddress("clickhouse+https://[::1]/t").value();
    QVERIFY(secure.isEncrypted);
    QCOMPARE(secure.port, std::uint16_t{8443});
    QCOMPARE(secure.host, std::string("::1"));
    QVERIFY(secure.database.empty());

    const auto other = readTableAddress("postgresql://localhost:5433/work/public.chats").value();
    QCOMPARE(other.engine, Engine::PostgreSql);
    QCOMPARE(other.database, std::string("work"));
    QCOMPARE(other.schema, std::string("public"));
    QCOMPARE(other.table, std::string("chats"));
    QCOMPARE(other.port, std::uint16_t{5433});
}

void TableAddressTest::refusesAddresses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("phrase");
    const auto add = [](const char* text, PhraseId phrase) {
        QTest::addRow("%s", text) << QByteArray(text) << static_cast<int>(phrase);
    };
    add("clickhouse://me:secret@localhost/a.b", PhraseId::UserInAddress);
    add("clickhouse://me@localhost/a.b", PhraseId::UserInAddress);
    for (const char* text :
         {"clickhouse://", "clickhouse://localhost", "clickhouse://localhost/", "clickhouse://localhost/a.",
          "clickhouse://localhost/.b", "clickhouse://localhost:0/a.b", "clickhouse://localhost:99999/a.b",
          "clickhouse://localhost:/a.b", "clickhouse://local host/a.b", "clickhouse://localhost/a/b",
          "clickhouse://localhost/a.b?readonly=0", "clickhouse://localhost/a%zz",
          "clickhouse://localhost/a%2", "clickhouse://[::1/a.b", "clickhouse://[::1]x/a.b",
          "postgresql://localhost//t", "/data/folder"})
        add(text, PhraseId::NoTableAddress);
}

void TableAddressTest::refusesAddresses()
{
    QFETCH(QByteArray, text);
    QFETCH(int, phrase);
    const auto made = readTableAddress(text.toStdString());
    const Phrase* const mistake = made.error();
    QVERIFY(mistake != nullptr);
    QCOMPARE(static_cast<int>(mistake->id), phrase);
}

void TableAddressTest::readsWhatItWrites()
{
    for (const char* text :
         {"clickhouse://h:8123/a.b", "clickhouse+https://h:1/t", "postgresql://h:5432/d/s.t",
          "postgresql://h:5432/t", "clickhouse://[fe80::1]:9/a.b"})
        QCOMPARE(readTableAddress(text).value().text(), std::string(text));
    TableAddress odd{Engine::ClickHouse, false, "h", 8123, "a.b/c", {}, "名 \"%.`\n"};
    QCOMPARE(readTableAddress(odd.text()).value().table, odd.table);
    QCOMPARE(readTableAddress(odd.text()).value(), odd);
}

DUOLOGUE_TEST(TableAddressTest)
#include "table_address_test.moc"
