// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cohorts.h"
#include "core/analysis/count.h"
#include "core/analysis/report.h"
#include "core/analysis/report_table.h"
#include "core/analysis/tally.h"
#include "core/query/evaluate.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace duologue;
using namespace duologue::test;

/// Cohorts and their counts, compared with separate slow computations.
class CohortsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_snapshot = madeSnapshot(3000, 4); }

    void cohortsPartitionTheRows()
    {
        const RowSet rows = evaluate(*m_snapshot, parseQuery("turns:>2").value(), Job()).value();
        for (const char* field : {"task", "group", "turns", "tokens"}) {
            const Bins bins = binsFor(*m_snapshot, *findField(*m_snapshot, field), Job());
            const auto cohorts = cohortsOf(*m_snapshot, rows, field, bins, Job()).cohorts;
            QVERIFY(cohorts.size() >= 3 && cohorts.size() <= 8);
            const Tally counts =
                tally(*m_snapshot, rows, {{*findField(*m_snapshot, field)}, {}, {bins}}, Job());
            for (const Cohort& cohort : cohorts) {
                const auto found =
                    std::find_if(counts.rows.begin(), counts.rows.end(),
                                 [&](const TallyRow& row) { return row.values.front().text == cohort.name; });
                QVERIFY(found != counts.rows.end());
                QCOMPARE(cohort.rows.count(), found->n);
            }
        }
    }

    /// A record is in the cohort of each bin that some message of it is in.
    void cohortsByBinsOfMessages()
    {
        const FieldReader length = *findField(*m_snapshot, "message_length");
        const Bins bins = binsFor(*m_snapshot, length, Job());
        QVERIFY(bins.any());
        const auto cohorts = cohortsOf(*m_snapshot, everything(), "message_length", bins, Job()).cohorts;
        QVERIFY(!cohorts.empty());
        for (const Cohort& cohort : cohorts) {
            for (Row row{0}; row < m_snapshot->endRow(); ++row) {
                bool isIn = false;
                const auto [first, last] = m_snapshot->messageRange(row);
                for (MessageIndex i = first; i < last; ++i)
                    isIn = isIn || bins.valueOf(bins.keyOf(length.messageNumber(i))).text == cohort.name;
                QCOMPARE(cohort.rows.contains(row), isIn);
            }
        }
    }

    void countsEqualSeparateTallies()
    {
        // Some rows are in two sets, some in none; the third set is empty.
        const std::vector<RowSet> sets{rowsOf("turns:<=3"), rowsOf("turns:2..5 task:\"travel planning\""),
                                       RowSet(m_snapshot->recordCount())};
        std::vector<const RowSet*> pointers;
        for (const RowSet& set : sets)
            pointers.push_back(&set);
        std::vector<FieldReader> fields;
        for (const char* key : {"turns", "tokens", "score", "length", "rating.diversity", "task", "topics",
                                "id", "language", "first_role", "role", "intent", "reply_to.intent",
                                "position", "message_length", "satisfaction", "hallucination",
                                // Fields that are given twice.
                                "role", "satisfaction", "turns"})
            fields.push_back(*findField(*m_snapshot, key));
        const CohortCounts made = countCohorts(*m_snapshot, pointers, fields, Job());
        QCOMPARE(made.fields.size(), fields.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const FieldCounts& counts = made.fields[i];
            QCOMPARE(counts.numbers.size(), hasMean(fields[i]) ? sets.size() : std::size_t{0});
            for (std::size_t set = 0; set < sets.size(); ++set) {
                if (hasMean(fields[i]))
                    compare(counts.numbers[set], summaryOf(*m_snapshot, sets[set], fields[i], Job()));
                else
                    compare(counts, set, tally(*m_snapshot, sets[set], {{fields[i]}}, Job()));
            }
        }
        for (std::size_t set = 0; set < sets.size(); ++set) {
            std::uint64_t messages = 0;
            sets[set].forEach([&](Row row) {
                const auto [first, last] = m_snapshot->messageRange(row);
                messages += last - first;
            });
            QCOMPARE(made.messages[set], messages);
        }
    }

    void comparesCohortsOfQueries()
    {
        ReportOptions options;
        for (const char* text : {"turns:<=3", "turns:>3"})
            options.cohorts.push_back(parseQuery(text).value());
        options.measures = {"turns", "task", "topics", "hallucination"};
        const ReportData data = computed(options);
        const CohortComparison& made = data.comparison;
        QCOMPARE(made.names, (std::vector<std::string>{"turns:<=3", "turns:>3"}));
        QCOMPARE(made.shared, std::uint64_t{0});
        QCOMPARE(std::accumulate(made.records.begin(), made.records.end(), std::uint64_t{0}),
                 evaluate(*m_snapshot, parseQuery("has:turns").value(), Job()).value().count());
        QCOMPARE(made.numbers.size(), std::size_t{2});
        QCOMPARE(made.numbers[0].differences[1].effect, EffectSize::CliffsDelta);
        // Every value of the second cohort is larger than every value of the first.
        QCOMPARE(made.numbers[0].differences[1].size, 1.0);
        QCOMPARE(made.numbers[1].measure.kind, MeasureKind::Share);
        QCOMPARE(made.categories.size(), std::size_t{2});
        QCOMPARE(made.categories[0].test.name, TestName::ChiSquare);
        // A record may have several topics and count for each, so their shares are not tested.
        QCOMPARE(made.categories[1].field.key, std::string("topics"));
        QCOMPARE(made.categories[1].test.name, TestName::None);
    }

    void saysHowManyValuesAreNotCompared()
    {
        ReportOptions options;
        options.field = "tokens";
        options.bins = {binsFor(*m_snapshot, *findField(*m_snapshot, "tokens"), Job())};
        const Tally counts =
            tally(*m_snapshot, everything(), {{*findField(*m_snapshot, "tokens")}, {}, options.bins}, Job());
        const ReportData data = computed(options);
        QVERIFY(counts.rows.size() > 8);
        QCOMPARE(data.comparison.names.size(), std::size_t{8});
        QCOMPARE(data.comparison.otherValues, counts.rows.size() - 8);
        const std::string table = formatTable(tableOf(data), TableFormat::Csv, false);
        QVERIFY(table.find("values not compared,,," + std::to_string(data.comparison.otherValues)) !=
                std::string::npos);
    }

    void skipsTestsIfCohortsOverlap()
    {
        ReportOptions options;
        for (const char* text : {"turns:<=3", "turns:2..5"})
            options.cohorts.push_back(parseQuery(text).value());
        options.measures = {"turns", "task"};
        const CohortComparison& made = computed(options).comparison;
        RowSet both = rowsOf("turns:2..3");
        QVERIFY(both.count() > 0);
        QCOMPARE(made.shared, std::uint64_t{both.count()});
        QVERIFY(!std::isnan(made.numbers[0].differences[1].difference));
        QVERIFY(!made.numbers[0].differences[1].interval.isKnown());
        QVERIFY(std::isnan(made.numbers[0].differences[1].size));
        QCOMPARE(made.categories[0].test.name, TestName::None);
        const std::string table = formatTable(tableOf(computed(options)), TableFormat::Csv, false);
        QVERIFY(table.find("records in several,,," + std::to_string(both.count())) != std::string::npos);
    }

    void summarizesNumbers()
    {
        constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
        constexpr double kInfinite = std::numeric_limits<double>::infinity();
        const std::vector<double> numbers{0,    -0.0, 1,     63,    64,         65,         -1,    0.25,
                                          63.5, 3,    kNone, 3,     0x1p52,     0x1p52 + 1, 1e300, -0x1p52,
                                          2.0,  1e-9, 63,    kNone, 0x1p53 + 2, -63};
        SummaryPiece piece;
        addAll(piece, numbers);
        piece.finish();
        SummaryPiece all;
        all.add(piece);
        const NumberSummary made = all.take();
        std::map<double, std::uint64_t> wanted;
        for (const double number : numbers) {
            if (!std::isnan(number))
                ++wanted[number];
        }
        QCOMPARE(made.values, (std::vector<std::pair<double, std::uint64_t>>(wanted.begin(), wanted.end())));
        QCOMPARE(made.mean.n, numbers.size() - 2);
        QCOMPARE(made.low, -0x1p52);
        QCOMPARE(made.high, 1e300);
        QVERIFY(!made.whole);

        SummaryPiece infinite;
        addAll(infinite, {kInfinite, 2.0, -kInfinite});
        infinite.finish();
        const NumberSummary finite = infinite.take();
        QCOMPARE(finite.low, 2.0);
        QCOMPARE(finite.high, 2.0);
        QVERIFY(finite.whole);
        QCOMPARE(finite.mean.n, std::uint64_t{3});
    }

