// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "app/cli/record_order.h"
#include "core/analysis/checks/findings.h"
#include "core/export/export_run.h"
#include "core/export/row_choice.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"

#include <CLI/CLI.hpp>
#include <limits>

namespace duologue::cli {

namespace {

/// Standard output. Control characters of the data do not reach a terminal.
class ConsoleSink final : public ByteSink {
public:
    explicit ConsoleSink(Console& console) : m_console(console) {}

    bool write(std::string_view bytes) override
    {
        m_console.print(bytes);
        return true;
    }
    /// Console::finish() says if anything could not be written.
    bool finish() override { return true; }
    Phrase error() const override { return {}; }

private:
    Console& m_console;
};

class Export final : public Command {
public:
    std::string name() const override { return "export"; }
    std::string summary() const override { return "Write records to a file, optionally in another format"; }
    std::vector<std::string> formats() const override { return {}; }

    void addOptions(CLI::App& app) override
    {
        std::vector<std::string> targets;
        std::string list;
        for (const ExporterSpec& exporter : exporters()) {
            targets.emplace_back(exporter.id);
            list += "\n" + targets.back() + ": " + std::string(exporter.summary);
        }
        auto* to = addText(app, "--to", m_target, "The format to write:" + list);
        to->required();
        expectOneOf(*to, targets);
        addText(app, "-o,--output", m_output,
                "The file to write, compressed if it ends in .gz or .zst; - for standard output")
            ->required();
        app.add_flag("--force", m_force, "Replace an existing file");
        m_query.addTo(app);
        m_query.addShardTo(app);
        addText(app, "--sort", m_sort, "FIELD or FIELD:desc");
        addTexts(app, "--columns", m_columns, "Fields to write, separated by commas");
        expectOneOf(*addText(app, "--language", m_language,
                             "Which texts to write: en, zh, original (as first written) or both"),
                    {"en", "zh", "original", "both"});
        app.add_flag("--findings", m_writesFindings,
                     "Write the findings of checks with each record, in json, jsonl, markdown and html");
        app.add_flag("--no-system", m_noSystem, "Leave out system messages");
        app.add_flag("--raw-cells", m_rawCells,
                     "In csv and tsv, do not put ' before cells that a spreadsheet would run as formulas");
        addTexts(
            app, "--dedup", m_dedup,
            "Keep only the first of records with equal values in these fields, separated by commas; also "
            "context, prompt, answer, conversation");
        expectWholeNumber(
            *app.add_option("--sample", m_sample, "Write only this many records, chosen at random"), 1,
            kMost);
        addText(app, "--per", m_per, "With --sample: this many for each value of this field");
        addText(
            app, "--split", m_split,
            "Write several files, as in train=0.8,dev=0.1,test=0.1; each name is inserted before the file "
            "extension");
        addText(app, "--stratify", m_stratify, "With --split: apply the shares to each value of this field");
        addText(app, "--group", m_group,
                "With --split: write records that share a value of this field to the same file");
        expectWholeNumber(*app.add_option("--seed", m_seed, "Another number gives another sample or split"),
                          0, std::numeric_limits<std::int64_t>::max());
    }

