// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "app/cli/open_marks.h"
#include "app/cli/open_tables.h"
#include "core/analysis/checks/check_run.h"
#include "core/data/known_fields.h"
#include "core/data/record_keys.h"
#include "core/load/loader.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "core/query/text_search.h"
#include "core/util/escape.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <new>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

namespace duologue::cli {

std::unique_ptr<Command> cardCommand();
std::unique_ptr<Command> checkCommand();
std::unique_ptr<Command> exportCommand();
std::unique_ptr<Command> diffCommand();
std::unique_ptr<Command> formatsCommand();
std::unique_ptr<Command> infoCommand();
std::unique_ptr<Command> listCommand();
std::unique_ptr<Command> marksCommand();
std::unique_ptr<Command> queriesCommand();
std::unique_ptr<Command> searchCommand();
std::unique_ptr<Command> showCommand();
std::unique_ptr<Command> statsCommand();
std::unique_ptr<Command> validateCommand();

std::vector<std::unique_ptr<Command>> commands()
{
    std::vector<std::unique_ptr<Command>> all;
    all.push_back(infoCommand());
    all.push_back(listCommand());
    all.push_back(showCommand());
    all.push_back(statsCommand());
    all.push_back(searchCommand());
    all.push_back(diffCommand());
    all.push_back(queriesCommand());
    all.push_back(formatsCommand());
    all.push_back(validateCommand());
    all.push_back(checkCommand());
    all.push_back(cardCommand());
    all.push_back(exportCommand());
    all.push_back(marksCommand());
    return all;
}

namespace {

constexpr std::size_t kProblemsSaid = 5;

void sayProblems(const Snapshot& snapshot, Console& console)
{
    std::size_t said = 0;
    std::size_t errors = 0;
    snapshot.problems.forEachPiece(
        0, snapshot.problems.size(), [&](std::size_t, const Problem* first, std::size_t count) {
            for (std::size_t i = 0; i < count; ++i) {
                const Problem& problem = first[i];
                if (problem.severity != Severity::Error || ++errors > kProblemsSaid)
                    continue;
                ++said;
                const std::string place = problem.where.file == kNoFile
                                              ? std::string()
                                              : snapshot.file(problem.where.file).shownPath + ": ";
                console.say(place + std::string(codeTitle(problem.code)) + ": " + inEnglish(problem.detail));
            }
        });
    if (snapshot.problemCounts.errors() > said)
        console.say("… and " + std::to_string(snapshot.problemCounts.errors() - said) + " more errors");
}

bool lacksMemory(const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        if (snapshot.problems[i].code == ProblemCode::OutOfMemory)
            return true;
    }
    return false;
}

/// The folder that `variable` names, or `inHome` in the user's home; empty if neither exists.
std::filesystem::path userFolder(const char* variable, const char* inHome)
{
    const char* folder = std::getenv(variable);
    if (folder != nullptr && *folder == '/')
        return folder;
    // A missing home is not created.
    const char* home = std::getenv("HOME");
    std::error_code error;
    return home != nullptr && *home == '/' && std::filesystem::is_directory(home, error)
               ? std::filesystem::path(home) / inHome
               : std::filesystem::path();
}

std::string reasonForNothing(const Snapshot& snapshot)
{
    const std::size_t files = snapshot.files.size();
    if (files == 0)
        return "no files were found";
    if (snapshot.problemCounts.errors() > 0)
        return "nothing could be read";
    const std::string count = files == 1
                                  ? "the only file was skipped; "
                                  : "all " + std::to_string(files) + " files were skipped; the first, ";
    return count + snapshot.files[0].shownPath + ": " + inEnglish(snapshot.files[0].skipReason);
}

} // namespace

std::filesystem::path formatFolder()
{
    const auto config = userFolder("XDG_CONFIG_HOME", ".config");
    if (config.empty())
        return {};
    auto folder = config / "duologue/formats";
    std::error_code error;
    return std::filesystem::is_directory(folder, error) ? folder : std::filesystem::path();
}

std::filesystem::path cacheFolder()
{
    const auto cache = userFolder("XDG_CACHE_HOME", ".cache");
    return cache.empty() ? cache : cache / "duologue/index";
}

