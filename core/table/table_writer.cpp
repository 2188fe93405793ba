// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/table_writer.h"

#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/record/built_in_keys.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace duologue {

namespace {

/// Problems of one kind in one file; a broken file must not fill the memory with problems.
constexpr std::uint64_t kProblemsKept = 1000;

/// If there are kMostColumns, the keys of an object with so many different members are taken for data.
constexpr std::size_t kManyMembers = 50;
constexpr std::size_t kMostRemoved = 20;

/// The key of a field if no other field has it.
std::string keyOfName(const FieldInfo& info)
{
    const std::string_view rawKey = info.rawKey;
    const std::string key = fieldKey(rawKey.substr(0, rawKey.rfind(kJointSeparator)));
    return isBuiltInKey(key) ? "record." + key : key;
}

/// How good a field's claim to a key is: 2 if the key is exactly its name in the records, 1 if the name is
/// joined from several, 0 if it is spelled differently.
int claimTo(std::string_view key, const FieldInfo& info)
{
    const std::string_view rawKey = info.rawKey;
    return rawKey == key ? 2 : rawKey.substr(0, rawKey.rfind(kJointSeparator)) == key ? 1 : 0;
}

} // namespace

TableWriter::TableWriter(std::vector<std::string> formatIds, std::shared_ptr<const FormatList> formatList,
                         std::vector<KnownField> knownFields)
{
    m_tables.knownFields = std::move(knownFields);
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

void TableWriter::addUndecided(const UndecidedRecord& record)
{
    if (m_tables.undecided++ == 0)
        m_tables.firstUndecided = record;
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
    for (const auto& column : batch.columns())
        appendColumn(column, base, batch.records()[column.rows.front()]);
    if (const auto row = batch.rowOfTooManyFields(); row && !std::exchange(m_columnLimitNoted, true))
        noteColumnLimit(batch.records()[*row], {PhraseId::TooManyFields, kMostColumns});
}

void TableWriter::noteColumnLimit(const RecordEntry& row, Phrase detail)
{
    addProblem({ProblemCode::TooManyFields, Severity::Warning, row.span(), {}, std::move(detail)});
}

bool TableWriter::isRemoved(const std::string& rawKey) const
{
    return std::any_of(m_removed.begin(), m_removed.end(),
                       [&](const std::string& object) { return rawKey.starts_with(object); });
}

bool TableWriter::makeRoom(const RecordEntry& row)
{
    if (m_removed.size() == kMostRemoved)
        return false;
    // The members of each object, by the names before a dot.
    std::map<std::string, std::set<std::string>> members;
    for (const Column& column : m_tables.records.columns) {
        const std::string& name = column.info.rawKey;
        for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
            const std::size_t end = std::min(name.find('.', dot + 1), name.size());
            members[name.substr(0, dot + 1)].insert(name.substr(dot + 1, end - dot - 1));
        }
    }
    const auto most =
        std::max_element(members.begin(), members.end(), [](const auto& left, const auto& right) {
            return left.second.size() < right.second.size();
        });
    if (most == members.end() || most->second.size() < kManyMembers)
        return false;
    removeMembersOf(most->first);
    noteColumnLimit(row,
                    {PhraseId::TooManyMembers, kMostColumns, most->first.substr(0, most->first.size() - 1)});
    return true;
}

void TableWriter::removeMembersOf(const std::string& object)
{
    m_removed.push_back(object);
    auto& columns = m_tables.records.columns;
    std::vector<Column> kept;
    std::vector<ColumnWriter> keptWriters;
    m_columnByRawKey.clear();
    m_columnByKey.clear();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].info.rawKey.starts_with(object))
            continue;
        m_columnByRawKey.emplace(columns[i].info.rawKey, kept.size());
        m_columnByKey.emplace(columns[i].info.key, kept.size());
        kept.push_back(std::move(columns[i]));
        keptWriters.push_back(std::move(m_columnWriters[i]));
    }
    columns = std::move(kept);
    m_columnWriters = std::move(keptWriters);
}

std::optional<std::size_t> TableWriter::columnFor(const TableBatch::BatchColumn& source,
                                                  const RecordEntry& row)
{
    auto& columns = m_tables.records.columns;
    const auto found = m_columnByRawKey.find(source.info.rawKey);
    if (found == m_columnByRawKey.end()) {
        // If making room has failed once, it is not tried again for each of a million names.
        while (columns.size() >= kMostColumns && !m_columnLimitNoted && !isRemoved(source.info.rawKey) &&
               makeRoom(row)) {
        }
        if (isRemoved(source.info.rawKey))
            return std::nullopt;
        if (columns.size() >= kMostColumns) {
            if (!std::exchange(m_columnLimitNoted, true))
                noteColumnLimit(row, {PhraseId::TooManyFields, kMostColumns});
            return std::nullopt;
        }
        addColumn(source);
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

void TableWriter::addColumn(const TableBatch::BatchColumn& source)
{
    auto& columns = m_tables.records.columns;
    FieldInfo info = source.info;
    info.key = keyFor(info);
    info.traits = columnTraits(m_tables.knownFields, info.key);
    // A changed key depends on the other records.
    const bool sharesKey = info.key != source.info.key;
    m_columnByRawKey.emplace(info.rawKey, columns.size());
    m_columnByKey.emplace(info.key, columns.size());
    columns.push_back({std::move(info), {}, {}, {}, {}, source.mixed || sharesKey});
    m_columnWriters.emplace_back();
    if (source.info.kind == FieldKind::Flag) {
        m_columnWriters.back().coder.code({"false", {}}, columns.back().categories);
        m_columnWriters.back().coder.code({"true", {}}, columns.back().categories);
    }
}

std::string TableWriter::keyFor(const FieldInfo& info)
{
    const std::string key = keyOfName(info);
    const auto found = m_columnByKey.find(key);
    if (found == m_columnByKey.end())
        return key;
    const std::size_t owner = found->second;
    Column& other = m_tables.records.columns[owner];
    other.mixed = true;
    if (claimTo(key, info) <= claimTo(key, other.info))
        return freeKey(key);
    other.info.key = freeKey(keyOfName(other.info));
    other.info.traits = columnTraits(m_tables.knownFields, other.info.key);
    m_columnByKey.erase(found);
    m_columnByKey.emplace(other.info.key, owner);
    return key;
}

std::string TableWriter::freeKey(const std::string& key) const
{
    for (std::size_t number = 2;; ++number) {
        std::string free = key + "_" + std::to_string(number);
        if (!m_columnByKey.contains(free))
            return free;
    }
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
        // NaN cannot be distinguished from no value.
        column.mixed = column.mixed || std::isnan(source.numbers[i]);
    }
}

void TableWriter::appendColumn(const TableBatch::BatchColumn& source, Row base, const RecordEntry& first)
{
    const auto index = columnFor(source, first);
    if (!index)
        return;
    Column& column = m_tables.records.columns[*index];
    if (column.info.kind == FieldKind::Number) {
        appendNumbers(source, base, column);
        return;
    }
    CategoryCoder& coder = m_columnWriters[*index].coder;
    // How many lookups ahead to prefetch.
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
            // Two spellings of one intent may have one code.
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
