// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "core/query/stops.h"
#include "ui/models/reading/conversation_search.h"
#include "ui/views/find/find_target.h"
#include "ui/work/latest_task.h"

#include <QTextEdit>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

class QTextTable;

namespace duologue::ui {

class FoundMarks;
struct ShownText;
class TranscriptView;

/// The search in the conversation of a view. A worker searches all texts, including folded ones and those
/// that are not written yet; visible matches are marked, also those of the query. GUI thread.
class TranscriptFind : public FindTarget {
    Q_OBJECT

public:
    explicit TranscriptFind(TranscriptView& view);

    void setPattern(std::optional<TextPattern> pattern) override;
    void step(int by) override;
    /// With the number of matches in each language.
    QString status() const override;
    /// Without a pattern of its own, the search is for what a query asks for in conversations of the
    /// snapshot. A conversation that is opened for the first time since then begins at its first stop.
    void setQuery(const Query& query, SnapshotPtr snapshot);
    /// All conversations are opened for the first time again: they are those of another dataset.
    void forgetOpened();
    /// What is searched, here and in other conversations: the find bar's pattern, or else what the query asks
    /// for.
    const std::vector<StopRule>& rules() const { return m_pattern ? m_ownRules : m_queryRules; }
    bool hasRules() const { return !rules().empty(); }
    /// The find bar is in use.
    bool hasOwnPattern() const { return m_pattern.has_value(); }
    /// Called at the last match with 1 and at the first one with -1: returns true if the step is taken
    /// elsewhere, in another conversation, instead of beginning again in this one.
    void setBeyond(std::function<bool(int)> beyond) { m_beyond = std::move(beyond); }
    /// The next conversation that is shown begins at its first match (1) or its last one (-1).
    void arriveAtHit(int by) { m_arrival = by; }
    /// Begins again at the first match (1) or the last one (-1) of this conversation.
    void wrap(int by);
    /// To the match at a byte of a text, as soon as the matches are known.
    void goToText(std::uint32_t text, std::size_t byte);

    const ConversationHits& found() const { return m_found; }
    bool isSearching() const { return m_task.isRunning(); }
    /// Index into found().hits, -1 for none.
    int current() const { return m_current; }

private:
    void search();
    void take(ConversationHits hits);
    int hitToGoTo() const;
    int firstVisibleHit() const;
    int firstSaidHit() const;
    void goTo(int hit);
    void refreshSoon() { m_refresh.start(); }
    void refresh();
    void updateMarks();
    float positionOf(const ConversationHit& hit) const;
    void addMarks(QList<QTextEdit::ExtraSelection>& marks, const ShownText& shown) const;
    void addMarks(QList<QTextEdit::ExtraSelection>& marks, const QTextTable& table) const;
    void addMarks(QList<QTextEdit::ExtraSelection>& marks, const ShownText& shown,
                  const TextPattern& pattern) const;
    std::optional<QTextCursor> cursorOf(const ConversationHit& hit) const;

    TranscriptView& m_view;
    FoundMarks* m_marks;
    std::optional<TextPattern> m_pattern;
    /// Of the pattern.
    std::vector<StopRule> m_ownRules;
    std::vector<StopRule> m_queryRules;
    SnapshotPtr m_snapshot = std::make_shared<const Snapshot>();
    /// The words of the query, which are marked wherever they are.
    std::vector<TextPattern> m_queryPatterns;
    /// The terms of the query that have rules.
    std::string m_queryStops;
    /// Records that were opened since the query asks for these stops (TranscriptView::recordKey()).
    std::set<std::string> m_opened;
    std::function<bool(int)> m_beyond;
    /// The next conversation begins at its first match (1), its last one (-1) or where it was left (0).
    int m_arrival = 0;
    /// A text and a byte to go to when the matches are known.
    std::optional<std::pair<std::uint32_t, std::size_t>> m_wantedText;
    /// The conversation was opened afresh, or the query is new.
    bool m_goToFirst = false;
    ConversationHits m_found;
    std::vector<float> m_positions;
    int m_current = -1;
    bool m_goToMatch = false;
    bool m_marked = false;
    DecodedRecordPtr m_record;
    LatestTask<std::shared_ptr<ConversationHits>> m_task;
    QTimer m_refresh;
};

} // namespace duologue::ui
