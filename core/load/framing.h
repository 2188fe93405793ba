// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/session.h"
#include "core/load/record_reading.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// Returns bytes of a file: [begin, end), or only the first of them if those are many. They are valid until
/// the next call.
using ReadBytes = std::function<std::string_view(std::uint64_t begin, std::uint64_t end)>;

/// The lists of records in a file of one object, such as {"train": […], "test": […]}.
struct RecordLists {
    /// The members that are lists of records, or the object itself if its members are records. Empty if the
    /// object is one record.
    std::vector<RecordList> lists;
    /// Names of the members that are no lists of records, separated by commas.
    std::string otherMembers;
    /// As RecordOrigin::besideLists.
    std::vector<std::pair<std::string, std::string>> besideLists = {};

    /// Notes a member that is no list of records.
    void addOther(std::string_view name, const JsonView& value);

    /// A note that names the other members; none if there are none.
    std::optional<Problem> note(FileId file) const;
};

/// The bytes of a file from an offset on, as many as are read at once; none at the end. Valid until the next
/// call.
using NextPiece = std::function<std::string_view(std::uint64_t offset)>;

/// Finds the lists of records in a file of one object, which begins at `begin`. None if anything follows the
/// object.
RecordLists recordListsOf(WorkerContext& worker, std::uint64_t begin, const NextPiece& next,
                          const ReadBytes& read);

/// The lists of spans of a file of OTLP JSON that has several traces, without names: the spans of a trace are
/// one record. Empty for all other files. `text` begins at `offset` in the file.
std::vector<RecordList> traceListsOf(std::string_view text, std::uint64_t offset);

/// How rows of one message each belong together, judged by the first rows of a file.
RowTie tieOfRows(WorkerContext& worker, const std::vector<RecordBytes>& rows);

/// The key that ties rows of plain messages, which seem to be one conversation, into several ones, judged by
/// the first rows of a file; empty if there is none.
std::string conversationKeyOf(const std::vector<RecordBytes>& rows);

/// The value of a row under the key of RowTie::Key, as JSON; empty if it has none, so that it goes on with
/// the conversation before it.
std::string idOfGroup(const JsonView& row, std::string_view key);

/// Notices conversations that are torn apart: whose rows come again after those of others. Keeps hashes of
/// the ids of the first conversations, or rows, and knows nothing of later ones. One thread.
class TornConversations {
public:
    /// A run of rows of the conversation with this id begins.
    void addRun(const JsonView& id, std::uint64_t offset);
    /// A row of the conversation with this number follows one with this id, if it is not empty.
    void addRow(std::string_view id, std::string_view parent, std::uint32_t conversation,
                std::uint64_t offset);

    /// The warning about all of them, at the first; none if there are none.
    std::optional<Problem> warning(FileId file) const;

private:
    static constexpr std::size_t kMostIds = 1'000'000;

    struct Known {
        std::uint32_t conversation = 0;
        bool isTorn = false;
    };

    /// By the hash of an id.
    std::unordered_map<std::uint64_t, Known> m_known;
    /// The id of the first that is torn, how many conversations it has become, and where that shows.
    std::string m_first;
    std::uint64_t m_firstHash = 0;
    std::uint64_t m_runs = 1;
    std::uint64_t m_offset = 0;
    /// How many are torn.
    std::uint64_t m_torn = 0;
    /// How many rows follow a row of an earlier conversation.
    std::uint64_t m_rows = 0;
};

/// Groups the rows of a file into conversations, one row after another. Rows of one conversation that do not
/// follow each other make several conversations. One thread.
class RowGroups {
public:
    /// `key` is that of RowTie::Key.
    explicit RowGroups(RowTie tie, std::string key = {}) : m_tie(tie), m_key(std::move(key)) {}

    /// Whether the next row begins a conversation. A broken row does so only if it is the first. In a file of
    /// events, a row does so that names another session than those before and follows none of them.
    bool begins(JsonParser& parser, const RecordBytes& row);

    /// The same for the lines of a file, among which a session's helpers have conversations of their own: the
    /// index of the conversation that the next row belongs to, which is a new one if it is the count of those
    /// before.
    std::size_t groupOf(JsonParser& parser, const RecordBytes& row);
    /// Whether rows of earlier conversations may follow.
    bool areMixed() const { return m_tie == RowTie::File; }

    /// About conversations whose rows do not follow each other; none if there are none. After the last row.
    std::optional<Problem> warning(FileId file) const { return m_torn.warning(file); }

private:
    bool beginsSession(JsonParser& parser, const RecordBytes& row);
    bool beginsTree(const JsonView& row, std::uint64_t offset, bool isFirst);

    RowTie m_tie;
    std::string m_key;
    bool m_isFirst = true;
    /// Id of the last row's conversation, as JSON.
    std::string m_conversation;
    /// That of the session, as text; empty until a row names it.
    std::string m_session;
    std::size_t m_groups = 0;
    /// The conversation of the last row that is not a helper's.
    std::optional<std::size_t> m_current;
    /// By the id of a helper's row, its conversation.
    std::unordered_map<std::string, std::size_t> m_sideRows;
    std::vector<std::size_t> m_sideGroups;
    /// Conversations of helpers before this one are over.
    std::size_t m_firstOpen = 0;
    TornConversations m_torn;
    std::uint32_t m_trees = 0;
};

/// Groups rows in `text`, which begins at `offset` in the file, into conversations. Those of a session's
/// helpers have bytes of the session among their own, if the rows are lines. Adds the warning of RowGroups to
/// `problems`, if that is not null.
std::vector<RecordBytes> groupRows(WorkerContext& worker, RowTie tie, const std::vector<RecordBytes>& rows,
                                   std::string_view text, std::uint64_t offset, bool isOfLines = false,
                                   const std::string& key = {}, FileId file = kNoFile,
                                   std::vector<Problem>* problems = nullptr);

} // namespace duologue
