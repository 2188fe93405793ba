// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_tables.h"
#include "app/cli/output.h"
#include "app/cli/report_json.h"
#include "core/analysis/check_report.h"
#include "core/analysis/partial_tally.h"
#include "core/analysis/report.h"
#include "core/analysis/report_table.h"
#include "core/query/evaluate.h"
#include "core/remote/query_push.h"
#include "core/remote/table_counts.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string reportList()
{
    std::string list = "Reports:\n";
    std::size_t widest = 0;
    for (const ReportSpec& report : reports())
        widest = std::max(widest, report.id.size());
    for (const ReportSpec& report : reports()) {
        list += "  " + std::string(report.id) + std::string(widest + 2 - report.id.size(), ' ') +
                std::string(report.summary) + "\n";
    }
    return list;
}

bool offers(const std::vector<FieldInfo>& fields, const std::string& key)
{
    return std::any_of(fields.begin(), fields.end(), [&](const FieldInfo& each) { return each.key == key; });
}

class Stats final : public Command {
public:
    std::string name() const override { return "stats"; }
    std::string summary() const override { return "Count by one or two fields, with means of others"; }
    std::vector<std::string> formats() const override
    {
        return {"table", "csv", "json", "jsonl", "markdown", "latex", "tsv"};
    }

    void addOptions(CLI::App& app) override
    {
        addTexts(app, "--by", m_by, "The field to group by; twice for a cross table");
        addTexts(app, "--mean", m_means, "A field to take the mean of; may be repeated");
        m_query.addTo(app);
        addText(
            app, "--report", m_report,
            "One of the reports below, with intervals; --by and --mean choose its fields where the report "
            "allows it");
        addTexts(app, "--cohort", m_cohorts,
                 "For the report cohorts: records that match this query; required at least twice");
        app.add_flag("--partial", m_isPartial,
                     "Print counts, sums and sums of squares as JSON on one line, for --merge");
        app.add_flag("--merge", m_isMerge,
                     "Combine files with the output of --partial for different records, and print one table; "
                     "the paths are these files");
        m_query.addShardTo(app);
        app.footer(reportList());
    }

    TableRequest tableRequest(const CommonOptions& /*options*/) const override
    {
        return {.where = m_query.where, .shard = m_query.shard};
    }

    int run(const CommonOptions& options, Console& console) override
    {
        if (m_isMerge)
            return merge(options, console);
        if (m_by.empty() && m_report.empty()) {
            console.say("expected --by FIELD");
            return kUsage;
        }
        if (m_by.size() > 2) {
            console.say("--by can be given at most twice");
            return kUsage;
        }
        if (!m_cohorts.empty() && m_report != "cohorts") {
            console.say("--cohort can only be used with --report cohorts");
            return kUsage;
        }
        if (m_isPartial && !m_report.empty()) {
            console.say("--partial cannot be used with --report, because reports choose their bins from all "
                        "records");
            return kUsage;
        }
        if (!m_report.empty() && findReport(m_report) == nullptr) {
            console.say("there is no report " + m_report + "; stats --help lists them");
            return kUsage;
        }
        if (const auto code = pushed(options, console))
            return *code;
        const SnapshotPtr snapshot = loadForCommand(options, console);
        if (!snapshot)
            return kNothingRead;
        if (options.tables && options.tables->isCut()) {
            console.say(
                "figures for part of the rows could be mistaken for figures for all; narrow the rows with "
                "--where, or fetch all with --rows");
            return kUsage;
        }
        return m_report.empty() ? count(*snapshot, options, console) : report(*snapshot, options, console);
    }

private:
    /// Lets the engine of a table count over all of its rows. The exit code; none if the rows have to be
    /// fetched, after saying why.
    std::optional<int> pushed(const CommonOptions& options, Console& console) const
    {
        const auto table = options.tables ? options.tables->only() : nullptr;
        if (table == nullptr || m_query.shard || options.tables->choosesRows())
            return std::nullopt;
        const Snapshot& sample = *table->facts().sample;
        const ReportSpec* const asked = findReport(m_report);
        ReportOptions chosen;
        CountRequest request;
        if (mayLackFields(*table, console))
            return std::nullopt;
        if (asked != nullptr && !choose(*asked, sample, chosen, console))
            return kUsage;
        if (asked == nullptr && (!resolve(sample, "--by", m_by, request.by, console) ||
                                 !resolve(sample, "--mean", m_means, request.means, console))) {
            sayWhichFields(*table, console);
            return kUsage;
        }
        std::vector<Query> parts;
        for (const std::string& text : {m_query.where, options.view.query}) {
            // It has been parsed before.
            if (auto parsed = parseQuery(text); parsed.ok())
                parts.push_back(std::move(parsed).value());
        }
        const TableCounts engine(table, Query::all(std::move(parts)));
        const Job job;
        try {
            if (asked != nullptr) {
                const Filter all = engine.where({}, job);
                const ReportOptions complete = duologue::complete(*asked, sample, engine, chosen, job);
                print(asked->compute({sample, engine, all, complete, job}), pushedCoverage(options), options,
                      console);
            } else {
                show(engine.tally(request, {}, job), pushedCoverage(options), options, console);
            }
            return kDone;
        } catch (const Phrase& mistake) {
            if (asked == nullptr && mistake.id == PhraseId::EngineCannotAnswer) {
                console.note(
                    "the engine cannot evaluate the whole query; the rows that may match are fetched");
                return std::nullopt;
            }
            if (asked == nullptr && mistake.id != PhraseId::EngineCannotCountBy) {
                console.say(table->address().text() + ": " + inEnglish(mistake));
                return kNothingRead;
            }
            console.note(inEnglish(mistake) + "; the rows are fetched");
            return std::nullopt;
        }
    }

