// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/comparison_steps.h"

#include "ui/views/transcript/transcript_view.h"

#include <QScrollBar>

namespace duologue::ui {

namespace {

/// The message of the same place in the same turn; -1 if it has none or is not written yet.
int counterpart(const TranscriptDocument& of, int message, const TranscriptDocument& in)
{
    const int turn = of.turnOf(message);
    int nth = 0;
    for (int i = message; i > 0 && of.turnOf(i - 1) == turn; --i)
        ++nth;
    int found = -1;
    for (int i = 0; i < in.messagesWritten(); ++i) {
        if (in.turnOf(i) == turn) {
            found = i;
            if (nth-- == 0)
                break;
        }
    }
    return found;
}

} // namespace

ComparisonSteps::ComparisonSteps(TranscriptView& first, TranscriptView& second, QObject* parent)
    : QObject(parent)
{
    connect(first.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this, &first, &second] { follow(first, second); });
    connect(second.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this, &first, &second] { follow(second, first); });
}

void ComparisonSteps::follow(const TranscriptView& leader, TranscriptView& follower)
{
    const TranscriptDocument* led = leader.transcript();
    const TranscriptDocument* other = follower.transcript();
    if (m_isFollowing || led == nullptr || other == nullptr || !follower.isVisible())
        return;
    const int top = leader.visibleMessages().first;
    const int same = top < led->messagesWritten() ? counterpart(*led, top, *other) : -1;
    m_isFollowing = true;
    QScrollBar* bar = follower.verticalScrollBar();
    if (leader.verticalScrollBar()->value() == 0)
        bar->setValue(0);
    else if (same >= 0) {
        // By the same share of the message, because one may be much longer.
        const QRect from = leader.messageRect(top);
        const QRect to = follower.messageRect(same);
        const double share = from.height() > 0 ? static_cast<double>(-from.top()) / from.height() : 0;
        const double offset = from.top() > 0 ? -from.top() : share * to.height();
        bar->setValue(bar->value() + to.top() + static_cast<int>(offset));
    }
    m_isFollowing = false;
}

} // namespace duologue::ui
