// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "ui/models/words/intent_codes.h"

#include <QWidget>
#include <vector>

namespace duologue::ui {

class Workspace;

/// The intents of a conversation in order, as a small field for each message that has any. A click goes to
/// the message. GUI thread.
class IntentStrip : public QWidget {
    Q_OBJECT

public:
    IntentStrip(Workspace& workspace, QWidget* parent);

    int count() const { return static_cast<int>(m_steps.size()); }
    QRect stepRect(int step) const;
    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Step {
        int message = 0;
        QString name;
        IntentCode code;
    };

    void showRecord();
    int stepAt(const QPoint& point) const;
    int columns(int width) const;
    QSize stepSize() const;

    Workspace& m_workspace;
    std::vector<Step> m_steps;
};

} // namespace duologue::ui
