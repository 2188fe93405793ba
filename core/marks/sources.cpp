// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/sources.h"
#include "core/data/column.h"
#include "core/data/field_reader.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace duologue {

namespace {

constexpr std::string_view kFieldPrefix = "field:";
constexpr std::string_view kCheckPrefix = "check:";

constexpr std::size_t kDraws = 1'000;
constexpr double kConfidence = 0.95;

/// In data, true and false are also written as texts.
std::string yesOrNo(std::string text)
{
    return equalsFolded(text, "true") ? "yes" : equalsFolded(text, "false") ? "no" : std::move(text);
}

std::string joined(const std::set<std::string>& values)
{
    std::string all;
    for (const std::string& each : values)
        all += (all.empty() ? "" : ", ") + each;
    return all;
}

std::string valueOf(const FieldReader& field, Row row)
{
    if (!field.hasManyValues())
        return yesOrNo(field.text(row));
    std::set<std::string> values;
    for (std::string& each : field.texts(row))
        values.insert(yesOrNo(std::move(each)));
    return joined(values);
}

std::string valueOf(const FieldReader& field, MessageIndex message)
{
    std::set<std::string> values;
    field.forEachMessageCode(message, [&](CategoryCode code) {
        values.insert(yesOrNo(std::string(field.category(code).shown())));
    });
    return joined(values);
}

std::optional<FieldReader> fieldOf(const Snapshot& snapshot, std::string_view source)
{
    return source.starts_with(kFieldPrefix) ? findField(snapshot, source.substr(kFieldPrefix.size()))
                                            : std::nullopt;
}

std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t kMost = 30;
    std::string all;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        all += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMost ? all + ", …" : all;
}

/// The records in which a check has found something; none if it did not run.
std::optional<RowSet> foundBy(const CheckRun& run, std::string_view id, std::size_t rows)
{
    const auto result =
        std::ranges::find(run.results, id, [](const CheckResult& each) { return each.check->id; });
    if (result == run.results.end())
        return std::nullopt;
    RowSet found(rows);
    for (const Finding& finding : run.findings) {
        if (finding.check == indexOf(*result->check) && finding.part != FindingPart::Dataset)
            found.add(finding.row);
    }
    return found;
}

/// What each source says of a unit; empty texts for nothing.
using Said = std::map<std::pair<Row, std::string>, std::vector<std::string>>;

} // namespace

std::string plainAnswer(const std::string& json)
{
    const nlohmann::json answer = nlohmann::json::parse(json, nullptr, false);
    const auto text = [](const nlohmann::json& value) {
        return value.is_string()         ? yesOrNo(value.get<std::string>())
               : value.is_number_float() ? numberText(value.get<double>())
                                         : yesOrNo(value.dump());
    };
    if (!answer.is_array())
        return answer.is_discarded() ? std::string() : text(answer);
    std::set<std::string> values;
    for (const nlohmann::json& each : answer)
        values.insert(text(each));
    return joined(values);
}

std::vector<std::string> readersOf(const MarkSet& marks, std::string_view question)
{
    std::set<std::string> readers;
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.contains(std::string(question)))
            readers.insert(each.by);
    }
    return {readers.begin(), readers.end()};
}

std::vector<std::string> checksAmong(const std::vector<std::string>& sources)
{
    std::vector<std::string> ids;
    for (const std::string& source : sources) {
        if (source.starts_with(kCheckPrefix))
            ids.push_back(source.substr(kCheckPrefix.size()));
    }
    return ids;
}

