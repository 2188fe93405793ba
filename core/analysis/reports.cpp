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

class Distribution final : public Report {
public:
    std::string_view id() const override { return "distribution"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Distribution of a field"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "how often each value of a field occurs; numbers in bins, categories by count");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = groupingFields(snapshot);
        choices.firstFields = topicsAnd(snapshot, "turns");
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source& source, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        ReportData data = tallied(here, source, filter, options, job);
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
};

} // namespace

const Report& distributionReport()
{
    static const Distribution report;
    return report;
}

namespace {

class CrossTable final : public Report {
public:
    std::string_view id() const override { return "cross-table"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Cross table of two fields"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "counts, or means of a number, for each pair of values of two fields");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = groupingFields(snapshot);
        choices.seconds = choices.fields;
        choices.measures = measureFields(snapshot);
        choices.mayCount = true;
        choices.mostMeasures = 1;
        choices.firstFields = topicsAnd(snapshot, "language");
        choices.firstSeconds = {"turns"};
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source& source, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        return asCells(tallied(here, source, filter, options, job));
    }
};

} // namespace

const Report& crossTableReport()
{
    static const CrossTable report;
    return report;
}

namespace {

class MeanByField final : public Report {
public:
    std::string_view id() const override { return "mean-by-field"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Mean by a field"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "means of numbers for each value of a field");
    }

    ReportTraits traits() const override { return {.barsAreOfMeasured = true}; }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = groupingFields(snapshot);
        choices.measures = measureFields(snapshot);
        choices.firstFields = topicsAnd(snapshot, "turns");
        choices.firstMeasures = knownRatings(snapshot, &FieldTraits::isUsual);
        choices.firstMeasures.emplace_back("turns");
        choices.firstMeasureCount = 3;
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source& source, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        return tallied(here, source, filter, options, job);
    }
};

} // namespace

const Report& meanByFieldReport()
{
    static const MeanByField report;
    return report;
}

namespace {

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

class LengthByRole final : public Report {
public:
    std::string_view id() const override { return "length-by-role"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Reports", "Message length by role and language");
    }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "mean number of characters in a message, by role and language");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "role");
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source&, const Filter& filter, const ReportOptions&,
                       const Job& job) const override
    {
        const RowSet& rows = filter.rowsHere();
        ReportData data;
        const auto role = findField(here, "role");
        if (!role)
            return data;
        data.filterFields = {role->info().key};
        data.measures.resize(2);
        data.tally.by = {role->info()};
        data.tally.means = {
            {"length.en", DUOLOGUE_TEXT("Fields", "English characters"), FieldKind::Number, true, {}},
            {"length.zh", DUOLOGUE_TEXT("Fields", "Chinese characters"), FieldKind::Number, true, {}}};
        data.tally.ofMessages = true;
        std::vector<Roles> pieces(FieldScan::pieceCount(rows.size()));
        parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
                const Row begin = FieldScan::startOfPiece(i, rows.size());
                countRows(pieces[i], here, rows, begin, FieldScan::startOfPiece(i + 1, rows.size()));
            }
        });
        if (!job.stopRequested())
            fillRows(data.tally, pieces, *role);
        return data;
    }

private:
    static void fillRows(Tally& made, const std::vector<Roles>& pieces, const FieldReader& role)
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
};

} // namespace

const Report& lengthByRoleReport()
{
    static const LengthByRole report;
    return report;
}

namespace {

class IntentByTurn final : public Report {
public:
    std::string_view id() const override { return "intent-by-turn"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Intent by turn"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "what users want at each turn of a conversation, as shares of the turn");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "turn");
        choices.seconds = fieldNamed(snapshot, "intent");
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source&, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        ReportData data = tallied(here, RowsHere(here), filter, options, job);
        data.shape = ReportShape::Cells;
        data.figure = CellFigure::ShareOfLine;
        return data;
    }
};

} // namespace

const Report& intentByTurnReport()
{
    static const IntentByTurn report;
    return report;
}

namespace {

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

class IntentTransitions final : public Report {
public:
    std::string_view id() const override { return "intent-transitions"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Intent transitions"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "what users want next after each intent, from one user message to the next");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "intent");
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source&, const Filter& filter, const ReportOptions&,
                       const Job& job) const override
    {
        const RowSet* const rows = &filter.rowsHere();
        ReportData data;
        data.shape = ReportShape::Cells;
        data.figure = CellFigure::ShareOfLine;
        const auto intent = findField(here, "intent");
        const auto next = findField(here, "next.intent");
        const auto role = findField(here, "role");
        if (!intent || !next || !role || !hasUsers(*role))
            return data;
        data.filterFields = {intent->info().key, "next.intent"};
        data.tally.by = {intent->info(), {"next_intent", "Next intent", FieldKind::Categories, true, {}}};
        data.tally.ofMessages = true;
        const std::vector<CountRequest> requests{{.by = {*intent, *next}, .ofMessages = true},
                                                 {.by = {*role}, .ofMessages = true},
                                                 {.by = {*role}}};

        std::vector<Counts> counts = count(here, {&rows, 1}, requests, job);
        if (job.stopRequested())
            return data;
        data.tally.rows = tallyRows(counts[0], job);
        // An intent is a name, even if it consists of digits.
        for (TallyRow& row : data.tally.rows) {
            for (GroupValue& value : row.values)
                value.number.reset();
        }
        // Each user message but the last one of its conversation has a next one, with intents or without.
        const std::uint64_t all = countOf(counts[1], kUser) - countOf(counts[2], kUser);
        data.tally.withoutValue = all - (counts[0].of.front() - counts[0].without.front());
        std::sort(data.tally.rows.begin(), data.tally.rows.end(), [](const TallyRow& a, const TallyRow& b) {
            return std::tie(a.values[0].text, a.values[1].text) <
                   std::tie(b.values[0].text, b.values[1].text);
        });
        return data;
    }
};

} // namespace

