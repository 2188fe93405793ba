// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/checks/check_run.h"
#include "core/analysis/dataset_diff.h"
#include "core/export/export_run.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "core/util/parallel.h"
#include "tests/support/hostile_shapes.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <array>
#include <cmath>
#include <ctime>
#include <limits>

using namespace duologue;
using namespace duologue::test;

namespace {

class CountingSink final : public ByteSink {
public:
    bool write(std::string_view bytes) override
    {
        m_bytes += bytes.size();
        return true;
    }
    bool finish() override { return true; }
    Phrase error() const override { return {}; }

private:
    std::size_t m_bytes = 0;
};

SnapshotPtr loaded(const std::filesystem::path& path)
{
    LoadOptions options;
    options.threads = 1;
    return loadDataset({path}, options, Job());
}

void run(const HostileShape& shape, const std::filesystem::path& folder)
{
    if ((shape.does & HostileShape::Diffs) != 0) {
        const SnapshotPtr old = loaded(folder / "a.jsonl");
        const SnapshotPtr now = loaded(folder / "b.jsonl");
        const DatasetDiff diff = diffDatasets(*old, *now, {}, Job());
        forEachChangedRecord(*old, *now, diff, Job(),
                             [](const RecordPair&, const ValueDiff&) { return true; });
        return;
    }
    const SnapshotPtr snapshot = loaded(folder);
    if (snapshot->recordCount() > 0)
        static_cast<void>(readRecord(*snapshot, Row{0}));
    if ((shape.does & HostileShape::Checks) != 0)
        runChecks({*snapshot, RowSet(snapshot->recordCount(), true), {}, {}, false, 1}, Job());
    if ((shape.does & HostileShape::Exports) == 0 && (shape.does & HostileShape::Tables) == 0)
        return;
    RowOrder rows;
    for (Row row{0}; row < snapshot->endRow(); ++row)
        rows.push_back(row);
    for (const char* target : {"jsonl", "openai", "parquet"}) {
        if ((shape.does & HostileShape::Tables) != 0 && std::string_view(target) != "parquet")
            continue;
        CountingSink sink;
        exportRecords({*snapshot, *findExporter(target), {}, rows, 1}, sink, Job());
    }
}

double processorMilliseconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

} // namespace

/// Whatever a file is, twice as much of it takes about twice as long.
class HostileGrowthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { limitThreads(1); }
    void cleanupTestCase() { limitThreads(0); }

    void takesNoMoreThanItsShare_data()
    {
        QTest::addColumn<std::size_t>("index");
        const auto all = hostileShapes();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << i;
    }

    void takesNoMoreThanItsShare()
    {
        QFETCH(const std::size_t, index);
        const HostileShape shape = hostileShapes()[index];
        constexpr double kLeastMilliseconds = 20;
        constexpr double kMostMilliseconds = 60'000;
        constexpr double kMostPerDoubling = 2.6;
        // Where reading ends early, more takes no longer.
        constexpr std::size_t kMost = 2'000'000;
        std::size_t n = shape.n;
        std::array<double, 3> least{milliseconds(shape, n), kNever, kNever};
        while (least[0] < kLeastMilliseconds && n < kMost) {
            n *= 2;
            least[0] = milliseconds(shape, n);
        }
        double growth = 0;
        const auto tooMuch = [&] { return growth > kMostPerDoubling && least[2] >= kLeastMilliseconds; };
        // The sizes take turns: other work on the machine slows all of them. What grows too fast does so in
        // each round.
        for (int round = 0; round < kRounds || (round < kMostRounds && tooMuch()); ++round) {
            for (std::size_t i = 0; i < least.size() && (i == 0 || least[i - 1] < kMostMilliseconds); ++i)
                least[i] = std::min(least[i], milliseconds(shape, n << i));
            growth = std::sqrt(least[2] / least[0]);
        }
        const std::string what = "n = " + std::to_string(n) + ": " + std::to_string(least[0]) + ", " +
                                 std::to_string(least[1]) + ", " + std::to_string(least[2]) + " ms";
        if (qEnvironmentVariableIsSet("DUOLOGUE_SAY_GROWTH"))
            qInfo("%.2f  %s", growth, what.c_str());
        QVERIFY2(!tooMuch(), what.c_str());
    }

private:
    static constexpr int kRounds = 3;
    static constexpr int kMostRounds = 6;
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    static double milliseconds(const HostileShape& shape, std::size_t n)
    {
        const TempFolder folder;
        shape.make(folder.path(), n);
        const double begin = processorMilliseconds();
        run(shape, folder.path());
        return processorMilliseconds() - begin;
    }
};

DUOLOGUE_TEST(HostileGrowthTest)
#include "hostile_growth_test.moc"
