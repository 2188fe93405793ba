// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"

#include "core/dataset/loader.h"
#include "core/record/field_reader.h"

namespace duologue::test {

SnapshotPtr load(const std::vector<std::filesystem::path>& paths, int threads)
{
    LoadOptions options;
    options.threads = threads;
    return loadDataset(paths, options, Job());
}

std::filesystem::path sampleFolder()
{
    return std::filesystem::path(DUOLOGUE_SOURCE_DIR) / "resources" / "sample";
}

std::vector<std::string> tableLines(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    const auto fields = allFields(snapshot);
    for (Row row = 0; row < snapshot.recordCount(); ++row) {
        const RecordEntry& entry = snapshot.record(row);
        std::string line = std::to_string(entry.offset) + "+" + std::to_string(entry.length) + " state " +
                           std::to_string(static_cast<int>(entry.state));
        for (const FieldReader& field : fields)
            line += " | " + field.info().key + "=" + field.text(row);
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string fieldText(const Snapshot& snapshot, Row row, std::string_view field)
{
    const auto reader = findField(snapshot, field);
    return reader ? reader->text(row) : "<no field>";
}

std::vector<std::string> problemLines(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        lines.push_back(std::string(codeName(problem.code)) + " " + problem.pointer);
    }
    return lines;
}

} // namespace duologue::test