Phrase sourcesMistake(const Snapshot& snapshot, const MarkSet& marks, const std::string& question,
                      const std::vector<std::string>& sources)
{
    const std::vector<std::string> readers = readersOf(marks, question);
    const bool asksReaders = std::ranges::any_of(sources, [](const std::string& each) {
        return !each.starts_with(kFieldPrefix) && !each.starts_with(kCheckPrefix);
    });
    if (readers.empty() && (asksReaders || sources.empty())) {
        std::set<std::string> questions;
        for (const MarkAnswers& each : marks.answers()) {
            for (const auto& [answered, answer] : each.answers)
                questions.insert(answered);
        }
        return {PhraseId::QuestionNotAnswered, question, listed({questions.begin(), questions.end()})};
    }
    std::set<std::string> seen;
    for (const std::string& source : sources) {
        const auto field = fieldOf(snapshot, source);
        if (!seen.insert(field ? std::string(kFieldPrefix) + field->info().key : source).second)
            return {PhraseId::SourceTwice, source};
        const bool isKnown =
            field || source.starts_with(kCheckPrefix) || std::ranges::find(readers, source) != readers.end();
        if (isKnown)
            continue;
        std::vector<std::string> known = readers;
        for (const FieldReader& each : allFields(snapshot)) {
            if (each.anyColumn() != nullptr)
                known.push_back(std::string(kFieldPrefix) + each.info().key);
        }
        return {PhraseId::SourceUnknown, source, question, listed(known)};
    }
    return {};
}

SourceAnswers answersOf(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                        const SourcesRequest& request, const Job& job)
{
    Said said;
    // A record that was edited has several names for marks: the latest answer holds.
    std::map<std::tuple<Row, std::string, std::size_t>, const MarkAnswer*> latest;
    const auto say = [&](Row row, const std::string& part, std::size_t source, std::string text) {
        std::vector<std::string>& unit = said[{row, part}];
        unit.resize(request.sources.size());
        unit[source] = std::move(text);
    };
    for (const MarkAnswers& each : marks.answers()) {
        const auto source = std::ranges::find(request.sources, each.by);
        const auto answer = each.answers.find(request.question);
        if (job.stopRequested())
            return {};
        if (source == request.sources.end() || answer == each.answers.end())
            continue;
        const MarkedRecord found = records.find(each.on);
        const bool isThere = found.match == MarkMatch::Same || found.match == MarkMatch::Changed;
        if (!isThere || !request.rows.contains(found.row))
            continue;
        const auto index = static_cast<std::size_t>(source - request.sources.begin());
        const std::string part = each.on.part();
        const MarkAnswer*& last = latest[{found.row, part, index}];
        if (last != nullptr && !isLater(answer->second, *last))
            continue;
        last = &answer->second;
        say(found.row, part, index, plainAnswer(answer->second.value));
    }
    const auto forEachRow = [&](const auto& visit) {
        for (Row row{0}; row < snapshot.endRow() && !job.stopRequested(); ++row) {
            if (request.rows.contains(row))
                visit(row);
        }
    };
    std::vector<std::pair<std::size_t, FieldReader>> ofMessages;
    for (std::size_t source = 0; source < request.sources.size(); ++source) {
        const std::string& name = request.sources[source];
        const auto field = fieldOf(snapshot, name);
        if (field)
            field->make(job);
        const auto found = name.starts_with(kCheckPrefix) && request.checks != nullptr
                               ? foundBy(*request.checks, std::string_view(name).substr(kCheckPrefix.size()),
                                         snapshot.recordCount())
                               : std::nullopt;
        if (field && field->info().ofMessages)
            ofMessages.emplace_back(source, *field);
        else if (field || found)
            forEachRow([&](Row row) {
                if (!field || field->has(row))
                    say(row, {}, source,
                        field                  ? valueOf(*field, row)
                        : found->contains(row) ? "fail"
                                               : "pass");
            });
    }
    const auto isOfRecord = [](const auto& each) { return each.first.second.empty(); };
    const bool areOfRecords = std::ranges::any_of(said, isOfRecord);
    const bool areOfMessages = said.empty() || !std::ranges::all_of(said, isOfRecord);
    for (const auto& [source, field] : ofMessages) {
        forEachRow([&, source = source, &field = field](Row row) {
            if (areOfRecords && field.has(row))
                say(row, {}, source, valueOf(field, row));
            const auto [begin, end] = snapshot.messageRange(row);
            for (MessageIndex message = begin; areOfMessages && message < end; ++message) {
                if (std::string text = valueOf(field, message); !text.empty())
                    say(row, "m" + std::to_string(message - begin + 1), source, std::move(text));
            }
        });
    }
    SourceAnswers made;
    std::set<std::string> used;
    for (const auto& [unit, texts] : said)
        used.insert(texts.begin(), texts.end());
    used.erase(std::string());
    const bool areNumbers =
        std::ranges::all_of(used, [](const std::string& text) { return finiteNumberIn(text).has_value(); });
    if (!areNumbers)
        made.names.assign(used.begin(), used.end());
    std::optional<Row> last;
    for (const auto& [unit, texts] : said) {
        if (unit.first != last)
            made.ratings.groups.push_back(made.units.size());
        last = unit.first;
        made.units.push_back({unit.first, unit.second});
        Ratings::Unit values;
        for (const std::string& text : texts) {
            const auto name = std::ranges::lower_bound(made.names, text);
            values.push_back(text.empty() ? std::nullopt
                             : areNumbers ? finiteNumberIn(text)
                                          : std::optional(static_cast<double>(name - made.names.begin())));
        }
        made.ratings.units.push_back(std::move(values));
    }
    return made;
}

