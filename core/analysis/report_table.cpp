// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report_table.h"

#include "core/data/snapshot.h"
#include "core/util/escape.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <unordered_map>

namespace duologue {

namespace {

/// The TeX command that prints the character, where a backslash before it is not enough; else empty.
std::string_view latexForm(char c)
{
    switch (c) {
    case '\\':
        return "\\textbackslash{}";
    case '~':
        return "\\textasciitilde{}";
    case '^':
        return "\\textasciicircum{}";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '|':
        return "\\textbar{}";
    case '`':
        return "\\`{}";
    case '"':
        // By its number, because some languages make it a command.
        return "\\char34{}";
    default:
        return {};
    }
}

std::string latexCell(std::string_view text)
{
    const std::string cell = visibleLine(text);
    const std::size_t first = cell.find_first_not_of(' ');
    std::string escaped;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const char c = cell[i];
        if (const std::string_view form = latexForm(c); !form.empty())
            escaped += form;
        else if (i == first && (c == '[' || c == '*'))
            // After the end of a row, TeX would read it as an argument.
            escaped.append("{").append(1, c).append("}");
        else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
            escaped.append("\\").append(1, c);
        else if (i > 0 && c == cell[i - 1] && std::string_view("-',").find(c) != std::string_view::npos)
            // TeX would join two of them into one character.
            escaped.append("{}").append(1, c);
        else
            escaped += c;
    }
    return escaped;
}

std::string padded(const std::string& text, std::size_t width, bool right)
{
    const std::string space(width - std::min(width, displayWidth(text)), ' ');
    return right ? space + text : text + space;
}

std::string aligned(const TextTable& table)
{
    std::vector<std::size_t> widths;
    for (const auto& column : table.columns)
        widths.push_back(displayWidth(visibleLine(column.title)));
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], displayWidth(visibleLine(row[i])));
    }
    std::string out = table.title.empty() ? std::string() : visibleLine(table.title) + "\n\n";
    const auto line = [&](auto&& cellOf) {
        std::string text;
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            text += (i == 0 ? "" : "  ") + padded(cellOf(i), widths[i], table.columns[i].rightAligned);
        out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
    };
    line([&](std::size_t i) { return visibleLine(table.columns[i].title); });
    for (const auto& row : table.rows)
        line([&](std::size_t i) { return visibleLine(row[i]); });
    for (const Phrase& caption : table.captions)
        out += (&caption == &table.captions.front() ? "\n" : "") + visibleLine(asSentence(caption)) + "\n";
    return out;
}

std::string separated(const TextTable& table, char separator, bool guardFormulas)
{
    std::string out;
    std::vector<std::string> titles;
    for (const TextTable::Column& column : table.columns)
        titles.push_back(column.title);
    appendCsvLine(titles, separator, guardFormulas, out);
    for (const auto& row : table.rows)
        appendCsvLine(row, separator, guardFormulas, out);
    return out;
}

std::string markdown(const TextTable& table)
{
    std::string out = table.title.empty() ? std::string() : markdownLine(table.title) + "\n\n";
    out += "|";
    for (const auto& column : table.columns)
        out += " " + markdownLine(column.title) + " |";
    out += "\n|";
    for (const auto& column : table.columns)
        out += column.rightAligned ? " ---: |" : " --- |";
    out += "\n";
    for (const auto& row : table.rows) {
        out += "|";
        for (const auto& cell : row)
            out += " " + markdownLine(cell) + " |";
        out += "\n";
    }
    for (const Phrase& caption : table.captions)
        out += "\n" + coverageMarkdown(caption) + "\n";
    return out;
}

std::string latex(const TextTable& table)
{
    std::string out;
    // Only a float has a caption.
    if (!table.title.empty())
        out += "\\begin{table}\n\\caption{" + latexCell(table.title) + "}\n";
    out += "\\begin{tabular}{";
    for (const auto& column : table.columns)
        out += column.rightAligned ? 'r' : 'l';
    out += "}\n\\hline\n";
    const auto line = [&](auto&& cellOf) {
        for (std::size_t i = 0; i < table.columns.size(); ++i)
            out += (i == 0 ? "" : " & ") + latexCell(cellOf(i));
        out += " \\\\\n";
    };
    line([&](std::size_t i) { return table.columns[i].title; });
    out += "\\hline\n";
    for (const auto& row : table.rows)
        line([&](std::size_t i) { return row[i]; });
    out += "\\hline\n\\end{tabular}\n";
    if (!table.title.empty())
        out += "\\end{table}\n";
    for (const Phrase& caption : table.captions)
        out += "\n" + latexCell(asSentence(caption)) + "\n";
    return out;
}

} // namespace

