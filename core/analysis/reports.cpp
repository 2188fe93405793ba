// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/count.h"
#include "core/analysis/report.h"
#include "core/data/field_reader.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace duologue {

namespace {

ReportData distribution(const ReportQuestion& question)
{
    ReportData data = tallied(question);
    std::vector<TallyRow>& bars = data.tally.rows;
    // Numbers keep their order, also if they are texts. Other values are sorted by count.
    const bool ordered = std::any_of(bars.begin(), bars.end(), [](const TallyRow& bar) {
        const GroupValue& value = bar.values.front();
        return value.number || value.text.find_first_not_of("0123456789") == std::string::npos;
    });
    if (!ordered)
        std::stable_sort(bars.begin(), bars.end(),
                         [](const TallyRow& a, const TallyRow& b) { return a.n > b.n; });
    return data;
}

ReportData cells(const ReportQuestion& question)
{
    return asCells(tallied(question));
}

ReportData cellsOfTwo(const ReportQuestion& question)
{
    ReportData data = tallied(question);
    // A dataset with one rating has nothing to compare it with.
    return asCells(data.filterFields.size() < 2 ? ReportData() : std::move(data));
}

/// Lengths of the messages of one role: English, Chinese.
struct Lengths {
    std::uint64_t n = 0;
    std::array<Mean, 2> means;

    void add(const Lengths& other)
    {
        n += other.n;
        means[0].add(other.means[0]);
        means[1].add(other.means[1]);
    }
};

/// By the key of a role.
using Roles = std::vector<Lengths>;

void countRows(Roles& roles, const Snapshot& snapshot, const RowSet& rows, Row begin, Row end)
{
    const MessageTable& messages = snapshot.messages;
    roles.resize(messages.column(MessageColumn::Role).categories.size() + 1);
    std::array<MessageIndex, FieldScan::kRun + 1> starts;
    std::array<std::vector<std::uint32_t>, 3> keys;
    for (Row run = begin; run < end; run += FieldScan::kRun) {
        const std::uint32_t count = std::min(FieldScan::kRun, end - run);
        messageStarts(snapshot, run, run + count, starts.data());
        const std::size_t first = indexOf(starts[0]);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            constexpr std::array kColumns{MessageColumn::Role, MessageColumn::EnglishLength,
                                          MessageColumn::ChineseLength};
            keys[i].resize(indexOf(starts[count]) - first);
            messages.column(kColumns[i]).codes.keysTo(first, indexOf(starts[count]), keys[i].data());
        }
        for (std::uint32_t row = 0; row < count; ++row) {
            if (!rows.contains(run + row))
                continue;
            for (std::size_t i = indexOf(starts[row]) - first; i < indexOf(starts[row + 1]) - first; ++i) {
                Lengths& lengths = roles[keys[0][i]];
                ++lengths.n;
                for (std::size_t which = 0; which < lengths.means.size(); ++which) {
                    if (const std::uint32_t key = keys[which + 1][i]; key != 0)
                        lengths.means[which].add(key - 1);
                }
            }
        }
    }
}

void fillRows(Tally& made, const std::vector<Roles>& pieces, const FieldReader& role)
{
    for (std::uint32_t key = 1; key <= role.categoryCount(); ++key) {
        Lengths all;
        for (const Roles& piece : pieces) {
            if (key < piece.size())
                all.add(piece[key]);
        }
        if (all.n == 0)
            continue;
        TallyRow row;
        const Category category = role.category(codeOfKey(key));
        row.values.push_back({category.shown(), {}, {}, false, otherNameOf(category)});
        row.n = all.n;
        row.means.assign(all.means.begin(), all.means.end());
        made.rows.push_back(std::move(row));
    }
    std::sort(made.rows.begin(), made.rows.end(), [](const TallyRow& a, const TallyRow& b) {
        return a.values.front().text < b.values.front().text;
    });
}

