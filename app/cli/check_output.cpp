// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/check_output.h"

#include "core/base/markdown_escape.h"
#include "core/base/text.h"
#include "core/base/visible_text.h"
#include "core/checks/findings/finding_text.h"
#include "core/stats/report/text_table.h"
#include "core/table/field_reader.h"

#include <nlohmann/json.hpp>

namespace duologue::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string whatIsFound(const CheckOutput& output, const Finding& finding)
{
    return findingText(finding, output.showsMatches ? PersonalData::Whole : PersonalData::Masked);
}

std::string_view partName(FindingPart part)
{
    constexpr std::array<std::string_view, 5> kNames{"record", "message", "candidate", "context", "dataset"};
    return kNames.at(static_cast<std::size_t>(part));
}

bool hasMessage(const Finding& finding)
{
    return finding.part == FindingPart::Message || finding.part == FindingPart::Candidate;
}

std::string percent(std::uint64_t part, std::uint64_t whole)
{
    if (whole == 0)
        return "–";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f %%",
                  100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return text.data();
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
            {"records", result.records},
            {"suppressed", result.suppressed}};
}

std::string placeText(const CheckOutput& output, const Finding& finding)
{
    if (finding.part == FindingPart::Dataset)
        return {};
    std::string place = nameOfRow(output.snapshot, finding.row);
    if (hasMessage(finding))
        place += " " + std::string(partName(finding.part)) + " " + std::to_string(finding.message + 1);
    else if (finding.part == FindingPart::Context)
        place += " context";
    return place;
}

std::string lineOf(const CheckOutput& output, const Finding& finding)
{
    const Check& check = *checks()[finding.check];
    std::string line = placeText(output, finding);
    line += (line.empty() ? "" : ": ") + std::string(reportedSeverity(check)) + ": " +
            std::string(check.title) + (finding.isMaybe ? ", maybe" : "") + ": " +
            whatIsFound(output, finding);
    for (const Row other : finding.others)
        line += ", " + nameOfRow(output.snapshot, other);
    return visibleLine(line + " [" + std::string(check.id) + "]") + "\n";
}

/// One row a check that found something or could have.
TextTable summaryTable(const CheckOutput& output)
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
    for (const CheckResult& result : output.run.results) {
        std::uint64_t notJudged = 0;
        for (const auto& [why, units] : result.notJudged)
            notJudged += units;
        table.rows.push_back({std::string(result.check->id), std::string(reportedSeverity(*result.check)),
                              std::to_string(result.findings), std::to_string(result.records),
                              std::to_string(result.lookedAt), std::string(unitName(result.check->unit)),
                              percent(result.findings, result.lookedAt), std::to_string(notJudged),
                              result.check->threshold ? numberText(result.threshold) : std::string()});
    }
    return table;
}

std::string totalLine(const CheckOutput& output)
{
    std::uint64_t suppressed = 0;
    std::uint64_t findings = 0;
    for (const CheckResult& result : output.run.results) {
        suppressed += result.suppressed;
        findings += result.findings;
    }
    std::string line = std::to_string(output.run.records) + " records, " + std::to_string(findings) +
                       " findings, " + std::to_string(output.run.count(Severity::Error)) + " of them errors";
    if (suppressed > 0)
        line += ", " + std::to_string(suppressed) + " suppressed";
    if (output.run.unread > 0)
        line += ", " + std::to_string(output.run.unread) + " records could not be read";
    return line + "\n";
}

} // namespace

std::string checkText(const CheckOutput& output)
{
    std::string out;
    for (const Finding& finding : output.run.findings)
        out += output.isSummary ? std::string() : lineOf(output, finding);
    if (!out.empty())
        out += "\n";
    return out + formatTable(summaryTable(output), TableFormat::Aligned) + totalLine(output);
}

std::string checkMarkdown(const CheckOutput& output)
{
    std::string out =
        "# Checks\n\n" + formatTable(summaryTable(output), TableFormat::Markdown) + "\n" + totalLine(output);
    if (output.isSummary)
        return out;
    std::uint16_t last = 0xFFFF;
    for (const Finding& finding : output.run.findings) {
        const Check& check = *checks()[finding.check];
        if (finding.check != last)
            out += "\n## " + markdownLine(check.title) + "\n\n" + markdownLine(check.why) + "\n\n";
        last = finding.check;
        const std::string place = placeText(output, finding);
        out += "- " + markdownLine(place + (place.empty() ? "" : ": ") + whatIsFound(output, finding)) + "\n";
    }
    return out;
}

Json findingJson(const CheckOutput& output, const Finding& finding)
{
    const Check& check = *checks()[finding.check];
    Json made{{"check", std::string(check.id)},
              {"severity", std::string(severityName(check.severity))},
              {"maybe", finding.isMaybe},
              {"part", std::string(partName(finding.part))}};
    if (finding.part != FindingPart::Dataset) {
        const RecordEntry entry = output.snapshot.record(finding.row);
        const auto id = findField(output.snapshot, "id");
        made["file"] = output.snapshot.file(entry.file).shownPath;
        made["record"] = entry.ordinal;
        made["id"] = id ? id->text(finding.row) : std::string();
    }
    if (hasMessage(finding))
        made["message"] = finding.message + 1;
    made["what"] = whatIsFound(output, finding);
    made["others"] = Json::array();
    for (const Row other : finding.others)
        made["others"].push_back(nameOfRow(output.snapshot, other));
    made["marks"] = Json::array();
    for (const FindingMark& mark : finding.marks)
        made["marks"].push_back({{"text", mark.text == FindingMark::kNoText ? Json() : Json(mark.text)},
                                 {"begin", mark.begin},
                                 {"end", mark.end}});
    return made;
}

Json checkJson(const CheckOutput& output)
{
    Json json{{"records", output.run.records}, {"unread", output.run.unread}};
    json["checks"] = Json::array();
    for (const CheckResult& result : output.run.results)
        json["checks"].push_back(resultJson(result));
    if (output.isSummary)
        return json;
    json["findings"] = Json::array();
    for (const Finding& finding : output.run.findings)
        json["findings"].push_back(findingJson(output, finding));
    return json;
}

TextTable checkTable(const CheckOutput& output)
{
    if (output.isSummary)
        return summaryTable(output);
    TextTable table{{{"check", false},
                     {"severity", false},
                     {"maybe", false},
                     {"file", false},
                     {"record", true},
                     {"part", false},
                     {"message", true},
                     {"what", false}},
                    {}};
    for (const Finding& finding : output.run.findings) {
        const Check& check = *checks()[finding.check];
        const bool isOfRecord = finding.part != FindingPart::Dataset;
        const RecordEntry entry = isOfRecord ? output.snapshot.record(finding.row) : RecordEntry();
        table.rows.push_back(
            {std::string(check.id), std::string(severityName(check.severity)), finding.isMaybe ? "yes" : "no",
             isOfRecord ? output.snapshot.file(entry.file).shownPath : std::string(),
             isOfRecord ? std::to_string(entry.ordinal) : std::string(), std::string(partName(finding.part)),
             hasMessage(finding) ? std::to_string(finding.message + 1) : std::string(),
             whatIsFound(output, finding)});
    }
    return table;
}

} // namespace duologue::cli
