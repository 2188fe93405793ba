// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/mark_file.h"

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
    /// In any order; an event that is there already changes nothing. Returns the answers that have changed;
    /// null if none have.
    const MarkAnswers* add(MarkEvent event);

    /// In the order in which their targets were first named.
    const std::vector<MarkAnswers>& answers() const { return m_answers; }
    const std::vector<MarkEvent>& events() const { return m_events; }
    /// The id of a reader's last event that is not taken back and takes none back; empty for none: the one to
    /// undo.
    std::string lastOf(std::string_view reader) const;

private:
    const MarkAnswers* fold(std::size_t group);

    std::vector<MarkEvent> m_events;
    /// By event id.
    std::unordered_map<std::string, std::size_t> m_known;
    std::unordered_set<std::string> m_undone;
    /// By reader and target: the index in m_answers.
    std::unordered_map<std::string, std::size_t> m_groups;
    std::vector<MarkAnswers> m_answers;
    /// For each of them, its events.
    std::vector<std::vector<std::size_t>> m_eventsOf;
};

} // namespace duologue
