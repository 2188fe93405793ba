// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/remote_table.h"

#include "core/data/field_reader.h"
#include "core/load/loader.h"
#include "core/remote/row_stream.h"
#include "core/remote/sql_text.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace duologue {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "duologue-rows-";
/// A file in each folder, which the program that uses it keeps locked. Numbers of processes would say
/// nothing: a program in another container, with the same folder of TMPDIR, has numbers of its own.
constexpr const char* kInUse = "in-use";
/// A folder without that file may be one that is just being made.
constexpr std::chrono::hours kLongestUnlocked{24};

bool isMine(const fs::path& path)
{
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::getuid();
}

bool isAbandoned(const fs::path& folder)
{
    const int file = ::open((folder / kInUse).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) {
        const bool isMissing = errno == ENOENT;
        std::error_code error;
        const auto time = fs::last_write_time(folder, error);
        return isMissing && !error && fs::file_time_type::clock::now() - time > kLongestUnlocked;
    }
    const bool isFree = ::flock(file, LOCK_EX | LOCK_NB) == 0;
    ::close(file);
    return isFree;
}

/// Removes the folders of programs that were killed.
void removeAbandoned(const fs::path& parent)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(parent, ignored)) {
        if (entry.path().filename().native().starts_with(kPrefix) && isMine(entry.path()) &&
            isAbandoned(entry.path()))
            fs::remove_all(entry.path(), ignored);
    }
}

/// Makes the file that shows that the folder is in use; locked before it has its name, so that nobody finds
/// it unlocked. Returns -1 where files cannot be locked.
int lockedFileIn(const fs::path& folder)
{
    const fs::path unlocked = folder / "new";
    const int file = ::open(unlocked.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return -1;
    if (::flock(file, LOCK_EX | LOCK_NB) == 0 && ::rename(unlocked.c_str(), (folder / kInUse).c_str()) == 0)
        return file;
    ::unlink(unlocked.c_str());
    ::close(file);
    return -1;
}

} // namespace

PrivateFolder::PrivateFolder()
{
    const auto parent = fs::temp_directory_path();
    removeAbandoned(parent);
    std::string name = (parent / (std::string(kPrefix) + std::to_string(::getpid()) + "-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        throw fs::filesystem_error("no folder can be created", parent,
                                   std::error_code(errno, std::generic_category()));
    m_path = name;
    m_lock = lockedFileIn(m_path);
}

PrivateFolder::~PrivateFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
    if (m_lock >= 0)
        ::close(m_lock);
}

namespace {

constexpr std::uint64_t kSampleRows = 200;
/// A column with more values is not listed.
constexpr std::size_t kMostValues = 10'000;
constexpr std::size_t kMostBytesOfValues = std::size_t{2} << 20U;
constexpr std::size_t kWriteAtOnce = std::size_t{1} << 20U;

/// A text as it is, anything else as the server writes it.
std::string textOfCell(const JsonView& value, std::string_view raw)
{
    return value.isString() ? std::string(value.string()) : std::string(raw);
}

/// What a number of the answer is, even if it is written as a text.
std::uint64_t countOf(const JsonView& value)
{
    const auto number = value.isString() ? numberIn(value.string()) : value.number();
    return number && *number > 0 ? static_cast<std::uint64_t>(*number) : 0;
}

bool isWholeNumber(std::string_view text)
{
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    constexpr std::size_t kMostDigits = 20;
    return !digits.empty() && digits.size() <= kMostDigits &&
           digits.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Two digits for each byte.
std::string bytesOfHex(std::string_view digits)
{
    std::string bytes;
    for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
        unsigned byte = 0;
        std::from_chars(digits.data() + at, digits.data() + at + 2, byte, 16);
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

/// A name of the server as that of a file or folder.
std::string pathName(std::string_view text)
{
    std::string name = toValidUtf8(text);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || static_cast<unsigned char>(c) < 0x20; },
        '_');
    constexpr std::size_t kLongestName = 200;
    return name.substr(0, wholeCharacters(name, kLongestName));
}

/// A folder and a file for these rows. The folder becomes the group of the conversations: it is the database.
std::filesystem::path rowsPath(const TableAddress& address)
{
    const std::string folder = pathName(address.database);
    const bool isName = !folder.empty() && folder != "." && folder != "..";
    return std::filesystem::path(isName ? folder : "default") / (pathName(address.shownName()) + ".jsonl");
}

/// Writes rows into a file, a piece at a time.
class RowFile {
public:
    RowFile(const std::filesystem::path& path, const TableLayout& layout)
        : m_file(path, std::ios::binary), m_writer(layout)
    {
    }

