// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/analysis/report.h"
#include "core/analysis/tally_keys.h"
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return *arranged(tallied(snapshot, rows, options, job));
    }

    std::optional<ReportData> arranged(ReportData tallied) const override
    {
        std::vector<TallyRow>& bars = tallied.tally.rows;
        // Numbers keep their order, also if they are texts. Other values are sorted by count.
        const bool ordered = std::any_of(bars.begin(), bars.end(), [](const TallyRow& bar) {
            const GroupValue& value = bar.values.front();
            return value.number || value.text.find_first_not_of("0123456789") == std::string::npos;
        });
        if (!ordered)
            std::stable_sort(bars.begin(), bars.end(),
                             [](const TallyRow& a, const TallyRow& b) { return a.n > b.n; });
        return tallied;
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return asCells(tallied(snapshot, rows, options, job));
    }

    std::optional<ReportData> arranged(ReportData tallied) const override
    {
        return asCells(std::move(tallied));
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return tallied(snapshot, rows, options, job);
    }

    std::optional<ReportData> arranged(ReportData tallied) const override { return tallied; }
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

/// Indexed by role, which is one byte.
using Roles = std::array<Lengths, 256>;

void countRows(Roles& roles, const Snapshot& snapshot, const RowSet& rows, Row begin, Row end)
{
    for (Row row = begin; row < end; ++row) {
        if (!rows.contains(row))
            continue;
        const auto [first, last] = snapshot.messageRange(row);
        for (MessageIndex i = first; i < last; ++i) {
            const MessageEntry message = snapshot.messages.entry(i);
            Lengths& lengths = roles[message.role];
            ++lengths.n;
            if (message.hasEnglish())
                lengths.means[0].add(message.lengthEnglish);
            if (message.hasChinese())
                lengths.means[1].add(message.lengthChinese);
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions&,
                       const Job& job) const override
    {
        ReportData data;
        const auto role = findField(snapshot, "role");
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
                countRows(pieces[i], snapshot, rows, begin, FieldScan::startOfPiece(i + 1, rows.size()));
            }
        });
        if (!job.stopRequested())
            fillRows(data.tally, pieces, *role);
        return data;
    }

private:
    static void fillRows(Tally& made, const std::vector<Roles>& pieces, const FieldReader& role)
    {
        for (std::size_t code = 0; code < role.categoryCount(); ++code) {
            Lengths all;
            for (const Roles& piece : pieces)
                all.add(piece[code]);
            if (all.n == 0)
                continue;
            TallyRow row;
            const Category category = role.category(categoryCode(code));
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        ReportData data = tallied(snapshot, rows, options, job);
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

/// Counts how often the intents of one message follow another, from each user message to the next one of the
/// conversation.
class TransitionPiece {
public:
    TransitionPiece(const Snapshot& snapshot, const FieldReader& intent, CategoryCode userRole)
        : m_snapshot(snapshot), m_intents(intent), m_userRole(userRole)
    {
    }

    void count(const RowSet& rows, Row begin, Row end)
    {
        std::vector<std::uint32_t> keys;
        for (Row run = begin; run < end; run += FieldScan::kRun) {
            const Row runEnd = std::min(run + FieldScan::kRun, end);
            if (!rows.anyIn(run, runEnd))
                continue;
            m_intents.forEachMessageKeys(run, runEnd, keys, [&](Row row, std::span<const std::uint32_t> own) {
                if (rows.contains(row))
                    countRecord(row, own);
            });
        }
        m_groups.flushCounts();
    }

    const TallyGroups& groups() const { return m_groups; }

private:
    /// `keys` are those of its messages.
    void countRecord(Row row, std::span<const std::uint32_t> keys)
    {
        const MessageIndex first = m_snapshot.messageRange(row).first;
        bool any = false;
        std::uint32_t before = 0;
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            if (categoryCode(m_snapshot.messages.flags(first + i).role) != m_userRole)
                continue;
            if (any)
                m_groups.count(before, keys[i], static_cast<std::uint32_t>(first + i));
            before = keys[i];
            any = true;
        }
    }

    const Snapshot& m_snapshot;
    FieldScan m_intents;
    CategoryCode m_userRole;
    TallyGroups m_groups{0};
};

/// The code of the role "user"; empty if the dataset has none.
std::optional<CategoryCode> userRoleOf(const Snapshot& snapshot)
{
    for (std::size_t role = 0; role < snapshot.messages.roles.size(); ++role) {
        if (snapshot.messages.roles[role].answersTo("user"))
            return categoryCode(role);
    }
    return std::nullopt;
}

TallyGroups transitionsOf(const Snapshot& snapshot, const RowSet& rows, const FieldReader& intent,
                          CategoryCode userRole, const Job& job)
{
    std::vector<TransitionPiece> pieces(FieldScan::pieceCount(rows.size()),
                                        TransitionPiece(snapshot, intent, userRole));
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
            const Row begin = FieldScan::startOfPiece(i, rows.size());
            pieces[i].count(rows, begin, FieldScan::startOfPiece(i + 1, rows.size()));
        }
    });
    TallyGroups all(0);
    for (const TransitionPiece& piece : pieces) {
        const auto& pairs = piece.groups().numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group)
            all.add(pairs[group].first, pairs[group].second, piece.groups(), group);
    }
    return all;
}

