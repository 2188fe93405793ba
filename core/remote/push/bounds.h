// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace duologue {

/// A condition of the query language as two of SQL: wherever `lower` holds the condition does, and wherever
/// the condition holds `upper` does. If both are one text, it is the condition itself. Neither is ever NULL.
/// "0" and "1" are false and true.
struct Bounds {
    std::string lower = "0";
    std::string upper = "1";

    /// Nothing is known.
    static Bounds unknown() { return {}; }
    static Bounds exactly(const std::string& condition) { return {condition, condition}; }

    bool isExact() const { return lower == upper; }
    bool operator==(const Bounds&) const = default;
};

/// Of two conditions about one row.
Bounds bothHold(const Bounds& a, const Bounds& b);

} // namespace duologue
