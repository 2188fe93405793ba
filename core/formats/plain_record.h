// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/json_view.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue {

/// A record as formats know it.
struct PlainRecord {
    std::string json;
    /// References to texts that the record does not have.
    std::vector<std::string> missing = {};
    /// Keys of texts that begin as Python writes messages and cannot be read.
    std::vector<std::string> broken = {};
};

/// Writes a record plainly whose conversation is wrapped in a way that no layout can say. None if it is
/// plain. What is undone:
///  * texts that hold the JSON of messages, or what Python's repr() writes for them, and texts that hold the
///    JSON of arguments and results of a traced tool;
///  * spans of traces (OpenTelemetry GenAI, OpenInference; also as OTLP JSON, and with numbered flat keys):
///    "messages" are those of all spans of a trace, a repeated history once;
///  * messages dumped with their class, or whose class says who speaks (LangChain, AutoGen), also in the
///  inputs
///    and outputs of a run;
///  * texts by reference ("attachment://…" of Inspect);
///  * events of "codex exec --json": as the rows of a session of Codex;
///  * pieces of one answer as Gemini streams them: as one answer;
///  * texts of content parts in objects ({"type": "text", "text": {"value": …}});
///  * messages of harmony, as texts and as objects with a "channel": what the model writes in a row is one.
/// Pure; any thread.
std::optional<PlainRecord> plainRecord(const JsonView& record);

/// True if all records of the shape of this one (JsonKeys::shape) are plain, except for those of which
/// hasTextOfJson() is true.
bool isPlainShape(const JsonView& record);
/// Whether a member may hold JSON, or messages, in a text.
bool hasTextOfJson(const JsonView& record);

/// The conversation of a span, of a list of spans of one trace, or of OTLP JSON, in the same way; none for
/// all other records. The program calls plainRecord().
std::optional<std::string> traceRecord(const JsonView& record);

/// A message that LangChain has dumped with its class: {"lc": 1, "type": "constructor", "id": […,
/// "HumanMessage"], "kwargs": {…}}.
bool isDumpedMessage(const JsonView& value);

/// A message or an event of a team of AutoGen, whose "source" speaks.
bool isMessageOfTeam(const JsonView& value);

/// An event of "codex exec --json" that is about an item.
bool isCodexEvent(const JsonView& row);

/// A piece of an answer as Gemini streams it, or a whole answer without what was asked.
bool isGeminiAnswer(const JsonView& row);
/// Whether it is the last piece.
bool endsGeminiAnswer(const JsonView& row);

/// Whether a row is a span of a trace.
bool isSpan(const JsonView& row);

} // namespace duologue
