// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_metadata.h"

#include "core/io/columnar/thrift.h"
#include "core/io/columnar/value_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace duologue {

namespace {

/// The older way to say what a value means; the newer one is readLogicalType().
void applyConvertedType(std::int64_t converted, ParquetElement& element)
{
    ValueType& type = element.valueType;
    switch (converted) {
    case 0:
        type.kind = ValueKind::Text;
        break;
    case 1:
    case 2:
        element.group = ParquetGroup::Map;
        break;
    case 3:
        element.group = ParquetGroup::List;
        break;
    case 4:
        type.kind = ValueKind::Text;
        break;
    case 5:
        type.kind = ValueKind::Decimal;
        break;
    case 6:
        type.kind = ValueKind::Date;
        break;
    case 7:
        type.kind = ValueKind::Time, type.unit = TimeUnit::Milliseconds;
        break;
    case 8:
        type.kind = ValueKind::Time, type.unit = TimeUnit::Microseconds;
        break;
    case 9:
        type.kind = ValueKind::Timestamp, type.unit = TimeUnit::Milliseconds, type.isUtc = true;
        break;
    case 10:
        type.kind = ValueKind::Timestamp, type.unit = TimeUnit::Microseconds, type.isUtc = true;
        break;
    case 11:
    case 12:
    case 13:
    case 14:
        type.kind = ValueKind::Unsigned;
        break;
    case 15:
    case 16:
    case 17:
    case 18:
        type.kind = ValueKind::Signed;
        break;
    case 19:
        type.kind = ValueKind::Json;
        break;
    case 20:
        type.kind = ValueKind::Bytes;
        break;
    case 21:
        type.kind = ValueKind::Interval;
        break;
    default:
        break;
    }
}

/// A union of empty structs, of which one is set.
TimeUnit readTimeUnit(ThriftReader& in)
{
    TimeUnit unit = TimeUnit::Milliseconds;
    in.beginStruct();
    while (in.nextField()) {
        unit = in.field() == 2   ? TimeUnit::Microseconds
               : in.field() == 3 ? TimeUnit::Nanoseconds
                                 : TimeUnit::Milliseconds;
        in.skip();
    }
    return unit;
}

void readTime(ThriftReader& in, ValueType& type)
{
    in.beginStruct();
    while (in.nextField()) {
        if (in.field() == 1)
            type.isUtc = in.boolean();
        else if (in.field() == 2)
            type.unit = readTimeUnit(in);
        else
            in.skip();
    }
}

void readDecimal(ThriftReader& in, ValueType& type)
{
    in.beginStruct();
    while (in.nextField()) {
        if (in.field() == 1)
            type.scale = static_cast<std::int32_t>(in.integer());
        else if (in.field() == 2)
            type.precision = static_cast<std::int32_t>(in.integer());
        else
            in.skip();
    }
}

void readInteger(ThriftReader& in, ValueType& type)
{
    in.beginStruct();
    while (in.nextField()) {
        if (in.field() == 2)
            type.kind = in.boolean() ? ValueKind::Signed : ValueKind::Unsigned;
        else
            in.skip();
    }
}

void readLogicalType(ThriftReader& in, ParquetElement& element)
{
    ValueType& type = element.valueType;
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 1:
        case 4:
            type.kind = ValueKind::Text;
            break;
        case 2:
            element.group = ParquetGroup::Map;
            break;
        case 3:
            element.group = ParquetGroup::List;
            break;
        case 5:
            type.kind = ValueKind::Decimal;
            readDecimal(in, type);
            continue;
        case 6:
            type.kind = ValueKind::Date;
            break;
        case 7:
            type.kind = ValueKind::Time;
            readTime(in, type);
            continue;
        case 8:
            type.kind = ValueKind::Timestamp;
            readTime(in, type);
            continue;
        case 10:
            type.kind = ValueKind::Signed;
            readInteger(in, type);
            continue;
        case 11:
            type.kind = ValueKind::Null;
            break;
        case 12:
            type.kind = ValueKind::Json;
            break;
        case 13:
            type.kind = ValueKind::Bytes;
            break;
        case 14:
            type.kind = ValueKind::Uuid;
            break;
        case 15:
            type.kind = ValueKind::Float;
            break;
        default:
            break;
        }
        in.skip();
    }
}

