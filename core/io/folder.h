// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace duologue {

enum class EndingKind : std::uint8_t {
    /// A file of records.
    Records,
    /// One packed file.
    Packed,
    /// Several files in one, compressed or not.
    Archive,
};

/// A file name extension that is read.
struct FileEnding {
    /// Lower case, with its dot.
    std::string_view text;
    EndingKind kind;
    /// The MIME type.
    std::string_view mimeType;
};

/// All extensions, for the reader, the file dialog and the desktop entry.
std::span<const FileEnding> fileEndings();

/// The file's name has an extension of that kind, in upper or lower case, and something before it.
bool hasEnding(std::string_view name, EndingKind kind);

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

/// Whether links out of the paths that the user opened are followed.
enum class FollowLinks : std::uint8_t { Inside, Everywhere };

/// The file that a link in the cache of the Hugging Face Hub leads to, if it leads from a snapshot of a
/// dataset to the same dataset's blobs: "datasets--x/snapshots/1a2b/a.parquet" to "datasets--x/blobs/3c4d".
/// Empty for any other link.
std::string hubBlobOf(const std::string& link);

/// The paths that the user opened, to check links in them: a link in somebody else's dataset must not make
/// the program read the user's other files. One thread.
class OpenedPaths {
public:
    OpenedPaths(std::vector<std::filesystem::path> paths, FollowLinks follow);

    /// The link leads out of the paths and must not be followed. False for a link to nothing, which opening
    /// it reports, and for one with a hubBlobOf().
    bool areLeftBy(const std::string& link);

    /// What the link leads to is found below one of the paths by its own name, too, so that it need not be
    /// read by this one. `mayBeRead` tells of the names of folders and of the file there. False for what is
    /// itself one of the paths' parents, and for the store of the Hub's cache.
    bool haveTargetOf(const std::string& link, bool isFolder,
                      const std::function<bool(std::string_view name, bool isFolder)>& mayBeRead);

private:
    bool hold(std::string_view realPath);
    const std::unordered_set<std::string>& realPaths();

    std::vector<std::filesystem::path> m_paths;
    FollowLinks m_follow;
    /// The paths with their links resolved; computed at the first link.
    std::optional<std::unordered_set<std::string>> m_realPaths;
};

} // namespace duologue
