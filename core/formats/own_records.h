// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace duologue {

/// The first key of records that the program has written itself with everything in them, and its value: the
/// version of that form. The format "duologue" reads them.
inline constexpr const char* kOwnFormatKey = "duologue";
inline constexpr int kOwnFormatVersion = 1;

/// Keys of messages in such records. Their values are lists of objects whose members are fields, in order:
/// the content that is not only text (Field::isContent), and further fields whose keys the message has
/// already.
inline constexpr std::string_view kContentInFile = "content_in_file";
inline constexpr std::string_view kRepeatedFields = "repeated_fields";

/// The keys of such messages that are not fields.
inline constexpr std::array<std::string_view, 10> kOwnMessageKeys{
    "role", "role_in_file", "text",         "intent",       "hallucination",
    "memo", "fields",       "satisfaction", kContentInFile, kRepeatedFields};

/// Whether a field of a message is taken for content if the message does not have kContentInFile:
/// version 1.0.0 wrote content ("content", or "content.2" of a message in pieces) like all other fields.
inline bool looksLikeContent(std::string_view role, std::string_view key, const JsonView& value)
{
    constexpr std::array<std::string_view, 5> kSaid{"content", "value", "text", "parts", "item"};
    constexpr std::array<std::string_view, 6> kReturned{"output",  "result",  "response",
                                                        "outputs", "results", "error"};
    const std::string_view base = key.substr(0, key.find('.'));
    return (value.isArray() || value.isObject()) &&
           (std::find(kSaid.begin(), kSaid.end(), base) != kSaid.end() ||
            (role == "tool" && std::find(kReturned.begin(), kReturned.end(), key) != kReturned.end()));
}

} // namespace duologue
