// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct XXH3_state_s;

namespace duologue {

/// A hash of the bytes, the same in every run. It is no protection against deliberate collisions.
std::uint64_t checksum(std::string_view bytes);

/// The same in 128 bits: two texts with equal ones are equal, unless somebody made them for it.
struct WideChecksum {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};
WideChecksum wideChecksum(std::string_view bytes);

/// 16 hexadecimal digits in small letters; of a wide one 32, the high half first.
std::string hexText(std::uint64_t checksum);
std::string hexText(const WideChecksum& checksum);

/// The checksum() of bytes that arrive in pieces, however they are split. One thread.
class RunningChecksum {
public:
    RunningChecksum();

    void add(std::string_view bytes);
    std::uint64_t value() const;

private:
    struct Free {
        void operator()(XXH3_state_s* state) const;
    };
    std::unique_ptr<XXH3_state_s, Free> m_state;
};

} // namespace duologue
