// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>

namespace duologue {

/// What a query may cost.
struct ServerLimits {
    std::chrono::seconds connectTime{5};
    /// For the whole query, at the server (max_execution_time) and here.
    std::chrono::seconds queryTime{300};
    /// Of an answer, at the server (max_result_bytes).
    std::uint64_t resultBytes = std::uint64_t{16} << 30U;
    /// How often a connection is tried before nothing of an answer has come.
    int attempts = 3;
};

} // namespace duologue
