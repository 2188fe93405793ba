// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_metadata.h"

#include "core/io/columnar/thrift_reader.h"

#include <array>

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

} // namespace duologue
