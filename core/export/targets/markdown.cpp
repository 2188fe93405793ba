// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/markdown_escape.h"
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/conversation_text.h"
#include "core/export/targets/plain_messages.h"

namespace duologue {

namespace {

class Markdown final : public Exporter {
public:
    std::string_view id() const override { return "markdown"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "Markdown"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters", "a document to read, with texts in fenced blocks");
    }
    std::string_view ending() const override { return ".md"; }
    bool takesColumns() const override { return false; }
    std::vector<ExportLanguage> languages() const override
    {
        return {ExportLanguage::Both, ExportLanguage::English, ExportLanguage::Chinese};
    }
    bool takesNotes() const override { return true; }
    std::string_view between() const override { return "\n"; }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        LanguageChoice language;
        if (context.language == ExportLanguage::English)
            language = Language::English;
        else if (context.language == ExportLanguage::Chinese)
            language = Language::Chinese;
        for (const Text& text : record.conversation.texts) {
            if (language && !answers(text.language, *language))
                losses.add(PhraseId::LostTranslations);
        }
        const auto id = findField(context.snapshot, "id");
        out += "# " + markdownLine(id ? id->text(record.row) : std::string(record.conversation.id)) + "\n\n";
        out += conversationMarkdown(record.conversation, language, record.notes);
    }
};

} // namespace

const Exporter& markdownExporter()
{
    static const Markdown exporter;
    return exporter;
}

} // namespace duologue
