// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/row_set.h"
#include "core/record/snapshot.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace duologue {
class RecordFilter;
}

namespace duologue::cli {

class Console;

/// What every command takes.
struct CommonOptions {
    std::vector<std::filesystem::path> paths;
    bool quiet = false;
    int threads = 0;
    bool noCache = false;
    /// Empty: aligned on a terminal and in a pipe alike.
    std::string format;
};

/// One word of the command line and what it does. Each is one file in commands/, named like it, and one line
/// in command.cpp.
class Command {
public:
    virtual ~Command() = default;

    virtual std::string name() const = 0;
    virtual std::string summary() const = 0;
    /// False where it has something to say without any.
    virtual bool needsPaths() const { return true; }
    /// Adds the options that are its own.
    virtual void addOptions(CLI::App& app) = 0;
    /// What --format may be, the default first.
    virtual std::vector<std::string> formats() const = 0;
    /// Returns the exit code.
    virtual int run(const CommonOptions& options, Console& console) = 0;
};

std::vector<std::unique_ptr<Command>> commands();

/// The exit codes that scripts rely on.
enum ExitCode : int { kDone = 0, kFound = 1, kUsage = 2, kNothingRead = 3 };

/// Where the user keeps descriptions of formats: "duologue/formats" in the configuration folder; empty where
/// there is no such folder.
std::filesystem::path formatFolder();

/// Where indexes of datasets are kept: "duologue/index" in the cache folder, whether it is there or not;
/// empty where the user has no such folder.
std::filesystem::path cacheFolder();

/// Loads what the paths name, with progress on a terminal, and says nothing else.
SnapshotPtr loadWithProgress(const CommonOptions& options, Console& console,
                             const RecordFilter* filter = nullptr);

/// Says why a snapshot without records is one.
void sayNothingRead(const Snapshot& snapshot, Console& console);

/// Loads what the paths name, with progress on a terminal; says on standard error what went wrong. Null,
/// after saying why, where nothing could be read. With a `filter` only records that it keeps are rows.
SnapshotPtr loadForCommand(const CommonOptions& options, Console& console,
                           const RecordFilter* filter = nullptr);

/// The rows that --where keeps; none, after saying what is wrong and where, for a bad query.
std::optional<RowSet> rowsWhere(const Snapshot& snapshot, const std::string& query, Console& console);

} // namespace duologue::cli
