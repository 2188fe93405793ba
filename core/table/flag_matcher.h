// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/field_scan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace duologue {

/// Tells of many messages at once which have one of certain keys, for fields whose keys stand in the entries
/// of messages (FieldScan::flagBits()). Immutable; any thread.
class FlagMatcher {
public:
    /// `byKey` is 1 for the keys that are wanted, 0 for others; those behind its end are not wanted.
    FlagMatcher(const FieldScan::FlagBits& bits, const std::vector<std::uint8_t>& byKey);

    /// Sets bit `at` + i of `out`, which is 0 so far, where messages[i] is wanted. May write one word behind
    /// the one of the last message.
    void find(const MessageFlags* messages, std::size_t count, std::uint64_t* out, std::size_t at) const;

private:
    /// Of so many bits one look tells many at once whether they are wanted.
    static constexpr unsigned kWidestKey = 10;

    void findOneByOne(const MessageFlags* messages, std::size_t count, std::uint64_t* out,
                      std::size_t at) const;
    void findByWidestLanes(const MessageFlags* messages, std::size_t count, std::uint64_t* out,
                           std::size_t at) const;

    unsigned m_place;
    unsigned m_width;
    /// By the bits in the entry.
    std::vector<std::uint8_t> m_wanted;
    /// The same, a bit for each, where the width is kWidestKey at most.
    alignas(64) std::array<std::uint16_t, (std::size_t{1} << kWidestKey) / 16> m_wantedBits{};
};

/// Which messages of a run are wanted.
class MessageBits {
public:
    /// Of the messages from `first` up to `last`.
    MessageBits(const FieldScan& scan, const FlagMatcher& match, std::uint32_t first, std::uint32_t last);

    /// Whether one of these is wanted. That is as good as random: no branch depends on it where they are few.
    bool anyIn(std::uint32_t begin, std::uint32_t end) const
    {
        std::uint64_t found = 0;
        for (; end - begin >= 64; begin += 64)
            found |= bitsFrom(begin);
        return (found | (bitsFrom(begin) & ((std::uint64_t{1} << (end - begin)) - 1))) != 0;
    }

private:
    /// Of 64 messages.
    std::uint64_t bitsFrom(std::uint32_t message) const
    {
        const std::size_t at = message - m_first;
        return m_words[at / 64] >> (at % 64) | m_words[at / 64 + 1] << 1 << (63 - at % 64);
    }

    std::uint32_t m_first;
    std::vector<std::uint64_t> m_words;
};

} // namespace duologue
