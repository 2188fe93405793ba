// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"
#include "core/remote/table/raw_json.h"
#include "core/remote/table/table_layout.h"

#include <string>
#include <string_view>

namespace duologue {

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