ReportData lengthByRole(const ReportQuestion& question)
{
    const RowSet& rows = question.filter.rowsHere();
    ReportData data;
    const auto role = findField(question.here, "role");
    if (!role)
        return data;
    data.filterFields = {role->info().key};
    data.measures.resize(2);
    data.tally.by = {role->info()};
    data.tally.means = {
        {"length.en", DUOLOGUE_TEXT("Fields", "Characters (not Chinese)"), FieldKind::Number, true, {}},
        {"length.zh", DUOLOGUE_TEXT("Fields", "Characters (Chinese)"), FieldKind::Number, true, {}}};
    data.tally.ofMessages = true;
    std::vector<Roles> pieces(FieldScan::pieceCount(rows.size()));
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && !question.job.stopRequested(); ++i) {
            const Row begin = FieldScan::startOfPiece(i, rows.size());
            countRows(pieces[i], question.here, rows, begin, FieldScan::startOfPiece(i + 1, rows.size()));
        }
    });
    if (!question.job.stopRequested())
        fillRows(data.tally, pieces, *role);
    return data;
}

ReportData intentByTurn(const ReportQuestion& question)
{
    ReportData data =
        tallied({question.here, RowsHere(question.here), question.filter, question.options, question.job});
    data.shape = ReportShape::Cells;
    data.figure = CellFigure::ShareOfLine;
    return data;
}

constexpr std::string_view kUser = "user";

bool hasUsers(const FieldReader& role)
{
    for (std::size_t code = 0; code < role.categoryCount(); ++code) {
        if (role.category(categoryCode(code)).shown() == kUser)
            return true;
    }
    return false;
}

/// How many records or messages have that value of the only field.
std::uint64_t countOf(const Counts& counts, std::string_view value)
{
    std::uint64_t n = 0;
    for (std::size_t group = 0; group < counts.groups.size(); ++group)
        n += counts.value(group, 0).text == value ? counts.n[group] : 0;
    return n;
}

ReportData intentTransitions(const ReportQuestion& question)
{
    const RowSet* const rows = &question.filter.rowsHere();
    ReportData data;
    data.shape = ReportShape::Cells;
    data.figure = CellFigure::ShareOfLine;
    const auto intent = findField(question.here, "intent");
    const auto next = findField(question.here, "next.intent");
    const auto role = findField(question.here, "role");
    if (!intent || !next || !role || !hasUsers(*role))
        return data;
    data.filterFields = {intent->info().key, "next.intent"};
    data.tally.by = {intent->info(), {"next_intent", "Next intent", FieldKind::Categories, true, {}}};
    data.tally.ofMessages = true;
    const std::vector<CountRequest> requests{
        {.by = {*intent, *next}, .ofMessages = true}, {.by = {*role}, .ofMessages = true}, {.by = {*role}}};
    std::vector<Counts> counts = count(question.here, {&rows, 1}, requests, question.job);
    if (question.job.stopRequested())
        return data;
    data.tally.rows = tallyRows(counts[0], question.job);
    // An intent is a name, even if it consists of digits.
    for (TallyRow& row : data.tally.rows) {
        for (GroupValue& value : row.values)
            value.number.reset();
    }
    // Each user message but the last one of its conversation has a next one, with intents or without.
    const std::uint64_t all = countOf(counts[1], kUser) - countOf(counts[2], kUser);
    data.tally.withoutValue = all - (counts[0].of.front() - counts[0].without.front());
    std::sort(data.tally.rows.begin(), data.tally.rows.end(), [](const TallyRow& a, const TallyRow& b) {
        return std::tie(a.values[0].text, a.values[1].text) < std::tie(b.values[0].text, b.values[1].text);
    });
    return data;
}

