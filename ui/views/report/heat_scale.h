// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace duologue::ui {

class HeatMapModel;

/// The line above a heat map: the fields of its rows and columns, and the meaning and range of its colours.
/// GUI thread.
class HeatScale : public QWidget {
    Q_OBJECT

public:
    HeatScale(const HeatMapModel& model, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString titles() const;

    const HeatMapModel& m_model;
};

} // namespace duologue::ui
