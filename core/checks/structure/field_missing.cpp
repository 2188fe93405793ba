// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"
#include "core/table/record_keys.h"

#include <algorithm>
#include <vector>

namespace duologue {

namespace {

/// What most records have cannot be told from fewer.
constexpr std::size_t kLeastWithField = 20;

std::vector<std::vector<Row>> rowsByFormat(const Snapshot& snapshot, const RowSet& rows)
{
    std::vector<std::vector<Row>> byFormat(std::max<std::size_t>(snapshot.formats.size(), 256));
    rows.forEach([&](Row row) {
        const RecordEntry record = snapshot.record(row);
        if (record.state != RecordState::Broken)
            byFormat[record.format].push_back(row);
    });
    return byFormat;
}

/// Reports the rows without the field if nearly all have it.
template<typename Has>
void judgeField(const std::vector<Row>& rows, std::string_view name, const Has& has, CheckLog& log)
{
    if (rows.size() < kLeastWithField)
        return;
    std::vector<Row> without;
    const auto most = static_cast<std::size_t>((1 - log.threshold()) * static_cast<double>(rows.size()));
    for (const Row row : rows) {
        if (!has(row))
            without.push_back(row);
        if (without.size() > most) {
            log.notJudged(PhraseId::NotJudgedUsual);
            return;
        }
    }
    log.looked();
    for (const Row row : without)
        log.found(row, FindingPart::Record, 0, {PhraseId::FieldMissing, name});
}

void lookAtField(const std::vector<Row>& rows, const Column& column, CheckLog& log)
{
    judgeField(
        rows, column.info.key, [&](Row row) { return column.has(indexOf(row)); }, log);
}

/// Keys without a column of their own.
void lookAtKeys(const Snapshot& snapshot, const std::vector<Row>& rows, CheckLog& log)
{
    const Column* const keys = recordKeys(snapshot);
    if (keys == nullptr || rows.size() < kLeastWithField)
        return;
    for (std::size_t code = 0; code < keys->categories.size(); ++code) {
        const std::string_view name = keys->categories[code].shown();
        if (name.ends_with(kEmptyKeyMark))
            continue;
        judgeField(
            rows, name,
            [&](Row row) {
                bool has = false;
                keys->forEachCode(indexOf(row), [&](CategoryCode each) {
                    const std::string_view other = keys->categories[indexOf(each)].shown();
                    // The key with an empty value is there as well.
                    has = has || indexOf(each) == code ||
                          (other.size() == name.size() + 1 && other.starts_with(name) &&
                           other.ends_with(kEmptyKeyMark));
                });
                return has;
            },
            log);
    }
}

void lookAtAllForFieldMissing(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const Snapshot& snapshot = dataset.snapshot();
    const auto byFormat = rowsByFormat(snapshot, dataset.rows());
    for (const std::vector<Row>& rows : byFormat) {
        for (const Column& column : snapshot.records.columns) {
            if (job.stopRequested())
                return;
            if (!isRecordKeys(column.info))
                lookAtField(rows, column, log);
        }
        lookAtKeys(snapshot, rows, log);
    }
}

} // namespace

const Check& fieldMissingCheck()
{
    static const Check check{
        .id = "field_missing",
        .group = CheckGroup::Structure,
        .title = DUOLOGUE_TEXT("Checks", "Field missing that most records have"),
        .why = DUOLOGUE_TEXT("Checks", "Programs that read the field from every record stop here."),
        .unit = CheckUnit::Fields,
        .threshold =
            CheckThreshold{DUOLOGUE_TEXT("Checks", "share of the records that have it"), 0.95, 0.5, 1.0},
        .lookAtAll = lookAtAllForFieldMissing,
    };
    return check;
}

} // namespace duologue
