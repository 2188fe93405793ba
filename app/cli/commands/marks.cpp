// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/open_marks.h"
#include "app/cli/output.h"
#include "core/analysis/checks/check_run.h"
#include "core/analysis/report_table.h"
#include "core/data/record_keys.h"
#include "core/export/exporter.h"
#include "core/io/atomic_file.h"
#include "core/load/record_reader.h"
#include "core/marks/mark_import.h"
#include "core/marks/shape_parts.h"
#include "core/marks/sources.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string_view wordOf(MarkMatch match)
{
    switch (match) {
    case MarkMatch::Same:
        return "same";
    case MarkMatch::Changed:
        return "changed";
    case MarkMatch::Gone:
        return "gone";
    case MarkMatch::Ambiguous:
        break;
    }
    return "ambiguous";
}

/// VALUE of --set: JSON where it is that, else a text.
std::string answerOf(const std::string& value)
{
    const Json json = Json::parse(value, nullptr, false);
    return json.is_discarded() || json.is_object() ? Json(value).dump() : json.dump();
}

/// An answer for people: a text without its quotation marks.
std::string shownAnswer(const std::string& answer)
{
    const Json json = Json::parse(answer, nullptr, false);
    return json.is_string() ? json.get<std::string>() : answer;
}

class Marks final : public Command {
public:
    std::string name() const override { return "marks"; }
    std::string summary() const override
    {
        return "Verdicts, notes and codes of readers, kept beside the data: list, add, merge, agreement, "
               "export or import, followed by the paths";
    }
    std::vector<std::string> formats() const override { return {"table", "csv", "tsv", "json", "jsonl"}; }

    void addOptions(CLI::App& app) override
    {
        addText(
            app, "--where", m_query.where,
            "list, export, agreement: only records that match this query; 'duologue-cli queries' explains "
            "the syntax");
        addText(
            app, "--by", m_by,
            "add: who says it; without it, the login name. add --events, merge, import: who says what names "
            "no reader. list, export: only marks of this reader");
        addText(app, "--record", m_record,
                "add: the number of the record in its file, or FILE:N as list prints it");
        addText(app, "--id", m_id, "add: the id of the record")->excludes("--record");
        expectWholeNumber(
            *app.add_option("--message", m_message, "add: the number of the message, from 1 on"), 1,
            std::numeric_limits<std::uint32_t>::max());
        addText(app, "--side", m_side, "add: the language of the text, such as zh");
        addTexts(app, "--set", m_set,
                 "add: QUESTION=ANSWER, as verdict=fail or code=[\"late\"]; null takes an answer back. May "
                 "be given "
                 "several times");
        addText(app, "--scheme", m_scheme, "add: the scheme and its version, as errors@3");
        expectOneOf(*app.add_option("--kind", m_kind, "add: who it is")->default_str("human"),
                    {"human", "model", "rule"});
        addText(app, "--events", m_events, "add, merge, import: the file to read, '-' for standard input");
        const std::span<const std::string_view> shapes = markShapeNames();
        expectOneOf(*app.add_option("--as", m_shape,
                                    "export, import: the shape of the file; events, csv, label-studio, "
                                    "argilla and pearmut can "
                                    "be read. trl-preference and trl-kto make training data of the answers "
                                    "that readers prefer")
                         ->default_str("events"),
                    {shapes.begin(), shapes.end()});
        addText(app, "--config", m_config,
                "export: also write the project's configuration for Label Studio to this file");
        addText(app, "--question", m_question,
                "agreement: the question that sources answer; list, export: only this one");
        addTexts(app, "--source", m_sources,
                 "agreement: a reader, field:KEY for a field of the data, or check:CHECK for a check, which "
                 "says fail of records in which it finds something and pass of others. May be given several "
                 "times; without it, all readers who answer the question. Of two, the second is also held "
                 "against the first as a judge");
        expectWholeNumber(
            *app.add_option("--seed", m_seed, "agreement: another number gives other bootstrap samples"), 0,
            std::numeric_limits<std::int64_t>::max());
    }

