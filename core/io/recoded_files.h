// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/io/file_stamp.h"
#include "core/io/text_encoding.h"
#include "core/io/unpacked_file.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace duologue {

/// A file that was decoded to UTF-8, or unpacked.
struct RecodedFile {
    std::shared_ptr<const UnpackedFile> file;
    /// Bytes that could not be decoded and are U+FFFD now.
    std::uint64_t lostBytes = 0;
    /// What is wrong with a packed file; what came before the damage is kept.
    std::optional<Problem> damage;
    /// Of the file before.
    FileStamp stamp;
};

/// Decodes files of other encodings to UTF-8, and unpacks files whose names do not say that they are packed,
/// into one temporary file for all. Offsets of records then count in what came out, as they do in every file
/// that was unpacked. Any thread; one file at a time.
class RecodedFiles {
public:
    /// `stop` ends the decoding early, with a shorter file.
    explicit RecodedFiles(std::stop_token stop = {}) : m_stop(std::move(stop)) {}

    /// Reads the whole file. A problem if it cannot be read or decoded, or if there is no room.
    Result<RecodedFile> recode(const FileSource& source, TextEncoding encoding);
    /// Unpacks a file that is compressed alone. A problem if it is an archive.
    Result<RecodedFile> unpackAlone(const FileSource& source, const std::string& path);

private:
    /// A problem if there is no place for temporary files. The lock is held.
    Result<std::shared_ptr<UnpackedStore>> store();

    const std::stop_token m_stop;
    std::mutex m_mutex;
    std::shared_ptr<UnpackedStore> m_store;
};

/// Decodes the whole file into `target` and returns how many bytes could not be decoded. `sums`, which may be
/// null, gets the checksums of what was read.
Result<std::uint64_t> decodeInto(UnpackedFile& target, const FileSource& source, TextEncoding encoding,
                                 const std::stop_token& stop, BlockSums* sums = nullptr);

} // namespace duologue
