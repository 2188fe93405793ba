// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/delta_values.h"

#include "core/io/columnar/bit_runs.h"

#include <algorithm>

namespace duologue {

namespace {

/// Larger than any writer makes them.
constexpr std::uint64_t kLargestDeltaBlock = std::uint64_t{1} << 24U;

/// Numbers wrap around as those of the writer have done.
std::int64_t wrappingSum(std::int64_t left, std::uint64_t right)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) + right);
}

} // namespace

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