    /// False if the disk is full.
    bool add(const JsonView& row, std::string_view text)
    {
        m_writer.write(row, text, m_buffer);
        return m_buffer.size() < kWriteAtOnce || flush();
    }

    bool flush()
    {
        m_file.write(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
        m_file.flush();
        m_buffer.clear();
        return m_file.good();
    }

private:
    std::ofstream m_file;
    RowWriter m_writer;
    std::string m_buffer;
};

/// What the sample's rows are in the answer, to compare with how they are read.
struct SampleRows {
    /// For each column of conversations, the values of all rows.
    std::vector<std::vector<std::string>> values;
    std::vector<std::size_t> messages;

    void add(const JsonView& row, std::string_view text, const TableLayout& layout)
    {
        const RawMembers raw(text);
        values.resize(layout.columns.size());
        for (std::size_t i = 0; i < layout.columns.size(); ++i) {
            const std::string& name = layout.columns[i].name;
            const JsonView value = row[name];
            // No conversation has it for its id.
            values[i].push_back(value.hasValue() ? textOfCell(value, raw[name]) : std::string());
        }
        if (layout.kind != TableKind::Rows)
            messages.push_back(row[layout.messageColumns[layout.role].name].size());
    }

    bool areMessagesOf(const Snapshot& snapshot) const
    {
        if (messages.empty() || messages.size() != snapshot.recordCount())
            return false;
        for (std::size_t i = 0; i < messages.size(); ++i) {
            const auto [begin, end] = snapshot.messageRange(Row{static_cast<std::uint32_t>(i)});
            if (end - begin != messages[i])
                return false;
        }
        return true;
    }

    /// The column that is the id in all rows.
    std::optional<std::size_t> idIn(const Snapshot& snapshot) const
    {
        const auto id = findField(snapshot, "id");
        if (!id || snapshot.records.column("id") == nullptr)
            return std::nullopt;
        for (std::size_t column = 0; column < values.size(); ++column) {
            bool isId = values[column].size() == snapshot.recordCount() &&
                        std::any_of(values[column].begin(), values[column].end(),
                                    [](const std::string& value) { return !value.empty(); });
            for (std::size_t i = 0; isId && i < values[column].size(); ++i)
                isId = id->text(Row{static_cast<std::uint32_t>(i)}) == values[column][i];
            if (isId)
                return column;
        }
        return std::nullopt;
    }
};

/// Readers take these columns for a message of their own.
bool hasSystemColumn(const TableLayout& layout)
{
    return std::any_of(layout.columns.begin(), layout.columns.end(), [](const TableColumn& column) {
        return column.key == "system" || column.key == "system_prompt";
    });
}

} // namespace

SnapshotPtr loadRows(const std::filesystem::path& file, const Job& job)
{
    LoadOptions options;
    options.keepsStamps = false;
    return loadDataset({file}, options, job);
}

RemoteTable::RemoteTable(const TableAddress& address, const Credentials& credentials,
                         const ServerLimits& limits)
    : m_server(serverOf(address, credentials, limits))
{
}

Expected<std::shared_ptr<RemoteTable>, Phrase> RemoteTable::open(const TableAddress& address,
                                                                 const Credentials& credentials,
                                                                 const ServerLimits& limits, const Job& job,
                                                                 const LayoutChoice& choice)
{
    const std::shared_ptr<RemoteTable> table(new RemoteTable(address, credentials, limits));
    Phrase mistake = table->m_server->connect(job);
    if (mistake.empty())
        mistake = table->readColumns(job, choice);
    if (mistake.empty() && table->m_facts.layout.kind == TableKind::Rows && !choice.kind)
        mistake = table->findPairs(job);
    if (mistake.empty())
        mistake = table->readSample(job);
    if (!mistake.empty())
        return mistake;
    table->m_facts.findValues = [weak = table->weak_from_this()](const TableColumn& column) {
        const auto self = weak.lock();
        return self ? self->valuesOf(column, Job()) : nullptr;
    };
    return table;
}

Phrase RemoteTable::ask(const std::string& sql, const Job& job, const TakeRow& take) const
{
    return m_server->rows(sql, job, take);
}

Phrase RemoteTable::readColumns(const Job& job, const LayoutChoice& choice)
{
    Phrase mistake = m_server->columns(job, m_columns);
    if (!mistake.empty())
        return mistake;
    auto layout = layoutOfTable(address(), m_columns, choice);
    if (const Phrase* none = layout.error())
        return *none;
    m_facts.layout = std::move(layout).value();
    return {};
}

std::filesystem::path RemoteTable::nextFile() const
{
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(m_mutex);
        number = m_files++;
    }
    auto path = m_folder.path() / std::to_string(number) / rowsPath(address());
    std::filesystem::create_directories(path.parent_path());
    return path;
}

