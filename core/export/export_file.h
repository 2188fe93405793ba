// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export_run.h"

#include <filesystem>

namespace duologue {

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
