// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/translatable.h"
#include "core/export/targets/plain_messages.h"

#include <algorithm>

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
        auto messages = plainMessages(record, context, losses);
        std::string_view system;
        const auto firstSystem =
            std::find_if(messages.begin(), messages.end(), [](const PlainMessage& message) {
                return message.role == "system" && !message.text.empty();
            });
        if (firstSystem != messages.end()) {
            system = firstSystem->text;
            messages.erase(firstSystem);
        }
        auto exchanges = exchangesOf(record.conversation, messages, losses);
        if (exchanges.empty()) {
            losses.leaveOut(PhraseId::LeftOutNoExchange);
            return;
        }
        ExportJson object{
            {"instruction", exchanges.back().question}, {"input", ""}, {"output", exchanges.back().answer}};
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
