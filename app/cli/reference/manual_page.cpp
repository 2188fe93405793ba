// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reference/manual_page.h"

#include "app/cli/reference/option_help.h"

#include <CLI/CLI.hpp>
#include <string_view>

namespace duologue::cli {

namespace {

// In the language of mandoc; what is between { and } is text for people.

constexpr std::string_view kBeginOfPage = R"(.Dd November 26, 2026
.Dt DUOLOGUE-CLI 1
.Os
.Sh NAME
.Nm duologue\-cli
.Nd {reads, lists, counts and checks datasets of conversations}
.Sh {SYNOPSIS}
)";

constexpr std::string_view kDescription = R"(.Sh {DESCRIPTION}
.Ar PATH
{is a file, a folder, @FILE for a saved view of the window, or the address of a table in an engine.}
{Results go to standard output, everything else to standard error.}
.Sh {COMMANDS}
)";

constexpr std::string_view kEndOfPage = R"(.Sh {ENVIRONMENT}
.Bl -tag -width Ds
.It Ev DUOLOGUE_COMPLETION_TIME
{Time limit in milliseconds for shell completions to read the dataset on the command line; 80 by default.}
.El
.Sh {FILES}
.Bl -tag -width Ds
.It Pa ~/.cache/duologue/index
{Indexes of large datasets.}
{It may be deleted at any time.}
.It Pa ~/.config/duologue/formats
{Descriptions of formats for all datasets.}
.El
.Sh {EXIT STATUS}
.Bl -tag -width Ds
.It 0
{Done.}
.It 1
{Done, but there were findings, differences or no matches, or a file or folder could not be read. For validate: the data have errors.}
.It 2
{The command line or the query is invalid.}
.It 3
{Nothing could be read or written.}
.El
.Sh {SEE ALSO}
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

/// Makes the page of the program's options, in English, or with the translations of its texts.
class PageMaker {
public:
    PageMaker(const ManualWords* words, std::vector<std::string>* missing)
        : m_words(words), m_missing(missing)
    {
    }

    std::string page(const CLI::App& app)
    {
        const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
        addTemplate(kBeginOfPage);
        for (const CLI::App* command : commands)
            m_page += ".Nm\n.Cm " + command->get_name() + "\n.Op Ar OPTION ...\n.Ar PATH ...\n";
        addTemplate(kDescription);
        for (const CLI::App* command : commands)
            addCommand(*command);
        addTemplate(kEndOfPage);
        return std::move(m_page);
    }

private:
    std::string word(const std::string& english)
    {
        if (m_words == nullptr)
            return english;
        const auto found = m_words->find(english);
        if (found != m_words->end())
            return found->second;
        m_missing->push_back(english);
        return english;
    }

    /// A sentence that has no full stop in the options.
    std::string sentence(const std::string& english)
    {
        return roffText(word(english)) + (m_words == nullptr ? "." : "。") + "\n";
    }

    void addTemplate(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t open = text.find('{');
            m_page += text.substr(0, open);
            if (open == std::string_view::npos)
                return;
            const std::size_t close = text.find('}', open);
            m_page += roffText(word(std::string(text.substr(open + 1, close - open - 1))));
            text = text.substr(close + 1);
        }
    }

    void addOption(const OptionHelp& option)
    {
        m_page += ".It";
        for (std::size_t i = 0; i < option.names.size(); ++i)
            m_page += (i == 0 ? " Fl " : " , Fl ") + roffText(option.names[i].substr(1));
        if (option.takesValue)
            m_page += " Ar " + option.valueName;
        m_page += "\n" + sentence(option.help);
        if (!option.range.empty())
            m_page += roffText(word("The value is")) + " " + roffText(word(option.range)) + ".\n";
        if (!option.choices.empty()) {
            m_page += roffText(word("One of")) + "\n";
            for (std::size_t i = 0; i < option.choices.size(); ++i)
                m_page +=
                    ".Cm " + roffText(option.choices[i]) + (i + 1 < option.choices.size() ? " ,\n" : " .\n");
        }
        if (option.isRequired)
            m_page += sentence("It is required");
    }

    void addCommand(const CLI::App& command)
    {
        m_page += ".Ss " + roffWord(command.get_name()) + "\n" + sentence(command.get_description());
        m_page += ".Bl -tag -width Ds\n";
        for (const OptionHelp& option : optionsOf(command)) {
            if (option.names.back() != "--help")
                addOption(option);
        }
        m_page += ".El\n";
        // Lists of reports, checks and examples are long, and the window has them in its language.
        if (const std::string footer = command.get_footer(); !footer.empty() && m_words == nullptr)
            m_page += ".Bd -literal\n" + roffText(footer) + "\n.Ed\n";
    }

    const ManualWords* m_words;
    std::vector<std::string>* m_missing;
    std::string m_page;
};

} // namespace

std::string manualPage(const CLI::App& app)
{
    return PageMaker(nullptr, nullptr).page(app);
}

std::string manualPage(const CLI::App& app, const ManualWords& words, std::vector<std::string>& missing)
{
    return PageMaker(&words, &missing).page(app);
}

} // namespace duologue::cli
