// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace duologue {

/// A set of bytes: those whose lower half is in `low` and whose higher half is in `high`.
struct NibbleSet {
    std::uint16_t low = 0;
    std::uint16_t high = 0;

    static constexpr NibbleSet any() { return {0xFFFF, 0xFFFF}; }
    static NibbleSet of(std::string_view bytes)
    {
        NibbleSet set;
        for (const char byte : bytes)
            set.add(static_cast<std::uint8_t>(byte));
        return set;
    }
    void add(std::uint8_t byte)
    {
        low = static_cast<std::uint16_t>(low | 1U << (byte & 15U));
        high = static_cast<std::uint16_t>(high | 1U << (byte >> 4U));
    }
};

/// Finds the positions in a text at which one of many prefixes of four bytes may begin, at about the speed of
/// reading the text. This is the "Teddy" algorithm of Hyperscan: the prefixes share eight buckets, and two
/// small tables for each of the four bytes tell which buckets accept a byte. No position with a prefix is
/// missed. Positions without one are found too: fewer if the prefixes of a bucket are alike.
/// Any number of threads may search at once.
class PrefixScan {
public:
    static constexpr std::size_t kLength = 4;
    static constexpr std::size_t kBuckets = 8;
    using Prefix = std::array<NibbleSet, kLength>;

    void add(std::size_t bucket, const Prefix& prefix);
    /// Adds an escape of JSON that begins with "\u", a digit of `first` and a digit of `second`.
    void addEscape(std::size_t bucket, const NibbleSet& first, const NibbleSet& second);
    /// Positions at which the first three bytes of `prefix` begin are not found, even if a bucket accepts
    /// them. Each exception needs a bucket of its own.
    void except(std::size_t bucket, const Prefix& prefix);

    /// Calls accept(position) for each position from `from` on, in order, until it returns true. After the
    /// end of the text, any byte is accepted.
    template<typename Wanted>
    void find(std::string_view text, std::size_t from, Wanted&& accept) const
    {
        if (from >= text.size())
            return;
        findAll(text, from,
                {[](void* context, std::size_t position) {
                     return (*static_cast<std::remove_reference_t<Wanted>*>(context))(position);
                 },
                 &accept});
    }

    /// A reference to the function that find() was called with.
    struct Accept {
        bool (*call)(void* context, std::size_t position);
        void* context;

        bool operator()(std::size_t position) const { return call(context, position); }
        /// Whether it accepts `begin` + i for a set bit i of `hits`.
        bool any(std::size_t begin, std::uint64_t hits) const
        {
            for (; hits != 0; hits &= hits - 1) {
                if (call(context, begin + static_cast<std::size_t>(std::countr_zero(hits))))
                    return true;
            }
            return false;
        }
    };
    /// Which buckets accept a byte, by its halves.
    struct Table {
        alignas(16) std::array<std::uint8_t, 16> low{};
        alignas(16) std::array<std::uint8_t, 16> high{};
    };
    /// For each byte of a prefix.
    struct Tables : std::array<Table, kLength> {
        void add(std::size_t bucket, const Prefix& prefix);
        bool accepts(std::string_view text, std::size_t position) const;
    };
    struct AllTables {
        Tables wanted;
        Tables exceptions;
        /// The two digits of wanted escapes.
        Tables escapes;

        bool accepts(std::string_view text, std::size_t position) const;
        void findOneByOne(std::string_view text, std::size_t from, const Accept& accept) const;
    };

private:
    void findAll(std::string_view text, std::size_t from, const Accept& accept) const;

    AllTables m_tables;
};

} // namespace duologue
