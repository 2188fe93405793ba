// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tally.h"

#include "core/util/numbers.h"
#include "core/util/text.h"

#include <algorithm>
#include <utility>

namespace duologue {

namespace {

/// Joins rows with equal texts, which may have different keys: one text was read, the other generated.
std::vector<TallyRow> joinedTexts(std::vector<TallyRow> rows)
{
    std::vector<TallyRow> joined;
    for (TallyRow& row : rows) {
        if (joined.empty() || joined.back().values != row.values) {
            joined.push_back(std::move(row));
            continue;
        }
        joined.back().n += row.n;
        for (std::size_t i = 0; i < row.means.size(); ++i)
            joined.back().means[i].add(row.means[i]);
    }
    return joined;
}

} // namespace

bool comesBefore(const GroupValue& a, const GroupValue& b)
{
    if (a.number && b.number) {
        if (*a.number != *b.number || a.end || b.end)
            return *a.number < *b.number;
        return isDecimal(a.text) && isDecimal(b.text) && compareDecimals(a.text, b.text) < 0;
    }
    if (a.number.has_value() != b.number.has_value())
        return a.number.has_value();
    return compareValues(a.text, b.text) < 0;
}

void useMessageLengths(const Snapshot& snapshot, std::vector<FieldReader>& by,
                       std::vector<FieldReader>& means)
{
    if (std::none_of(by.begin(), by.end(), [](const FieldReader& field) { return field.info().ofMessages; }))
        return;
    for (std::vector<FieldReader>* fields : {&by, &means}) {
        for (FieldReader& field : *fields) {
            if (field.info().key == "length" && field.info().rawKey.empty())
                field = *findMessageField(snapshot, "length");
        }
    }
}

std::vector<TallyRow> tallyRows(Counts& counts, const Job& job)
{
    counts.readLong(job);
    std::vector<TallyRow> rows(counts.groups.size());
    for (std::size_t group = 0; group < rows.size(); ++group) {
        for (std::size_t field = 0; field < counts.keys.size(); ++field)
            rows[group].values.push_back(counts.value(group, field));
        rows[group].n = counts.n[group];
        for (const std::vector<Mean>& means : counts.means)
            rows[group].means.push_back(means[group]);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const TallyRow& a, const TallyRow& b) {
        return std::lexicographical_compare(a.values.begin(), a.values.end(), b.values.begin(),
                                            b.values.end(), comesBefore);
    });
    const bool anyText = std::any_of(counts.keys.begin(), counts.keys.end(), [](const FieldKeys& keys) {
        return keys.field().info().kind == FieldKind::Text;
    });
    return anyText ? joinedTexts(std::move(rows)) : rows;
}

Tally tally(const Snapshot& snapshot, const RowSet& rows, CountRequest request, const Job& job)
{
    Tally made;
    for (const FieldReader& field : request.by) {
        made.by.push_back(field.info());
        made.ofMessages = made.ofMessages || field.info().ofMessages;
    }
    for (const FieldReader& field : request.means)
        made.means.push_back(field.info());
    request.ofMessages = made.ofMessages;
    Counts counts = count(snapshot, rows, request, job);
    if (job.stopRequested())
        return made;
    made.withoutValue = counts.without.front();
    made.rows = tallyRows(counts, job);
    return made;
}

} // namespace duologue
