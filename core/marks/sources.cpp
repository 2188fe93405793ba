// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/sources.h"
#include "core/data/column.h"
#include "core/data/field_reader.h"
#include "core/util/text.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace duologue {

namespace {

constexpr std::string_view kFieldPrefix = "field:";
constexpr std::string_view kCheckPrefix = "check:";

/// An answer in one text: a list is its values, sorted.
std::string plainText(const std::string& answer)
{
    const nlohmann::json json = nlohmann::json::parse(answer, nullptr, false);
    const auto text = [](const nlohmann::json& value) {
        return value.is_string()    ? value.get<std::string>()
               : value.is_boolean() ? std::string(value.get<bool>() ? "yes" : "no")
                                    : value.dump();
    };
    if (!json.is_array())
        return json.is_discarded() ? std::string() : text(json);
    std::set<std::string> values;
    for (const nlohmann::json& each : json)
        values.insert(text(each));
    std::string all;
    for (const std::string& each : values)
        all += (all.empty() ? "" : ", ") + each;
    return all;
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

SourceAnswers answersOf(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                        const SourcesRequest& request)
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
        say(found.row, part, index, plainText(answer->second.value));
    }
    for (std::size_t source = 0; source < request.sources.size(); ++source) {
        const std::string& name = request.sources[source];
        const auto field = name.starts_with(kFieldPrefix)
                               ? findField(snapshot, name.substr(kFieldPrefix.size()))
                               : std::nullopt;
        for (Row row{0}; field && row < snapshot.endRow(); ++row) {
            if (request.rows.contains(row) && field->has(row))
                say(row, {}, source, field->text(row));
        }
        const auto found = name.starts_with(kCheckPrefix) && request.checks != nullptr
                               ? foundBy(*request.checks, std::string_view(name).substr(kCheckPrefix.size()),
                                         snapshot.recordCount())
                               : std::nullopt;
        for (Row row{0}; found && row < snapshot.endRow(); ++row) {
            if (request.rows.contains(row))
                say(row, {}, source, found->contains(row) ? "fail" : "pass");
        }
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
            const auto name = std::ranges::find(made.names, text);
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

std::vector<NamedCoefficient> coefficientsOf(const SourceAnswers& answers, std::uint64_t seed)
{
    constexpr std::size_t kDraws = 1'000;
    constexpr double kConfidence = 0.95;
    const Ratings& ratings = answers.ratings;
    const std::size_t sources = ratings.units.empty() ? 0 : ratings.units.front().size();
    std::vector<NamedCoefficient> made;
    const auto add = [&](const char* name, const std::function<Coefficient(const Ratings&)>& coefficient) {
        made.push_back(
            {name, coefficient(ratings), bootstrapInterval(ratings, coefficient, kDraws, kConfidence, seed)});
    };
    const auto kappa = [](Disagreements (*disagreements)(std::size_t)) {
        return [disagreements](const Ratings& each) {
            const AgreementTable table = agreementTable(each, 0, 1);
            return cohenKappa(table, disagreements(table.values.size()));
        };
    };
    const auto alpha = [](MeasureLevel level) {
        return [level](const Ratings& each) { return krippendorffAlpha(each, level); };
    };
    add("percent", percentAgreement);
    if (sources == 2)
        add("kappa", kappa(plainDisagreements));
    if (sources == 2 && answers.names.empty()) {
        add("kappa_linear", kappa(linearDisagreements));
        add("kappa_quadratic", kappa(quadraticDisagreements));
    }
    if (sources > 2)
        add("fleiss", fleissKappa);
    add("ac1", gwetAc1);
    add("alpha", alpha(MeasureLevel::Nominal));
    if (answers.names.empty()) {
        add("alpha_ordinal", alpha(MeasureLevel::Ordinal));
        add("alpha_interval", alpha(MeasureLevel::Interval));
        add("alpha_ratio", alpha(MeasureLevel::Ratio));
    }
    return made;
}

} // namespace duologue