    /// Whether a field is one of the table that its sample does not have: the rows are fetched, after saying
    /// so.
    bool mayLackFields(const RemoteTable& table, Console& console) const
    {
        for (const auto* names : {&m_by, &m_means}) {
            for (const std::string& name : *names) {
                if (!mayBeAbsent(table.facts(), name))
                    continue;
                console.note("the engine cannot count by " + name + "; the rows are fetched");
                return true;
            }
        }
        return false;
    }

    /// Of what the engine counts, which does not say how many rows it looked at.
    Coverage pushedCoverage(const CommonOptions& options) const
    {
        Snapshot nothingHere;
        nothingHere.complete = true;
        return coverageOf(nothingHere, 0, options, m_query);
    }

    void show(const Tally& made, Coverage coverage, const CommonOptions& options, Console& console) const
    {
        if (m_isPartial) {
            console.print(partialText({made, m_query.shard, coverage}) + "\n");
            addRemarks(coverage, leftOutOf(made));
            noteCoverage(coverage, console);
        } else {
            addRemarks(coverage, leftOutOf(made));
            print(toJson(made), tableOf(made), coverage, options, console);
        }
    }

    static void addRemarks(Coverage& coverage, std::vector<Phrase> remarks)
    {
        std::move(remarks.begin(), remarks.end(), std::back_inserter(coverage.remarks));
    }

