// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/mark_file.h"
#include "core/util/vectors.h"

#include <limits>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace duologue {

/// What somebody says about one target now.
struct MarkAnswer {
    /// As JSON; never null.
    std::string value;
    std::string scheme;
    std::int64_t at = 0;
    /// The event that says so.
    std::string event;
};

/// Whether an answer holds against another one to the same question: it was given later.
bool isLater(const MarkAnswer& answer, const MarkAnswer& than);

/// All answers of one reader about one target, by question.
struct MarkAnswers {
    /// As the latest event names it.
    MarkTarget on;
    std::string by;
    MarkKind kind = MarkKind::Human;
    /// Empty if all were taken back.
    std::map<std::string, MarkAnswer> answers;
};

/// What files of marks say, put together: of two answers of a reader to one question about one target, the
/// one that was given later holds, and of two at the same time the one with the greater event id. Events that
/// were taken back do not count, whichever file is read first. One thread at a time.
class MarkSet {
public:
    /// So many events in all are to be expected: they are then not moved when others are added.
    void reserve(std::size_t events);
    /// In any order; an event that is there already changes nothing. Returns the answers that have changed;
    /// null if none have.
    const MarkAnswers* add(MarkEvent&& event);
    const MarkAnswers* add(const MarkEvent& event) { return add(MarkEvent(event)); }

    /// In the order in which their targets were first named.
    const std::vector<MarkAnswers>& answers() const { return m_answers; }
    const std::vector<MarkEvent>& events() const { return m_events; }
    /// Puts together what a reader says under two names of one target, given by indices in answers(): of a
    /// record that was edited, or that moved. The answers are those of the first index from then on, under
    /// the name that was used last, and the second has none. Nothing happens if they are together already.
    void join(std::uint32_t index, std::uint32_t other);
    /// What join() has done: for each index whose answers went to others, the index of these.
    const std::unordered_map<std::uint32_t, std::uint32_t>& joined() const { return m_joined; }
    /// The same events, with all names apart.
    MarkSet withoutJoins() const;
    /// The index of the answers that these are part of: the same if they were not joined.
    std::uint32_t joinedTo(std::uint32_t index) const;
    /// Null if it is not known.
    const MarkEvent* find(std::string_view event) const;

    /// The id of a reader's last event that is not taken back, takes none back and is not only that a record
    /// was read; empty for none: the one to undo.
    std::string lastOf(std::string_view reader) const;

private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    /// The index of the event with this id; kNone if it is not known.
    std::uint32_t eventOf(std::string_view id) const;
    /// The index in m_answers for the reader and the target of an event; kNone if nothing is known of it.
    /// `hash` is of both.
    std::uint32_t groupOf(const MarkEvent& event, std::uint64_t hash) const;
    std::uint64_t hashOf(const MarkEvent& event) const;
    /// Returns the answers that have changed; null if none have.
    const MarkAnswers* takeBack(const MarkEvent& undo);
    const MarkAnswers* fold(std::uint32_t group);

    std::vector<MarkEvent> m_events;
    /// For each event, the one before it of the same reader and target; kNone for the first.
    std::vector<std::uint32_t> m_before;
    /// By the checksum of their ids.
    CodeIndex m_known;
    std::unordered_set<std::string> m_undone;
    std::vector<MarkAnswers> m_answers;
    /// For each of them, its last event.
    std::vector<std::uint32_t> m_last;
    /// By hashOf().
    CodeIndex m_groups;
    /// Those that are part of others.
    std::unordered_map<std::uint32_t, std::uint32_t> m_joined;
    /// The names under which these were first known, whose answers have another one since they were joined.
    std::unordered_map<std::uint32_t, MarkTarget> m_firstNames;
    /// What hashOf() is of; kept for its memory.
    mutable std::string m_key;
};

} // namespace duologue