namespace {

LoadOptions loadOptionsOf(const CommonOptions& options)
{
    LoadOptions load;
    load.threads = options.threads;
    load.formatFolder = formatFolder();
    load.followLinks = options.links();
    load.keepsStamps = !options.noCache || options.readsAgain;
    if (!options.noCache)
        load.cacheFolder = cacheFolder();
    return load;
}

} // namespace

SnapshotPtr loadFirstRecords(const CommonOptions& options, Console& console)
{
    std::vector<std::filesystem::path> paths = options.paths;
    if (options.tables)
        options.tables->fetchInto(paths, Job(), console);
    const LoadOptions load = loadOptionsOf(options);
    return firstRecordsOf(paths, load)();
}

SnapshotPtr loadWithProgress(const CommonOptions& options, Console& console, const RecordFilter* filter)
{
    Progress progress;
    const bool isShown = console.showsProgress() && !options.quiet;
    const Job job(std::stop_token(), isShown ? &progress : nullptr);
    LoadOptions load = loadOptionsOf(options);
    load.filter = filter;
    const ProgressBar bar(progress, isShown);
    std::vector<std::filesystem::path> paths = options.paths;
    if (options.tables) {
        // Fetched rows are gone when the command ends.
        load.cacheFolder.clear();
        options.tables->fetchInto(paths, job, console);
    }
    SnapshotPtr snapshot = loadDataset(paths, load, job);
    // An answer that leaves out what did not fit into memory would be wrong.
    if (lacksMemory(*snapshot))
        throw std::bad_alloc();
    return snapshot;
}

void sayNothingRead(const Snapshot& snapshot, const CommonOptions& options, Console& console)
{
    // What is wrong with a table has been said.
    if (options.tables && snapshot.files.empty())
        return;
    console.say("no conversations found: " + reasonForNothing(snapshot));
}

namespace {

/// The snapshot with the fields of the marks beside the data. Null, after saying why, if they cannot be read.
SnapshotPtr withMarks(const Snapshot& snapshot, const CommonOptions& options, Console& console)
{
    std::optional<OpenMarks> marks = openMarks(options, console);
    if (!marks)
        return nullptr;
    const MarkedRecords records = markedRecords(snapshot, *marks);
    return withMarkFields(snapshot, marks->set, records, nullptr);
}

/// The snapshot with the fields of checks. Null, after saying why, if the settings of the checks are wrong.
SnapshotPtr withFields(const Snapshot& snapshot, const CommonOptions& options, Console& console)
{
    CheckSettings settings;
    if (!readSettingsOf(options, settings, console))
        return nullptr;
    Progress progress;
    const bool isShown = console.showsProgress() && !options.quiet;
    const ProgressBar bar(progress, isShown);
    const CheckRun run = runForFields(snapshot, settings, options.threads,
                                      Job(std::stop_token(), isShown ? &progress : nullptr));
    return withCheckFields(snapshot, run, RowSet(snapshot.recordCount(), true));
}

} // namespace

SnapshotPtr loadForCommand(const CommonOptions& options, Console& console, const RecordFilter* filter)
{
    SnapshotPtr snapshot = loadWithProgress(options, console, filter);
    sayProblems(*snapshot, console);
    if (snapshot->recordsSeen() > 0) {
        if (options.namesCheckFields || mayNameCheckFields(options.view.query))
            snapshot = withFields(*snapshot, options, console);
        if (snapshot != nullptr && (options.namesMarkFields || mayNameMarkFields(options.view.query)))
            snapshot = withMarks(*snapshot, options, console);
        return snapshot;
    }
    sayNothingRead(*snapshot, options, console);
    return nullptr;
}

std::optional<FieldReader> namedField(const Snapshot& snapshot, const std::string& option,
                                      const std::string& name, Console& console)
{
    auto field = findField(snapshot, name);
    if (!field) {
        const std::string similar = similarField(snapshot, name);
        const Phrase mistake = presenceOf(snapshot, name).isKnown() ? Phrase(PhraseId::OnlyPresence, name)
                               : similar.empty()                    ? Phrase(PhraseId::NoField, name)
                                                 : Phrase(PhraseId::SimilarField, name, similar);
        console.say(option + ": " + inEnglish(mistake));
    } else {
        noteOwnKey(snapshot, *field, console);
    }
    return field;
}

