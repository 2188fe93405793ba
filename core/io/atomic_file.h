// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/file_source.h"
#include "core/util/phrase.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace duologue {

/// Where bytes are written, one piece after another. One thread.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;

    /// False if they could not be written; error() then says why, and nothing more can be written.
    virtual bool write(std::string_view bytes) = 0;
    /// Writes what is left in buffers. It is the last call.
    virtual bool finish() = 0;
    /// Empty while all is well.
    virtual Phrase error() const = 0;

protected:
    ByteSink() = default;
};

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
