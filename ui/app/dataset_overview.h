// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/bins.h"
#include "core/analysis/checks/check_run.h"
#include "core/analysis/facet.h"
#include "core/data/field_reader.h"

#include <QString>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

/// What is in a dataset, for its first view: drawn from the columns that reading made. Immutable.
struct DatasetOverview {
    struct Numbers {
        FieldInfo field;
        NumberSummary summary;
    };
    SnapshotPtr snapshot;
    /// Those that have records.
    std::size_t files = 0;
    /// Of the field of formats; null if the job was stopped.
    FieldFacetPtr formats;
    /// Fields with few values, those that say most first. Their values are in the order of facets.
    std::vector<FieldFacetPtr> values;
    /// Fields of numbers that vary.
    std::vector<Numbers> numbers;
    /// Fields that have the same value in every record, with it.
    std::vector<std::pair<FieldInfo, std::string>> constants;
    /// Those that reading has skipped.
    std::size_t skippedFiles = 0;
    /// Languages are not listed: they have not been looked for.
    bool lacksLanguages = false;
};

/// What the checks of single records find: how many of the records that were looked at have a finding.
struct OverviewFindings {
    /// Checks with findings: errors first, then those with most records.
    std::vector<std::pair<const Check*, std::uint64_t>> checks;
    std::uint64_t lookedAt = 0;
    bool isAll = false;
    /// The languages, where the overview lacks them; else null.
    FieldFacetPtr languages = nullptr;
};

/// Detects the languages of a dataset, if that takes no longer than a moment; else null. For a worker.
FieldFacetPtr languagesOf(const SnapshotPtr& snapshot, const Job& job);

/// Looks at no more than some of the records, spread over the dataset, with the settings of its folder, on
/// one core. For a worker; with what was found until then if the job was stopped.
OverviewFindings findingsOf(const Snapshot& snapshot, const std::filesystem::path& dataset, const Job& job);

/// The same of a run of the checks.
OverviewFindings findingsOf(const CheckRun& run, bool isAll);

/// Rich text as overviewText().
QString findingsText(const Snapshot& snapshot, const OverviewFindings& findings);

using DatasetOverviewPtr = std::shared_ptr<const DatasetOverview>;

/// A field that a reader may want to know the values of: not an id, nor what is the same in all datasets, and
/// with few values.
bool hasFewValues(const FieldReader& field);

/// Whether the numbers of a field differ among the first 100,000 records.
bool varies(const Snapshot& snapshot, const FieldReader& field);

/// The field whose values tell the conversations of a dataset apart best, or else how long they are; empty if
/// they are all alike.
std::string mostTellingField(const Snapshot& snapshot, const Job& job);

/// Looks at no more than some of the fields, so that it ends soon. For a worker; incomplete if the job was
/// stopped.
DatasetOverviewPtr overviewOf(const SnapshotPtr& snapshot, const Job& job);

/// Rich text, whose links are "query:…" for a filter, or the name of an action. All that the data says is
/// escaped.
QString overviewText(const DatasetOverview& overview);

} // namespace duologue::ui
