// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <algorithm>

using namespace duologue;
using namespace duologue::test;

namespace {

/// Loads the dataset, and calls `change` when the first rows have been read.
SnapshotPtr loadWhile(const std::filesystem::path& path, const std::function<void()>& change)
{
    LoadOptions options;
    options.threads = 2;
    options.snapshotInterval = 0;
    bool changed = false;
    return loadDataset({path}, options, Job(), [&](const SnapshotPtr&) {
        if (!std::exchange(changed, true))
            change();
    });
}

std::size_t problemsOf(const Snapshot& snapshot, ProblemCode code)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i)
        count += snapshot.problems[i].code == code ? 1U : 0U;
    return count;
}

} // namespace

/// Files that are deleted or truncated while they are read.
class VanishingFileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsDeletedFiles()
    {
        constexpr int kFiles = 3000;
        const TempFolder folder;
        for (int i = 0; i < kFiles; ++i)
            folder.write("task/" + std::to_string(i) + ".json", AgentRecord::ofTurns(1 + i % 3).json());
        const auto snapshot =
            loadWhile(folder.path(), [&] { std::filesystem::remove_all(folder.path() / "task"); });

        const auto gone = problemsOf(*snapshot, ProblemCode::FileVanished);
        QVERIFY(gone > 0);
        QVERIFY(snapshot->recordCount() > 0);
        // Each file found before the deletion is read or reported as vanished.
        QCOMPARE(snapshot->recordCount() + gone, snapshot->files.size());
        QCOMPARE(snapshot->problems.size(), gone);
        QVERIFY(snapshot->complete);
    }

    void reportsTruncatedFile()
    {
        constexpr int kLines = 60'000;
        const TempFolder folder;
        const std::string line = AgentRecord::ofTurns(3).json() + "\n";
        std::string lines;
        for (int i = 0; i < kLines; ++i)
            lines += line;
        const auto path = folder.write("lines.jsonl", lines);
        folder.write("other.json", AgentRecord::ofTurns(1).json());
        QVERIFY(lines.size() > (std::size_t{24} << 20U));
        const auto snapshot =
            loadWhile(folder.path(), [&] { std::filesystem::resize_file(path, lines.size() / 8); });

        // Reported once, however many blocks are missing, and the next file is read.
        QCOMPARE(problemLines(*snapshot), (std::vector<std::string>{"file-vanished "}));
        QVERIFY(snapshot->recordCount() > 1);
        QVERIFY(snapshot->recordCount() < std::uint32_t{kLines});
        QCOMPARE(fieldText(*snapshot, snapshot->endRow() - 1, "file"), std::string("other.json"));
    }
};

DUOLOGUE_TEST(VanishingFileTest)
#include "vanishing_file_test.moc"
