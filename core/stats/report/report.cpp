// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/report/report.h"

#include "core/stats/tally/value_scale.h"
#include "core/table/field_reader.h"

#include <algorithm>

namespace duologue {

const Report& ratingByTurnsReport();
const Report& distributionReport();
const Report& meanByFieldReport();
const Report& crossTableReport();
const Report& ratingByRatingReport();
const Report& intentByTurnReport();
const Report& intentTransitionsReport();
const Report& hallucinationByTurnReport();
const Report& hallucinationByIntentReport();
const Report& satisfactionByTurnReport();
const Report& lengthByRoleReport();
const Report& cohortsReport();

namespace {

bool offers(const std::vector<FieldInfo>& fields, std::string_view key)
{
    return std::any_of(fields.begin(), fields.end(), [&](const FieldInfo& each) { return each.key == key; });
}

/// The first wanted key that can be chosen, else the first field; never `butNot`.
std::string firstOf(const std::vector<FieldInfo>& fields, const std::vector<std::string>& wanted,
                    std::string_view butNot = {})
{
    for (const std::string& key : wanted) {
        if (key != butNot && offers(fields, key))
            return key;
    }
    for (const FieldInfo& each : fields) {
        if (each.key != butNot)
            return each.key;
    }
    return {};
}

std::vector<std::string> firstMeasures(const ReportChoices& choices)
{
    std::vector<std::string> first;
    for (const std::string& key : choices.firstMeasures) {
        if (first.size() < choices.firstMeasureCount && offers(choices.measures, key))
            first.push_back(key);
    }
    if (first.empty() && !choices.mayCount && !choices.measures.empty())
        first.push_back(choices.measures.front().key);
    return first;
}

/// Where messages are counted, "length" is theirs.
void chooseMessageLengths(const ReportChoices& choices, const Snapshot& snapshot, ReportOptions& options)
{
    const std::string length = "length";
    const auto isOfMessages = [&](const std::string& key) {
        const auto field = findField(snapshot, key);
        return field && field->info().ofMessages;
    };
    const std::vector<std::string> keys = options.fields();
    if (std::none_of(keys.begin(), keys.end(), isOfMessages))
        return;
    const std::string ofMessages = "message_length";
    if (options.field == length && offers(choices.fields, ofMessages))
        options.field = ofMessages;
    if (options.second == length && offers(choices.seconds, ofMessages) && options.field != ofMessages)
        options.second = ofMessages;
    std::vector<std::string>& measures = options.measures;
    const auto record = std::find(measures.begin(), measures.end(), length);
    if (record == measures.end() || !offers(choices.measures, ofMessages))
        return;
    if (std::find(measures.begin(), measures.end(), ofMessages) == measures.end())
        *record = ofMessages;
    else
        measures.erase(record);
}

} // namespace

std::span<const Report* const> reports()
{
    static const Report* const all[] = {
        &ratingByTurnsReport(),      &distributionReport(),        &meanByFieldReport(),
        &crossTableReport(),         &ratingByRatingReport(),      &intentByTurnReport(),
        &intentTransitionsReport(),  &hallucinationByTurnReport(), &hallucinationByIntentReport(),
        &satisfactionByTurnReport(), &lengthByRoleReport(),        &cohortsReport(),
    };
    return all;
}

const Report* findReport(std::string_view id)
{
    const auto all = reports();
    const auto found =
        std::find_if(all.begin(), all.end(), [id](const Report* each) { return each->id() == id; });
    return found == all.end() ? nullptr : *found;
}

std::vector<std::string> ReportOptions::fields() const
{
    std::vector<std::string> keys;
    for (const std::string& key : {field, second}) {
        if (!key.empty())
            keys.push_back(key);
    }
    return keys;
}

ReportOptions chosenOptions(const Report& report, const Snapshot& snapshot, const ReportOptions& asked)
{
    const ReportChoices choices = report.choices(snapshot);
    ReportOptions made;
    if (choices.takesCohorts)
        made.cohorts = asked.cohorts;
    if (!choices.fields.empty() && made.cohorts.empty())
        made.field =
            offers(choices.fields, asked.field) ? asked.field : firstOf(choices.fields, choices.firstFields);
    if (!choices.seconds.empty())
        made.second = offers(choices.seconds, asked.second) && asked.second != made.field
                          ? asked.second
                          : firstOf(choices.seconds, choices.firstSeconds, made.field);
    for (const std::string& key : asked.measures) {
        if (made.measures.size() < choices.mostMeasures && offers(choices.measures, key))
            made.measures.push_back(key);
    }
    if (made.measures.empty() && !(choices.mayCount && !asked.field.empty()))
        made.measures = firstMeasures(choices);
    chooseMessageLengths(choices, snapshot, made);
    return made;
}

bool hasBins(const FieldReader& field)
{
    // Marks of messages are grouped by name, although a record has their number.
    return field.info().ofMessages ? field.hasMessageNumbers() : field.isNumber() || field.isNumbersAsText();
}

ReportOptions complete(const Report& report, const Snapshot& snapshot, const ReportOptions& asked,
                       const Job& job)
{
    ReportOptions made = chosenOptions(report, snapshot, asked);
    for (const std::string& key : made.fields()) {
        const auto field = findField(snapshot, key);
        made.bins.push_back(field && hasBins(*field) ? binsFor(snapshot, *field, job) : Bins());
    }
    for (const std::string& key : made.measures) {
        const auto field = findField(snapshot, key);
        made.scales.push_back(field ? scaleOf(snapshot, *field, job) : ValueScale());
    }
    return made;
}

} // namespace duologue
