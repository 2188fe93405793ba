// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/count.h"
#include "core/analysis/report.h"
#include "core/analysis/tally.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/print.h"
#include "tests/support/random.h"

#include "core/util/text.h"
#include "tests/support/test_class.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace duologue;
using namespace duologue::test;

namespace {

/// A simple tally: visits each record and each message one by one.
class SlowTally {
public:
    SlowTally(const Snapshot& snapshot, std::vector<FieldReader> by, std::vector<FieldReader> means)
        : m_snapshot(snapshot), m_by(std::move(by)), m_means(std::move(means))
    {
    }

    void add(Row row)
    {
        const bool ofMessages = std::any_of(m_by.begin(), m_by.end(),
                                            [](const FieldReader& field) { return field.info().ofMessages; });
        if (!ofMessages) {
            addOne(row, std::nullopt);
            return;
        }
        const auto [begin, end] = m_snapshot.messageRange(row);
        for (auto i = begin; i < end; ++i)
            addOne(row, i);
    }

    struct Group {
        std::uint64_t n = 0;
        std::vector<Mean> means;
    };

    std::map<std::vector<std::string>, Group> groups;
    std::uint64_t withoutValue = 0;

private:
    static std::vector<std::string> values(const FieldReader& field, Row row,
                                           std::optional<MessageIndex> message)
    {
        std::vector<std::string> all;
        const auto take = [&](CategoryCode code) { all.push_back(field.category(code).shown()); };
        if (field.info().ofMessages) {
            field.forEachMessageCode(*message, take);
        } else if (field.isNumber()) {
            if (!std::isnan(field.number(row)))
                all.push_back(numberText(field.number(row) == 0 ? 0.0 : field.number(row)));
        } else if (field.info().kind == FieldKind::Text) {
            if (field.has(row))
                all.push_back(field.text(row));
        } else {
            field.forEachCode(row, take);
        }
        return all;
    }

    void addOne(Row row, std::optional<MessageIndex> message)
    {
        std::vector<std::vector<std::string>> combined;
        for (const std::string& first : values(m_by[0], row, message)) {
            if (m_by.size() == 1)
                combined.push_back({first});
            else
                for (const std::string& second : values(m_by[1], row, message))
                    combined.push_back({first, second});
        }
        withoutValue += combined.empty() ? 1 : 0;
        for (const auto& each : combined) {
            Group& group = groups[each];
            ++group.n;
            group.means.resize(m_means.size());
            for (std::size_t i = 0; i < m_means.size(); ++i)
                addMean(group.means[i], m_means[i], row, message);
        }
    }

    void addMean(Mean& mean, const FieldReader& field, Row row, std::optional<MessageIndex> message) const
    {
        const auto take = [&mean](double value) {
            if (!std::isnan(value))
                mean.add(value);
        };
        if (!field.info().ofMessages || (!message && field.isNumber()))
            return take(field.number(row));
        if (message)
            return take(field.messageNumber(*message));
        const auto [begin, end] = m_snapshot.messageRange(row);
        for (auto i = begin; i < end; ++i)
            take(field.messageNumber(i));
    }

    const Snapshot& m_snapshot;
    std::vector<FieldReader> m_by;
    std::vector<FieldReader> m_means;
};

bool isNear(double left, double right)
{
    return left == right || (std::isnan(left) && std::isnan(right)) ||
           std::abs(left - right) <= 1e-9 * std::max(std::abs(left), std::abs(right));
}

} // namespace

class TallyGroupsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithSlowTally_data();
    void agreesWithSlowTally();
    void resultsAreReproducible();
    void stopsEarly();
    void numbersPairs();

private:
    std::vector<FieldReader> fields(std::initializer_list<const char*> names) const
    {
        std::vector<FieldReader> found;
        for (const char* name : names)
            found.push_back(*findField(*m_snapshot, name));
        return found;
    }

    SnapshotPtr m_snapshot = madeSnapshot(3210, 7);
};

void TallyGroupsTest::agreesWithSlowTally_data()
{
    QTest::addColumn<std::vector<std::string>>("by");
    const auto row = [](std::vector<std::string> by) {
        QTest::newRow((by.front() + ", " + by.back()).c_str()) << by;
    };
    for (const FieldReader& field : allFields(*m_snapshot))
        row({field.info().key});
    row({"position"});
    const std::vector<std::string> some{
        "turns",  "score", "task",          "topics", "folder",          "id",
        "intent", "role",  "hallucination", "turn",   "reply_to.intent", "message_length"};
    for (const std::string& first : some) {
        for (const std::string& second : some)
            row({first, second});
    }
}