ValueKind usualKind(ParquetType type)
{
    constexpr std::array<ValueKind, 8> kKinds{ValueKind::Boolean,    ValueKind::Signed, ValueKind::Signed,
                                              ValueKind::JulianTime, ValueKind::Float,  ValueKind::Float,
                                              ValueKind::Bytes,      ValueKind::Bytes};
    return kKinds[static_cast<std::size_t>(type)];
}

/// Whether values of the width can have that meaning; otherwise the annotation is ignored.
bool fits(const ParquetElement& element)
{
    const ParquetType type = *element.type;
    const bool isInteger = type == ParquetType::Int32 || type == ParquetType::Int64;
    const bool isBytes = type == ParquetType::ByteArray || type == ParquetType::FixedBytes;
    switch (element.valueType.kind) {
    case ValueKind::Null:
        return true;
    case ValueKind::Text:
    case ValueKind::Json:
    case ValueKind::Bytes:
        return isBytes;
    case ValueKind::Decimal:
        return isInteger || isBytes;
    case ValueKind::Date:
        return type == ParquetType::Int32;
    case ValueKind::Time:
    case ValueKind::Signed:
    case ValueKind::Unsigned:
        return isInteger;
    case ValueKind::Timestamp:
        return type == ParquetType::Int64;
    case ValueKind::Interval:
        return type == ParquetType::FixedBytes && element.typeLength == 12;
    case ValueKind::Uuid:
        return type == ParquetType::FixedBytes && element.typeLength == 16;
    case ValueKind::Float:
        return type == ParquetType::FixedBytes && element.typeLength == 2;
    default:
        return false;
    }
}

ParquetElement readElement(ThriftReader& in)
{
    ParquetElement element;
    std::optional<std::int64_t> converted;
    bool isAnnotated = false;
    std::int64_t scale = 0;
    std::int64_t precision = 0;
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 1: {
            const std::int64_t type = in.integer();
            if (type >= 0 && type <= static_cast<std::int64_t>(ParquetType::FixedBytes))
                element.type = static_cast<ParquetType>(type);
            break;
        }
        case 2:
            element.typeLength = static_cast<std::int32_t>(in.integer());
            break;
        case 3:
            element.repetition = static_cast<ParquetRepetition>(in.integer() % 3);
            break;
        case 4:
            element.name = in.binary();
            break;
        case 5:
            element.childCount = static_cast<std::int32_t>(in.integer());
            break;
        case 6:
            converted = in.integer();
            break;
        case 7:
            scale = in.integer();
            break;
        case 8:
            precision = in.integer();
            break;
        case 10:
            isAnnotated = true;
            readLogicalType(in, element);
            break;
        default:
            in.skip();
        }
    }
    if (!isAnnotated && converted) {
        element.valueType.scale = static_cast<std::int32_t>(scale);
        element.valueType.precision = static_cast<std::int32_t>(precision);
        applyConvertedType(*converted, element);
    }
    const bool isMeant = isAnnotated || converted;
    if (element.type && (!isMeant || !fits(element)))
        element.valueType = {usualKind(*element.type), {}, false, false, 0, 0};
    element.valueType.isBigEndian =
        element.type == ParquetType::ByteArray || element.type == ParquetType::FixedBytes;
    return element;
}

void readChunkMetadata(ThriftReader& in, ParquetChunk& chunk)
{
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 1:
            chunk.type = static_cast<ParquetType>(in.integer() & 7);
            break;
        case 4:
            chunk.codec = static_cast<std::int32_t>(in.integer());
            break;
        case 5:
            chunk.values = in.integer();
            break;
        case 6:
            chunk.unpackedSize = in.integer();
            break;
        case 7:
            chunk.size = in.integer();
            break;
        case 9:
            chunk.dataOffset = in.integer();
            break;
        case 11:
            chunk.dictionaryOffset = in.integer();
            break;
        default:
            in.skip();
        }
    }
}

ParquetChunk readChunk(ThriftReader& in)
{
    ParquetChunk chunk;
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 1:
            chunk.isInOtherFile = !in.binary().empty();
            break;
        case 3:
            readChunkMetadata(in, chunk);
            break;
        case 8:
        case 9:
            chunk.isEncrypted = true;
            in.skip();
            break;
        default:
            in.skip();
        }
    }
    return chunk;
}

