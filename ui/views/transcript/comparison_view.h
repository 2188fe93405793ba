// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/record/sibling_records.h"
#include "ui/work/latest_task.h"

#include <QSplitter>

class QToolButton;

namespace duologue::ui {

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
    bool isPinned() const;
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
