// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report.h"
#include "core/query/evaluate.h"
#include "core/remote/query_push.h"
#include "core/remote/remote_table.h"
#include "core/remote/table_counts.h"
#include "tests/remote/invented_tables.h"
#include "tests/support/make_query.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

using namespace duologue;
using namespace duologue::test;

namespace {

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

void compareRows(const Tally& made, const Tally& expected)
{
    QCOMPARE(made.withoutValue, expected.withoutValue);
    QCOMPARE(made.rows.size(), expected.rows.size());
    for (std::size_t i = 0; i < made.rows.size(); ++i) {
        const TallyRow& row = made.rows[i];
        const TallyRow& other = expected.rows[i];
        QCOMPARE(row.n, other.n);
        for (std::size_t value = 0; value < row.values.size(); ++value) {
            QCOMPARE(row.values[value].text, other.values[value].text);
            QCOMPARE(row.values[value].number, other.values[value].number);
            QCOMPARE(row.values[value].end, other.values[value].end);
        }
        for (std::size_t mean = 0; mean < row.means.size(); ++mean) {
            QCOMPARE(row.means[mean].n, other.means[mean].n);
            QVERIFY(isClose(row.means[mean].sum, other.means[mean].sum));
            QVERIFY(isClose(row.means[mean].sumOfSquares, other.means[mean].sumOfSquares));
        }
    }
}

std::string refusal(const std::function<void()>& ask)
{
    try {
        ask();
    } catch (const Phrase& why) {
        return inEnglish(why);
    }
    return {};
}

} // namespace

/// Tables that the engine counts are those that tally() makes of the same rows.
class TableCountsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void countsTheSame_data();
    void countsTheSame();
    void reportsAreTheSame_data();
    void reportsAreTheSame();
    void facetsAreTheSame_data();
    void facetsAreTheSame();
    void refusesWhatItCannotCount();
    void refusesWhatItCannotDecide();
    void serverGoneWhileOpen();

private:
    std::unique_ptr<ClickHouseNodes> m_nodes;
    std::shared_ptr<RemoteTable> m_table;
    SnapshotPtr m_all;
};

void TableCountsTest::initTestCase()
{
    m_nodes = ClickHouseNodes::start();
    if (!m_nodes)
        QSKIP(ClickHouseNodes::kNotFound);
    makeInventedTables(*m_nodes, 500);
    const auto made = RemoteTable::open(m_nodes->table("lists"), {}, {}, Job());
    QVERIFY(made.ok());
    m_table = made.value();
    m_all = loadRows(m_table->fetch("1", {}, Job()).file, Job());
}

void TableCountsTest::countsTheSame_data()
{
    QTest::addColumn<QStringList>("by");
    QTest::addColumn<QStringList>("means");
    QTest::addColumn<QByteArray>("where");
    const auto add = [](const QStringList& by, const QStringList& means, const char* where) {
        QTest::addRow("%s %s %s", qPrintable(by.join(QLatin1Char(','))),
                      qPrintable(means.join(QLatin1Char(','))), where)
            << by << means << QByteArray(where);
    };
    const auto names = [](const char* text) {
        return QString::fromUtf8(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    };
    for (const char* by :
         {"turns", "messages", "model", "kind", "n", "score", "day", "model kind", "turns n", "note", "id"}) {
        for (const char* where : {"", "turns:>=1", "model:qwen OR n:>4", "missing:score"})
            add(names(by), names("score n turns messages"), where);
    }
}

void TableCountsTest::countsTheSame()
{
    QFETCH(QStringList, by);
    QFETCH(QStringList, means);
    QFETCH(QByteArray, where);
    const auto fields = [&](const QStringList& list) {
        std::vector<FieldReader> found;
        for (const QString& key : list)
            found.push_back(*findField(*m_all, key.toStdString()));
        return found;
    };
    const Query query = parsed(where.toStdString());
    const auto rows = evaluate(*m_all, query, Job()).value();
    const CountRequest request{fields(by), fields(means)};
    const TableCounts counts(m_table, {});
    compareRows(counts.tally(request, counts.where(query, Job()), Job()),
                tally(*m_all, rows, request, Job()));
}

void TableCountsTest::reportsAreTheSame_data()
{
    QTest::addColumn<QByteArray>("report");
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("measure");
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<QByteArray>("where");
    const auto add = [](const char* report, const char* field, const char* second, const char* measure) {
        for (const auto& [base, where] :
             {std::array<const char*, 2>{"", ""}, std::array<const char*, 2>{"", "model:qwen OR n:>4"},
              std::array<const char*, 2>{"turns:>=1", "kind:x text.user:visa"}})
            QTest::addRow("%s %s %s %s, %s, %s", report, field, second, measure, base, where)
                << QByteArray(report) << QByteArray(field) << QByteArray(second) << QByteArray(measure)
                << QByteArray(base) << QByteArray(where);
    };
    for (const char* field : {"turns", "messages", "model", "kind", "n", "score", "day", "wide"})
        add("distribution", field, "", "");
    add("mean-by-field", "model", "", "score");
    add("mean-by-field", "wide", "", "turns");
    add("cross-table", "model", "turns", "");
    add("cross-table", "kind", "wide", "n");
    add("rating-by-turns", "turns", "", "");
}

/// Bins, scales and figures are those of all rows, although only some are here.
void TableCountsTest::reportsAreTheSame()
{
    QFETCH(QByteArray, report);
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, second);
    QFETCH(QByteArray, measure);
    QFETCH(QByteArray, base);
    QFETCH(QByteArray, where);
    const ReportSpec& asked = *findReport(report.toStdString());
    ReportOptions options;
    options.field = field.toStdString();
    options.second = second.toStdString();
    if (!measure.isEmpty())
        options.measures = {measure.toStdString()};
    const TableCounts counts(m_table, parsed(base.toStdString()));
    const Query query = parsed(where.toStdString());
    const Filter filter = counts.where(query, Job());

    const auto rows = evaluate(*m_all, Query::all({parsed(base.toStdString()), query}), Job()).value();
    QCOMPARE(counts.count(filter, Job()), std::uint64_t{rows.count()});
    const ReportOptions complete = duologue::complete(asked, *m_all, counts, options, Job());
    // Bins are chosen by all rows of the dataset, which the base narrows.
    if (base.isEmpty())
        QVERIFY(complete == duologue::complete(asked, *m_all, options, Job()));
    const ReportData expected = reportOf(asked, *m_all, rows, complete, Job());
    const ReportData made = asked.compute({*m_all, counts, filter, complete, Job()});
    QCOMPARE(made.shape, expected.shape);
    QCOMPARE(made.figure, expected.figure);
    QCOMPARE(made.filterFields, expected.filterFields);
    QVERIFY(made.measures == expected.measures);
    if (asked.id != "distribution") {
        compareRows(made.tally, expected.tally);
        return;
    }
    // Those of one count have any order.
    const auto sorted = [](Tally tally) {
        std::sort(tally.rows.begin(), tally.rows.end(), [](const TallyRow& a, const TallyRow& b) {
            return a.values.front().text < b.values.front().text;
        });
        return tally;
    };
    compareRows(sorted(made.tally), sorted(expected.tally));
}

