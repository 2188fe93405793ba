// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/chunked_vector.h"
#include "core/base/simd/prefetch.h"

#include <algorithm>
#include <cstddef>

namespace duologue {

/// Writes value(entry) to `out` for each entry of [begin, end). Callers read a list run by run, so the next
/// run of the same length is prefetched.
template<typename Entry, std::size_t ChunkSize, typename Out, typename Value>
void readEach(const ChunkedVector<Entry, ChunkSize>& entries, std::size_t begin, std::size_t end, Out* out,
              Value&& value)
{
    constexpr std::size_t kLine = kCacheLine / sizeof(Entry);
    entries.forEachPiece(begin, end, [&](std::size_t, const Entry* piece, std::size_t count) {
        const Entry* const last = piece + count;
        for (; last - piece >= static_cast<std::ptrdiff_t>(kLine); piece += kLine) {
            prefetch(piece, count * sizeof(Entry));
            out = std::transform(piece, piece + kLine, out, value);
        }
        out = std::transform(piece, last, out, value);
    });
}

} // namespace duologue
