// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/bins.h"
#include "core/analysis/report.h"
#include "core/analysis/report_table.h"
#include "core/query/evaluate.h"
#include "tests/support/load.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <cmath>
#include <map>
#include <numeric>

using namespace duologue;
using namespace duologue::test;

/// Properties of every report, and each report compared with a slow and simple count.
class ReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_snapshot = madeSnapshot(3000, 4); }

    void computesEveryReport_data()
    {
        QTest::addColumn<QString>("id");
        for (const ReportSpec& report : reports())
            QTest::newRow(report.id.data()) << QString::fromLatin1(report.id.data());
    }

    void computesEveryReport()
    {
        QFETCH(const QString, id);
        const ReportSpec* report = findReport(id.toStdString());
        QVERIFY(report != nullptr && !report->title.empty() && !report->summary.empty());
        const ReportOptions options = complete(*report, *m_snapshot, {}, Job());
        // Completing complete options changes nothing.
        QCOMPARE(complete(*report, *m_snapshot, options, Job()), options);
        ReportOptions nonsense;
        nonsense.field = "no such field";
        nonsense.measures = {"no.such", "task"};
        QVERIFY(!complete(*report, *m_snapshot, nonsense, Job()).fields().empty());
        const ReportData data = reportOf(*report, *m_snapshot, everything(), options, Job());
        const TextTable table = tableOf(data);
        QVERIFY(!table.rows.empty());
        for (const auto& row : table.rows)
            QCOMPARE(row.size(), table.columns.size());
        if (data.shape != ReportShape::Comparison) {
            QCOMPARE(data.measures.size(), data.tally.means.size());
            QCOMPARE(data.tally.by.size(), data.filterFields.size());
            QCOMPARE(data.tally.by.size(),
                     data.shape == ReportShape::Cells ? std::size_t{2} : std::size_t{1});
            // The fields that a click filters by exist.
            for (const std::string& field : data.filterFields)
                QVERIFY(findField(*m_snapshot, field).has_value());
        }
        // No rows give an empty report, and so does an empty dataset.
        QVERIFY(reportOf(*report, *m_snapshot, RowSet(m_snapshot->recordCount()), options, Job())
                    .tally.rows.empty());
        const Snapshot empty;
        const ReportOptions none = complete(*report, empty, {}, Job());
        QVERIFY(reportOf(*report, empty, RowSet(), none, Job()).tally.rows.empty());
    }

    void binsCountTheirValues()
    {
        for (const char* name : {"tokens", "score", "length", "message_length"}) {
            const FieldReader field = *findField(*m_snapshot, name);
            const Bins bins = binsFor(*m_snapshot, field, Job());
            QVERIFY(bins.any() && bins.count >= 8 && bins.count <= 45);
            std::map<std::uint32_t, std::uint64_t> counted;
            std::uint64_t all = 0;
            const auto add = [&](double value) {
                if (std::isnan(value))
                    return;
                ++all;
                for (std::uint32_t key = 1; key <= bins.count; ++key) {
                    const GroupValue bin = bins.valueOf(key);
                    const bool inside =
                        value >= *bin.number && (bin.endIncluded ? value <= *bin.end : value < *bin.end);
                    counted[key] += inside || (std::isinf(value) && value > 0 && key == bins.count) ? 1 : 0;
                }
            };
            for (Row row{0}; row < m_snapshot->endRow(); ++row) {
                if (!field.info().ofMessages)
                    add(field.number(row));
                const auto [first, last] = m_snapshot->messageRange(row);
                for (MessageIndex i = first; field.info().ofMessages && i < last; ++i)
                    add(field.messageNumber(i));
            }
            const Tally made = tally(*m_snapshot, everything(), {{field}, {}, {bins}}, Job());
            std::uint64_t sum = 0;
            for (const TallyRow& row : made.rows) {
                const std::uint32_t key = bins.keyOf(*row.values.front().number);
                QCOMPARE(row.n, counted[key]);
                sum += row.n;
            }
            QCOMPARE(sum, all);
        }
    }

    void binQueryFindsItsRecords()
    {
        // A click on a bin gives a range query, which must match as many records as the bin counts.
        ReportOptions options;
        options.field = "score";
        const ReportSpec& report = *findReport("distribution");
        options = complete(report, *m_snapshot, options, Job());
        QCOMPARE(options.bins.size(), std::size_t{1});
        const ReportData data = reportOf(report, *m_snapshot, everything(), options, Job());
        for (const TallyRow& row : data.tally.rows) {
            const GroupValue& bin = row.values.front();
            QueryTerm term;
            term.kind = TermKind::Range;
            term.field = "score";
            term.low = *bin.number;
            term.high = *bin.end;
            term.highIncluded = bin.endIncluded;
            const auto rows = evaluate(*m_snapshot, Query::of(term), Job()).value();
            std::uint64_t infinite = 0;
            for (Row r{0}; std::isinf(*bin.end) && r < m_snapshot->endRow(); ++r)
                infinite +=
                    findField(*m_snapshot, "score")->number(r) == *bin.end && !rows.contains(r) ? 1 : 0;
            QCOMPARE(row.n, rows.count() + infinite);
        }
    }

    void fewValuesHaveNoBins()
    {
        for (const char* name : {"turns", "rating.diversity", "one_sided"})
            QVERIFY(!binsFor(*m_snapshot, *findField(*m_snapshot, name), Job()).any());
    }

    void transitionsCountPairsOfUserMessages()
    {
        std::map<std::pair<std::string, std::string>, std::uint64_t> wanted;
        const FieldReader role = *findField(*m_snapshot, "role");
        const FieldReader intent = *findField(*m_snapshot, "intent");
        const auto intentsOf = [&](MessageIndex message) {
            std::vector<std::string> all;
            intent.forEachMessageCode(
                message, [&](CategoryCode code) { all.push_back(intent.category(code).shown()); });
            return all;
        };
        for (Row row{0}; row < m_snapshot->endRow(); ++row) {
            std::optional<std::vector<std::string>> before;
            const auto [first, last] = m_snapshot->messageRange(row);
            for (MessageIndex i = first; i < last; ++i) {
                bool isUser = false;
                role.forEachMessageCode(
                    i, [&](CategoryCode code) { isUser = role.category(code).shown() == "user"; });
                if (!isUser)
                    continue;
                const auto here = intentsOf(i);
                for (const std::string& from : before.value_or(std::vector<std::string>())) {
                    for (const std::string& to : here)
                        ++wanted[{from, to}];
                }
                before = here;
            }
        }
        const ReportData data = computed("intent-transitions", {});
        QCOMPARE(data.tally.rows.size(), wanted.size());
        for (const TallyRow& row : data.tally.rows)
            QCOMPARE(row.n, (wanted[{row.values[0].text, row.values[1].text}]));
        // A click on a cell filters for messages with both values.
        QCOMPARE(data.filterFields, (std::vector<std::string>{"intent", "next.intent"}));
        const Tally asked =
            tally(*m_snapshot, everything(),
                  {{*findField(*m_snapshot, "intent"), *findField(*m_snapshot, "next.intent")}}, Job());
        QCOMPARE(asked.rows.size(), wanted.size());
        for (const TallyRow& row : asked.rows)
            QCOMPARE(row.n, (wanted[{row.values[0].text, row.values[1].text}]));
    }

    void averagesMessageLengthsByRole()
    {
        std::map<std::string, std::array<Mean, 2>> wanted;
        for (MessageIndex i{0}; i < m_snapshot->messages.end(); ++i) {
            const KeptMessage message = keptMessage(*m_snapshot, i);
            auto& means = wanted[message.role];
            if (message.english)
                means[0].add(*message.english);
            if (message.chinese)
                means[1].add(*message.chinese);
        }
        const ReportData data = computed("length-by-role", {});
        QCOMPARE(data.tally.rows.size(), wanted.size());
        for (const TallyRow& row : data.tally.rows) {
            for (std::size_t i = 0; i < 2; ++i) {
                QCOMPARE(row.means[i].n, wanted[row.values[0].text][i].n);
                QCOMPARE(row.means[i].mean(), wanted[row.values[0].text][i].mean());
            }
        }
    }

    void hallucinationRatesAreSharesOfJudgedMessages()
    {
        const ReportData data = computed("hallucination-by-turn", {});
        QCOMPARE(data.measures, std::vector<Measure>{Measure{MeasureKind::Share}});
        std::uint64_t annotated = 0;
        double marked = 0;
        for (const TallyRow& row : data.tally.rows) {
            QCOMPARE(row.n, row.means.front().n);
            annotated += row.n;
            marked += row.means.front().sum;
        }
        std::uint64_t wanted = 0;
        double wantedMarked = 0;
        for (MessageIndex i{0}; i < m_snapshot->messages.end(); ++i) {
            const Mark mark = m_snapshot->messages.mark(i);
            wanted += mark == Mark::Yes || mark == Mark::No ? 1 : 0;
            wantedMarked += mark == Mark::Yes ? 1 : 0;
        }
        QCOMPARE(annotated, wanted);
        QCOMPARE(marked, wantedMarked);
        QCOMPARE(annotated + data.tally.withoutValue + data.tally.notJudged,
                 std::uint64_t{m_snapshot->messages.count});
    }

    void gridMatchesTally()
    {
        ReportOptions options;
        options.field = "task";
        options.second = "turns";
        options.measures = {"rating.diversity"};
        const ReportData data = computed("cross-table", options);
        QCOMPARE(data.figure, CellFigure::Mean);
        const CellGrid grid = CellGrid::of(data.tally);
        std::uint64_t sum = 0;
        for (std::size_t line = 0; line < grid.lines.size(); ++line)
            sum += grid.lineSum(line);
        std::uint64_t wanted = 0;
        for (const TallyRow& row : data.tally.rows) {
            wanted += row.n;
            const auto line =
                std::find(grid.lines.begin(), grid.lines.end(), row.values[0]) - grid.lines.begin();
            const auto column =
                std::find(grid.columns.begin(), grid.columns.end(), row.values[1]) - grid.columns.begin();
            const auto& cell = grid.at(static_cast<std::size_t>(line), static_cast<std::size_t>(column));
            QCOMPARE(cell.n, row.n);
            QCOMPARE(cell.mean.sum, row.means.front().sum);
        }
        QCOMPARE(sum, wanted);
        QVERIFY(
            std::is_sorted(grid.columns.begin(), grid.columns.end(),
                           [](const GroupValue& a, const GroupValue& b) { return *a.number < *b.number; }));
    }

    void tablesIncludeIntervals()
    {
        ReportOptions options;
        options.measures = {"rating.diversity"};
        const TextTable means = tableOf(computed("rating-by-turns", options));
        std::vector<std::string> titles;
        for (const auto& column : means.columns)
            titles.push_back(column.title);
        QCOMPARE(titles, (std::vector<std::string>{"turns", "n", "Diversity", "Diversity n", "Diversity sd",
                                                   "Diversity low", "Diversity high"}));
        const TextTable shares = tableOf(computed("intent-by-turn", {}));
        double sum = 0;
        for (const auto& row : shares.rows)
            sum += row[0] == "1" ? std::stod(row[3]) : 0;
        QVERIFY(std::abs(sum - 1) < 0.001);
    }

private:
    RowSet everything() const { return RowSet(m_snapshot->recordCount(), true); }

    ReportData computed(std::string_view id, const ReportOptions& asked) const
    {
        const ReportSpec& report = *findReport(id);
        return reportOf(report, *m_snapshot, everything(), complete(report, *m_snapshot, asked, Job()),
                        Job());
    }

    SnapshotPtr m_snapshot;
};

DUOLOGUE_TEST(ReportTest)
#include "report_test.moc"
