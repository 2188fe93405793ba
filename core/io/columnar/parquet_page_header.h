// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace duologue {

enum class ParquetPageKind : std::uint8_t { Data, Index, Dictionary, DataV2 };

/// What stands before the bytes of a page.
struct ParquetPageHeader {
    ParquetPageKind kind = ParquetPageKind::Data;
    std::int64_t unpackedSize = 0;
    std::int64_t size = 0;
    std::optional<std::uint32_t> checksum;
    std::int64_t values = 0;
    /// Only DataV2 says it.
    std::int64_t rows = 0;
    std::int64_t encoding = 0;
    std::int64_t definitionEncoding = 3;
    std::int64_t repetitionEncoding = 3;
    /// DataV2: levels are not packed, and their lengths are here.
    std::int64_t definitionBytes = 0;
    std::int64_t repetitionBytes = 0;
    bool isPacked = true;
    /// Bytes of the header itself.
    std::size_t length = 0;
};

/// None if the bytes are no page header, or do not hold all of it. All numbers of the result but `encoding`
/// are at least 0.
std::optional<ParquetPageHeader> readParquetPageHeader(std::string_view bytes);

} // namespace duologue
