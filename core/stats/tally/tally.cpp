// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/tally/tally.h"

#include "core/base/parallel.h"
#include "core/base/whole_number.h"
#include "core/stats/tally/tally_piece.h"
#include "core/table/value_forms.h"

#include <algorithm>
#include <memory>

namespace duologue {

namespace {

using Pieces = std::vector<std::unique_ptr<TallyPiece>>;

/// Counts each piece by itself, on all cores. Pieces not begun before the job was stopped are null.
Pieces countPieces(const Snapshot& snapshot, const RowSet& rows, const TallyRequest& request, const Job& job)
{
    Pieces pieces(FieldScan::pieceCount(rows.size()));
    parallelFor(pieces.size(), 1, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last && !job.stopRequested(); ++i) {
            const Row begin = FieldScan::startOfPiece(i, rows.size());
            const Row end = FieldScan::startOfPiece(i + 1, rows.size());
            pieces[i] = std::make_unique<TallyPiece>(snapshot, request);
            pieces[i]->count(rows, begin, end);
        }
    });
    return pieces;
}

/// Adds up pieces, one after the other: sums of fractions depend on the order, which must not depend on
/// which thread finishes first.
class Total {
public:
    explicit Total(const TallyRequest& request)
        : m_keys(keysFor(request)), m_groups(request.means.size()), m_values(request.means.size())
    {
    }

    void add(const TallyPiece& piece)
    {
        std::array<std::vector<std::uint32_t>, 2> here;
        for (std::size_t i = 0; i < m_keys.size(); ++i)
            here[i] = m_keys[i].adopt(piece.keys()[i]);
        // The key of a single field is the second of its pairs.
        const bool isPair = m_keys.size() > 1;
        const auto keyHere = [&here](std::size_t i, std::uint32_t key) {
            return here[i].empty() ? key : here[i][key];
        };
        const auto& pairs = piece.groups().numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group)
            m_groups.add(isPair ? keyHere(0, pairs[group].first) : 0,
                         keyHere(isPair ? 1 : 0, pairs[group].second), piece.groups(), group);
    }

    void fill(Tally& made, const Job& job)
    {
        splitValues(made);
        const auto& pairs = m_values.numbers.pairs();
        for (std::size_t index = 0; index < m_keys.size(); ++index) {
            std::vector<std::uint32_t> keys;
            for (const auto& [first, second] : pairs)
                keys.push_back(m_keys.size() > 1 && index == 0 ? first : second);
            m_keys[index].readLong(std::move(keys), job);
        }
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            TallyRow row;
            if (m_keys.size() > 1)
                row.values.push_back(valueOf(0, pairs[group].first));
            row.values.push_back(valueOf(m_keys.size() - 1, pairs[group].second));
            row.n = m_values.n[group];
            for (const std::vector<Mean>& means : m_values.means)
                row.means.push_back(means[group]);
            made.rows.push_back(std::move(row));
        }
        std::stable_sort(made.rows.begin(), made.rows.end(), [](const TallyRow& a, const TallyRow& b) {
            return std::lexicographical_compare(a.values.begin(), a.values.end(), b.values.begin(),
                                                b.values.end(), comesBefore);
        });
        joinTexts(made);
    }

private:
    /// Splits groups by key, where a key may stand for several values or none, into one group per value.
    void splitValues(Tally& made)
    {
        const auto& pairs = m_groups.numbers.pairs();
        for (std::size_t group = 0; group < pairs.size(); ++group) {
            bool counted = false;
            const auto add = [&](std::uint32_t first, std::uint32_t second) {
                m_values.add(first, second, m_groups, group);
                counted = true;
            };
            m_keys.back().forEachValue(pairs[group].second, [&](std::uint32_t second) {
                if (m_keys.size() == 1)
                    add(0, second);
                else
                    m_keys[0].forEachValue(pairs[group].first,
                                           [&](std::uint32_t first) { add(first, second); });
            });
            made.withoutValue += counted ? 0 : m_groups.n[group];
        }
    }

    GroupValue valueOf(std::size_t index, std::uint32_t key) const { return m_keys[index].value(key); }

    /// Joins rows with equal texts, which may have different keys: one text was read, the other generated.
    void joinTexts(Tally& made) const
    {
        const bool anyText = std::any_of(m_keys.begin(), m_keys.end(), [](const FieldKeys& keys) {
            return keys.field().info().kind == FieldKind::Text;
        });
        if (!anyText)
            return;
        std::vector<TallyRow> joined;
        for (TallyRow& row : made.rows) {
            if (joined.empty() || joined.back().values != row.values) {
                joined.push_back(std::move(row));
                continue;
            }
            joined.back().n += row.n;
            for (std::size_t i = 0; i < row.means.size(); ++i)
                joined.back().means[i].add(row.means[i]);
        }
        made.rows = std::move(joined);
    }

    std::vector<FieldKeys> m_keys;
    TallyGroups m_groups;
    TallyGroups m_values;
};

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

Tally tally(const Snapshot& snapshot, const RowSet& rows, const TallyRequest& request, const Job& job)
{
    Tally made;
    for (const FieldReader& field : request.by) {
        made.by.push_back(field.info());
        made.ofMessages = made.ofMessages || field.info().ofMessages;
    }
    for (const FieldReader& field : request.means)
        made.means.push_back(field.info());
    Total total(request);
    for (std::unique_ptr<TallyPiece>& piece : countPieces(snapshot, rows, request, job)) {
        if (job.stopRequested() || !piece)
            return made;
        total.add(*piece);
        piece.reset();
    }
    total.fill(made, job);
    return made;
}

} // namespace duologue