/// Lists of tuples whose members have no names are messages if some of them say so.
Phrase RemoteTable::findPairs(const Job& job)
{
    for (const PairColumns& columns : pairColumns(m_columns)) {
        TableLayout& layout = m_facts.layout;
        const std::string first = layout.quoted(columns.names.front());
        std::string names;
        for (const std::string& name : columns.names)
            names += (names.empty() ? "" : ", ") + layout.quoted(name);
        PairSearch search;
        const Phrase mistake = ask("SELECT " + names + " FROM " + layout.table + " WHERE notEmpty(" + first +
                                       ") LIMIT " + std::to_string(kSampleRows),
                                   job, [&](const JsonView& row) {
                                       for (std::size_t i = 0; i < columns.names.size(); ++i) {
                                           for (const JsonView value : row[columns.names[i]].elements()) {
                                               if (columns.areTuples)
                                                   search.addTuple(value);
                                               else
                                                   search.add(i, value);
                                           }
                                       }
                                       return true;
                                   });
        if (!mistake.empty())
            return mistake;
        const auto found = search.found();
        if (!found)
            continue;
        if (columns.areTuples) {
            layout.pairs = MessagePairs{columns.names.front(), found->role, found->text};
            return {};
        }
        LayoutChoice choice;
        choice.kind = TableKind::Lists;
        choice.role = columns.names[found->role];
        choice.text = columns.names[found->text];
        if (auto made = layoutOfTable(address(), m_columns, choice); made.ok()) {
            layout = std::move(made).value();
            return {};
        }
    }
    return {};
}

/// Whether the lists of all rows, not only of the sample, have an entry for each message. The server sees to
/// it for those of one Nested.
bool RemoteTable::areListsEqual(const Job& job) const
{
    const TableLayout& layout = m_facts.layout;
    if (layout.kind != TableKind::Lists || layout.dialect == SqlDialect::PostgreSql)
        return true;
    const TableColumn& roles = layout.messageColumns[layout.role];
    const std::size_t dot = roles.name.rfind('.');
    std::vector<std::string> differ;
    for (const TableColumn& column : layout.messageColumns) {
        if (dot == std::string::npos || column.name.rfind('.') != dot ||
            !column.name.starts_with(roles.name.substr(0, dot)))
            differ.push_back("length(" + layout.quoted(column.name) + ") != length(" +
                             layout.quoted(roles.name) + ")");
    }
    bool areEqual = true;
    const Phrase mistake =
        differ.empty()
            ? Phrase()
            : ask("SELECT 1 AS `duologue n` FROM " + layout.table + " WHERE " + sqlOr(differ) + " LIMIT 1",
                  job, [&areEqual](const JsonView&) {
                      areEqual = false;
                      return true;
                  });
    return mistake.empty() && areEqual;
}

