// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace duologue {

/// Keys of the fields that every dataset has (core/table/built_in_field.cpp), but for "id". A record's own
/// value under such a key would be hidden by the field, so its column is called "record.KEY".
inline constexpr std::array<std::string_view, 16> kBuiltInKeys{
    "format", "file",          "record",       "messages",
    "turns",  "language",      "translation",  "length",
    "role",   "problems",      "first_role",   "candidates",
    "intent", "hallucination", "satisfaction", "earlier_translations"};

inline bool isBuiltInKey(std::string_view key)
{
    return std::find(kBuiltInKeys.begin(), kBuiltInKeys.end(), key) != kBuiltInKeys.end();
}

} // namespace duologue
