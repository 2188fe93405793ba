// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/record_parser.h"
#include "core/export/conversation_text.h"
#include "core/formats/described/format_file.h"
#include "core/formats/format_list.h"
#include "core/table/table_batch.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace duologue;

namespace {

/// A format description that reads every part of a record.
const Format& describedFormat()
{
    static const auto format = describedFormat(
        readFormatFile(R"({"id": "described", "messages": "/messages", "role": "/role", "text": "/content",
                           "translation": "/content_zh", "ratings": "/rating", "label": "/label",
                           "candidates": "/answers", "candidate_text": "/content", "chosen": "/chosen",
                           "rejected": "/rejected", "history": "/history", "system": "/system",
                           "prompt": "/prompt", "response": "/output", "record_id": "/id"})",
                       "described")
            .mappings.front());
    return *format;
}

void readWith(const Format& format, const JsonView& root)
{
    static const RecordOrigin origin{"group", "User_1", "folder", "stem", "shown/stem"};
    Conversation conversation;
    std::vector<Problem> problems;
    RecordBuilder builder(conversation, origin, problems);
    format.read(root, builder);
    builder.finish();
    TableBatch batch;
    batch.append(conversation, {});
    conversationText(conversation, {});
    jsonText(conversationJson(conversation, {}), 0);
}

} // namespace

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
    readWith(describedFormat(), record.root);
    readFormatFile(bytes.view(), "fuzz");
    readDatasetInfo(bytes.view(), "fuzz", "/");
    return 0;
}
