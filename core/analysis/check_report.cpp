// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check_report.h"

#include "core/analysis/checks/findings.h"
#include "core/analysis/report_table.h"
#include "core/data/field_reader.h"
#include "core/load/problem_place.h"
#include "core/util/escape.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

namespace duologue {

namespace {

using Json = nlohmann::ordered_json;

std::string whatIsFound(const CheckReport& report, const Finding& finding)
{
    return findingText(finding, report.showsMatches ? PersonalData::Whole : PersonalData::Masked);
}

std::string_view partName(FindingPart part)
{
    constexpr std::array<std::string_view, 5> kNames{"record", "message", "candidate", "context", "dataset"};
    return kNames.at(static_cast<std::size_t>(part));
}

/// From 1, in the conversation or in its candidate; 0 for a finding that is about no message.
std::uint32_t messageNumber(const Finding& finding)
{
    return finding.part == FindingPart::Message ? finding.message + 1 : finding.messageOfCandidate;
}

std::string numberOrNothing(std::uint32_t number)
{
    return number > 0 ? std::to_string(number) : std::string();
}

std::string percent(double share)
{
    return decimalsText(100 * share, 2) + " %";
}

Json resultJson(const CheckResult& result)
{
    const Check& check = *result.check;
    Json notJudged = Json::object();
    for (const auto& [why, units] : result.notJudged)
        notJudged[inEnglish(why)] = units;
    return {{"id", std::string(check.id)},
            {"group", std::string(groupId(check.group))},
            {"title", std::string(check.title)},
            {"why", std::string(check.why)},
            {"severity", std::string(severityName(check.severity))},
            {"maybe", check.isMaybe},
            {"threshold", check.threshold ? Json(result.threshold) : Json()},
            {"unit", std::string(unitName(check.unit))},
            {"looked_at", result.lookedAt},
            {"not_judged", std::move(notJudged)},
            {"findings", result.findings},
            {"units", result.units},
            {"share", result.share() ? Json(*result.share()) : Json()},
            {"records", result.records},
            {"suppressed", result.suppressed}};
}

std::string placeText(const CheckReport& report, const Finding& finding)
{
    if (finding.part == FindingPart::Dataset)
        return {};
    std::string place = nameOfRow(report.snapshot, finding.row);
    if (finding.part == FindingPart::Candidate)
        place += " candidate " + std::to_string(finding.candidate) + " message " +
                 std::to_string(finding.messageOfCandidate);
    else if (finding.part == FindingPart::Message)
        place += " message " + std::to_string(finding.message + 1);
    else if (finding.part == FindingPart::Context)
        place += " context";
    return place;
}

std::string lineOf(const CheckReport& report, const Finding& finding)
{
    const Check& check = *checks()[finding.check];
    std::string line = placeText(report, finding);
    line += (line.empty() ? "" : ": ") + std::string(reportedSeverity(check)) + ": " +
            std::string(check.title) + (finding.isMaybe ? ", maybe" : "") + ": " +
            whatIsFound(report, finding);
    for (std::size_t i = 0; i < finding.others.size(); ++i)
        line += ", " + nameOfOther(report.snapshot, finding, i);
    return visibleLine(line + " [" + std::string(check.id) + "]") + "\n";
}

/// One row a check that found something or could have.
TextTable summaryTable(const CheckReport& report)
{
    TextTable table{{{"check", false},
                     {"severity", false},
                     {"findings", true},
                     {"records", true},
                     {"looked at", true},
                     {"unit", false},
                     {"share", true},
                     {"not judged", true},
                     {"threshold", true}},
                    {}};
    for (const CheckResult& result : report.run.results) {
        table.rows.push_back({std::string(result.check->id), std::string(reportedSeverity(*result.check)),
                              std::to_string(result.findings), std::to_string(result.records),
                              std::to_string(result.lookedAt), std::string(unitName(result.check->unit)),
                              result.share() ? percent(*result.share()) : "–",
                              std::to_string(result.unitsNotJudged()),
                              result.check->threshold ? numberText(result.threshold) : std::string()});
    }
    return table;
}

/// Accepted findings that were looked for and are not there, one a line.
std::string lostLines(const CheckReport& report, std::string_view before)
{
    std::string out;
    for (const Suppression& each : report.run.lost)
        out += std::string(before) +
               visibleLine(inEnglish({PhraseId::AcceptedLost, each.check, each.file, each.record})) + "\n";
    return out;
}

std::string totalLine(const CheckReport& report)
{
    std::uint64_t suppressed = 0;
    std::uint64_t findings = 0;
    for (const CheckResult& result : report.run.results) {
        suppressed += result.suppressed;
        findings += result.findings;
    }
    std::string line = std::to_string(report.run.records) + " records, " + std::to_string(findings) +
                       " findings, " + std::to_string(report.run.count(Severity::Error)) + " of them errors";
    if (suppressed > 0)
        line += ", " + std::to_string(suppressed) + " suppressed";
    if (report.run.unread > 0)
        line += ", " + std::to_string(report.run.unread) +
                (report.run.unread == 1 ? " record could not be read" : " records could not be read");
    return line + "\n";
}

/// What one check has found.
std::string sectionOfCheck(const CheckReport& report, std::span<const Finding> findings)
{
    const Check& check = *checks()[findings.front().check];
    std::string out = "\n## " + markdownLine(check.title) + "\n\n" + markdownLine(check.why) + "\n\n";
    const FindingSpread spread = spreadOf(findings, report.snapshot.recordCount());
    if (spread.most() > 0)
        out += "From the first record to the last: " + blocksOf(spread) +
               " (the highest: " + percent(spread.most()) + " of the records there)\n\n";
    for (std::size_t i = 0; i < std::min(findings.size(), report.mostOfCheck); ++i) {
        const std::string place = placeText(report, findings[i]);
        std::string others;
        for (std::size_t other = 0; other < findings[i].others.size(); ++other)
            others += ", " + nameOfOther(report.snapshot, findings[i], other);
        out += "- " +
               markdownLine(place + (place.empty() ? "" : ": ") + whatIsFound(report, findings[i]) + others) +
               "\n";
    }
    if (findings.size() > report.mostOfCheck)
        out += "\nand " + std::to_string(findings.size() - report.mostOfCheck) + " more\n";
    return out;
}

} // namespace

void addCoverage(Json& object, const Coverage& coverage)
{
    // An engine that counted its rows has not said how many there are.
    object["of"] = coverage.read > 0 ? Json(coverage.read) : Json();
    object["where"] = coverage.where.empty() ? Json() : Json(coverage.where);
    const auto percent = coverage.percentRead();
    Json read{{"complete", coverage.isWhole()}, {"percent", percent ? Json(*percent) : Json()}};
    if (coverage.broken > 0)
        read["broken"] = coverage.broken;
    read["remarks"] = Json::array();
    for (const Phrase& note : coverage.notes())
        read["remarks"].push_back(inEnglish(note));
    object["read"] = std::move(read);
}

std::string reportText(const CheckReport& report)
{
    std::string out;
    for (const Finding& finding : report.run.findings)
        out += report.isSummary ? std::string() : lineOf(report, finding);
    if (!out.empty())
        out += "\n";
    out += formatTable(summaryTable(report), TableFormat::Aligned) + totalLine(report);
    out += lostLines(report, {});
    if (report.saysCoverage) {
        for (const Phrase& phrase : report.run.coverage.phrases())
            out += visibleLine(asSentence(phrase)) + "\n";
    }
    return out;
}

std::string reportMarkdown(const CheckReport& report)
{
    std::string out = "# Checks\n\n";
    const auto phrases = report.run.coverage.phrases();
    for (const Phrase& phrase : phrases)
        out += coverageMarkdown(phrase) + "\n\n";
    if (phrases.empty())
        out += coverageMarkdown(report.run.coverage.chosen()) + "\n\n";
    out += formatTable(summaryTable(report), TableFormat::Markdown) + "\n" + totalLine(report);
    if (!report.run.lost.empty())
        out += "\n" + lostLines(report, "- ");
    if (report.isSummary)
        return out;
    const std::span<const Finding> findings(report.run.findings);
    for (std::size_t first = 0; first < findings.size();) {
        std::size_t end = first;
        while (end < findings.size() && findings[end].check == findings[first].check)
            ++end;
        out += sectionOfCheck(report, findings.subspan(first, end - first));
        first = end;
    }
    return out;
}

Json findingJson(const CheckReport& report, const Finding& finding)
{
    const Check& check = *checks()[finding.check];
    Json made{{"check", std::string(check.id)},
              {"severity", std::string(severityName(check.severity))},
              {"maybe", finding.isMaybe},
              {"part", std::string(partName(finding.part))}};
    if (finding.part != FindingPart::Dataset) {
        const RecordEntry entry = report.snapshot.record(finding.row);
        const auto id = findField(report.snapshot, "id");
        made["file"] = report.snapshot.file(entry.file).shownPath;
        made["record"] = entry.ordinal;
        made["id"] = id ? id->text(finding.row) : std::string();
    }
    if (finding.candidate > 0)
        made["candidate"] = finding.candidate;
    if (const std::uint32_t message = messageNumber(finding); message > 0)
        made["message"] = message;
    made["what"] = whatIsFound(report, finding);
    made["others"] = Json::array();
    for (const Row other : finding.others)
        made["others"].push_back(nameOfRow(report.snapshot, other));
    made["other_messages"] = Json::array();
    for (const std::uint32_t message : finding.otherMessages)
        made["other_messages"].push_back(message == Finding::kNoMessage ? Json() : Json(message + 1));
    made["marks"] = Json::array();
    for (const FindingMark& mark : finding.marks)
        made["marks"].push_back({{"text", mark.text == FindingMark::kNoText ? Json() : Json(mark.text)},
                                 {"begin", mark.begin},
                                 {"end", mark.end}});
    return made;
}

Json reportJson(const CheckReport& report)
{
    Json json{{"records", report.run.records}, {"unread", report.run.unread}};
    addCoverage(json, report.run.coverage);
    json["checks"] = Json::array();
    for (const CheckResult& result : report.run.results)
        json["checks"].push_back(resultJson(result));
    json["accepted_but_lost"] = Json::array();
    for (const Suppression& each : report.run.lost)
        json["accepted_but_lost"].push_back({{"check", each.check},
                                             {"file", each.file},
                                             {"record", each.record},
                                             {"message", each.message > 0 ? Json(each.message) : Json()},
                                             {"reason", each.reason}});
    if (report.isSummary)
        return json;
    json["findings"] = Json::array();
    for (const Finding& finding : report.run.findings)
        json["findings"].push_back(findingJson(report, finding));
    return json;
}

TextTable reportTable(const CheckReport& report)
{
    if (report.isSummary)
        return summaryTable(report);
    TextTable table{{{"check", false},
                     {"severity", false},
                     {"maybe", false},
                     {"file", false},
                     {"record", true},
                     {"part", false},
                     {"message", true},
                     {"what", false},
                     {"candidate", true}},
                    {}};
    for (const Finding& finding : report.run.findings) {
        const Check& check = *checks()[finding.check];
        const bool isOfRecord = finding.part != FindingPart::Dataset;
        const RecordEntry entry = isOfRecord ? report.snapshot.record(finding.row) : RecordEntry();
        table.rows.push_back({std::string(check.id), std::string(severityName(check.severity)),
                              finding.isMaybe ? "yes" : "no",
                              isOfRecord ? report.snapshot.file(entry.file).shownPath : std::string(),
                              isOfRecord ? std::to_string(entry.ordinal) : std::string(),
                              std::string(partName(finding.part)), numberOrNothing(messageNumber(finding)),
                              whatIsFound(report, finding), numberOrNothing(finding.candidate)});
    }
    return table;
}

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
