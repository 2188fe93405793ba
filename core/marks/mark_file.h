// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/mark.h"
#include "core/util/phrase.h"

#include <filesystem>
#include <span>

namespace duologue {

/// A line of a file of marks that is no event, and why. Nothing of it is lost: files are only ever added to.
struct MarkLineProblem {
    /// From 1 on.
    std::size_t line = 0;
    Phrase what;
};

struct MarkFileContents {
    /// In the order of the file.
    std::vector<MarkEvent> events;
    std::vector<MarkLineProblem> problems;
    /// Where the next line of the file begins, in bytes. A line that is not ended yet is read again.
    std::uint64_t end = 0;
    /// Why the file could not be read; empty if it was, or is not there.
    Phrase error;
};

/// Reads a file of marks. What git leaves in a conflict is skipped, and both sides are read; so are lines
/// that were cut when a writer was killed. `from` is the end of what is known; a file that has become shorter
/// is read from its beginning.
MarkFileContents readMarkFile(const std::filesystem::path& path, std::uint64_t from = 0);
MarkFileContents readMarkText(std::string_view text);

/// Adds events to a file of marks, each with one write, under a lock that other writers respect; makes the
/// file and its folder if need be. Empty if all were written.
Phrase appendMarks(const std::filesystem::path& path, std::span<const MarkEvent> events);

/// A folder of marks, and what the records in it are named relative to.
struct MarkFolder {
    std::filesystem::path folder;
    std::filesystem::path root;
};

/// The folder that holds the marks of a dataset: ".duologue/marks" in the first folder that has a ".duologue"
/// from the dataset upwards, else in the dataset's own folder (for a file, the folder that it is in).
struct MarkPlace {
    /// ".duologue/marks", whether it is there or not.
    std::filesystem::path folder;
    /// Records are named relative to this.
    std::filesystem::path root;
    /// Marks cannot be written there, so that they are kept in the user's data folder.
    bool isElsewhere = false;
    /// Others whose marks are read: beside a dataset that cannot be written, in folders of it, and beside
    /// further paths that are opened with it.
    std::vector<MarkFolder> others;
    /// What was opened, as absolute paths.
    std::vector<std::filesystem::path> opened;
};

/// "duologue" in the folder where the desktop keeps data of programs.
std::filesystem::path userMarkFolder();

/// Who reads, until they say otherwise: the login name.
std::string usualReader();

/// The place of the first path. `userFolder` is where marks are kept of datasets that cannot be written; it
/// holds a folder for each. Goes through the folders below the paths.
MarkPlace markPlaceOf(const std::vector<std::filesystem::path>& paths,
                      const std::filesystem::path& userFolder);

/// A file of marks, and what the records in it are named relative to.
struct MarkFile {
    std::filesystem::path path;
    std::filesystem::path root;
};

/// All files of marks of a place and of the others, by name.
std::vector<MarkFile> markFilesOf(const MarkPlace& place);

/// As readMarkFile(). Records are named relative to the place; marks on files that are there, but were not
/// opened, are left out.
MarkFileContents readPlacedMarks(const MarkPlace& place, const MarkFile& file, std::uint64_t from = 0);

/// The file of a reader. Characters that file names cannot have are replaced.
std::filesystem::path markFileOf(const MarkPlace& place, std::string_view reader);

} // namespace duologue
