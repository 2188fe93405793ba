// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/targets/preference_parts.h"

namespace duologue {

namespace {

class TrlPreference final : public Exporter {
public:
    std::string_view id() const override { return "trl-preference"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "TRL, preferences"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters",
                             "\"prompt\", \"chosen\" and \"rejected\" as messages, one pair on each line");
    }
    std::string_view ending() const override { return ".jsonl"; }
    std::vector<std::string_view> ownKeys() const override { return {"prompt", "chosen", "rejected"}; }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const auto pairs = answerPairs(record.conversation);
        if (pairs.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoPair);
            return;
        }
        const ExportJson prompt = roleAndContentList(plainMessages(record, context, losses));
        for (const ExportedPair& pair : pairs) {
            ExportJson object{
                {"prompt", prompt},
                {"chosen", roleAndContentList(plainMessages(record, *pair.chosen, context, losses))},
                {"rejected", roleAndContentList(plainMessages(record, *pair.rejected, context, losses))}};
            addColumns(object, record, context);
            appendLine(object, out);
        }
        Written written;
        written.candidates = true;
        countLosses(record, context, written, losses);
    }
};

class TrlKto final : public Exporter {
public:
    std::string_view id() const override { return "trl-kto"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "TRL, KTO"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT(
            "Exporters",
            "\"prompt\" and \"completion\" as messages with a \"label\", one answer on each line");
    }
    std::string_view ending() const override { return ".jsonl"; }
    std::vector<std::string_view> ownKeys() const override { return {"prompt", "completion", "label"}; }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        const auto answers = judgedAnswers(record.conversation);
        if (answers.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoVerdict);
            return;
        }
        const auto messages = plainMessages(record, context, losses);
        for (const JudgedAnswer& answer : answers) {
            std::span<const PlainMessage> prompt(messages);
            std::vector<PlainMessage> said;
            if (answer.candidate == nullptr) {
                said = {messages.back()};
                prompt = prompt.first(prompt.size() - 1);
            } else {
                said = plainMessages(record, *answer.candidate, context, losses);
            }
            ExportJson object{{"prompt", roleAndContentList(prompt)},
                              {"completion", roleAndContentList(said)},
                              {"label", answer.isWanted}};
            addColumns(object, record, context);
            appendLine(object, out);
        }
        Written written;
        written.candidates = true;
        written.fields = verdictKeys();
        countLosses(record, context, written, losses);
    }
};

} // namespace

const Exporter& trlPreferenceExporter()
{
    static const TrlPreference exporter;
    return exporter;
}

const Exporter& trlKtoExporter()
{
    static const TrlKto exporter;
    return exporter;
}

} // namespace duologue