    TableRequest tableRequest(const CommonOptions& /*options*/) const override
    {
        return {.where = m_query.where, .sort = m_sort, .shard = m_query.shard};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        RowChoice choice;
        if (!readChoice(choice, console))
            return kUsage;
        CommonOptions reading = options;
        reading.readsAgain = true;
        const SnapshotPtr snapshot = loadForCommand(reading, console);
        if (!snapshot)
            return kNothingRead;
        const auto rows = chosenRows(*snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        auto order = sortedRows(*snapshot, *rows, m_sort.empty() ? options.view.sort : m_sort, console);
        if (!order)
            return kUsage;
        Coverage coverage = coverageOf(*snapshot, order->size(), options, m_query);
        auto chosen = choose(*snapshot, std::move(*order), choice, Job());
        if (const Phrase* mistake = chosen.error()) {
            console.say(inEnglish(*mistake));
            return kUsage;
        }
        auto& parts = chosen.value();
        if (!choice.dedup.empty() && parts.repeats == 1)
            coverage.remarks.emplace_back(PhraseId::RepeatLeftOut);
        else if (!choice.dedup.empty())
            coverage.remarks.emplace_back(PhraseId::RepeatsLeftOut, groupedDigits(parts.repeats));
        if (choice.sample > 0)
            coverage.remarks.push_back(sampleOf(parts.parts, coverage.counted - parts.repeats));
        noteCoverage(coverage, console);
        if (m_writesFindings && !findNotes(*snapshot, parts.parts, options, console))
            return kUsage;
        return write(*snapshot, parts.parts, options, console);
    }

private:
    static constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();

    static Phrase sampleOf(const std::vector<ChosenRows>& parts, std::uint64_t all)
    {
        std::uint64_t sampled = 0;
        for (const ChosenRows& part : parts)
            sampled += part.rows.size();
        return {PhraseId::SampleOf, groupedDigits(sampled), groupedDigits(all)};
    }

    bool toStandardOutput() const { return m_output == "-"; }

    /// False, after saying why, if the options do not go together.
    bool readChoice(RowChoice& choice, Console& console) const
    {
        const auto parts = splitParts(m_split);
        if (!m_split.empty() && !parts)
            console.say("--split: expected names and shares that add up to at most 1, as in "
                        "train=0.8,dev=0.1,test=0.1, found " +
                        m_split);
        else if (!m_split.empty() && toStandardOutput())
            console.say("--split writes several files, so -o cannot be standard output");
        else if (m_split.empty() && (!m_stratify.empty() || !m_group.empty()))
            console.say("--stratify and --group need --split");
        else if (m_sample == 0 && !m_per.empty())
            console.say("--per needs --sample");
        else {
            choice = {commaSeparated(m_dedup),
                      m_sample,
                      m_per,
                      parts.value_or(std::vector<SplitPart>()),
                      m_stratify,
                      m_group,
                      m_seed};
            return true;
        }
        return false;
    }

    /// Lets all checks look at the records that are written. False, after saying why, if the settings beside
    /// the dataset cannot be read.
    bool findNotes(const Snapshot& snapshot, const std::vector<ChosenRows>& parts,
                   const CommonOptions& options, Console& console)
    {
        CheckRequest request{snapshot, RowSet(snapshot.recordCount(), false), {}};
        if (!readSettingsOf(options, request.settings, console))
            return false;
        for (const ChosenRows& part : parts) {
            for (const Row row : part.rows)
                request.rows.add(row);
        }
        request.threads = options.threads;
        if (const Phrase mistake = mistakeIn(request); !mistake.empty()) {
            console.say(inEnglish(mistake));
            return false;
        }
        m_notes = notesOf(runChecks(request, Job()), snapshot);
        return true;
    }

    int write(const Snapshot& snapshot, std::vector<ChosenRows>& parts, const CommonOptions& options,
              Console& console) const
    {
        const ExporterSpec& exporter = *findExporter(m_target);
        // Before the first of several files is written.
        for (const ChosenRows& part : parts) {
            const std::filesystem::path path = pathOfPart(m_output, part.part);
            std::error_code error;
            if (!m_force && !toStandardOutput() && std::filesystem::exists(path, error)) {
                console.say(path.string() + ": " + inEnglish(PhraseId::FileExists) +
                            " (--force replaces it)");
                return kNothingRead;
            }
        }
        int code = codeForUnread(snapshot, console);
        for (ChosenRows& part : parts) {
            const std::filesystem::path path = pathOfPart(m_output, part.part);
            ExportRequest request{snapshot, exporter, {}, std::move(part.rows), options.threads};
            request.options.language = exportLanguageOf(m_language);
            request.options.keepsSystem = !m_noSystem;
            request.options.columns = commaSeparated(m_columns);
            request.options.rawCells = m_rawCells;
            request.options.notes = m_notes;
            if (const Phrase mistake = mistakeIn(request); !mistake.empty()) {
                console.say(inEnglish(mistake));
                return kUsage;
            }
            const ExportSummary summary = writeOne(request, path, options, console);
            if (!summary.error.empty()) {
                const bool canForce = summary.error == Phrase(PhraseId::FileExists);
                console.say(path.string() + ": " + inEnglish(summary.error) +
                            (canForce ? " (--force replaces it)" : ""));
                return kNothingRead;
            }
            report(summary, part.part.empty() ? "" : " in " + path.string(), console);
        }
        return code;
    }

    ExportSummary writeOne(const ExportRequest& request, const std::filesystem::path& path,
                           const CommonOptions& options, Console& console) const
    {
        if (toStandardOutput()) {
            ConsoleSink sink(console);
            return exportRecords(request, sink, Job());
        }
        Progress progress;
        const bool isShown = console.showsProgress() && !options.quiet;
        const ProgressBar bar(progress, isShown);
        return exportToFile(request, path, m_force ? ExistingFile::Replace : ExistingFile::Refuse,
                            Job(std::stop_token(), isShown ? &progress : nullptr));
    }

    static void report(const ExportSummary& summary, const std::string& where, Console& console)
    {
        console.note(std::to_string(summary.records) + (summary.records == 1 ? " record" : " records") +
                     where);
        sayLosses(summary.losses, console);
    }

    QueryOptions m_query;
    std::string m_target;
    std::string m_output;
    bool m_force = false;
    std::string m_sort;
    std::vector<std::string> m_columns;
    std::string m_language;
    bool m_noSystem = false;
    bool m_writesFindings = false;
    std::shared_ptr<const RecordNotes> m_notes;
    bool m_rawCells = false;
    std::vector<std::string> m_dedup;
    std::size_t m_sample = 0;
    std::string m_per;
    std::string m_split;
    std::string m_stratify;
    std::string m_group;
    std::uint64_t m_seed = 0;
};

} // namespace

std::unique_ptr<Command> exportCommand()
{
    return std::make_unique<Export>();
}

} // namespace duologue::cli
