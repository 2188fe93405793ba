// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/partial_tally.h"
#include "core/query/query.h"
#include "core/remote/sql_text.h"
#include "core/remote/table_layout.h"
#include "core/remote/table_server.h"
#include "core/util/expected.h"
#include "core/util/parallel.h"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace duologue {

/// A folder for rows that were fetched, in the folder of TMPDIR. Nobody but the user can read it, and it is
/// removed with all in it when the object ends; those of programs that were killed go when the next one is
/// made. Throws std::filesystem::filesystem_error if it cannot be made.
class PrivateFolder {
public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    /// The file in it that is locked.
    int m_lock = -1;
};

/// Between how many rows a condition holds for; both are equal if the server knows.
struct MatchCounts {
    std::uint64_t lower = 0;
    std::uint64_t upper = 0;

    bool isExact() const { return lower == upper; }
};

/// Which of the rows that match are fetched.
struct RowsWanted {
    std::uint64_t limit = 200'000;
    /// A number in SQL to sort by; rows without one come last. Empty: in the server's order.
    std::string sortBy;
    bool descending = false;
    /// A random choice of rows, the same for the same seed. Needs a table with ids, and no sortBy.
    std::optional<std::uint64_t> seed;
    /// In the order of their ids, from the first or after this one, so that one can go on from page to page.
    /// Rows that have the id of the last one come with it, even beyond the limit. Needs a table whose ids
    /// have an order (RemoteTable::hasOrder()), and neither sortBy nor a seed.
    bool inOrder = false;
    std::optional<std::string> after;
    /// One of several parts, which the server cuts by the ids: each conversation is in one of them, in the
    /// same one whenever it is asked. Needs RemoteTable::hasShards().
    std::optional<Shard> shard = {};
};

/// Rows as a file of JSON Lines.
struct FetchedRows {
    std::filesystem::path file;
    /// Whole rows in the file.
    std::uint64_t rows = 0;
    /// Why there are not all rows that were asked for; those before it are in the file.
    Phrase mistake;
    /// Of rows in order: the id of the last one, if there may be more after it. Bytes, for RowsWanted::after.
    std::optional<std::string> last;
};

/// A table in a server, opened for reading. What it fetches is in a private folder until it is
/// destroyed. Any thread; one query after another.
class RemoteTable : public std::enable_shared_from_this<RemoteTable> {
public:
    /// Asks the server for the columns and for some rows. A phrase says why it cannot be read.
    static Expected<std::shared_ptr<RemoteTable>, Phrase> open(const TableAddress& address,
                                                               const Credentials& credentials,
                                                               const ServerLimits& limits, const Job& job,
                                                               const LayoutChoice& choice = {});

    const TableAddress& address() const { return m_server->address(); }
    /// As the server describes them.
    const std::vector<ServerColumn>& columns() const { return m_columns; }
    const TableFacts& facts() const { return m_facts; }
    /// The same, where the server is asked for values only as long as the job goes on. They keep the table.
    TableFacts factsFor(const Job& job) const;

    /// Rows can be fetched in the order of their ids.
    bool hasOrder() const;
    /// Rows have ids by which they can be cut into shards.
    bool hasShards() const { return shardColumn() != nullptr; }

    Expected<MatchCounts, Phrase> count(const Bounds& bounds, const Job& job) const;
    /// Fetches rows for which a condition in SQL holds. `someAreThere`, if it is given, is called in between
    /// on the same thread, at most twice a second, when more rows are in the file than before.
    FetchedRows fetch(const std::string& condition, const RowsWanted& choice, const Job& job,
                      const std::function<void(const FetchedRows&)>& someAreThere = {}) const;

    /// Asks something else, and passes each row of the answer on. Empty if all rows came.
    Phrase ask(const std::string& sql, const Job& job, const TakeRow& take) const;

private:
    RemoteTable(const TableAddress& address, const Credentials& credentials, const ServerLimits& limits);

    Phrase readColumns(const Job& job, const LayoutChoice& choice);
    Phrase findPairs(const Job& job);
    Phrase readSample(const Job& job);
    bool areListsEqual(const Job& job) const;
    const TableColumn* shardColumn() const;
    std::string inShard(const Shard& shard) const;
    const ColumnValues* valuesOf(const TableColumn& column, const Job& job) const;
    std::unique_ptr<ColumnValues> askValues(const TableColumn& column, const Job& job) const;
    std::filesystem::path nextFile() const;
    Phrase askPage(const std::string& condition, const RowsWanted& choice, const Job& job, std::string& page,
                   std::optional<std::string>& last) const;

    std::unique_ptr<TableServer> m_server;
    PrivateFolder m_folder;
    std::vector<ServerColumn> m_columns;
    TableFacts m_facts;
    mutable std::mutex m_mutex;
    mutable std::uint64_t m_files = 0;
    /// By the name of the column. Null: too many.
    mutable std::map<std::string, std::unique_ptr<ColumnValues>> m_values;
    /// Columns whose values a thread is asking for; others wait for its answer.
    mutable std::set<std::string> m_asked;
    mutable std::condition_variable_any m_answered;
};

/// Reads a file of fetched rows, as if it had been opened.
SnapshotPtr loadRows(const std::filesystem::path& file, const Job& job);

} // namespace duologue
