// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/card/dataset_card.h"

#include "core/base/markdown_escape.h"
#include "core/base/text.h"
#include "core/base/whole_number.h"
#include "core/card/card_counts.h"
#include "core/card/svg_bars.h"
#include "core/stats/report/text_table.h"

#include <algorithm>

namespace duologue {

namespace {

std::string oneDecimal(double value)
{
    return decimalsText(value, 1);
}

std::string shareText(std::uint64_t part, std::uint64_t whole)
{
    return oneDecimal(whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole)) +
           " %";
}

std::string sectionOf(std::string_view title, const TextTable& table)
{
    return table.rows.empty()
               ? std::string()
               : "## " + markdownLine(title) + "\n\n" + formatTable(table, TableFormat::Markdown) + "\n";
}

/// Shares are of all messages, or of all records that could be read: those with several values count for
/// each.
TextTable tableOfField(const CardField& field, const CardCounts& counts)
{
    const char* unit = field.ofMessages ? "messages" : "records";
    TextTable table{{{field.title, false}, {unit, true}, {"share", true}}, {}};
    const std::uint64_t all = field.ofMessages ? counts.messages : counts.records - counts.broken;
    for (const auto& [value, n] : field.values)
        table.rows.push_back({value, std::to_string(n), shareText(n, all)});
    if (field.missing > 0 && !table.rows.empty())
        table.rows.push_back({"–", std::to_string(field.missing), shareText(field.missing, all)});
    return table;
}

TextTable sizeTable(const CardCounts& counts)
{
    TextTable table{{{"what", false}, {"count", true}}, {}};
    const auto add = [&](const char* what, std::uint64_t count) {
        table.rows.push_back({what, std::to_string(count)});
    };
    add("files", counts.files);
    add("records", counts.records);
    if (counts.broken > 0)
        add("broken records, which are in no other table", counts.broken);
    add("messages", counts.messages);
    add("characters, translations not counted twice", counts.characters);
    return table;
}

TextTable lengthTable(const CardCounts& counts)
{
    TextTable table{{{"role", false},
                     {"messages", true},
                     {"mean", true},
                     {"shortest", true},
                     {"median", true},
                     {"longest", true}},
                    {}};
    for (const CardLengths& each : counts.lengths)
        table.rows.push_back({each.role, std::to_string(each.messages), oneDecimal(each.mean),
                              std::to_string(each.least), std::to_string(each.median),
                              std::to_string(each.most)});
    return table;
}

TextTable ratingTable(const CardCounts& counts)
{
    TextTable table{
        {{"rating", false}, {"n", true}, {"mean", true}, {"95 % interval", true}, {"scale", true}}, {}};
    for (const CardRating& each : counts.ratings) {
        const std::string interval = each.interval.isKnown() ? fourDecimals(each.interval.low) + " – " +
                                                                   fourDecimals(each.interval.high)
                                                             : std::string("–");
        const std::string scale =
            each.scale.isKnown() ? numberText(each.scale.low) + " – " + numberText(each.scale.high) : "–";
        table.rows.push_back(
            {each.title, std::to_string(each.mean.n), fourDecimals(each.mean.mean()), interval, scale});
    }
    return table;
}

TextTable checksTable(const CheckRun& run)
{
    TextTable table{
        {{"check", false}, {"findings", true}, {"records", true}, {"looked at", true}, {"share", true}}, {}};
    const bool hasNotJudged = std::ranges::any_of(run.results, [](const CheckResult& result) {
        return result.findings > 0 && result.unitsNotJudged() > 0;
    });
    if (hasNotJudged)
        table.columns.push_back({"not judged", true});
    for (const CheckResult& result : run.results) {
        if (result.findings == 0)
            continue;
        table.rows.push_back(
            {std::string(result.check->title) + (result.check->isMaybe ? " (maybe)" : ""),
             std::to_string(result.findings), std::to_string(result.records),
             std::to_string(result.lookedAt) + " " + std::string(unitName(result.check->unit)),
             result.share() ? oneDecimal(100 * *result.share()) + " %" : "–"});
        if (hasNotJudged)
            table.rows.back().push_back(std::to_string(result.unitsNotJudged()));
    }
    return table;
}

/// "Empty answer (2), E-mail address (1)"
std::string acceptedOf(const CheckRun& run)
{
    std::string list;
    for (const CheckResult& result : run.results) {
        if (result.suppressed > 0)
            list += (list.empty() ? "" : ", ") + std::string(result.check->title) + " (" +
                    groupedDigits(result.suppressed) + ")";
    }
    return list;
}

std::string checksSection(const CheckRun& run)
{
    std::string section;
    if (!run.findings.empty())
        section = sectionOf("Checks", checksTable(run));
    else if (!run.results.empty())
        section = "Checks: nothing found in " + groupedDigits(run.records) + " conversations\n\n";
    if (const std::string accepted = acceptedOf(run); !accepted.empty())
        section += markdownLine("Accepted findings, which are not counted: " + accepted + ".") + "\n\n";
    std::string off;
    for (const Check* check : run.off)
        off += (off.empty() ? "" : ", ") + std::string(check->title);
    if (!off.empty())
        section += markdownLine("Checks that are switched off: " + off + ".") + "\n\n";
    return section;
}

std::vector<SvgBar> barsOf(const CardField& field)
{
    std::vector<SvgBar> bars;
    constexpr std::size_t kMostBars = 24;
    for (std::size_t i = 0; i < std::min(field.values.size(), kMostBars); ++i) {
        const auto& [value, n] = field.values[i];
        bars.push_back({value, static_cast<double>(n), std::to_string(n), 0, 0});
    }
    return bars;
}

/// Turns; ratings or, without any, languages; checks. Without those that have no bars.
std::vector<DatasetCard::Chart> chartsOf(const CardCounts& counts, const CheckRun& run)
{
    std::vector<SvgBar> ratings;
    for (const CardRating& each : counts.ratings) {
        const bool isKnown = each.interval.isKnown();
        ratings.push_back({each.title, each.mean.mean(), fourDecimals(each.mean.mean()),
                           isKnown ? each.interval.low : 0, isKnown ? each.interval.high : 0});
    }
    std::vector<SvgBar> found;
    for (const CheckResult& result : run.results) {
        if (result.findings > 0)
            found.push_back({std::string(result.check->id), static_cast<double>(result.records),
                             std::to_string(result.records), 0, 0});
    }
    std::vector<DatasetCard::Chart> charts;
    const auto add = [&charts](const char* name, const char* title, const std::vector<SvgBar>& bars) {
        if (!bars.empty())
            charts.push_back({name, title, svgBars(title, bars)});
    };
    add("turns.svg", "Records by turns", barsOf(counts.turns));
    if (ratings.empty())
        add("languages.svg", "Records by language", barsOf(counts.languages));
    else
        add("ratings.svg", "Means of ratings, with 95 % intervals", ratings);
    add("checks.svg", "Records with findings of checks", found);
    return charts;
}

} // namespace

