// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout.h"

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// What the value of a key is taken for when records are read as described.
enum class KeyUse : std::uint8_t {
    Nothing,
    /// Where the messages are; within a message, or in columns: who speaks, what is said, and its
    /// translation.
    Messages,
    Role,
    Text,
    Translation,
    System,
    /// Earlier messages, before the question.
    History,
    /// Of a record, or of each exchange in a list.
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
    /// Of a part of the conversation: how it is written, without the keys that are choices of their own.
    LayoutPart part = {};
};

/// The uses of a key that a description can express, Nothing first. In a list, a key is part of a message or
/// an exchange, or the text of a candidate.
std::vector<KeyUse> usesFor(const KeyPlace& place, JsonKind kind);

/// The part of a conversation that has the use; none for uses within a part, and for fields.
std::optional<Slot> slotOf(KeyUse use);

/// What a person chose for the keys of a record: at most one use a key, and one key for each use but ratings;
/// how the value of a key is written; and who the speakers are.
class KeyChoices {
public:
    KeyChoices() : KeyChoices(FormatDescription()) {}
    /// What the description says. What it cannot express as keys (a pattern, a "query") stays as it is.
    explicit KeyChoices(FormatDescription description);

    /// Chooses a use for a key and takes it from the key that had it. Who speaks and what is said make their
    /// list the messages, unless it holds the candidates; a question and an answer make it exchanges.
    void choose(const KeyPlace& place, KeyUse use);
    /// The choice, or what the description says in another way.
    KeyUse useOf(const KeyPlace& place) const;
    const std::vector<KeyChoice>& all() const { return m_choices; }

    /// How the value of the key is written; null if it is no part of the conversation.
    const LayoutPart* formOf(const KeyPlace& place) const;
    /// Chooses how it is written, with the keys that the part names. The key must be such a part.
    void setForm(const KeyPlace& place, LayoutPart part);

    /// The role that a name in the records stands for by the description's own words; empty if by none.
    std::string_view roleOf(std::string_view name) const;
    /// An empty role takes the name as it is written.
    void setRole(const std::string& name, std::string_view role);

    /// Whether the choices describe a conversation, or say that there is none.
    bool areUsable() const;
    FormatDescription description() const;

private:
    Layout layout() const;
    KeyUse baseUseOf(const KeyPlace& place) const;
    void set(const KeyPlace& place, KeyUse use);
    void takeKeys(KeyChoice choice);
    LayoutPart partBy(const KeyChoice& choice) const;
    JsonPointer keyWithin(const KeyChoice& holder, KeyUse use) const;
    /// Where the use is in a record; null if it is nowhere.
    const KeyChoice* holderOf(KeyUse use) const;
    /// What has columns and holds the key; null if nothing does.
    const KeyChoice* columnsAround(const KeyPlace& place) const;
    /// The same if the key is one of the columns.
    const KeyChoice* holderOfColumn(const KeyChoice& choice) const;
    bool isOrphan(const KeyChoice& choice) const;

    /// Of one layout: without what is chosen.
    FormatDescription m_base;
    std::vector<KeyChoice> m_choices;
};

} // namespace duologue
