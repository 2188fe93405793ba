// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/query/evaluate.h"
#include "core/remote/query_push.h"
#include "core/remote/remote_table.h"
#include "core/remote/sql_text.h"
#include "core/util/phrase_id.h"
#include "tests/remote/invented_tables.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/random.h"
#include "tests/support/test_class.h"

#include <map>
#include <set>

using namespace duologue;
using namespace duologue::test;

namespace {

using Ids = std::set<std::string>;

constexpr std::size_t kConversations = 400;
constexpr int kGenerated = 100;

/// The query language by example: text, fields of each type, presence, messages.
constexpr std::string_view kTerms[] = {
    "杭州",
    "visa",
    "\"two-day trip\"",
    "/visa|签证/",
    "/(杭州|上海)./",
    "/\\w+ssa/",
    "text.user:budget",
    "text.assistant:cafe",
    "text.system:杭州",
    "text.tool:visa",
    "text.context:visa",
    "text.candidate:visa",
    "text.note:bad",
    "text.zh:推荐",
    "text.en:visa",
    "text:\"it's\"",
    "text:\"100%\"",
    "text:\"a\\\\b\"",
    "text:\"foo;--\"",
    "text:\"`tick`\"",
    "text:\"trip)\"",
    "text:\"\\\"quoted\\\"\"",
    "k",
    "fish",
    "strasse",
    "viii",
    "zero",
    "\"line break\"",
    "hm",
    "png",
    "c7",
    "ç50",
    "model:gpt-4",
    "model:qwen",
    "model:\"n/a\"",
    "model:模型",
    "model:\"it's\"",
    "id:C7",
    "id:ç50",
    "has:id",
    "turns:2",
    "turns:>=2",
    "turns:1..2",
    "messages:0",
    "messages:<4",
    "length:>40",
    "length:0",
    "has:length",
    "\"Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do \"",
    "language:en",
    "score:1",
    "score:>=1",
    "score:<0",
    "score:1e20",
    "score:-3..2",
    "has:score",
    "missing:score",
    "has:model",
    "missing:model",
    "role:user",
    "role:narrator",
    "role:system",
    "message(role:user visa)",
    "message(role:assistant length:>10)",
    "first(role:user)",
    "last(role:assistant)",
    "first(杭州)",
    "all(length:<40)",
    "all(role:user OR role:assistant)",
    "count(role:user):>=2",
    "count(visa):1..2",
    "count():0",
    "message(position:2 visa)",
    "message(turn:>1)",
    "message(text.user:visa)",
    "message(-role:user)",
    "message(/visa|签证/)",
};

/// Of logs.lists alone.
constexpr std::string_view kTermsOfLists[] = {"n:4",
                                              "n:>=4",
                                              "n:2..5",
                                              "has:n",
                                              "missing:n",
                                              "small:0.1",
                                              "small:<=0.1",
                                              "small:1..2.5",
                                              "day:2026",
                                              "day:>=2026-01-01",
                                              "day:2025-01..2025-03",
                                              "at:2026-05",
                                              "at:>=2026-06-15",
                                              "at:..2026-03-01",
                                              "tags:a",
                                              "tags:旅行",
                                              "tags:\"o'x\"",
                                              "has:tags",
                                              "missing:tags",
                                              "kind:x",
                                              "has:kind",
                                              "note:visa",
                                              "has:note",
                                              "missing:note",
                                              "tokens:4",
                                              "tokens:>7",
                                              "flag:bad",
                                              "has:flag",
                                              "message(flag:ok tokens:>5)",
                                              "message(missing:flag)",
                                              "all(tokens:<8)",
                                              "count(flag:bad):2",
                                              "last(flag:ok visa)",
                                              "\"Model\":qwen"};

/// Which queries cannot be asked, and how both sides say so.
constexpr std::string_view kMistakes[] = {"intent:Search",
                                          "hallucination:sometimes",
                                          "rating.diversity:<2",
                                          "has:nosuch",
                                          "star:yes",
                                          "turns:many",
                                          "text.nosuch:x",
                                          "/(/",
                                          "message(nosuch:1)",
                                          "model:>=2026-01-01"};

Ids idsOf(const Snapshot& snapshot, const RowSet& rows)
{
    Ids ids;
    const auto field = findField(snapshot, "id");
    rows.forEach([&](Row row) { ids.insert(field->text(row)); });
    return ids;
}

QByteArray shown(const Ids& ids)
{
    QByteArray text;
    for (const std::string& id : ids)
        text += QByteArray::fromStdString(id) + ' ';
    return text;
}

struct OpenTable {
    std::shared_ptr<RemoteTable> table;
    /// All rows, as a file has them.
    SnapshotPtr all;
};

} // namespace

