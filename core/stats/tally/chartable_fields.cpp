// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/chartable_fields.h"

#include "core/table/field_reader.h"

#include <algorithm>

namespace duologue {

namespace {

template<typename Wanted>
std::vector<FieldInfo> fieldsThat(const Snapshot& snapshot, Wanted&& wanted)
{
    std::vector<FieldReader> readers = allFields(snapshot);
    for (FieldReader& field : messageFields(snapshot)) {
        const bool known = std::any_of(readers.begin(), readers.end(), [&](const FieldReader& each) {
            return each.info().key == field.info().key;
        });
        if (!known)
            readers.push_back(std::move(field));
    }
    std::vector<FieldInfo> fields;
    for (const FieldReader& field : readers) {
        if (wanted(field))
            fields.push_back(field.info());
    }
    return fields;
}

} // namespace

std::vector<FieldInfo> groupingFields(const Snapshot& snapshot)
{
    return fieldsThat(snapshot, [](const FieldReader& field) {
        const FieldInfo& info = field.info();
        return info.kind != FieldKind::Text && info.kind != FieldKind::Tree && info.key != "record";
    });
}

std::vector<FieldInfo> measureFields(const Snapshot& snapshot)
{
    return fieldsThat(snapshot, [](const FieldReader& field) {
        const FieldInfo& info = field.info();
        return (info.kind == FieldKind::Number && info.key != "record") || field.isNumbersAsText() ||
               (info.ofMessages && field.hasMessageNumbers());
    });
}

std::vector<FieldInfo> ratingFields(const Snapshot& snapshot)
{
    return fieldsThat(
        snapshot, [](const FieldReader& field) { return field.isNumber() && field.info().traits.isRating; });
}

std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key)
{
    const auto field = findField(snapshot, key);
    return field ? std::vector<FieldInfo>{field->info()} : std::vector<FieldInfo>();
}

std::vector<FieldInfo> markFields(const Snapshot& snapshot)
{
    return fieldsThat(snapshot, [](const FieldReader& field) { return field.hasMarks(); });
}

std::vector<std::string> knownRatings(const Snapshot& snapshot, bool FieldTraits::*trait)
{
    std::vector<std::string> keys;
    for (const KnownField& field : snapshot.knownFields) {
        if (field.traits.isRating && field.traits.*trait)
            keys.emplace_back(field.key);
    }
    return keys;
}

std::vector<std::string> topicsAnd(const Snapshot& snapshot, std::string_view key)
{
    std::vector<std::string> keys = keysWith(snapshot, &FieldTraits::isTopic);
    keys.emplace_back(key);
    return keys;
}

} // namespace duologue
