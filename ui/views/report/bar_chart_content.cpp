// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/report/bar_chart_content.h"

#include "ui/models/report/bar_chart_model.h"
#include "ui/models/words/count_words.h"
#include "ui/models/words/field_words.h"
#include "ui/models/words/value_words.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

class BarChartWriter {
    Q_DECLARE_TR_FUNCTIONS(BarChartWriter)

public:
    explicit BarChartWriter(const BarChartModel& model) : m_model(model)
    {
        for (std::size_t i = 0; i < model.measures().size(); ++i)
            m_percent = (i == 0 || m_percent) && model.measure(i).kind == MeasureKind::Share;
    }

    ChartContent made() const
    {
        ChartContent content;
        const auto& measures = m_model.measures();
        content.categoryTitle = fieldTitle(m_model.field());
        content.totalName = tr("All data");
        for (const FieldInfo& measure : measures)
            content.series.push_back(fieldTitle(measure));
        const QString counted = m_model.ofMessages() ? tr("Messages") : tr("Conversations");
        if (measures.empty())
            content.series.push_back(counted);
        content.valueTitle = measures.empty()       ? counted
                             : m_percent            ? tr("Share in %")
                             : measures.size() == 1 ? tr("Mean %1").arg(fieldTitle(measures.front()))
                                                    : tr("Mean");
        const std::vector<AxisGap> gaps = gapsOf(m_model.values());
        for (int row = 0; row < m_model.rowCount(); ++row) {
            content.categories.push_back(category(row));
            const AxisGap& gap = gaps[static_cast<std::size_t>(row)];
            content.categories.back().emptyBefore = gap.columns;
            content.categories.back().isBreakBefore = gap.isBreak;
        }
        setAxis(content);
        return content;
    }

private:
    QString conversations(std::uint64_t count) const { return countedText(count, m_model.ofMessages()); }

    void setAxis(ChartContent& content) const
    {
        if (!m_model.report())
            return;
        content.areMeans = !m_model.measures().empty();
        content.mostCount = m_model.report()->mostCount;
        content.low = m_model.report()->lowest * scale();
        content.high = m_model.report()->highest * scale();
        if (content.high <= content.low)
            content.high = content.low + 1;
    }

    double scale() const
    {
        constexpr double kPercent = 100;
        return m_percent ? kPercent : 1;
    }

    ChartCategory category(int row) const
    {
        const BarFigures& figures = m_model.figures(row);
        const GroupValue& group = m_model.values()[static_cast<std::size_t>(row)];
        const ValueWords words = m_model.words(row);
        const QString& value = words.shown;
        const QString name =
            QStringLiteral("%1 %2").arg(fieldTitle(m_model.field()).toLower(), value.simplified());
        ChartCategory made;
        made.label = value;
        made.isNumber = group.number.has_value();
        const QVariant intent =
            m_model.index(row, BarChartModel::ValueColumn).data(BarChartModel::IntentRole);
        if (intent.isValid()) {
            made.code = intent.value<IntentCode>().letters;
            made.color = categoryColor(intent.value<IntentCode>().color);
        }
        made.tip =
            QStringLiteral("%1 %2").arg(fieldTitle(m_model.field()).toLower(), words.inBoth().simplified());
        if (m_model.measures().empty()) {
            made.tip += tr(": %1 of %2").arg(countText(figures.n), conversations(figures.total));
            made.marks.push_back(countMark(name, figures));
        }
        for (std::size_t i = 0; i < m_model.measures().size(); ++i) {
            made.marks.push_back(meanMark(name, figures, i));
            made.tip += QLatin1Char('\n') + meanTip(figures, i);
        }
        if (m_model.ofMessages())
            made.tip += QLatin1Char('\n') + tr("A click shows the conversations with such messages.");
        return made;
    }

    ChartMark countMark(const QString& name, const BarFigures& figures) const
    {
        ChartMark mark;
        mark.value = static_cast<double>(figures.n);
        mark.n = figures.n;
        if (figures.n != figures.total)
            mark.total = static_cast<double>(figures.total);
        mark.spoken = tr("%1, %2").arg(name, conversations(figures.n));
        return mark;
    }

    ChartMark meanMark(const QString& name, const BarFigures& figures, std::size_t measure) const
    {
        ChartMark mark;
        const Mean& mean = figures.means[measure];
        const Measure& kind = m_model.measure(measure);
        const Interval interval = intervalOf(mean, kind);
        mark.value = mean.mean() * scale();
        mark.n = mean.n;
        mark.kept = figures.n;
        mark.low = interval.low * scale();
        mark.high = interval.high * scale();
        if (figures.n != figures.total)
            mark.total = figures.totalMeans[measure].mean() * scale();
        mark.spoken =
            mean.n == 0 ? tr("%1, no value, %2").arg(name, conversations(figures.n))
            : kind.kind == MeasureKind::Share
                ? tr("%1, %2, %3").arg(name, meanText(mean.mean(), kind), conversations(mean.n))
                : tr("%1, mean %2, %3").arg(name, meanText(mean.mean(), kind), conversations(mean.n));
        if (m_model.measures().size() > 1)
            mark.spoken = tr("%1, %2").arg(mark.spoken, fieldTitle(m_model.measures()[measure]));
        return mark;
    }

    QString meanTip(const BarFigures& figures, std::size_t measure) const
    {
        const Mean& mean = figures.means[measure];
        const Measure& kind = m_model.measure(measure);
        const QString title = fieldTitle(m_model.measures()[measure]);
        const QString missing =
            tr("missing %1 of %2")
                .arg(countText(figures.withUnmeasured - mean.n), countText(figures.withUnmeasured));
        if (mean.n == 0)
            return tr("%1: no value, %2").arg(title, missing);
        const QString tip =
            tr("%1: mean %2, standard deviation %3, n %4, %5")
                .arg(title, meanText(mean.mean(), kind), decimalText(mean.deviation(), kind),
                     m_model.ofMessages() ? messagesText(mean.n) : countText(mean.n), missing);
        const QString interval = intervalText(intervalOf(mean, kind), kind);
        return interval.isEmpty() ? tip : tip + QStringLiteral(", ") + interval;
    }

    const BarChartModel& m_model;
    /// All means are shares.
    bool m_percent = false;
};

} // namespace

ChartContent chartOf(const BarChartModel& model)
{
    return BarChartWriter(model).made();
}

} // namespace duologue::ui