/// Queries that the engine answers find what evaluate() finds in the same rows.
class TableQueriesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void isReadLikeAFile_data();
    void isReadLikeAFile();
    void findsTheSame_data();
    void findsTheSame();
    void findsTheSameForGeneratedQueries_data();
    void findsTheSameForGeneratedQueries();
    void decidesMostTerms();
    void refusesByName();
    void sortsAndChooses();
    void fetchesNothingByHostileNames();

private:
    const OpenTable& open(const std::string& name);
    void compare(const OpenTable& table, const std::string& text);

    std::unique_ptr<ClickHouseNodes> m_nodes;
    std::map<std::string, OpenTable> m_tables;
    int m_exact = 0;
    int m_compared = 0;
};

void TableQueriesTest::initTestCase()
{
    m_nodes = ClickHouseNodes::start();
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    makeInventedTables(*m_nodes, kConversations);
}

const OpenTable& TableQueriesTest::open(const std::string& name)
{
    OpenTable& table = m_tables[name];
    if (!table.table) {
        auto made = RemoteTable::open(m_nodes->table(name), {}, {}, Job());
        if (const Phrase* mistake = made.error())
            qFatal("%s", inEnglish(*mistake).c_str());
        table.table = made.value();
        const FetchedRows rows = table.table->fetch("1", {}, Job());
        if (!rows.mistake.empty())
            qFatal("%s", inEnglish(rows.mistake).c_str());
        table.all = loadRows(rows.file, Job());
    }
    return table;
}

void TableQueriesTest::isReadLikeAFile_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"lists", "turns", "json"})
        QTest::addRow("%s", name) << QByteArray(name);
}

void TableQueriesTest::isReadLikeAFile()
{
    QFETCH(QByteArray, name);
    const OpenTable& table = open(name.toStdString());
    QCOMPARE(table.all->problemCounts.errors(), std::uint64_t{0});
    QVERIFY(table.all->messages.count > kConversations);
    if (name != "turns")
        QCOMPARE(table.all->recordCount(), std::uint32_t{kConversations});
    QCOMPARE(table.table->facts().areMessagesSure, name != "json");
    QVERIFY(table.table->facts().id.has_value());
    // Messages are in their order.
    const auto texts = findField(*table.all, "messages");
    QVERIFY(texts.has_value());
}

