// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace duologue {

// All small files that others may have written are read here: cards of datasets, the notes of their library,
// descriptions, settings, saved views; and the JSON in texts of records. nlohmann/json goes through values by
// recursion, so that what is nested too deeply would end the program.

/// A text beyond one of them is not read.
struct SmallJsonLimits {
    std::size_t bytes = std::size_t{16} << 20U;
    std::size_t depth = 64;
    /// Values and names.
    std::size_t values = 1'000'000;
};

/// For the JSON in a text of a record, which is only as long as the record. Deeper texts stay texts.
inline constexpr SmallJsonLimits kTextLimits{static_cast<std::size_t>(-1), 512, static_cast<std::size_t>(-1)};

/// The value of a text; discarded (Json::is_discarded(), neither object nor list) if it is damaged or beyond
/// the limits. `comments`: they are passed over.
template<typename Json>
Json smallJson(std::string_view text, const SmallJsonLimits& limits = {}, bool comments = false)
{
    std::size_t values = 0;
    bool isSmall = text.size() <= limits.bytes;
    const auto keep = [&](int depth, typename Json::parse_event_t event, Json& /*value*/) {
        using Event = typename Json::parse_event_t;
        values += event == Event::object_end || event == Event::array_end ? 0 : 1;
        isSmall = isSmall && static_cast<std::size_t>(depth) <= limits.depth && values <= limits.values;
        return isSmall;
    };
    Json value(Json::value_t::discarded);
    if (isSmall)
        value = Json::parse(text, keep, false, comments);
    return isSmall ? value : Json(Json::value_t::discarded);
}

/// Where a YAML document cannot be read.
struct YamlMistake {
    /// From 1.
    std::size_t line = 0;
    /// "found unexpected end of stream", in English. Empty for none, and for a document beyond the limits.
    std::string what;
    /// The lines before this offset may be whole.
    std::size_t before = 0;
};

/// A YAML document as JSON whose scalars are all strings. None if it is damaged or beyond the usual limits,
/// which hold for what its aliases stand for, too. `mistake` may be null.
std::optional<nlohmann::json> jsonOfYaml(std::string_view yaml, YamlMistake* mistake = nullptr);

/// What is in a small file. None if it is none (a pipe would be waited for), cannot be read, or is longer
/// than the usual limit.
std::optional<std::string> readSmallFile(const std::filesystem::path& path);

} // namespace duologue
