// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_schema.h"

#include "core/io/columnar/json_text.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

constexpr int kDeepestSchema = 64;

/// Makes nodes of elements, front to back. Each call takes the elements of one node.
class SchemaBuilder {
public:
    explicit SchemaBuilder(const std::vector<ParquetElement>& elements) : m_elements(elements) {}

    std::optional<ParquetSchema> build()
    {
        if (m_elements.empty() || m_elements.front().type)
            return std::nullopt;
        m_next = 1;
        m_schema.root.kind = ParquetNode::Kind::Struct;
        addMembers(m_schema.root, m_elements.front(), {0, 0, 0, {}});
        if (m_hasFailed || m_next != m_elements.size() || m_schema.columns.empty())
            return std::nullopt;
        return std::move(m_schema);
    }

private:
    /// Where an element is: the levels of its parent, and its path.
    struct Place {
        std::uint8_t definition = 0;
        std::uint8_t repetition = 0;
        int depth = 0;
        std::string path;
    };

    const ParquetElement* take(const Place& place)
    {
        if (m_hasFailed || m_next >= m_elements.size() || place.depth > kDeepestSchema) {
            m_hasFailed = true;
            return nullptr;
        }
        const ParquetElement& element = m_elements[m_next++];
        if (!element.type && element.childCount <= 0)
            m_hasFailed = true;
        return &element;
    }

    void addMembers(ParquetNode& node, const ParquetElement& element, const Place& place)
    {
        for (std::int32_t i = 0; i < element.childCount && !m_hasFailed; ++i)
            node.children.push_back(next(place));
    }

    /// The next node. One that is repeated by itself is a list.
    ParquetNode next(Place place)
    {
        ParquetNode node;
        const ParquetElement* element = take(place);
        if (element == nullptr)
            return node;
        ++place.depth;
        place.path += (place.path.empty() ? "" : ".") + element->name;
        appendJsonString(node.key, element->name);
        node.key += ':';
        node.firstColumn = m_schema.columns.size();
        if (element->repetition == ParquetRepetition::Repeated) {
            node.kind = ParquetNode::Kind::List;
            node.definition = place.definition;
            node.elementDefinition = ++place.definition;
            node.elementRepetition = ++place.repetition;
            node.children.emplace_back();
            node.children.back().firstColumn = node.firstColumn;
            fill(node.children.back(), *element, place);
        } else {
            if (element->repetition == ParquetRepetition::Optional)
                ++place.definition;
            fill(node, *element, place);
        }
        node.endColumn = m_schema.columns.size();
        return node;
    }

    void fill(ParquetNode& node, const ParquetElement& element, const Place& place)
    {
        node.definition = place.definition;
        if (element.type) {
            node.kind = ParquetNode::Kind::Value;
            m_schema.columns.push_back({place.path, *element.type, element.typeLength, element.valueType,
                                        place.definition, place.repetition});
        } else if (element.group == ParquetGroup::List && holdsOneRepeated(element)) {
            fillList(node, element, place);
        } else if (element.group == ParquetGroup::Map && holdsOneRepeated(element)) {
            fillMap(node, place);
        } else {
            node.kind = ParquetNode::Kind::Struct;
            addMembers(node, element, place);
        }
        node.endColumn = m_schema.columns.size();
    }

    bool holdsOneRepeated(const ParquetElement& element) const
    {
        return element.childCount == 1 && m_next < m_elements.size() &&
               m_elements[m_next].repetition == ParquetRepetition::Repeated;
    }

    /// The repeated group in a list is the element itself where older writers have left the middle level out.
    bool isElementItself(const ParquetElement& list, const ParquetElement& repeated) const
    {
        return repeated.type || repeated.childCount != 1 || repeated.name == "array" ||
               repeated.name == list.name + "_tuple" ||
               (m_next < m_elements.size() && m_elements[m_next].repetition == ParquetRepetition::Repeated);
    }

