// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace duologue::ui {

class TranscriptView;

/// Keeps two conversations in step: where one is scrolled, the other shows the same turn at the same height.
/// GUI thread.
class ComparisonSteps : public QObject {
    Q_OBJECT

public:
    /// Both views outlive it.
    ComparisonSteps(TranscriptView& first, TranscriptView& second, QObject* parent);

private:
    void follow(const TranscriptView& leader, TranscriptView& follower);

    bool m_isFollowing = false;
};

} // namespace duologue::ui
