// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"
#include "core/table/snapshot.h"

namespace duologue {

/// Opens a file of the dataset for reading, whether it lies on disk or came out of a packed file. Whoever
/// reads bytes of a SourceFile opens it by this, never by its path.
Result<FileSource> openSource(const SourceFile& file, FileId id);

} // namespace duologue
