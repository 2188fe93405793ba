// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/io/archive.h"
#include "core/json/json_view.h"
#include "core/query/text_pattern.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace {

std::string versionText()
{
    return "duologue-cli " DUOLOGUE_VERSION "\n" + duologue::jsonLibrary() + ", nlohmann/json " +
           nlohmann::json::meta()["version"]["string"].get<std::string>() + ", " +
           duologue::patternLibrary() + ", " + duologue::archiveLibrary() + ", CLI11 " CLI11_VERSION;
}

} // namespace

int main(int argc, char** argv)
{
    using namespace duologue::cli;
    CLI::App app("Reads, lists, counts and checks datasets of conversations.", "duologue-cli");
    app.set_version_flag("--version", versionText, "Print version and libraries");
    app.require_subcommand(1);
    app.footer("Paths are files and folders. Exit codes: 0 done, 1 done with findings, 2 usage error, "
               "3 nothing read or written.");

    CommonOptions options;
    const auto all = commands();
    for (const auto& command : all) {
        CLI::App* sub = app.add_subcommand(command->name(), command->summary());
        sub->add_option("PATH", options.paths, "Files and folders to read")->required(command->needsPaths());
        sub->add_flag("--quiet,-q", options.quiet, "Say nothing but errors");
        sub->add_option("--threads", options.threads, "How many threads to use; 0 for one a core")
            ->check(CLI::Range(0, 1024));
        sub->add_flag("--no-cache", options.noCache, "Read everything anew, and remember nothing");
        const auto formats = command->formats();
        sub->add_option("--format", options.format, "How to print it")
            ->check(CLI::IsMember(formats))
            ->default_str(formats.front());
        command->addOptions(*sub);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        const auto unknown = app.get_subcommands().empty() ? app.remaining() : std::vector<std::string>();
        Console(false).say(unknown.empty() ? error.what() : "there is no command " + unknown.front());
        return kUsage;
    }

    Console console(options.quiet);
    for (const auto& command : all) {
        if (!app.got_subcommand(command->name()))
            continue;
        if (options.format.empty())
            options.format = command->formats().front();
        try {
            const int code = command->run(options, console);
            if (console.finish())
                return code;
            console.say("the output could not be written");
        } catch (const std::exception& error) {
            console.say(std::string("stopped: ") + error.what());
        }
        return kNothingRead;
    }
    return kUsage;
}
