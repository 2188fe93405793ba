// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/checks/check.h"
#include "core/checks/check_log.h"
#include "core/checks/checked_dataset.h"

namespace duologue {

namespace {

bool isSameFile(const Snapshot& snapshot, Row left, Row right)
{
    return snapshot.record(left).file == snapshot.record(right).file;
}

void lookAtAllForIdTwice(const CheckedDataset& dataset, CheckLog& log, const Job& job)
{
    const Column* const ids = dataset.snapshot().records.column("id");
    std::vector<Row> firstRows;
    dataset.rows().forEach([&](Row row) {
        const CategoryCode code = ids == nullptr ? kNoCategory : ids->code(indexOf(row));
        if (code == kNoCategory) {
            log.notJudged(PhraseId::NotJudgedNoId);
            return;
        }
        log.looked();
        if (firstRows.size() <= indexOf(code))
            firstRows.resize(indexOf(code) + 1, dataset.snapshot().endRow());
        Row& first = firstRows[indexOf(code)];
        if (first == dataset.snapshot().endRow())
            first = row;
        // Files number their records from the same number on.
        else if (isSameFile(dataset.snapshot(), first, row))
            log.found(row, FindingPart::Record, 0,
                      {PhraseId::IdTwice, ValueKey::shown(ids->categories[indexOf(code)].shown())})
                .others.push_back(first);
        if (indexOf(row) % 65'536 == 0 && job.stopRequested())
            return;
    });
}

} // namespace

const Check& idTwiceCheck()
{
    static const Check check{
        .id = "id_twice",
        .group = CheckGroup::Structure,
        .severity = Severity::Error,
        .title = DUOLOGUE_TEXT("Checks", "Id twice"),
        .why = DUOLOGUE_TEXT("Checks", "What refers to the id refers to two records."),
        .unit = CheckUnit::Records,
        .lookAtAll = lookAtAllForIdTwice,
    };
    return check;
}

} // namespace duologue