Phrase RemoteTable::readSample(const Job& job)
{
    const TableLayout& layout = m_facts.layout;
    const auto path = nextFile();
    RowFile file(path, layout);
    SampleRows rows;
    const std::string sql =
        "SELECT " + layout.select() + " FROM " + layout.from + " LIMIT " + std::to_string(kSampleRows);
    Phrase mistake =
        m_server->rowTexts(layout.reading(sql), job, [&](const JsonView& row, std::string_view text) {
            rows.add(row, text, layout);
            return file.add(row, text);
        });
    if (!mistake.empty())
        return mistake;
    if (!file.flush())
        return PhraseId::RowsNotWritten;
    m_facts.sample = loadRows(path, job);
    m_facts.areMessagesSure =
        rows.areMessagesOf(*m_facts.sample) && !hasSystemColumn(layout) && areListsEqual(job);
    m_facts.id = rows.idIn(*m_facts.sample);
    return {};
}

TableFacts RemoteTable::factsFor(const Job& job) const
{
    TableFacts facts = m_facts;
    facts.findValues = [self = shared_from_this(), job](const TableColumn& column) {
        return self->valuesOf(column, job);
    };
    return facts;
}

const ColumnValues* RemoteTable::valuesOf(const TableColumn& column, const Job& job) const
{
    const std::string& name = column.name;
    std::unique_lock lock(m_mutex);
    m_answered.wait(lock, job.stopToken(), [&] { return !m_asked.contains(name); });
    if (const auto known = m_values.find(name); known != m_values.end())
        return known->second.get();
    if (job.stopRequested())
        return nullptr;
    m_asked.insert(name);
    lock.unlock();
    std::unique_ptr<ColumnValues> answer;
    std::exception_ptr thrown;
    try {
        answer = askValues(column, job);
    } catch (...) {
        thrown = std::current_exception();
    }
    lock.lock();
    m_asked.erase(name);
    m_answered.notify_all();
    if (thrown)
        std::rethrow_exception(thrown);
    // What was cancelled is asked again by whoever waits for it.
    if (!answer && job.stopRequested())
        return nullptr;
    return m_values.emplace(name, std::move(answer)).first->second.get();
}

std::unique_ptr<ColumnValues> RemoteTable::askValues(const TableColumn& column, const Job& job) const
{
    const TableLayout& layout = m_facts.layout;
    std::string select = (column.isList ? layout.listOf("v") : "v") + " AS " + layout.quoted(column.name);
    if (layout.kind != TableKind::Rows) {
        for (const std::size_t index : {layout.role, layout.text}) {
            const TableColumn& other = layout.messageColumns[index];
            if (other.name != column.name)
                select += ", " + layout.listOf(index == layout.role ? "'user'" : "'x'") + " AS " +
                          layout.quoted(other.name);
        }
    }
    auto found = std::make_unique<ColumnValues>();
    const auto path = nextFile();
    TableLayout written = layout;
    const auto isThis = [&column](const TableColumn& other) { return other.name == column.name; };
    // Members of JSON are no columns of the table.
    if (std::none_of(layout.columns.begin(), layout.columns.end(), isThis) &&
        std::none_of(layout.messageColumns.begin(), layout.messageColumns.end(), isThis))
        written.columns.push_back(column);
    RowFile file(path, written);
    std::size_t bytes = 0;
    bool isGood = true;
    const std::string sql = "SELECT " + select + " FROM (SELECT DISTINCT " + column.values + " AS v FROM " +
                            layout.table + " LIMIT " + std::to_string(kMostValues + 1) + ") AS single";
    const Phrase mistake = m_server->rowTexts(sql, job, [&](const JsonView& row, std::string_view text) {
        const JsonView cell = row[column.name];
        const JsonView value = column.isList ? *cell.elements().begin() : cell;
        if (value.hasValue())
            found->values.emplace_back(value.isString() ? std::string(value.string()) : value.toJson());
        else
            found->values.emplace_back();
        bytes += value.hasValue() ? found->values.back()->size() : 0;
        // The server wrote U+FFFD for bytes that are no text, and would not find it.
        isGood = file.add(row, text) && bytes < kMostBytesOfValues && found->values.size() <= kMostValues &&
                 (!value.hasValue() || found->values.back()->find("\xEF\xBF\xBD") == std::string::npos);
        return isGood;
    });
    if (!mistake.empty() || !isGood || job.stopRequested() || !file.flush())
        return nullptr;
    found->snapshot = loadRows(path, job);
    return !job.stopRequested() && found->snapshot->recordCount() == found->values.size() ? std::move(found)
                                                                                          : nullptr;
}

