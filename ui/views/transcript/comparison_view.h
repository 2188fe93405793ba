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

/// The current conversation, and on its left one that was pinned, to read others beside it. Offers the same
/// question in other forms, where the dataset has them. GUI thread.
class ComparisonView : public QSplitter {
    Q_OBJECT

public:
    /// Takes the transcript in.
    ComparisonView(Workspace& workspace, TranscriptView& transcript, QWidget* parent);

    /// For a header: pins the current conversation and lets it go; lists its siblings.
    QToolButton* pinButton() const { return m_pin; }
    QToolButton* siblingsButton() const { return m_siblings; }
    bool isPinned() const;
    const TranscriptView& pinned() const { return *m_pinned; }

private:
    void setPinned(bool pinned);
    void goTo(Row row);
    void lookForSiblings();
    void showSiblings(const std::vector<SiblingRecord>& siblings);

    Workspace& m_workspace;
    TranscriptView& m_transcript;
    QWidget* m_side;
    ElidedLabel* m_title;
    TranscriptView* m_pinned;
    QToolButton* m_pin;
    QToolButton* m_siblings;
    LatestTask<std::vector<SiblingRecord>> m_task;
};

} // namespace duologue::ui
