// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_tables.h"
#include "app/cli/reference/completion.h"
#include "app/cli/reference/manual_page.h"
#include "core/analysis/checks/check_run.h"
#include "core/io/archive.h"
#include "core/json/json_view.h"
#include "core/marks/mark_fields.h"
#include "core/query/text_pattern.h"
#include "core/util/language.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <limits>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace {

std::string versionText()
{
    return "duologue-cli " DUOLOGUE_VERSION "\n" + duologue::jsonLibrary() + ", nlohmann/json " +
           nlohmann::json::meta()["version"]["string"].get<std::string>() + ", " +
           duologue::patternLibrary() + ", " + duologue::archiveLibrary() + ", CLI11 " CLI11_VERSION;
}

/// Help and version are results too: failing to write them is an error.
int printHelp(const CLI::App& app, const CLI::Success& asked)
{
    std::ostringstream out;
    const int code = app.exit(asked, out, out);
    duologue::cli::Console console(false);
    console.print(out.str());
    return console.finish() ? code : duologue::cli::kNothingRead;
}

/// In plain words where CLI11 has its own.
std::string whatIsWrong(const CLI::App& app, const CLI::ParseError& error)
{
    if (!app.get_subcommands().empty())
        return error.what();
    const std::vector<std::string> unknown = app.remaining();
    return unknown.empty() ? "expected a command; --help lists them"
                           : "there is no command " + unknown.front();
}

/// The manual page, with the translations in a file of JSON if there is one. False if it lacks some.
bool printManualPage(const CLI::App& app, const char* translations, duologue::cli::Console& console)
{
    if (translations == nullptr) {
        console.print(duologue::cli::manualPage(app));
        return true;
    }
    std::ifstream file(translations);
    const auto words = nlohmann::json::parse(file, nullptr, false);
    if (!words.is_object()) {
        console.say(std::string("there are no translations in ") + translations);
        return false;
    }
    std::vector<std::string> missing;
    console.print(duologue::cli::manualPage(app, words.get<duologue::cli::ManualWords>(), missing));
    for (const std::string& text : missing)
        console.say("not translated: " + text);
    return missing.empty();
}

/// Not for people: "--manual-page [FILE]" prints the manual page, "--complete WORD…" what a shell offers for
/// the last word. None for anything else.
std::optional<int> answerBuildOrShell(const CLI::App& app, int argc, char** argv)
{
    const std::string asked = argc > 1 ? argv[1] : "";
    duologue::cli::Console console(false);
    if (asked == "--manual-page") {
        if (!printManualPage(app, argc > 2 ? argv[2] : nullptr, console))
            return duologue::cli::kUsage;
    } else if (asked == "--complete") {
        const duologue::cli::CompletionFolders folders{duologue::cli::formatFolder(),
                                                       duologue::cli::cacheFolder()};
        for (const std::string& word : duologue::cli::completions(app, {argv + 2, argv + argc}, folders))
            console.print(word + "\n");
    } else {
        return std::nullopt;
    }
    return console.finish() ? duologue::cli::kDone : duologue::cli::kNothingRead;
}

