// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_page_header.h"

#include "core/io/columnar/thrift_reader.h"

#include <algorithm>

namespace duologue {

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

} // namespace duologue
