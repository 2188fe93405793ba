// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/byte_reader.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// The number of `width` bits, at most 64, that begins at a bit. The lowest bit of a byte comes first. Bits
/// beyond the end of the bytes are 0.
inline std::uint64_t bitsAt(std::string_view bytes, std::uint64_t bit, unsigned width)
{
    if (width == 0)
        return 0;
    const auto first = static_cast<std::size_t>(bit / 8);
    const auto shift = static_cast<unsigned>(bit % 8);
    std::uint64_t value = 0;
    if (first + 8 <= bytes.size())
        value = loadNumber<std::uint64_t>(bytes.data() + first);
    else if (first < bytes.size())
        std::memcpy(&value, bytes.data() + first, bytes.size() - first);
    value >>= shift;
    if (shift + width > 64 && first + 8 < bytes.size())
        value |= std::uint64_t{static_cast<unsigned char>(bytes[first + 8])} << (64 - shift);
    return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

/// The bits that a number up to `most` needs.
unsigned bitWidthFor(std::uint64_t most);

/// Fills `target` from Parquet's mix of runs: one value many times, or values of `width` bits each. False if
/// they are too few, or the width is more than 32.
bool readBitRuns(ByteReader& in, unsigned width, std::span<std::uint32_t> target);
/// The same for numbers that fit into a byte.
bool readBitRuns(ByteReader& in, unsigned width, std::span<std::uint8_t> target);

/// Fills `target` from values of `width` bits each, the highest bit of a byte first: the levels of old files.
bool readHighBitsFirst(ByteReader& in, unsigned width, std::span<std::uint8_t> target);

/// Reads `count` whole numbers in Parquet's DELTA_BINARY_PACKED: the first one, and then differences in
/// blocks. False if the bytes do not hold exactly as many.
bool readDeltaNumbers(ByteReader& in, std::size_t count, std::vector<std::int64_t>& numbers);

/// DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. The values point into the bytes of the reader.
bool readDeltaLengths(ByteReader& in, std::size_t count, std::vector<std::string_view>& values);

/// DELTA_BYTE_ARRAY: what each value shares with the one before, and the rest of it. The values point into
/// `joined`, which is made and may have at most `limit` bytes.
bool readDeltaStrings(ByteReader& in, std::size_t count, std::size_t limit,
                      std::vector<std::string_view>& values, std::string& joined);

} // namespace duologue
