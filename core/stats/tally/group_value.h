// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace duologue {

/// A value of the field that groups are made by.
struct GroupValue {
    /// As people read it, and as a query term finds it.
    std::string text;
    /// None for categories. Where a bin of numbers begins, which may be at minus infinity.
    std::optional<double> number;
    /// Only of a bin: where it ends, and whether the end belongs to it.
    std::optional<double> end;
    bool endIncluded = false;

    bool operator==(const GroupValue&) const = default;
};

} // namespace duologue
