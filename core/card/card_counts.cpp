// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/card/card_counts.h"

#include "core/checks/duplicates/splits.h"
#include "core/stats/tally/tally.h"
#include "core/stats/tally/value_scale.h"

#include <algorithm>
#include <map>
#include <set>

namespace duologue {

namespace {

/// A field with more values is a table of its own.
constexpr std::size_t kMostLabelValues = 20;
constexpr std::size_t kMostLabels = 12;

CardField countBy(const Snapshot& snapshot, const RowSet& rows, const FieldReader& field, const Job& job)
{
    const Tally made = tally(snapshot, rows, {{field}}, job);
    CardField counted;
    counted.title = field.info().title;
    counted.ofMessages = made.ofMessages;
    counted.missing = made.withoutValue;
    for (const TallyRow& row : made.rows)
        counted.values.emplace_back(row.values.front().text, row.n);
    return counted;
}

CardField countNamed(const Snapshot& snapshot, const RowSet& rows, std::string_view key, const Job& job)
{
    const auto field = findField(snapshot, key);
    return field ? countBy(snapshot, rows, *field, job) : CardField();
}

CardField countSplits(const Snapshot& snapshot, const RowSet& rows)
{
    const auto splits = splitsOf(snapshot);
    std::map<Split, std::uint64_t> counts;
    CardField counted;
    counted.title = "Split";
    rows.forEach([&](Row row) {
        if (splits[indexOf(row)])
            ++counts[*splits[indexOf(row)]];
        else
            ++counted.missing;
    });
    for (const auto& [split, count] : counts)
        counted.values.emplace_back(std::string(splitName(split)), count);
    return counted;
}

CardLengths lengthsOf(std::string role, std::vector<std::uint32_t>& lengths)
{
    CardLengths made;
    made.role = std::move(role);
    made.messages = lengths.size();
    double sum = 0;
    for (const std::uint32_t length : lengths)
        sum += length;
    made.mean = sum / static_cast<double>(lengths.size());
    std::sort(lengths.begin(), lengths.end());
    made.least = lengths.front();
    // Of an even number, the lower of the two in the middle.
    made.median = lengths[(lengths.size() - 1) / 2];
    made.most = lengths.back();
    return made;
}

void countCardMessages(const Snapshot& snapshot, const RowSet& rows, CardCounts& counts)
{
    std::map<std::uint8_t, std::vector<std::uint32_t>> byRole;
    std::set<FileId> files;
    rows.forEach([&](Row row) {
        const RecordEntry record = snapshot.record(row);
        files.insert(record.file);
        ++counts.records;
        counts.broken += record.state == RecordState::Broken ? 1 : 0;
        counts.characters += record.characters;
        const auto [begin, end] = snapshot.messageRange(row);
        for (MessageIndex i = begin; i < end; ++i) {
            const MessageEntry message = snapshot.messages.entry(i);
            byRole[message.role].push_back(message.length());
        }
        counts.messages += end - begin;
    });
    counts.files = files.size();
    for (auto& [role, lengths] : byRole)
        counts.lengths.push_back(
            lengthsOf(std::string(ValueKey::shown(snapshot.messages.roles[role].shown())), lengths));
}

RowSet withoutBroken(const Snapshot& snapshot, RowSet rows)
{
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (rows.contains(row) && snapshot.record(row).state == RecordState::Broken)
            rows.remove(row);
    }
    return rows;
}

bool isLabel(const FieldReader& field)
{
    const FieldInfo& info = field.info();
    const bool isWords = info.kind == FieldKind::Category || info.kind == FieldKind::Categories ||
                         info.kind == FieldKind::Flag || field.hasMarks();
    const bool isShown = info.key != "format" && info.key != "file" && info.key != "language" &&
                         info.key != "role" && info.key != "split" && info.key != "check" &&
                         info.key != "first_role";
    return isWords && isShown && field.categoryCount() > 1 && field.categoryCount() <= kMostLabelValues;
}

} // namespace

CardCounts countForCard(const Snapshot& snapshot, const RowSet& all, const Job& job)
{
    CardCounts counts;
    countCardMessages(snapshot, all, counts);
    // A record that cannot be read has no values.
    const RowSet rows = counts.broken == 0 ? all : withoutBroken(snapshot, all);
    counts.formats = countNamed(snapshot, rows, "format", job);
    counts.splits = countSplits(snapshot, rows);
    counts.languages = countNamed(snapshot, rows, "language", job);
    counts.turns = countNamed(snapshot, rows, "turns", job);
    for (const FieldReader& field : allFields(snapshot)) {
        if (job.stopRequested())
            break;
        if (isLabel(field) && counts.labels.size() < kMostLabels) {
            CardField label = countBy(snapshot, rows, field, job);
            if (label.values.size() > 1)
                counts.labels.push_back(std::move(label));
        }
        if (!field.info().traits.isRating || !field.isNumber())
            continue;
        CardRating rating;
        rating.title = field.info().title;
        rating.scale = scaleOf(snapshot, field, job);
        rows.forEach([&](Row row) {
            const double value = field.number(row);
            if (value == value)
                rating.mean.add(value);
        });
        rating.interval = intervalOf(rating.mean, measureOn(rating.scale));
        if (rating.mean.n > 0)
            counts.ratings.push_back(std::move(rating));
    }
    return counts;
}

} // namespace duologue
