// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/facet.h"
#include "core/query/evaluate.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <numeric>

using namespace duologue;
using namespace duologue::test;

class FacetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsEqualRowsOfFacetQuery_data();
    void countsEqualRowsOfFacetQuery();
    void adjacentValuesBecomeRange();
    void valuesHaveChineseNames();
    void stopsEarly();

private:
    RowSet found(const Query& query) const { return evaluate(*m_snapshot, query, Job()).value(); }

    SnapshotPtr m_snapshot = madeSnapshot(3210, 7);
};

void FacetTest::countsEqualRowsOfFacetQuery_data()
{
    QTest::addColumn<QByteArray>("key");
    for (const FieldReader& field : allFields(*m_snapshot)) {
        if (field.info().key != "id")
            QTest::newRow(field.info().key.c_str()) << QByteArray::fromStdString(field.info().key);
    }
    for (const char* key : {"position", "turn", "reply_to.intent"})
        QTest::newRow(key) << QByteArray(key);
}

void FacetTest::countsEqualRowsOfFacetQuery()
{
    QFETCH(const QByteArray, key);
    const FieldFacetPtr facet = makeFacet(m_snapshot, key.toStdString(), Job());
    QVERIFY(facet);
    const RowSet some = found(parseQuery("turns:>=3 -task:\"travel 9\"").value());
    const auto counts = countFacet(*facet, some, Job());
    QCOMPARE(counts.size(), facet->values.size());
    if (facet->isNumeric && !facet->field.ofMessages)
        QVERIFY(facet->values.size() <= Bins::kMostValues + 1);
    // Text fields have thousands of values: check about 40 of them.
    const std::size_t step = std::max<std::size_t>(1, facet->values.size() / 40);
    for (std::size_t i = 0; i < facet->values.size(); i += step) {
        const Query query = facetQuery(*facet, {static_cast<int>(i)});
        RowSet kept = found(query);
        if (facet->isNumeric)
            QVERIFY2(parseQuery(toText(query)).value() == query, toText(query).c_str());
        // Queries ignore case, so a text value may match more rows than its count.
        const bool exact = facet->field.kind != FieldKind::Text;
        QVERIFY2(exact ? kept.count() == facet->values[i].total : kept.count() >= facet->values[i].total,
                 toText(query).c_str());
        kept &= some;
        QVERIFY2(exact ? kept.count() == counts[i] : kept.count() >= counts[i], toText(query).c_str());
    }
    QueryTerm missing;
    missing.kind = TermKind::Missing;
    missing.field = key.toStdString();
    if (facet->field.key != "hallucination")
        QCOMPARE(facet->missing, std::uint64_t{found(Query::of(missing)).count()});
    // A query for all values matches every row with a value. Skipped for fields with too many values.
    constexpr std::size_t kMany = 200;
    if (facet->values.size() > kMany)
        return;
    std::vector<int> all(facet->values.size());
    std::iota(all.begin(), all.end(), 0);
    std::size_t infinite = 0;
    const FieldReader field = *findField(*m_snapshot, facet->field.key);
    for (Row row{0}; row < m_snapshot->endRow() && field.isNumber(); ++row)
        infinite += !facet->bins.any() && std::isinf(field.number(row)) ? 1 : 0;
    const Query any = facetQuery(*facet, all);
    if (facet->isNumeric)
        QVERIFY2(parseQuery(toText(any)).value() == any, toText(any).c_str());
    QCOMPARE(found(any).count() + infinite, m_snapshot->recordCount() - facet->missing);
}

void FacetTest::adjacentValuesBecomeRange()
{
    const FieldFacetPtr turns = makeFacet(m_snapshot, "turns", Job());
    QCOMPARE(toText(facetQuery(*turns, {2, 3, 4})),
             "turns:" + turns->values[2].value.text + ".." + turns->values[4].value.text);
    QCOMPARE(facetQuery(*turns, {}).kind, QueryKind::Everything);
    const FieldFacetPtr tokens = makeFacet(m_snapshot, "tokens", Job());
    QVERIFY(tokens->bins.any() && tokens->bins.whole);
    QCOMPARE(toText(facetQuery(*tokens, {0, 1})), std::string("tokens:0..9999"));
    QCOMPARE(tokens->values[1].value.text, std::string("5000–9999"));
    const FieldFacetPtr score = makeFacet(m_snapshot, "score", Job());
    QVERIFY(score->bins.any() && !score->bins.whole);
    const Query first = facetQuery(*score, {0});
    QVERIFY(parseQuery(toText(first)).value() == first);
}

void FacetTest::valuesHaveChineseNames()
{
    const FieldFacetPtr task = makeFacet(m_snapshot, "task", Job());
    bool known = false;
    for (const FacetValue& value : task->values) {
        known = known || (value.value.text == "recipe planning" && value.chinese == "菜谱规划");
        QVERIFY(value.total > 0);
    }
    QVERIFY(known);
    for (std::size_t i = 1; i < task->values.size(); ++i)
        QVERIFY(task->values[i].total <= task->values[i - 1].total);
    QVERIFY(!makeFacet(m_snapshot, "nothing", Job()));
}

void FacetTest::stopsEarly()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!makeFacet(m_snapshot, "task", Job(stop.get_token())));
}

DUOLOGUE_TEST(FacetTest)
#include "facet_test.moc"
