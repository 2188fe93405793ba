// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/record_keys.h"

#include "core/base/text.h"

#include <algorithm>

namespace duologue {

namespace {

bool isEmptyKey(std::string_view key)
{
    return key.ends_with(kEmptyKeyMark);
}

std::string_view nameOfKey(std::string_view key)
{
    return isEmptyKey(key) ? key.substr(0, key.size() - 1) : key;
}

/// Presence::keys for the keys whose name isMeant(). Empty if there are none.
template<typename IsMeant>
std::vector<std::uint8_t> keysThat(const Column& column, const IsMeant& isMeant)
{
    std::vector<std::uint8_t> wanted(column.categories.size());
    bool any = false;
    for (std::size_t code = 0; code < wanted.size(); ++code) {
        const std::string_view key = column.categories[code].shown();
        if (!isMeant(nameOfKey(key)))
            continue;
        any = true;
        wanted[code] = isEmptyKey(key) ? 0 : 1;
    }
    return any ? wanted : std::vector<std::uint8_t>();
}

/// The name in the records; for a member of an object the names joined by dots.
std::string_view nameInRecords(const FieldInfo& info)
{
    const std::string_view rawKey = info.rawKey;
    return rawKey.substr(0, rawKey.rfind(kJointSeparator));
}

} // namespace

const Column* recordKeys(const Snapshot& snapshot)
{
    const auto& columns = snapshot.records.columns;
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [](const Column& column) { return isRecordKeys(column.info); });
    return found == columns.end() ? nullptr : &*found;
}

Presence presenceOf(const Snapshot& snapshot, std::string_view name)
{
    Presence presence{findField(snapshot, name), {}};
    const Column* const column = recordKeys(snapshot);
    if (column == nullptr)
        return presence;
    const bool isBuiltIn = presence.field && presence.field->info().rawKey.empty();
    const bool isExact = presence.field && (isBuiltIn || nameInRecords(presence.field->info()) == name);
    presence.keys = keysThat(*column, [name](std::string_view each) { return each == name; });
    if (isBuiltIn)
        presence.keys.clear();
    else if (!presence.keys.empty() && !isExact)
        presence.field.reset();
    else if (presence.keys.empty() && !isExact) {
        const std::string key = fieldKey(name);
        presence.keys = keysThat(*column, [&key](std::string_view each) { return fieldKey(each) == key; });
    }
    return presence;
}

std::vector<std::string> namesWithoutColumn(const Snapshot& snapshot)
{
    std::vector<std::string> names;
    if (const Column* const column = recordKeys(snapshot)) {
        for (std::size_t code = 0; code < column->categories.size(); ++code)
            names.emplace_back(nameOfKey(column->categories[code].shown()));
    }
    return names;
}

} // namespace duologue
