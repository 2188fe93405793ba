// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/folder.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"
#include "core/util/problem.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// So many of a file's first bytes are enough for the functions below.
inline constexpr std::size_t kStandInHead = 1024;

/// A pointer of Git LFS or git-annex in place of the data, which were not fetched; by its first bytes. Empty
/// for all others.
Phrase pointerInPlaceOfData(std::string_view head);

/// A web page or XML in place of the data ("404 Not Found"), by its first bytes. Empty for all others.
Phrase markupInPlaceOfData(std::string_view head);

/// By its first bytes: macOS writes such files for attributes of another file.
bool isMacAttributes(std::string_view head);
/// By a file's name: macOS keeps attributes of "x" in "._x" where the file system has no place for them.
bool isMacCompanion(std::string_view name);
/// By a path, relative to what was opened: macOS keeps such files of an archive in the folder "__MACOSX".
bool isInMacFolder(std::string_view path);

struct PackedFile;
class UnpackedFile;

/// A file found below what the user opened.
struct FoundFile {
    /// In the bytes of the file system.
    std::string path;
    /// For people and scripts, UTF-8, relative to the opened path. If several paths were opened, it begins
    /// with the name of the one in which the file was found.
    std::string shownPath;
    /// The index of the opened path in which it was found.
    std::size_t root = 0;
    /// The user named this file; it was not found in a folder.
    bool namedByUser = false;
    /// The size of a member of a packed file. 0 for other files: the scan does not ask for their sizes, which
    /// takes time; use sizeOf().
    std::uint64_t size = 0;
    /// The unpacked member of a packed file; `path` is then memberPath().
    std::shared_ptr<const UnpackedFile> unpacked;
    /// The packed file that it is a member of, or null.
    std::shared_ptr<const PackedFile> packed;
    /// The folder in which it was found, which stays open while files in it wait to be read. Null for files
    /// that were not found in a folder, and if too many folders are open already.
    std::shared_ptr<const Folder> folder;
    /// Why the file is not read ("not a JSON file (.png)"); empty if it is.
    Phrase skipReason;
};

/// Why a file of that name is not read; empty if it is, as packed files are.
Phrase reasonToSkip(std::string_view path);

/// The present size of a file that was found. 0 if it is unknown, if the file is not to be read, and for
/// members of packed files.
std::uint64_t sizeOf(const FoundFile& file);

/// Called once for each file, in an order that never depends on the disk: roots as given, then natural order
/// of names, files and subfolders of a folder together.
using FoundFileHandler = std::function<void(FoundFile)>;
/// Of the FoundFile, only the path and the shown path are set.
using ScanProblemHandler = std::function<void(Problem, FoundFile place)>;

/// The file has no records but describes how to read others ("x.duologue-format.json", LLaMA-Factory's
/// "dataset_info.json").
bool describesFormat(std::string_view path);

/// The file beside a dataset that holds the settings of its checks (core/analysis/checks/check_run.h).
inline constexpr std::string_view kCheckSettingsName = ".duologue-checks.json";

/// The folder beside a dataset that holds what readers say of it (core/marks). It is not listed, not even as
/// skipped: a dataset is the same one after something in it was marked.
inline constexpr std::string_view kOwnFolderName = ".duologue";

/// What to list.
struct ScanRequest {
    /// Files and folders.
    std::vector<std::filesystem::path> roots;
    FollowLinks follow = FollowLinks::Inside;
    /// Folders that are not listed again.
    ListedFolders listed = {};
};

/// Finds the files below the roots. It follows links, but never in a loop, and out of the opened paths only
/// if `follow` says so: otherwise such a link is reported as one skipped entry, as a hidden folder is.
/// Folders that cannot be read, paths that do not exist, and pipes and devices with the name of a file to
/// read are problems; the scan goes on. It stops early if the job is cancelled.
void scanFolders(ScanRequest request, const Job& job, const FoundFileHandler& found,
                 const ScanProblemHandler& problem);

} // namespace duologue
