// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>
#include <string>

namespace duologue::ui {

class ValueCountModel;
class Workspace;

/// Values with their counts and a thin bar each, as high as its rows. A double click or Enter shows only the
/// records with a value; the context menu offers more. GUI thread.
class ValueCountView : public QTableView {
    Q_OBJECT

public:
    ValueCountView(Workspace& workspace, std::string fieldKey, QWidget* parent);

    ValueCountModel& counts() const { return *m_model; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    Workspace& m_workspace;
    std::string m_fieldKey;
    ValueCountModel* m_model;
};

} // namespace duologue::ui
