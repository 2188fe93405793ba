// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <vector>

namespace duologue {

/// Something that lies in a folder.
struct FolderEntry {
    /// As the system spells it.
    std::string name;
    /// It is a folder, or a link that leads to one.
    bool isFolder = false;
    bool isLink = false;
};

/// What lies in folders that were listed already, by their paths.
using ListedFolders = std::unordered_map<std::string, std::vector<FolderEntry>>;

/// An open folder. Takes no paths apart, asks for sizes and opens files by name alone: for each of many
/// files, a path has its price. Listed by one thread; any may open files.
class Folder {
public:
    explicit Folder(const std::string& path);
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    /// Adds everything in it to `entries`, in the order in which the disk has it. An error too where it could
    /// not be opened.
    std::error_code list(std::vector<FolderEntry>& entries) const;

    /// Bytes of a regular file in it, also behind a link; 0 for anything else.
    std::uint64_t sizeOf(const std::string& name) const;

    /// As ::open() for reading something in it; negative, with errno, where that does not work.
    int open(const char* name, int flags) const;

private:
    struct Handle;
    std::unique_ptr<Handle> m_handle;
};

/// The path of something in a folder.
std::string pathIn(const std::string& folder, std::string_view name);

} // namespace duologue
