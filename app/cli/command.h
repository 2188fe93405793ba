// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/partial_tally.h"
#include "core/data/field_reader.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/io/folder.h"
#include "core/query/query.h"
#include "core/query/saved_view.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace duologue {
class RecordFilter;
struct CheckSettings;
struct QueryMistake;
} // namespace duologue

namespace duologue::cli {

class Console;
class OpenTables;

/// What a command wants of tables in engines, as texts of the command line.
struct TableRequest {
    /// A condition of the query language; more is asked of the rows that come.
    std::string where = {};
    /// A text that it finds in those for which the condition holds.
    std::optional<QueryTerm> text = {};
    /// Not all rows with that text are wanted.
    bool isOnlyNear = false;
    /// A field, or "FIELD:desc".
    std::string sort = {};
    /// No more conversations than this are printed.
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    /// Only this part of the rows, which the engine cuts.
    std::optional<Shard> shard = {};
};

/// Options that every command takes.
struct CommonOptions {
    std::vector<std::filesystem::path> paths;
    bool quiet = false;
    int threads = 0;
    bool noCache = false;
    /// Follow links that lead out of the opened folders.
    bool follow = false;
    FollowLinks links() const { return follow ? FollowLinks::Everywhere : FollowLinks::Inside; }
    /// Empty: an aligned table, on a terminal and in a pipe.
    std::string format;
    /// Leave cells of CSV and TSV as they are, although a spreadsheet would run some of them as formulas.
    bool rawCells = false;
    /// An option names "check" or "checks", the fields that checks make.
    bool namesCheckFields = false;
    /// An option names a field that marks make.
    bool namesMarkFields = false;
    /// Records are read again when the dataset is loaded, also those of files that have grown by then.
    bool readsAgain = false;
    /// What a saved view among the paths asks for ("@FILE"); its paths are in `paths`.
    SavedView view;
    /// How many conversations are fetched of a table.
    std::uint64_t rows = 200'000;
    /// They are a random choice, another one for another number.
    std::optional<std::uint64_t> randomRows;
    /// They come in the order of their ids, after this one unless it is empty.
    bool inOrder = false;
    std::string after;
    /// The tables among the paths; null if there are none.
    std::shared_ptr<OpenTables> tables;
};

/// The options that select records.
struct QueryOptions {
    std::string where;
    /// Of --pattern-time, which says nothing any more; negative if it is not given.
    double patternSeconds = -1;
    /// Only this part of the records for which the query holds.
    std::optional<Shard> shard;

    void addTo(CLI::App& app);
    /// `more` is added to the help.
    void addShardTo(CLI::App& app, const std::string& more = {});
    /// Some records are left out.
    bool isGiven() const { return !where.empty() || shard.has_value(); }
};

/// One subcommand. Each is a file in commands/, named like the command, and one line in command.cpp.
class Command {
public:
    virtual ~Command() = default;

    virtual std::string name() const = 0;
    virtual std::string summary() const = 0;
    /// False if the command does something useful without paths.
    virtual bool needsPaths() const { return true; }
    /// How many of the last arguments are no paths.
    virtual std::size_t textsAfterPaths() const { return 0; }
    /// Adds the options of this command alone.
    virtual void addOptions(CLI::App& app) = 0;
    /// What it asks of tables among the paths.
    virtual TableRequest tableRequest(const CommonOptions& /*options*/) const { return {}; }
    /// The values that --format takes, the default first; empty if it prints nothing that has a format.
    virtual std::vector<std::string> formats() const = 0;
    /// Returns the exit code.
    virtual int run(const CommonOptions& options, Console& console) = 0;
};

std::vector<std::unique_ptr<Command>> commands();

/// The exit codes that scripts rely on.
enum ExitCode : int { kDone = 0, kFound = 1, kUsage = 2, kNothingRead = 3 };

/// The user's folder of format descriptions, "duologue/formats" in the configuration folder. Empty if it
/// does not exist.
std::filesystem::path formatFolder();

/// The folder for dataset indexes, "duologue/index" in the cache folder, even if it does not exist yet.
/// Empty if the user has no cache folder.
std::filesystem::path cacheFolder();

/// Loads the paths, with a progress bar on a terminal, and prints nothing else. Throws bad_alloc if there
/// was not enough memory for all of it.
SnapshotPtr loadWithProgress(const CommonOptions& options, Console& console,
                             const RecordFilter* filter = nullptr);

/// The first records of the paths (FirstRecords), read anew.
SnapshotPtr loadFirstRecords(const CommonOptions& options, Console& console);

/// Says why a snapshot has no records.
void sayNothingRead(const Snapshot& snapshot, const CommonOptions& options, Console& console);

/// Loads the paths, with a progress bar on a terminal, and prints errors to standard error. Returns null,
/// after saying why, if nothing could be read. With a `filter`, only the records that it keeps become rows.
SnapshotPtr loadForCommand(const CommonOptions& options, Console& console,
                           const RecordFilter* filter = nullptr);

/// Replaces a path "@FILE" by the paths of that saved view and takes over what else it asks for. False, after
/// saying why, if it cannot be read or if there are several.
bool openViews(CommonOptions& options, std::size_t textsAfterPaths, Console& console);

/// Says what is wrong with a query and where.
void sayMistake(const QueryMistake& mistake, const std::string& query, Console& console);

/// The rows that match the query. Returns nothing, after saying what is wrong and where, if the query is
/// wrong or a pattern gave up on a record. `tables`: the rows are those of a table, if there is one.
std::optional<RowSet> rowsWhere(const Snapshot& snapshot, const std::string& query, Console& console,
                                const OpenTables* tables = nullptr);

/// The rows that match the option --where and the query of a saved view, or the shard of them.
std::optional<RowSet> chosenRows(const Snapshot& snapshot, const CommonOptions& options,
                                 const QueryOptions& query, Console& console);

/// For commands about whole datasets: the options without the filter of a saved view, after saying that it is
/// not used.
CommonOptions withoutViewFilter(const CommonOptions& options, Console& console);

/// What numbers of `counted` records are of that the options have chosen.
Coverage coverageOf(const Snapshot& snapshot, std::uint64_t counted, const CommonOptions& options,
                    const QueryOptions& query);

/// The field that `name` means. Returns nothing, after saying so with a suggestion, if there is none;
/// `option` names the option in that message.
std::optional<FieldReader> namedField(const Snapshot& snapshot, const std::string& option,
                                      const std::string& name, Console& console);

/// Says under which key the records' own values are if a built-in field hides them and has no values itself,
/// and which fields other records have under the name.
void noteOwnKey(const Snapshot& snapshot, const FieldReader& field, Console& console);

/// The settings of checks beside the first of the paths that has them. False, after saying why, if they are
/// wrong.
bool readSettingsOf(const CommonOptions& options, CheckSettings& settings, Console& console);

/// kFound, after saying how many, if files or folders could not be read; otherwise kDone.
int codeForUnread(const Snapshot& snapshot, Console& console);

} // namespace duologue::cli
