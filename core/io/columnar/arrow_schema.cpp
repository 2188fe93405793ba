// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/arrow_schema.h"

#include "core/io/columnar/value_text.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <utility>

namespace duologue {

namespace {

constexpr int kDeepestField = 64;
/// A vector of tables may name the same table many times.
constexpr std::size_t kMostArrowFields = 100'000;

ValueType typeOf(ValueKind kind)
{
    return {kind, TimeUnit::Seconds, false, false, 0, 0};
}

void setFixed(ArrowField& field, ValueKind kind, std::int64_t width)
{
    field.shape = ArrowShape::Fixed;
    field.valueType.kind = kind;
    field.width = width < 0 ? 0 : static_cast<std::size_t>(width);
}

void setTime(ArrowField& field, ValueKind kind, std::int64_t width, std::int16_t unit)
{
    setFixed(field, kind, width);
    field.valueType.unit = static_cast<TimeUnit>(unit & 3);
}

void setBytes(ArrowField& field, ArrowShape shape, ValueKind kind, std::size_t width)
{
    field.shape = shape;
    field.valueType.kind = kind;
    field.width = width;
}

/// Numbered as in the file.
enum class ArrowType : std::uint8_t {
    Null = 1,
    Int,
    Float,
    Binary,
    Utf8,
    Bool,
    Decimal,
    Date,
    Time,
    Timestamp,
    Interval,
    List,
    Struct,
    Union,
    FixedBinary,
    FixedList,
    Map,
    Duration,
    LargeBinary,
    LargeUtf8,
    LargeList,
    RunEnds,
    BinaryView,
    Utf8View,
    ListView,
    LargeListView,
};

/// Whole and other numbers. False for all other types.
bool setNumber(ArrowField& field, ArrowType type, const FlatTable& details)
{
    switch (type) {
    case ArrowType::Int:
        setFixed(field, details.number<std::uint8_t>(1) != 0 ? ValueKind::Signed : ValueKind::Unsigned,
                 details.number<std::int32_t>(0) / 8);
        return true;
    case ArrowType::Float:
        setFixed(field, ValueKind::Float, std::int64_t{2} << (details.number<std::int16_t>(0) & 3));
        return true;
    case ArrowType::Decimal:
        setFixed(field, ValueKind::Decimal, details.number<std::int32_t>(2, 128) / 8);
        field.valueType.precision = details.number<std::int32_t>(0);
        field.valueType.scale = details.number<std::int32_t>(1);
        return true;
    case ArrowType::Date:
        setFixed(field, ValueKind::Date, details.number<std::int16_t>(0, 1) == 0 ? 4 : 8);
        return true;
    case ArrowType::Time:
        setTime(field, ValueKind::Time, details.number<std::int32_t>(1, 32) / 8,
                details.number<std::int16_t>(0, 1));
        return true;
    case ArrowType::Timestamp:
        setTime(field, ValueKind::Timestamp, 8, details.number<std::int16_t>(0));
        field.valueType.isUtc = !details.text(1).empty();
        return true;
    case ArrowType::Duration:
        setTime(field, ValueKind::Duration, 8, details.number<std::int16_t>(0, 1));
        return true;
    case ArrowType::Interval: {
        const auto unit = details.number<std::int16_t>(0);
        setFixed(field, ValueKind::Interval, unit == 0 ? 4 : unit == 1 ? 8 : 16);
        return true;
    }
    default:
        return false;
    }
}

/// False for a type that is not known.
bool setType(ArrowField& field, ArrowType type, const FlatTable& details)
{
    if (setNumber(field, type, details))
        return true;
    switch (type) {
    case ArrowType::Null:
        setBytes(field, ArrowShape::Null, ValueKind::Null, 0);
        return true;
    case ArrowType::Bool:
        setBytes(field, ArrowShape::Bits, ValueKind::Boolean, 1);
        return true;
    case ArrowType::Binary:
        setBytes(field, ArrowShape::Bytes, ValueKind::Bytes, 4);
        return true;
    case ArrowType::Utf8:
        setBytes(field, ArrowShape::Bytes, ValueKind::Text, 4);
        return true;
    case ArrowType::LargeBinary:
        setBytes(field, ArrowShape::Bytes, ValueKind::Bytes, 8);
        return true;
    case ArrowType::LargeUtf8:
        setBytes(field, ArrowShape::Bytes, ValueKind::Text, 8);
        return true;
    case ArrowType::BinaryView:
        setBytes(field, ArrowShape::Views, ValueKind::Bytes, 16);
        return true;
    case ArrowType::Utf8View:
        setBytes(field, ArrowShape::Views, ValueKind::Text, 16);
        return true;
    case ArrowType::FixedBinary:
        setFixed(field, ValueKind::Bytes, details.number<std::int32_t>(0));
        return true;
    case ArrowType::List:
        setBytes(field, ArrowShape::List, ValueKind::Null, 4);
        return true;
    case ArrowType::LargeList:
        setBytes(field, ArrowShape::List, ValueKind::Null, 8);
        return true;
    case ArrowType::ListView:
        setBytes(field, ArrowShape::ListView, ValueKind::Null, 4);
        return true;
    case ArrowType::LargeListView:
        setBytes(field, ArrowShape::ListView, ValueKind::Null, 8);
        return true;
    case ArrowType::Map:
        setBytes(field, ArrowShape::Map, ValueKind::Null, 4);
        return true;
    case ArrowType::Struct:
        field.shape = ArrowShape::Struct;
        return true;
    case ArrowType::FixedList:
        field.shape = ArrowShape::FixedList;
        field.listSize = details.number<std::int32_t>(0);
        return true;
    case ArrowType::Union:
        field.shape = details.number<std::int16_t>(0) == 0 ? ArrowShape::SparseUnion : ArrowShape::DenseUnion;
        for (std::size_t i = 0; i < details.count(1, sizeof(std::int32_t)); ++i)
            field.typeIds.push_back(details.element<std::int32_t>(1, i));
        return true;
    default:
        return false;
    }
}

class ArrowSchemaReader {
public:
    Phrase refusal() const { return m_refusal; }

