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

/// Counts what a JSON text holds. Not by a callback of the parser: with one, it goes through all members of
/// an object at the end of each.
template<typename Json>
class SmallJsonCount {
public:
    explicit SmallJsonCount(const SmallJsonLimits& limits) : m_limits(limits) {}

    bool null() { return one(); }
    bool boolean(bool /*value*/) { return one(); }
    bool number_integer(typename Json::number_integer_t /*value*/) { return one(); }
    bool number_unsigned(typename Json::number_unsigned_t /*value*/) { return one(); }
    bool number_float(typename Json::number_float_t /*value*/, const std::string& /*text*/) { return one(); }
    bool string(std::string& /*value*/) { return one(); }
    bool binary(typename Json::binary_t& /*value*/) { return one(); }
    bool key(std::string& /*value*/) { return one(); }
    bool start_object(std::size_t /*size*/) { return open(); }
    bool start_array(std::size_t /*size*/) { return open(); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    template<typename Error>
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const Error& /*error*/)
    {
        return false;
    }

private:
    bool one() { return ++m_values <= m_limits.values; }
    bool open() { return ++m_depth <= m_limits.depth && one(); }
    bool close()
    {
        --m_depth;
        return true;
    }

    const SmallJsonLimits& m_limits;
    std::size_t m_values = 0;
    std::size_t m_depth = 0;
};

/// The value of a text; discarded (Json::is_discarded(), neither object nor list) if it is damaged or beyond
/// the limits. `comments`: they are passed over.
template<typename Json>
Json smallJson(std::string_view text, const SmallJsonLimits& limits = {}, bool comments = false)
{
    SmallJsonCount<Json> count(limits);
    if (text.size() > limits.bytes ||
        !Json::sax_parse(text, &count, Json::input_format_t::json, true, comments))
        return Json(Json::value_t::discarded);
    return Json::parse(text, nullptr, false, comments);
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
