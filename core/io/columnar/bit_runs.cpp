// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/bit_runs.h"

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

} // namespace duologue
