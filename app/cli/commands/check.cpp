// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "app/cli/record_order.h"
#include "core/analysis/check_report.h"
#include "core/analysis/report_table.h"
#include "core/util/text.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

std::string checkList()
{
    std::string list = "Checks (--only and --fail-on also accept the name of a group):\n";
    CheckGroup group = CheckGroup::Duplicates;
    for (const Check* check : checks()) {
        if (check->group != group)
            list += "\n" + std::string(groupId(check->group)) + ":\n";
        group = check->group;
        list += "  " + std::string(check->id) + ": " + std::string(check->title);
        if (check->threshold)
            list += " (threshold: " + std::string(check->threshold->meaning) + ", " +
                    numberText(check->threshold->usual) + ")";
        list += "\n";
    }
    return list;
}

class CheckCommand final : public Command {
public:
    std::string name() const override { return "check"; }
    std::string summary() const override { return "Find mistakes in conversations and annotations"; }
    std::vector<std::string> formats() const override
    {
        return {"text", "json", "jsonl", "csv", "sarif", "markdown"};
    }

    void addOptions(CLI::App& app) override
    {
        addTexts(app, "--only", m_only, "Only these checks, separated by commas");
        addTexts(app, "--set", m_thresholds,
                 "CHECK=NUMBER: use another threshold, as in translation_short=0.2");
        addTexts(
            app, "--fail-on", m_failOn,
            "Exit with 1 if any of these checks finds something, separated by commas; also note, warning "
            "and error (the default)");
        app.add_flag("--show-matches", m_showsMatches, "Print personal data unmasked");
        app.add_flag("--summary", m_isSummary, "Print only the number of findings of each check");
        m_query.addTo(app);
        m_query.addShardTo(app, ". Checks that compare records compare only those of this part");
        app.footer(checkList() + "\nA file \"" + std::string(kCheckSettingsName) +
                   "\" next to the dataset contains thresholds, disabled checks and accepted findings.");
    }

    TableRequest tableRequest(const CommonOptions& /*options*/) const override
    {
        return {.where = m_query.where, .shard = m_query.shard};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        CheckSettings settings;
        const auto failOn = commaSeparated(m_failOn);
        if (!readSettings(options, settings, console) || !areKnown(failOn, console))
            return kUsage;
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        const auto rows = chosenRows(*snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        CheckRequest request{*snapshot, *rows, std::move(settings), commaSeparated(m_only)};
        request.threads = options.threads;
        if (const Phrase mistake = mistakeIn(request); !mistake.empty()) {
            console.say(inEnglish(mistake));
            return kUsage;
        }
        Progress progress;
        const bool isShown = console.showsProgress() && !options.quiet;
        CheckRun run;
        {
            const ProgressBar bar(progress, isShown);
            run = runChecks(request, Job(std::stop_token(), isShown ? &progress : nullptr));
        }
        run.coverage = coverageOf(*snapshot, rows->count(), options, m_query);
        CheckReport report{*snapshot, run, m_showsMatches, m_isSummary};
        report.saysCoverage = !options.quiet;
        print(report, options, console);
        return hasFailed(run, failOn) ? kFound : codeForUnread(*snapshot, console);
    }

private:
    static bool isSeverity(std::string_view name)
    {
        return name == "note" || name == "warning" || name == "error";
    }

    static bool areKnown(const std::vector<std::string>& names, Console& console)
    {
        for (const std::string& name : names) {
            if (!isSeverity(name) && !isGroup(name) && findCheck(name) == nullptr) {
                console.say("--fail-on: there is no check " + name + "; check --help lists them");
                return false;
            }
        }
        return true;
    }

    bool readSettings(const CommonOptions& options, CheckSettings& settings, Console& console) const
    {
        if (!readSettingsOf(options, settings, console))
            return false;
        for (const std::string& each : commaSeparated(m_thresholds)) {
            if (const Phrase mistake = setThreshold(each, settings); !mistake.empty()) {
                console.say("--set: " + inEnglish(mistake));
                return false;
            }
        }
        return true;
    }

    static bool hasFailed(const CheckRun& run, const std::vector<std::string>& failOn)
    {
        const auto isNamed = [&](const Check& check) {
            return std::any_of(failOn.begin(), failOn.end(), [&](const std::string& name) {
                const bool isAtLeast =
                    (name == "note") || (name == "warning" && check.severity != Severity::Note);
                return name == check.id || name == groupId(check.group) || isAtLeast;
            });
        };
        return std::any_of(run.results.begin(), run.results.end(), [&](const CheckResult& result) {
            return result.findings > 0 &&
                   (result.check->severity == Severity::Error || isNamed(*result.check));
        });
    }

    static void print(const CheckReport& report, const CommonOptions& options, Console& console)
    {
        if (options.format == "json") {
            printJson(reportJson(report), options, console);
        } else if (options.format == "jsonl") {
            const auto& findings = report.run.findings;
            printJsonRows(
                findings.size(), [&](std::size_t index) { return findingJson(report, findings[index]); },
                options, console);
            noteCoverage(report.run.coverage, console);
        } else if (options.format == "csv") {
            TextTable table = reportTable(report);
            table.captions = report.run.coverage.phrases();
            printTable(table, options, console);
        } else if (options.format == "sarif") {
            printJson(reportSarif(report, "duologue-cli", DUOLOGUE_VERSION), options, console);
        } else {
            console.print(options.format == "markdown" ? reportMarkdown(report) : reportText(report));
        }
    }

    std::vector<std::string> m_only;
    std::vector<std::string> m_thresholds;
    std::vector<std::string> m_failOn;
    bool m_showsMatches = false;
    bool m_isSummary = false;
    QueryOptions m_query;
};

} // namespace

std::unique_ptr<Command> checkCommand()
{
    return std::make_unique<CheckCommand>();
}

} // namespace duologue::cli
