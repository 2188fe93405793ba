// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/index_cache.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "core/util/checksum.h"
#include "tests/core/changing_folder.h"
#include "tests/core/index_folder.h"
#include "tests/support/agent_record.h"
#include "tests/support/load.h"
#include "tests/support/pack.h"
#include "tests/support/print.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>

using namespace duologue;
using namespace duologue::test;

namespace fs = std::filesystem;

namespace {

bool hasNote(const Snapshot& snapshot)
{
    return snapshot.problems.size() > 0 &&
           snapshot.problems[snapshot.problems.size() - 1].code == ProblemCode::CacheDamaged;
}

/// All lines of the snapshot except the note about the damaged index.
std::vector<std::string> linesWithoutNote(const Snapshot& snapshot)
{
    auto lines = snapshotLines(snapshot);
    if (!hasNote(snapshot))
        return lines;
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("cache-damaged "); });
    const std::string notes = "notes " + std::to_string(snapshot.problemCounts.notes());
    const auto counted = std::find(lines.begin(), lines.end(), notes);
    if (counted != lines.end())
        *counted = "notes " + std::to_string(snapshot.problemCounts.notes() - 1);
    return lines;
}

/// Recomputes the checksum at the end of the index.
void sign(std::string& index)
{
    const std::size_t body = index.size() - sizeof(std::uint64_t);
    const std::uint64_t sum = checksum(std::string_view(index).substr(0, body));
    std::memcpy(index.data() + body, &sum, sizeof sum);
}

} // namespace

/// A damaged index never affects the result: the files are read again, and the program does not crash.
class DamagedIndexTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recoversFromFlippedBits();
    void recoversFromTruncation();
    void survivesForgedIndexes();
};

void DamagedIndexTest::recoversFromFlippedBits()
{
    const TempFolder cache;
    const ChangingFolder folder;
    folder.write("1.json", AgentRecord::ofTurns(2).json());
    folder.write("2.jsonl", AgentRecord::ofTurns(1).json() + "\n{broken\n");
    folder.write("3.zip", zipOf({{"a.json", AgentRecord::ofTurns(1).json()}, {"b.png", "no data"}}));
    const auto options = withCache(cache.path());
    const auto fresh = snapshotLines(*loadDataset({folder.path()}, options, Job()));
    const fs::path index = filesIn(cache.path()).front();
    // The index is rewritten until the file stamps are settled; wait for its final contents.
    QTRY_VERIFY(isSettled(*loadDataset({folder.path()}, options, Job())));
    const std::string sound = fileBytes(index);
    std::size_t noted = 0;
    for (std::size_t i = 0; i < sound.size(); i += 1 + sound.size() / 400) {
        std::string bytes = sound;
        bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
        std::ofstream(index, std::ios::binary | std::ios::trunc) << bytes;
        const auto snapshot = loadDataset({folder.path()}, options, Job());
        QVERIFY2(linesWithoutNote(*snapshot) == fresh, ("byte " + std::to_string(i)).c_str());
        noted += hasNote(*snapshot) ? 1 : 0;
        // Loading has replaced the damaged index.
        QCOMPARE(fileBytes(index), sound);
    }
    // Bytes of the version and of the paths give no note: the index then seems to be of another program or
    // dataset.
    QVERIFY(noted > 300);
}

void DamagedIndexTest::recoversFromTruncation()
{
    const TempFolder cache;
    const ChangingFolder folder;
    folder.write("1.json", AgentRecord::ofTurns(2).json());
    const auto options = withCache(cache.path());
    const auto fresh = snapshotLines(*loadDataset({folder.path()}, options, Job()));
    const fs::path index = filesIn(cache.path()).front();
    const std::string sound = fileBytes(index);
    for (std::size_t size = 0; size < sound.size(); size += 1 + sound.size() / 100) {
        fs::resize_file(index, size);
        const auto snapshot = loadDataset({folder.path()}, options, Job());
        QVERIFY(hasNote(*snapshot));
        QCOMPARE(linesWithoutNote(*snapshot), fresh);
    }
    std::ofstream(index, std::ios::binary | std::ios::app) << "more";
    QVERIFY(hasNote(*loadDataset({folder.path()}, options, Job())));
    QVERIFY(!hasNote(*loadDataset({folder.path()}, options, Job())));
}

/// Random bytes change and the checksum is correct: reading must never access memory out of bounds.
void DamagedIndexTest::survivesForgedIndexes()
{
    constexpr int kTimes = 4000;
    const TempFolder cache;
    const ChangingFolder folder;
    folder.write("1.json", AgentRecord::ofTurns(2).json());
    folder.write("2.jsonl",
                 AgentRecord::ofTurns(1).json() + "\n{broken\n" +
                     R"({"messages": [{"role": "user", "content": "x"}], "tags": ["a", "b"], "f": true})" +
                     "\n");
    folder.write("3.zip", zipOf({{"a.json", AgentRecord::ofTurns(1).json()}, {"b.png", "no data"}}));
    folder.write("4.jsonl.gz", gzipOf(AgentRecord::ofTurns(1).json()));
    const auto formats = loadDataset({folder.path()}, withCache(cache.path()), Job())->formatsChecksum;
    const fs::path file = filesIn(cache.path()).front();
    const std::string sound = fileBytes(file);
    Random random(5);
    int accepted = 0;
    for (int i = 0; i < kTimes; ++i) {
        std::string bytes = sound;
        const std::size_t end = bytes.size() - sizeof(std::uint64_t);
        for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
            const std::size_t at = random.below(end);
            const std::array<unsigned, 4> values{0U, 1U, 0xFFU, random.below(256)};
            bytes[at] = static_cast<char>(random.of(values));
        }
        sign(bytes);
        std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
        const IndexCache index(cache.path(), {}, {folder.path()}, formats);
        const auto read = index.read(FormatList::builtIn());
        if (!read || read.value() == nullptr)
            continue;
        ++accepted;
        QVERIFY(!snapshotLines(*read.value()).empty());
        const auto loaded = loadDataset({folder.path()}, withCache(cache.path()), Job());
        QVERIFY(!snapshotLines(*loaded).empty());
        // The index may be wrong about the last record, but reading it must return.
        if (loaded->recordCount() > 0)
            (void)readRecord(*loaded, loaded->endRow() - 1);
    }
    QVERIFY(accepted > 50);
    QVERIFY(accepted < kTimes);
}

DUOLOGUE_TEST(DamagedIndexTest)
#include "damaged_index_test.moc"
