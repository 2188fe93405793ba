// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/padded_bytes.h"
#include "core/json/json_view.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// The members of a JSON object as they are written: numbers keep all their digits. `text` must outlive it.
class RawMembers {
public:
    explicit RawMembers(std::string_view text);

    /// The last member of that name; empty if there is none.
    std::string_view operator[](std::string_view name) const;

private:
    std::vector<std::pair<std::string, std::string_view>> m_members;
};

/// The elements of a JSON array as they are written.
std::vector<std::string_view> rawElements(std::string_view text);

/// Without the white space between tokens.
std::string onOneLine(std::string_view json);

/// ClickHouse writes large numbers with a fraction as whole ones ("100000000000000000000"), which parsers
/// refuse. A point makes them what they are.
std::string withPoints(std::string_view json);

/// Parses what servers and people write, although strict parsing refuses large whole numbers, NaN and
/// unpaired surrogates. What its views say of such values is only close to the text. One thread.
class LenientParser {
public:
    /// Nothing if the text is no JSON. Valid until the next call.
    std::optional<JsonView> parse(std::string_view text);

private:
    JsonParser m_parser;
    PaddedBytes m_bytes;
};

} // namespace duologue
