// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/row_set.h"
#include "core/export/exporter.h"
#include "core/io/atomic_file.h"
#include "core/util/parallel.h"

#include <filesystem>
#include <string>
#include <vector>

namespace duologue {

/// What is to be exported.
struct ExportRequest {
    const Snapshot& snapshot;
    const ExporterSpec& exporter;
    ExportOptions options;
    /// In the order in which they are written.
    RowOrder rows;
    /// 0: one for each core.
    int threads = 0;
};

/// What came of it.
struct ExportSummary {
    /// Records that are in what was written.
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    Losses losses;
    /// Why it did not come to its end; empty if it did. What was written must then be dropped.
    Phrase error;
};

/// Why the request makes no sense (an unknown column, a language that the target does not have); empty if it
/// does.
Phrase mistakeIn(const ExportRequest& request);

/// Reads the records again and writes them into the sink, in order; reads, parses and formats on all cores,
/// with bounded memory. Calls sink.finish(). Records whose file has changed since it was read are left out
/// and counted. Progress counts records. Call it on a worker, with a request that has no mistakeIn().
ExportSummary exportRecords(const ExportRequest& request, ByteSink& sink, const Job& job);

/// What exportRecords() writes of the first record that the target has a place for, and the losses of the
/// first records up to `atMost`: for a preview.
struct ExportPreview {
    std::string text;
    Losses losses;
    std::uint64_t records = 0;
};
ExportPreview previewExport(const ExportRequest& request, std::size_t atMost, const Job& job);

/// What to do if the file exists.
enum class ExistingFile { Refuse, Replace };

/// As exportRecords(), into a file, which is compressed if its name ends in ".gz" or ".zst". The file is
/// there whole or not at all: after an error or a cancellation it is as it was before, and no file is
/// replaced by one that lacks records whose file has changed. A file that the snapshot was read from is never
/// replaced.
ExportSummary exportToFile(const ExportRequest& request, const std::filesystem::path& path,
                           ExistingFile existing, const Job& job);

/// Whether the path leads to a file that the snapshot was read from, or to an archive of such files.
bool isSourceOf(const Snapshot& snapshot, const std::filesystem::path& path);

} // namespace duologue