void TableCountsTest::facetsAreTheSame_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("where");
    for (const char* field : {"turns", "messages", "model", "kind", "n", "score", "day", "wide", "note"}) {
        for (const char* where : {"", "turns:>=1", "model:qwen OR n:>4"})
            QTest::addRow("%s, %s", field, where) << QByteArray(field) << QByteArray(where);
    }
}

void TableCountsTest::facetsAreTheSame()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, where);
    const TableCounts counts(m_table, {});
    const FieldFacetPtr expected = makeFacet(m_all, field.toStdString(), Job());
    const FieldFacetPtr made = counts.facet(m_all, field.toStdString(), Job());
    QCOMPARE(made->isNumeric, expected->isNumeric);
    QCOMPARE(made->missing, expected->missing);
    QVERIFY(made->bins == expected->bins);
    QCOMPARE(made->values.size(), expected->values.size());
    const Query query = parsed(where.toStdString());
    const auto rows = evaluate(*m_all, query, Job()).value();
    const auto byText = [](const FieldFacet& facet, const std::vector<std::uint64_t>& left) {
        std::map<std::string, std::array<std::uint64_t, 2>> all;
        for (std::size_t i = 0; i < facet.values.size(); ++i)
            all[facet.values[i].value.text] = {facet.values[i].total, left[i]};
        return all;
    };
    const auto left = counts.count(*made, counts.where(query, Job()), Job());
    QVERIFY(byText(*made, left) == byText(*expected, countFacet(*expected, rows, Job())));
    if (made->isNumeric) {
        for (std::size_t i = 0; i < made->values.size(); ++i)
            QVERIFY(made->values[i].value == expected->values[i].value);
    }
}

void TableCountsTest::refusesWhatItCannotDecide()
{
    const TableCounts counts(m_table, {});
    QCOMPARE(refusal([&] { counts.where(parsed("visa"), Job()); }),
             std::string("the engine cannot evaluate all of visa"));
    QVERIFY(!refusal([&] { counts.where(parsed("record:1"), Job()); }).empty());
    QCOMPARE(refusal([&] { counts.facet(m_all, "role", Job()); }),
             std::string("the engine cannot count by role"));
    const ReportSpec& lengths = *findReport("length-by-role");
    QCOMPARE(refusal([&] {
                 lengths.compute({*m_all, counts, {}, complete(lengths, *m_all, counts, {}, Job()), Job()});
             }),
             std::string("the engine cannot make this chart"));
}

void TableCountsTest::refusesWhatItCannotCount()
{
    const TableCounts counts(m_table, {});
    for (const char* field : {"tags", "role", "language", "small", "length"}) {
        const CountRequest request{{*findField(*m_all, "turns"), *findField(*m_all, field)}};
        QCOMPARE(refusal([&] { counts.tally(request, {}, Job()); }),
                 std::string("the engine cannot count by ") + field);
    }
    QCOMPARE(refusal([&] { counts.facet(m_all, "nosuch", Job()); }),
             std::string("the engine cannot count by nosuch"));
    const CountRequest means{{*findField(*m_all, "turns")}, {*findField(*m_all, "model")}};
    QCOMPARE(refusal([&] { counts.tally(means, {}, Job()); }),
             std::string("the engine cannot count by model"));
}

/// The last test: it ends the server.
void TableCountsTest::serverGoneWhileOpen()
{
    m_nodes->runOnBoth("DROP TABLE logs.lists");
    const FetchedRows dropped = m_table->fetch("1", {}, Job());
    QCOMPARE(dropped.rows, std::uint64_t{0});
    QVERIFY2(inEnglish(dropped.mistake).find("logs.lists") != std::string::npos,
             inEnglish(dropped.mistake).c_str());
    if (m_nodes->isOne())
        QSKIP("The library does not go away.");
    m_nodes->kill();
    const auto counted = m_table->count(Bounds::exactly("1"), Job());
    QVERIFY(!counted.ok());
    QVERIFY(inEnglish(*counted.error()).find("cannot reach") != std::string::npos);
}

DUOLOGUE_TEST(TableCountsTest)
#include "table_counts_test.moc"
