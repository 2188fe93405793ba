// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/label_fields.h"

#include <charconv>
#include <cmath>
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

/// The name of a whole number; null if it has none.
const std::string* nameOf(const std::vector<std::string>* names, double number)
{
    if (names == nullptr || number < 0 || number >= static_cast<double>(names->size()) ||
        number != std::floor(number))
        return nullptr;
    return &(*names)[static_cast<std::size_t>(number)];
}

} // namespace

void nameLabels(Conversation& conversation, const RecordOrigin& origin)
{
    if (origin.labels == nullptr)
        return;
    for (Field& field : conversation.fields) {
        // Elements of a list are categories, whose values are numbers, and so are labels and ids.
        if (field.kind == FieldKind::Tree || field.value.kind() != JsonView::Kind::Integer)
            continue;
        const std::string* const name = nameOf(namesOf(field.key, origin), field.value.number().value_or(-1));
        if (name == nullptr)
            continue;
        field.name = {*name, {}};
        if (field.kind == FieldKind::Number)
            field.kind = FieldKind::Category;
    }
    // A score with names is not a quantity.
    std::erase_if(conversation.ratings, [&](const Rating& rating) {
        const std::string* const name = nameOf(namesOf(rating.name, origin), rating.value.value_or(-1));
        if (name != nullptr)
            conversation.fields.push_back({rating.name, {}, FieldKind::Category, 0, {*name, {}}, {}});
        return name != nullptr;
    });
    if (const auto* const names = namesOf("id", origin); names != nullptr) {
        std::size_t number = 0;
        const std::string_view id = conversation.id;
        const auto read = std::from_chars(id.data(), id.data() + id.size(), number);
        if (!id.empty() && read.ec == std::errc() && read.ptr == id.data() + id.size() &&
            number < names->size()) {
            conversation.id = (*names)[number];
            conversation.isIdNumber = false;
        }
    }
}

} // namespace duologue