void TableQueriesTest::compare(const OpenTable& table, const std::string& text)
{
    const Query query = parsed(text);
    const auto truth = evaluate(*table.all, query, Job());
    const auto pushed = pushQuery(table.table->facts(), query);
    if (const auto* mistake = truth.error()) {
        QVERIFY2(!pushed.ok(), text.c_str());
        QCOMPARE(inEnglish(pushed.error()->what), inEnglish(mistake->what));
        return;
    }
    QVERIFY2(pushed.ok(),
             (text + ": " + inEnglish(pushed.error() != nullptr ? pushed.error()->what : Phrase())).c_str());
    const Bounds& bounds = pushed.value();
    const Ids wanted = idsOf(*table.all, truth.value());
    const TableLayout& layout = table.table->facts().layout;
    const std::string id = sqlName(layout.columns[*table.table->facts().id].name);
    const auto idsWhere = [&](const std::string& condition) {
        Ids found;
        const Phrase failed =
            table.table->ask("SELECT " + id + " AS `the id` FROM " + layout.from + " WHERE " + condition,
                             Job(), [&found](const JsonView& row) {
                                 found.emplace(row["the id"].string());
                                 return true;
                             });
        if (!failed.empty())
            QTest::qFail((text + ": " + inEnglish(failed)).c_str(), __FILE__, __LINE__);
        return found;
    };
    const Ids upper = idsWhere(bounds.upper);
    const Ids lower = bounds.isExact() ? upper : idsWhere(bounds.lower);
    ++m_compared;
    m_exact += bounds.isExact() ? 1 : 0;
    if (bounds.isExact()) {
        QVERIFY2(upper == wanted, (QByteArray::fromStdString(text + " finds ") + shown(upper) +
                                   " instead of " + shown(wanted)));
        return;
    }
    for (const std::string& each : lower)
        QVERIFY2(wanted.count(each) == 1, (text + " finds " + each + " for sure").c_str());
    for (const std::string& each : wanted)
        QVERIFY2(upper.count(each) == 1, (text + " misses " + each).c_str());
    // What the engine leaves open is finished here.
    const FetchedRows rows = table.table->fetch(bounds.upper, {}, Job());
    QVERIFY2(rows.mistake.empty(), inEnglish(rows.mistake).c_str());
    const SnapshotPtr some = loadRows(rows.file, Job());
    if (some->recordCount() == 0)
        return;
    const auto finished = evaluate(*some, query, Job());
    if (const auto* found = finished.get())
        QVERIFY2(idsOf(*some, *found) == wanted,
                 (QByteArray::fromStdString(text + " finds ") + shown(idsOf(*some, *found)) + " instead of " +
                  shown(wanted)));
}

void TableQueriesTest::findsTheSame_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    const auto add = [](const char* name, std::string_view text) {
        const QByteArray bytes(text.data(), static_cast<qsizetype>(text.size()));
        QTest::addRow("%s %s", name, bytes.constData()) << QByteArray(name) << bytes;
    };
    for (const char* name : {"lists", "turns", "json"}) {
        for (const auto text : kTerms) {
            const bool isOfOthers =
                name == std::string_view("turns") && (text.find("model") != std::string_view::npos ||
                                                      text.find("score") != std::string_view::npos);
            if (!isOfOthers)
                add(name, text);
        }
        for (const auto text : kMistakes)
            add(name, text);
    }
    for (const auto text : kTermsOfLists)
        add("lists", text);
}

void TableQueriesTest::findsTheSame()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, text);
    const auto query = parseQuery(text.toStdString());
    if (query.ok())
        compare(open(name.toStdString()), text.toStdString());
}

void TableQueriesTest::findsTheSameForGeneratedQueries_data()
{
    QTest::addColumn<QByteArray>("text");
    std::vector<std::string_view> terms(std::begin(kTerms), std::end(kTerms));
    terms.insert(terms.end(), std::begin(kTermsOfLists), std::end(kTermsOfLists));
    Random random(11);
    for (int i = 0; i < kGenerated; ++i) {
        const std::function<std::string(int)> make = [&](int depth) {
            if (depth == 0 || random.oneIn(3))
                return std::string(random.oneIn(4) ? "-" : "") + std::string(random.of(terms));
            std::string text = random.oneIn(4) ? "-(" : "(";
            const char* const joint = random.oneIn(2) ? " OR " : " ";
            const auto parts = 2 + random.below(2);
            for (std::uint32_t part = 0; part < parts; ++part)
                text += (part == 0 ? "" : joint) + make(depth - 1);
            return text + ")";
        };
        const std::string text = make(2);
        QTest::addRow("%d", i) << QByteArray::fromStdString(text);
    }
}

void TableQueriesTest::findsTheSameForGeneratedQueries()
{
    QFETCH(QByteArray, text);
    compare(open("lists"), text.toStdString());
}

/// Terms about numbers, categories, times, roles and places are decided by the engine alone.
void TableQueriesTest::decidesMostTerms()
{
    for (const char* text :
         {"model:qwen", "turns:>=2", "messages:0", "score:>=1", "missing:score", "day:2026", "at:2026-05",
          "tags:a", "missing:tags", "kind:x", "role:user", "tokens:>7", "flag:bad", "first(role:user)",
          "all(length:<40)", "count(role:user):>=2", "message(flag:ok tokens:>5)", "id:c7",
          "message(position:2)"}) {
        const auto pushed = pushQuery(open("lists").table->facts(), parsed(text));
        QVERIFY2(pushed.value().isExact(), text);
    }
}

