// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/crossfiltered_report.h"

#include "core/analysis/bins.h"
#include "core/data/field_reader.h"
#include "core/query/evaluate.h"
#include "ui/models/report/heat_map_choice.h"
#include "ui/work/task_run.h"

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

/// Empty if the query is not valid.
std::optional<RowSet> rowsOf(const Snapshot& snapshot, const Query& query, const Job& job)
{
    if (query.kind == QueryKind::Everything)
        return RowSet(snapshot.recordCount(), true);
    auto rows = evaluate(snapshot, query, job);
    auto* found = std::get_if<RowSet>(&rows);
    return found == nullptr ? std::nullopt : std::optional(std::move(*found));
}

/// The rows of the cohort that match the other filters.
std::optional<RowSet> rowsLeft(const ReportRequest& request, const Job& job)
{
    if (!request.known)
        return rowsOf(*request.snapshot, Query::all({request.others, request.cohort}), job);
    auto rows = rowsOf(*request.snapshot, request.cohort, job);
    if (rows)
        *rows &= *request.known;
    return rows;
}

Query hasQuery(std::string key)
{
    QueryTerm term;
    term.kind = TermKind::Has;
    term.field = std::move(key);
    return Query::of(std::move(term));
}

/// The condition for the records that have one of the measures, if the bars are of these; Everything if no
/// condition says it.
Query measuredQuery(const ReportRequest& request)
{
    const auto field = findField(*request.snapshot, request.options.field);
    if (!request.report->traits().barsAreOfMeasured || !field || field->info().ofMessages)
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

/// The condition of measuredQuery() without what excludes nothing: Everything if all records have a measure.
/// If none has one, their values are shown without bars.
Query shortestMeasured(const ReportRequest& request, const Job& job)
{
    const Snapshot& snapshot = *request.snapshot;
    Query measured = measuredQuery(request);
    if (measured.kind == QueryKind::Everything)
        return measured;
    const auto rows = rowsOf(snapshot, measured, job);
    const std::size_t n = rows ? rows->count() : 0;
    if (n == 0 || n == snapshot.recordCount())
        return {};
    if (measured.kind == QueryKind::Or) {
        for (const Query& part : measured.parts) {
            if (const auto alone = rowsOf(snapshot, part, job); alone && alone->count() == n)
                return part;
        }
    }
    return measured;
}

/// For each measure the condition for the records that have it, without those that exclude nothing. None if
/// the bars are of the records with any of less than two.
std::vector<Query> measuredByEach(const ReportRequest& request, const Query& measured, const Job& job)
{
    const Snapshot& snapshot = *request.snapshot;
    std::vector<Query> each;
    if (request.options.measures.size() < 2 || measuredQuery(request).kind == QueryKind::Everything)
        return each;
    for (const std::string& key : request.options.measures) {
        const auto field = findField(snapshot, key);
        if (!field)
            continue;
        Query has = hasQuery(field->info().key);
        const auto rows = request.engine ? std::nullopt : rowsOf(snapshot, has, job);
        const bool isNeeded = request.engine ? measured.kind != QueryKind::Everything
                                             : rows && rows->count() < snapshot.recordCount();
        each.push_back(isNeeded ? std::move(has) : Query());
    }
    return each;
}

Query markQuery(const std::string& key, Mark mark)
{
    QueryTerm term;
    term.kind = TermKind::Equals;
    term.field = key;
    term.value = markName(mark);
    return Query::of(std::move(term));
}

/// The condition on a message for having the measure; Everything if the bars are of others. Of yes and no,
/// "unclear" is a value, too, but no judgement.
Query judgedQuery(const ReportRequest& request, const ReportData& data)
{
    if (!request.report->traits().barsAreOfJudged || data.tally.means.empty())
        return {};
    const std::string& key = data.tally.means.front().key;
    return data.measures.front().kind == MeasureKind::Share
               ? Query::any({markQuery(key, Mark::Yes), markQuery(key, Mark::No)})
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

/// Excludes the rows without a measure. False if the condition is not valid.
bool keepMeasured(RowSet& rows, const CrossfilteredReport& made, const Job& job)
{
    if (made.measured.kind == QueryKind::Everything)
        return true;
    const auto measured = rowsOf(*made.request.snapshot, made.measured, job);
    if (measured)
        rows &= *measured;
    return measured.has_value();
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

/// The condition of measuredQuery() if the engine decides it for each row.
Query measuredByEngine(const ReportRequest& request, const Job& job)
{
    Query measured = measuredQuery(request);
    try {
        if (measured.kind != QueryKind::Everything)
            request.engine->condition(measured, job);
    } catch (const Phrase&) {
        measured = {};
    }
    return measured;
}

/// Throws a Phrase that says what the engine cannot do.
void computeByEngine(CrossfilteredReport& made, const CrossfilteredReportPtr& before, const Job& job)
{
    const WaitsElsewhere waits;
    const ReportRequest& request = made.request;
    const TableCounts& engine = *request.engine;
    const auto countOf = [&](const Query& query) { return engine.count(engine.condition(query, job), job); };
    const auto compute = [&](const Query& query) {
        const std::string condition = engine.condition(Query::all({query, made.measured}), job);
        return engine.report(*request.report, *request.snapshot, made.options, condition, job);
    };
    made.isByEngine = true;
    if (before && before->isByEngine && sameBase(before->request, request)) {
        made.options = before->options;
        made.total = before->total;
        made.measured = before->measured;
        made.measuredBy = before->measuredBy;
        made.all = before->all;
        if (before->request.others == request.others) {
            made.left = before->left;
            made.unmeasured = before->unmeasured;
            made.unmeasuredTally = before->unmeasuredTally;
            made.now = before->now;
            return;
        }
    } else {
        made.options = engine.complete(*request.report, *request.snapshot, request.options, job);
        made.measured = measuredByEngine(request, job);
        made.measuredBy = measuredByEach(request, made.measured, job);
        made.total = countOf(request.cohort);
        made.all = compute(request.cohort);
    }
    const bool isFiltered = request.others.kind != QueryKind::Everything;
    const Query left = Query::all({request.others, request.cohort});
    made.left = isFiltered ? countOf(left) : made.total;
    made.now = isFiltered ? compute(left) : made.all;
    if (made.measured.kind != QueryKind::Everything)
        made.unmeasured = made.left - std::min(made.left, countOf(Query::all({left, made.measured})));
    if (made.unmeasured == 0)
        return;
    Query without;
    without.kind = QueryKind::Not;
    without.parts = {made.measured};
    made.unmeasuredTally = engine
                               .report(*request.report, *request.snapshot, countingOptions(made.options),
                                       engine.condition(Query::all({left, without}), job), job)
                               .tally;
}

bool computeAll(CrossfilteredReport& made, const CrossfilteredReportPtr& before, const Job& job)
{
    const ReportRequest& request = made.request;
    if (before && !before->isByEngine && before->request.snapshot == request.snapshot &&
        sameBase(before->request, request)) {
        made.options = before->options;
        made.total = before->total;
        made.measured = before->measured;
        made.measuredBy = before->measuredBy;
        made.all = before->all;
        return true;
    }
    made.options = complete(*request.report, *request.snapshot, request.options, job);
    made.measured = shortestMeasured(request, job);
    made.measuredBy = measuredByEach(request, made.measured, job);
    auto rows = rowsOf(*request.snapshot, request.cohort, job);
    if (!rows)
        return false;
    made.total = rows->count();
    if (!keepMeasured(*rows, made, job))
        return false;
    made.all = request.report->compute(*request.snapshot, *rows, made.options, job);
    return true;
}

/// A report, and the rows that match the other filters and its cohort; none of them if an engine counted.
struct ReportOfRows {
    std::shared_ptr<CrossfilteredReport> report;
    RowSet rows;
};

/// Without a report if it cannot be computed.
ReportOfRows made(const ReportRequest& request, const CrossfilteredReportPtr& before, const Job& job)
{
    try {
        auto made = std::make_shared<CrossfilteredReport>();
        made->request = request;
        try {
            if (request.engine) {
                computeByEngine(*made, before, job);
                made->judged = judgedQuery(request, made->all);
                made->leftOfAll = made->left;
                made->totalOfAll = made->total;
                return {job.stopRequested() ? nullptr : made, {}};
            }
        } catch (Phrase& mistake) {
            made->whyHere = std::move(mistake);
            made->isByEngine = false;
        }
        if (!computeAll(*made, before, job))
            return {};
        made->judged = judgedQuery(request, made->all);
        auto rows = rowsLeft(request, job);
        if (!rows)
            return {};
        RowSet counted = *rows;
        if (!keepMeasured(counted, *made, job))
            return {};
        made->left = rows->count();
        made->leftOfAll = made->left;
        made->totalOfAll = made->total;
        made->unmeasured = made->left - counted.count();
        if (made->unmeasured > 0) {
            RowSet unmeasured = counted;
            unmeasured.invert();
            unmeasured &= *rows;
            made->unmeasuredTally =
                request.report->compute(*request.snapshot, unmeasured, countingOptions(made->options), job)
                    .tally;
        }
        if (request.others.kind == QueryKind::Everything)
            made->now = made->all;
        else
            made->now = request.report->compute(*request.snapshot, counted, made->options, job);
        return {job.stopRequested() ? nullptr : made, std::move(*rows)};
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
    auto rows = rowsOf(*requests.front().snapshot, requests.front().others, job);
    if (!rows)
        return {};
    const auto known = std::make_shared<const RowSet>(std::move(*rows));
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
            inside |= each.rows;
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

CrossfilteredReportPtr crossfilteredReport(const ReportRequest& request, const CrossfilteredReportPtr& before,
                                           const Job& job)
{
    std::vector<std::shared_ptr<CrossfilteredReport>> one{made(request, before, job).report};
    if (one.front())
        shareAxes(one);
    return one.front();
}

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
    if (report.judged.kind != QueryKind::Everything) {
        Query ofMessage;
        ofMessage.kind = QueryKind::Messages;
        ofMessage.parts = {Query::all({std::move(choice), report.judged})};
        choice = std::move(ofMessage);
    }
    std::vector<Query> parts{
        std::move(choice), measure < report.measuredBy.size() ? report.measuredBy[measure] : report.measured,
        report.request.cohort};
    return Query::all(std::move(parts));
}

} // namespace duologue::ui
