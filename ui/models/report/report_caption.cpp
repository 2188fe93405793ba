// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/report_caption.h"

#include "core/query/language/query_parser.h"
#include "core/stats/report/cell_grid.h"
#include "ui/models/words/count_words.h"
#include "ui/models/words/field_words.h"
#include "ui/models/words/report_words.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace duologue::ui {

namespace {

struct CaptionWords {
    Q_DECLARE_TR_FUNCTIONS(ReportCaption)
};

QString sourceLine(const CrossfilteredReport& report, const QString& dataset, const QString& group)
{
    QStringList parts{CaptionWords::tr("Dataset: %1").arg(dataset)};
    if (!group.isEmpty())
        parts << CaptionWords::tr("group: %1").arg(group);
    parts << (report.request.others.kind == QueryKind::Everything
                  ? CaptionWords::tr("no filter")
                  : CaptionWords::tr("filter: %1").arg(asLabel(toText(report.request.others))));
    return parts.join(QStringLiteral(" · "));
}

/// The values that each mean is of, in all bars or cells together.
QString countLine(const CrossfilteredReport& report)
{
    const Tally& tally = report.now.tally;
    QString line = CaptionWords::tr("%1 of %2").arg(countText(report.left), conversationsText(report.total));
    QStringList counts;
    for (std::size_t i = 0; i < tally.means.size(); ++i) {
        std::uint64_t n = 0;
        for (const TallyRow& row : tally.rows)
            n += row.means[i].n;
        counts << CaptionWords::tr("%1: n = %2").arg(fieldTitle(tally.means[i]), countText(n));
    }
    if (tally.means.empty()) {
        std::uint64_t n = 0;
        for (const TallyRow& row : tally.rows)
            n += row.n;
        counts << CaptionWords::tr("n = %1").arg(countedText(n, tally.ofMessages));
    }
    return line + QStringLiteral(" · ") + counts.join(QStringLiteral(" · "));
}

/// Empty if nothing has an interval.
QString methodLine(const CrossfilteredReport& report)
{
    if (report.all.shape != ReportShape::Bars)
        return {};
    QStringList methods;
    for (const Measure& measure : report.all.measures) {
        const QString method = methodText(measure.kind);
        if (!methods.contains(method))
            methods << method;
    }
    return methods.isEmpty()
               ? QString()
               : CaptionWords::tr("Means with 95% intervals (%1)").arg(methods.join(QStringLiteral(", ")));
}

/// What cells without a figure mean, if there are any.
QString cellNote(const CrossfilteredReport& report)
{
    const CellGrid all = CellGrid::of(report.all.tally);
    const std::vector<CellGrid::Cell> now = all.cellsOf(report.now.tally);
    bool anyNever = false;
    bool anyFiltered = false;
    for (std::size_t i = 0; i < all.cells.size(); ++i) {
        anyNever = anyNever || all.cells[i].n == 0;
        anyFiltered = anyFiltered || (all.cells[i].n > 0 && now[i].n == 0);
    }
    QStringList notes;
    if (anyNever)
        notes << CaptionWords::tr("“·”: none in the dataset");
    if (anyFiltered)
        notes << CaptionWords::tr("0 or “–”: none left by the other filters");
    return notes.join(QStringLiteral(" · "));
}

} // namespace

QString axisNote(const CrossfilteredReport& report)
{
    if (report.all.shape == ReportShape::Cells)
        return cellNote(report);
    QStringList notes;
    if (const std::uint64_t unclear = report.now.tally.notJudged; unclear > 0)
        notes << CaptionWords::tr("Could not be judged: %1").arg(countedText(unclear, true));
    const ChartAxis& axis = report.axis;
    if (axis.valuesLeftOut > 0)
        notes << (axis.valuesLeftOut == 1
                      ? CaptionWords::tr("Not shown: 1 value without ratings (%1)")
                      : CaptionWords::tr("Not shown: %1 values without ratings (%2)").arg(axis.valuesLeftOut))
                     .arg(countedText(axis.recordsLeftOut, report.all.tally.ofMessages));
    if (axis.joined > 0)
        notes << CaptionWords::tr("%1 joins %2 rare values")
                     .arg(asLabel(axis.values.back().text))
                     .arg(axis.joined);
    return notes.join(QStringLiteral(" · "));
}

QStringList captionOf(const CrossfilteredReport& report, const QString& dataset, const QString& group,
                      const QString& reading)
{
    QStringList lines{sourceLine(report, dataset, group), reading};
    if (report.all.shape != ReportShape::Comparison)
        lines << countLine(report);
    lines << methodLine(report) << axisNote(report);
    lines.removeAll(QString());
    return lines;
}

} // namespace duologue::ui
