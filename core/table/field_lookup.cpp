// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/edit_distance.h"
#include "core/base/text.h"
#include "core/table/field_reader.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

std::optional<FieldReader> findAmong(std::vector<FieldReader> fields, std::string_view name)
{
    // Several names may have one key: each is found by its own.
    const auto named = std::find_if(fields.begin(), fields.end(), [name](const FieldReader& field) {
        return !field.info().rawKey.empty() && field.info().rawKey == name;
    });
    if (named != fields.end())
        return std::move(*named);
    const std::string key = fieldKey(name);
    std::optional<FieldReader> byTitle;
    for (FieldReader& field : fields) {
        if (field.info().key == key)
            return std::move(field);
        // A query's field names have become keys already: "preference_alignment".
        const std::string& title = field.info().title;
        if (!byTitle && (equalsFolded(title, name) || (!key.empty() && fieldKey(title) == key)))
            byTitle = std::move(field);
    }
    return byTitle;
}

/// Edits that still make a word look like another of six letters.
constexpr std::size_t kSlips = 3;

std::string similarAmong(const std::vector<FieldReader>& fields, std::string_view name)
{
    const std::string key = fieldKey(name);
    std::string best;
    std::size_t bestDistance = key.size() / 3 + 2;
    for (const FieldReader& field : fields) {
        for (const std::string& known : {field.info().key, fieldKey(field.info().title)}) {
            if (const std::size_t distance = editDistance(key, known); distance < bestDistance) {
                best = field.info().key;
                bestDistance = distance;
            }
        }
    }
    return best;
}

} // namespace

std::optional<FieldReader> findField(const Snapshot& snapshot, std::string_view name)
{
    auto found = findAmong(allFields(snapshot), name);
    return found ? std::move(found) : findAmong(messageFields(snapshot), name);
}

std::optional<FieldReader> findMessageField(const Snapshot& snapshot, std::string_view name)
{
    return findAmong(messageFields(snapshot), fieldKey(name) == "length" ? "message_length" : name);
}

std::string similarField(const Snapshot& snapshot, std::string_view name)
{
    std::vector<FieldReader> fields = allFields(snapshot);
    for (FieldReader& field : messageFields(snapshot))
        fields.push_back(std::move(field));
    return similarAmong(fields, name);
}

std::string similarMessageField(const Snapshot& snapshot, std::string_view name)
{
    const std::string similar = similarAmong(messageFields(snapshot), name);
    const bool isLength = similar.empty() && editDistance(fieldKey(name), "length") <= kSlips;
    return isLength ? "length" : similar;
}

} // namespace duologue
