// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"
#include "core/remote/table_layout.h"
#include "core/util/buffers.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// The members of a JSON object as they are written: numbers keep all their digits. `text` must outlive it.
class RawMembers {
public:
    explicit RawMembers(std::string_view text);

    /// The last member of that name; empty if there is none.
    std::string_view operator[](std::string_view name) const;

private:
    std::vector<std::pair<std::string, std::string_view>> m_members;
};

/// The elements of a JSON array as they are written.
std::vector<std::string_view> rawElements(std::string_view text);

/// Without the white space between tokens.
std::string onOneLine(std::string_view json);

/// ClickHouse writes large numbers with a fraction as whole ones ("100000000000000000000"), which parsers
/// refuse. A point makes them what they are.
std::string withPoints(std::string_view json);

/// Parses what servers and people write, although strict parsing refuses large whole numbers, NaN and
/// unpaired surrogates. What its views say of such values is only close to the text. One thread.
class LenientParser {
public:
    /// Nothing if the text is no JSON. Valid until the next call.
    std::optional<JsonView> parse(std::string_view text);

private:
    JsonParser m_parser;
    PaddedBytes m_bytes;
};

/// Gets one row, a JSON object that is valid during the call; returns false if no more are wanted.
using TakeRow = std::function<bool(const JsonView&)>;
/// The same, with the text of the row, which has all digits of its numbers. It is valid UTF-8.
using TakeRowText = std::function<bool(const JsonView&, std::string_view)>;

/// Cuts an answer in the format JSONEachRow into rows. A server that fails in the middle writes its error
/// after the rows, without further notice: what is no row ends the rows. One thread.
class RowStream {
public:
    /// `mayBeErrors`: servers of some years write an error as a row with the only member "exception". False
    /// if the table has such a column.
    explicit RowStream(TakeRowText take, bool mayBeErrors = true)
        : m_take(std::move(take)), m_mayBeErrors(mayBeErrors)
    {
    }
    explicit RowStream(const TakeRow& take)
        : RowStream([take](const JsonView& row, std::string_view) { return take(row); })
    {
    }

    /// Gets the next bytes; false if no more are wanted.
    bool add(std::string_view bytes);
    /// The answer has ended, with this mistake or none. Why it is not whole; empty if it is.
    Phrase finish(const Phrase& ofTransfer);

    std::uint64_t rows() const { return m_rows; }

private:
    bool takeLine(std::string_view line);

    TakeRowText m_take;
    bool m_mayBeErrors = true;
    LenientParser m_parser;
    /// The beginning of a row whose end has not come, or the error after the rows.
    std::string m_rest;
    std::uint64_t m_rows = 0;
    bool m_isOver = false;
    bool m_isEnough = false;
};

/// Finds which members of tuples without names are the role and the text of a message, by what some of them
/// say. One thread.
class PairSearch {
public:
    /// One member of one tuple, by its index.
    void add(std::size_t member, const JsonView& value);
    /// All members of one tuple.
    void addTuple(const JsonView& tuple);

    /// The first member that was the name of a role in all tuples, and the first other one that was always a
    /// text.
    struct Found {
        std::size_t role = 0;
        std::size_t text = 0;
    };
    std::optional<Found> found() const;

private:
    struct Member {
        bool isRole = true;
        bool isText = true;
    };
    std::vector<Member> m_members;
};

/// The columns of a table that may be such tuples: lists of tuples, and lists of texts that old servers make
/// of them, as "messages.1" and "messages.2", which are candidates together.
struct PairColumns {
    std::vector<std::string> names;
    bool areTuples = false;
};
std::vector<PairColumns> pairColumns(const std::vector<ServerColumn>& columns);

class JsonWriter;

/// Writes rows of a table as records of a file of JSON Lines, as other files of conversations have them:
/// lists of roles and texts become one list of messages, and texts that hold JSON become that JSON. Numbers
/// and JSON stay as they are written, to the last digit. One thread.
class RowWriter {
public:
    /// `layout` must outlive it.
    explicit RowWriter(const TableLayout& layout) : m_layout(layout) {}

    /// Appends the record and a line break. `text` is what the row was parsed from.
    void write(const JsonView& row, std::string_view text, std::string& out);

private:
    void writeText(std::string_view text, JsonWriter& writer);
    void writeMessages(const JsonView& row, const RawMembers& raw, JsonWriter& writer) const;
    void writePairs(std::string_view raw, JsonWriter& writer) const;

    const TableLayout& m_layout;
    LenientParser m_parser;
};

} // namespace duologue