    ArrowField read(const FlatTable& table, const std::string& parent, int depth)
    {
        ArrowField field;
        const std::string name = toValidUtf8(table.text(0));
        appendJsonString(field.key, name);
        field.key += ':';
        field.path = parent.empty() ? name : parent + "." + name;
        if (depth > kDeepestField || ++m_count > kMostArrowFields) {
            refuse(PhraseId::ArrowSchemaDamaged);
            return field;
        }
        const auto details = table.table(3);
        const auto type = static_cast<ArrowType>(table.number<std::uint8_t>(2));
        field.valueType = typeOf(ValueKind::Null);
        if (!details || !setType(field, type, *details)) {
            refuse({PhraseId::ColumnUnknownType, field.path});
            return field;
        }
        if (const auto dictionary = table.table(4))
            readDictionary(field, *dictionary);
        const std::size_t children = table.count(5, sizeof(std::uint32_t));
        for (std::size_t i = 0; i < children && m_refusal.empty(); ++i) {
            if (const auto child = table.tableElement(5, i))
                field.children.push_back(read(*child, field.path, depth + 1));
            else
                refuse(PhraseId::ArrowSchemaDamaged);
        }
        readExtension(field, table);
        check(field);
        return field;
    }

private:
    void refuse(Phrase why)
    {
        if (m_refusal.empty())
            m_refusal = std::move(why);
    }

    static void readDictionary(ArrowField& field, const FlatTable& dictionary)
    {
        field.dictionary = dictionary.number<std::int64_t>(0);
        if (const auto index = dictionary.table(1)) {
            field.indexWidth = static_cast<std::size_t>(index->number<std::int32_t>(0, 32) / 8);
            field.isIndexSigned = index->number<std::uint8_t>(1) != 0;
        }
    }

    static void readExtension(ArrowField& field, const FlatTable& table)
    {
        for (std::size_t i = 0; i < table.count(6, sizeof(std::uint32_t)); ++i) {
            const auto pair = table.tableElement(6, i);
            if (!pair || pair->text(0) != "ARROW:extension:name")
                continue;
            if (pair->text(1) == "arrow.json" && field.valueType.kind == ValueKind::Text)
                field.valueType.kind = ValueKind::Json;
            if (pair->text(1) == "arrow.uuid" && field.width == 16 && field.shape == ArrowShape::Fixed)
                field.valueType.kind = ValueKind::Uuid;
        }
    }

