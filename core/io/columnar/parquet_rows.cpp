// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_rows.h"

#include "core/base/phrase_id.h"
#include "core/io/columnar/value_text.h"

#include <utility>

namespace duologue {

const std::vector<std::uint8_t> ParquetRows::kNoLevels;

ParquetRows::ParquetRows(std::shared_ptr<const ParquetSchema> schema, std::vector<ColumnSlice> slices,
                         std::size_t rows)
    : RowBlock(rows), m_schema(std::move(schema)), m_slices(std::move(slices))
{
    for (const ColumnSlice& slice : m_slices)
        m_walks.push_back({&slice.pages, 0, slice.level, slice.value});
}

PhraseId ParquetRows::appendNext(std::string& out, std::size_t limit)
{
    m_end = out.size() + limit;
    out += '{';
    for (const ParquetNode& column : m_schema->root.children) {
        out += column.key;
        appendNode(out, column, {0, 0});
        out += ',';
    }
    out.back() = '}';
    for (const Walk& walk : m_walks) {
        if (walk.repetition() != 0 && m_fault == PhraseId{})
            m_fault = PhraseId::ColumnsDisagree;
    }
    if (out.size() > m_end && m_fault == PhraseId{})
        m_fault = PhraseId::RowTooLong;
    m_rows = m_fault == PhraseId{} ? m_rows - 1 : 0;
    return m_fault;
}

void ParquetRows::advance(Walk& walk, bool hasValue)
{
    walk.value += hasValue ? 1 : 0;
    if (++walk.level < (*walk.pages)[walk.page]->levels)
        return;
    walk.level = walk.value = 0;
    ++walk.page;
}

void ParquetRows::pass(const ParquetNode& node, Expected expected)
{
    for (std::size_t column = node.firstColumn; column < node.endColumn; ++column) {
        Walk& walk = m_walks[column];
        // A column in something that is null has a level below its own.
        const bool hasValue = walk.definition() == m_schema->columns[column].definition;
        if (walk.isAtEnd() || walk.repetition() != expected.repetition || hasValue) {
            m_fault = PhraseId::ColumnsDisagree;
            return;
        }
        advance(walk, false);
    }
}

void ParquetRows::appendLeaf(std::string& out, const ParquetNode& node, Expected expected)
{
    Walk& walk = m_walks[node.firstColumn];
    const ParquetColumn& column = m_schema->columns[node.firstColumn];
    const std::uint8_t definition = walk.definition();
    if (walk.isAtEnd() || walk.repetition() != expected.repetition || definition < expected.definition) {
        m_fault = PhraseId::ColumnsDisagree;
        return;
    }
    const bool hasValue = definition == column.definition;
    if (hasValue)
        appendValue(out, column.valueType, (*walk.pages)[walk.page]->values.at(walk.value), m_bytesAs);
    else
        out += "null";
    advance(walk, hasValue);
}

void ParquetRows::appendNode(std::string& out, const ParquetNode& node, Expected expected)
{
    if (m_fault != PhraseId{})
        return;
    if (out.size() > m_end) {
        m_fault = PhraseId::RowTooLong;
        return;
    }
    if (node.kind == ParquetNode::Kind::Value) {
        appendLeaf(out, node, expected);
    } else if (definitionOf(node) < expected.definition) {
        m_fault = PhraseId::ColumnsDisagree;
    } else if (isNull(node)) {
        out += "null";
        pass(node, expected);
    } else if (node.kind == ParquetNode::Kind::Struct) {
        appendStruct(out, node, expected);
    } else {
        appendList(out, node, expected);
    }
}

void ParquetRows::appendStruct(std::string& out, const ParquetNode& node, Expected expected)
{
    const Expected inside{expected.repetition, node.definition};
    out += '{';
    const std::size_t first = out.size();
    for (const ParquetNode& member : node.children) {
        const std::size_t before = out.size();
        const bool isLeftOut = isNull(member);
        out += member.key;
        appendNode(out, member, inside);
        out += ',';
        if (isLeftOut)
            out.resize(before);
    }
    if (out.size() > first)
        out.back() = '}';
    else
        out += '}';
}

void ParquetRows::appendKey(std::string& out, const ParquetNode& key, Expected expected)
{
    const std::size_t begin = out.size();
    appendNode(out, key, expected);
    if (m_fault == PhraseId{} && out[begin] != '"') {
        // The keys of an object are strings.
        out.insert(begin, 1, '"');
        out += '"';
    }
    out += ':';
}

void ParquetRows::appendList(std::string& out, const ParquetNode& node, Expected expected)
{
    const bool isMap = node.kind == ParquetNode::Kind::Map;
    const bool isObject = isMap && node.children.front().kind == ParquetNode::Kind::Value &&
                          m_schema->columns[node.firstColumn].valueType.kind != ValueKind::Json;
    out += isObject ? '{' : '[';
    const std::size_t first = out.size();
    if (definitionOf(node) < node.elementDefinition) {
        pass(node, expected);
    } else {
        Expected inside{expected.repetition, node.elementDefinition};
        do {
            if (isObject) {
                appendKey(out, node.children.front(), inside);
                appendNode(out, node.children.back(), inside);
            } else if (isMap) {
                out += R"({"key":)";
                appendNode(out, node.children.front(), inside);
                out += R"(,"value":)";
                appendNode(out, node.children.back(), inside);
                out += '}';
            } else {
                appendNode(out, node.children.front(), inside);
            }
            out += ',';
            inside.repetition = node.elementRepetition;
        } while (m_fault == PhraseId{} && m_walks[node.firstColumn].repetition() == node.elementRepetition);
    }
    if (out.size() > first)
        out.pop_back();
    out += isObject ? '}' : ']';
}

} // namespace duologue
