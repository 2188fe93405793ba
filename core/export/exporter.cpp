// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exporter.h"

#include <algorithm>
#include <array>

namespace duologue {

const Exporter& rawExporter();
const Exporter& jsonlExporter();
const Exporter& jsonExporter();
const Exporter& csvExporter();
const Exporter& tsvExporter();
const Exporter& parquetExporter();
const Exporter& markdownExporter();
const Exporter& htmlExporter();
const Exporter& openaiExporter();
const Exporter& sharegptExporter();
const Exporter& alpacaExporter();
const Exporter& turboChatExporter();
const Exporter& turboPairExporter();
const Exporter& turboSamplingExporter();
const Exporter& turboClassificationExporter();
const Exporter& turboKtoExporter();
const Exporter& trlPreferenceExporter();
const Exporter& trlKtoExporter();
const Exporter& prefevalExporter();

const std::vector<const Exporter*>& exporters()
{
    static const std::vector<const Exporter*> all{
        &rawExporter(),       &jsonlExporter(),         &jsonExporter(),
        &parquetExporter(),   &csvExporter(),           &tsvExporter(),
        &markdownExporter(),  &htmlExporter(),          &openaiExporter(),
        &sharegptExporter(),  &alpacaExporter(),        &turboChatExporter(),
        &turboPairExporter(), &turboSamplingExporter(), &turboClassificationExporter(),
        &turboKtoExporter(),  &trlPreferenceExporter(), &trlKtoExporter(),
        &prefevalExporter(),
    };
    return all;
}

const Exporter* findExporter(std::string_view id)
{
    const auto found = std::find_if(exporters().begin(), exporters().end(),
                                    [id](const Exporter* exporter) { return exporter->id() == id; });
    return found == exporters().end() ? nullptr : *found;
}

std::vector<FieldReader> Exporter::usualColumns(const Snapshot&) const
{
    return {};
}

std::string Exporter::head(const ExportContext&) const
{
    return {};
}

std::string Exporter::tail(const ExportContext&) const
{
    return {};
}

std::unique_ptr<ByteSink> Exporter::encoder(const ExportContext&, ByteSink&, Losses&, const Job&) const
{
    return nullptr;
}

namespace {

struct LanguageWord {
    ExportLanguage language;
    std::string_view word;
};

constexpr std::array<LanguageWord, 4> kLanguageWords{{
    {ExportLanguage::AsWritten, "original"},
    {ExportLanguage::English, "en"},
    {ExportLanguage::Chinese, "zh"},
    {ExportLanguage::Both, "both"},
}};

} // namespace

std::optional<ExportLanguage> exportLanguageOf(std::string_view word)
{
    for (const LanguageWord& each : kLanguageWords) {
        if (each.word == word)
            return each.language;
    }
    return std::nullopt;
}

std::string_view wordOf(ExportLanguage language)
{
    for (const LanguageWord& each : kLanguageWords) {
        if (each.language == language)
            return each.word;
    }
    return {};
}

} // namespace duologue
