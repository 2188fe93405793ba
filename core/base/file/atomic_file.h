// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file/byte_sink.h"
#include "core/base/file/file_descriptor.h"

#include <filesystem>
#include <string>

namespace duologue {

/// A file that is there whole, or as it was before. It is written without a name, and gets its name in
/// commit(); whatever happens before, a killed program included, the old file stays as it was and nothing is
/// left beside it. On file systems that know no files without names, it is written under a name that begins
/// with kUnfinishedPrefix, which the next AtomicFile in the folder takes away if its writer was killed.
/// One thread.
class AtomicFile final : public ByteSink {
public:
    enum class Access { AsUsual, UserOnly };
    enum class Existing { Refuse, Replace };

    /// Opens nothing but a regular file, or a name that is free, in a folder that exists; otherwise error()
    /// says why. A link is followed. A file that is replaced keeps its permissions.
    AtomicFile(const std::filesystem::path& path, Existing existing, Access access = Access::AsUsual);
    ~AtomicFile() override;

    /// For writers that do not go through write().
    const FileDescriptor& descriptor() const { return m_descriptor; }

    bool write(std::string_view bytes) override;
    bool finish() override { return m_error.empty(); }
    Phrase error() const override { return m_error; }

    /// Forces the bytes to the disk, unless `forced` is false, and gives the file its name. It is the last
    /// call. False, and the old file stays, if that fails.
    bool commit(bool forced = true);

private:
    void open();
    bool link();
    void fail(int error);

    std::filesystem::path m_path;
    Existing m_existing;
    Access m_access;
    FileDescriptor m_descriptor;
    /// The name under which it is written; empty if it has none.
    std::string m_unfinished;
    Phrase m_error;
};

/// How the names of unfinished files begin.
inline constexpr std::string_view kUnfinishedPrefix = ".duologue-writing-";

/// Deletes unfinished files in the folder whose writers were killed.
void deleteAbandonedFiles(const std::filesystem::path& folder);

} // namespace duologue
