// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/label_fields.h"

#include <cstddef>
#include <string>
#include <vector>

namespace duologue {

namespace {

/// A column with the key of a built-in field has this before its name (RecordBuilder::field()).
constexpr std::string_view kOfRecord = "record.";

const std::vector<std::string>* namesOf(std::string_view key, const RecordOrigin& origin)
{
    auto found = origin.labels->find(std::string(key));
    if (found == origin.labels->end() && key.starts_with(kOfRecord))
        found = origin.labels->find(std::string(key.substr(kOfRecord.size())));
    return found == origin.labels->end() ? nullptr : found->second.get();
}

} // namespace

void nameLabels(Conversation& conversation, const RecordOrigin& origin)
{
    if (origin.labels == nullptr)
        return;
    for (Field& field : conversation.fields) {
        // Elements of a list are categories, whose values are numbers.
        if ((field.kind != FieldKind::Number && field.kind != FieldKind::Categories) ||
            field.value.kind() != JsonView::Kind::Integer)
            continue;
        const std::vector<std::string>* const names = namesOf(field.key, origin);
        const double number = field.value.number().value_or(-1);
        if (names == nullptr || number < 0 || number >= static_cast<double>(names->size()))
            continue;
        field.name = {(*names)[static_cast<std::size_t>(number)], {}};
        if (field.kind == FieldKind::Number)
            field.kind = FieldKind::Category;
    }
}

} // namespace duologue