private:
    static void addAll(SummaryPiece& piece, const std::vector<double>& numbers)
    {
        piece.addAll(NumberSlots(numbers).slots, numbers, 0, numbers.size());
    }

    static bool near(double made, double wanted)
    {
        return (std::isnan(made) && std::isnan(wanted)) || made == wanted ||
               std::abs(made - wanted) <= 1e-9 * std::abs(wanted);
    }

    static void compare(const NumberSummary& made, const NumberSummary& wanted)
    {
        QCOMPARE(made.mean.n, wanted.mean.n);
        // Sums may be added in another order, which changes the last bits.
        QVERIFY(near(made.mean.sum, wanted.mean.sum));
        QVERIFY(near(made.mean.sumOfSquares, wanted.mean.sumOfSquares));
        QCOMPARE(made.hasValues, wanted.hasValues);
        QCOMPARE(made.values, wanted.values);
        QCOMPARE(made.low, wanted.low);
        QCOMPARE(made.high, wanted.high);
        QCOMPARE(made.whole, wanted.whole);
    }

    static void compare(const FieldCounts& made, std::size_t set, const Tally& wanted)
    {
        std::size_t there = 0;
        for (const auto& [value, line] : made.values)
            there += line[set] > 0 ? 1 : 0;
        QCOMPARE(there, wanted.rows.size());
        for (const TallyRow& row : wanted.rows)
            QCOMPARE(made.values.at(row.values.front().text)[set], row.n);
    }

    ReportData computed(const ReportOptions& asked) const
    {
        const ReportSpec& report = *findReport("cohorts");
        return reportOf(report, *m_snapshot, everything(), complete(report, *m_snapshot, asked, Job()),
                        Job());
    }
    RowSet rowsOf(const char* query) const
    {
        return evaluate(*m_snapshot, parseQuery(query).value(), Job()).value();
    }
    RowSet everything() const { return RowSet(m_snapshot->recordCount(), true); }

    std::shared_ptr<const Snapshot> m_snapshot;
};

DUOLOGUE_TEST(CohortsTest)
#include "cohorts_test.moc"
