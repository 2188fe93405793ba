// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/util/text_diff.h"
#include "ui/app/current_record.h"
#include "ui/app/tasks.h"

#include <QSplitter>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

class QToolButton;

namespace duologue::ui {

/// The differences between the candidates of a record. Each is compared with the preferred one (aligned or
/// chosen, otherwise the first); a pair is compared in both directions. Texts with little in common are not
/// compared, because every word would be marked.
struct CandidateDifferences {
    struct Marks {
        /// The byte ranges that the other text lacks.
        std::vector<DiffRange> ranges;
        /// The number of the first of them; all differences are numbered in reading order.
        int first = 0;
    };

    /// By index of the text in Conversation::texts. Texts that were not compared have no entry.
    std::map<std::uint32_t, Marks> marks;
    /// The number of differences.
    int count = 0;
    /// The number of candidates that were not compared because they have too little in common.
    int unlike = 0;
    /// The number of candidates that were to be compared with the preferred one: the others of the first
    /// `among`.
    int compared = 0;
    std::size_t among = 0;
};

using CandidateDifferencesPtr = std::shared_ptr<const CandidateDifferences>;

/// Very long candidates may take some tenths of a second. Any thread.
CandidateDifferences differencesOf(const Conversation& conversation);

/// The candidate that the others are compared with.
std::size_t preferredCandidate(const Conversation& conversation);

class ElidedLabel;
class TranscriptView;
class Workspace;

/// The current conversation and, on its left, a pinned one to compare it with. Offers records with the same
/// question if the dataset has them. GUI thread.
class ComparisonView : public QSplitter {
    Q_OBJECT

public:
    /// Takes ownership of the transcript.
    ComparisonView(Workspace& workspace, TranscriptView& transcript, QWidget* parent);
    ~ComparisonView() override;

    /// Buttons for the header: one pins the current conversation, the other lists its siblings.
    QToolButton* pinButton() const { return m_pin; }
    QToolButton* siblingsButton() const { return m_siblings; }
    bool isPinned() const { return !m_side->isHidden(); }
    const TranscriptView& pinned() const { return *m_pinned; }

private:
    void setPinned(bool pinned);
    void goTo(Row row);
    void lookForSiblings();
    /// Scrolls one side to the turn that the other one shows.
    void followScroll(const TranscriptView& from, TranscriptView& to);
    void showSiblings(const std::vector<SiblingRecord>& siblings);

    Workspace& m_workspace;
    TranscriptView& m_transcript;
    QWidget* m_side;
    ElidedLabel* m_title;
    TranscriptView* m_pinned;
    QToolButton* m_close;
    QToolButton* m_pin;
    /// One side scrolls because the other one did.
    bool m_isFollowing = false;
    QToolButton* m_siblings;
    LatestTask<std::vector<SiblingRecord>> m_task;
};

} // namespace duologue::ui
