// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exporter.h"
#include "core/json/json_writer.h"

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace duologue {

// What targets share that write a conversation as messages with one text each.

using ExportJson = nlohmann::ordered_json;

/// A message as its role and one text. Its views live as long as the conversation.
struct PlainMessage {
    const Message* message = nullptr;
    std::string_view role;
    std::string_view text;
};

/// The messages of the conversation in the language that is asked; where a message has none, its own text.
/// Counts the other texts as lost.
std::vector<PlainMessage> plainMessages(const ExportRecord& record, const ExportContext& context,
                                        Losses& losses);

/// The same for the messages of a candidate.
std::vector<PlainMessage> plainMessages(const ExportRecord& record, const Candidate& candidate,
                                        const ExportContext& context, Losses& losses);

/// The text of a slice of texts in the language that is asked.
std::string_view plainText(const ExportRecord& record, Slice texts, const ExportContext& context,
                           Losses& losses);

/// What a target writes of a record besides roles and texts of messages; everything else is counted as lost.
struct Written {
    bool id = false;
    bool context = false;
    bool candidates = false;
    /// Fields of candidates.
    bool candidateFields = false;
    /// Keys of message fields.
    std::span<const std::string_view> messageFields = {};
    /// Keys of record fields.
    std::span<const std::string_view> fields = {};
};

/// Counts everything in the record that is neither in `written` nor a chosen column.
void countLosses(const ExportRecord& record, const ExportContext& context, const Written& written,
                 Losses& losses);

/// Whether the column with that key is written beside the record.
bool isColumn(std::string_view key, const ExportContext& context);

/// Adds the chosen columns to a record's object.
void addColumns(ExportJson& object, const ExportRecord& record, const ExportContext& context);

/// The value of a field of a record or message.
ExportJson valueOfField(const Field& field);

/// Null if there is no field of that key.
const Field* fieldOf(std::span<const Field> fields, std::string_view key);

/// Writes a value that is built as a tree, in a third of the time that its own dump() takes.
void writeValue(JsonWriter& out, const ExportJson& value);

/// Appends the object on one line.
void appendLine(const ExportJson& object, std::string& out);

/// {"role": role, "content": text}
ExportJson roleAndContent(std::string_view role, std::string_view text);

/// As roleAndContent(), for all of them.
ExportJson roleAndContentList(std::span<const PlainMessage> messages);

} // namespace duologue
