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

/// Something that lies in a folder.
struct FolderEntry {
    /// As the system spells it.
    std::string name;
    /// It is a folder, or a link that leads to one.
    bool isFolder = false;
    bool isLink = false;
    /// It is neither a folder nor a file with contents of its own (a pipe, a socket, a device), or a link to
    /// such a thing.
    bool isSpecial = false;
};

/// What lies in folders that were listed already, by their paths.
using ListedFolders = std::unordered_map<std::string, std::vector<FolderEntry>>;

/// An open folder. Takes no paths apart, asks for sizes and opens files by name alone: for each of many
/// files, a path has its price. Listed by one thread; any may open files.
class Folder {
public:
    explicit Folder(const std::string& path);
    /// The one of that name in another, which need not stay open.
    Folder(const Folder& parent, const std::string& name);
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    /// Adds everything in it to `entries`, in the order in which the disk has it. An error too where it could
    /// not be opened.
    std::error_code list(std::vector<FolderEntry>& entries) const;

    /// Device and number on it, which no other folder has, however the way to it is spelt; zeros where it
    /// could not be opened.
    std::pair<std::uint64_t, std::uint64_t> identity() const;

    /// Bytes of a regular file in it, also behind a link; 0 for anything else.
    std::uint64_t sizeOf(const std::string& name) const;

    /// It was opened, belongs to the user, and nobody else may look into it or write to it.
    bool isUsersAlone() const;

    /// As openFile() for something in it; negative, with errno, where that does not work.
    int open(const char* name, int flags) const;

private:
    struct Handle;
    std::unique_ptr<Handle> m_handle;
};

/// The path of something in a folder.
std::string pathIn(const std::string& folder, std::string_view name);

} // namespace duologue
