// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/dataset_card.h"

#include "core/analysis/bins.h"
#include "core/analysis/checks/duplicates.h"
#include "core/analysis/report_table.h"
#include "core/analysis/statistics.h"
#include "core/analysis/tally.h"
#include "core/data/row_set.h"
#include "core/data/snapshot.h"
#include "core/util/escape.h"
#include "core/util/numbers.h"
#include "core/util/parallel.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// Values of a field with the number of records (or messages) that have each.
struct CardField {
    std::string title;
    std::vector<std::pair<std::string, std::uint64_t>> values;
    bool ofMessages = false;
    /// Records (or messages) that have no value.
    std::uint64_t missing = 0;
    /// Broken records of which it is not known.
    std::uint64_t unknown = 0;
};

/// Lengths of texts in characters.
struct CardLengths {
    std::string role;
    std::uint64_t messages = 0;
    double mean = 0;
    std::uint32_t least = 0;
    std::uint32_t median = 0;
    std::uint32_t most = 0;
};

struct CardRating {
    std::string title;
    Mean mean;
    Interval interval;
    ValueScale scale;
};

/// Every number of a dataset card, for `rows` alone.
struct CardCounts {
    std::uint64_t files = 0;
    std::uint64_t records = 0;
    /// Those of them that cannot be read: they are in no CardField.
    std::uint64_t broken = 0;
    std::uint64_t messages = 0;
    std::uint64_t characters = 0;
    CardField formats;
    CardField splits;
    CardField languages;
    CardField turns;
    std::vector<CardLengths> lengths;
    /// Topics, intents, marks and other fields of few values.
    std::vector<CardField> labels;
    std::vector<CardRating> ratings;
};

CardCounts countForCard(const Snapshot& snapshot, const RowSet& rows, const Job& job);

/// One bar of a chart.
struct SvgBar {
    std::string label;
    double value = 0;
    /// What stands at its end.
    std::string shown;
    /// Both ends of an interval around the value; equal if there is none.
    double low = 0;
    double high = 0;
};

/// A chart of bars from left to right, as a document of its own that any browser shows: no script, no font,
/// no colour that vanishes on a dark page. The axis begins at 0.
std::string svgBars(std::string_view title, const std::vector<SvgBar>& bars);