std::string fourDecimals(double value)
{
    constexpr double kSmall = 0.01;
    if (value == 0)
        return decimalsText(0, 4);
    if (!(std::abs(value) < kSmall))
        return decimalsText(value, 4);
    constexpr int kDigits = 4;
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, kDigits)
                         .ptr;
    return {buffer.data(), end};
}

double withoutNoise(double value, double scale)
{
    constexpr double kExact = 1e-12;
    return std::abs(value) < kExact * scale ? 0 : value;
}

std::optional<TableFormat> tableFormatOf(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, TableFormat>, 5> kNames{{
        {"table", TableFormat::Aligned},
        {"csv", TableFormat::Csv},
        {"tsv", TableFormat::Tsv},
        {"markdown", TableFormat::Markdown},
        {"latex", TableFormat::Latex},
    }};
    for (const auto& [known, format] : kNames) {
        if (known == name)
            return format;
    }
    return std::nullopt;
}

std::string formatTable(const TextTable& table, TableFormat format, bool guardFormulas)
{
    switch (format) {
    case TableFormat::Csv:
        return separated(table, ',', guardFormulas);
    case TableFormat::Tsv:
        return separated(table, '\t', guardFormulas);
    case TableFormat::Markdown:
        return markdown(table);
    case TableFormat::Latex:
        return latex(table);
    case TableFormat::Aligned:
        break;
    }
    return aligned(table);
}

TextTable tableOf(const Tally& tally)
{
    TextTable table;
    for (const FieldInfo& field : tally.by)
        table.columns.push_back({field.key, field.kind == FieldKind::Number && !field.ofMessages});
    table.columns.push_back({tally.ofMessages ? "messages" : "n", true});
    for (const FieldInfo& field : tally.means)
        table.columns.push_back({field.title, true});
    for (const TallyRow& row : tally.rows) {
        std::vector<std::string> cells;
        for (const GroupValue& value : row.values)
            cells.push_back(value.text);
        cells.push_back(std::to_string(row.n));
        for (const Mean& mean : row.means)
            cells.push_back(fourDecimals(mean.mean()));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

bool mayBeInSeveral(const FieldInfo& field)
{
    const bool isOwn = field.ofMessages && !field.rawKey.empty() && field.kind == FieldKind::Category;
    const bool isIntent = field.ofMessages && (field.key == "intent" || field.key.ends_with(".intent"));
    return isOwn || isIntent || (!field.ofMessages && field.kind == FieldKind::Categories);
}

namespace {

/// The first field by which a record, or a message, may be in several rows; empty if there is none.
std::string fieldOfSeveral(const Tally& tally)
{
    const auto found = std::find_if(tally.by.begin(), tally.by.end(), mayBeInSeveral);
    return found == tally.by.end() ? std::string() : found->title;
}

} // namespace

std::vector<Phrase> leftOutOf(const Tally& tally)
{
    std::vector<Phrase> remarks;
    if (tally.withoutValue == 1)
        remarks.emplace_back(tally.ofMessages ? PhraseId::MessageWithoutValue : PhraseId::RecordWithoutValue);
    else if (tally.withoutValue > 1)
        remarks.emplace_back(tally.ofMessages ? PhraseId::MessagesWithoutValue
                                              : PhraseId::RecordsWithoutValue,
                             groupedDigits(tally.withoutValue));
    // Messages' own values may be anything; marks are "unclear" if they are no judgement.
    const bool isOwn = !tally.means.empty() && !tally.means.front().rawKey.empty();
    if (tally.notJudged == 1)
        remarks.emplace_back(isOwn ? PhraseId::MessageWithOtherValue : PhraseId::MessageNotJudged);
    else if (tally.notJudged > 1)
        remarks.emplace_back(isOwn ? PhraseId::MessagesWithOtherValue : PhraseId::MessagesNotJudged,
                             groupedDigits(tally.notJudged));
    const std::string several = fieldOfSeveral(tally);
    for (std::size_t i = 0; i < tally.means.size(); ++i) {
        std::uint64_t counted = 0;
        std::uint64_t averaged = 0;
        for (const TallyRow& row : tally.rows) {
            counted += row.n;
            averaged += row.means[i].n;
        }
        const auto records =
            i < tally.recordsOfMeans.size() ? tally.recordsOfMeans[i] : std::optional<std::uint64_t>();
        if (records && !several.empty())
            remarks.emplace_back(PhraseId::MeanOfValuesCounted, tally.means[i].title, groupedDigits(averaged),
                                 groupedDigits(*records), groupedDigits(counted), several);
        else if (records)
            remarks.emplace_back(PhraseId::MeanOfValues, tally.means[i].title, groupedDigits(averaged),
                                 groupedDigits(*records), groupedDigits(counted));
        else if (averaged < counted && !several.empty())
            remarks.emplace_back(
                tally.ofMessages ? PhraseId::MeanOfMessagesCounted : PhraseId::MeanOfRecordsCounted,
                tally.means[i].title, groupedDigits(averaged), groupedDigits(counted), several);
        else if (averaged < counted)
            remarks.emplace_back(tally.ofMessages ? PhraseId::MeanOfMessages : PhraseId::MeanOfRecords,
                                 tally.means[i].title, groupedDigits(averaged), groupedDigits(counted));
    }
    return remarks;
}

std::size_t displayWidth(std::string_view text)
{
    // East Asian wide characters, by the lead bytes of their blocks: U+3000..U+9FFF, U+AC00..U+D7FF,
    // U+F900.., full-width forms, and everything beyond the first plane.
    std::size_t width = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0U) == 0x80U)
            continue;
        width += (byte >= 0xE3 && byte <= 0xED) || byte == 0xEF || byte >= 0xF0 ? 2 : 1;
    }
    return width;
}