const Report& intentTransitionsReport()
{
    static const IntentTransitions report;
    return report;
}

namespace {

class HallucinationByTurn final : public Report {
public:
    std::string_view id() const override { return "hallucination-by-turn"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Hallucination rate by turn"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "share of marked answers among the annotated ones at each turn");
    }

    ReportTraits traits() const override { return {.barsAreOfJudged = true}; }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "turn");
        choices.measures = markFields(snapshot);
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source&, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        return talliedLevels(here, filter.rowsHere(), options, job);
    }
};

} // namespace

const Report& hallucinationByTurnReport()
{
    static const HallucinationByTurn report;
    return report;
}

namespace {

class HallucinationByIntent final : public Report {
public:
    std::string_view id() const override { return "hallucination-by-intent"; }
    std::string_view title() const override
    {
        return DUOLOGUE_TEXT("Reports", "Hallucination rate by intent");
    }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports",
                             "share of marked answers among the annotated ones, by what the user wanted");
    }

    ReportTraits traits() const override { return {.barsAreOfJudged = true}; }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "reply_to.intent");
        choices.measures = markFields(snapshot);
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source&, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        return talliedLevels(here, filter.rowsHere(), options, job);
    }
};

} // namespace

const Report& hallucinationByIntentReport()
{
    static const HallucinationByIntent report;
    return report;
}

namespace {

class SatisfactionByTurn final : public Report {
public:
    std::string_view id() const override { return "satisfaction-by-turn"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Satisfaction by turn"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "mean satisfaction with the answers at each turn");
    }

    ReportTraits traits() const override { return {.barsAreOfJudged = true}; }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "turn");
        choices.measures = fieldNamed(snapshot, "satisfaction");
        return choices;
    }

    ReportData compute(const Snapshot& here, const Source&, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        return talliedLevels(here, filter.rowsHere(), options, job);
    }
};

} // namespace

const Report& satisfactionByTurnReport()
{
    static const SatisfactionByTurn report;
    return report;
}

namespace {

class RatingByTurns final : public Report {
public:
    std::string_view id() const override { return "rating-by-turns"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Rating by turn count"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "mean ratings for each number of turns");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
        ReportChoices choices;
        choices.fields = fieldNamed(snapshot, "turns");
        choices.measures = ratingFields(snapshot);
        choices.firstMeasures = knownRatings(snapshot, &FieldTraits::ratesUser);
        choices.firstMeasureCount = 2;
        return choices;
    }

    ReportTraits traits() const override { return {.measuresAreRatings = true, .barsAreOfMeasured = true}; }

    ReportData compute(const Snapshot& here, const Source& source, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        return tallied(here, source, filter, options, job);
    }
};

} // namespace

const Report& ratingByTurnsReport()
{
    static const RatingByTurns report;
    return report;
}

namespace {

class RatingByRating final : public Report {
public:
    std::string_view id() const override { return "rating-by-rating"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Rating × rating"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Reports", "counts, or means of a number, for each pair of two ratings");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
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
    }

    ReportData compute(const Snapshot& here, const Source& source, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        ReportData data = tallied(here, source, filter, options, job);
        // A dataset with one rating has nothing to compare it with.
        return asCells(data.filterFields.size() < 2 ? ReportData() : std::move(data));
    }
};

} // namespace

const Report& ratingByRatingReport()
{
    static const RatingByRating report;
    return report;
}

namespace {

class Cohorts final : public Report {
public:
    std::string_view id() const override { return "cohorts"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Reports", "Compare cohorts"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT(
            "Reports",
            "n, means and shares for each value of a field, or for each of several queries, with the "
            "differences");
    }

    ReportChoices choices(const Snapshot& snapshot) const override
    {
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
    }

    ReportData compute(const Snapshot& here, const Source&, const Filter& filter,
                       const ReportOptions& options, const Job& job) const override
    {
        const RowSet& rows = filter.rowsHere();
        ReportData data;
        data.shape = ReportShape::Comparison;
        if (options.cohorts.empty() && options.field.empty())
            return data;
        if (options.cohorts.empty())
            data.filterFields = {options.field};
        const auto bins = options.bins.empty() ? Bins() : options.bins.front();
        const FieldCohorts made = options.cohorts.empty()
                                      ? cohortsOf(here, rows, options.field, bins, job)
                                      : FieldCohorts{cohortsOf(here, rows, options.cohorts, job)};
        const std::string_view split = options.cohorts.empty() ? options.field : std::string_view();
        data.comparison = compareCohorts(here, made.cohorts, options.measures, split, job);
        data.comparison.otherValues = made.otherValues;
        return data;
    }
};

} // namespace

const Report& cohortsReport()
{
    static const Cohorts report;
    return report;
}

} // namespace duologue