std::string answerText(const SourceAnswers& answers, double value)
{
    const auto index = static_cast<std::size_t>(value);
    return index < answers.names.size() ? answers.names[index] : numberText(value);
}

std::vector<NamedCoefficient> coefficientsOf(const SourceAnswers& answers, std::uint64_t seed, const Job& job)
{
    const RatedUnits units(answers.ratings);
    std::vector<NamedCoefficient> made;
    std::vector<AgreementMeasure> measures;
    const auto add = [&](const char* name, AgreementMeasure measure) {
        made.push_back({name, measure(units), {}});
        measures.push_back(std::move(measure));
    };
    const auto addKappa = [&](const char* name, KappaWeights weights) {
        add(name, [weights](const RatedUnits& each) { return cohenKappa(each, weights); });
    };
    const auto addAlpha = [&](const char* name, MeasureLevel level) {
        add(name, [level](const RatedUnits& each) { return krippendorffAlpha(each, level); });
    };
    add("percent", percentAgreement);
    if (units.sources == 2)
        addKappa("kappa", KappaWeights::Plain);
    if (units.sources == 2 && answers.names.empty()) {
        addKappa("kappa_linear", KappaWeights::Linear);
        addKappa("kappa_quadratic", KappaWeights::Quadratic);
    }
    if (units.sources > 2)
        add("fleiss", fleissKappa);
    add("ac1", gwetAc1);
    addAlpha("alpha", MeasureLevel::Nominal);
    if (answers.names.empty()) {
        addAlpha("alpha_ordinal", MeasureLevel::Ordinal);
        addAlpha("alpha_interval", MeasureLevel::Interval);
        addAlpha("alpha_ratio", MeasureLevel::Ratio);
    }
    const auto intervals = bootstrapIntervals(answers.ratings, measures, kDraws, kConfidence, seed, job);
    for (std::size_t i = 0; i < made.size(); ++i)
        made[i].interval = intervals[i];
    return made;
}

JudgeAgreement judgeAgreement(const SourceAnswers& answers, std::uint64_t seed, const Job& job)
{
    static const std::set<std::string, std::less<>> passes{"pass", "yes", "1"};
    static const std::set<std::string, std::less<>> fails{"fail", "no", "0"};
    Ratings verdicts = answers.ratings;
    for (Ratings::Unit& unit : verdicts.units) {
        for (std::optional<double>& value : unit) {
            const std::string text = value ? answerText(answers, *value) : std::string();
            value = passes.contains(text)  ? std::optional(1.0)
                    : fails.contains(text) ? std::optional(0.0)
                                           : std::nullopt;
        }
    }
    if (verdicts.units.empty())
        return {};
    JudgeAgreement made;
    made.rates = judgeRates(verdicts, 1, 0);
    made.corrected = correctedRate(made.rates);
    const auto intervals = bootstrapIntervals(
        verdicts,
        {[](const RatedUnits& each) { return Coefficient{judgeRates(each, 1, 0).truePositive}; },
         [](const RatedUnits& each) { return Coefficient{judgeRates(each, 1, 0).trueNegative}; },
         [](const RatedUnits& each) { return Coefficient{correctedRate(judgeRates(each, 1, 0))}; }},
        kDraws, kConfidence, seed, job);
    made.positive = intervals[0];
    made.negative = intervals[1];
    made.interval = intervals[2];
    return made;
}

} // namespace duologue