    /// Whether the numbers and the children are those that the shape needs.
    void check(const ArrowField& field)
    {
        const std::size_t children = field.children.size();
        bool isSound = field.indexWidth > 0 && field.indexWidth <= 8;
        switch (field.shape) {
        case ArrowShape::Fixed:
            isSound = isSound && field.width > 0;
            break;
        case ArrowShape::List:
        case ArrowShape::ListView:
            isSound = isSound && children == 1;
            break;
        case ArrowShape::FixedList:
            isSound = isSound && children == 1 && field.listSize >= 0;
            break;
        case ArrowShape::Map:
            isSound = isSound && children == 1 && field.children[0].shape == ArrowShape::Struct &&
                      !field.children[0].dictionary && field.children[0].children.size() == 2;
            break;
        case ArrowShape::SparseUnion:
        case ArrowShape::DenseUnion:
            isSound = isSound && (field.typeIds.empty() || field.typeIds.size() == children);
            break;
        default:
            break;
        }
        if (!isSound)
            refuse(PhraseId::ArrowSchemaDamaged);
    }

    std::size_t m_count = 0;
    Phrase m_refusal;
};

/// Columns of labels have the names that the datasets library gives them.
void nameLabels(std::vector<ArrowField>& fields, const std::string& parent, bool areMembers,
                const std::map<std::string, LabelNames>& labels)
{
    for (ArrowField& field : fields) {
        const std::string path = areMembers ? columnPath(parent, nameOfKey(field.key)) : parent;
        const auto found = labels.find(path);
        if (found != labels.end() && field.valueType.kind == ValueKind::Signed)
            field.valueType.labels = found->second;
        nameLabels(field.children, path, field.shape == ArrowShape::Struct, labels);
    }
}

std::string_view featuresOf(const FlatTable& schema)
{
    for (std::size_t i = 0; i < schema.count(2, sizeof(std::uint32_t)); ++i) {
        const auto pair = schema.tableElement(2, i);
        if (pair && pair->text(0) == kFeaturesKey)
            return pair->text(1);
    }
    return {};
}

void collectEntries(const std::vector<ArrowField>& fields, std::map<std::int64_t, ArrowField>& entries)
{
    for (const ArrowField& field : fields) {
        if (field.dictionary) {
            ArrowField entry = field;
            entry.dictionary.reset();
            entries.emplace(*field.dictionary, std::move(entry));
        }
        collectEntries(field.children, entries);
    }
}

} // namespace

std::string typeName(const ArrowField& field)
{
    std::string members;
    for (const ArrowField& child : field.children)
        members += (members.empty() ? "" : ", ") + nameOfKey(child.key) + ": " + typeName(child);
    switch (field.shape) {
    case ArrowShape::Null:
        return "null";
    case ArrowShape::Bits:
        return "bool";
    case ArrowShape::Fixed:
    case ArrowShape::Bytes:
    case ArrowShape::Views:
        return typeName(field.valueType, field.width);
    case ArrowShape::List:
    case ArrowShape::ListView:
    case ArrowShape::FixedList:
        return "list<" + (field.children.empty() ? std::string() : typeName(field.children.front())) + ">";
    case ArrowShape::Struct:
        return "struct<" + members + ">";
    case ArrowShape::Map:
        if (!field.children.empty() && field.children[0].children.size() == 2)
            return "map<" + typeName(field.children[0].children[0]) + ", " +
                   typeName(field.children[0].children[1]) + ">";
        return "map";
    case ArrowShape::SparseUnion:
    case ArrowShape::DenseUnion:
        return "union<" + members + ">";
    }
    return {};
}

ArrowSchema readArrowSchema(const FlatTable& schema)
{
    ArrowSchema read;
    ArrowSchemaReader reader;
    if (schema.number<std::int16_t>(0) != 0)
        return {{}, {}, PhraseId::ArrowBigEndian};
    const std::size_t count = schema.count(1, sizeof(std::uint32_t));
    for (std::size_t i = 0; i < count && reader.refusal().empty(); ++i) {
        const auto field = schema.tableElement(1, i);
        if (!field)
            return {{}, {}, PhraseId::ArrowSchemaDamaged};
        read.fields.push_back(reader.read(*field, {}, 0));
    }
    read.refusal = reader.refusal();
    if (const std::string_view features = featuresOf(schema); !features.empty())
        nameLabels(read.fields, {}, true, labelColumns(features));
    collectEntries(read.fields, read.entries);
    if (read.fields.empty() && read.refusal.empty())
        read.refusal = PhraseId::ArrowSchemaDamaged;
    return read;
}

} // namespace duologue
