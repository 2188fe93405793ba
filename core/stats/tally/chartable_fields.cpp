// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/chartable_fields.h"

#include "core/table/field_reader.h"

#include <algorithm>

namespace duologue {

namespace {

constexpr std::string_view kRatingPrefix = "rating.";

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
        return (info.kind == FieldKind::Number && info.key != "record") ||
               (info.ofMessages && field.hasMessageNumbers());
    });
}

std::vector<FieldInfo> ratingFields(const Snapshot& snapshot)
{
    return fieldsThat(snapshot, [](const FieldReader& field) {
        return field.isNumber() && field.info().key.starts_with(kRatingPrefix);
    });
}

std::vector<FieldInfo> fieldNamed(const Snapshot& snapshot, std::string_view key)
{
    const auto field = findField(snapshot, key);
    return field ? std::vector<FieldInfo>{field->info()} : std::vector<FieldInfo>();
}

std::vector<std::string> simulationRatings()
{
    return {"rating.preference_alignment", "rating.role_playing_completeness"};
}

} // namespace duologue