namespace {

bool hasAny(const Snapshot& snapshot, const FieldReader& field)
{
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (field.has(row))
            return true;
    }
    return false;
}

} // namespace

void noteOwnKey(const Snapshot& snapshot, const FieldReader& field, Console& console)
{
    const std::string& key = field.info().key;
    const std::vector<std::string> others = otherColumnsNamed(snapshot, field);
    if (others.empty())
        return;
    const bool isAny = hasAny(snapshot, field);
    for (const std::string& other : others) {
        // A record may well have both, as its own "language" and that of its texts.
        if (!isAny || field.anyColumn() != nullptr || !other.starts_with("record."))
            console.note(
                inEnglish({isAny ? PhraseId::OtherColumnNamed : PhraseId::OwnKeyOfRecords, key, other}));
    }
}

void noteOwnKeys(const Snapshot& snapshot, const Query& query, Console& console)
{
    for (const Query& part : query.parts)
        noteOwnKeys(snapshot, part, console);
    if (query.kind != QueryKind::Term || query.term.field.empty())
        return;
    if (const auto field = findField(snapshot, query.term.fieldName()))
        noteOwnKey(snapshot, *field, console);
}

bool readSettingsOf(const CommonOptions& options, CheckSettings& settings, Console& console)
{
    for (const auto& path : options.paths) {
        auto read = readCheckSettings(path);
        if (const Phrase* mistake = read.error()) {
            console.say((path / kCheckSettingsName).string() + ": " + inEnglish(*mistake));
            return false;
        }
        auto& found = read.value();
        if (!found.folder.empty()) {
            settings = std::move(found);
            break;
        }
    }
    return true;
}

int codeForUnread(const Snapshot& snapshot, Console& console)
{
    // A file with several problems counts once; each problem outside a file counts by itself.
    std::set<FileId> files;
    std::size_t others = 0;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        if (!isNotRead(problem))
            continue;
        if (problem.where.file == kNoFile)
            ++others;
        else
            files.insert(problem.where.file);
    }
    const std::size_t count = files.size() + others;
    if (count == 0)
        return kDone;
    console.say(count == 1 ? "1 file or folder could not be read"
                           : std::to_string(count) + " files or folders could not be read");
    return kFound;
}

void QueryOptions::addTo(CLI::App& app)
{
    addText(app, "--where", where,
            "Only records that match this query; 'duologue-cli queries' explains the syntax");
    constexpr double kShortest = 0.01;
    constexpr double kLongest = 86'400;
    auto* time = app.add_option(
        "--pattern-time", patternSeconds,
        "Ignored: regular expressions need no time limit. The next version removes this option");
    expectNumber(*time, kShortest, kLongest);
}

void QueryOptions::addShardTo(CLI::App& app, const std::string& more)
{
    const CLI::callback_t take = [this](const CLI::results_t& results) {
        shard = shardNamed(results.back());
        return shard.has_value();
    };
    auto* option =
        app.add_option("--shard", take,
                       "Only one of several equal parts of these records, as in 3/7. The parts are "
                       "consecutive, so machines that take one part each cover all records in order" +
                           more);
    option->type_name("I/N");
    option->check(CLI::Validator(
        [](const std::string& text) {
            return shardNamed(text) ? std::string()
                                    : "expected a part and the number of parts, as in 3/7, found " + text;
        },
        "I/N"));
}

bool openViews(CommonOptions& options, std::size_t textsAfterPaths, Console& console)
{
    std::vector<std::filesystem::path> paths;
    bool hasView = false;
    for (std::size_t i = 0; i < options.paths.size(); ++i) {
        const std::string path = options.paths[i].string();
        if (!path.starts_with('@') || i + textsAfterPaths >= options.paths.size()) {
            paths.push_back(options.paths[i]);
            continue;
        }
        auto view = readView(path.substr(1));
        if (const Phrase* mistake = view.error()) {
            console.say(path.substr(1) + ": " + inEnglish(*mistake));
            return false;
        }
        if (std::exchange(hasView, true)) {
            console.say("only one saved view can be opened at a time");
            return false;
        }
        options.view = std::move(view).value();
        paths.insert(paths.end(), options.view.paths.begin(), options.view.paths.end());
    }
    options.paths = std::move(paths);
    return true;
}

