// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/load/record_reader.h"
#include "core/query/query.h"

#include <vector>

namespace duologue::test {

/// Evaluates queries in the obvious way, one term and one whole record at a time, without columns, codes and
/// sets. The fast evaluator must give the same rows. Knows the fields turns, messages, hallucination,
/// intent, ratings and the record's own.
class SlowEvaluator {
public:
    /// Reads every record of the snapshot.
    explicit SlowEvaluator(const Snapshot& snapshot);

    bool holds(const Query& query, Row row) const;

private:
    TextKeys m_keys;
    std::vector<DecodedRecordPtr> m_records;
};

} // namespace duologue::test
