// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/io/file_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A nameless temporary file that unpacked files are written into one behind the other: one descriptor
/// however many they are, gone with the last who reads from it. One writer; readers on any thread.
class UnpackedStore {
public:
    static Result<std::shared_ptr<UnpackedStore>> create();

    std::uint64_t size() const { return m_size; }
    /// False where there is no room.
    bool append(std::string_view bytes);
    /// What was written at `offset`, as a file of its own.
    FileSource part(std::uint64_t offset, std::uint64_t length, FileId id) const;

private:
    explicit UnpackedStore(FileDescriptor descriptor) : m_descriptor(std::move(descriptor)) {}

    FileDescriptor m_descriptor;
    std::uint64_t m_size = 0;
};

/// A file that came out of a packed one. Immutable, shared between threads.
struct UnpackedFile {
    std::shared_ptr<const UnpackedStore> store;
    std::uint64_t offset = 0;
    std::uint64_t size = 0;

    FileSource open(FileId id) const { return store->part(offset, size, id); }
};

/// How much may come out of a packed file.
struct UnpackLimits {
    std::uint64_t size = std::uint64_t{16} << 30U;
    /// So many times its own size, once it is more than `harmless` bytes.
    std::uint64_t ratio = 250;
    std::uint64_t harmless = std::uint64_t{64} << 20U;
    std::uint64_t members = 1'000'000;
};

/// A member of a packed file.
struct PackedMember {
    /// UTF-8, with "/" between folders; empty for a file that is packed alone (x.json.gz).
    std::string name;
    /// Null for one that was not wanted.
    std::shared_ptr<const UnpackedFile> file;
};

/// By the name alone: gz, zst, xz, bz2, and zip and tar with or without those.
bool isPacked(std::string_view path);
/// "x.json" for "x.json.gz", "x.tar" for "x.tar.gz"; the name itself where it is not packed so.
std::string_view withoutPacking(std::string_view name);

/// What came out of a packed file.
struct Unpacked {
    std::vector<PackedMember> members;
    /// It is damaged from some place on (what came before is there), or holds more than the limits allow
    /// (then no member is there).
    std::optional<Problem> problem;
};

/// Unpacks the members that `wanted` (asked with their names) wants into `store`. Stops early when the job is
/// asked to.
Unpacked unpack(const std::filesystem::path& path, const UnpackLimits& limits,
                const std::shared_ptr<UnpackedStore>& store, const Job& job,
                const std::function<bool(const std::string&)>& wanted);

/// Name and version of the library behind it, for --version.
std::string archiveLibrary();

} // namespace duologue
