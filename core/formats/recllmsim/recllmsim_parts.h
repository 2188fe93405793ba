// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/formats/format.h"

#include <array>
#include <span>

namespace duologue {

/// What the simulated and the real conversations of RecLLMSim share: their messages, their annotated
/// behaviour and the attributes of their users.

/// What is known of the fields of both.
std::span<const KnownField> recllmsimFields();

/// Reads "history": role, text in one or two languages, intent, hallucination mark and satisfaction, in the
/// spellings of both kinds of record.
void readHistory(const JsonView& history, RecordBuilder& builder);

/// The task's name under that key of the record, else the name of the file's folder.
void readTask(const JsonView& record, std::string_view key, RecordBuilder& builder);

/// True if the record's value is of that kind; otherwise adds a problem and keeps the value as a field.
bool expectOrKeep(const JsonView& value, JsonView::Kind kind, std::string_view key, RecordBuilder& builder);

/// An attribute of the user, called the same in both kinds of record.
struct ProfileAttribute {
    /// Its key in "profile_mapped" of simulated users, which is its title, too.
    std::string_view simulated;
    /// Its key in "profile" of real users.
    std::string_view real;
    /// Its column.
    std::string_view key;
    bool many;
};

inline constexpr std::array<ProfileAttribute, 9> kProfile{{
    {DUOLOGUE_TEXT("Fields", "Gender"), "gender", "profile.gender", false},
    {DUOLOGUE_TEXT("Fields", "Age"), "age", "profile.age", false},
    {DUOLOGUE_TEXT("Fields", "Occupation"), "occupation", "profile.occupation", false},
    {DUOLOGUE_TEXT("Fields", "Personality"), "personality", "profile.personality", true},
    {DUOLOGUE_TEXT("Fields", "Daily Interests and Hobbies"), "daily_interests", "profile.daily_interests",
     true},
    {DUOLOGUE_TEXT("Fields", "Travel Habits"), "travel_habits", "profile.travel_habits", true},
    {DUOLOGUE_TEXT("Fields", "Dining Preferences"), "dining_preferences", "profile.dining_preferences", true},
    {DUOLOGUE_TEXT("Fields", "Spending Habits"), "spending_habits", "profile.spending_habits", true},
    {DUOLOGUE_TEXT("Fields", "Other Aspects"), "other_aspects", "profile.other_aspects", true},
}};

/// A profile value: an {"en", "zh"} pair, a word in one language, or a number.
Name profileName(const JsonView& value, RecordBuilder& builder);

} // namespace duologue
