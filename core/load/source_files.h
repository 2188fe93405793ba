// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/io/columnar/columnar_file.h"
#include "core/io/file_source.h"
#include "core/util/expected.h"

#include <vector>

namespace duologue {

/// Opens a file of the dataset for reading, whether it is a file on disk or a member of a packed file. Use
/// this wherever bytes of a SourceFile are read; its path alone is not enough. The bytes of a file of columns
/// are those of its records (RowTexts).
Expected<FileSource> openSource(const SourceFile& file, FileId id);

/// Opens the records of a file of columns, by the file's name, or by what was detected in it.
ColumnarFile::Open* openerOf(const SourceFile& file);

/// Opens an object of JSON whose members are columns: lists of one length, or objects with a value for each
/// row.
Expected<std::shared_ptr<const ColumnarFile>> openJsonColumns(const FileSource& source);

/// The first member of each packed file of the dataset, in their order; the others follow it.
std::vector<FileId> firstMembers(const Snapshot& snapshot);

/// Some packed file has to be unpacked to see whether it has changed.
bool hasUnknownPacked(const Snapshot& snapshot);

/// Call it when the dataset is no longer read: it ends every wait for a file that is being unpacked. Any
/// thread; does not wait.
void cancelUnpacking(const Snapshot& snapshot);

} // namespace duologue