Expected<MatchCounts, Phrase> RemoteTable::count(const Bounds& bounds, const Job& job) const
{
    // One query each: old servers lose track of a condition that stands after SELECT and after WHERE.
    const auto countOne = [&](const std::string& condition, std::uint64_t& count) {
        if (condition == "0")
            return Phrase();
        const std::string where = condition == "1" ? "" : " WHERE " + condition;
        return ask("SELECT count(*) AS " + m_facts.layout.quoted("duologue n") + " FROM " +
                       m_facts.layout.from + where,
                   job, [&count](const JsonView& row) {
                       count = countOf(row["duologue n"]);
                       return true;
                   });
    };
    MatchCounts counts;
    Phrase mistake = countOne(bounds.upper, counts.upper);
    if (bounds.isExact() || counts.upper == 0)
        counts.lower = counts.upper;
    else if (mistake.empty())
        mistake = countOne(bounds.lower, counts.lower);
    if (!mistake.empty())
        return mistake;
    return counts;
}

const TableColumn* RemoteTable::shardColumn() const
{
    const TableLayout& layout = m_facts.layout;
    // Messages are grouped by their only column.
    if (layout.kind == TableKind::Messages)
        return &layout.columns.front();
    return m_facts.id ? &layout.columns[*m_facts.id] : nullptr;
}

std::string RemoteTable::inShard(const Shard& shard) const
{
    const std::string& id = shardColumn()->sql;
    const std::string hash = m_facts.layout.dialect == SqlDialect::PostgreSql
                                 ? "abs(hashtext(coalesce((" + id + ")::text, ''))::bigint)"
                                 : "cityHash64(ifNull(toString(" + id + "), ''))";
    return "(" + hash + " % " + std::to_string(shard.count) + " = " + std::to_string(shard.index - 1) + ")";
}

bool RemoteTable::hasOrder() const
{
    if (!m_facts.id)
        return false;
    const TableColumn& id = m_facts.layout.columns[*m_facts.id];
    return !id.isNullable && !id.isList && (id.type == RemoteType::Text || id.type == RemoteType::Number);
}

/// Finds which ids the wanted rows have: a condition about them, and the last of them. Only ids are sorted
/// for it. Without rows after the page there is no last one.
Phrase RemoteTable::askPage(const std::string& condition, const RowsWanted& choice, const Job& job,
                            std::string& page, std::optional<std::string>& last) const
{
    if (!hasOrder())
        return PhraseId::NoRowsInOrder;
    if (!choice.sortBy.empty() || choice.seed)
        return PhraseId::NotSortedBoth;
    const TableLayout& layout = m_facts.layout;
    const TableColumn& id = layout.columns[*m_facts.id];
    const bool isText = id.type == RemoteType::Text;
    const auto literal = [&](const std::string& value) {
        return isText ? sqlText(value, layout.dialect) : value;
    };
    std::vector<std::string> conditions;
    if (choice.after) {
        if (!isText && !isWholeNumber(*choice.after))
            return {PhraseId::NotAnId, *choice.after};
        conditions.push_back(id.sql + " > " + literal(*choice.after));
    }
    // As hexadecimal digits, because an answer has no bytes that are no text.
    const bool isHex = isText && layout.dialect == SqlDialect::ClickHouse;
    const std::string name = layout.quoted("duologue k");
    const std::string greatest = "max(" + name + ")";
    const std::string shown = isHex                                      ? "hex(" + greatest + ")"
                              : layout.dialect == SqlDialect::PostgreSql ? greatest + "::text"
                                                                         : "toString(" + greatest + ")";
    std::string inner = "SELECT " + id.sql + " AS " + name + " FROM " + layout.from;
    std::vector<std::string> where = conditions;
    where.push_back(condition);
    if (const std::string all = sqlAnd(where); all != "1")
        inner += " WHERE " + (all == "0" ? "1 = 0" : all);
    inner += " ORDER BY " + name + " LIMIT " + std::to_string(choice.limit);
    std::uint64_t found = 0;
    std::string greatestId;
    const Phrase mistake = ask("SELECT " + shown + " AS " + layout.quoted("duologue l") + ", count(*) AS " +
                                   layout.quoted("duologue n") + " FROM (" + inner + ") AS page",
                               job, [&](const JsonView& row) {
                                   found = countOf(row["duologue n"]);
                                   greatestId = row["duologue l"].string();
                                   return true;
                               });
    if (!mistake.empty())
        return mistake;
    if (found >= choice.limit && found > 0) {
        last = isHex ? bytesOfHex(greatestId) : greatestId;
        if (!isText && !isWholeNumber(*last))
            return PhraseId::NoRowsInOrder;
        conditions.push_back(id.sql + " <= " + literal(*last));
    }
    page = sqlAnd(conditions);
    return {};
}

