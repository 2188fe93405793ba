// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/dictionary.h"

#include <optional>
#include <string>

namespace duologue {

/// A value, or a bin of numbers, of the field that records are grouped by.
struct GroupValue {
    /// As shown; for a single value also the text of a query term that finds it.
    std::string text;
    /// Empty for categories. For a bin its lower end, which may be minus infinity.
    std::optional<double> number;
    /// Only for a bin: its upper end, and whether the end belongs to it.
    std::optional<double> end;
    bool endIncluded = false;
    /// Its Chinese name, if `text` is another one.
    std::string chinese = {};

    bool operator==(const GroupValue&) const = default;
};

/// GroupValue::chinese of a category.
inline std::string otherNameOf(const Category& category)
{
    return category.en.empty() || category.zh == category.en ? std::string() : category.zh;
}

} // namespace duologue
