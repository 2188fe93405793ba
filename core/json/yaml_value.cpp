// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/yaml_value.h"

#include <nlohmann/json.hpp>
#include <string>
#include <yaml.h>

namespace duologue {

namespace {

/// Goes through a document. The same value can stand in many places of it, so what is made is limited.
class YamlReading {
public:
    explicit YamlReading(yaml_document_t& document) : m_document(document) {}

    nlohmann::json valueOf(int number, int depth)
    {
        const yaml_node_t* const node = yaml_document_get_node(&m_document, number);
        if (node == nullptr || depth > kDeepest || ++m_values > kMostValues) {
            m_isGood = false;
            return {};
        }
        if (node->type == YAML_SCALAR_NODE)
            return std::string(reinterpret_cast<const char*>(node->data.scalar.value),
                               node->data.scalar.length);
        if (node->type == YAML_SEQUENCE_NODE) {
            nlohmann::json list = nlohmann::json::array();
            const auto& items = node->data.sequence.items;
            for (const yaml_node_item_t* item = items.start; m_isGood && item < items.top; ++item)
                list.push_back(valueOf(*item, depth + 1));
            return list;
        }
        nlohmann::json object = nlohmann::json::object();
        const auto& pairs = node->data.mapping.pairs;
        for (const yaml_node_pair_t* pair = pairs.start; m_isGood && pair < pairs.top; ++pair) {
            const nlohmann::json key = valueOf(pair->key, depth + 1);
            if (key.is_string())
                object[key.get<std::string>()] = valueOf(pair->value, depth + 1);
        }
        return object;
    }

    bool isGood() const { return m_isGood; }

private:
    static constexpr int kDeepest = 32;
    static constexpr int kMostValues = 100'000;

    yaml_document_t& m_document;
    int m_values = 0;
    bool m_isGood = true;
};

} // namespace

std::optional<nlohmann::json> jsonOfYaml(std::string_view yaml)
{
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0)
        return std::nullopt;
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(yaml.data()), yaml.size());
    yaml_document_t document;
    std::optional<nlohmann::json> value;
    if (yaml_parser_load(&parser, &document) != 0) {
        if (yaml_document_get_root_node(&document) != nullptr) {
            YamlReading reading(document);
            value = reading.valueOf(1, 0);
            if (!reading.isGood())
                value.reset();
        }
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    return value;
}

} // namespace duologue
