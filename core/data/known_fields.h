// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace duologue {

/// Keys of the fields that every dataset has (core/data/built_in_field.cpp), but for "id". A record's own
/// value under such a key would be hidden by the field, so its column is called "record.KEY".
inline constexpr std::array<std::string_view, 16> kBuiltInKeys{
    "format", "file",          "record",       "messages",
    "turns",  "language",      "translation",  "length",
    "role",   "problems",      "first_role",   "candidates",
    "intent", "hallucination", "satisfaction", "earlier_translations"};

/// Keys of the fields that messages have in every dataset. A message's own value under such a key has a
/// column called "message.KEY".
inline constexpr std::array<std::string_view, 10> kBuiltInMessageKeys{
    "role", "intent", "hallucination",  "satisfaction",    "position",
    "turn", "length", "message_length", "reply_to.intent", "next.intent"};

inline bool isBuiltInMessageKey(std::string_view key)
{
    return std::find(kBuiltInMessageKeys.begin(), kBuiltInMessageKeys.end(), key) !=
           kBuiltInMessageKeys.end();
}

/// The column that says which other keys a record has: those without a column of their own. Its fields have
/// kRecordKeysJoints, which no name in a record has, so that it is never a record's own column.
inline constexpr std::string_view kRecordKeys = "keys of the record";
inline constexpr std::uint32_t kRecordKeysJoints = 1;
/// Follows the name of a key in that column whose value is null or an empty list or object.
inline constexpr char kEmptyKeyMark = '\x1F';

/// Fields that say what a run did (core/data/record_builder.h) have names that begin with it, and these
/// joints, which no name in a record has.
inline constexpr std::string_view kRunPrefix = "run.";
inline constexpr std::uint32_t kRunJoints = 2;

/// Keys of the fields that checks make (core/analysis/checks/check_run.h): a record's own value under such a
/// key is in "record.KEY" as well.
inline constexpr std::array<std::string_view, 2> kCheckKeys{"check", "checks"};

inline bool isBuiltInKey(std::string_view key)
{
    // By first letter, a bit for each length of a key: most others have none.
    static constexpr auto kLengths = [] {
        std::array<std::uint32_t, 26> lengths{};
        for (const auto& keys : {std::span<const std::string_view>(kBuiltInKeys),
                                 std::span<const std::string_view>(kCheckKeys)}) {
            for (const std::string_view each : keys)
                lengths[static_cast<std::size_t>(each[0] - 'a')] |= std::uint32_t{1} << each.size();
        }
        return lengths;
    }();
    if (key.empty() || key.size() >= 32 || key[0] < 'a' || key[0] > 'z' ||
        (kLengths[static_cast<std::size_t>(key[0] - 'a')] >> key.size() & 1U) == 0)
        return false;
    return key == kCheckKeys[0] || key == kCheckKeys[1] ||
           std::find(kBuiltInKeys.begin(), kBuiltInKeys.end(), key) != kBuiltInKeys.end();
}

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

/// The Chinese name of a field whose printed name is `title`; empty if it has none. This is the only list of
/// such names: windows print them, and queries find fields by them.
std::string_view chineseFieldName(std::string_view title);

/// Words for values that the program itself writes or reads in every dataset (roles, marks, flags, states of
/// the translation), with their Chinese names, the printed one first; empty for other fields. `key` is that
/// of the field.
std::span<const Name> builtInValueNames(std::string_view key);

/// The Chinese names of true and false.
std::span<const Name> flagNames();

} // namespace duologue
