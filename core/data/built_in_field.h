// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace duologue {

/// Fields of a message that follow from its position in the conversation. They are not stored, but counted
/// from the records' first messages and the roles, for a run of messages at once.

/// The index of the first message of each row of [begin, end), and the end of those of the last row: one more
/// value than there are rows.
void messageStarts(const Snapshot& snapshot, Row begin, Row end, MessageIndex* out);

/// For each message of [begin, end) its 1-based position in its conversation.
void messagePositions(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// For each message of [begin, end) the 1-based number of its turn (TurnCount); 0 for messages that have
/// none.
void messageTurns(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// For each message of [begin, end) the intents (their key in MessageColumn::Intent) of the user message that
/// it answers: the last one before it. 0, no intents, for messages that are not the assistant's or answer
/// nothing.
void repliedIntents(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// For each message of [begin, end) the intents of the next user message of its conversation. 0 for messages
/// that are not the user's and for a user's last message.
void nextIntents(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// For each message of [begin, end) one more than its length (MessageTable::length()).
void messageLengthKeys(const Snapshot& snapshot, MessageIndex begin, MessageIndex end, std::uint32_t* out);

/// How many messages the longest conversation has.
std::uint32_t mostMessages(const Snapshot& snapshot);

/// Characters of the longest message. Reads all messages.
std::uint32_t longestMessage(const Snapshot& snapshot);

/// What the keys of a message field stand for. Key 0 stands for no value.
enum class MessageValues : std::uint8_t {
    /// A category, or a list of some: its code is one less than the key.
    Code,
    /// A number, which is `firstNumber` for key 1 and rises by one.
    Number,
    /// A Mark.
    Mark,
};

/// Everything the program knows about a field that every dataset has, in one row of a table. A field of
/// records has `numbers` or `codes`; a field of messages has the keys of `messageColumn`, or `messageKeys`.
struct BuiltInField {
    /// Reads a run of rows into a list.
    template<typename Out>
    using Read = void (*)(const Snapshot& snapshot, Row begin, Row end, Out* out);
    /// Reads the keys of a run of messages into a list.
    using ReadKeys = void (*)(const Snapshot& snapshot, MessageIndex begin, MessageIndex end,
                              std::uint32_t* out);

    using Count = std::size_t (*)(const Snapshot& snapshot);
    using CategoryAt = Category (*)(const Snapshot& snapshot, CategoryCode code);

    FieldInfo info = {};
    /// The field exists for messages only: records have no field of that name.
    bool onlyOfMessages = false;
    /// Its values are those of Snapshot::languages.
    bool ofLanguages = false;

    /// NaN for no value. For a field of marks: how many marked messages a record has.
    Read<double> numbers = nullptr;
    /// kNoCategory for no value.
    Read<CategoryCode> codes = nullptr;
    ReadKeys messageKeys = nullptr;
    /// The column that the keys of messages are of, or, with `messageKeys`, are like those of.
    std::optional<MessageColumn> messageColumn = {};

    MessageValues values = MessageValues::Code;
    std::uint32_t firstNumber = 1;

    /// Of fields without a column of messages.
    Count categoryCount = nullptr;
    /// Null where categories are numbers.
    CategoryAt category = nullptr;

    /// Set if records may have a column of the same key, whose values are the field's. Appends the text of a
    /// record that has no value there.
    void (*appendDefault)(const Snapshot& snapshot, Row row, std::string& out) = nullptr;
};

/// All of them, in the order in which they are listed. To add one, add a row, and its key to kBuiltInKeys.
std::span<const BuiltInField> builtInFields();

/// 1 for "yes", 0 for "no", and the same for "true", "1", "false" and "0", in whatever case; none for
/// "unclear" and anything else, which is not a judgement.
std::optional<double> numberOfMark(std::string_view name);

/// "yes", "no", "unclear"; empty for Mark::NotAnnotated.
std::string_view markName(Mark mark);

} // namespace duologue
