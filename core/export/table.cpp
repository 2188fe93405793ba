// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/plain_messages.h"
#include "core/util/escape.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

namespace duologue {

namespace {

/// A row for each record, a column for each field.
class TableTarget final : public Exporter {
public:
    explicit TableTarget(char separator) : m_separator(separator) {}

    std::string_view id() const override { return isCsv() ? "csv" : "tsv"; }
    std::string_view title() const override
    {
        return isCsv() ? DUOLOGUE_TEXT("Exporters", "Table, CSV") : DUOLOGUE_TEXT("Exporters", "Table, TSV");
    }
    std::string_view summary() const override
    {
        return isCsv() ? DUOLOGUE_TEXT("Exporters", "a row for each record, with the columns that are chosen")
                       : DUOLOGUE_TEXT("Exporters", "the same, separated by tabs");
    }
    std::string_view ending() const override { return isCsv() ? ".csv" : ".tsv"; }
    std::vector<ExportLanguage> languages() const override { return {ExportLanguage::Both}; }

    std::vector<FieldReader> usualColumns(const Snapshot& snapshot) const override
    {
        std::vector<FieldReader> usual;
        for (FieldReader& field : allFields(snapshot)) {
            if (field.info().traits.isUsual || field.info().traits.isRating)
                usual.push_back(std::move(field));
        }
        return usual;
    }

    std::string head(const ExportContext& context) const override
    {
        std::vector<std::string> titles;
        for (const FieldReader& column : context.columns)
            titles.push_back(column.info().key);
        // Spreadsheets take a CSV without this mark for a text in the system's old encoding.
        std::string out = isCsv() ? "\xEF\xBB\xBF" : "";
        appendCsvLine(titles, m_separator, !context.options.rawCells, out);
        return out;
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        std::vector<std::string> cells;
        const std::vector<ExportJson> values = columnValues(record, context);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const FieldReader& column = context.columns[i];
            cells.push_back(cellOf(values[i], column, record.row));
            const bool isOwn = !column.info().rawKey.empty() && !column.info().ofMessages;
            if (isOwn && values[i].is_array())
                losses.add(PhraseId::LostList, 1, column.info().key);
            if (!context.options.rawCells && wouldRun(cells.back()))
                losses.add(PhraseId::LostFormulas);
        }
        appendCsvLine(cells, m_separator, !context.options.rawCells, out);
        countTexts(record, losses);
        Written written;
        written.candidates = written.candidateFields = true;
        countLosses(record, context, written, losses);
    }

private:
    bool isCsv() const { return m_separator == ','; }

    /// Texts byte for byte, numbers with their digits; the values of a list are joined, as they are shown.
    static std::string cellOf(const ExportJson& value, const FieldReader& column, Row row)
    {
        const bool isOwn = !column.info().rawKey.empty() && !column.info().ofMessages;
        // The column prints numbers without the ".0" of JSON, and none that it does not hold.
        if (!isOwn || value.is_null() || (column.isNumber() && !value.is_structured()))
            return value.is_string() ? value.get<std::string>() : column.text(row);
        if (!value.is_array())
            return plainCell(value);
        std::string joined;
        for (std::size_t i = 0; i < value.size(); ++i)
            joined += (i > 0 ? ", " : "") + plainCell(value[i]);
        return joined;
    }

    static std::string plainCell(const ExportJson& value)
    {
        return value.is_string() ? value.get<std::string>() : jsonLine(value);
    }

    /// A table has no place for what is said.
    static void countTexts(const ExportRecord& record, Losses& losses)
    {
        losses.add(PhraseId::LostMessages, record.conversation.messages.size());
        losses.add(PhraseId::LostCandidates, record.conversation.candidates.size());
    }

    const char m_separator;
};

} // namespace

const Exporter& csvExporter()
{
    static const TableTarget exporter(',');
    return exporter;
}

const Exporter& tsvExporter()
{
    static const TableTarget exporter('\t');
    return exporter;
}

} // namespace duologue