    int run(const CommonOptions& options, Console& console) override
    {
        CommonOptions rest = options;
        const std::string action = rest.paths.empty() ? std::string() : rest.paths.front().string();
        if (!rest.paths.empty())
            rest.paths.erase(rest.paths.begin());
        const auto isOne = [&](std::string_view word) { return action == word; };
        constexpr std::array<std::string_view, 6> kActions{"list",      "add",    "merge",
                                                           "agreement", "export", "import"};
        if (std::ranges::find(kActions, action) == kActions.end()) {
            console.say("expected list, add, merge, agreement, export or import before the paths, found " +
                        action);
            return kUsage;
        }
        if (rest.paths.empty()) {
            console.say("expected a path after " + action);
            return kUsage;
        }
        // What is said of "verdict" names no field, so that marks and checks need not be made fields for it.
        const auto mayName = [this](bool (*mayNameFields)(std::string_view)) {
            return mayNameFields(m_query.where) ||
                   std::ranges::any_of(m_sources, [&](const std::string& source) {
                       return source.starts_with("field:") && mayNameFields(source);
                   });
        };
        rest.namesMarkFields = mayName(mayNameMarkFields);
        rest.namesCheckFields = mayName(mayNameCheckFields);
        std::optional<OpenMarks> marks = openMarks(rest, console);
        if (!marks)
            return kNothingRead;
        if (isOne("merge") || isOne("import") || (isOne("add") && !m_events.empty()))
            return merge(*marks, rest, action, console);
        const SnapshotPtr snapshot = loadForCommand(rest, console);
        if (!snapshot)
            return kNothingRead;
        if (isOne("export"))
            return writeShape(*snapshot, *marks, rest, console);
        return isOne("add")    ? add(*snapshot, *marks, console)
               : isOne("list") ? list(*snapshot, *marks, rest, console)
                               : agreement(*snapshot, *marks, rest, console);
    }

private:
    /// Adds the events of another file that are not there yet, each to the file of its reader. Only those of
    /// somebody's marks of the same dataset are taken as they are.
    int merge(OpenMarks& marks, const CommonOptions& options, std::string_view action, Console& console) const
    {
        if (m_events.empty()) {
            console.say("expected --events FILE");
            return kUsage;
        }
        std::ifstream file;
        if (m_events != "-") {
            file.open(m_events, std::ios::binary);
            if (!file) {
                console.say(m_events + ": it cannot be read");
                return kNothingRead;
            }
        }
        std::istream& from = m_events == "-" ? std::cin : file;
        ReadMarks read = readMarks(std::string(std::istreambuf_iterator<char>(from), {}),
                                   action == "import" ? shape() : MarkShape::Events);
        nameReader(read, m_by);
        ImportedMarks imported;
        if (action == "merge") {
            imported = unknownOf(std::move(read), marks.set);
        } else {
            const SnapshotPtr snapshot = loadForCommand(options, console);
            if (!snapshot)
                return kNothingRead;
            MarkedRecords records = markedRecords(*snapshot, marks);
            imported = importMarks(std::move(read),
                                   {.snapshot = *snapshot,
                                    .root = marks.place.root,
                                    .marks = marks.set,
                                    .records = records,
                                    .now = markTimeNow()},
                                   Job());
        }
        for (const MarkLineProblem& each : imported.problems)
            console.say(m_events + ":" + std::to_string(each.line) + ": " + inEnglish(each.what));
        std::map<std::string, std::vector<MarkEvent>> added;
        for (const MarkEvent& event : imported.events)
            added[event.by].push_back(event);
        for (const auto& [reader, events] : added) {
            if (!write(marks.place, reader, events, console))
                return kNothingRead;
        }
        const std::size_t refused = imported.problems.size();
        console.note(groupedDigits(imported.events.size()) + " added, " + groupedDigits(imported.known) +
                     " known already" + (refused == 0 ? "" : ", " + groupedDigits(refused) + " refused"));
        return refused == 0 ? kDone : kFound;
    }

    static ImportedMarks unknownOf(ReadMarks read, MarkSet known)
    {
        ImportedMarks made;
        made.problems = std::move(read.problems);
        for (const MarkEvent& event : read.events) {
            const std::size_t before = known.events().size();
            known.add(event);
            if (known.events().size() > before)
                made.events.push_back(event);
            else
                ++made.known;
        }
        return made;
    }