ReportData cohorts(const ReportQuestion& question)
{
    const RowSet& rows = question.filter.rowsHere();
    ReportData data;
    data.shape = ReportShape::Comparison;
    if (question.options.cohorts.empty() && question.options.field.empty())
        return data;
    if (question.options.cohorts.empty())
        data.filterFields = {question.options.field};
    const auto bins = question.options.bins.empty() ? Bins() : question.options.bins.front();
    const FieldCohorts made =
        question.options.cohorts.empty()
            ? cohortsOf(question.here, rows, question.options.field, bins, question.job)
            : FieldCohorts{cohortsOf(question.here, rows, question.options.cohorts, question.job)};
    const std::string_view split =
        question.options.cohorts.empty() ? question.options.field : std::string_view();
    data.comparison =
        compareCohorts(question.here, made.cohorts, question.options.measures, split, question.job);
    data.comparison.otherValues = made.otherValues;
    return data;
}

constexpr ReportSpec kReports[] = {
    {.id = "rating-by-turns",
     .title = DUOLOGUE_TEXT("Reports", "Rating by turn count"),
     .summary = DUOLOGUE_TEXT("Reports", "mean ratings for each number of turns"),
     .traits = {.measuresAreRatings = true, .barsAreOfMeasured = true},
     .choices =
         [](const Snapshot& snapshot) {
             return ReportChoices{.fields = fieldNamed(snapshot, "turns"),
                                  .measures = ratingFields(snapshot),
                                  .firstMeasures = knownRatings(snapshot, &FieldTraits::ratesUser),
                                  .firstMeasureCount = 2};
         },
     .compute = tallied},
    {.id = "distribution",
     .title = DUOLOGUE_TEXT("Reports", "Distribution of a field"),
     .summary = DUOLOGUE_TEXT("Reports",
                              "how often each value of a field occurs; numbers in bins, categories by count"),
     .choices =
         [](const Snapshot& snapshot) {
             return ReportChoices{.fields = groupingFields(snapshot),
                                  .firstFields = topicsAnd(snapshot, "turns")};
         },
     .compute = distribution},
    {.id = "mean-by-field",
     .title = DUOLOGUE_TEXT("Reports", "Mean by a field"),
     .summary = DUOLOGUE_TEXT("Reports", "means of numbers for each value of a field"),
     .traits = {.barsAreOfMeasured = true},
     .choices =
         [](const Snapshot& snapshot) {
             ReportChoices choices;
             choices.fields = groupingFields(snapshot);
             choices.measures = measureFields(snapshot);
             choices.firstFields = topicsAnd(snapshot, "turns");
             choices.firstMeasures = knownRatings(snapshot, &FieldTraits::isUsual);
             choices.firstMeasures.emplace_back("turns");
             choices.firstMeasureCount = 3;
             return choices;
         },
     .compute = tallied},
    {.id = "cross-table",
     .title = DUOLOGUE_TEXT("Reports", "Cross table of two fields"),
     .summary =
         DUOLOGUE_TEXT("Reports", "counts, or means of a number, for each pair of values of two fields"),
     .choices =
         [](const Snapshot& snapshot) {
             ReportChoices choices;
             choices.fields = groupingFields(snapshot);
             choices.seconds = choices.fields;
             choices.measures = measureFields(snapshot);
             choices.mayCount = true;
             choices.mostMeasures = 1;
             choices.firstFields = topicsAnd(snapshot, "language");
             choices.firstSeconds = {"turns"};
             return choices;
         },
     .compute = cells},
    {.id = "rating-by-rating",
     .title = DUOLOGUE_TEXT("Reports", "Rating × rating"),
     .summary = DUOLOGUE_TEXT("Reports", "counts, or means of a number, for each pair of two ratings"),
     .choices =
         [](const Snapshot& snapshot) {
             ReportChoices choices;
             choices.fields = ratingFields(snapshot);
             choices.seconds = choices.fields;
             choices.measures = measureFields(snapshot);
             choices.mayCount = true;
             choices.mostMeasures = 1;
             const std::vector<std::string> first = knownRatings(snapshot, &FieldTraits::isUsual);
             if (first.size() > 1) {
                 choices.firstFields = {first[0]};
                 choices.firstSeconds = {first[1]};
             }
             return choices;
         },
     .compute = cellsOfTwo},
    {.id = "intent-by-turn",
     .title = DUOLOGUE_TEXT("Reports", "Intent by turn"),
     .summary =
         DUOLOGUE_TEXT("Reports", "user intents at each turn of a conversation, as shares of the turn"),
     .choices =
         [](const Snapshot& snapshot) {
             return ReportChoices{.fields = fieldNamed(snapshot, "turn"),
                                  .seconds = fieldNamed(snapshot, "intent")};
         },
     .compute = intentByTurn},
    {.id = "intent-transitions",
     .title = DUOLOGUE_TEXT("Reports", "Intent transitions"),
     .summary = DUOLOGUE_TEXT("Reports", "what follows each intent, from one user message to the next"),
     .choices =
         [](const Snapshot& snapshot) { return ReportChoices{.fields = fieldNamed(snapshot, "intent")}; },
     .compute = intentTransitions},
    {.id = "hallucination-by-turn",
     .title = DUOLOGUE_TEXT("Reports", "Hallucination rate by turn"),
     .summary = DUOLOGUE_TEXT("Reports", "share of marked answers among annotated answers, by turn"),
     .traits = {.barsAreOfJudged = true},
     .choices =
         [](const Snapshot& snapshot) {
             return ReportChoices{.fields = fieldNamed(snapshot, "turn"), .measures = markFields(snapshot)};
         },
     .compute = talliedLevels},
    {.id = "hallucination-by-intent",
     .title = DUOLOGUE_TEXT("Reports", "Hallucination rate by intent"),
     .summary = DUOLOGUE_TEXT("Reports", "share of marked answers among annotated answers, by user intent"),
     .traits = {.barsAreOfJudged = true},
     .choices =
         [](const Snapshot& snapshot) {
             return ReportChoices{.fields = fieldNamed(snapshot, "reply_to.intent"),
                                  .measures = markFields(snapshot)};
         },
     .compute = talliedLevels},
    {.id = "satisfaction-by-turn",
     .title = DUOLOGUE_TEXT("Reports", "Satisfaction by turn"),
     .summary = DUOLOGUE_TEXT("Reports", "mean satisfaction with the answers at each turn"),
     .traits = {.barsAreOfJudged = true},
     .choices =
         [](const Snapshot& snapshot) {
             return ReportChoices{.fields = fieldNamed(snapshot, "turn"),
                                  .measures = fieldNamed(snapshot, "satisfaction")};
         },
     .compute = talliedLevels},
    {.id = "length-by-role",
     .title = DUOLOGUE_TEXT("Reports", "Message length by role and language"),
     .summary = DUOLOGUE_TEXT("Reports", "mean number of characters in a message, by role and language"),
     .choices =
         [](const Snapshot& snapshot) { return ReportChoices{.fields = fieldNamed(snapshot, "role")}; },
     .compute = lengthByRole},
    {.id = "cohorts",
     .title = DUOLOGUE_TEXT("Reports", "Compare cohorts"),
     .summary = DUOLOGUE_TEXT("Reports", "n, means and shares for each value of a field, or for each of "
                                         "several queries, with the differences"),
     .choices =
         [](const Snapshot& snapshot) {
             ReportChoices choices;
             choices.fields = groupingFields(snapshot);
             choices.firstFields = {"group", "chat_model"};
             for (const std::string& topic : keysWith(snapshot, &FieldTraits::isTopic))
                 choices.firstFields.push_back(topic);
             choices.takesCohorts = true;
             // Any field can be chosen; without a choice compareCohorts() takes its defaults.
             choices.measures = groupingFields(snapshot);
             choices.mayCount = true;
             constexpr std::size_t kMost = 64;
             choices.mostMeasures = kMost;
             return choices;
         },
     .compute = cohorts},
};

} // namespace

std::span<const ReportSpec> reports()
{
    return kReports;
}

const ReportSpec* findReport(std::string_view id)
{
    const auto found = std::find_if(std::begin(kReports), std::end(kReports),
                                    [id](const ReportSpec& each) { return each.id == id; });
    return found == std::end(kReports) ? nullptr : &*found;
}

} // namespace duologue