std::optional<RowSet> chosenRows(const Snapshot& snapshot, const CommonOptions& options,
                                 const QueryOptions& query, Console& console)
{
    if (query.patternSeconds >= 0)
        console.note("--pattern-time is ignored: regular expressions need no time limit");
    const OpenTables* const tables = options.tables.get();
    if (tables != nullptr && tables->isNothing())
        return RowSet(snapshot.recordCount());
    auto rows = rowsWhere(snapshot, query.where, console, tables);
    if (rows && !options.view.query.empty()) {
        const auto ofView = rowsWhere(snapshot, options.view.query, console, tables);
        if (!ofView)
            return std::nullopt;
        *rows &= *ofView;
    }
    // Of tables, only the rows of the shard were fetched.
    if (rows && query.shard && !options.tables)
        rows = rowsOfShard(*rows, *query.shard);
    return rows;
}

CommonOptions withoutViewFilter(const CommonOptions& options, Console& console)
{
    CommonOptions all = options;
    if (const std::string filter = std::exchange(all.view.query, {}); !filter.empty())
        console.note(inEnglish({PhraseId::ViewFilterNotUsed, markdownCode(filter)}));
    return all;
}

namespace {

/// The query of the option and that of a saved view as one; they have been parsed before.
std::string bothQueries(const std::string& first, const std::string& second)
{
    if (first.empty() || second.empty())
        return first.empty() ? second : first;
    std::vector<Query> parts;
    for (const std::string& text : {first, second}) {
        if (auto parsed = parseQuery(text); parsed.ok())
            parts.push_back(std::move(parsed).value());
    }
    return toText(Query::all(std::move(parts)));
}

} // namespace

Coverage coverageOf(const Snapshot& snapshot, std::uint64_t counted, const CommonOptions& options,
                    const QueryOptions& query)
{
    Coverage coverage = coverageOf(snapshot, counted, bothQueries(query.where, options.view.query));
    if (query.shard)
        coverage.shard = query.shard->text();
    if (!options.tables)
        return coverage;
    // Only rows that may match are fetched: how many the table has is not known.
    if (!coverage.where.empty() || !coverage.shard.empty())
        coverage.counted = coverage.read = 0;
    coverage.isComplete = coverage.isComplete && !options.tables->isBroken();
    coverage.remarks = options.tables->remarks();
    return coverage;
}

void sayMistake(const QueryMistake& mistake, const std::string& query, Console& console)
{
    if (mistake.begin == mistake.end) {
        console.say(inEnglish(mistake.what));
        return;
    }
    const auto at = characterCount(std::string_view(query).substr(0, mistake.begin)) + 1;
    console.say("query, character " + std::to_string(at) + " (\"" +
                query.substr(mistake.begin, mistake.end - mistake.begin) + "\"): " + inEnglish(mistake.what));
}

std::optional<RowSet> rowsWhere(const Snapshot& snapshot, const std::string& text, Console& console,
                                const OpenTables* tables)
{
    auto parsed = parseQuery(text);
    if (const auto* mistake = parsed.error()) {
        sayMistake(*mistake, text, console);
        return std::nullopt;
    }
    Query& query = parsed.value();
    if (tables != nullptr)
        query = tables->withoutAbsentColumns(snapshot, std::move(query));
    auto rows = evaluate(snapshot, query, Job());
    if (const auto* mistake = rows.error()) {
        sayMistake(*mistake, text, console);
        return std::nullopt;
    }
    noteOwnKeys(snapshot, query, console);
    if (const QueryTerm* pattern = patternWithOtherWords(query))
        console.note(inEnglish({PhraseId::PatternBounds, toText(Query::of(*pattern))}));
    if (rows.value().count() == 0) {
        const Phrase others = asksTexts(query) ? keysNotSearched(textKeysOf(snapshot), true) : Phrase();
        if (!others.empty())
            console.note(inEnglish(others));
        if (const auto mistake = likelyMistake(snapshot, query, Job()))
            console.say("note: " + inEnglish(mistake->what));
    }
    return std::move(rows).value();
}

} // namespace duologue::cli