int run(int argc, char** argv)
{
    using namespace duologue::cli;
    // Writing a file that may not grow further then fails with an error message instead of ending the
    // program.
    std::signal(SIGXFSZ, SIG_IGN);
    CLI::App app("Reads, lists, counts and checks datasets of conversations.", "duologue-cli");
    app.set_version_flag("--version", versionText, "Print version and libraries");
    app.require_subcommand(1);
    app.footer("Paths are files and folders, @FILE for a saved view, or a table in an engine: "
               "clickhouse://host:8123/database.table, postgresql://host/database/table. Exit codes: 0 done, "
               "1 done with "
               "findings, 2 usage error, "
               "3 nothing read or written.");

    CommonOptions options;
    std::vector<std::string> paths;
    const auto all = commands();
    for (const auto& command : all) {
        CLI::App* sub = app.add_subcommand(command->name(), command->summary());
        addPositionals(
            *sub, "PATH", paths,
            "Files and folders to read; @FILE for a saved view; the address of a table in an engine "
            "(clickhouse://host:8123/database.table, postgresql://host/database/table), with credentials "
            "from DUOLOGUE_USER and DUOLOGUE_PASSWORD, the desktop's keyring or ~/.netrc")
            ->required(command->needsPaths());
        sub->add_flag("--quiet,-q", options.quiet, "Print only errors");
        constexpr std::uint64_t kMostThreads = 1024;
        expectWholeNumber(
            *sub->add_option("--threads", options.threads, "Number of threads to use; 0 = one per core"), 0,
            kMostThreads);
        sub->add_flag("--no-cache", options.noCache, "Read everything again and store no index");
        expectWholeNumber(
            *sub->add_option("--rows", options.rows,
                             "From a table in an engine, fetch at most this many matching conversations"),
            1, std::numeric_limits<std::uint32_t>::max());
        auto* random = sub->add_option("--random-rows", options.randomRows,
                                       "From a table in an engine, fetch a random sample of the matching "
                                       "conversations; another number gives another sample");
        expectWholeNumber(*random, 0, std::numeric_limits<std::int64_t>::max());
        sub->add_flag("--in-order", options.inOrder,
                      "From a table in an engine, fetch conversations in id order, and print the id to "
                      "continue after")
            ->excludes(random);
        addText(*sub, "--after", options.after,
                "From a table in an engine, fetch conversations in id order, starting after this id")
            ->excludes(random);
        sub->add_flag("--follow", options.follow, "Follow links that lead outside the opened folders");
        const auto formats = command->formats();
        if (!formats.empty()) {
            auto* format = sub->add_option("--format", options.format, "Output format");
            format->default_str(formats.front());
            expectOneOf(*format, formats);
        }
        if (std::find(formats.begin(), formats.end(), "csv") != formats.end())
            sub->add_flag(
                "--raw-cells", options.rawCells,
                "In csv and tsv, do not put ' before cells that a spreadsheet would run as formulas");
        command->addOptions(*sub);
    }
    if (const auto code = answerBuildOrShell(app, argc, argv))
        return *code;
    try {
        app.parse(protectedArguments(app, argc, argv));
    } catch (const CLI::Success& success) {
        return printHelp(app, success);
    } catch (const CLI::ParseError& error) {
        Console(false).say(withoutMarks(whatIsWrong(app, error)));
        return kUsage;
    }

    options.paths.assign(paths.begin(), paths.end());
    for (int i = 2; i < argc; ++i) {
        const bool isPath = std::find(paths.begin(), paths.end(), argv[i]) != paths.end();
        options.namesMarkFields =
            options.namesMarkFields || (!isPath && duologue::mayNameMarkFields(argv[i]));
        options.namesCheckFields =
            options.namesCheckFields || (!isPath && duologue::mayNameCheckFields(argv[i]));
    }

    Console console(options.quiet);
    for (const auto& command : all) {
        if (!app.got_subcommand(command->name()))
            continue;
        if (const auto formats = command->formats(); options.format.empty() && !formats.empty())
            options.format = formats.front();
        if (!openViews(options, command->textsAfterPaths(), console))
            return kNothingRead;
        int code =
            OpenTables::open(options, command->tableRequest(options), command->textsAfterPaths(), console);
        if (code != kDone)
            return code;
        code = command->run(options, console);
        if (code == kDone && options.tables && options.tables->isBroken())
            code = kFound;
        if (const duologue::Phrase mistake = duologue::languageMistake(); !mistake.empty())
            console.say(duologue::inEnglish(mistake));
        return console.finish() ? code : kNothingRead;
    }
    return kUsage;
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        // Not Console::say(), which allocates.
        std::fputs("duologue-cli: stopped: not enough memory\n", stderr);
    } catch (const std::exception& error) {
        duologue::cli::Console(false).say(std::string("stopped: ") + error.what());
    }
    return duologue::cli::kNothingRead;
}