/// Splits pairs of keys into one row for each pair of single intents.
void fillRows(Tally& made, const TallyGroups& groups, const FieldReader& intent)
{
    const FieldScan scan(intent);
    TallyGroups single(0);
    const auto& pairs = groups.numbers.pairs();
    for (std::size_t group = 0; group < pairs.size(); ++group) {
        bool counted = false;
        scan.forEachCodeOfKey(pairs[group].first, [&](CategoryCode from) {
            scan.forEachCodeOfKey(pairs[group].second, [&](CategoryCode to) {
                single.add(keyOfCode(from), keyOfCode(to), groups, group);
                counted = true;
            });
        });
        made.withoutValue += counted ? 0 : groups.n[group];
    }
    const auto& keys = single.numbers.pairs();
    for (std::size_t group = 0; group < keys.size(); ++group) {
        TallyRow row;
        for (const std::uint32_t key : {keys[group].first, keys[group].second}) {
            const Category category = intent.category(codeOfKey(key));
            row.values.push_back({category.shown(), {}, {}, false, otherNameOf(category)});
        }
        row.n = single.n[group];
        made.rows.push_back(std::move(row));
    }
    std::sort(made.rows.begin(), made.rows.end(), [](const TallyRow& a, const TallyRow& b) {
        return std::tie(a.values[0].text, a.values[1].text) < std::tie(b.values[0].text, b.values[1].text);
    });
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions&,
                       const Job& job) const override
    {
        ReportData data;
        data.shape = ReportShape::Cells;
        data.figure = CellFigure::ShareOfLine;
        const auto intent = findField(snapshot, "intent");
        const auto userRole = userRoleOf(snapshot);
        if (!intent || !userRole)
            return data;
        data.filterFields = {intent->info().key, "next.intent"};
        data.tally.by = {intent->info(), {"next_intent", "Next intent", FieldKind::Categories, true, {}}};
        data.tally.ofMessages = true;
        const TallyGroups groups = transitionsOf(snapshot, rows, *intent, *userRole, job);
        if (!job.stopRequested())
            fillRows(data.tally, groups, *intent);
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return talliedLevels(snapshot, rows, options, job);
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return talliedLevels(snapshot, rows, options, job);
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return talliedLevels(snapshot, rows, options, job);
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return tallied(snapshot, rows, options, job);
    }

    std::optional<ReportData> arranged(ReportData tallied) const override { return tallied; }
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        return *arranged(tallied(snapshot, rows, options, job));
    }

    std::optional<ReportData> arranged(ReportData tallied) const override
    {
        // A dataset with one rating has nothing to compare it with.
        return asCells(tallied.filterFields.size() < 2 ? ReportData() : std::move(tallied));
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

    ReportData compute(const Snapshot& snapshot, const RowSet& rows, const ReportOptions& options,
                       const Job& job) const override
    {
        ReportData data;
        data.shape = ReportShape::Comparison;
        if (options.cohorts.empty() && options.field.empty())
            return data;
        if (options.cohorts.empty())
            data.filterFields = {options.field};
        const auto bins = options.bins.empty() ? Bins() : options.bins.front();
        const std::vector<Cohort> cohorts = options.cohorts.empty()
                                                ? cohortsOf(snapshot, rows, options.field, bins, job)
                                                : cohortsOf(snapshot, rows, options.cohorts, job);
        const std::string_view split = options.cohorts.empty() ? options.field : std::string_view();
        data.comparison = compareCohorts(snapshot, cohorts, options.measures, split, job);
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