    void fillList(ParquetNode& node, const ParquetElement& list, Place place)
    {
        node.kind = ParquetNode::Kind::List;
        const ParquetElement* repeated = take(place);
        if (repeated == nullptr)
            return;
        ++place.depth;
        node.elementDefinition = ++place.definition;
        node.elementRepetition = ++place.repetition;
        if (isElementItself(list, *repeated)) {
            node.children.emplace_back();
            node.children.back().firstColumn = m_schema.columns.size();
            fill(node.children.back(), *repeated, place);
        } else {
            place.path += "." + repeated->name;
            node.children.push_back(next(place));
        }
    }

    void fillMap(ParquetNode& node, Place place)
    {
        const ParquetElement* entries = take(place);
        if (entries == nullptr)
            return;
        ++place.depth;
        place.path += "." + entries->name;
        node.elementDefinition = ++place.definition;
        node.elementRepetition = ++place.repetition;
        const bool isMap = !entries->type && entries->childCount == 2;
        node.kind = isMap ? ParquetNode::Kind::Map : ParquetNode::Kind::List;
        if (isMap) {
            addMembers(node, *entries, place);
            return;
        }
        node.children.emplace_back();
        node.children.back().firstColumn = m_schema.columns.size();
        fill(node.children.back(), *entries, place);
    }

    const std::vector<ParquetElement>& m_elements;
    std::size_t m_next = 0;
    bool m_hasFailed = false;
    ParquetSchema m_schema;
};

std::size_t shownWidthOf(const ParquetColumn& column)
{
    switch (column.type) {
    case ParquetType::Int32:
    case ParquetType::Float:
        return 4;
    case ParquetType::FixedBytes:
        return static_cast<std::size_t>(std::max(column.typeLength, 0));
    default:
        return 8;
    }
}

std::string typeOfNode(const ParquetNode& node, const ParquetSchema& schema)
{
    switch (node.kind) {
    case ParquetNode::Kind::Value: {
        const ParquetColumn& column = schema.columns[node.firstColumn];
        return typeName(column.valueType, shownWidthOf(column));
    }
    case ParquetNode::Kind::List:
        return "list<" + typeOfNode(node.children.front(), schema) + ">";
    case ParquetNode::Kind::Map:
        return "map<" + typeOfNode(node.children.front(), schema) + ", " +
               typeOfNode(node.children.back(), schema) + ">";
    case ParquetNode::Kind::Struct:
        break;
    }
    std::string members;
    for (const ParquetNode& member : node.children)
        members += (members.empty() ? "" : ", ") + nameOfKey(member.key) + ": " + typeOfNode(member, schema);
    return "struct<" + members + ">";
}

void nameLabelsIn(const ParquetNode& node, const std::string& path,
                  const std::map<std::string, LabelNames>& labels, std::vector<ParquetColumn>& columns)
{
    if (node.kind == ParquetNode::Kind::Value) {
        ValueType& type = columns[node.firstColumn].valueType;
        const auto found = labels.find(path);
        if (found != labels.end() && type.kind == ValueKind::Signed)
            type.labels = found->second;
    }
    for (const ParquetNode& child : node.children) {
        const bool isMember = node.kind == ParquetNode::Kind::Struct;
        nameLabelsIn(child, isMember ? columnPath(path, nameOfKey(child.key)) : path, labels, columns);
    }
}

} // namespace

void nameLabels(ParquetSchema& schema, std::string_view features)
{
    if (features.empty())
        return;
    nameLabelsIn(schema.root, {}, labelColumns(features), schema.columns);
}

std::vector<ColumnType> columnTypesOf(const ParquetSchema& schema)
{
    std::vector<ColumnType> types;
    for (const ParquetNode& node : schema.root.children)
        types.push_back({nameOfKey(node.key), typeOfNode(node, schema)});
    return types;
}

std::optional<ParquetSchema> parquetSchemaOf(const std::vector<ParquetElement>& elements)
{
    return SchemaBuilder(elements).build();
}

} // namespace duologue
