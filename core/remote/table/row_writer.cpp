// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table/row_writer.h"

#include "core/base/text.h"
#include "core/json/json_writer.h"

#include <algorithm>

namespace duologue {

namespace {

bool mayBeJson(std::string_view text)
{
    text = trimmed(text);
    return text.size() > 1 &&
           ((text.front() == '{' && text.back() == '}') || (text.front() == '[' && text.back() == ']'));
}

} // namespace

void RowWriter::writeText(std::string_view text, JsonWriter& writer)
{
    if (mayBeJson(text)) {
        const PaddedBytes bytes(text);
        if (const auto parsed = m_parser.parse(bytes.view())) {
            writer.json(parsed.value().toJson());
            return;
        }
    }
    writer.text(text);
}

void RowWriter::writeMessages(const JsonView& row, JsonWriter& writer) const
{
    std::vector<std::vector<JsonView>> lists;
    std::size_t count = 0;
    for (const TableColumn& column : m_layout.messageColumns) {
        auto& values = lists.emplace_back();
        for (const JsonView value : row[column.name].elements())
            values.push_back(value);
        count = std::max(count, values.size());
    }
    writer.key("messages");
    writer.beginArray();
    for (std::size_t i = 0; i < count; ++i) {
        writer.beginObject();
        for (std::size_t column = 0; column < lists.size(); ++column) {
            if (i >= lists[column].size())
                continue;
            writer.key(column == m_layout.role   ? "role"
                       : column == m_layout.text ? "content"
                                                 : m_layout.messageColumns[column].key);
            writer.json(lists[column][i].toJson());
        }
        writer.endObject();
    }
    writer.endArray();
}

void RowWriter::write(const JsonView& row, std::string& out)
{
    JsonWriter writer(out);
    writer.beginObject();
    for (const TableColumn& column : m_layout.columns) {
        const JsonView value = row[column.name];
        if (value.isMissing())
            continue;
        writer.key(column.name);
        if (value.isString() && m_layout.kind == TableKind::Rows)
            writeText(value.string(), writer);
        else
            writer.json(value.toJson());
    }
    if (m_layout.kind != TableKind::Rows)
        writeMessages(row, writer);
    writer.endObject();
    out += '\n';
}

} // namespace duologue