namespace {

/// A field with more values is a table of its own.
constexpr std::size_t kMostLabelValues = 20;
constexpr std::size_t kMostLabels = 12;

/// What a card is about.
struct CardRows {
    const RowSet& all;
    RowSet broken;
};

CardField countBy(const Snapshot& snapshot, const CardRows& rows, const FieldReader& field, const Job& job)
{
    const Tally made = tally(snapshot, rows.all, {{field}}, job);
    CardField counted;
    counted.title = field.info().title;
    counted.ofMessages = made.ofMessages;
    if (!made.ofMessages && rows.broken.count() > 0)
        counted.unknown = tally(snapshot, rows.broken, {{field}}, job).withoutValue;
    counted.missing = made.withoutValue - counted.unknown;
    for (const TallyRow& row : made.rows)
        counted.values.emplace_back(row.values.front().text, row.n);
    return counted;
}

CardField countNamed(const Snapshot& snapshot, const CardRows& rows, std::string_view key, const Job& job)
{
    const auto field = findField(snapshot, key);
    return field ? countBy(snapshot, rows, *field, job) : CardField();
}

CardField countSplits(const Snapshot& snapshot, const CardRows& rows)
{
    const auto splits = splitsOf(snapshot);
    std::map<Split, std::uint64_t> counts;
    CardField counted;
    counted.title = "Split";
    rows.all.forEach([&](Row row) {
        if (splits[indexOf(row)])
            ++counts[*splits[indexOf(row)]];
        else
            ++(rows.broken.contains(row) ? counted.unknown : counted.missing);
    });
    for (const auto& [split, count] : counts)
        counted.values.emplace_back(std::string(splitName(split)), count);
    return counted;
}

CardLengths lengthsOf(std::string role, std::vector<std::uint32_t>& lengths)
{
    CardLengths made;
    made.role = std::move(role);
    made.messages = lengths.size();
    double sum = 0;
    for (const std::uint32_t length : lengths)
        sum += length;
    made.mean = sum / static_cast<double>(lengths.size());
    std::sort(lengths.begin(), lengths.end());
    made.least = lengths.front();
    // Of an even number, the lower of the two in the middle.
    made.median = lengths[(lengths.size() - 1) / 2];
    made.most = lengths.back();
    return made;
}

void countCardMessages(const Snapshot& snapshot, const RowSet& rows, CardCounts& counts)
{
    const MessageTable& messages = snapshot.messages;
    const Column& roles = messages.column(MessageColumn::Role);
    std::vector<std::vector<std::uint32_t>> byRole(roles.categories.size());
    std::set<FileId> files;
    rows.forEach([&](Row row) {
        const RecordEntry record = snapshot.record(row);
        files.insert(record.file);
        ++counts.records;
        counts.broken += record.state == RecordState::Broken ? 1 : 0;
        counts.characters += record.characters;
        const auto [begin, end] = snapshot.messageRange(row);
        for (MessageIndex i = begin; i < end; ++i) {
            if (const CategoryCode role = roles.code(indexOf(i)); role != kNoCategory)
                byRole[indexOf(role)].push_back(messages.length(i));
        }
        counts.messages += end - begin;
    });
    counts.files = files.size();
    for (std::size_t role = 0; role < byRole.size(); ++role) {
        if (!byRole[role].empty())
            counts.lengths.push_back(
                lengthsOf(std::string(ValueKey::shown(roles.categories[role].shown())), byRole[role]));
    }
}

RowSet brokenAmong(const Snapshot& snapshot, const RowSet& rows)
{
    RowSet broken(rows.size());
    rows.forEach([&](Row row) {
        if (snapshot.record(row).isBroken())
            broken.add(row);
    });
    return broken;
}

bool isLabel(const FieldReader& field)
{
    const FieldInfo& info = field.info();
    const bool isWords = info.kind == FieldKind::Category || info.kind == FieldKind::Categories ||
                         info.kind == FieldKind::Flag || field.hasMarks();
    const bool isShown = info.key != "format" && info.key != "file" && info.key != "language" &&
                         info.key != "role" && info.key != "split" && info.key != "check" &&
                         info.key != "first_role";
    return isWords && isShown && field.valueCount() > 1 && field.valueCount() <= kMostLabelValues;
}

} // namespace

CardCounts countForCard(const Snapshot& snapshot, const RowSet& all, const Job& job)
{
    CardCounts counts;
    countCardMessages(snapshot, all, counts);
    const CardRows rows{all, brokenAmong(snapshot, all)};
    counts.formats = countNamed(snapshot, rows, "format", job);
    counts.splits = countSplits(snapshot, rows);
    counts.languages = countNamed(snapshot, rows, "language", job);
    counts.turns = countNamed(snapshot, rows, "turns", job);
    for (const FieldReader& field : allFields(snapshot)) {
        if (job.stopRequested())
            break;
        if (isLabel(field) && counts.labels.size() < kMostLabels) {
            CardField label = countBy(snapshot, rows, field, job);
            if (label.values.size() > 1)
                counts.labels.push_back(std::move(label));
        }
        if (!field.info().traits.isRating || !field.isNumber())
            continue;
        CardRating rating;
        rating.title = field.info().title;
        rating.scale = scaleOf(snapshot, field, job);
        all.forEach([&](Row row) {
            const double value = field.number(row);
            if (value == value)
                rating.mean.add(value);
        });
        rating.interval = intervalOf(rating.mean, measureOn(rating.scale));
        if (rating.mean.n > 0)
            counts.ratings.push_back(std::move(rating));
    }
    return counts;
}

namespace {

constexpr int kSvgWidth = 720;
constexpr int kLabelWidth = 220;
constexpr int kValueWidth = 90;
constexpr int kRowHeight = 26;
constexpr int kHeadHeight = 40;

std::string escapedXml(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else if (static_cast<unsigned char>(c) >= 0x20)
            escaped += c;
    }
    return escaped;
}

