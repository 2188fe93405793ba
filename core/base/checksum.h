// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

struct XXH3_state_s;

namespace duologue {

/// A number that tells bytes apart, the same in every run. No protection against those who want to deceive.
std::uint64_t checksum(std::string_view bytes);

/// The checksum of bytes that come in pieces: the same number, however they are cut. One thread.
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