    int count(const Snapshot& snapshot, const CommonOptions& options, Console& console) const
    {
        std::vector<FieldReader> by;
        std::vector<FieldReader> means;
        if (!resolve(snapshot, "--by", m_by, by, console) ||
            !resolve(snapshot, "--mean", m_means, means, console))
            return kUsage;
        for (const FieldReader& field : means) {
            if (!field.isNumber() && !field.hasMessageNumbers() && !field.hasNumbersAsText()) {
                console.say("--mean " + field.info().key + ": the field has no numbers" + valuesOf(field));
                return kUsage;
            }
        }
        const auto rows = chosenRows(snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        useMessageLengths(snapshot, by, means);
        Tally made = tally(snapshot, *rows, {by, means}, Job());
        addRecordsOfMeans(snapshot, *rows, by, means, made);
        Coverage coverage = coverageOf(snapshot, rows->count(), options, m_query);
        coverage.broken = brokenIn(snapshot, *rows);
        for (const FieldReader& field : means)
            noteWords(snapshot, by, field, *rows, coverage);
        show(made, std::move(coverage), options, console);
        return codeForUnread(snapshot, console);
    }

    int merge(const CommonOptions& options, Console& console) const
    {
        if (!m_by.empty() || !m_means.empty() || !m_report.empty() || m_isPartial || m_query.isGiven()) {
            console.say("--merge takes only paths; the files determine what is counted");
            return kUsage;
        }
        PartialSum sum;
        std::vector<Phrase> notWhole;
        for (const auto& path : options.paths) {
            std::ifstream file(path);
            std::string line;
            std::size_t lines = 0;
            while (std::getline(file, line)) {
                ++lines;
                auto read = readPartial(line);
                const Phrase* wrong = read.error();
                const auto* partial = read.get();
                if (partial != nullptr && partial->coverage && !partial->coverage->isWhole())
                    notWhole.emplace_back(PhraseId::PartNotWhole,
                                          partial->shard ? path.string() + ", " + partial->shard->text()
                                                         : path.string());
                const Phrase mistake = wrong != nullptr ? *wrong : sum.add(std::move(read).value());
                if (!mistake.empty()) {
                    console.say(path.string() + ", line " + std::to_string(lines) + ": " +
                                inEnglish(mistake));
                    return kNothingRead;
                }
            }
            if (lines == 0) {
                console.say(path.string() + ": it cannot be read, or it is empty");
                return kNothingRead;
            }
        }
        const Tally made = sum.tally();
        Coverage coverage = sum.coverage();
        addRemarks(coverage, std::move(notWhole));
        addRemarks(coverage, leftOutOf(made));
        print(toJson(made), tableOf(made), coverage, options, console);
        return codeForShards(sum, console);
    }

    /// kFound, after saying so, if shards are missing: the table is not that of all records.
    static int codeForShards(const PartialSum& sum, Console& console)
    {
        const std::vector<Shard> missing = sum.missing();
        if (missing.empty())
            return kDone;
        constexpr std::size_t kNamed = 5;
        std::string names;
        for (std::size_t i = 0; i < std::min(missing.size(), kNamed); ++i)
            names += (names.empty() ? "" : ", ") + missing[i].text();
        console.say(std::to_string(missing.size()) +
                    (missing.size() == 1 ? " shard is missing: " : " shards are missing: ") + names +
                    (missing.size() > kNamed ? ", …" : ""));
        return kFound;
    }

    static std::uint64_t brokenIn(const Snapshot& snapshot, const RowSet& rows)
    {
        std::uint64_t broken = 0;
        if (snapshot.problemCounts.errors() > 0)
            rows.forEach([&](Row row) { broken += snapshot.record(row).isBroken() ? 1 : 0; });
        return broken;
    }

    /// Of how many groups of one record the fields make it a part.
    static std::uint64_t groupsOf(const std::vector<FieldReader>& by, Row row)
    {
        std::uint64_t groups = 1;
        for (const FieldReader& field : by) {
            if (!field.has(row))
                return 0;
            std::uint64_t values = 0;
            if (!field.isNumber())
                field.forEachCode(row, [&](CategoryCode) { ++values; });
            groups *= std::max<std::uint64_t>(values, 1);
        }
        return groups;
    }

    /// Counts the records for means of messages' values: their number is not that of the values.
    static void addRecordsOfMeans(const Snapshot& snapshot, const RowSet& rows,
                                  const std::vector<FieldReader>& by, const std::vector<FieldReader>& means,
                                  Tally& made)
    {
        const auto isOfMessages = [&](const FieldReader& field) {
            return field.info().ofMessages && !field.isNumber();
        };
        if (made.ofMessages || std::none_of(means.begin(), means.end(), isOfMessages))
            return;
        for (const FieldReader& field : means) {
            auto& records = made.recordsOfMeans.emplace_back();
            if (!isOfMessages(field))
                continue;
            records = 0;
            rows.forEach([&](Row row) {
                auto [message, end] = snapshot.messageRange(row);
                while (message < end && std::isnan(field.messageNumber(message)))
                    ++message;
                *records += message < end ? groupsOf(by, row) : 0;
            });
        }
    }

    /// Whether a message has a value that is not a number.
    static bool hasWord(const FieldReader& field, MessageIndex message)
    {
        bool hasValue = false;
        field.forEachMessageCode(message, [&](CategoryCode) { hasValue = true; });
        return hasValue && std::isnan(field.messageNumber(message));
    }

    /// Notes how many values of a text field are not numbers and are left out of its mean: of the records
    /// that have a row in the table.
    static void noteWords(const Snapshot& snapshot, const std::vector<FieldReader>& by,
                          const FieldReader& field, const RowSet& rows, Coverage& coverage)
    {
        std::size_t words = 0;
        if (field.hasNumbersAsText() && field.info().ofMessages) {
            rows.forEach([&](Row row) {
                if (groupsOf(by, row) == 0)
                    return;
                const auto [begin, end] = snapshot.messageRange(row);
                for (MessageIndex message = begin; message < end; ++message)
                    words += hasWord(field, message) ? 1 : 0;
            });
        } else if (field.hasNumbersAsText()) {
            rows.forEach([&](Row row) {
                words += field.has(row) && std::isnan(field.number(row)) && groupsOf(by, row) > 0 ? 1 : 0;
            });
        }
        if (words == 1)
            coverage.remarks.emplace_back(PhraseId::WordLeftOut, field.info().key);
        else if (words > 1)
            coverage.remarks.emplace_back(PhraseId::WordsLeftOut, field.info().key, groupedDigits(words));
    }

    /// The first values of a field that has no numbers, for the error message.
    static std::string valuesOf(const FieldReader& field)
    {
        constexpr std::size_t kNamed = 3;
        std::string values;
        std::size_t named = 0;
        for (std::size_t code = 0; code < field.categoryCount() && named < kNamed; ++code) {
            if (field.isList(categoryCode(code)))
                continue;
            values += named++ == 0 ? "; its values are " : ", ";
            values += '"' + field.category(categoryCode(code)).shown() + '"';
        }
        return field.valueCount() > kNamed ? values + ", …" : values;
    }

    int report(const Snapshot& snapshot, const CommonOptions& options, Console& console) const
    {
        const ReportSpec& asked = *findReport(m_report);
        ReportOptions chosen;
        if (!choose(asked, snapshot, chosen, console))
            return kUsage;
        const auto rows = chosenRows(snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        const Job job;
        const ReportData data = reportOf(asked, snapshot, *rows, complete(asked, snapshot, chosen, job), job);
        Coverage coverage = coverageOf(snapshot, rows->count(), options, m_query);
        coverage.broken = brokenIn(snapshot, *rows);
        print(data, std::move(coverage), options, console);
        return codeForUnread(snapshot, console);
    }

    /// Returns false, after saying why, if the report does not take an option.
    bool choose(const ReportSpec& asked, const Snapshot& snapshot, ReportOptions& chosen,
                Console& console) const
    {
        const ReportChoices choices = asked.choices(snapshot);
        std::vector<FieldReader> by;
        std::vector<FieldReader> means;
        if (!resolve(snapshot, "--by", m_by, by, console) ||
            !resolve(snapshot, "--mean", m_means, means, console))
            return false;
        const auto refuse = [&](const std::string& option) {
            console.say("the report " + m_report + " cannot be used with " + option);
            return false;
        };
        for (std::size_t i = 0; i < by.size(); ++i) {
            const std::string& key = by[i].info().key;
            if (!offers(i == 0 ? choices.fields : choices.seconds, key))
                return refuse("--by " + key);
            (i == 0 ? chosen.field : chosen.second) = key;
        }
        for (const FieldReader& field : means) {
            if (!offers(choices.measures, field.info().key) || chosen.measures.size() == choices.mostMeasures)
                return refuse("--mean " + field.info().key);
            chosen.measures.push_back(field.info().key);
        }
        return chooseCohorts(snapshot, chosen, console);
    }

    bool chooseCohorts(const Snapshot& snapshot, ReportOptions& chosen, Console& console) const
    {
        if (m_cohorts.size() == 1 || (!m_cohorts.empty() && !m_by.empty())) {
            console.say("expected --cohort at least twice, and no --by");
            return false;
        }
        for (const std::string& text : m_cohorts) {
            // Prints the mistake.
            if (!rowsWhere(snapshot, text, console))
                return false;
            chosen.cohorts.push_back(parseQuery(text).value());
        }
        return true;
    }

    static bool resolve(const Snapshot& snapshot, const std::string& option,
                        const std::vector<std::string>& names, std::vector<FieldReader>& fields,
                        Console& console)
    {
        for (const std::string& name : names) {
            auto field = namedField(snapshot, option, name, console);
            if (!field)
                return false;
            fields.push_back(std::move(*field));
        }
        return true;
    }

    static void print(const ReportData& data, Coverage coverage, const CommonOptions& options,
                      Console& console)
    {
        // A report has a column for the n of each of its means.
        Tally counted = data.tally;
        counted.means.clear();
        addRemarks(coverage, leftOutOf(counted));
        print(toJson(data), tableOf(data), coverage, options, console);
    }

    static void print(Json json, TextTable table, const Coverage& coverage, const CommonOptions& options,
                      Console& console)
    {
        if (tableFormatOf(options.format)) {
            table.captions = coverage.phrases();
            printTable(table, options, console);
            return;
        }
        if (json.is_object())
            addCoverage(json, coverage);
        else
            noteCoverage(coverage, console);
        printJson(json, options, console);
    }

    std::vector<std::string> m_by;
    std::vector<std::string> m_means;
    std::vector<std::string> m_cohorts;
    QueryOptions m_query;
    std::string m_report;
    bool m_isPartial = false;
    bool m_isMerge = false;
};

} // namespace

std::unique_ptr<Command> statsCommand()
{
    return std::make_unique<Stats>();
}

} // namespace duologue::cli