    MarkShape shape() const
    {
        const std::span<const std::string_view> names = markShapeNames();
        const auto found = std::ranges::find(names, m_shape);
        return found == names.end() ? MarkShape::Events : static_cast<MarkShape>(found - names.begin());
    }

    int writeShape(const Snapshot& snapshot, OpenMarks& marks, const CommonOptions& options,
                   Console& console) const
    {
        if (!m_config.empty() && shape() != MarkShape::LabelStudio) {
            console.say("--config: expected --as label-studio");
            return kUsage;
        }
        const std::optional<RowSet> rows = chosenRows(snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        const MarkedRecords records = markedRecords(snapshot, marks);
        const auto isChosen = [&](const MarkEvent& event) {
            const MarkedRecord found = records.find(event.on);
            const bool isThere = found.match == MarkMatch::Same || found.match == MarkMatch::Changed;
            return (m_by.empty() || event.by == m_by) &&
                   (isThere ? rows->contains(found.row) : !m_query.isGiven());
        };
        MarkSet chosen;
        for (MarkEvent event : marks.set.events()) {
            if (!m_question.empty())
                std::erase_if(event.set, [this](const auto& each) { return each.first != m_question; });
            if (!event.undo.empty() || (!event.set.empty() && isChosen(event)))
                chosen.add(std::move(event));
        }
        if (!m_config.empty()) {
            AtomicFile file(m_config, AtomicFile::Existing::Refuse);
            if (!file.write(labelStudioConfig(chosen)) || !file.commit()) {
                console.say(m_config + ": " + inEnglish(file.error()));
                return kNothingRead;
            }
        }
        joinNames(chosen, records);
        Losses losses;
        console.print(writeMarks(snapshot, chosen, records, shape(), Job(), &losses));
        sayLosses(losses, console);
        return kDone;
    }

    static bool write(const MarkPlace& place, const std::string& reader, std::span<const MarkEvent> events,
                      Console& console)
    {
        const std::filesystem::path path = markFileOf(place, reader);
        const Phrase mistake = appendMarks(path, events);
        if (!mistake.empty())
            console.say(path.string() + ": " + inEnglish(mistake));
        else if (place.isElsewhere)
            console.note("the dataset cannot be written, so marks are kept in " + path.string());
        return mistake.empty();
    }

    std::vector<Row> wantedRows(const Snapshot& snapshot) const
    {
        if (!m_id.empty())
            return recordsWithId(snapshot, m_id);
        // "FILE:N", or "FILE#N" as in files of marks.
        const std::size_t sign = m_record.find_last_of(":#");
        const auto number = parseNumber<std::uint32_t>(
            std::string_view(m_record).substr(sign == std::string::npos ? 0 : sign + 1));
        return number ? recordsWithNumber(snapshot, sign == std::string::npos ? "" : m_record.substr(0, sign),
                                          *number)
                      : std::vector<Row>();
    }

    int add(const Snapshot& snapshot, OpenMarks& marks, Console& console) const
    {
        if ((m_record.empty() && m_id.empty()) || m_set.empty()) {
            console.say("expected --record or --id, and --set QUESTION=ANSWER");
            return kUsage;
        }
        const std::vector<Row> rows = wantedRows(snapshot);
        if (rows.size() != 1) {
            console.say(rows.empty() ? "there is no such record"
                                     : "several records are meant; expected --record FILE:N");
            return kUsage;
        }
        const auto record = readRecord(snapshot, rows.front());
        if (!record) {
            console.say(inEnglish(record.problem().detail));
            return kNothingRead;
        }
        const Conversation& conversation = record.value()->conversation;
        if (m_message > conversation.messages.size()) {
            console.say("the record has " + std::to_string(conversation.messages.size()) + " messages");
            return kUsage;
        }
        MarkEvent event;
        event.by = m_by.empty() ? usualReader() : m_by;
        event.kind = m_kind == "model"  ? MarkKind::Model
                     : m_kind == "rule" ? MarkKind::Rule
                                        : MarkKind::Human;
        event.scheme = m_scheme;
        event.on = targetOfRecord(snapshot, rows.front(), marks.place.root, &conversation);
        event.on.message = m_message;
        event.on.side = m_side;
        for (const std::string& each : m_set) {
            const std::size_t sign = each.find('=');
            if (sign == 0 || sign == std::string::npos) {
                console.say("--set: expected QUESTION=ANSWER, found " + each);
                return kUsage;
            }
            event.set.emplace_back(each.substr(0, sign), answerOf(each.substr(sign + 1)));
        }
        event.at = timeAfter(marks.set, event, markTimeNow());
        event.id = newMarkId(event.at);
        return write(marks.place, event.by, {&event, 1}, console) ? kDone : kNothingRead;
    }

    int list(const Snapshot& snapshot, OpenMarks& marks, const CommonOptions& options, Console& console) const
    {
        const std::optional<RowSet> rows = chosenRows(snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        const MarkedRecords records = markedRecords(snapshot, marks);
        TextTable table{{{"by", false},
                         {"record", false},
                         {"id", false},
                         {"part", false},
                         {"question", false},
                         {"answer", false},
                         {"at", false},
                         {"state", false}},
                        {}};
        Json json = Json::array();
        RecordReader reader(snapshot);
        bool isAnyLost = false;
        for (const MarkAnswers& each : marks.set.answers()) {
            const MarkedRecord found = records.find(each.on);
            const bool isThere = found.match == MarkMatch::Same || found.match == MarkMatch::Changed;
            if ((!m_by.empty() && each.by != m_by) || (isThere && !rows->contains(found.row)) ||
                (!isThere && m_query.isGiven()))
                continue;
            MarkMatch match = found.match;
            if (isThere && !each.on.part().empty()) {
                reader.read(found.row);
                const Conversation* const conversation = reader.conversation();
                const MarkMatch ofPart =
                    conversation == nullptr ? MarkMatch::Same : matchOfPart(*conversation, each.on);
                match = ofPart == MarkMatch::Same ? match : ofPart;
            }
            const bool isLost = match != MarkMatch::Same && match != MarkMatch::Changed;
            isAnyLost = isAnyLost || (isLost && !each.answers.empty());
            for (const auto& [question, answer] : each.answers) {
                if (!m_question.empty() && question != m_question)
                    continue;
                const MarkTarget& named = targetOf(marks.set, each, answer);
                const bool isOfOlder =
                    match == MarkMatch::Same && records.find(named).match == MarkMatch::Changed;
                const std::string_view state = wordOf(isOfOlder ? MarkMatch::Changed : match);
                const std::string record = isThere ? nameOfRecord(snapshot, found.row) : each.on.record;
                table.rows.push_back({each.by, record, each.on.id, each.on.part(), question,
                                      shownAnswer(answer.value), markTimeText(answer.at),
                                      std::string(state)});
                json.push_back({{"by", each.by},
                                {"record", record},
                                {"id", each.on.id},
                                {"message", each.on.message == 0 ? Json() : Json(each.on.message)},
                                {"part", each.on.part()},
                                {"question", question},
                                {"answer", Json::parse(answer.value, nullptr, false)},
                                {"scheme", answer.scheme},
                                {"at", markTimeText(answer.at)},
                                {"state", std::string(state)}});
            }
        }
        if (options.format == "json" || options.format == "jsonl")
            printJson(json, options, console);
        else
            printTable(table, options, console);
        return isAnyLost ? kFound : kDone;
    }

    int agreement(const Snapshot& snapshot, OpenMarks& marks, const CommonOptions& options,
                  Console& console) const
    {
        if (m_question.empty()) {
            console.say("expected --question QUESTION");
            return kUsage;
        }
        std::optional<RowSet> rows = chosenRows(snapshot, options, m_query, console);
        if (!rows)
            return kUsage;
        const std::vector<std::string> sources =
            m_sources.empty() ? readersOf(marks.set, m_question) : m_sources;
        if (const Phrase mistake = sourcesMistake(snapshot, marks.set, m_question, sources);
            !mistake.empty()) {
            console.say((mistake.id == PhraseId::QuestionNotAnswered ? "--question: " : "--source: ") +
                        inEnglish(mistake));
            return kUsage;
        }
        if (sources.size() < 2) {
            console.say("agreement needs two sources; there is only " + sources.front());
            return kUsage;
        }
        CheckRun checks;
        if (const auto ids = checksAmong(sources);
            !ids.empty() && !runChecksOf(ids, snapshot, *rows, options, checks, console))
            return kUsage;
        const SourceAnswers answers = answersOf(
            snapshot, marks.set, markedRecords(snapshot, marks),
            {.question = m_question, .sources = sources, .rows = std::move(*rows), .checks = &checks}, Job());
        std::size_t both = 0;
        for (const Ratings::Unit& unit : answers.ratings.units)
            both +=
                std::ranges::count_if(unit, [](const auto& value) { return value.has_value(); }) > 1 ? 1 : 0;
        TextTable table{{{"coefficient", false}, {"value", true}, {"low", true}, {"high", true}, {"n", true}},
                        {}};
        Json list = Json::array();
        constexpr int kDecimals = 4;
        const auto add = [&](const std::string& name, std::optional<double> value,
                             const std::optional<AgreementInterval>& interval, std::size_t n) {
            const AgreementInterval bounds = interval.value_or(AgreementInterval());
            const auto text = [](bool isKnown, double number) {
                return isKnown ? decimalsText(number, kDecimals) : std::string("undefined");
            };
            const auto json = [](bool isKnown, double number) { return isKnown ? Json(number) : Json(); };
            const double known = value.value_or(0);
            table.rows.push_back({name, text(value.has_value(), known),
                                  text(interval.has_value(), bounds.low),
                                  text(interval.has_value(), bounds.high), std::to_string(n)});
            list.push_back({{"coefficient", name},
                            {"value", json(value.has_value(), known)},
                            {"low", json(interval.has_value(), bounds.low)},
                            {"high", json(interval.has_value(), bounds.high)},
                            {"n", n}});
        };
        for (const NamedCoefficient& each : coefficientsOf(answers, m_seed, Job()))
            add(each.name, each.coefficient.value, each.interval, both);
        std::string names;
        for (const std::string& source : sources)
            names += (names.empty() ? "" : ", ") + source;
        table.captions.push_back({PhraseId::SourcesCompared, m_question, names, groupedDigits(both),
                                  groupedDigits(answers.units.size())});
        const JudgeAgreement judge =
            sources.size() == 2 ? judgeAgreement(answers, m_seed, Job()) : JudgeAgreement();
        if (const JudgeRates& rates = judge.rates; rates.passes + rates.fails > 0) {
            add("true_positive", rates.truePositive, judge.positive, rates.passes);
            add("true_negative", rates.trueNegative, judge.negative, rates.fails);
            add("corrected_pass_rate", judge.corrected, judge.interval, rates.judged);
            if (rates.truePositive && rates.trueNegative && !judge.corrected)
                table.captions.push_back({PhraseId::JudgeNoBetter, sources.back()});
        }
        if (options.format == "json" || options.format == "jsonl")
            printJson(list, options, console);
        else
            printTable(table, options, console);
        return kDone;
    }

    /// Runs some checks. False, after saying why, if there is no such check or the settings are wrong.
    static bool runChecksOf(const std::vector<std::string>& ids, const Snapshot& snapshot, const RowSet& rows,
                            const CommonOptions& options, CheckRun& made, Console& console)
    {
        for (const std::string& id : ids) {
            if (findCheck(id) == nullptr) {
                console.say("--source: there is no check " + id + "; check --help lists them");
                return false;
            }
        }
        CheckSettings settings;
        if (!readSettingsOf(options, settings, console))
            return false;
        CheckRequest request{snapshot, rows, std::move(settings), ids};
        request.threads = options.threads;
        Progress progress;
        const bool isShown = console.showsProgress() && !options.quiet;
        const ProgressBar bar(progress, isShown);
        made = runChecks(request, Job(std::stop_token(), isShown ? &progress : nullptr));
        return true;
    }

    QueryOptions m_query;
    std::string m_by;
    std::string m_record;
    std::string m_id;
    std::uint32_t m_message = 0;
    std::string m_side;
    std::vector<std::string> m_set;
    std::string m_scheme;
    std::string m_kind;
    std::string m_events;
    std::string m_shape;
    std::string m_config;
    std::string m_question;
    std::vector<std::string> m_sources;
    std::uint64_t m_seed = 1;
};

} // namespace

std::unique_ptr<Command> marksCommand()
{
    return std::make_unique<Marks>();
}

} // namespace duologue::cli
