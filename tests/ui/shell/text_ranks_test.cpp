// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/field_reader.h"
#include "core/data/row_order.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/test_class.h"
#include "ui/app/view.h"

#include <QTest>
#include <algorithm>

using namespace duologue;
using duologue::ui::RankedTexts;
using duologue::ui::RankedTextsPtr;
using duologue::ui::TextRanks;

namespace {

const SnapshotPtr& some()
{
    static const SnapshotPtr made = test::madeSnapshot(2000, 1);
    return made;
}

std::vector<std::string> textFields(const Snapshot& snapshot)
{
    std::vector<std::string> keys;
    for (const FieldReader& field : allFields(snapshot)) {
        if (field.info().kind == FieldKind::Text)
            keys.push_back(field.info().key);
    }
    return keys;
}

bool hasAll(const TextRanks& ranks, const SnapshotPtr& snapshot)
{
    const std::vector<std::string> keys = textFields(*snapshot);
    return std::all_of(keys.begin(), keys.end(),
                       [&](const std::string& key) { return ranks.of(snapshot, key) != nullptr; });
}

} // namespace

class TextRanksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void precomputedOrdersAreEqual()
    {
        TextRanks ranks(1);
        ranks.precompute(some());
        QVERIFY(textFields(*some()).size() >= 3);
        QTRY_VERIFY(hasAll(ranks, some()));
        const RowOrder all = orderOf(RowSet(some()->recordCount(), true));
        for (const std::string& key : textFields(*some())) {
            const RankedTextsPtr ranked = ranks.of(some(), key);
            QCOMPARE(ranked->field, key);
            QCOMPARE(sortedBy(all, ranked->keys, true), sortedBy(all, *findField(*some(), key), true));
        }
        QVERIFY(ranks.of(some(), "turns") == nullptr);
    }

    void ordersOfViewsAreKept()
    {
        TextRanks ranks(1);
        const RowOrder all = orderOf(RowSet(some()->recordCount(), true));
        const auto own =
            std::make_shared<const RankedTexts>("user", SortKeys(all, *findField(*some(), "user"), Job()));
        ranks.keep(some(), own);
        ranks.keep(some(), nullptr);
        QCOMPARE(ranks.of(some(), "user"), own);
        ranks.precompute(some());
        QTRY_VERIFY(hasAll(ranks, some()));
        QCOMPARE(ranks.of(some(), "user"), own);
    }

    void anotherDatasetHasItsOwnOrders()
    {
        TextRanks ranks(1);
        ranks.precompute(some());
        QTRY_VERIFY(hasAll(ranks, some()));
        const SnapshotPtr other = test::madeSnapshot(10, 2);
        QVERIFY(ranks.of(other, "id") == nullptr);
        ranks.changeTo(other);
        QVERIFY(ranks.of(some(), "id") == nullptr);
        ranks.precompute(other);
        QTRY_VERIFY(hasAll(ranks, other));
    }

    void precomputingResumesAfterAPause()
    {
        TextRanks ranks(1);
        TextRanks beside(1);
        ranks.precompute(some());
        ranks.pause();
        beside.precompute(some());
        QTRY_VERIFY(hasAll(beside, some()));
        QVERIFY(ranks.of(some(), "id") == nullptr);
        ranks.precompute(some());
        QTRY_VERIFY(hasAll(ranks, some()));
    }

    void smallDatasetsAreNotPrecomputed()
    {
        TextRanks ranks(some()->recordCount() + 1);
        TextRanks beside(some()->recordCount());
        ranks.precompute(some());
        beside.precompute(some());
        QTRY_VERIFY(hasAll(beside, some()));
        QVERIFY(ranks.of(some(), "id") == nullptr);
    }
};

DUOLOGUE_TEST(TextRanksTest)
#include "text_ranks_test.moc"
