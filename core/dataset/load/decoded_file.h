// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/io/text_encoding.h"
#include "core/table/snapshot.h"

#include <string_view>
#include <vector>

namespace duologue {

struct WorkerContext;

/// The encoding of a file that is in memory.
TextEncoding encodingOf(std::string_view bytes);

/// The encoding of a large file that begins with `head`, judged by the head and samples of the rest. If
/// `isWhole` is false, the file is still being unpacked, and only the head is used.
TextEncoding encodingOfLarge(const FileSource& source, std::string_view head, bool isWhole);

/// Decodes a file to UTF-8 and returns the result, which is read as if the file had been packed: sets
/// SourceFile::unpacked and `packed`. Adds a note that names the encoding, or a warning if bytes were lost.
/// A problem if the file cannot be decoded.
Result<FileSource> decodeFile(const FileSource& source, TextEncoding encoding, SourceFile& file,
                              WorkerContext& worker, std::vector<Problem>& problems);

/// The same for a file that is packed although its name does not say so. Damage in it is added to `problems`.
/// A problem if it is an archive, or itself a member of a packed file.
Result<FileSource> unpackFile(const FileSource& source, SourceFile& file, WorkerContext& worker,
                              std::vector<Problem>& problems);

} // namespace duologue
