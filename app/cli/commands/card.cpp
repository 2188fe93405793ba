// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/analysis/dataset_card.h"

#include <CLI/CLI.hpp>

namespace duologue::cli {

namespace {

class Card final : public Command {
public:
    std::string name() const override { return "card"; }
    std::string summary() const override
    {
        return "Describe a dataset for its README: counts, charts, checks";
    }
    std::vector<std::string> formats() const override { return {}; }

    void addOptions(CLI::App& app) override
    {
        addText(app, "-o,--output", m_output,
                "The Markdown file to write, with three charts next to it (FILE-turns.svg …); by default "
                "standard output, without charts");
        app.add_flag("--force", m_force, "Replace existing files");
        addText(app, "--title", m_title, "The heading; by default the name of the first path");
        m_query.addTo(app);
    }

    int run(const CommonOptions& options, Console& console) override
    {
        CheckSettings settings;
        if (!readSettingsOf(options, settings, console))
            return kUsage;
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        const auto rows = chosenRows(*snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        CheckRequest request{*snapshot, *rows, std::move(settings)};
        request.threads = options.threads;
        const CheckRun checked = runChecks(request, Job());
        const DatasetCard card = makeCard(*snapshot, *rows, checked, title(options),
                                          coverageOf(*snapshot, rows->count(), options, m_query), Job());
        if (m_output.empty() || m_output == "-")
            console.print(card.markdown);
        else if (!write(card, console))
            return kNothingRead;
        return codeForUnread(*snapshot, console);
    }

private:
    std::string title(const CommonOptions& options) const
    {
        return m_title.empty() && !options.paths.empty() ? nameOfDataset(options.paths.front()) : m_title;
    }

    bool write(const DatasetCard& card, Console& console) const
    {
        const auto unwritten =
            writeCard(card, m_output, m_force ? AtomicFile::Existing::Replace : AtomicFile::Existing::Refuse);
        if (unwritten)
            console.say(unwritten->path.string() + ": " + inEnglish(unwritten->why));
        return !unwritten;
    }

    std::string m_output;
    std::string m_title;
    bool m_force = false;
    QueryOptions m_query;
};

} // namespace

std::unique_ptr<Command> cardCommand()
{
    return std::make_unique<Card>();
}

} // namespace duologue::cli