ParquetRowGroup readRowGroup(ThriftReader& in)
{
    ParquetRowGroup group;
    in.beginStruct();
    while (in.nextField()) {
        if (in.field() == 1) {
            for (std::size_t left = in.list(); left > 0 && !in.hasFailed(); --left)
                group.chunks.push_back(readChunk(in));
        } else if (in.field() == 3) {
            group.rows = in.integer();
        } else {
            in.skip();
        }
    }
    return group;
}

/// A key and a value that the writer has added.
void readNote(ThriftReader& in, ParquetMetadata& metadata)
{
    std::string_view key;
    std::string_view value;
    in.beginStruct();
    while (in.nextField()) {
        if (in.field() == 1)
            key = in.binary();
        else if (in.field() == 2)
            value = in.binary();
        else
            in.skip();
    }
    if (key == kFeaturesKey)
        metadata.features = value;
}

} // namespace

std::optional<ParquetMetadata> readParquetMetadata(std::string_view footer)
{
    ThriftReader in(footer);
    ParquetMetadata metadata;
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 2:
            for (std::size_t left = in.list(); left > 0 && !in.hasFailed(); --left)
                metadata.elements.push_back(readElement(in));
            break;
        case 4:
            for (std::size_t left = in.list(); left > 0 && !in.hasFailed(); --left)
                metadata.groups.push_back(readRowGroup(in));
            break;
        case 5:
            for (std::size_t left = in.list(); left > 0 && !in.hasFailed(); --left)
                readNote(in, metadata);
            break;
        case 8:
            metadata.isEncrypted = true;
            in.skip();
            break;
        default:
            in.skip();
        }
    }
    if (in.hasFailed())
        return std::nullopt;
    return metadata;
}

namespace {

void readPageV1(ThriftReader& in, ParquetPageHeader& header)
{
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 1:
            header.values = in.integer();
            break;
        case 2:
            header.encoding = in.integer();
            break;
        case 3:
            header.definitionEncoding = in.integer();
            break;
        case 4:
            header.repetitionEncoding = in.integer();
            break;
        default:
            in.skip();
        }
    }
}

void readDictionaryPage(ThriftReader& in, ParquetPageHeader& header)
{
    in.beginStruct();
    while (in.nextField()) {
        if (in.field() == 1)
            header.values = in.integer();
        else if (in.field() == 2)
            header.encoding = in.integer();
        else
            in.skip();
    }
}

void readPageV2(ThriftReader& in, ParquetPageHeader& header)
{
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 1:
            header.values = in.integer();
            break;
        case 3:
            header.rows = in.integer();
            break;
        case 4:
            header.encoding = in.integer();
            break;
        case 5:
            header.definitionBytes = in.integer();
            break;
        case 6:
            header.repetitionBytes = in.integer();
            break;
        case 7:
            header.isPacked = in.boolean();
            break;
        default:
            in.skip();
        }
    }
}

} // namespace

std::optional<ParquetPageHeader> readParquetPageHeader(std::string_view bytes)
{
    ThriftReader in(bytes);
    ParquetPageHeader header;
    std::int64_t kind = -1;
    in.beginStruct();
    while (in.nextField()) {
        switch (in.field()) {
        case 1:
            kind = in.integer();
            break;
        case 2:
            header.unpackedSize = in.integer();
            break;
        case 3:
            header.size = in.integer();
            break;
        case 4:
            header.checksum = static_cast<std::uint32_t>(in.integer());
            break;
        case 5:
            readPageV1(in, header);
            break;
        case 7:
            readDictionaryPage(in, header);
            break;
        case 8:
            readPageV2(in, header);
            break;
        default:
            in.skip();
        }
    }
    const auto least = std::min({header.unpackedSize, header.size, header.values, header.rows,
                                 header.definitionBytes, header.repetitionBytes});
    if (in.hasFailed() || kind < 0 || kind > 3 || least < 0)
        return std::nullopt;
    header.kind = static_cast<ParquetPageKind>(kind);
    header.length = bytes.size() - in.rest().size();
    return header;
}

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
