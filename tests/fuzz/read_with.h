// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/table_writer.h"
#include "core/export/conversation_json.h"
#include "core/formats/format.h"

#include <nlohmann/json.hpp>

namespace duologue {

/// Reads the record into a table row and a text.
inline void readWith(const Format& format, const JsonView& root)
{
    static const RecordOrigin origin{
        .group = "group", .user = "User_1", .folder = "folder", .stem = "stem", .shownStem = "shown/stem"};
    Conversation conversation;
    std::vector<Problem> problems;
    RecordBuilder builder(conversation, origin, problems);
    format.read(root, builder);
    builder.finish();
    TableBatch batch;
    batch.append(conversation, {});
    conversationText(conversation, {});
    conversationJson(conversation, {});
}

} // namespace duologue
