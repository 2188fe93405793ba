// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/base/problem.h"
#include "core/io/folder.h"
#include "core/io/opened_paths.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

struct PackedFile;
class UnpackedFile;

/// A file found below what the user opened.
struct FoundFile {
    /// As the system spells it.
    std::string path;
    /// For people and scripts, UTF-8: relative to what was opened; where several things were opened it begins
    /// with the name of the one it was found in.
    std::string shownPath;
    /// Which of the opened paths it was found in.
    std::size_t root = 0;
    /// The user named this very file, it was not found in a folder.
    bool namedByUser = false;
    /// Bytes of what was unpacked for it. 0 for others, which the scan does not ask for their sizes: each
    /// question has its price, and who opens the file knows (sizeOf()).
    std::uint64_t size = 0;
    /// A member of a packed file that was unpacked; `path` is the packed file's path and its name then.
    std::shared_ptr<const UnpackedFile> unpacked;
    /// The packed file that it is a member of; null for others.
    std::shared_ptr<const PackedFile> packed;
    /// The one that it was found in, open as long as files of it wait to be read; null for others, and where
    /// many folders are open already.
    std::shared_ptr<const Folder> folder;
    /// Not to be read: why, in English ("not a JSON file (.png)"). Empty for files to read.
    std::string skipReason;
};

/// Why a file is not read, by its name; empty for one that is. Packed files are.
std::string reasonToSkip(std::string_view path);

/// Bytes of a file that was found, asked for now; 0 where nobody knows, of one that is not to be read, and of
/// a member of a packed file.
std::uint64_t sizeOf(const FoundFile& file);

/// Called once for each file, in an order that never depends on the disk: roots as given, names as people
/// sort them, a folder's files and subfolders together.
using FoundFileHandler = std::function<void(FoundFile)>;
/// The place has a path and a shown path alone.
using ScanProblemHandler = std::function<void(Problem, FoundFile place)>;

/// The file says how others are to be read ("x.duologue-format.json", LLaMA-Factory's "dataset_info.json"):
/// it holds no records.
bool describesFormat(std::string_view path);

/// What to list.
struct ScanRequest {
    /// Files and folders.
    std::vector<std::filesystem::path> roots;
    FollowLinks follow = FollowLinks::Inside;
    /// Folders that are not listed again.
    ListedFolders listed = {};
};

/// Lists what lies below the roots. Follows links, but never round a loop, and none that
/// leads out of what was opened unless told to: such a link is reported as one skipped entry, as a hidden
/// folder is. Folders that cannot be read, paths that do not exist and what has the name of a file to read
/// but is none (a pipe, a device) are problems; the rest goes on. Stops early when the job is asked to.
void scanFolders(ScanRequest request, const Job& job, const FoundFileHandler& found,
                 const ScanProblemHandler& problem);

} // namespace duologue
