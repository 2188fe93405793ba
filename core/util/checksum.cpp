// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/checksum.h"

#include <array>
#include <cstdio>
#include <new>
#include <xxhash.h>

namespace duologue {

std::uint64_t checksum(std::string_view bytes)
{
    return XXH3_64bits(bytes.data(), bytes.size());
}

WideChecksum wideChecksum(std::string_view bytes)
{
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.low64, hash.high64};
}

std::string hexText(std::uint64_t checksum)
{
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(checksum));
    return digits.data();
}

std::string hexText(const WideChecksum& checksum)
{
    return hexText(checksum.high) + hexText(checksum.low);
}

void RunningChecksum::Free::operator()(XXH3_state_s* state) const
{
    XXH3_freeState(state);
}

RunningChecksum::RunningChecksum() : m_state(XXH3_createState())
{
    if (!m_state)
        throw std::bad_alloc();
    XXH3_64bits_reset(m_state.get());
}

void RunningChecksum::add(std::string_view bytes)
{
    XXH3_64bits_update(m_state.get(), bytes.data(), bytes.size());
}

std::uint64_t RunningChecksum::value() const
{
    return XXH3_64bits_digest(m_state.get());
}

} // namespace duologue
