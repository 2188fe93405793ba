// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/split_vector.h"
#include "core/table/column.h"
#include "core/table/dictionary.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace duologue {

/// The attributes that messages are counted and filtered by.
struct MessageFlags {
    /// Number of a set in MessageTable::intentSets; 0 is the empty set, and every set for which no number is
    /// left.
    std::uint16_t intentSet = 0;
    /// roleNumber() of a code in MessageTable::roles.
    std::uint8_t role = 0;
    /// Bits 0 and 1: Mark. Bits 2 to 4: satisfaction, 0 for none. Bit 5: has English. Bit 6: has Chinese. Bit
    /// 7: has an earlier translation.
    std::uint8_t bits = 0;

    Mark mark() const { return static_cast<Mark>(bits & 3U); }
    unsigned satisfaction() const { return (bits >> 2U) & 7U; }
    bool hasEnglish() const { return (bits & 32U) != 0; }
    bool hasChinese() const { return (bits & 64U) != 0; }
    bool hasEarlier() const { return (bits & 128U) != 0; }
};

/// The number of roles whose codes do not fit into MessageFlags::role.
inline constexpr std::uint8_t kLastRole = std::numeric_limits<std::uint8_t>::max();

constexpr std::uint8_t roleNumber(CategoryCode code)
{
    return static_cast<std::uint8_t>(std::min<std::size_t>(indexOf(code), kLastRole));
}

struct MessageLengths {
    /// Characters of the newest text in English (or the language it stands for) and in Chinese.
    std::uint32_t lengthEnglish = 0;
    std::uint32_t lengthChinese = 0;
};

/// What is kept of every message, whatever keys it has: 12 bytes, so that ten million fit anywhere.
struct MessageEntry : MessageFlags, MessageLengths {
    std::uint32_t length() const { return hasEnglish() ? lengthEnglish : lengthChinese; }
};

static_assert(sizeof(MessageEntry) == 12);

/// Every message of every record, in order; RecordEntry::firstMessage is the index of a record's first one.
/// Copies are snapshots.
struct MessageTable {
    /// A combination of intents. Messages may have several intents, but there are few different combinations.
    struct IntentSet {
        std::array<CategoryCode, 6> codes{};
        std::uint8_t count = 0;

        bool operator==(const IntentSet&) const = default;
        bool contains(CategoryCode code) const;
    };

    SplitVector<MessageEntry, MessageFlags, MessageLengths> entries;
    /// Other keys of messages, in the order of first appearance. Flags and categories only: four bytes for
    /// each message up to the last one that has the key.
    std::vector<Column> columns;
    ChunkedVector<IntentSet, 256> intentSets;
    Categories intents;
    Categories roles;
    /// As Column::mixed, of intents or roles.
    bool mixed = false;

    MessageEntry entry(MessageIndex message) const { return entries[indexOf(message)]; }
    const MessageFlags& flags(MessageIndex message) const { return entries.hot()[indexOf(message)]; }
    /// The one after the last one.
    MessageIndex end() const { return static_cast<MessageIndex>(entries.size()); }
};

/// Finds or makes the number of a set of intents in a list that is being written. A coder belongs to one
/// list, to which nothing else adds. One thread.
class IntentSetCoder {
public:
    /// `List` is MessageTable::intentSets or a std::vector; its first set is the empty one.
    template<typename List>
    std::uint16_t number(const MessageTable::IntentSet& set, List& sets)
    {
        if (sets.empty())
            sets.push_back({});
        if (set.count == 0)
            return 0;
        // Most messages have one intent.
        const std::size_t first = indexOf(set.codes[0]);
        const bool isOne = set.count == 1 && first < m_ofOne.size();
        if (isOne && m_ofOne[first] != 0)
            return m_ofOne[first];
        if (const auto known = m_numbers.find(set); known != m_numbers.end())
            return known->second;
        if (sets.size() > std::numeric_limits<std::uint16_t>::max())
            return 0;
        const auto number = static_cast<std::uint16_t>(sets.size());
        sets.push_back(set);
        m_numbers.emplace(set, number);
        if (isOne)
            m_ofOne[first] = number;
        return number;
    }

private:
    struct Hash {
        std::size_t operator()(const MessageTable::IntentSet& set) const;
    };

    std::unordered_map<MessageTable::IntentSet, std::uint16_t, Hash> m_numbers;
    /// By code, the number of the set that has only this intent; 0 if there is none.
    std::array<std::uint16_t, 32> m_ofOne{};
};

} // namespace duologue
