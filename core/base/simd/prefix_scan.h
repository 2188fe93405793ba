// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace duologue {

/// The bytes that may stand at one place of a prefix, by their halves: any of `low` with any of `high`.
struct NibbleSet {
    std::uint16_t low = 0;
    std::uint16_t high = 0;

    static constexpr NibbleSet any() { return {0xFFFF, 0xFFFF}; }
    void add(std::uint8_t byte)
    {
        low = static_cast<std::uint16_t>(low | 1U << (byte & 15U));
        high = static_cast<std::uint16_t>(high | 1U << (byte >> 4U));
    }
};

/// Finds where one of many prefixes of three or four bytes may stand in a text, at about the speed of reading
/// it: the prefixes share eight buckets, whose bytes are told by two small tables for each place (the "Teddy"
/// algorithm of Hyperscan). Every place is found where a prefix stands, and some where none does: the fewer,
/// the more the prefixes of a bucket resemble each other. Searches on any thread at once.
class PrefixScan {
public:
    /// Of a prefix. The last one is a filter alone: where bytes are not taken sixty-four at once, any byte
    /// stands there.
    static constexpr std::size_t kPlaces = 4;
    using Prefix = std::array<NibbleSet, kPlaces>;
    static constexpr std::size_t kBuckets = 8;

    void add(std::size_t bucket, const Prefix& prefix);
    /// "\u" and a digit of `first` and one of `second`: an escape in JSON.
    void addEscape(std::size_t bucket, const NibbleSet& first, const NibbleSet& second);
    /// What begins so is passed over, although a bucket may take it. Each exception in a bucket of its own:
    /// these must take no others.
    void except(std::size_t bucket, const Prefix& prefix);

    /// Calls accept(place) for each place at or behind `from`, in order, until one is accepted. What stands
    /// behind the end of the text counts as any byte.
    template<typename Accept>
    void find(std::string_view text, std::size_t from, Accept&& accept) const
    {
        findEach(
            text, from,
            [](void* context, std::size_t at) {
                return (*static_cast<std::remove_reference_t<Accept>*>(context))(at);
            },
            &accept);
    }

private:
    static constexpr std::size_t kCoarsePlaces = 3;

    /// For one place, which buckets take a byte of that low or high half; twice over, as the instructions
    /// want it.
    struct alignas(32) Table {
        std::array<std::uint8_t, 32> buckets{};
    };
    struct Tables {
        std::array<Table, kCoarsePlaces> low;
        std::array<Table, kCoarsePlaces> high;

        void add(std::size_t bucket, const Prefix& prefix);
        unsigned bucketsAt(std::string_view text, std::size_t at) const;
    };

    /// The same for one place by more of each byte, so that fewer bytes are taken that nobody added: which
    /// buckets take a byte of those lower and of those higher six bits.
    struct alignas(64) FineTable {
        std::array<std::uint8_t, 64> lower{};
        std::array<std::uint8_t, 64> higher{};
    };
    using FineTables = std::array<FineTable, kPlaces>;

    struct Lanes;
    struct FineLanes;
    struct FineBlock;
    struct FineScan;
    using Accepts = bool (*)(void* context, std::size_t at);

    static void addFine(FineTables& tables, std::size_t bucket, const Prefix& prefix);
    bool mayBeginAt(std::string_view text, std::size_t at) const;
    void findEach(std::string_view text, std::size_t from, Accepts accepts, void* context) const;
    void findOneByOne(std::string_view text, std::size_t from, Accepts accepts, void* context) const;
    std::size_t passOver(std::string_view text, std::size_t from) const;
    std::uint64_t placesIn(const char* block, std::size_t count) const;
    void findByLanes(std::string_view text, std::size_t from, Accepts accepts, void* context) const;
    void findByWidestLanes(std::string_view text, std::size_t from, Accepts accepts, void* context) const;

    Tables m_wanted;
    Tables m_exceptions;
    /// Of escapes, the two digits behind "\u".
    Tables m_escapes;
    /// What is wanted, and what wanted escapes begin with.
    FineTables m_fineSeen{};
    FineTables m_fineWanted{};
    FineTables m_fineExceptions{};
    FineTables m_fineEscapes{};
};

} // namespace duologue
