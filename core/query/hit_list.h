// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/query/text_search.h"
#include "core/util/parallel.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace duologue {

/// A text that a query asks for: words or a regular expression, and where it is looked for.
struct HitPattern {
    TextScope scope;
    TextPattern pattern;
    /// The condition on a message that asks for it, as message(role:user tea): only messages for which all of
    /// it holds have hits. Null for a text that may be anywhere.
    std::shared_ptr<const Query> message = nullptr;
};

/// The texts that a query asks for, those that it excludes left out; with the conditions on messages that
/// they stand in.
std::vector<HitPattern> hitPatternsOf(const Query& query);

/// A match with the words around it, in one line.
struct HitExcerpt {
    std::string before;
    std::string hit;
    std::string after;
};

/// The excerpt of bytes [begin, end) of a text, with about so many characters on both sides.
HitExcerpt excerptAround(std::string_view text, std::size_t begin, std::size_t end, std::size_t characters);

/// A match in a record.
struct TextHit {
    static constexpr std::uint32_t kNoText = 0xFFFF'FFFF;

    Row row{};
    TextPart part = TextPart::Message;
    std::string role;
    /// As in RecordText.
    std::uint32_t message = RecordText::kNoMessage;
    /// Index into Conversation::texts, kNoText for a match in another text.
    std::uint32_t text = kNoText;
    /// Where it begins in that text, in bytes.
    std::size_t begin = 0;
    HitExcerpt excerpt;
    /// The key of the field that the text is in; empty for what is said.
    std::string field;
    /// What the message says at this place in its other language; empty if it has only one.
    std::string counterpart;
};

struct HitLimits {
    std::size_t hits = 2'000;
    std::size_t hitsInRecord = 100;
    std::size_t rows = 100'000;
    /// On both sides of a match.
    std::size_t characters = 60;
    /// TextHit::counterpart is wanted, for which sentences are aligned.
    bool withCounterparts = true;
};

/// The matches in one record of the snapshot, in the order of forEachText(). `row` is noted in them. Any
/// thread.
std::vector<TextHit> hitsIn(const Snapshot& snapshot, const Conversation& conversation, Row row,
                            const std::vector<HitPattern>& patterns, const HitLimits& limits);

struct HitList {
    std::vector<TextHit> hits;
    /// There are more than the limits allow.
    bool isCut = false;
};

/// Receives the hits found since the previous call.
using HitsFound = std::function<void(std::vector<TextHit>)>;

/// The matches in these rows, in their order. Calls `early` on this thread some times a second. Reads every
/// record from disk: call it on a worker. Incomplete if the job was stopped, which it checks for each record.
HitList findHits(const Snapshot& snapshot, std::span<const Row> rows, const std::vector<HitPattern>& patterns,
                 const HitLimits& limits, const Job& job, const HitsFound& early = {});

/// The first of these rows that has a match; empty if none has or the job was stopped.
std::optional<Row> firstRowWithHit(const Snapshot& snapshot, std::span<const Row> rows,
                                   const std::vector<HitPattern>& patterns, const Job& job);

} // namespace duologue