namespace {

/// Writes small values with an exponent: 0.0000 would look like zero.
std::string probability(double value)
{
    constexpr double kSmall = 0.001;
    if (std::isnan(value) || value >= kSmall || value == 0)
        return fourDecimals(value);
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 2)
            .ptr;
    return {buffer.data(), end};
}

void addMeanColumns(TextTable& table, const FieldInfo& field)
{
    table.columns.push_back({field.title, true});
    for (const char* part : {" n", " sd", " low", " high"})
        table.columns.push_back({field.title + part, true});
}

/// Figures that are computed from each other, without what rounding leaves of 0.
void addFigures(std::vector<std::string>& cells, std::initializer_list<double> values, double scale = 0)
{
    for (const double value : values)
        scale = std::isfinite(value) ? std::max(scale, std::abs(value)) : scale;
    for (const double value : values)
        cells.push_back(fourDecimals(withoutNoise(value, scale)));
}

void addMean(std::vector<std::string>& cells, const Mean& mean, const Measure& measure)
{
    const Interval interval = intervalOf(mean, measure);
    cells.push_back(fourDecimals(mean.mean()));
    cells.push_back(std::to_string(mean.n));
    addFigures(cells, {mean.deviation(), interval.low, interval.high}, std::abs(mean.mean()));
}

TextTable tallyTable(const ReportData& data)
{
    const Tally& tally = data.tally;
    const bool hasShares = data.shape == ReportShape::Cells && data.figure == CellFigure::ShareOfLine;
    TextTable table;
    for (const FieldInfo& field : tally.by)
        table.columns.push_back({field.key, field.kind == FieldKind::Number && !field.ofMessages});
    table.columns.push_back({tally.ofMessages ? "messages" : "n", true});
    for (const char* column : {"share", "low", "high"}) {
        if (hasShares)
            table.columns.push_back({column, true});
    }
    for (const FieldInfo& field : tally.means)
        addMeanColumns(table, field);
    std::unordered_map<std::string, std::uint64_t> sums;
    for (auto& [value, sum] : lineSums(tally))
        sums.emplace(value, sum);
    for (const TallyRow& row : tally.rows) {
        std::vector<std::string> cells;
        for (const GroupValue& value : row.values)
            cells.push_back(value.text);
        cells.push_back(std::to_string(row.n));
        if (hasShares) {
            const auto n = static_cast<double>(row.n);
            const auto sum = static_cast<double>(sums[row.values.front().text]);
            const Interval interval = wilsonInterval(n, sum);
            for (const double value : {n / sum, interval.low, interval.high})
                cells.push_back(fourDecimals(value));
        }
        for (std::size_t i = 0; i < row.means.size(); ++i)
            addMean(cells, row.means[i], data.measures[i]);
        table.rows.push_back(std::move(cells));
    }
    return table;
}

/// A line for each field, value and cohort, with the columns of kColumns.
class ComparisonTable {
public:
    explicit ComparisonTable(const CohortComparison& comparison) : m_comparison(comparison) {}

