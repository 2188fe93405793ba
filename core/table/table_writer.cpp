// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/table_writer.h"

#include "core/base/markdown_escape.h"
#include "core/base/phrase_id.h"
#include "core/base/whole_number.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

namespace duologue {

namespace {

/// Number of problems of one kind that are kept for each file, so that a broken file does not fill the
/// memory.
constexpr std::uint64_t kProblemsKept = 1000;

/// Number of files that are named among those that could not be read.
constexpr std::size_t kNotReadNamed = 5;

/// The record of a batch to which the message belongs.
const RecordEntry& recordOf(const TableBatch& batch, MessageIndex message)
{
    const auto& records = batch.records();
    const auto after = std::upper_bound(
        records.begin(), records.end(), message,
        [](MessageIndex wanted, const RecordEntry& record) { return wanted < record.firstMessage; });
    return *std::prev(after);
}

} // namespace

TableWriter::TableWriter(std::vector<std::string> formatIds, std::shared_ptr<const FormatList> formatList,
                         std::vector<KnownField> knownFields)
    : m_recordColumns(ColumnsOf::Records, knownFields)
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
    const auto base = static_cast<std::uint32_t>(m_tables.records.entries.size());
    const auto firstMessage = static_cast<std::uint32_t>(m_tables.messages.entries.size());
    for (RecordEntry entry : batch.records()) {
        entry.firstMessage = entry.firstMessage + firstMessage;
        entry.ordinal += ordinalBase;
        m_tables.records.entries.push_back(entry);
    }
    appendMessages(batch);
    for (const auto& column : batch.columns())
        appendColumn(m_recordColumns, column, base, batch.records()[column.indexes.front()]);
    for (const auto& column : batch.messageColumns())
        appendColumn(m_messageColumns, column, firstMessage,
                     recordOf(batch, MessageIndex{column.indexes.front()}));
    if (const auto row = batch.rowOfTooManyFields()) {
        std::vector<Phrase> notes;
        m_recordColumns.noteLimit(notes);
        addNotes(notes, batch.records()[indexOf(*row)]);
    }
}

SnapshotPtr TableWriter::snapshot() const
{
    auto snapshot = std::make_shared<Snapshot>(m_tables);
    // There are more rows than in the one before.
    snapshot->textKeys = std::make_shared<FoundOnce<TextKeys>>();
    snapshot->records.columns = m_recordColumns.columns();
    snapshot->messages.columns = m_messageColumns.columns();
    return snapshot;
}

void TableWriter::appendColumn(ColumnsWriter& columns, const BatchColumn& source, std::uint32_t base,
                               const RecordEntry& first)
{
    std::vector<Phrase> notes;
    columns.append(source, base, notes);
    addNotes(notes, first);
}

void TableWriter::addNotes(std::vector<Phrase>& notes, const RecordEntry& record)
{
    for (Phrase& note : notes)
        addProblem({ProblemCode::TooManyFields, Severity::Warning, record.span(), {}, std::move(note)});
}

