// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/load/record_reader.h"
#include "core/query/stops.h"
#include "core/query/text_pattern.h"
#include "core/util/parallel.h"
#include "ui/app/tasks.h"
#include "ui/transcript/call_text.h"
#include "ui/widgets/find_bar.h"

#include <QTextEdit>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

class QTextTable;

namespace duologue::ui {

/// A match in a conversation, or a message that is asked for.
struct ConversationHit {
    /// Index into Conversation::texts. For a memo or an attachment, the first text of its message.
    std::uint32_t text = 0;
    /// The index of the match within its text or memo.
    std::uint32_t number = 0;
    /// A byte range of the text or memo.
    TextRange range = {};
    /// The message whose memo it is in, -1 for others.
    int memoOf = -1;
    /// The message to which a tool call, reasoning or another attachment belongs that it is in, -1 for
    /// others. Then `number` counts all matches in the message's attachments.
    int attachedTo = -1;
    /// The message that is asked for as a whole, -1 for matches. `text` is its first one.
    int wholeMessage = -1;
    /// The key of a field that the transcript does not show, such as the id of a tool call; empty for others.
    /// It is a field of `attachedTo`, or of the record or a candidate.
    std::string unshownField = {};

    bool operator==(const ConversationHit&) const = default;
};

struct ConversationHits {
    /// In reading order: context, message by message (the message itself, memo, both languages,
    /// attachments), candidates.
    std::vector<ConversationHit> hits;
    LanguagePair languages;
    /// Matches in texts of these languages.
    std::size_t first = 0;
    std::size_t second = 0;
    std::size_t memos = 0;
    std::size_t attachments = 0;
    /// Messages that are asked for as a whole.
    std::size_t messages = 0;
    /// There are more matches than are listed.
    bool cut = false;
};

/// Searches the visible texts (without earlier wordings), memos, tool calls and reasoning, and the messages
/// themselves, for what several rules ask for; `withFields` also what only fields say. `row` is that of the
/// conversation. Any thread; incomplete if the job was stopped.
ConversationHits searchConversation(const Snapshot& snapshot, const Conversation& conversation, Row row,
                                    const std::vector<StopRule>& rules, bool withFields, const Job& job);

/// The matches of several patterns in one text, in order, each place once; at most `most`.
std::vector<TextRange> findAllOf(const std::vector<TextPattern>& patterns, std::string_view text,
                                 std::size_t most);

/// The words and regular expressions among the rules, so that they can be marked.
std::vector<TextPattern> patternsOf(const std::vector<StopRule>& rules);

/// The approximate position of each text on the page, from 0 to 1.
std::vector<float> relativePositions(const Conversation& conversation);

class FoundMarks;
struct ShownText;
class SourceMap;
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
    /// elsewhere, in another conversation, instead of beginning again in this one. arriveAtHit(), wrap() or
    /// stay() must follow; steps until then are taken afterwards.
    void setBeyond(std::function<bool(int)> beyond) { m_beyond = std::move(beyond); }
    /// The next conversation that is shown begins at its first match (1) or its last one (-1).
    void arriveAtHit(int by);
    /// Begins again at the first match (1) or the last one (-1) of this conversation.
    void wrap(int by);
    /// The step leads nowhere.
    void stay();
    /// To the match at a byte of a text, as soon as the matches are known.
    void goToText(std::uint32_t text, std::size_t byte);

    const ConversationHits& found() const { return m_found; }
    bool isSearching() const { return m_task.isRunning(); }
    /// Index into found().hits, -1 for none.
    int current() const { return m_current; }

private:
    void search();
    void take(ConversationHits hits);
    void takeWaitingSteps();
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
    void addRenderedMarks(QList<QTextEdit::ExtraSelection>& marks, std::uint32_t text, SourceMap& map) const;
    void addMark(QList<QTextEdit::ExtraSelection>& marks, int begin, int end) const;
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
    /// A step is being taken elsewhere.
    bool m_isBeyond = false;
    /// Steps to take after it, negative backwards.
    int m_waitingSteps = 0;
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
