// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exporter.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace duologue {

void Losses::add(PhraseId what, std::uint64_t values, std::string_view name)
{
    if (values > 0)
        m_pending.push_back({what, name, values});
}

void Losses::count(const Pending& loss, bool isLeftOut)
{
    const auto found = m_counts.find(std::pair(loss.what, loss.name));
    Count& count = found != m_counts.end() ? found->second : m_counts[{loss.what, std::string(loss.name)}];
    count.values += loss.values;
    count.records += count.lastRecord == m_record ? 0 : 1;
    count.lastRecord = m_record;
    count.isLeftOut = isLeftOut;
}

void Losses::endRecord()
{
    if (m_leftOut) {
        count({*m_leftOut, {}, 1}, true);
    } else {
        for (const Pending& loss : m_pending)
            count(loss, false);
    }
    m_pending.clear();
    m_leftOut.reset();
    ++m_record;
}

void Losses::remark(Phrase remark)
{
    if (std::find(m_remarks.begin(), m_remarks.end(), remark) == m_remarks.end())
        m_remarks.push_back(std::move(remark));
}

void Losses::merge(const Losses& other)
{
    for (const auto& [key, count] : other.m_counts) {
        Count& mine = m_counts[key];
        mine.values += count.values;
        mine.records += count.records;
        mine.isLeftOut = mine.isLeftOut || count.isLeftOut;
    }
    for (const Phrase& each : other.m_remarks)
        remark(each);
}

std::vector<Loss> Losses::list() const
{
    std::vector<const decltype(m_counts)::value_type*> order;
    for (const auto& entry : m_counts)
        order.push_back(&entry);
    std::stable_sort(order.begin(), order.end(), [](const auto* left, const auto* right) {
        return std::tuple(left->second.isLeftOut, left->second.values) >
               std::tuple(right->second.isLeftOut, right->second.values);
    });
    std::vector<Loss> losses;
    for (const auto* entry : order) {
        const auto& [what, name] = entry->first;
        losses.push_back(
            {name.empty() ? Phrase(what) : Phrase(what, name), entry->second.values, entry->second.records});
    }
    return losses;
}

std::uint64_t Losses::recordsLeftOut() const
{
    std::uint64_t records = 0;
    for (const auto& [key, count] : m_counts)
        records += count.isLeftOut ? count.records : 0;
    return records;
}

std::uint64_t Losses::recordsLeftOut(PhraseId why) const
{
    const auto found = m_counts.find(std::pair(why, std::string_view()));
    return found == m_counts.end() ? 0 : found->second.records;
}

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
