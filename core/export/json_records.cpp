// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/export/conversation_json.h"
#include "core/export/exporter.h"
#include "core/export/plain_messages.h"
#include "core/formats/own_records.h"
#include "core/json/json_tokens.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

namespace duologue {

namespace {

/// Joins the lines of a record token by token, so that numbers, escapes and the order of keys stay as they
/// are. Comments would hide what follows them, so they are left out.
void appendOnOneLine(std::string_view record, std::string& out, Losses& losses)
{
    JsonScanner scanner(record);
    JsonTokenKind before = JsonTokenKind::End;
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next()) {
        if (token.kind == JsonTokenKind::Comment) {
            losses.add(PhraseId::LostComments);
            continue;
        }
        if (before == JsonTokenKind::Comma || before == JsonTokenKind::Colon ||
            (before == JsonTokenKind::Scalar && token.kind == JsonTokenKind::Scalar))
            out += ' ';
        out += token.in(record);
        before = token.kind;
    }
    out += '\n';
}

void writeUtf8(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const RecordEntry entry = context.snapshot.record(record.row);
    const bool isOneLine = record.bytes.find('\n') == std::string_view::npos;
    const RecordForm form = context.snapshot.file(entry.file).origin.form;
    if (context.snapshot.file(entry.file).columns)
        losses.remark(PhraseId::RowsAsJson);
    if (isOneLine || form != RecordForm::Value) {
        // A session is several lines, each with a value of its own.
        out.append(record.bytes).append(record.bytes.ends_with('\n') ? "" : "\n");
    } else if (entry.state == RecordState::Broken) {
        // Without its line breaks it might look like another record.
        losses.leaveOut(PhraseId::LeftOutBroken);
    } else {
        appendOnOneLine(record.bytes, out, losses);
    }
}

} // namespace

std::string headOfRaw(const ExportContext& context)
{
    return std::string(byteOrderMark(context.encoding));
}

void writeRaw(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    if (context.encoding == TextEncoding::Utf8) {
        writeUtf8(record, context, out, losses);
        return;
    }
    std::string utf8;
    writeUtf8(record, context, utf8, losses);
    out += encodedJson(utf8, context.encoding);
}

namespace {

/// The language whose texts are written; none for all.
LanguageChoice writtenLanguage(ExportLanguage language)
{
    if (language == ExportLanguage::English)
        return Language::English;
    if (language == ExportLanguage::Chinese)
        return Language::Chinese;
    return std::nullopt;
}

void writeNotes(JsonWriter& json, std::span<const RecordNote> notes)
{
    if (notes.empty())
        return;
    ExportJson findings = ExportJson::array();
    for (const RecordNote& note : notes) {
        ExportJson finding{{"check", note.id}, {"severity", note.severity}, {"maybe", note.isMaybe}};
        // From 1, as people count.
        if (note.message)
            finding["message"] = *note.message + 1;
        finding["text"] = note.text;
        findings.push_back(std::move(finding));
    }
    json.key("findings");
    writeValue(json, findings);
}

/// The columns in place of the fields.
void writeColumns(JsonWriter& json, const ExportRecord& record, const ExportContext& context, Losses& losses)
{
    countFields(record, context, {}, losses);
    ExportJson columns = ExportJson::object();
    addColumns(columns, record, context);
    for (const auto& [key, value] : columns.items()) {
        json.key(key);
        writeValue(json, value);
    }
}

} // namespace

/// All parts of each conversation under the program's own names, whatever format it was read from.
void writeOwn(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses)
{
    const LanguageChoice language = writtenLanguage(context.language);
    for (const Text& text : record.conversation.texts) {
        if (language && !isWrittenFor(text.language, *language))
            losses.add(PhraseId::LostTranslations);
    }
    const Conversation& conversation = record.conversation;
    JsonWriter json(out);
    json.beginObject();
    json.key(kOwnFormatKey);
    json.number(kOwnFormatVersion);
    if (!conversation.id.empty()) {
        json.key("id");
        if (conversation.isIdNumber)
            json.json(conversation.id);
        else
            json.text(conversation.id);
    }
    writeParts(json, conversation, language);
    json.key("fields");
    json.beginObject();
    if (context.columns.empty())
        writeFields(json, conversation.fields);
    else
        writeColumns(json, record, context, losses);
    json.endObject();
    writeNotes(json, record.notes);
    json.endObject();
}

} // namespace duologue