std::string svgText(int x, int y, std::string_view anchor, std::string_view text)
{
    return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" +
           std::string(anchor) + "\">" + escapedXml(text) + "</text>\n";
}

std::string shortLabel(const std::string& label)
{
    constexpr std::size_t kLongest = 36;
    return label.size() <= kLongest ? label : label.substr(0, wholeCharacters(label, kLongest)) + "…";
}

} // namespace

std::string svgBars(std::string_view title, const std::vector<SvgBar>& bars)
{
    double most = 0;
    for (const SvgBar& bar : bars)
        most = std::max({most, bar.value, bar.high});
    const int height = kHeadHeight + kRowHeight * static_cast<int>(bars.size()) + 10;
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(kSvgWidth) +
                      " " + std::to_string(height) + "\" role=\"img\" font-family=\"sans-serif\" " +
                      "font-size=\"13\" fill=\"#6b7280\">\n<title>" + escapedXml(title) + "</title>\n" +
                      svgText(10, 24, "start", title);
    const double room = kSvgWidth - kLabelWidth - kValueWidth;
    const auto at = [&](double value) {
        return kLabelWidth + static_cast<int>(std::lround(most > 0 ? room * value / most : 0));
    };
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const SvgBar& bar = bars[i];
        const int top = kHeadHeight + kRowHeight * static_cast<int>(i);
        const std::string middle = std::to_string(top + kRowHeight / 2 - 2);
        svg += svgText(kLabelWidth - 8, top + 15, "end", shortLabel(bar.label));
        svg += "<rect x=\"" + std::to_string(kLabelWidth) + "\" y=\"" + std::to_string(top + 3) +
               "\" width=\"" + std::to_string(std::max(1, at(bar.value) - kLabelWidth)) +
               "\" height=\"16\" fill=\"#3b82c4\"/>\n";
        if (bar.high > bar.low)
            svg.append("<line x1=\"").append(std::to_string(at(bar.low)));
        svg.append("\" x2=\"").append(std::to_string(at(bar.high)));
        svg.append("\" y1=\"").append(middle).append("\" y2=\"").append(middle);
        svg.append("\" stroke=\"#d97706\" stroke-width=\"2\"/>\n");
        svg += svgText(std::max(at(bar.value), at(bar.high)) + 6, top + 15, "start", bar.shown);
    }
    return svg + "</svg>\n";
}

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

/// Shares are of all messages, or of all records of which the field is known: those with several values count
/// for each.
TextTable tableOfField(const CardField& field, const CardCounts& counts)
{
    const char* unit = field.ofMessages ? "messages" : "records";
    TextTable table{{{field.title, false}, {unit, true}, {"share", true}}, {}};
    const std::uint64_t all = field.ofMessages ? counts.messages : counts.records - field.unknown;
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
        add("broken records, counted only by format and by what their files tell", counts.broken);
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
        section += markdownLine("Accepted findings (not counted): " + accepted + ".") + "\n\n";
    std::string off;
    for (const Check* check : run.off)
        off += (off.empty() ? "" : ", ") + std::string(check->title);
    if (!off.empty())
        section += markdownLine("Disabled checks: " + off + ".") + "\n\n";
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

namespace {

std::optional<UnwrittenFile> writeFile(const std::filesystem::path& path, std::string_view text,
                                       AtomicFile::Existing existing)
{
    AtomicFile file(path, existing);
    if (file.write(text) && file.finish() && file.commit())
        return std::nullopt;
    return UnwrittenFile{path, file.error()};
}

} // namespace

std::optional<UnwrittenFile> writeCard(const DatasetCard& card, const std::filesystem::path& path,
                                       AtomicFile::Existing existing)
{
    const std::string prefix = path.stem().string() + "-";
    for (const DatasetCard::Chart& chart : card.charts) {
        if (auto unwritten = writeFile(path.parent_path() / (prefix + chart.name), chart.svg, existing))
            return unwritten;
    }
    return writeFile(path, card.withCharts(prefix), existing);
}

} // namespace duologue
