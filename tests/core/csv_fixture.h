// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/problem_place.h"
#include "core/load/record_reader.h"
#include "core/util/phrase_id.h"
#include "tests/support/load.h"

#include <string>
#include <vector>

namespace duologue::test {

/// The text of each record.
inline std::vector<std::string> linesOf(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    for (Row row{0}; row < snapshot.endRow(); ++row)
        lines.emplace_back(readRecord(snapshot, row).value()->bytes.view());
    return lines;
}

/// Each problem with its row.
inline std::vector<std::string> rowProblemsOf(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        const auto place = placeOf(snapshot, problem);
        lines.push_back((place ? std::to_string(place->line) : std::string("-")) + " " +
                        std::string(codeName(problem.code)) + ": " + inEnglish(problem.detail));
    }
    return lines;
}

} // namespace duologue::test
