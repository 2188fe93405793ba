// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace duologue {

/// Appends `text` in quotes, as a string of JSON. Bytes that are not valid UTF-8 are kept, so that whoever
/// reads the record says so.
void appendJsonString(std::string& out, std::string_view text);

/// The name in a key as appendJsonString() and a colon make it, still escaped.
inline std::string nameOfKey(std::string_view key)
{
    return std::string(key.substr(1, key.size() - 3));
}

/// Whether the text is exactly one value of strict JSON, with white space around it. Brackets may be nested
/// 200 times.
bool isOneJsonValue(std::string_view text);

} // namespace duologue
