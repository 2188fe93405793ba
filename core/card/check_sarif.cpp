// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/card/check_report.h"
#include "core/dataset/problem_place.h"

#include <map>
#include <nlohmann/json.hpp>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

std::string levelIn(const Check& check)
{
    return std::string(severityName(check.isMaybe ? Severity::Note : check.severity));
}

/// The line on which each record with a finding begins.
std::map<Row, std::size_t> linesOf(const CheckReport& report)
{
    std::map<Row, std::size_t> lines;
    for (const Finding& finding : report.run.findings) {
        if (finding.part != FindingPart::Dataset)
            lines.emplace(finding.row, 0);
    }
    std::vector<Problem> places;
    for (const auto& [row, line] : lines) {
        Problem problem;
        problem.where = report.snapshot.record(row).span();
        places.push_back(std::move(problem));
    }
    const auto found = placesOf(report.snapshot, places, Job());
    std::size_t index = 0;
    for (auto& [row, line] : lines) {
        line = found[index] ? found[index]->line : 0;
        ++index;
    }
    return lines;
}

/// A path as a URI reference: everything but letters, digits and "-._~/" is escaped.
std::string uriOf(std::string_view path)
{
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string uri;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
        if (isPlain)
            uri += c;
        else
            uri.append(1, '%').append(1, kHex[byte >> 4U]).append(1, kHex[byte & 0xFU]);
    }
    return uri;
}

Json rulesOf(const CheckRun& run)
{
    Json rules = Json::array();
    for (const CheckResult& result : run.results) {
        const Check& check = *result.check;
        rules.push_back({{"id", std::string(check.id)},
                         {"shortDescription", {{"text", std::string(check.title)}}},
                         {"fullDescription", {{"text", std::string(check.why)}}},
                         {"defaultConfiguration", {{"level", levelIn(check)}}},
                         {"properties", {{"tags", {std::string(groupId(check.group))}}}}});
    }
    return rules;
}

Json locationOf(const CheckReport& report, const Finding& finding, std::size_t line)
{
    const RecordEntry entry = report.snapshot.record(finding.row);
    Json physical{{"artifactLocation", {{"uri", uriOf(report.snapshot.file(entry.file).shownPath)}}}};
    if (line > 0)
        physical["region"] = {{"startLine", line}};
    std::string name = "record " + std::to_string(entry.ordinal);
    if (finding.part == FindingPart::Message)
        name += ", message " + std::to_string(finding.message + 1);
    else if (finding.part == FindingPart::Candidate)
        name += ", candidate " + std::to_string(finding.candidate) + ", message " +
                std::to_string(finding.messageOfCandidate);
    return {{"physicalLocation", std::move(physical)},
            {"logicalLocations", Json::array({{{"fullyQualifiedName", name}}})}};
}

} // namespace

Json reportSarif(const CheckReport& report, std::string_view tool, std::string_view version)
{
    const std::map<Row, std::size_t> lines = linesOf(report);
    std::map<std::uint16_t, std::size_t> rules;
    for (std::size_t i = 0; i < report.run.results.size(); ++i)
        rules[static_cast<std::uint16_t>(indexOf(*report.run.results[i].check))] = i;
    Json results = Json::array();
    for (const Finding& finding : report.run.findings) {
        const Check& check = *checks()[finding.check];
        Json made{{"ruleId", std::string(check.id)},
                  {"ruleIndex", rules[finding.check]},
                  {"level", levelIn(check)},
                  {"message", {{"text", findingJson(report, finding)["what"]}}}};
        made["locations"] = Json::array();
        if (finding.part != FindingPart::Dataset)
            made["locations"].push_back(locationOf(report, finding, lines.at(finding.row)));
        results.push_back(std::move(made));
    }
    Json driver{{"name", std::string(tool)},
                {"version", std::string(version)},
                {"informationUri", "https://github.com/duologue/duologue"},
                {"rules", rulesOf(report.run)}};
    Json run{{"tool", {{"driver", std::move(driver)}}},
             {"columnKind", "utf16CodeUnits"},
             {"results", std::move(results)},
             {"properties", Json::object()}};
    addCoverage(run["properties"], report.run.coverage);
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({std::move(run)})}};
}

} // namespace duologue
