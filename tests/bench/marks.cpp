// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/loader.h"
#include "core/marks/mark_fields.h"
#include "core/marks/mark_file.h"
#include "core/util/numbers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

using namespace duologue;

namespace {

constexpr std::size_t kReaders = 5;

std::string recordLine(std::size_t number)
{
    const std::string text = std::to_string(number);
    return R"({"id": "c)" + text + R"(", "messages": [{"role": "user", "content": "Question )" + text +
           R"(, with some more words."}, {"role": "assistant", "content": "Answer )" + text + "\"}]}\n";
}

/// Each reader says something about each record: a verdict and a note, or a code and its severity in a span.
void writeData(const std::filesystem::path& folder, std::size_t records)
{
    std::ofstream data(folder / "a.jsonl", std::ios::binary);
    for (std::size_t i = 0; i < records; ++i)
        data << recordLine(i);
    std::filesystem::create_directories(folder / ".duologue" / "marks");
    for (std::size_t reader = 0; reader < kReaders; ++reader) {
        const std::string by = "reader" + std::to_string(reader);
        std::ofstream file(folder / ".duologue" / "marks" / (by + ".jsonl"), std::ios::binary);
        for (std::size_t i = 0; i < records; ++i) {
            MarkEvent event;
            event.at = 1'800'000'000'000 + static_cast<std::int64_t>(i) * 9'000;
            event.id = newMarkId(event.at);
            event.by = by;
            event.scheme = "errors@3";
            event.on.record = "a.jsonl#" + std::to_string(i + 1);
            event.on.id = "c" + std::to_string(i);
            event.on.hash = "xxh3:0123456789abcdef0123456789abcdef";
            event.took = 8'400;
            if ((i + reader) % 3 == 0) {
                event.on.message = 2;
                event.on.side = "en";
                event.on.span = MarkSpan{0, 6, "Answer", "", " 17"};
                event.set = {{"code", "[\"missing-constraint\"]"}, {"severity", "\"major\""}};
            } else {
                event.set = {{"verdict", (i + reader) % 7 == 0 ? "\"fail\"" : "\"pass\""},
                             {"note", "\"The price limit of the question is ignored.\""}};
            }
            file << lineOf(event);
        }
    }
}

/// What a step took in milliseconds: by the clock, and of all cores together, which other programs disturb
/// less.
struct Took {
    double clock = 1e9;
    double processor = 1e9;
};

class Stopwatch {
public:
    Took took() const
    {
        const std::chrono::duration<double, std::milli> clock = std::chrono::steady_clock::now() - m_clock;
        return {clock.count(), 1000.0 * static_cast<double>(std::clock() - m_processor) / CLOCKS_PER_SEC};
    }

private:
    std::chrono::steady_clock::time_point m_clock = std::chrono::steady_clock::now();
    std::clock_t m_processor = std::clock();
};

} // namespace

/// bench_marks FOLDER [RECORDS]: five marks on each record, from five files, until they are fields. Prints
/// the least time of each step. Writes the data if the folder has none.
int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "expected a folder\n");
        return 2;
    }
    constexpr std::size_t kRecords = 20'000;
    constexpr int kRuns = 9;
    const std::filesystem::path folder = argv[1];
    const std::size_t records = argc > 2 ? parseNumber<std::uint32_t>(argv[2]).value_or(kRecords) : kRecords;
    std::filesystem::create_directories(folder);
    if (!std::filesystem::exists(folder / "a.jsonl"))
        writeData(folder, records);
    const SnapshotPtr snapshot = loadDataset({folder}, {}, Job());
    const MarkPlace place = markPlaceOf({folder}, "/nowhere");
    constexpr std::array<const char*, 5> kSteps{"read", "fold", "records", "fields", "all"};
    std::array<Took, kSteps.size()> least{};
    std::size_t marks = 0;
    for (int run = 0; run < kRuns; ++run) {
        std::array<Took, kSteps.size()> took{};
        const Stopwatch all;
        std::vector<MarkFileContents> files;
        for (const MarkFile& file : markFilesOf(place))
            files.push_back(readPlacedMarks(place, file));
        took[0] = all.took();
        const Stopwatch fold;
        MarkSet set;
        std::size_t events = 0;
        for (const MarkFileContents& file : files)
            events += file.events.size();
        set.reserve(events);
        for (MarkFileContents& file : files) {
            for (MarkEvent& event : file.events)
                set.add(std::move(event));
        }
        took[1] = fold.took();
        const Stopwatch finding;
        const MarkedRecords found(*snapshot, place.root);
        took[2] = finding.took();
        const Stopwatch making;
        const SnapshotPtr with = withMarkFields(*snapshot, set, found, nullptr);
        took[3] = making.took();
        took[4] = all.took();
        marks = set.answers().size();
        for (std::size_t i = 0; i < took.size(); ++i)
            least[i] = {std::min(least[i].clock, took[i].clock),
                        std::min(least[i].processor, took[i].processor)};
    }
    std::printf("%zu marks on %u records\n", marks, snapshot->recordCount());
    for (std::size_t i = 0; i < kSteps.size(); ++i)
        std::printf("%-8s %7.1f ms %7.1f ms on all cores\n", kSteps[i], least[i].clock, least[i].processor);
    return 0;
}