std::string DatasetCard::withCharts(const std::string& prefix) const
{
    std::string text = markdown;
    for (const Chart& chart : charts) {
        // Spaces and brackets would end the address.
        text += "![" + chart.title + "](<" + prefix + chart.name + ">)\n\n";
    }
    return text;
}

std::string nameOfDataset(const std::filesystem::path& path)
{
    const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
    return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
}

DatasetCard makeCard(const Snapshot& snapshot, const RowSet& rows, const CheckRun& run,
                     const std::string& title, const Coverage& coverage, const Job& job)
{
    const CardCounts counts = countForCard(snapshot, rows, job);
    DatasetCard card;
    card.markdown = "# " + markdownLine(title) + "\n\n";
    for (const Phrase& phrase : coverage.phrases())
        card.markdown += coverageMarkdown(phrase) + "\n\n";
    card.markdown += sectionOf("Size", sizeTable(counts)) +
                     sectionOf("Formats", tableOfField(counts.formats, counts)) +
                     sectionOf("Splits", tableOfField(counts.splits, counts)) +
                     sectionOf("Languages", tableOfField(counts.languages, counts)) +
                     sectionOf("Turns", tableOfField(counts.turns, counts)) +
                     sectionOf("Lengths of messages in characters", lengthTable(counts));
    for (const CardField& label : counts.labels)
        card.markdown += sectionOf(label.title, tableOfField(label, counts));
    card.markdown += sectionOf("Ratings", ratingTable(counts)) + checksSection(run);
    card.charts = chartsOf(counts, run);
    return card;
}

} // namespace duologue
