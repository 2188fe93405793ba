// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "core/formats/format_file.h"
#include "core/formats/format_keys.h"
#include "core/formats/inferred/format_guess.h"
#include "core/formats/inferred/learned_format.h"
#include "core/load/record_parser.h"
#include "tests/fuzz/read_with.h"

#include <cstdlib>

using namespace duologue;

/// Whatever a record holds: what is inferred from it is read, has words, and becomes a description that says
/// the same after it is written to a file. So does every other reading that evidence suggests.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const PaddedBytes bytes(std::string_view(reinterpret_cast<const char*>(data), size));
    std::vector<Problem> problems;
    JsonParser parser;
    const ParsedRecord record = parseRecord(parser, bytes.view(), {}, problems);
    if (record.state == RecordState::Broken)
        return 0;
    const auto learned = learnedFormat(learnRecords({&record.root, 1}));
    if (learned != nullptr) {
        const Layout& layout = *learned->shapes().front().layout;
        if (!layout.isInferred() || layout.score <= kGenericScore || inEnglish(reasonOf(layout)).empty())
            std::abort();
        readWith(*learned, record.root);
        if (LearnedFormat::fromText(learned->text()) == nullptr)
            std::abort();
    }
    const std::span<const JsonView> records(&record.root, 1);
    for (const SuggestedReading& suggested : suggestedReadings(records, describedAsNothing(records))) {
        const KeyChoices choices(suggested.description);
        if (!choices.areUsable())
            continue;
        FormatDescription description = choices.description();
        description.id = "guessed";
        FormatFile file = readFormatFile(formatFileText(description), "fuzz");
        if (!file.problems.empty() || file.descriptions.size() != 1)
            std::abort();
        readWith(*describedFormat(std::move(file.descriptions.front())), record.root);
    }
    return 0;
}
