// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout/layout_format.h"

#include <compare>
#include <string>
#include <vector>

namespace duologue {

/// What the value of a key is taken for when records are read as described.
enum class KeyUse : std::uint8_t {
    Nothing,
    /// A list of messages; within a message: who speaks, what is said, and its translation.
    Messages,
    Role,
    Text,
    Translation,
    System,
    /// Earlier messages, before the question.
    History,
    Question,
    Answer,
    Candidates,
    Chosen,
    Rejected,
    /// A number, and an object of numbers.
    Rating,
    Ratings,
    Label,
    RecordId,
};

/// A key of a record, or of the elements of a list in it.
struct KeyPlace {
    /// Pointer from the record to the list; empty for a key of the record.
    std::string list;
    /// Pointer from the record or from an element of the list.
    std::string key;

    auto operator<=>(const KeyPlace&) const = default;
};

struct KeyChoice {
    KeyPlace place;
    KeyUse use = KeyUse::Nothing;

    bool operator==(const KeyChoice&) const = default;
};

/// The uses of a key that a description can express, Nothing first. In a list, a key is part of a message or
/// the text of a candidate.
std::vector<KeyUse> usesFor(const KeyPlace& place, JsonKind kind);

/// What a person chose for the keys of a record: at most one use a key, and one key for each use but ratings.
class KeyChoices {
public:
    KeyChoices() : KeyChoices(FormatDescription()) {}
    /// What the description says. What it cannot express as keys (words of roles, a "query") stays as it is.
    explicit KeyChoices(FormatDescription description);

    /// Chooses a use for a key and takes it from the key that had it. Who speaks and what is said make their
    /// list the messages, unless it holds the candidates.
    void choose(const KeyPlace& place, KeyUse use);
    KeyUse useOf(const KeyPlace& place) const;
    const std::vector<KeyChoice>& all() const { return m_choices; }

    /// Whether the choices describe a conversation.
    bool areUsable() const;
    FormatDescription description() const;

private:
    Layout layout() const;
    void set(const KeyPlace& place, KeyUse use);
    /// Pointer to the list that has the use; empty if none has.
    std::string listOf(KeyUse use) const;
    bool isOrphan(const KeyChoice& choice) const;

    /// Of one layout: without what is chosen.
    FormatDescription m_base;
    std::vector<KeyChoice> m_choices;
};

} // namespace duologue
