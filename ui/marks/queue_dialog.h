// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/marks/queue.h"
#include "core/util/expected.h"
#include "ui/app/tasks.h"

#include <QDialog>
#include <memory>
#include <optional>

namespace duologue::ui {

namespace Ui {
class QueueDialog;
}

class Workspace;

/// Makes, opens and leaves a queue of conversations to read. GUI thread.
class QueueDialog : public QDialog {
    Q_OBJECT

public:
    QueueDialog(Workspace& workspace, QWidget* parent);
    ~QueueDialog() override;

private:
    enum class How { Random, OfEach, Outliers, Findings, Disagreements, Shown };
    using Made = Expected<ReadingQueue, QString>;

    How how() const;
    void showState();
    void showParts();
    void start();
    void take(Made made);
    void openFile();
    void use(ReadingQueue queue);

    Workspace& m_workspace;
    std::unique_ptr<Ui::QueueDialog> m_ui;
    LatestTask<Made> m_task;
};

} // namespace duologue::ui
