// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/json/json_view.h"
#include "core/remote/table/raw_json.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace duologue {

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

} // namespace duologue
