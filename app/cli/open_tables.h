// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/command.h"
#include "core/remote/remote_table.h"
#include "core/util/parallel.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace duologue::cli {

/// The tables in engines among the paths of a command. Their rows are fetched when the paths are loaded, as
/// files that are read like all others. One thread.
class OpenTables {
public:
    /// Opens the tables among the paths. kDone, or the exit code after saying what is wrong. Without an
    /// address among them, options.tables stays null.
    static int open(CommonOptions& options, const TableRequest& request, std::size_t textsAfterPaths,
                    Console& console);

    /// Fetches the rows, and puts the files into the place of the addresses. Says if they are not all that
    /// match.
    void fetchInto(std::vector<std::filesystem::path>& paths, const Job& job, Console& console);

    /// The only path, if it is a table.
    std::shared_ptr<const RemoteTable> only() const { return m_isAlone ? m_tables.front().table : nullptr; }
    const TableRequest& request() const { return m_request; }

    /// How many rows were searched, if the server knows.
    std::optional<std::uint64_t> searched() const;

    /// How many rows match, if the server can tell for each of them.
    std::optional<std::uint64_t> matching() const;

    /// The query for rows that are here: columns of the only table that are NULL in all of them are no
    /// unknown fields.
    Query withoutAbsentColumns(const Snapshot& rows, Query query) const;

    /// No row of the only path matches: what was fetched only shows which fields rows have.
    bool isNothing() const { return m_isNothing; }
    /// The user has asked for some of the rows, by chance or by their ids: what is counted is about these.
    bool choosesRows() const { return m_randomRows || m_isInOrder; }
    /// Rows were asked for and did not come.
    bool isBroken() const { return m_isBroken; }
    /// Which rows were fetched, if these are not all that match.
    const std::vector<Phrase>& remarks() const { return m_remarks; }
    /// More rows match than were fetched, though the user has not asked for a part of them.
    bool isCut() const { return m_isCut; }

private:
    struct OpenTable {
        std::filesystem::path path;
        std::shared_ptr<RemoteTable> table;
        Bounds bounds;
        /// Without the text that is searched for.
        Bounds searched;
        std::filesystem::path file;
    };

    void fetch(OpenTable& open, const Job& job, Console& console);
    bool areChosenByEngine(const OpenTable& open, const RowsWanted& wanted) const;
    void fetchNothing(OpenTable& open, const RowsWanted& wanted, const Job& job, Console& console);
    void sayIfCut(const OpenTable& open, const RowsWanted& wanted, const FetchedRows& fetched, const Job& job,
                  Console& console);

    std::vector<OpenTable> m_tables;
    TableRequest m_request;
    std::uint64_t m_rows = 0;
    std::optional<std::uint64_t> m_randomRows;
    bool m_isInOrder = false;
    std::string m_after;
    std::vector<Phrase> m_remarks;
    bool m_isAlone = false;
    bool m_isNothing = false;
    bool m_isBroken = false;
    bool m_isCut = false;
};

/// Says by which rows the fields of a table are known, after saying that it has no such field.
void sayWhichFields(const RemoteTable& table, Console& console);

} // namespace duologue::cli