FetchedRows RemoteTable::fetch(const std::string& where, const RowsWanted& choice, const Job& job,
                               const std::function<void(const FetchedRows&)>& someAreThere) const
{
    const TableLayout& layout = m_facts.layout;
    FetchedRows fetched;
    if ((choice.seed && !m_facts.id) || (choice.shard && !hasShards())) {
        fetched.mistake = PhraseId::NoRandomRows;
        return fetched;
    }
    const std::string shard = choice.shard ? inShard(*choice.shard) : "1";
    const std::string condition = sqlAnd({shard, where});
    std::string page = "1";
    if (choice.inOrder) {
        fetched.mistake = askPage(condition, choice, job, page, fetched.last);
        if (!fetched.mistake.empty() || job.stopRequested())
            return fetched;
    }
    fetched.file = nextFile();
    RowFile file(fetched.file, layout);
    const bool isPostgres = layout.dialect == SqlDialect::PostgreSql;
    // The messages of other shards need not be grouped.
    std::string sql = "SELECT " + layout.select() + " FROM " + layout.fromWhere(shard);
    if (const std::string all = sqlAnd({page, condition}); all != "1")
        sql += " WHERE " + (all == "0" ? "1 = 0" : all);
    if (choice.inOrder)
        sql += " ORDER BY " + layout.columns[*m_facts.id].sql;
    else if (!choice.sortBy.empty())
        sql += " ORDER BY (" + choice.sortBy + ") IS NULL, " + choice.sortBy +
               (choice.descending ? " DESC" : " ASC");
    else if (choice.seed)
        sql += (isPostgres ? " ORDER BY md5(concat(" : " ORDER BY sipHash64(concat(toString(") +
               layout.columns[*m_facts.id].sql + (isPostgres ? ", '" : "), '") + ' ' +
               std::to_string(*choice.seed) + "'))";
    if (!fetched.last)
        sql += " LIMIT " + std::to_string(choice.limit);
    bool isWritten = true;
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::milliseconds kBetween{500};
    // The first row at once: those after it may take long.
    Clock::time_point told;
    fetched.mistake =
        m_server->rowTexts(layout.reading(sql), job, [&](const JsonView& row, std::string_view text) {
            isWritten = file.add(row, text);
            fetched.rows += isWritten ? 1 : 0;
            if (Progress* const progress = job.progress())
                progress->recordsDone = fetched.rows;
            if (isWritten && someAreThere && Clock::now() - told > kBetween) {
                isWritten = file.flush();
                someAreThere(fetched);
                told = Clock::now();
            }
            return isWritten;
        });
    if (!file.flush() || !isWritten)
        fetched.mistake = PhraseId::RowsNotWritten;
    return fetched;
}

} // namespace duologue
