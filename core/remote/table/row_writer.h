// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/json/json_view.h"
#include "core/remote/table/table_layout.h"

#include <string>

namespace duologue {

class JsonWriter;

/// Writes rows of a table as records of a file of JSON Lines, as other files of conversations have them:
/// lists of roles and texts become one list of messages, and texts that hold JSON become that JSON. One
/// thread.
class RowWriter {
public:
    /// `layout` must outlive it.
    explicit RowWriter(const TableLayout& layout) : m_layout(layout) {}

    /// Appends the record and a line break.
    void write(const JsonView& row, std::string& out);

private:
    void writeText(std::string_view text, JsonWriter& writer);
    void writeMessages(const JsonView& row, JsonWriter& writer) const;

    const TableLayout& m_layout;
    JsonParser m_parser;
};

} // namespace duologue
