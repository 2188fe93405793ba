// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/opened_paths.h"
#include "core/query/pattern/pattern_budget.h"
#include "core/table/row_set.h"
#include "core/table/snapshot.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace duologue {
class RecordFilter;
struct TextTable;
} // namespace duologue

namespace duologue::cli {

class Console;

/// What every command takes.
struct CommonOptions {
    std::vector<std::filesystem::path> paths;
    bool quiet = false;
    int threads = 0;
    bool noCache = false;
    /// Links that lead out of the opened folders are followed.
    bool follow = false;
    FollowLinks links() const { return follow ? FollowLinks::Everywhere : FollowLinks::Inside; }
    /// Empty: aligned on a terminal and in a pipe alike.
    std::string format;
    /// Cells of CSV and TSV stay as they are, although a spreadsheet would run some of them.
    bool rawCells = false;
};

/// What a command asks of records, and how long that may take.
struct QueryOptions {
    std::string where;
    double patternSeconds = std::chrono::duration<double>(PatternBudget::kTimePerRecord).count();

    void addTo(CLI::App& app);
    std::chrono::milliseconds patternTime() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(
            std::chrono::duration<double>(patternSeconds));
    }
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

/// Prints a table in options.format, which is one that tableFormatOf() knows.
void printTable(const TextTable& table, const CommonOptions& options, Console& console);

/// Loads what the paths name, with progress on a terminal, and says nothing else. Throws bad_alloc where
/// there was no memory for some of it.
SnapshotPtr loadWithProgress(const CommonOptions& options, Console& console,
                             const RecordFilter* filter = nullptr);

/// Says why a snapshot without records is one.
void sayNothingRead(const Snapshot& snapshot, Console& console);

/// Loads what the paths name, with progress on a terminal; says on standard error what went wrong. Null,
/// after saying why, where nothing could be read. With a `filter` only records that it keeps are rows.
SnapshotPtr loadForCommand(const CommonOptions& options, Console& console,
                           const RecordFilter* filter = nullptr);

/// The rows that the query keeps; none, after saying what is wrong and where, for a bad query and for a
/// pattern that gave up on a record.
std::optional<RowSet> rowsWhere(const Snapshot& snapshot, const std::string& query,
                                std::chrono::milliseconds patternTime, Console& console);

/// kFound, after saying how many there are, where files or folders could not be read; else kDone.
int codeForUnread(const Snapshot& snapshot, Console& console);

} // namespace duologue::cli
