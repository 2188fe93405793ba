// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/export/conversation_json.h"
#include "core/export/targets/plain_messages.h"
#include "core/record/own_format.h"

namespace duologue {

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

/// All parts of each conversation under the program's own names, whatever format it was read from.
class JsonRecords final : public Exporter {
public:
    explicit JsonRecords(bool isArray) : m_isArray(isArray) {}

    std::string_view id() const override { return m_isArray ? "json" : "jsonl"; }
    std::string_view title() const override
    {
        return m_isArray ? DUOLOGUE_TEXT("Exporters", "JSON list") : DUOLOGUE_TEXT("Exporters", "JSON Lines");
    }
    std::string_view summary() const override
    {
        return m_isArray ? DUOLOGUE_TEXT("Exporters",
                                         "everything, under the same names for all formats, in one list")
                         : DUOLOGUE_TEXT(
                               "Exporters",
                               "everything, under the same names for all formats, one record on each line");
    }
    std::string_view ending() const override { return m_isArray ? ".json" : ".jsonl"; }
    std::vector<ExportLanguage> languages() const override
    {
        return {ExportLanguage::Both, ExportLanguage::English, ExportLanguage::Chinese};
    }
    bool takesNotes() const override { return true; }
    std::string head(const ExportContext&) const override { return m_isArray ? "[\n" : ""; }
    std::string_view between() const override { return m_isArray ? ",\n" : "\n"; }
    std::string tail(const ExportContext& context) const override
    {
        if (m_isArray)
            return context.records == 0 ? "]\n" : "\n]\n";
        return context.records == 0 ? "" : "\n";
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const LanguageChoice language = writtenLanguage(context.language);
        for (const Text& text : record.conversation.texts) {
            if (language && !answers(text.language, *language))
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

private:
    static void writeNotes(JsonWriter& json, std::span<const RecordNote> notes)
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
    static void writeColumns(JsonWriter& json, const ExportRecord& record, const ExportContext& context,
                             Losses& losses)
    {
        countFields(record, context, {}, losses);
        ExportJson columns = ExportJson::object();
        addColumns(columns, record, context);
        for (const auto& [key, value] : columns.items()) {
            json.key(key);
            writeValue(json, value);
        }
    }

    const bool m_isArray;
};

} // namespace

const Exporter& jsonlExporter()
{
    static const JsonRecords exporter(false);
    return exporter;
}

const Exporter& jsonExporter()
{
    static const JsonRecords exporter(true);
    return exporter;
}

} // namespace duologue
