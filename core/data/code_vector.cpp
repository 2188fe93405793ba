// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/code_vector.h"

#include <limits>

namespace duologue {

namespace {

template<typename Stored>
void copyWider(const void* bytes, std::size_t begin, std::size_t count, std::uint32_t base,
               std::uint32_t* out)
{
    const Stored* const from = static_cast<const Stored*>(bytes) + begin;
    if (base == 0) {
        std::copy_n(from, count, out);
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
        out[i] = from[i] == 0 ? 0 : from[i] + base;
}

template<typename Stored>
NarrowKeys copyNarrower(std::span<const std::uint32_t> keys, std::uint32_t base)
{
    auto bytes = std::make_shared_for_overwrite<Stored[]>(keys.size());
    Stored* const out = bytes.get();
    for (std::size_t i = 0; i < keys.size(); ++i)
        out[i] = static_cast<Stored>(keys[i] == 0 ? 0 : keys[i] - base);
    return {std::move(bytes), base, sizeof(Stored)};
}

} // namespace

void NarrowKeys::copyTo(std::size_t begin, std::size_t count, std::uint32_t* out) const
{
    switch (width) {
    case 0:
        std::fill_n(out, count, base);
        return;
    case 1:
        copyWider<std::uint8_t>(bytes.get(), begin, count, base, out);
        return;
    case 2:
        copyWider<std::uint16_t>(bytes.get(), begin, count, base, out);
        return;
    default:
        copyWider<std::uint32_t>(bytes.get(), begin, count, 0, out);
    }
}

NarrowKeys narrowed(std::span<const std::uint32_t> keys)
{
    constexpr std::uint32_t kByte = std::numeric_limits<std::uint8_t>::max();
    constexpr std::uint32_t kTwoBytes = std::numeric_limits<std::uint16_t>::max();
    if (keys.empty())
        return {};
    const std::uint32_t first = keys.front();
    std::uint32_t bits = 0;
    std::uint32_t differences = 0;
    for (const std::uint32_t key : keys) {
        bits |= key;
        differences |= key ^ first;
    }
    if (differences == 0)
        return {nullptr, first, 0};
    if (bits <= kByte)
        return copyNarrower<std::uint8_t>(keys, 0);
    // One less than the least key but 0, for which it wraps around.
    std::uint32_t below = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t most = 0;
    for (const std::uint32_t key : keys) {
        most = std::max(most, key);
        below = std::min(below, key - 1);
    }
    if (most - below <= kByte)
        return copyNarrower<std::uint8_t>(keys, below);
    if (most <= kTwoBytes || most - below <= kTwoBytes)
        return copyNarrower<std::uint16_t>(keys, most <= kTwoBytes ? 0 : below);
    return copyNarrower<std::uint32_t>(keys, 0);
}

} // namespace duologue
