// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "app/cli/console.h"
#include "core/base/text.h"
#include "core/dataset/loader.h"
#include "core/query/evaluate.h"

#include <cstdlib>
#include <system_error>
#include <thread>

namespace duologue::cli {

std::unique_ptr<Command> formatsCommand();
std::unique_ptr<Command> infoCommand();
std::unique_ptr<Command> listCommand();
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
    all.push_back(queriesCommand());
    all.push_back(formatsCommand());
    all.push_back(validateCommand());
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
                console.say(place + std::string(codeTitle(problem.code)) + ": " + problem.detail);
            }
        });
    if (snapshot.problemCounts.errors() > said)
        console.say("… and " + std::to_string(snapshot.problemCounts.errors() - said) + " more errors");
}

/// The one that the variable names, else the one of that name in the user's home; empty where there is none.
std::filesystem::path userFolder(const char* variable, const char* inHome)
{
    const char* folder = std::getenv(variable);
    if (folder != nullptr && *folder == '/')
        return folder;
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::filesystem::path(home) / inHome : std::filesystem::path();
}

std::string reasonForNothing(const Snapshot& snapshot)
{
    const std::size_t files = snapshot.files.size();
    if (files == 0)
        return "there are no files in it";
    if (snapshot.problemCounts.errors() > 0)
        return "nothing could be read";
    const std::string count = files == 1
                                  ? "the only file was skipped; "
                                  : "all " + std::to_string(files) + " files were skipped; the first, ";
    return count + snapshot.files[0].shownPath + ": " + snapshot.files[0].skipReason;
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

SnapshotPtr loadWithProgress(const CommonOptions& options, Console& console, const RecordFilter* filter)
{
    Progress progress;
    const bool isShown = console.showsProgress() && !options.quiet;
    const Job job(std::stop_token(), isShown ? &progress : nullptr);
    LoadOptions load;
    load.threads = options.threads;
    load.formatFolder = formatFolder();
    load.filter = filter;
    load.keepsStamps = !options.noCache;
    if (!options.noCache)
        load.cacheFolder = cacheFolder();
    const ProgressBar bar(progress, isShown);
    return loadDataset(options.paths, load, job);
}

void sayNothingRead(const Snapshot& snapshot, Console& console)
{
    console.say("no conversations found: " + reasonForNothing(snapshot));
}

SnapshotPtr loadForCommand(const CommonOptions& options, Console& console, const RecordFilter* filter)
{
    SnapshotPtr snapshot = loadWithProgress(options, console, filter);
    sayProblems(*snapshot, console);
    if (snapshot->recordsSeen() > 0)
        return snapshot;
    sayNothingRead(*snapshot, console);
    return nullptr;
}

std::optional<RowSet> rowsWhere(const Snapshot& snapshot, const std::string& text, Console& console)
{
    const auto sayMistake = [&](const QueryMistake& mistake) {
        const auto at = characterCount(std::string_view(text).substr(0, mistake.begin)) + 1;
        console.say("query, character " + std::to_string(at) + " (\"" +
                    text.substr(mistake.begin, mistake.end - mistake.begin) + "\"): " + mistake.message);
    };
    const auto parsed = parseQuery(text);
    if (const auto* mistake = std::get_if<QueryMistake>(&parsed)) {
        sayMistake(*mistake);
        return std::nullopt;
    }
    auto rows = evaluate(snapshot, std::get<Query>(parsed), Job());
    if (const auto* mistake = std::get_if<QueryMistake>(&rows)) {
        sayMistake(*mistake);
        return std::nullopt;
    }
    if (std::get<RowSet>(rows).count() == 0) {
        if (const auto mistake = likelyMistake(snapshot, std::get<Query>(parsed)))
            console.say("note: " + mistake->message);
    }
    return std::get<RowSet>(std::move(rows));
}

} // namespace duologue::cli