    TextTable made()
    {
        for (const auto& [title, isFigure] : kColumns)
            m_table.columns.push_back({title, isFigure});
        addSizes("records", m_comparison.records);
        addSizes("messages in all", m_comparison.messages);
        const auto addNote = [this](const char* title, std::uint64_t count) {
            if (count == 0)
                return;
            m_table.rows.push_back({title, {}, {}, std::to_string(count)});
            finish(m_table.rows.back());
        };
        addNote("records in several", m_comparison.shared);
        addNote("values not compared", m_comparison.otherValues);
        for (const NumberComparison& number : m_comparison.numbers)
            addNumber(number);
        for (const CategoryComparison& category : m_comparison.categories)
            addCategory(category);
        return std::move(m_table);
    }

private:
    static constexpr std::array<std::pair<const char*, bool>, 17> kColumns{{{"field", false},
                                                                            {"value", false},
                                                                            {"cohort", false},
                                                                            {"n", true},
                                                                            {"mean", true},
                                                                            {"sd", true},
                                                                            {"low", true},
                                                                            {"high", true},
                                                                            {"difference", true},
                                                                            {"difference low", true},
                                                                            {"difference high", true},
                                                                            {"effect", false},
                                                                            {"size", true},
                                                                            {"test", false},
                                                                            {"statistic", true},
                                                                            {"df", true},
                                                                            {"p", true}}};

    std::vector<std::string>& addLine(const std::string& field, const std::string& value, std::size_t cohort)
    {
        m_table.rows.push_back({field, value, m_comparison.names[cohort]});
        return m_table.rows.back();
    }

    void finish(std::vector<std::string>& line) const { line.resize(m_table.columns.size()); }

    void addSizes(const std::string& field, const std::vector<std::uint64_t>& sizes)
    {
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            auto& line = addLine(field, {}, i);
            line.push_back(std::to_string(sizes[i]));
            finish(line);
        }
    }

    void addNumber(const NumberComparison& number)
    {
        for (std::size_t i = 0; i < number.means.size(); ++i) {
            const Mean& mean = number.means[i];
            const Interval interval = intervalOf(mean, number.measure);
            auto& line = addLine(number.field.key, {}, i);
            line.push_back(std::to_string(mean.n));
            addFigures(line, {mean.mean(), mean.deviation(), interval.low, interval.high});
            if (i > 0) {
                const MeanDifference& apart = number.differences[i];
                addFigures(line, {apart.difference, apart.interval.low, apart.interval.high},
                           std::abs(mean.mean()));
                line.emplace_back(effectName(apart.effect));
                line.push_back(fourDecimals(withoutNoise(apart.size, 1)));
            }
            finish(line);
        }
    }

    void addCategory(const CategoryComparison& category)
    {
        for (std::size_t k = 0; k < category.values.size(); ++k) {
            for (std::size_t i = 0; i < category.totals.size(); ++i) {
                const auto n = static_cast<double>(category.counts[k][i]);
                const auto total = static_cast<double>(category.totals[i]);
                const Interval interval = wilsonInterval(n, total);
                auto& line = addLine(category.field.key, category.values[k], i);
                line.push_back(std::to_string(category.counts[k][i]));
                line.push_back(fourDecimals(n / total));
                line.emplace_back();
                line.push_back(fourDecimals(interval.low));
                line.push_back(fourDecimals(interval.high));
                finish(line);
            }
        }
        if (category.test.name == TestName::None)
            return;
        std::vector<std::string> line{category.field.key, "all values", "all cohorts"};
        line.push_back(std::to_string(category.test.n));
        line.resize(kEffectColumn);
        line.emplace_back("Cramér's V");
        line.push_back(fourDecimals(withoutNoise(category.test.cramersV, 1)));
        line.emplace_back(testName(category.test.name));
        line.push_back(fourDecimals(withoutNoise(category.test.statistic, 1)));
        line.push_back(std::isnan(category.test.degrees)
                           ? std::string()
                           : std::to_string(static_cast<std::uint64_t>(category.test.degrees)));
        line.push_back(probability(category.test.p));
        m_table.rows.push_back(std::move(line));
    }

    static constexpr std::size_t kEffectColumn = 11;

    const CohortComparison& m_comparison;
    TextTable m_table;
};

} // namespace

std::vector<std::pair<std::string, std::uint64_t>> lineSums(const Tally& cells)
{
    std::vector<std::pair<std::string, std::uint64_t>> sums;
    for (const TallyRow& row : cells.rows) {
        const std::string& value = row.values.front().text;
        if (sums.empty() || sums.back().first != value)
            sums.emplace_back(value, 0);
        sums.back().second += row.n;
    }
    return sums;
}

TextTable tableOf(const ReportData& data)
{
    return data.shape == ReportShape::Comparison ? ComparisonTable(data.comparison).made() : tallyTable(data);
}

} // namespace duologue
