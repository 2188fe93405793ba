// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/load/record_parser.h"
#include "tests/fuzz/read_with.h"

#include <algorithm>
#include <cstdlib>

using namespace duologue;

/// Every format reads every record that can be parsed, whether it recognises it or not, into a table row and
/// a text. No two formats recognise a record with the same certainty.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const PaddedBytes bytes(std::string_view(reinterpret_cast<const char*>(data), size));
    std::vector<Problem> problems;
    JsonParser parser;
    const ParsedRecord record = parseRecord(parser, bytes.view(), {}, problems);
    if (record.state == RecordState::Broken)
        return 0;
    std::vector<int> scores;
    for (const Format* format : builtInFormats()) {
        const int score = format->recognise(record.root);
        if (score < 0 || score > kSurestScore)
            std::abort();
        scores.push_back(score);
        readWith(*format, record.root);
    }
    int best = 0;
    for (const int score : scores)
        best = std::max(best, score);
    if (best > 0 && std::count(scores.begin(), scores.end(), best) != 1)
        std::abort();
    return 0;
}
