// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/codecs.h"

#include "core/io/columnar/byte_reader.h"

#include <algorithm>
#include <bit>
#include <brotli/decode.h>
#include <limits>
#include <lz4.h>
#include <lz4frame.h>
#include <new>
#include <snappy-c.h>
#include <zlib.h>
#include <zstd.h>

namespace duologue {

namespace {

constexpr std::size_t kMostAtOnce = std::numeric_limits<int>::max();

bool unpackSnappy(std::string_view packed, char* target, std::size_t size)
{
    std::size_t length = 0;
    return snappy_uncompressed_length(packed.data(), packed.size(), &length) == SNAPPY_OK && length == size &&
           snappy_uncompress(packed.data(), packed.size(), target, &length) == SNAPPY_OK && length == size;
}

/// Several members may follow each other.
bool unpackGzip(std::string_view packed, char* target, std::size_t size)
{
    if (packed.size() > kMostAtOnce || size > kMostAtOnce)
        return false;
    z_stream stream{};
    // 32: with the header of gzip or of zlib.
    if (inflateInit2(&stream, 32 + MAX_WBITS) != Z_OK)
        return false;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(target);
    stream.avail_out = static_cast<uInt>(size);
    int result = Z_OK;
    do
        result = inflate(&stream, Z_FINISH);
    while (result == Z_STREAM_END && stream.avail_in > 0 && inflateReset(&stream) == Z_OK);
    inflateEnd(&stream);
    return result == Z_STREAM_END && stream.avail_out == 0;
}

bool unpackBrotli(std::string_view packed, char* target, std::size_t size)
{
    std::size_t length = size;
    return BrotliDecoderDecompress(packed.size(), reinterpret_cast<const std::uint8_t*>(packed.data()),
                                   &length, reinterpret_cast<std::uint8_t*>(target)) ==
               BROTLI_DECODER_RESULT_SUCCESS &&
           length == size;
}

bool unpackZstd(std::string_view packed, char* target, std::size_t size)
{
    const std::size_t length = ZSTD_decompress(target, size, packed.data(), packed.size());
    return ZSTD_isError(length) == 0 && length == size;
}

bool unpackLz4Block(std::string_view packed, char* target, std::size_t size)
{
    return packed.size() <= kMostAtOnce && size <= kMostAtOnce &&
           LZ4_decompress_safe(packed.data(), target, static_cast<int>(packed.size()),
                               static_cast<int>(size)) == static_cast<int>(size);
}

std::uint32_t bigEndianNumber(ByteReader& in)
{
    const auto number = in.number<std::uint32_t>();
    return number >> 24U | (number >> 8U & 0xFF00U) | (number << 8U & 0xFF0000U) | number << 24U;
}

/// Blocks, each after its two lengths.
bool unpackHadoopBlocks(std::string_view packed, char* target, std::size_t size)
{
    ByteReader in(packed);
    while (!in.rest().empty()) {
        const std::size_t unpacked = bigEndianNumber(in);
        const std::string_view block = in.bytes(bigEndianNumber(in));
        if (in.hasFailed() || unpacked > size || !unpackLz4Block(block, target, unpacked))
            return false;
        target += unpacked;
        size -= unpacked;
    }
    return size == 0;
}

bool unpackLz4Frame(std::string_view packed, char* target, std::size_t size)
{
    LZ4F_dctx* context = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)) != 0)
        return false;
    std::size_t done = 0;
    std::size_t expected = 1;
    while (!packed.empty() && expected != 0) {
        std::size_t written = size - done;
        std::size_t taken = packed.size();
        expected = LZ4F_decompress(context, target + done, &written, packed.data(), &taken, nullptr);
        if (LZ4F_isError(expected) != 0 || (written == 0 && taken == 0))
            break;
        done += written;
        packed.remove_prefix(taken);
    }
    LZ4F_freeDecompressionContext(context);
    return expected == 0 && done == size;
}

} // namespace

bool unpackBytes(Codec codec, std::string_view packed, char* target, std::size_t size)
{
    switch (codec) {
    case Codec::None:
        std::copy_n(packed.begin(), std::min(packed.size(), size), target);
        return packed.size() == size;
    case Codec::Snappy:
        return unpackSnappy(packed, target, size);
    case Codec::Gzip:
        return unpackGzip(packed, target, size);
    case Codec::Brotli:
        return unpackBrotli(packed, target, size);
    case Codec::Zstd:
        return unpackZstd(packed, target, size);
    case Codec::Lz4Block:
        return unpackLz4Block(packed, target, size);
    // Some writers have used this name for bare blocks.
    case Codec::Lz4Hadoop:
        return unpackHadoopBlocks(packed, target, size) || unpackLz4Block(packed, target, size);
    case Codec::Lz4Frame:
        return unpackLz4Frame(packed, target, size);
    }
    return false;
}

std::string packZstd(std::string_view bytes)
{
    std::string packed(ZSTD_compressBound(bytes.size()), '\0');
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 0);
    if (ZSTD_isError(size) != 0)
        throw std::bad_alloc();
    packed.resize(size);
    return packed;
}

std::uint32_t crc32Of(std::string_view bytes)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

