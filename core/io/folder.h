// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// An entry of a folder.
struct FolderEntry {
    /// In the bytes of the file system.
    std::string name;
    /// A folder, or a link to one.
    bool isFolder = false;
    bool isLink = false;
    /// Neither a folder nor a regular file (a pipe, a socket, a device), or a link to one of these.
    bool isSpecial = false;
    /// The number that identifies a file on its device; that of a link is its own.
    std::uint64_t inode = 0;
};

/// The entries of folders that were listed already, by path.
using ListedFolders = std::unordered_map<std::string, std::vector<FolderEntry>>;

/// An open folder. It opens files and asks for their sizes by name, because resolving a path for each of many
/// files takes time. One thread lists it; any thread may open files.
class Folder {
public:
    explicit Folder(const std::string& path);
    /// The subfolder `name` of a folder that need not stay open.
    Folder(const Folder& parent, const std::string& name);
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    /// Adds all entries to `entries`, in the order of the disk. Also an error if the folder could not be
    /// opened.
    std::error_code list(std::vector<FolderEntry>& entries) const;

    /// Device and inode, which identify the folder whatever path leads to it; zeros if it could not be
    /// opened.
    std::pair<std::uint64_t, std::uint64_t> identity() const;

    /// The size of a regular file in it, or of one that a link in it leads to; 0 for anything else.
    std::uint64_t sizeOf(const std::string& name) const;

    /// Whether the file in it has several names (hard links).
    bool hasSeveralNames(const std::string& name) const;

    /// It was opened, belongs to the user, and nobody else may read or write it.
    bool isUsersAlone() const;

    /// As openFile() for a file in it; negative, with errno, on failure.
    int open(const char* name, int flags) const;

private:
    struct Handle;
    std::unique_ptr<Handle> m_handle;
};

/// The path of an entry of a folder.
std::string pathIn(const std::string& folder, std::string_view name);

} // namespace duologue
