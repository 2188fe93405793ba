// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/small_json.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>
#include <yaml.h>

namespace duologue {

namespace {

std::string textOf(const yaml_char_t* text)
{
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char*>(text));
}

/// Makes values of the events of a parser. The library's own documents take time that grows with the square
/// of the number of anchors, and all levels of a document before anybody can say that they are too many.
class YamlReading {
public:
    explicit YamlReading(std::string_view yaml)
    {
        m_isGood = yaml_parser_initialize(&m_parser) != 0;
        if (!m_isGood)
            return;
        m_isOpen = true;
        yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char*>(yaml.data()),
                                     yaml.size());
    }
    ~YamlReading()
    {
        takeEvent();
        if (m_isOpen)
            yaml_parser_delete(&m_parser);
    }
    YamlReading(const YamlReading&) = delete;
    YamlReading& operator=(const YamlReading&) = delete;

    std::optional<nlohmann::json> read()
    {
        if (next() != YAML_STREAM_START_EVENT || next() != YAML_DOCUMENT_START_EVENT)
            return std::nullopt;
        next();
        nlohmann::json value = takeValue(0);
        if (!m_isGood || next() != YAML_DOCUMENT_END_EVENT)
            return std::nullopt;
        return value;
    }

    /// What the parser has stumbled over. A value that is never closed is a mistake where it begins.
    YamlMistake mistake(std::string_view yaml) const
    {
        if (m_parser.problem == nullptr)
            return {};
        const yaml_mark_t& mark = m_parser.context != nullptr ? m_parser.context_mark : m_parser.problem_mark;
        const std::size_t at = std::min<std::size_t>(mark.index, yaml.size());
        return {mark.line + 1, m_parser.problem, yaml.substr(0, at).rfind('\n') + 1};
    }

private:
    /// How much a value holds.
    struct Extent {
        std::size_t values = 0;
        std::size_t bytes = 0;
    };
    struct Anchored {
        nlohmann::json value;
        Extent extent;
    };

    void takeEvent()
    {
        if (std::exchange(m_hasEvent, false))
            yaml_event_delete(&m_event);
    }

    yaml_event_type_t next()
    {
        takeEvent();
        if (m_isGood && yaml_parser_parse(&m_parser, &m_event) != 0) {
            m_hasEvent = true;
            return m_event.type;
        }
        m_isGood = false;
        return YAML_NO_EVENT;
    }

    void count(const Extent& more)
    {
        m_extent.values += more.values;
        m_extent.bytes += more.bytes;
        m_isGood = m_isGood && m_extent.values <= m_limits.values && m_extent.bytes <= m_limits.bytes;
    }

    /// The value that begins with the current event.
    nlohmann::json takeValue(std::size_t depth)
    {
        if (depth > m_limits.depth)
            m_isGood = false;
        if (!m_isGood)
            return {};
        const Extent before = m_extent;
        nlohmann::json value;
        std::string anchor;
        switch (m_event.type) {
        case YAML_ALIAS_EVENT: {
            const auto known = m_anchors.find(textOf(m_event.data.alias.anchor));
            m_isGood = known != m_anchors.end();
            if (m_isGood)
                count(known->second.extent);
            return m_isGood ? known->second.value : value;
        }
        case YAML_SCALAR_EVENT:
            anchor = textOf(m_event.data.scalar.anchor);
            count({1, m_event.data.scalar.length});
            value = std::string(reinterpret_cast<const char*>(m_event.data.scalar.value),
                                m_event.data.scalar.length);
            break;
        case YAML_SEQUENCE_START_EVENT:
            anchor = textOf(m_event.data.sequence_start.anchor);
            count({1, 0});
            value = takeList(depth);
            break;
        case YAML_MAPPING_START_EVENT:
            anchor = textOf(m_event.data.mapping_start.anchor);
            count({1, 0});
            value = takeObject(depth);
            break;
        default:
            m_isGood = false;
        }
        if (!anchor.empty() && m_isGood) {
            const Extent extent{m_extent.values - before.values, m_extent.bytes - before.bytes};
            // It is kept, besides where it stands.
            count(extent);
            if (m_isGood)
                m_anchors.insert_or_assign(std::move(anchor), Anchored{value, extent});
        }
        return value;
    }

    nlohmann::json takeList(std::size_t depth)
    {
        nlohmann::json list = nlohmann::json::array();
        while (m_isGood && next() != YAML_SEQUENCE_END_EVENT)
            list.push_back(takeValue(depth + 1));
        return list;
    }

    nlohmann::json takeObject(std::size_t depth)
    {
        nlohmann::json object = nlohmann::json::object();
        while (m_isGood && next() != YAML_MAPPING_END_EVENT) {
            const nlohmann::json key = takeValue(depth + 1);
            next();
            nlohmann::json value = takeValue(depth + 1);
            if (key.is_string())
                object[key.get<std::string>()] = std::move(value);
        }
        return object;
    }

    const SmallJsonLimits m_limits;
    yaml_parser_t m_parser{};
    yaml_event_t m_event{};
    bool m_isOpen = false;
    bool m_hasEvent = false;
    bool m_isGood = true;
    Extent m_extent;
    std::unordered_map<std::string, Anchored> m_anchors;
};

} // namespace

std::optional<nlohmann::json> jsonOfYaml(std::string_view yaml, YamlMistake* mistake)
{
    if (yaml.size() > SmallJsonLimits().bytes)
        return std::nullopt;
    YamlReading reading(yaml);
    auto value = reading.read();
    if (!value && mistake != nullptr)
        *mistake = reading.mistake(yaml);
    return value;
}

std::optional<std::string> readSmallFile(const std::filesystem::path& path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    // One byte more than is allowed shows that the file is too long; it may grow meanwhile.
    const std::size_t most = SmallJsonLimits().bytes + 1;
    std::string text;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    text.resize(error ? most : static_cast<std::size_t>(std::min<std::uintmax_t>(size + 1, most)));
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad() || (!file && !file.eof()))
        return std::nullopt;
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text.size() < most ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace duologue
