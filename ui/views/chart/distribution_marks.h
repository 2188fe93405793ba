// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/rating_scales.h"

#include <QWidget>

namespace duologue::ui {

/// The distribution of a rating in the dataset as small bars; the value of this record is highlighted. GUI
/// thread.
class DistributionMarks : public QWidget {
    Q_OBJECT

public:
    explicit DistributionMarks(QWidget* parent);

    void setScale(const RatingScale& scale, double value);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::map<double, std::uint64_t> m_counts;
    double m_value = 0;
};

} // namespace duologue::ui
