// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_scan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace duologue {

/// The messages of the wanted rows of a run. Writes their values side by side, so that counting loops need
/// not start anew at each row: conversations are short. One thread.
class WantedMessages {
public:
    /// Takes the messages of [begin, end), at most FieldScan::kRun rows. `places` are the offsets of the
    /// wanted rows from `begin` and must not change until the next call.
    void take(const Snapshot& snapshot, Row begin, Row end, std::span<const std::uint16_t> places);

    /// Range of the messages of the whole run, wanted or not.
    MessageIndex first() const { return m_starts[0]; }
    MessageIndex last() const { return m_last; }
    /// Number of messages of the wanted rows.
    std::size_t count() const { return m_count; }

    /// Calls fill(out) to write a value for each message of the run, and keeps those of the wanted rows in
    /// `out`. `spare` is scratch space.
    template<typename Value, typename Fill>
    void pick(std::vector<Value>& out, std::vector<Value>& spare, const Fill& fill) const
    {
        const bool areAll = m_count == last() - first();
        std::vector<Value>& all = areAll ? out : spare;
        all.resize(last() - first() + kStride);
        fill(all.data());
        if (areAll)
            return;
        out.resize(m_count + kStride);
        forEachStride(out.data(), [&all](std::size_t, std::size_t from, Value* to) {
            std::memcpy(to, all.data() + from, kStride * sizeof(Value));
        });
    }

    /// Writes the value of its row for each wanted message; ofPlaces[i] belongs to the i-th wanted row.
    void spread(const std::uint32_t* ofPlaces, std::vector<std::uint32_t>& out) const
    {
        out.resize(m_count + kStride);
        forEachStride(out.data(), [ofPlaces](std::size_t place, std::size_t, std::uint32_t* to) {
            std::fill_n(to, kStride, ofPlaces[place]);
        });
    }

    /// Writes (key << shift) + ofPlaces[its row] for each wanted message. `keys` has the key of each message
    /// of the run, followed by kStride elements of padding.
    void pickSums(const std::vector<std::uint32_t>& keys, unsigned shift, const std::uint32_t* ofPlaces,
                  std::vector<std::uint32_t>& out) const
    {
        out.resize(m_count + kStride);
        forEachStride(out.data(), [&keys, shift, ofPlaces](std::size_t place, std::size_t from, auto* to) {
            const std::uint32_t added = ofPlaces[place];
            const std::uint32_t* const there = keys.data() + from;
            std::array<std::uint32_t, kStride> sums;
            for (std::size_t i = 0; i < kStride; ++i)
                sums[i] = (there[i] << shift) + added;
            std::memcpy(to, sums.data(), sizeof(sums));
        });
    }

    /// Values are copied in blocks of this size, which is faster than copying exact lengths. Elements
    /// written past a row's last message are overwritten by the next row or lie past the end.
    static constexpr std::size_t kStride = 16;

private:
    /// Calls write(index of the wanted row, offset of the message in the run, destination) for each block.
    template<typename Value, typename Write>
    void forEachStride(Value* to, const Write& write) const
    {
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            const std::size_t from = m_starts[m_places[i]] - m_starts[0];
            const std::size_t size = m_starts[m_places[i] + 1U] - m_starts[m_places[i]];
            std::size_t done = 0;
            do {
                write(i, from + done, to + done);
                done += kStride;
            } while (done < size);
            to += size;
        }
    }

    std::array<MessageIndex, FieldScan::kRun + 1> m_starts{};
    std::span<const std::uint16_t> m_places;
    MessageIndex m_last{0};
    std::size_t m_count = 0;
};

} // namespace duologue
