// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/columnar/label_names.h"

#include "core/util/small_json.h"

#include <nlohmann/json.hpp>

namespace duologue {

namespace {

using LabelJson = nlohmann::json;

constexpr int kDeepestFeature = 64;

/// A column is an object with "_type"; any other object has members that are columns. Lists are a list of one
/// column, or an object with "feature".
void collectLabels(const LabelJson& feature, const std::string& path, int depth,
                   std::map<std::string, LabelNames>& columns)
{
    if (depth > kDeepestFeature)
        return;
    if (feature.is_array()) {
        if (feature.size() == 1)
            collectLabels(feature.front(), path, depth + 1, columns);
        return;
    }
    if (!feature.is_object())
        return;
    const auto type = feature.find("_type");
    if (type == feature.end() || !type->is_string()) {
        for (const auto& [name, member] : feature.items())
            collectLabels(member, columnPath(path, name), depth + 1, columns);
        return;
    }
    if (const auto element = feature.find("feature"); element != feature.end()) {
        collectLabels(*element, path, depth + 1, columns);
        return;
    }
    const auto names = feature.find("names");
    if (*type != "ClassLabel" || names == feature.end() || !names->is_array())
        return;
    auto known = std::make_shared<std::vector<std::string>>();
    for (const LabelJson& name : *names) {
        if (!name.is_string())
            return;
        known->push_back(name.get<std::string>());
    }
    columns[path] = std::move(known);
}

} // namespace

std::string columnPath(const std::string& parent, const std::string& name)
{
    return parent.empty() ? name : parent + "." + name;
}

std::map<std::string, LabelNames> labelColumns(std::string_view description)
{
    std::map<std::string, LabelNames> columns;
    const auto json = smallJson<LabelJson>(description);
    if (json.is_object() && json.contains("info") && json["info"].is_object() &&
        json["info"].contains("features"))
        collectLabels(json["info"]["features"], {}, 0, columns);
    return columns;
}

} // namespace duologue
