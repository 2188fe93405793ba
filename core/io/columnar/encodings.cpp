// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/encodings.h"

#include <algorithm>
#include <bit>

namespace duologue {

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
