// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/hub/hub_labels.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace duologue {

namespace {

using nlohmann::json;
using LabelColumns = std::map<std::string, LabelNames>;

/// What holds the type of a column, of the elements of a list, or of members.
constexpr std::array<const char*, 5> kTypeKeys{"dtype", "struct", "sequence", "list", "large_list"};

/// {"0": "negative", "1": "positive"}, or a list. Null if a number has no name.
LabelNames namesOf(const json& names)
{
    std::vector<std::string> known;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const json* name = nullptr;
        if (names.is_array())
            name = &names[i];
        else if (const auto found = names.find(std::to_string(i)); found != names.end())
            name = &*found;
        if (name == nullptr || !name->is_string())
            return nullptr;
        known.push_back(name->get<std::string>());
    }
    return std::make_shared<const std::vector<std::string>>(std::move(known));
}

/// A list has columns or members, each with a name; an object is a type. The parser of cards limits the
/// depth.
void collectLabels(const json& type, const std::string& path, LabelColumns& columns)
{
    if (type.is_array()) {
        for (const json& column : type) {
            if (column.is_object() && column.contains("name") && column["name"].is_string())
                collectLabels(column, columnPath(path, column["name"].get<std::string>()), columns);
        }
        return;
    }
    if (!type.is_object())
        return;
    if (const auto label = type.find("class_label");
        label != type.end() && label->is_object() && label->contains("names")) {
        if (LabelNames names = namesOf((*label)["names"]); names && !names->empty())
            columns[path] = std::move(names);
    }
    for (const char* key : kTypeKeys) {
        if (const auto inside = type.find(key); inside != type.end())
            collectLabels(*inside, path, columns);
    }
}

LabelColumnsPtr shared(LabelColumns columns)
{
    return columns.empty() ? nullptr : std::make_shared<const LabelColumns>(std::move(columns));
}

} // namespace

LabelColumnsPtr labelsOfInfo(const json& info)
{
    if (!info.is_object() || !info.contains("features"))
        return nullptr;
    // The library writes the same into Parquet and Arrow files.
    const json description{{"info", {{"features", info["features"]}}}};
    return shared(labelColumns(description.dump()));
}

LabelColumnsPtr labelsOfCardInfo(const json& info)
{
    LabelColumns columns;
    if (info.is_object() && info.contains("features"))
        collectLabels(info["features"], {}, columns);
    return shared(std::move(columns));
}

} // namespace duologue