void TallyGroupsTest::agreesWithSlowTally()
{
    QFETCH(const std::vector<std::string>, by);
    std::vector<FieldReader> byFields;
    for (const std::string& key : by)
        byFields.push_back(*findField(*m_snapshot, key));
    const auto means = fields(
        {"rating.diversity", "score", "satisfaction", "hallucination", "turn", "message_length", "task"});
    Random random(1);
    RowSet rows(m_snapshot->recordCount());
    SlowTally slow(*m_snapshot, byFields, means);
    for (Row row{0}; row < m_snapshot->endRow(); ++row) {
        // Includes long stretches without any row.
        if (indexOf(row) / 700 % 2 == 1 || random.oneIn(3))
            continue;
        rows.add(row);
        slow.add(row);
    }
    for (const bool withMeans : {true, false}) {
        const Tally made =
            tally(*m_snapshot, rows, {byFields, withMeans ? means : std::vector<FieldReader>()}, Job());
        QCOMPARE(made.withoutValue, slow.withoutValue);
        QCOMPARE(made.rows.size(), slow.groups.size());
        for (const TallyRow& each : made.rows) {
            std::vector<std::string> key;
            for (const GroupValue& value : each.values)
                key.push_back(value.text);
            const auto expected = slow.groups.find(key);
            QVERIFY2(expected != slow.groups.end(), key.front().c_str());
            QCOMPARE(each.n, expected->second.n);
            for (std::size_t i = 0; i < each.means.size(); ++i) {
                QCOMPARE(each.means[i].n, expected->second.means[i].n);
                QVERIFY(isNear(each.means[i].mean(), expected->second.means[i].mean()));
            }
        }
    }
}

void TallyGroupsTest::resultsAreReproducible()
{
    // Partial sums must be added in a fixed order; other orders change the last bits.
    const auto snapshot = madeSnapshot(100'000, 4);
    const std::vector<FieldReader> by{*findField(*snapshot, "task")};
    const std::vector<FieldReader> means{*findField(*snapshot, "tokens"), *findField(*snapshot, "length")};
    const RowSet rows(snapshot->recordCount(), true);
    const Tally first = tally(*snapshot, rows, {by, means}, Job());
    for (int round = 0; round < 20; ++round) {
        const Tally again = tally(*snapshot, rows, {by, means}, Job());
        QCOMPARE(again.rows.size(), first.rows.size());
        for (std::size_t i = 0; i < first.rows.size(); ++i) {
            QCOMPARE(again.rows[i].n, first.rows[i].n);
            for (std::size_t k = 0; k < means.size(); ++k) {
                QVERIFY(again.rows[i].means[k].sum == first.rows[i].means[k].sum);
                QVERIFY(again.rows[i].means[k].sumOfSquares == first.rows[i].means[k].sumOfSquares);
            }
        }
    }
}

void TallyGroupsTest::stopsEarly()
{
    std::stop_source stop;
    stop.request_stop();
    const Job stopped(stop.get_token());
    const RowSet rows(m_snapshot->recordCount(), true);
    QVERIFY(tally(*m_snapshot, rows, {fields({"turns"})}, stopped).rows.empty());
    QVERIFY(tally(*m_snapshot, rows, {fields({"intent", "turns"})}, stopped).rows.empty());
    for (const ReportSpec& report : reports()) {
        const ReportOptions options = complete(report, *m_snapshot, {}, Job());
        const ReportData whole = reportOf(report, *m_snapshot, rows, options, Job());
        QVERIFY2(!whole.tally.rows.empty() || !whole.comparison.numbers.empty(), report.id.data());
        const ReportData none = reportOf(report, *m_snapshot, rows, options, stopped);
        QVERIFY2(none.tally.rows.empty() && none.comparison.numbers.empty(), report.id.data());
    }
}

void TallyGroupsTest::numbersPairs()
{
    Random random(8);
    PairNumbers numbers;
    std::map<PairNumbers::Pair, std::uint32_t> known;
    for (int i = 0; i < 100'000; ++i) {
        // Keys of all sizes: small pairs are in a table, large ones in a hash table.
        const PairNumbers::Pair pair(random.below(std::size_t{1} << random.below(32)),
                                     random.below(std::size_t{1} << random.below(32)));
        const std::uint32_t number = numbers.numberOf(pair.first, pair.second);
        QCOMPARE(number, known.try_emplace(pair, static_cast<std::uint32_t>(known.size())).first->second);
        QVERIFY(numbers.pairs()[number] == pair);
    }
    QCOMPARE(numbers.pairs().size(), known.size());
}

DUOLOGUE_TEST(TallyGroupsTest)
#include "tally_groups_test.moc"
