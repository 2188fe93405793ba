// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/decoded_record.h"
#include "ui/models/record/conversation_search.h"
#include "ui/views/find/find_target.h"
#include "ui/work/latest_task.h"

#include <QTextEdit>
#include <QTimer>
#include <memory>
#include <optional>

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
    /// Also marks these patterns.
    void setQueryPatterns(std::vector<TextPattern> patterns);

    const ConversationHits& found() const { return m_found; }
    bool isSearching() const { return m_task.isRunning(); }
    /// Index into found().hits, -1 for none.
    int current() const { return m_current; }

private:
    void search();
    void take(ConversationHits hits, bool goToMatch);
    void goTo(int hit);
    void refreshSoon() { m_refresh.start(); }
    void refresh();
    void updateMarks();
    float positionOf(const ConversationHit& hit) const;
    void addMarks(QList<QTextEdit::ExtraSelection>& marks, const QTextTable& table,
                  PatternBudget& budget) const;
    void addMarks(QList<QTextEdit::ExtraSelection>& marks, const ShownText& shown, const TextPattern& pattern,
                  PatternBudget& budget) const;
    std::optional<QTextCursor> cursorOf(const ConversationHit& hit) const;

    TranscriptView& m_view;
    FoundMarks* m_marks;
    std::optional<TextPattern> m_pattern;
    std::vector<TextPattern> m_queryPatterns;
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
