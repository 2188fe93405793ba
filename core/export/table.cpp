// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/plain_messages.h"
#include "core/util/escape.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

namespace duologue {

namespace {

std::string plainCell(const ExportJson& value)
{
    return value.is_string() ? value.get<std::string>() : jsonLine(value);
}

/// Texts byte for byte, numbers with their digits; the values of a list are joined, as they are shown.
std::string cellOf(const ExportJson& value, const FieldReader& column, Row row)
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

/// A table has no place for what is said.
void countTexts(const ExportRecord& record, Losses& losses)
{
    losses.add(PhraseId::LostMessages, record.conversation.messages.size());
    losses.add(PhraseId::LostCandidates, record.conversation.candidates.size());
}

std::string titleRow(const ExportContext& context, char separator)
{
    std::vector<std::string> titles;
    for (const FieldReader& column : context.columns)
        titles.push_back(column.info().key);
    std::string out;
    appendCsvLine(titles, separator, !context.options.rawCells, out);
    return out;
}

/// A row for each record, a column for each field.
void writeRow(const ExportRecord& record, const ExportContext& context, char separator, std::string& out,
              Losses& losses)
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
    appendCsvLine(cells, separator, !context.options.rawCells, out);
    countTexts(record, losses);
    Written written;
    written.candidates = written.candidateFields = true;
    countLosses(record, context, written, losses);
}

} // namespace

std::vector<FieldReader> columnsOfTable(const Snapshot& snapshot)
{
    std::vector<FieldReader> usual;
    for (FieldReader& field : allFields(snapshot)) {
        if (field.info().traits.isUsual || field.info().traits.isRating)
            usual.push_back(std::move(field));
    }
    return usual;
}

std::string headOfCsv(const ExportContext& context)
{
    // Spreadsheets take a CSV without this mark for a text in the system's old encoding.
    return "\xEF\xBB\xBF" + titleRow(context, ',');
}

std::string headOfTsv(const ExportContext& context)
{
    return titleRow(context, '\t');
}

void writeCsv(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    writeRow(record, context, ',', out, losses);
}

void writeTsv(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    writeRow(record, context, '\t', out, losses);
}

} // namespace duologue
