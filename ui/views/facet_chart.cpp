// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet_chart.h"

#include "ui/models/facet_model.h"
#include "ui/models/field_words.h"
#include "ui/views/chart_geometry.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

class FacetChart {
    Q_DECLARE_TR_FUNCTIONS(FacetChart)

public:
    explicit FacetChart(const FacetModel& model) : m_model(model) {}

    ChartContent made() const
    {
        ChartContent content;
        const auto& measures = m_model.measures();
        content.categoryTitle = fieldTitle(m_model.field());
        content.totalName = tr("Without filters");
        for (const FieldInfo& measure : measures)
            content.series.push_back(fieldTitle(measure));
        if (measures.empty())
            content.series.push_back(tr("Conversations"));
        content.valueTitle = measures.empty()       ? tr("Conversations")
                             : measures.size() == 1 ? tr("Mean %1").arg(fieldTitle(measures.front()))
                                                    : tr("Mean");
        for (int row = 0; row < m_model.rowCount(); ++row)
            content.categories.push_back(category(row));
        setAxis(content);
        return content;
    }

    static QString conversations(std::uint64_t count)
    {
        return count == 1 ? tr("1 conversation") : tr("%1 conversations").arg(countText(count));
    }

private:
    void setAxis(ChartContent& content) const
    {
        if (m_model.measures().empty()) {
            double most = 1;
            for (int row = 0; row < m_model.rowCount(); ++row)
                most = std::max(most, static_cast<double>(m_model.facet(row).total));
            content.high = most;
            return;
        }
        // The scale of the ratings themselves: 0 to 2 stays 0 to 2 however high the means are.
        content.low = m_model.report()->lowest;
        content.high = std::max(m_model.report()->highest, content.low + 1);
    }

    ChartCategory category(int row) const
    {
        const Facet& facet = m_model.facet(row);
        const QString value = toQt(m_model.values()[static_cast<std::size_t>(row)].text);
        const QString name =
            QStringLiteral("%1 %2").arg(fieldTitle(m_model.field()).toLower(), value.simplified());
        ChartCategory made;
        made.label = value;
        made.tip = tr("%1: %2 of %3").arg(name, countText(facet.n), conversations(facet.total));
        if (m_model.measures().empty())
            made.marks.push_back(countMark(name, facet));
        for (std::size_t i = 0; i < m_model.measures().size(); ++i) {
            made.marks.push_back(meanMark(name, facet, i));
            made.tip += QLatin1Char('\n') + meanTip(facet, i);
        }
        return made;
    }

    static ChartMark countMark(const QString& name, const Facet& facet)
    {
        ChartMark mark;
        mark.value = static_cast<double>(facet.n);
        mark.n = facet.n;
        if (facet.n != facet.total)
            mark.total = static_cast<double>(facet.total);
        mark.spoken = tr("%1, %2").arg(name, conversations(facet.n));
        return mark;
    }

    ChartMark meanMark(const QString& name, const Facet& facet, std::size_t measure) const
    {
        ChartMark mark;
        const Mean& mean = facet.means[measure];
        mark.value = mean.mean();
        mark.n = mean.n;
        if (facet.n != facet.total)
            mark.total = facet.totalMeans[measure].mean();
        constexpr int kSpokenDecimals = 2;
        mark.spoken = mean.n == 0
                          ? tr("%1, no value, %2").arg(name, conversations(facet.n))
                          : tr("%1, mean %2, %3")
                                .arg(name, number(mean.mean(), kSpokenDecimals), conversations(mean.n));
        if (m_model.measures().size() > 1)
            mark.spoken = tr("%1, %2").arg(mark.spoken, fieldTitle(m_model.measures()[measure]));
        return mark;
    }

    QString meanTip(const Facet& facet, std::size_t measure) const
    {
        constexpr int kDecimals = 4;
        const Mean& mean = facet.means[measure];
        const QString title = fieldTitle(m_model.measures()[measure]);
        const QString missing = tr("missing %1 of %2").arg(countText(facet.n - mean.n), countText(facet.n));
        if (mean.n == 0)
            return tr("%1: no value, %2").arg(title, missing);
        return tr("%1: mean %2, standard deviation %3, n %4, %5")
            .arg(title, number(mean.mean(), kDecimals),
                 std::isnan(mean.deviation()) ? QStringLiteral("–") : number(mean.deviation(), kDecimals),
                 countText(mean.n), missing);
    }

    static QString number(double value, int decimals) { return QLocale().toString(value, 'f', decimals); }

    const FacetModel& m_model;
};

} // namespace

ChartContent chartOf(const FacetModel& model)
{
    return FacetChart(model).made();
}

QString conversationsText(std::uint64_t count)
{
    return FacetChart::conversations(count);
}

} // namespace duologue::ui
