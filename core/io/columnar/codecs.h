// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace duologue {

/// How bytes in a columnar file are compressed.
enum class Codec : std::uint8_t { None, Snappy, Gzip, Brotli, Zstd, Lz4Block, Lz4Hadoop, Lz4Frame };

/// Unpacks `packed` into `target`, which has room for `size` bytes. False if that is not exactly what comes
/// out of it. Never writes beyond `size` bytes.
bool unpackBytes(Codec codec, std::string_view packed, char* target, std::size_t size);

/// Packs the bytes for Codec::Zstd.
std::string packZstd(std::string_view bytes);

/// The checksum of gzip and Parquet.
std::uint32_t crc32Of(std::string_view bytes);

} // namespace duologue
