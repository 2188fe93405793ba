// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/query/text_search.h"
#include "core/util/parallel.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace duologue {

/// What a query asks for in conversations, at which a reader stops.
struct StopRule {
    enum class Kind : std::uint8_t {
        /// The matches of `pattern` in the texts of `scope`.
        Words,
        /// The messages for which `message` holds.
        Messages,
        /// The messages that lack one of the two languages that the conversation is in.
        Untranslated,
    };
    Kind kind = Kind::Words;
    TextScope scope = {};
    std::optional<TextPattern> pattern = {};
    /// A query of the kind Messages. For Words, the condition that asks for them, as message(role:user tea):
    /// only messages for which all of it holds have stops; null for words that may be anywhere.
    std::shared_ptr<const Query> message = nullptr;
};

/// What a query asks for in texts and messages, without what it excludes. A condition on messages that asks
/// for words stops at the words. Parts of the query that do not fit the dataset are left out.
std::vector<StopRule> stopRulesOf(const Snapshot& snapshot, const Query& query);

/// The messages of a conversation for which a rule's condition holds: 1 for each of them. All are 1 if it has
/// none, and all are 0 if the record has changed since the snapshot was made. Any thread.
std::vector<std::uint8_t> messagesOf(const StopRule& rule, const Snapshot& snapshot,
                                     const Conversation& conversation, Row row);

/// A match with the words around it, in one line.
struct Excerpt {
    std::string before;
    std::string hit;
    std::string after;
};

/// The excerpt of bytes [begin, end) of a text, with about so many characters on both sides.
Excerpt excerptAround(std::string_view text, std::size_t begin, std::size_t end, std::size_t characters);

/// A place in a record that the query asks for.
struct Stop {
    static constexpr std::uint32_t kNoText = 0xFFFF'FFFF;

    StopRule::Kind kind = StopRule::Kind::Words;
    Row row{};
    TextPart part = TextPart::Message;
    std::string role;
    /// As in RecordText.
    std::uint32_t message = RecordText::kNoMessage;
    /// Index into Conversation::texts, kNoText for a match in another text. For a message its first text.
    std::uint32_t text = kNoText;
    /// Where it begins in that text, in bytes.
    std::size_t begin = 0;
    /// For a message the beginning of its memo or of its text; `hit` is empty.
    Excerpt excerpt;
    /// The key of the field that the text is in; empty for what is said.
    std::string field;
    /// What the message says at this place in its other language; empty if it has only one.
    std::string counterpart;
};

struct StopLimits {
    std::size_t stops = 2'000;
    std::size_t stopsInRecord = 100;
    std::size_t rows = 100'000;
    /// On both sides of a match.
    std::size_t characters = 60;
    /// Stop::counterpart is wanted, for which sentences are aligned.
    bool withCounterparts = true;
};

/// The stops in one record of the snapshot, in the order of forEachText(); a message comes before the words
/// in it. `row` is noted in them. Any thread.
std::vector<Stop> stopsIn(const Snapshot& snapshot, const Conversation& conversation, Row row,
                          const std::vector<StopRule>& rules, const StopLimits& limits);

struct StopList {
    std::vector<Stop> stops;
    /// There are more than the limits allow.
    bool isCut = false;
};

/// Receives the stops found since the previous call.
using StopsFound = std::function<void(std::vector<Stop>)>;

/// The stops in these rows, in their order. Calls `early` on this thread some times a second. Reads every
/// record from disk: call it on a worker. Incomplete if the job was stopped, which it checks for each record.
StopList findStops(const Snapshot& snapshot, std::span<const Row> rows, const std::vector<StopRule>& rules,
                   const StopLimits& limits, const Job& job, const StopsFound& early = {});

/// The first of these rows that has a stop; empty if none has or the job was stopped.
std::optional<Row> firstRowWithStop(const Snapshot& snapshot, std::span<const Row> rows,
                                    const std::vector<StopRule>& rules, const Job& job);

/// The number of stops in each of these rows, at most `most` in a row. Reads records only if a rule asks for
/// words or translations. Incomplete if the job was stopped.
std::vector<std::uint32_t> countStops(const Snapshot& snapshot, std::span<const Row> rows,
                                      const std::vector<StopRule>& rules, std::size_t most, const Job& job);

} // namespace duologue
