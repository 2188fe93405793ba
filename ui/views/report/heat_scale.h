// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace duologue::ui {

class CellModel;

/// A line over a heat map: which field its lines and its columns are, what its colours say and from where to
/// where they reach. GUI thread.
class HeatScale : public QWidget {
    Q_OBJECT

public:
    HeatScale(const CellModel& model, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString titles() const;

    const CellModel& m_model;
};

} // namespace duologue::ui
