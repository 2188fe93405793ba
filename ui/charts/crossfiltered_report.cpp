// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/crossfiltered_report.h"
#include "core/analysis/bins.h"
#include "core/analysis/report.h"
#include "core/data/field_reader.h"
#include "core/query/query_parser.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"
#include "ui/charts/heat_map_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <utility>

namespace duologue::ui {

namespace {

/// A range that grows with what is drawn; 0 is always in it, unless a scale begins above.
class DrawnRange {
public:
    void addScale(ValueScale scale)
    {
        m_scale = m_hasScale
                      ? ValueScale{std::min(m_scale.low, scale.low), std::max(m_scale.high, scale.high)}
                      : scale;
        m_hasScale = true;
    }
    void add(double value)
    {
        if (!std::isfinite(value))
            return;
        m_low = std::min(m_low, value);
        m_high = std::max(m_high, value);
        m_hasFigures = true;
    }
    double high() const { return m_high; }

    /// Ends of figures are rounded outwards, those of scales are exact.
    ValueScale rounded(bool areShares) const
    {
        ValueScale range{m_low, m_high};
        constexpr double kParts = 10;
        const double step = m_high > m_low ? roundStep((m_high - m_low) / kParts) : 1;
        range.low = std::floor(m_low / step) * step;
        range.high = std::ceil(m_high / step) * step;
        if (areShares)
            range.high = std::min(1.0, range.high);
        if (!m_hasScale)
            return range;
        return m_hasFigures ? ValueScale{std::min(range.low, m_scale.low), std::max(range.high, m_scale.high)}
                            : m_scale;
    }

private:
    double m_low = 0;
    double m_high = 0;
    ValueScale m_scale;
    bool m_hasScale = false;
    bool m_hasFigures = false;
};

/// Means of numbers and shares, with the intervals of `means`; those of very few values are cut, or they
/// would press the bars of all others flat. `filtered` are the means of the rows that are left.
void addNumbers(DrawnRange& range, const std::vector<Mean>& means, const std::vector<Mean>& filtered,
                const Measure& measure)
{
    constexpr double kFarthest = 1.5;
    for (const Mean& mean : means)
        range.add(mean.mean());
    const double farthest = range.high() * kFarthest;
    for (const Mean& mean : means) {
        if (const Interval interval = intervalOf(mean, measure); interval.isKnown())
            range.add(std::min(interval.high, farthest));
    }
    for (const Mean& mean : filtered)
        range.add(mean.mean());
}

std::vector<Mean> meansOfBars(const std::vector<BarFigures>& bars, std::vector<Mean> BarFigures::*list,
                              std::size_t measure)
{
    std::vector<Mean> means;
    for (const BarFigures& figures : bars)
        means.push_back((figures.*list)[measure]);
    return means;
}

std::vector<Mean> meansOfCells(const Tally& tally, std::size_t measure)
{
    std::vector<Mean> means;
    for (const TallyRow& row : tally.rows)
        means.push_back(row.means[measure]);
    return means;
}

void addFigures(DrawnRange& range, const CrossfilteredReport& report)
{
    const Tally& tally = report.all.tally;
    const bool areBars = report.all.shape == ReportShape::Bars;
    const std::vector<BarFigures> bars =
        areBars ? figuresOf(report.axis, tally, report.now.tally) : std::vector<BarFigures>();
    for (std::size_t i = 0; i < tally.means.size(); ++i) {
        const Measure& measure = report.all.measures[i];
        if (measure.kind == MeasureKind::Rating)
            range.addScale(measure.scale);
        else if (areBars)
            addNumbers(range, meansOfBars(bars, &BarFigures::totalMeans, i),
                       meansOfBars(bars, &BarFigures::means, i), measure);
        else
            for (const Tally* cells : {&tally, &report.now.tally}) {
                for (const Mean& mean : meansOfCells(*cells, i))
                    range.add(mean.mean());
            }
    }
}

std::uint64_t mostCountIn(const CrossfilteredReport& report)
{
    std::uint64_t most = 0;
    for (const BarFigures& figures : figuresOf(report.axis, report.all.tally, {})) {
        for (const Mean& mean : figures.totalMeans)
            most = std::max(most, mean.n);
        if (figures.totalMeans.empty())
            most = std::max(most, figures.total);
    }
    return most;
}

std::uint64_t mostOfCells(const Tally& tally)
{
    std::uint64_t most = 0;
    for (const TallyRow& row : tally.rows)
        most = std::max(most, row.n);
    return most;
}

/// False for bars or cells of means that no record has.
bool hasFigures(const ReportData& data)
{
    return data.tally.means.empty() ||
           std::any_of(data.tally.rows.begin(), data.tally.rows.end(), [](const TallyRow& row) {
               return std::any_of(row.means.begin(), row.means.end(),
                                  [](const Mean& mean) { return mean.n > 0; });
           });
}

/// Gives reports side by side the same axes.
void shareAxes(std::vector<std::shared_ptr<CrossfilteredReport>>& reports)
{
    if (reports.empty())
        return;
    const ReportData& first = reports.front()->all;
    if (first.shape == ReportShape::Bars) {
        std::vector<const ReportData*> groups;
        for (const auto& report : reports)
            groups.push_back(&report->all);
        const ChartAxis axis = axisOf(groups);
        for (const auto& report : reports)
            report->axis = axis;
    }
    DrawnRange range;
    std::uint64_t most = 0;
    for (const auto& report : reports) {
        addFigures(range, *report);
        most = std::max(most, first.shape == ReportShape::Bars ? mostCountIn(*report)
                                                               : mostOfCells(report->all.tally));
    }
    const bool areShares =
        !first.measures.empty() &&
        std::all_of(first.measures.begin(), first.measures.end(),
                    [](const Measure& measure) { return measure.kind == MeasureKind::Share; });
    ValueScale drawn = range.rounded(areShares);
    if (first.shape == ReportShape::Cells && first.figure == CellFigure::ShareOfLine)
        drawn = {0, 1};
    else if (first.tally.means.empty())
        drawn = {0, static_cast<double>(most)};
    for (const auto& report : reports) {
        report->mostCount = most;
        report->lowest = drawn.low;
        report->highest = drawn.high;
    }
}

/// The condition for the records that have one of the measures, if the bars are of these; Everything if no
/// condition says it.
Query measuredQuery(const ReportRequest& request)
{
    const auto field = findField(*request.snapshot, request.options.field);
    if (!request.report->traits.barsAreOfMeasured || !field || field->info().ofMessages)
        return {};
    std::vector<Query> any;
    for (const std::string& key : request.options.measures) {
        const auto measure = findField(*request.snapshot, key);
        if (!measure)
            continue;
        // A text may be there and be no number, and a record may have none of the marks of its messages.
        if (!measure->isNumber() || measure->info().ofMessages)
            return {};
        any.push_back(hasQuery(measure->info().key));
    }
    return Query::any(std::move(any));
}

std::uint64_t countOf(const Source& source, const Query& query, const Job& job)
{
    return source.count(source.where(query, job), job);
}

/// The condition of measuredQuery() if the source decides it, without what excludes nothing: Everything if
/// all records have a measure. If none has one, their values are shown without bars. An engine is not asked
/// for so many counts.
Query shortestMeasured(const CrossfilteredReport& made, const Source& source, const Job& job)
{
    Query measured = measuredQuery(made.request);
    if (measured.kind == QueryKind::Everything)
        return measured;
    try {
        const Filter filter = source.where(measured, job);
        if (made.isByEngine)
            return measured;
        const std::uint64_t n = source.count(filter, job);
        if (n == 0 || n == made.request.snapshot->recordCount())
            return {};
        if (measured.kind == QueryKind::Or) {
            for (const Query& part : measured.parts) {
                if (countOf(source, part, job) == n)
                    return part;
            }
        }
    } catch (const Phrase&) {
        return {};
    }
    return measured;
}

/// For each measure the condition for the records that have it, without those that exclude nothing. None if
/// the bars are of the records with any of less than two.
std::vector<Query> measuredByEach(const CrossfilteredReport& made, const Source& source, const Job& job)
{
    const ReportRequest& request = made.request;
    std::vector<Query> each;
    if (request.options.measures.size() < 2 || measuredQuery(request).kind == QueryKind::Everything)
        return each;
    for (const std::string& key : request.options.measures) {
        const auto field = findField(*request.snapshot, key);
        if (!field)
            continue;
        Query has = hasQuery(field->info().key);
        const bool isNeeded = made.isByEngine ? made.measured.kind != QueryKind::Everything
                                              : countOf(source, has, job) < request.snapshot->recordCount();
        each.push_back(isNeeded ? std::move(has) : Query());
    }
    return each;
}

/// The condition on a message for having the measure; Everything if the bars are of others. Of yes and no,
/// "unclear" is a value, too, but no judgement.
Query judgedQuery(const ReportRequest& request, const ReportData& data)
{
    if (!request.report->traits.barsAreOfJudged || data.tally.means.empty())
        return {};
    const std::string& key = data.tally.means.front().key;
    return data.measures.front().kind == MeasureKind::Share
               ? Query::any({equalsQuery(key, markName(Mark::Yes)), equalsQuery(key, markName(Mark::No))})
               : hasQuery(key);
}

/// The rows that have none of the measures, by the values of the bars.
ReportOptions countingOptions(const ReportOptions& options)
{
    ReportOptions counting = options;
    counting.measures.clear();
    counting.scales.clear();
    return counting;
}

bool sameBase(const ReportRequest& one, const ReportRequest& other)
{
    ReportRequest same = one;
    same.others = other.others;
    // For an engine, it does not matter how many rows are here.
    if (one.engine)
        same.snapshot = other.snapshot;
    return same == other;
}

/// Returns what matches the other filters and the cohort. Throws a Phrase: the query is not valid, or the
/// source cannot count it.
Filter compute(CrossfilteredReport& made, const Source& source, const CrossfilteredReportPtr& before,
               const Job& job)
{
    const ReportRequest& request = made.request;
    const auto figuresOf = [&](const Filter& filter, const ReportOptions& options) {
        return request.report->compute({*request.snapshot, source, filter, options, job});
    };
    const bool isSameBase = before && before->isByEngine == made.isByEngine &&
                            (made.isByEngine || before->request.snapshot == request.snapshot) &&
                            sameBase(before->request, request);
    if (isSameBase) {
        made.options = before->options;
        made.total = before->total;
        made.measured = before->measured;
        made.measuredBy = before->measuredBy;
        made.all = before->all;
    } else {
        made.options = complete(*request.report, *request.snapshot, source, request.options, job);
        made.measured = shortestMeasured(made, source, job);
        made.measuredBy = measuredByEach(made, source, job);
        const Filter cohort = source.where(request.cohort, job);
        made.total = source.count(cohort, job);
        made.all = figuresOf(source.where(made.measured, cohort, job), made.options);
    }
    made.judged = judgedQuery(request, made.all);
    made.totalOfAll = made.total;
    const Filter left = request.known
                            ? source.where(request.cohort, Filter{request.others, request.known}, job)
                            : source.where(Query::all({request.others, request.cohort}), job);
    if (isSameBase && before->request.others == request.others) {
        made.left = before->left;
        made.unmeasured = before->unmeasured;
        made.unmeasuredTally = before->unmeasuredTally;
        made.now = before->now;
    } else {
        const bool isFiltered = request.others.kind != QueryKind::Everything;
        const Filter measured = source.where(made.measured, left, job);
        made.left = isFiltered ? source.count(left, job) : made.total;
        made.now = isFiltered ? figuresOf(measured, made.options) : made.all;
        if (made.measured.kind != QueryKind::Everything)
            made.unmeasured = made.left - std::min(made.left, source.count(measured, job));
        if (made.unmeasured > 0) {
            made.unmeasuredTally =
                figuresOf(source.where(notQuery(made.measured), left, job), countingOptions(made.options))
                    .tally;
        }
    }
    made.leftOfAll = made.left;
    return left;
}

/// A report, and the rows that match the other filters and its cohort; none of them if an engine counted.
struct ReportOfRows {
    std::shared_ptr<CrossfilteredReport> report;
    std::shared_ptr<const RowSet> rows;
};

/// Without a report if it cannot be computed.
ReportOfRows made(const ReportRequest& request, const CrossfilteredReportPtr& before, const Job& job)
{
    const auto by = [&](const Source& source, bool isByEngine) {
        auto made = std::make_shared<CrossfilteredReport>();
        made->request = request;
        made->isByEngine = isByEngine;
        auto rows = compute(*made, source, before, job).rows;
        return ReportOfRows{job.stopRequested() ? nullptr : std::move(made), std::move(rows)};
    };
    try {
        Phrase whyHere;
        try {
            if (request.engine) {
                const WaitsElsewhere waits;
                return by(*request.engine, true);
            }
        } catch (Phrase& mistake) {
            whyHere = std::move(mistake);
        }
        ReportOfRows counted = by(RowsHere(*request.snapshot), false);
        if (counted.report)
            counted.report->whyHere = std::move(whyHere);
        return counted;
    } catch (const Phrase&) {
        return {};
    } catch (const std::bad_alloc&) {
        return {};
    }
}

/// The requests of cohorts with the rows that match the other filters, which are the same for all of them, so
/// that texts are searched once. None if the query is not valid.
std::vector<ReportRequest> withKnownRows(std::vector<ReportRequest> requests, const Job& job)
{
    if (requests.size() < 2 || requests.front().engine || requests.front().known)
        return requests;
    const RowsHere here(*requests.front().snapshot);
    std::shared_ptr<const RowSet> known;
    try {
        known = here.where(requests.front().others, job).rows;
    } catch (const Phrase&) {
        return {};
    }
    for (ReportRequest& request : requests)
        request.known = known;
    return requests;
}

/// What all cohorts together are of, and how many rows are in none of those that are shown.
void countAllCohorts(const std::vector<ReportOfRows>& shown)
{
    std::uint64_t left = 0;
    std::uint64_t total = 0;
    std::uint64_t outside = 0;
    const ReportRequest& request = shown.front().report->request;
    const bool isHere = request.known && std::none_of(shown.begin(), shown.end(), [](const auto& each) {
                            return each.report->isByEngine;
                        });
    if (isHere) {
        RowSet inside(request.known->size());
        for (const ReportOfRows& each : shown)
            inside |= *each.rows;
        left = request.known->count();
        total = request.snapshot->recordCount();
        outside = left - inside.count();
    } else {
        for (const ReportOfRows& each : shown) {
            left += each.report->left;
            total += each.report->total;
        }
    }
    for (const ReportOfRows& each : shown) {
        each.report->leftOfAll = left;
        each.report->totalOfAll = total;
        each.report->inNoReport = outside;
    }
}

/// Throws std::bad_alloc.
std::vector<ReportOfRows> reportsOfCohorts(const std::vector<ReportRequest>& requests,
                                           const std::vector<CrossfilteredReportPtr>& before, const Job& job)
{
    std::vector<ReportOfRows> all;
    for (const ReportRequest& request : withKnownRows(requests, job)) {
        const auto known =
            std::find_if(before.begin(), before.end(), [&](const CrossfilteredReportPtr& each) {
                return each && sameBase(each->request, request);
            });
        ReportOfRows report = made(request, known == before.end() ? nullptr : *known, job);
        if (!report.report)
            return {};
        if (report.report->total > 0 || requests.size() == 1)
            all.push_back(std::move(report));
    }
    // Charts full of zeros would only take the room of the others.
    const auto isEmpty = [](const ReportOfRows& each) { return !hasFigures(each.report->all); };
    if (!std::all_of(all.begin(), all.end(), isEmpty))
        std::erase_if(all, isEmpty);
    if (requests.size() > 1 && !all.empty())
        countAllCohorts(all);
    return all;
}

} // namespace

std::vector<CrossfilteredReportPtr> crossfilteredReports(const std::vector<ReportRequest>& requests,
                                                         const std::vector<CrossfilteredReportPtr>& before,
                                                         const Job& job)
{
    std::vector<std::shared_ptr<CrossfilteredReport>> all;
    try {
        for (ReportOfRows& each : reportsOfCohorts(requests, before, job))
            all.push_back(std::move(each.report));
    } catch (const std::bad_alloc&) {
        return {};
    }
    shareAxes(all);
    for (const auto& report : all) {
        for (const ReportRequest& request : requests) {
            if (request.cohort.kind != QueryKind::Everything)
                report->cohorts.push_back(request.cohort);
        }
    }
    return {all.begin(), all.end()};
}

namespace {

bool hasConjunctsOf(const std::vector<Query>& parts, const Query& query)
{
    const std::vector<Query> wanted = conjuncts(query);
    return std::all_of(wanted.begin(), wanted.end(), [&](const Query& part) {
        return std::find(parts.begin(), parts.end(), part) != parts.end();
    });
}

/// The terms about a message next to the condition for being judged; nothing if the query is no such
/// condition.
std::optional<Query> termsOfJudged(const Query& query, const Query& judged)
{
    if (query.kind != QueryKind::Messages || query.quantifier != Quantifier::Some ||
        judged.kind == QueryKind::Everything || query.parts.size() != 1)
        return std::nullopt;
    std::vector<Query> parts = conjuncts(query.parts.front());
    const auto found = std::find(parts.begin(), parts.end(), judged);
    if (found == parts.end() || parts.size() < 2)
        return std::nullopt;
    parts.erase(found);
    return Query::all(std::move(parts));
}

} // namespace

Query withoutChoiceConditions(const Query& query, const CrossfilteredReport& report)
{
    std::vector<Query> parts = conjuncts(query);
    for (Query& part : parts) {
        std::optional<Query> terms = termsOfJudged(part, report.judged);
        if (terms && isAboutOnly(*terms, report.all.filterFields))
            part = std::move(*terms);
    }
    const Query plain = Query::all(parts);
    if (!isNarrowed(plain, std::span<const std::string>(report.all.filterFields)))
        return query;
    std::vector<Query> conditions = report.measuredBy;
    conditions.push_back(report.measured);
    for (const Query& cohort : report.cohorts) {
        for (Query& part : conjuncts(cohort)) {
            // Terms about the own fields are the selection itself.
            if (!isAboutOnly(part, report.all.filterFields))
                conditions.push_back(std::move(part));
        }
    }
    parts = conjuncts(plain);
    std::erase_if(parts, [&](const Query& part) {
        return std::find(conditions.begin(), conditions.end(), part) != conditions.end();
    });
    return Query::all(std::move(parts));
}

bool isChosenInOther(const Query& query, const CrossfilteredReport& report)
{
    const std::vector<Query> parts = conjuncts(query);
    return !hasConjunctsOf(parts, report.request.cohort) &&
           std::any_of(report.cohorts.begin(), report.cohorts.end(),
                       [&](const Query& cohort) { return hasConjunctsOf(parts, cohort); });
}

Query withChoiceConditions(Query choice, const CrossfilteredReport& report, std::size_t measure)
{
    if (choice.kind == QueryKind::Everything)
        return choice;
    if (report.judged.kind != QueryKind::Everything)
        choice = messageQuery(Query::all({std::move(choice), report.judged}));
    std::vector<Query> parts{
        std::move(choice), measure < report.measuredBy.size() ? report.measuredBy[measure] : report.measured,
        report.request.cohort};
    return Query::all(std::move(parts));
}

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
        notes << CaptionWords::tr("0 or “–”: none match the other filters");
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
                      ? CaptionWords::tr("Not shown: 1 value without these ratings (%1)")
                      : CaptionWords::tr("Not shown: %1 values without these ratings (%2)")
                            .arg(axis.valuesLeftOut))
                     .arg(countedText(n, report.all.tally.ofMessages));
    if (axis.joined > 0)
        notes << CaptionWords::tr("%1 combines %2 rare values")
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
        notes << (areRatings ? CaptionWords::tr("Not shown: %1 of %2 without these ratings")
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
