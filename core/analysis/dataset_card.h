// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check_run.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/io/atomic_file.h"
#include "core/util/parallel.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// A description of a dataset for its README or a paper.
struct DatasetCard {
    struct Chart {
        /// The end of its file's name: "turns.svg".
        std::string name;
        std::string title;
        std::string svg;
    };

    /// What the card says without its charts.
    std::string markdown;
    std::vector<Chart> charts;

    /// With references to the charts, whose files begin with `prefix`.
    std::string withCharts(const std::string& prefix) const;
};

/// The heading of a card whose dataset has this first file or folder: its name.
std::string nameOfDataset(const std::filesystem::path& path);

/// Counts the rows; `run` is what checks found in them, and `coverage` says which rows they are: the card
/// begins with it. Call it on a worker. Incomplete if the job was stopped.
DatasetCard makeCard(const Snapshot& snapshot, const RowSet& rows, const CheckRun& run,
                     const std::string& title, const Coverage& coverage, const Job& job);

/// A file that could not be written, and why.
struct UnwrittenFile {
    std::filesystem::path path;
    Phrase why;
};

/// Writes a card as Markdown, and beside it its charts, whose names begin with that of the card:
/// "card-turns.svg". Stops at the first file that cannot be written. Any thread.
std::optional<UnwrittenFile> writeCard(const DatasetCard& card, const std::filesystem::path& path,
                                       AtomicFile::Existing existing);

} // namespace duologue
