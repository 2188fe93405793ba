// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/codecs.h"

#include "core/io/columnar/byte_reader.h"

#include <algorithm>
#include <limits>
#include <new>

#include <brotli/decode.h>
#include <lz4.h>
#include <lz4frame.h>
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

} // namespace duologue