std::vector<std::uint8_t> TableWriter::rolesOf(const TableBatch& batch)
{
    MessageTable& table = m_tables.messages;
    std::vector<std::uint8_t> roles;
    for (const Category& role : batch.roles()) {
        const CategoryCode code = m_roleCoder.code({role.en, role.zh}, table.roles);
        table.mixed = table.mixed || roleNumber(code) == kLastRole || table.roles[indexOf(code)] != role;
        roles.push_back(roleNumber(code));
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
            const Category& intent = batch.intents()[indexOf(local.codes[i])];
            const CategoryCode code = m_intentCoder.code({intent.en, intent.zh}, table.intents);
            table.mixed = table.mixed || table.intents[indexOf(code)] != intent;
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

Phrase Coverage::chosen() const
{
    // As in Markdown, so that it is seen where a query begins and ends.
    if (read == 0 && counted == 0 && !where.empty())
        return {PhraseId::OnlyWhere, markdownCode(where)};
    if (!where.empty())
        return {PhraseId::ConversationsWhere, groupedDigits(counted), groupedDigits(read),
                markdownCode(where)};
    if (counted == read)
        return {PhraseId::AllConversations, groupedDigits(read)};
    return {PhraseId::PartOfConversations, groupedDigits(counted), groupedDigits(read)};
}

std::optional<unsigned> Coverage::percentRead() const
{
    if (isWhole())
        return 100;
    if (isComplete || bytesFound == 0 || bytesRead > bytesFound)
        return std::nullopt;
    // What is not complete is not 100 %.
    const double share = static_cast<double>(bytesRead) / static_cast<double>(bytesFound);
    return std::min(static_cast<unsigned>(100 * share), 99U);
}

Phrase Coverage::reading() const
{
    if (isComplete)
        return {};
    const auto percent = percentRead();
    if (!percent)
        return {isReading ? PhraseId::ReadSoFar : PhraseId::ReadingStopped, groupedDigits(read)};
    return {isReading ? PhraseId::ReadSoFarAt : PhraseId::ReadingStoppedAt, groupedDigits(read), *percent};
}

std::vector<Phrase> Coverage::notes() const
{
    std::vector<Phrase> all = notRead;
    if (broken == 1)
        all.emplace_back(PhraseId::BrokenWithoutFigures);
    else if (broken > 1)
        all.emplace_back(PhraseId::SeveralBrokenWithoutFigures, groupedDigits(broken));
    all.insert(all.end(), remarks.begin(), remarks.end());
    return all;
}

std::vector<Phrase> Coverage::phrases() const
{
    std::vector<Phrase> all;
    if (!where.empty() || counted != read)
        all.push_back(chosen());
    if (!shard.empty())
        all.emplace_back(PhraseId::ShardOfThem, shard);
    if (!isComplete)
        all.push_back(reading());
    const std::vector<Phrase> others = notes();
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

bool isNotRead(const Problem& problem)
{
    switch (problem.code) {
    case ProblemCode::FileUnreadable:
    case ProblemCode::FileVanished:
    case ProblemCode::FolderUnreadable:
    case ProblemCode::PathMissing:
    case ProblemCode::LinkLoop:
    case ProblemCode::ArchiveDamaged:
    case ProblemCode::ArchiveTooLarge:
    case ProblemCode::ColumnsDamaged:
    case ProblemCode::OutOfMemory:
        return problem.severity == Severity::Error;
    default:
        return false;
    }
}

namespace {

/// What could not be read, one phrase for each file.
std::vector<Phrase> notReadOf(const Snapshot& snapshot)
{
    std::vector<Phrase> named;
    std::set<FileId> files;
    std::uint64_t others = 0;
    if (snapshot.problemCounts.errors() == 0)
        return named;
    const auto look = [&](const Problem& problem) {
        const FileId file = problem.where.file;
        if (!isNotRead(problem) || (file != kNoFile && !files.insert(file).second))
            return;
        if (named.size() == kNotReadNamed) {
            ++others;
            return;
        }
        const std::string name = file == kNoFile ? std::string() : snapshot.file(file).shownPath;
        const bool hasPart =
            problem.code == ProblemCode::ArchiveDamaged || problem.code == ProblemCode::ArchiveTooLarge ||
            problem.code == ProblemCode::ColumnsDamaged || problem.code == ProblemCode::FileVanished;
        if (name.empty())
            named.emplace_back(PhraseId::SomethingNotRead, problem.detail);
        else
            named.emplace_back(hasPart ? PhraseId::FileNotReadWhole : PhraseId::FileNotRead, name,
                               problem.detail);
    };
    snapshot.problems.forEachPiece(0, snapshot.problems.size(),
                                   [&](std::size_t, const Problem* first, std::size_t count) {
                                       std::for_each(first, first + count, look);
                                   });
    if (others > 0)
        named.emplace_back(PhraseId::MoreNotRead, groupedDigits(others));
    return named;
}

/// Makes markup of the data plain text.
void escapeMarkdown(Phrase& phrase)
{
    if (phrase.id == PhraseId::Verbatim)
        phrase.text = markdownLine(phrase.text);
    for (Phrase& argument : phrase.arguments)
        escapeMarkdown(argument);
}

} // namespace

Coverage coverageOf(const Snapshot& snapshot, std::uint64_t counted, std::string where)
{
    Coverage coverage;
    coverage.counted = counted;
    coverage.read = snapshot.recordsSeen();
    coverage.where = std::move(where);
    coverage.isComplete = snapshot.complete;
    coverage.bytesRead = snapshot.bytesRead;
    coverage.bytesFound = snapshot.bytesFound;
    coverage.notRead = notReadOf(snapshot);
    return coverage;
}

std::string coverageMarkdown(const Phrase& phrase)
{
    const bool hasQuery = phrase.id == PhraseId::ConversationsWhere || phrase.id == PhraseId::OnlyWhere;
    Phrase escaped = phrase;
    for (Phrase& argument : escaped.arguments) {
        const bool isQuery = hasQuery && &argument == &escaped.arguments.back();
        if (!isQuery)
            escapeMarkdown(argument);
    }
    return asSentence(escaped);
}

} // namespace duologue
