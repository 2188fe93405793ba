// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/parquet_metadata.h"
#include "core/io/columnar/parquet_page.h"

#include <cstdint>
#include <string_view>

using namespace duologue;

namespace {

constexpr std::size_t kMostPages = 20;

/// Reads what follows as pages of the column, the first of which may be its dictionary.
void readPages(std::string_view bytes, Codec codec, const ParquetColumn& column)
{
    std::shared_ptr<const PageValues> dictionary;
    const PageLimits limits{std::size_t{16} << 20U, std::size_t{1} << 20U};
    for (std::size_t i = 0; i < kMostPages; ++i) {
        const auto header = readParquetPageHeader(bytes);
        if (!header)
            return;
        const std::string_view body =
            bytes.substr(header->length).substr(0, static_cast<std::size_t>(header->size));
        if (header->kind == ParquetPageKind::Dictionary) {
            auto values = std::make_shared<PageValues>();
            if (readDictionaryPage(*header, body, codec, column, limits, *values) == PhraseId{})
                dictionary = std::move(values);
        } else {
            ParquetPage page;
            if (readDataPage(*header, body, codec, column, dictionary, limits, page) == PhraseId{} &&
                page.values.size() > 0)
                (void)page.values.at(page.values.size() - 1);
        }
        bytes.remove_prefix(header->length + body.size());
    }
}

} // namespace

/// Whatever a footer and pages contain, they are read within the limits or refused. The first three bytes say
/// how the column is packed, typed and nested.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t kSettings = 3;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (const auto metadata = readParquetMetadata(bytes))
        (void)parquetSchemaOf(metadata->elements);
    if (size < kSettings)
        return 0;
    ParquetColumn column;
    column.type = static_cast<ParquetType>(data[1] % 8);
    column.typeLength = data[1] / 8;
    column.definition = data[2] % 8;
    column.repetition = data[2] / 8 % 4;
    if (const auto codec = codecOfParquet(data[0] % 8))
        readPages(bytes.substr(kSettings), *codec, column);
    return 0;
}
