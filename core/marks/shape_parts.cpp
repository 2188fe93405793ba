// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/marks/shape_parts.h"

namespace duologue {

ShapeJson parsedJson(const std::string& json)
{
    return ShapeJson::parse(json, nullptr, false);
}

std::string plainText(const ShapeJson& value)
{
    return value.is_string() ? value.get<std::string>() : jsonText(value, -1);
}

std::string kindName(MarkKind kind)
{
    constexpr std::array<const char*, 3> kNames{"human", "model", "rule"};
    return kNames.at(static_cast<std::size_t>(kind));
}

ShapeJson targetJson(const MarkTarget& on)
{
    MarkEvent event;
    event.on = on;
    return parsedJson(lineOf(event))["on"];
}

std::optional<MarkEvent> newEvent(const std::string& by, const std::string& kind, const ShapeJson& on,
                                  ShapeJson set, const std::string& scheme, const std::string& at)
{
    const std::int64_t time = markTimeNow();
    ShapeJson json{{"v", 1},
                   {"id", newMarkId(time)},
                   {"at", at.empty() ? markTimeText(time) : at},
                   {"by", by},
                   {"kind", kind},
                   {"on", on},
                   {"set", std::move(set)}};
    if (!scheme.empty())
        json["scheme"] = scheme;
    MarkFileContents read = readMarkText(jsonText(json, -1) + '\n');
    return read.events.empty() ? std::nullopt : std::optional(std::move(read.events.front()));
}

std::vector<MarkedGroup> groupsOf(const MarkSet& marks, const MarkedRecords& records)
{
    std::map<std::pair<std::uint64_t, std::string>, MarkedGroup> groups;
    constexpr std::uint64_t kNone = ~std::uint64_t{0};
    for (const MarkAnswers& each : marks.answers()) {
        if (each.answers.empty())
            continue;
        const MarkedRecord found = records.find(each.on);
        const bool isThere = found.match == MarkMatch::Same || found.match == MarkMatch::Changed;
        MarkedGroup& group =
            groups[{isThere ? indexOf(found.row) : kNone, isThere ? std::string() : each.on.record}];
        if (isThere)
            group.row = found.row;
        group.isChanged = found.match == MarkMatch::Changed;
        group.answers.push_back(&each);
    }
    std::vector<MarkedGroup> made;
    for (auto& [key, group] : groups)
        made.push_back(std::move(group));
    return made;
}

} // namespace duologue
