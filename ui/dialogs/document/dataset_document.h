// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/dataset_card.h"
#include "core/data/row_set.h"
#include "core/util/parallel.h"
#include "ui/work/dataset_checks.h"

#include <QString>
#include <QStringList>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace duologue::ui {

/// A document about a dataset, ready to be shown and written. A value; any thread.
struct DatasetDocument {
    /// What is copied.
    std::string markdown;
    /// The same with pictures, whose addresses are "chart:" and the name of a chart.
    std::string page;
    std::vector<DatasetCard::Chart> charts;
    /// Why the settings of checks beside the dataset were not used; empty if they were, or if there are none.
    Phrase settingsMistake;
    /// Writes the whole document, in the form that the file's ending names, and replaces what is there.
    std::function<std::optional<UnwrittenFile>(const std::filesystem::path&)> write;
};

/// How a document comes about.
struct DatasetDocumentMaker {
    /// "Dataset card", translated.
    QString title;
    /// The name that the file dialog suggests, without its ending.
    QString fileName;
    /// Filters of the file dialog, each with one ending: "Markdown (*.md)".
    QStringList filters;
    /// Called on a worker. Incomplete if the job was stopped.
    std::function<DatasetDocument(const Job&)> make;
};

/// The card of the rows. Checks look at them first, unless `checked` holds what they found in all records of
/// the snapshot. `path` is the first file or folder of the dataset, and `coverage` says which rows these are.
/// GUI thread.
DatasetDocumentMaker cardMaker(SnapshotPtr snapshot, RowSet rows, CheckedSnapshotPtr checked,
                               std::filesystem::path path, Coverage coverage);

/// The report of what checks have found.
DatasetDocumentMaker checkReportMaker(CheckedSnapshotPtr checked, const std::filesystem::path& path);

} // namespace duologue::ui
