// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/columnar/byte_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

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
