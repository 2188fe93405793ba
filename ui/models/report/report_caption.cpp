// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/report_caption.h"

#include "core/analysis/report.h"
#include "core/query/query_parser.h"
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

QString filterText(const CrossfilteredReport& report)
{
    return report.request.others.kind == QueryKind::Everything
               ? CaptionWords::tr("no filter")
               : CaptionWords::tr("filter: %1").arg(asLabel(toText(report.request.others)));
}

QString sourceLine(const CrossfilteredReport& report, const QString& dataset, const QString& group)
{
    QStringList parts{CaptionWords::tr("Dataset: %1").arg(dataset)};
    if (!group.isEmpty())
        parts << CaptionWords::tr("group: %1").arg(group);
    parts << filterText(report);
    return parts.join(QStringLiteral(" · "));
}

std::uint64_t countIn(const Tally& tally)
{
    std::uint64_t n = 0;
    for (const TallyRow& row : tally.rows)
        n += row.n;
    return n;
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
    if (tally.means.empty())
        counts << CaptionWords::tr("n = %1").arg(countedText(countIn(tally), tally.ofMessages));
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

/// What the bars of the rows that are left do not count, because nothing has a measure there.
std::uint64_t countOffAxis(const CrossfilteredReport& report)
{
    std::uint64_t n = countIn(report.now.tally);
    for (const BarFigures& figures : figuresOf(report.axis, report.all.tally, report.now.tally))
        n -= figures.n;
    return n;
}

/// How many of the conversations or messages in the cells have no number for the mean.
QString withoutMeanNote(const CrossfilteredReport& report)
{
    const Tally& tally = report.now.tally;
    std::uint64_t averaged = 0;
    for (const TallyRow& row : tally.rows)
        averaged += row.means.front().n;
    const std::uint64_t counted = countIn(tally);
    return averaged == counted
               ? QString()
               : CaptionWords::tr("Not in the means: %1 of %2 without a number")
                     .arg(countText(counted - averaged), countedText(counted, tally.ofMessages));
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
    if (const std::uint64_t n = axis.valuesLeftOut > 0 ? countOffAxis(report) : 0; n > 0)
        notes << (axis.valuesLeftOut == 1
                      ? CaptionWords::tr("Not shown: 1 value without ratings (%1)")
                      : CaptionWords::tr("Not shown: %1 values without ratings (%2)").arg(axis.valuesLeftOut))
                     .arg(countedText(n, report.all.tally.ofMessages));
    if (axis.joined > 0)
        notes << CaptionWords::tr("%1 joins %2 rare values")
                     .arg(asLabel(axis.values.back().text))
                     .arg(axis.joined);
    return notes.join(QStringLiteral(" · "));
}

QString leftOutNote(const CrossfilteredReport& report)
{
    if (report.all.shape == ReportShape::Comparison)
        return {};
    QStringList notes;
    const Tally& tally = report.now.tally;
    const bool areRatings =
        std::all_of(report.all.measures.begin(), report.all.measures.end(),
                    [](const Measure& measure) { return measure.kind == MeasureKind::Rating; });
    if (report.unmeasured > 0)
        notes << (areRatings ? CaptionWords::tr("Not shown: %1 of %2 without ratings")
                             : CaptionWords::tr("Not shown: %1 of %2 without a number"))
                     .arg(countText(report.unmeasured), conversationsText(report.left));
    if (tally.withoutValue > 0)
        notes
            << (tally.ofMessages
                    ? CaptionWords::tr("Not shown: %1 without a value").arg(messagesText(tally.withoutValue))
                    : CaptionWords::tr("Not shown: %1 of %2 without a value")
                          .arg(countText(tally.withoutValue), conversationsText(report.left)));
    if (report.all.shape == ReportShape::Cells && !tally.means.empty())
        notes << withoutMeanNote(report);
    notes.removeAll(QString());
    return notes.join(QStringLiteral(" · "));
}

QString rowsText(const CrossfilteredReport& report)
{
    const QString counts = report.isByEngine
                               ? CaptionWords::tr("%1 of %2")
                                     .arg(countText(report.leftOfAll), conversationsText(report.totalOfAll))
                               : conversationsOfText(report.leftOfAll, *report.request.snapshot);
    return report.request.others.kind == QueryKind::Everything
               ? counts
               : counts + QStringLiteral(" · ") + filterText(report);
}

QStringList captionOf(const CrossfilteredReport& report, const QString& dataset, const QString& group,
                      const QString& reading)
{
    QStringList lines{sourceLine(report, dataset, group), reading};
    if (report.all.shape != ReportShape::Comparison)
        lines << countLine(report);
    lines << methodLine(report) << leftOutNote(report) << axisNote(report);
    lines.removeAll(QString());
    return lines;
}

} // namespace duologue::ui