void TableQueriesTest::refusesByName()
{
    for (const char* text : {"record:7", "file:lists", "format:openai-messages", "problems:0"}) {
        const auto pushed = pushQuery(open("lists").table->facts(), parsed(text));
        QVERIFY2(!pushed.ok(), text);
        QCOMPARE(static_cast<int>(pushed.error()->what.id), static_cast<int>(PhraseId::TableHasNo));
    }
}

void TableQueriesTest::sortsAndChooses()
{
    const OpenTable& table = open("lists");
    RowsWanted wanted;
    wanted.limit = 10;
    wanted.sortBy = *pushedNumber(table.table->facts(), "n");
    wanted.descending = true;
    const SnapshotPtr first = loadRows(table.table->fetch("1", wanted, Job()).file, Job());
    QCOMPARE(first->recordCount(), std::uint32_t{10});
    const auto field = findField(*first, "n");
    for (std::uint32_t i = 0; i < 10; ++i)
        QCOMPARE(field->number(Row{i}), 8.0);

    RowsWanted sample;
    sample.limit = 20;
    sample.seed = 1;
    const auto idsOfSample = [&] {
        const SnapshotPtr rows = loadRows(table.table->fetch("1", sample, Job()).file, Job());
        return idsOf(*rows, RowSet(rows->recordCount(), true));
    };
    const Ids once = idsOfSample();
    QCOMPARE(once.size(), std::size_t{20});
    QCOMPARE(idsOfSample(), once);
    sample.seed = 2;
    QVERIFY(idsOfSample() != once);
}

/// Tables and columns whose names and values are SQL are read, and nothing happens to others.
void TableQueriesTest::fetchesNothingByHostileNames()
{
    const std::string column = "a`b'c\\d\"); DROP TABLE logs.json_local; --%";
    m_nodes->run(0, "CREATE TABLE logs." + sqlName(column) + " (id String, " + sqlName(column) +
                        " String, messages String) ENGINE = MergeTree ORDER BY id");
    m_nodes->run(0, "INSERT INTO logs." + sqlName(column) + " VALUES ('1', " +
                        sqlText("'); DROP TABLE logs.json_local; --") + ", '[]'), ('2', " + sqlText("x") +
                        ", '[]')");
    TableAddress address = m_nodes->table(column);
    QCOMPARE(readTableAddress(address.text()).value(), address);
    const auto made = RemoteTable::open(address, {}, {}, Job());
    QVERIFY(made.ok());
    const RemoteTable& table = *made.value();
    Query query = Query::of({TermKind::Equals, fieldKey(column), "'); DROP TABLE logs.json_local; --"});
    auto pushed = pushQuery(table.facts(), query);
    QVERIFY(pushed.ok());
    const auto counted = table.count(pushed.value(), Job());
    QCOMPARE(counted.value().upper, std::uint64_t{1});
    QVERIFY(counted.value().isExact());

    Random random(3);
    constexpr std::string_view kHostile = "'`\"\\%();-/*\n\r\t\0 x";
    for (int round = 0; round < 300; ++round) {
        std::string value;
        for (auto i = random.below(10); i > 0; --i)
            value += kHostile[random.below(kHostile.size())];
        query = Query::of({random.oneIn(2) ? TermKind::Equals : TermKind::Text, "", value});
        query.term.field = query.term.kind == TermKind::Equals ? "id" : "";
        pushed = pushQuery(open("lists").table->facts(), query);
        QVERIFY(pushed.ok());
        const auto answer = open("lists").table->count(pushed.value(), Job());
        QVERIFY2(answer.ok(), inEnglish(!answer.ok() ? *answer.error() : Phrase()).c_str());
    }
    QCOMPARE(open("json").table->count(Bounds::exactly("1"), Job()).value().upper,
             std::uint64_t{kConversations});
}

DUOLOGUE_TEST(TableQueriesTest)
#include "table_queries_test.moc"
