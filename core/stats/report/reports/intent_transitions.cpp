// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"
#include "core/stats/tally/tally_groups.h"
#include "core/table/field_scan.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

namespace duologue {

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

} // namespace duologue
