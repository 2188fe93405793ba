// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/json_repair.h"
#include "core/json/json_view.h"
#include "core/load/record_parser.h"

#include <cstdlib>

using namespace duologue;

/// A record is read as it is, repaired, or broken with one error inside it. A repaired record is strict JSON
/// and needs no further repair.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const PaddedBytes bytes(std::string_view(reinterpret_cast<const char*>(data), size));
    std::vector<Problem> problems;
    JsonParser parser;
    const ParsedRecord record =
        parseRecord(parser, bytes.view(), {FileId{0}, 0, static_cast<std::uint32_t>(size)}, problems);
    std::size_t errors = 0;
    for (const Problem& problem : problems) {
        errors += problem.severity == Severity::Error ? 1 : 0;
        if (problem.where.offset > size)
            std::abort();
    }
    if (errors != (record.state == RecordState::Broken ? 1U : 0U))
        std::abort();

    const JsonRepair repair = repairJson(bytes.view(), true);
    if (repair.mistake)
        return 0;
    JsonParser strict;
    const auto parsed = strict.parse(repair.text.view());
    if (parsed && strict.keysOf(parsed.value()).areRepeated)
        std::abort();
    if (!repairJson(repair.text.view(), true).repairs.empty())
        std::abort();
    return 0;
}
