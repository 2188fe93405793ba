// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/targets/plain_messages.h"

namespace duologue {

namespace {

class Alpaca final : public Exporter {
public:
    std::string_view id() const override { return "alpaca"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "Alpaca instructions"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters", "the last question and answer, with those before as \"history\"");
    }
    std::string_view ending() const override { return ".jsonl"; }
    std::vector<std::string_view> ownKeys() const override
    {
        return {"instruction", "input", "output", "history", "system"};
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        std::string_view system;
        std::vector<std::pair<std::string_view, std::string_view>> exchanges;
        const PlainMessage* question = nullptr;
        const auto messages = plainMessages(record, context, losses);
        for (const PlainMessage& message : messages) {
            if (message.role == "system" && system.empty()) {
                system = message.text;
            } else if (message.role == "user") {
                losses.add(PhraseId::LostUnpaired, question == nullptr ? 0 : 1);
                question = &message;
            } else if (message.role == "assistant" && question != nullptr) {
                exchanges.emplace_back(question->text, message.text);
                question = nullptr;
            } else {
                losses.add(PhraseId::LostUnpaired);
            }
        }
        if (exchanges.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoExchange);
            return;
        }
        losses.add(PhraseId::LostUnpaired, question == nullptr ? 0 : 1);
        ExportJson object{
            {"instruction", exchanges.back().first}, {"input", ""}, {"output", exchanges.back().second}};
        exchanges.pop_back();
        if (!system.empty())
            object["system"] = system;
        if (!exchanges.empty())
            object["history"] = ExportJson::array();
        for (const auto& [asked, answer] : exchanges)
            object["history"].push_back({asked, answer});
        addColumns(object, record, context);
        countLosses(record, context, {}, losses);
        appendLine(object, out);
    }
};

} // namespace

const Exporter& alpacaExporter()
{
    static const Alpaca exporter;
    return exporter;
}

} // namespace duologue
