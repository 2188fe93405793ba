// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/distribution_marks.h"

#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"

#include <QPainter>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kHeight = 26;
constexpr int kDistributionMarksWidest = 22;

} // namespace

DistributionMarks::DistributionMarks(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void DistributionMarks::setScale(const RatingScale& scale, double value)
{
    m_value = value;
    update();
    if (scale.counts == m_counts)
        return;
    m_counts = scale.counts;
    QStringList lines;
    for (const auto& [step, count] : m_counts)
        lines << tr("%1: %2 conversations").arg(toQt(numberText(step)), countText(count));
    setToolTip(lines.join(QLatin1Char('\n')));
    setAccessibleName(tr("How often each value occurs: %1").arg(lines.join(QStringLiteral(", "))));
    updateGeometry();
}

QSize DistributionMarks::sizeHint() const
{
    return {static_cast<int>(m_counts.size()) * kDistributionMarksWidest, kHeight};
}

void DistributionMarks::paintEvent(QPaintEvent*)
{
    const ReadingColors colors = readingColors(palette());
    std::uint64_t most = 1;
    for (const auto& [step, count] : m_counts)
        most = std::max(most, count);
    QPainter painter(this);
    int left = 0;
    for (const auto& [step, count] : m_counts) {
        const double share = static_cast<double>(count) / static_cast<double>(most);
        const int high = std::max(1, static_cast<int>(share * (kHeight - 4)));
        const bool own = step == m_value;
        painter.fillRect(QRect(left + 2, kHeight - high, kDistributionMarksWidest - 4, high),
                         own ? colors.currentBar : blended(colors.page, colors.text, 0.22));
        if (own)
            painter.fillRect(QRect(left + 2, 0, kDistributionMarksWidest - 4, 2), colors.text);
        left += kDistributionMarksWidest;
    }
}

} // namespace duologue::ui
