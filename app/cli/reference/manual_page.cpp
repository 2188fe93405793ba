// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reference/manual_page.h"

#include "app/cli/reference/option_help.h"

#include <CLI/CLI.hpp>
#include <string_view>

namespace duologue::cli {

namespace {

constexpr std::string_view kEndOfPage = R"(.Sh ENVIRONMENT
.Bl -tag -width Ds
.It Ev DUOLOGUE_COMPLETION_TIME
Milliseconds that the completions of a shell may take to read the dataset that the line names, 80 without it.
.El
.Sh FILES
.Bl -tag -width Ds
.It Pa ~/.cache/duologue/index
What was read of large datasets.
It may be deleted at any time.
.It Pa ~/.config/duologue/formats
Descriptions of formats for all datasets.
.El
.Sh EXIT STATUS
.Bl -tag -width Ds
.It 0
Done.
.It 1
Done, with findings, or without a match.
.It 2
The command line or the query is wrong.
.It 3
Nothing could be read or written.
.El
.Sh SEE ALSO
.Xr duologue 1
)";

/// Text that is not to be read as a macro or an escape.
std::string roffText(const std::string& text)
{
    std::string out;
    bool begins = true;
    for (const char c : text) {
        if (begins && (c == '.' || c == '\''))
            out += "\\&";
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
        begins = c == '\n';
        // mandoc wants each sentence on a line of its own.
        if (c == ' ' && out.ends_with(". ")) {
            out.back() = '\n';
            begins = true;
        }
    }
    return out;
}

/// A word as the argument of a macro.
std::string roffWord(const std::string& word)
{
    return "\"" + roffText(word) + "\"";
}

void addOption(const OptionHelp& option, std::string& page)
{
    page += ".It";
    for (std::size_t i = 0; i < option.names.size(); ++i)
        page += (i == 0 ? " Fl " : " , Fl ") + roffText(option.names[i].substr(1));
    if (option.takesValue)
        page += " Ar " + option.valueName;
    page += "\n" + roffText(option.help) + ".\n";
    if (!option.range.empty())
        page += "The value is " + roffText(option.range) + ".\n";
    if (!option.choices.empty()) {
        page += "One of\n";
        for (std::size_t i = 0; i < option.choices.size(); ++i)
            page += ".Cm " + roffText(option.choices[i]) + (i + 1 < option.choices.size() ? " ,\n" : " .\n");
    }
    if (option.isRequired)
        page += "It has to be given.\n";
}

void addCommand(const CLI::App& command, std::string& page)
{
    page += ".Ss " + roffWord(command.get_name()) + "\n" + roffText(command.get_description()) + ".\n";
    page += ".Bl -tag -width Ds\n";
    for (const OptionHelp& option : optionsOf(command)) {
        if (option.names.back() != "--help")
            addOption(option, page);
    }
    page += ".El\n";
    if (const std::string footer = command.get_footer(); !footer.empty())
        page += ".Bd -literal\n" + roffText(footer) + "\n.Ed\n";
}

} // namespace

std::string manualPage(const CLI::App& app)
{
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    std::string page = ".Dd November 26, 2026\n.Dt DUOLOGUE-CLI 1\n.Os\n.Sh NAME\n.Nm duologue\\-cli\n"
                       ".Nd reads, lists, counts and checks datasets of conversations\n.Sh SYNOPSIS\n";
    for (const CLI::App* command : commands)
        page += ".Nm\n.Cm " + command->get_name() + "\n.Op Ar OPTION ...\n.Ar PATH ...\n";
    page +=
        ".Sh DESCRIPTION\nA\n.Ar PATH\nis a file, a folder, or\n.Ar @FILE\nfor a saved view of the window.\n"
        "Results go to standard output, everything else to standard error.\n"
        ".Sh COMMANDS\n";
    for (const CLI::App* command : commands)
        addCommand(*command, page);
    return page + std::string(kEndOfPage);
}

} // namespace duologue::cli
