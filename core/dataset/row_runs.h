// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/io/file_source.h"
#include "core/table/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace duologue {

/// Records of one file that are near each other and are read at once.
struct RowRun {
    FileId file = kNoFile;
    /// Bytes in the file.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    /// Range of indices in the list of rows.
    std::size_t first = 0;
    std::size_t last = 0;
};

/// Divides rows, in rising order, into runs. A run, including the gaps between its records, fits into a
/// core's cache, unless it is one long record.
std::vector<RowRun> runsOf(const Snapshot& snapshot, const std::vector<Row>& rows);

/// Reads the bytes of runs again, one at a time. One thread at a time; the snapshot must outlive it.
class RowRunReader {
public:
    explicit RowRunReader(const Snapshot& snapshot) : m_snapshot(snapshot) {}

    /// False if the file is gone or has changed since it was loaded.
    bool read(const RowRun& run);

    /// The bytes of the run, readable for PaddedBytes::kPadding more. Valid until the next one is read.
    std::string_view bytes() const { return m_bytes.view(); }

private:
    bool open(FileId file);

    const Snapshot& m_snapshot;
    FileId m_file = kNoFile;
    std::optional<FileSource> m_source;
    PaddedBytes m_bytes;
};

} // namespace duologue
