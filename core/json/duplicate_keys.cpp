// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/duplicate_keys.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace duologue {

namespace {

template<typename Word>
std::uint64_t wordAt(const char* bytes)
{
    Word word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

/// Hashing keys with checksum(), which takes three times as long for words, makes a gigabyte of records take
/// 1.5 % more.
std::uint64_t hashOf(std::string_view key)
{
    constexpr std::uint64_t kGolden = 0x9E37'79B9'7F4A'7C15U;
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    constexpr std::size_t kHalf = sizeof(std::uint32_t);
    const char* const bytes = key.data();
    const std::size_t size = key.size();
    std::uint64_t hash = size * kGolden;
    if (size > kWord) {
        for (std::size_t at = 0; at + kWord < size; at += kWord)
            hash = (hash ^ wordAt<std::uint64_t>(bytes + at)) * kGolden;
        return hash ^ std::rotl(wordAt<std::uint64_t>(bytes + size - kWord), 21);
    }
    if (size >= kHalf)
        return hash ^ wordAt<std::uint32_t>(bytes) ^ wordAt<std::uint32_t>(bytes + size - kHalf) << 32U;
    for (std::size_t at = 0; at < size; ++at)
        hash ^= wordAt<std::uint8_t>(bytes + at) << (8 * at);
    return hash;
}

bool hasNameTwice(const JsonView& object)
{
    std::vector<std::string_view> names;
    names.reserve(object.size());
    for (const auto [key, value] : object.members())
        names.push_back(key);
    std::sort(names.begin(), names.end());
    return std::adjacent_find(names.begin(), names.end()) != names.end();
}

bool hasDuplicateKeysInObject(const JsonView& object)
{
    /// The hashes of so many keys are compared with each other sooner than names are sorted.
    constexpr std::size_t kFew = 24;
    std::array<std::uint64_t, kFew> hashes;
    std::size_t count = 0;
    bool mayRepeat = object.size() > kFew;
    const bool comparesHashes = !mayRepeat;
    for (const auto [key, value] : object.members()) {
        if (comparesHashes) {
            const std::uint64_t hash = hashOf(key);
            std::uint64_t equal = 0;
            for (std::size_t i = 0; i < count; ++i)
                equal |= static_cast<std::uint64_t>(hashes[i] == hash);
            mayRepeat = mayRepeat || equal != 0;
            hashes[count++] = hash;
        }
        if (hasDuplicateKeys(value))
            return true;
    }
    return mayRepeat && hasNameTwice(object);
}

} // namespace

bool hasDuplicateKeys(const JsonView& value)
{
    if (value.isObject())
        return hasDuplicateKeysInObject(value);
    for (const JsonView element : value.elements()) {
        if (hasDuplicateKeys(element))
            return true;
    }
    return false;
}

} // namespace duologue
