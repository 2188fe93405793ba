// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/table/row_writer.h"

#include "core/base/text.h"
#include "core/json/json_writer.h"

#include <algorithm>
#include <string>
#include <vector>

namespace duologue {

namespace {

bool mayBeJson(std::string_view text)
{
    text = trimmed(text);
    return text.size() > 1 &&
           ((text.front() == '{' && text.back() == '}') || (text.front() == '[' && text.back() == ']'));
}

/// Texts by their decoded value, because servers escape more than they must; anything else as it is written.
void writeCell(const JsonView& value, std::string_view raw, const TableColumn& column, JsonWriter& writer)
{
    if (value.isString() && !column.isJson)
        writer.json(value.toJson());
    else
        writer.json(column.isFloat ? withPoints(onOneLine(raw)) : onOneLine(raw));
}

} // namespace

void RowWriter::writeText(std::string_view text, JsonWriter& writer)
{
    if (mayBeJson(text) && m_parser.parse(text))
        writer.json(onOneLine(text));
    else
        writer.text(text);
}

void RowWriter::writeMessages(const JsonView& row, const RawMembers& raw, JsonWriter& writer) const
{
    std::vector<std::vector<JsonView>> lists;
    std::vector<std::vector<std::string_view>> texts;
    std::size_t count = 0;
    for (const TableColumn& column : m_layout.messageColumns) {
        auto& values = lists.emplace_back();
        for (const JsonView value : row[column.name].elements())
            values.push_back(value);
        texts.push_back(rawElements(raw[column.name]));
        count = std::max(count, std::min(values.size(), texts.back().size()));
    }
    writer.key("messages");
    writer.beginArray();
    for (std::size_t i = 0; i < count; ++i) {
        writer.beginObject();
        for (std::size_t index = 0; index < lists.size(); ++index) {
            if (i >= lists[index].size() || i >= texts[index].size())
                continue;
            const TableColumn& column = m_layout.messageColumns[index];
            writer.key(index == m_layout.role ? "role" : index == m_layout.text ? "content" : column.key);
            writeCell(lists[index][i], texts[index][i], column, writer);
        }
        writer.endObject();
    }
    writer.endArray();
}

void RowWriter::writePairs(std::string_view raw, JsonWriter& writer) const
{
    writer.beginArray();
    for (const std::string_view pair : rawElements(raw)) {
        const auto members = rawElements(pair);
        writer.beginObject();
        for (std::size_t i = 0; i < members.size(); ++i) {
            writer.key(i == m_layout.pairs->role   ? "role"
                       : i == m_layout.pairs->text ? "content"
                                                   : "value_" + std::to_string(i + 1));
            writer.json(onOneLine(members[i]));
        }
        writer.endObject();
    }
    writer.endArray();
}

void RowWriter::write(const JsonView& row, std::string_view text, std::string& out)
{
    const RawMembers raw(text);
    JsonWriter writer(out);
    writer.beginObject();
    for (const TableColumn& column : m_layout.columns) {
        const JsonView value = row[column.name];
        if (value.isMissing())
            continue;
        writer.key(column.name);
        if (m_layout.pairs && m_layout.pairs->column == column.name)
            writePairs(raw[column.name], writer);
        else if (value.isString() && m_layout.kind == TableKind::Rows)
            writeText(value.string(), writer);
        else
            writeCell(value, raw[column.name], column, writer);
    }
    if (m_layout.kind != TableKind::Rows)
        writeMessages(row, raw, writer);
    writer.endObject();
    out += '\n';
}

} // namespace duologue
