// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/table_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace duologue {

namespace {

/// Of one kind in one file; a broken file must not fill the memory with its complaints.
constexpr std::uint64_t kProblemsKept = 1000;

/// A column has room for every row. Objects whose keys are data (ids, words) would make one for each key.
constexpr std::size_t kMostColumns = 1000;

} // namespace

TableWriter::TableWriter(std::vector<std::string> formatIds, std::shared_ptr<const FormatList> formatList)
{
    m_tables.formatList = std::move(formatList);
    m_tables.formats = std::move(formatIds);
}

void TableWriter::addFile(SourceFile file)
{
    m_tables.files.push_back(std::move(file));
}

void TableWriter::addProblem(Problem problem)
{
    m_tables.problemCounts.add(problem.severity);
    const auto kind = static_cast<std::uint32_t>(problem.code) << 24U |
                      (static_cast<std::uint32_t>(problem.where.file) & 0xFF'FFFFU);
    if (++m_problemsKept[kind] > kProblemsKept) {
        m_tables.problemsCapped = true;
        auto& notKept = m_tables.problemsNotKept;
        if (notKept.empty() || notKept.back().first != problem.where.file)
            notKept.emplace_back(problem.where.file, ProblemCounts());
        notKept.back().second.add(problem.severity);
        return;
    }
    m_tables.problems.push_back(std::move(problem));
}

void TableWriter::countProblems(FileId file, const ProblemCounts& counts)
{
    for (std::size_t i = 0; i < counts.bySeverity.size(); ++i)
        m_tables.problemCounts.bySeverity[i] += counts.bySeverity[i];
    m_tables.problemsCapped = true;
    m_tables.problemsNotKept.emplace_back(file, counts);
}

void TableWriter::setReading(std::uint64_t formatsChecksum, bool readsLoneObjects)
{
    m_tables.formatsChecksum = formatsChecksum;
    m_tables.readsLoneObjects = readsLoneObjects;
}

void TableWriter::append(const TableBatch& batch, std::uint32_t ordinalBase)
{
    const auto base = m_tables.recordCount();
    const auto firstMessage = static_cast<std::uint32_t>(m_tables.messages.entries.size());
    for (RecordEntry entry : batch.records()) {
        entry.firstMessage += firstMessage;
        entry.ordinal += ordinalBase;
        m_tables.records.entries.push_back(entry);
    }
    appendMessages(batch);
    std::optional<Row> tooMany;
    for (const auto& column : batch.columns()) {
        if (!appendColumn(column, base))
            tooMany = std::min(tooMany.value_or(column.rows.front()), column.rows.front());
    }
    if (tooMany)
        noteColumnLimit(batch.records()[*tooMany]);
}

void TableWriter::noteColumnLimit(const RecordEntry& row)
{
    if (std::exchange(m_columnLimitNoted, true))
        return;
    addProblem({ProblemCode::TooManyFields,
                Severity::Warning,
                row.span(),
                {},
                "there are more than " + std::to_string(kMostColumns) +
                    " fields; those that come after can be read, not listed and filtered by"});
}

std::optional<std::size_t> TableWriter::columnFor(const TableBatch::BatchColumn& source)
{
    auto& columns = m_tables.records.columns;
    const auto found = m_columnByKey.find(source.info.key);
    if (found == m_columnByKey.end()) {
        if (columns.size() >= kMostColumns)
            return std::nullopt;
        m_columnByKey.emplace(source.info.key, columns.size());
        columns.push_back({source.info, {}, {}, {}, {}, source.mixed});
        m_columnWriters.emplace_back();
        if (source.info.kind == FieldKind::Flag) {
            m_columnWriters.back().coder.code({"false", {}}, columns.back().categories);
            m_columnWriters.back().coder.code({"true", {}}, columns.back().categories);
        }
        return columns.size() - 1;
    }
    Column& column = columns[found->second];
    const FieldKind kind = column.info.kind;
    column.mixed =
        column.mixed || source.mixed || kind != source.info.kind || column.info.title != source.info.title;
    if (kind != source.info.kind)
        widen(found->second, commonKind(kind, source.info.kind));
    return found->second;
}

void TableWriter::widen(std::size_t index, FieldKind kind)
{
    const Column old = m_tables.records.columns[index];
    if (old.info.kind == kind)
        return;
    Column wide;
    wide.info = old.info;
    wide.info.kind = kind;
    wide.mixed = old.mixed;
    wide.categories = old.categories;
    CategoryCoder& coder = m_columnWriters[index].coder;
    const std::size_t rows =
        std::max({old.numbers.size(), old.ends.size(), old.ends.empty() ? old.codes.size() : 0});
    for (Row row = 0; row < rows; ++row) {
        CategoryCode code = kNoCategory;
        if (old.info.kind != FieldKind::Number)
            code = old.code(row);
        else if (const double number = old.number(row); !std::isnan(number))
            code = coder.code({numberText(number), {}}, wide.categories);
        if (kind != FieldKind::Categories) {
            wide.codes.push_back(code);
            continue;
        }
        if (code != kNoCategory)
            wide.codes.push_back(code);
        wide.ends.push_back(static_cast<std::uint32_t>(wide.codes.size()));
    }
    m_tables.records.columns[index] = std::move(wide);
}

void TableWriter::appendNumbers(const TableBatch::BatchColumn& source, Row base, Column& column)
{
    for (std::size_t i = 0; i < source.rows.size(); ++i) {
        column.numbers.padTo(base + source.rows[i], std::numeric_limits<double>::quiet_NaN());
        column.numbers.push_back(source.numbers[i]);
        // A value that is no number cannot be told from none.
        column.mixed = column.mixed || std::isnan(source.numbers[i]);
    }
}

bool TableWriter::appendColumn(const TableBatch::BatchColumn& source, Row base)
{
    const auto index = columnFor(source);
    if (!index)
        return false;
    Column& column = m_tables.records.columns[*index];
    if (column.info.kind == FieldKind::Number) {
        appendNumbers(source, base, column);
        return true;
    }
    CategoryCoder& coder = m_columnWriters[*index].coder;
    // Far enough ahead for memory to answer meanwhile.
    constexpr std::size_t kAhead = 8;
    std::vector<CategoryCode> translated;
    translated.reserve(source.categories.size());
    for (std::size_t i = 0; i < source.categories.size(); ++i) {
        if (i + kAhead < source.categories.size()) {
            const Category& ahead = source.categories[i + kAhead];
            coder.expect({ahead.en, ahead.zh});
        }
        const Category& category = source.categories[i];
        translated.push_back(coder.code({category.en, category.zh}, column.categories));
        column.mixed = column.mixed || column.categories[translated.back()] != category;
    }
    for (std::size_t i = 0; i < source.rows.size(); ++i) {
        const Row row = base + source.rows[i];
        const CategoryCode code = source.info.kind == FieldKind::Number
                                      ? coder.code({numberText(source.numbers[i]), {}}, column.categories)
                                      : translated[source.codes[i]];
        if (column.info.kind != FieldKind::Categories) {
            column.codes.padTo(row, kNoCategory);
            column.codes.push_back(code);
            continue;
        }
        // The row's end is written when the next row with a value comes, because codes may still follow.
        column.ends.padTo(row, static_cast<std::uint32_t>(column.codes.size()));
        if (!column.contains(row, code))
            column.codes.push_back(code);
        if (i + 1 == source.rows.size() || source.rows[i + 1] != source.rows[i])
            column.ends.push_back(static_cast<std::uint32_t>(column.codes.size()));
    }
    return true;
}

std::vector<std::uint8_t> TableWriter::rolesOf(const TableBatch& batch)
{
    constexpr CategoryCode kLast = 255;
    MessageTable& table = m_tables.messages;
    std::vector<std::uint8_t> roles;
    for (const Category& role : batch.roles()) {
        const CategoryCode code = m_roleCoder.code({role.en, role.zh}, table.roles);
        table.mixed = table.mixed || code >= kLast || table.roles[code] != role;
        roles.push_back(static_cast<std::uint8_t>(std::min(code, kLast)));
    }
    return roles;
}

std::vector<std::uint16_t> TableWriter::intentSetsOf(const TableBatch& batch)
{
    MessageTable& table = m_tables.messages;
    std::vector<std::uint16_t> sets;
    for (const MessageTable::IntentSet& local : batch.intentSets()) {
        MessageTable::IntentSet set;
        for (std::size_t i = 0; i < local.count; ++i) {
            const Category& intent = batch.intents()[local.codes[i]];
            const CategoryCode code = m_intentCoder.code({intent.en, intent.zh}, table.intents);
            table.mixed = table.mixed || table.intents[code] != intent;
            // Two ways to write one intent.
            if (!set.contains(code))
                set.codes[set.count++] = code;
        }
        sets.push_back(m_intentSetCoder.number(set, table.intentSets));
    }
    table.mixed = table.mixed || table.intentSets.size() > std::numeric_limits<std::uint16_t>::max();
    return sets;
}

void TableWriter::appendMessages(const TableBatch& batch)
{
    MessageTable& table = m_tables.messages;
    const std::vector<std::uint8_t> roles = rolesOf(batch);
    const std::vector<std::uint16_t> sets = intentSetsOf(batch);
    table.entries.append(batch.messages().size(), [&](std::size_t i) {
        MessageEntry entry = batch.messages()[i];
        entry.role = roles[std::min<std::size_t>(entry.role, roles.size() - 1)];
        entry.intentSet = sets[entry.intentSet];
        return entry;
    });
}

} // namespace duologue
