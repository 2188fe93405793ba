// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/base/translatable.h"
#include "core/stats/report/report_parts.h"
#include "core/table/field_scan.h"

#include <algorithm>
#include <array>

namespace duologue {

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

} // namespace duologue
