// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_file.h"
#include "core/load/record_parser.h"
#include "tests/fuzz/read_with.h"

#include <algorithm>
#include <cstdlib>

using namespace duologue;

/// A description of formats and, after a zero byte, a record that is read by each of them. What a description
/// says stays the same when it is written and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t end = std::min(input.find('\0'), size);
    const PaddedBytes bytes(input.substr(std::min(end + 1, size)));
    std::vector<Problem> problems;
    JsonParser parser;
    const ParsedRecord record = parseRecord(parser, bytes.view(), {}, problems);
    const bool isWhole = record.state != RecordState::Broken;

    readDatasetInfo(input.substr(0, end), "fuzz", "/");
    FormatFile file = readFormatFile(input.substr(0, end), "fuzz");
    constexpr std::size_t kMostRead = 20;
    for (std::size_t i = 0; i < std::min(file.descriptions.size(), kMostRead); ++i) {
        const std::string text = formatFileText(file.descriptions[i]);
        const FormatFile again = readFormatFile(text, "fuzz");
        if (again.descriptions.size() != 1 || formatFileText(again.descriptions.front()) != text)
            std::abort();
        const auto format = describedFormat(std::move(file.descriptions[i]));
        if (isWhole && (format->recognise(record.root) > format->highestScore()))
            std::abort();
        if (isWhole)
            readWith(*format, record.root);
    }
    return 0;
}
