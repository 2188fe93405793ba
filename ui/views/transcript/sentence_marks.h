// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/sentences.h"
#include "ui/views/transcript/shown_text.h"
#include "ui/work/latest_task.h"

#include <QObject>
#include <array>
#include <vector>

class QPoint;

namespace duologue::ui {

class TranscriptView;

/// Marks a sentence under the pointer together with its translation in the other column, where their
/// alignment is certain. A worker aligns the sentences of one message at a time. Owned by the view. GUI
/// thread.
class SentenceMarks : public QObject {
    Q_OBJECT

public:
    explicit SentenceMarks(TranscriptView& view);

    /// The pointer is there, in viewport coordinates.
    void follow(const QPoint& point);
    /// To the next pair of the current message (1) or the one before it (-1).
    void step(int by);
    /// The texts that are marked, one for each column; empty if none are.
    std::array<QString, 2> marked() const;

private:
    struct Aligned {
        std::vector<SentencePair> pairs;
    };

    void align(int message);
    void markUnder(int position, int column);
    void mark(int pair);
    void clear();

    TranscriptView& m_view;
    LatestTask<Aligned> m_task;
    /// The message whose sentences are aligned or being aligned, -1 for none.
    int m_message = -1;
    std::array<ShownText, 2> m_texts;
    /// Only those that are certain.
    std::vector<SentencePair> m_pairs;
    int m_marked = -1;
    /// What to do when the sentences are aligned: the pair at a position of a column, or a step.
    int m_position = -1;
    int m_column = 0;
    int m_step = 0;
};

} // namespace duologue::ui
