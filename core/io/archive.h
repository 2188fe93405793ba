// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/atomic_file.h"
#include "core/io/unpacked_file.h"
#include "core/util/parallel.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// How much may come out of a packed file.
struct UnpackLimits {
    std::uint64_t size = std::uint64_t{16} << 30U;
    /// So many times its own size, once it is more than `harmless` bytes.
    std::uint64_t ratio = 250;
    std::uint64_t harmless = std::uint64_t{64} << 20U;
    std::uint64_t members = 1'000'000;
    /// Members of more bytes are handed out while they are still being unpacked.
    std::uint64_t wholeUpTo = std::uint64_t{4} << 20U;
};

/// A member of a packed file.
struct PackedMember {
    /// UTF-8, with "/" between folders; empty for a file that is packed alone (x.json.gz).
    std::string name;
    /// Null for one that was not wanted, or is no file.
    std::shared_ptr<const UnpackedFile> file = nullptr;
    /// A link or a device.
    bool isNoFile = false;
};

/// Who is told what comes out of a packed file, in its order and on the thread that unpacks it.
struct UnpackHandlers {
    /// Asked with a member's name, before anything of it is unpacked.
    std::function<bool(const std::string&)> wants;
    std::function<void(PackedMember)> found;
    /// Gives the file that the next wanted member is unpacked to; null ends the unpacking. If the function is
    /// empty, members are appended to the store.
    std::function<std::shared_ptr<UnpackedFile>()> place;
    /// About how many bytes the member will have that was handed out last and is still being unpacked; at its
    /// end exactly. May be empty.
    std::function<void(std::uint64_t)> expects;
};

/// By the name alone: gz, zst, xz, bz2, and zip and tar with or without those.
bool isPacked(std::string_view path);
/// By the first bytes: compressed as a whole, or a zip or tar.
bool beginsPacked(std::string_view head);
/// "x.json" for "x.json.gz", "x.tar" for "x.tar.gz"; the name itself where it is not packed so.
std::string_view withoutPacking(std::string_view name);

/// A packed file, where its members go, and how much of it is unpacked.
struct UnpackRequest {
    std::filesystem::path path;
    UnpackLimits limits = {};
    std::shared_ptr<UnpackedStore> store;
    UnpackHandlers handlers = {};
};

/// Unpacks the members that are wanted into the store. Stops early when the job is asked to. Returns a
/// problem if the file is damaged from some offset on, or if more comes out of it than the limits allow: what
/// came before is kept, and a member that is being read ends.
std::optional<Problem> unpack(const UnpackRequest& request, const Job& job);

/// Name and version of the library that unpacks, for --version.
std::string archiveLibrary();

/// A sink that compresses what is written and passes it on to `target`, if the name of the file ends in ".gz"
/// or
/// ".zst"; null for any other name. The same bytes always give the same file. `target` must outlive it.
std::unique_ptr<ByteSink> packingSink(std::string_view fileName, ByteSink& target);

/// The ending of a name for which there is a packingSink(), with its dot; empty for any other name.
std::string_view packedEnding(std::string_view fileName);

} // namespace duologue
