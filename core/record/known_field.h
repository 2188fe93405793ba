// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/conversation.h"

#include <span>
#include <string>
#include <string_view>

namespace duologue {

/// What lists, queries and charts need to know of a field in order to choose among fields. They ask for
/// traits, never for the key of one dataset's field.
struct FieldTraits {
    /// A grade that somebody gave, whose means say something.
    bool isRating = false;
    /// A rating of a simulated user, not of the answers.
    bool ratesUser = false;
    /// Values of Mark: records count the marked messages.
    bool isMark = false;
    /// What the conversation is about.
    bool isTopic = false;
    /// Listed or drawn at first, before anybody has chosen.
    bool isUsual = false;

    bool operator==(const FieldTraits&) const = default;
};

/// What a format says of one of its fields. Valid as long as the format.
struct KnownField {
    /// Of the column, or of a field of messages ("intent").
    std::string_view key;
    FieldTraits traits;
    /// Other words for its categories: `zh` is another word for the category that is called `en`.
    std::span<const Name> synonyms = {};
};

/// Columns of ratings are called so, each followed by its name.
inline constexpr std::string_view kRatingGroup = "rating.";

/// The key of a rating's column.
inline std::string ratingKey(std::string_view name)
{
    return fieldKey(std::string(kRatingGroup).append(name));
}

/// Null if no format knows the key.
inline const KnownField* knownField(std::span<const KnownField> known, std::string_view key)
{
    for (const KnownField& field : known) {
        if (field.key == key)
            return &field;
    }
    return nullptr;
}

/// The traits of the column with that key.
inline FieldTraits columnTraits(std::span<const KnownField> known, std::string_view key)
{
    const KnownField* const field = knownField(known, key);
    FieldTraits traits = field == nullptr ? FieldTraits() : field->traits;
    traits.isRating = traits.isRating || key.starts_with(kRatingGroup);
    return traits;
}

} // namespace duologue