namespace {

template<typename T>
bool readRuns(ByteReader& in, unsigned width, std::span<T> target)
{
    if (width > 32)
        return false;
    while (!target.empty()) {
        const std::uint64_t head = in.varint();
        if (in.hasFailed())
            return false;
        if ((head & 1U) == 0) {
            std::uint32_t value = 0;
            for (unsigned shift = 0; shift < width; shift += 8)
                value |= std::uint32_t{in.number<std::uint8_t>()} << shift;
            const auto count = std::min<std::uint64_t>(head >> 1U, target.size());
            std::fill_n(target.begin(), count, static_cast<T>(value));
            target = target.subspan(static_cast<std::size_t>(count));
            continue;
        }
        const auto count = std::min<std::uint64_t>((head >> 1U) * 8, target.size());
        if (head >> 1U > (std::uint64_t{1} << 40U))
            return false;
        // The last run of some writers ends with its last value, not with the group of eight.
        const std::uint64_t whole = (head >> 1U) * width;
        const std::string_view bits =
            in.bytes(whole <= in.rest().size() ? whole : std::max<std::uint64_t>((count * width + 7) / 8, 1));
        if (in.hasFailed())
            return false;
        for (std::uint64_t i = 0; i < count; ++i)
            target[static_cast<std::size_t>(i)] = static_cast<T>(bitsAt(bits, i * width, width));
        target = target.subspan(static_cast<std::size_t>(count));
    }
    return !in.hasFailed();
}

/// Larger than any writer makes them.
constexpr std::uint64_t kLargestDeltaBlock = std::uint64_t{1} << 24U;

/// Numbers wrap around as those of the writer have done.
std::int64_t wrappingSum(std::int64_t left, std::uint64_t right)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) + right);
}

} // namespace

unsigned bitWidthFor(std::uint64_t most)
{
    return static_cast<unsigned>(std::bit_width(most));
}

bool readBitRuns(ByteReader& in, unsigned width, std::span<std::uint32_t> target)
{
    return readRuns(in, width, target);
}

bool readBitRuns(ByteReader& in, unsigned width, std::span<std::uint8_t> target)
{
    return width <= 8 && readRuns(in, width, target);
}

bool readHighBitsFirst(ByteReader& in, unsigned width, std::span<std::uint8_t> target)
{
    const std::string_view bits = in.bytes((std::uint64_t{target.size()} * width + 7) / 8);
    if (in.hasFailed() || width > 8)
        return false;
    std::size_t bit = 0;
    for (std::uint8_t& value : target) {
        unsigned number = 0;
        for (unsigned i = 0; i < width; ++i, ++bit)
            number = number << 1U | (static_cast<unsigned char>(bits[bit / 8]) >> (7 - bit % 8) & 1U);
        value = static_cast<std::uint8_t>(number);
    }
    return true;
}

bool readDeltaNumbers(ByteReader& in, std::size_t count, std::vector<std::int64_t>& numbers)
{
    const std::uint64_t blockSize = in.varint();
    const std::uint64_t parts = in.varint();
    const std::uint64_t total = in.varint();
    std::int64_t value = in.zigzag();
    if (in.hasFailed() || total != count || blockSize == 0 || blockSize > kLargestDeltaBlock || parts == 0 ||
        parts > blockSize || blockSize % parts != 0 || blockSize / parts % 8 != 0)
        return false;
    numbers.clear();
    numbers.reserve(count);
    if (count == 0)
        return true;
    numbers.push_back(value);
    const std::uint64_t inPart = blockSize / parts;
    while (numbers.size() < count) {
        const auto least = static_cast<std::uint64_t>(in.zigzag());
        const std::string_view widths = in.bytes(parts);
        if (in.hasFailed())
            return false;
        for (std::uint64_t part = 0; part < parts && numbers.size() < count; ++part) {
            const auto width = static_cast<unsigned char>(widths[static_cast<std::size_t>(part)]);
            const std::string_view bits = in.bytes(inPart * width / 8);
            if (in.hasFailed() || width > 64)
                return false;
            const std::uint64_t here = std::min<std::uint64_t>(inPart, count - numbers.size());
            for (std::uint64_t i = 0; i < here; ++i) {
                value = wrappingSum(value, least + bitsAt(bits, i * width, width));
                numbers.push_back(value);
            }
        }
    }
    return true;
}

bool readDeltaLengths(ByteReader& in, std::size_t count, std::vector<std::string_view>& values)
{
    std::vector<std::int64_t> lengths;
    if (!readDeltaNumbers(in, count, lengths))
        return false;
    values.clear();
    values.reserve(count);
    for (const std::int64_t length : lengths) {
        if (length < 0)
            return false;
        values.push_back(in.bytes(static_cast<std::uint64_t>(length)));
    }
    return !in.hasFailed();
}

bool readDeltaStrings(ByteReader& in, std::size_t count, std::size_t limit,
                      std::vector<std::string_view>& values, std::string& joined)
{
    std::vector<std::int64_t> shared;
    if (!readDeltaNumbers(in, count, shared) || !readDeltaLengths(in, count, values))
        return false;
    std::uint64_t size = 0;
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (shared[i] < 0 || static_cast<std::uint64_t>(shared[i]) > before)
            return false;
        before = static_cast<std::uint64_t>(shared[i]) + values[i].size();
        size += before;
        if (size > limit)
            return false;
    }
    // The values point into it, so it must not grow any more.
    joined.clear();
    joined.reserve(static_cast<std::size_t>(size));
    std::size_t last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t begin = joined.size();
        joined.append(joined.data() + last, static_cast<std::size_t>(shared[i]));
        joined.append(values[i]);
        values[i] = std::string_view(joined).substr(begin);
        last = begin;
    }
    return true;
}

} // namespace duologue
