// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exporter.h"

#include "core/util/phrase.h"

#include <algorithm>
#include <array>
#include <iterator>
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

// What the files of the targets have.
using WriteRecord = void(const ExportRecord&, const ExportContext&, std::string&, Losses&);
WriteRecord writeRaw;
WriteRecord writeOwn;
WriteRecord writeParquet;
WriteRecord writeCsv;
WriteRecord writeTsv;
WriteRecord writeMarkdown;
WriteRecord writeHtml;
WriteRecord writeOpenai;
WriteRecord writeSharegpt;
WriteRecord writeAlpaca;
WriteRecord writeTurboChat;
WriteRecord writeTurboPair;
WriteRecord writeTurboSampling;
WriteRecord writeTurboClassification;
WriteRecord writeTurboKto;
WriteRecord writeTrlPreference;
WriteRecord writeTrlKto;
WriteRecord writePrefeval;

using WriteEnd = std::string(const ExportContext&);
WriteEnd headOfRaw;
WriteEnd headOfCsv;
WriteEnd headOfTsv;
WriteEnd headOfHtml;

std::vector<FieldReader> columnsOfTable(const Snapshot& snapshot);
std::vector<FieldReader> columnsOfParquet(const Snapshot& snapshot);
std::unique_ptr<ByteSink> encoderOfParquet(const ExportContext& context, ByteSink& target, Losses& losses,
                                           const Job& job);

namespace {

constexpr ExportLanguage kAllLanguages[]{ExportLanguage::Both};
constexpr ExportLanguage kAllOrOne[]{ExportLanguage::Both, ExportLanguage::English, ExportLanguage::Chinese};

constexpr std::string_view kParquetKeys[]{"messages"};
constexpr std::string_view kOpenaiKeys[]{"messages", "tools", "functions", "parallel_tool_calls",
                                         "response_format"};
constexpr std::string_view kSharegptKeys[]{"conversations", "system", "images", "videos",
                                           "audios",        "tools",  "kto_tag"};
constexpr std::string_view kAlpacaKeys[]{"instruction", "input", "output", "history", "system"};
constexpr std::string_view kTurboChatKeys[]{"id", "messages"};
constexpr std::string_view kTurboPairKeys[]{"id", "context", "answer_w", "answer_l", "precomputed_margin"};
constexpr std::string_view kTurboSamplingKeys[]{"id",      "messages", "answers",
                                                "rewards", "label",    "dataset_name"};
constexpr std::string_view kTurboClassificationKeys[]{"id", "messages", "label"};
constexpr std::string_view kTurboKtoKeys[]{"id", "context", "answer", "is_desirable"};
constexpr std::string_view kTrlPreferenceKeys[]{"prompt", "chosen", "rejected", "tools"};
constexpr std::string_view kTrlKtoKeys[]{"prompt", "completion", "label", "tools"};
constexpr std::string_view kPrefevalKeys[]{"preference", "question",       "explanation", "persona",
                                           "aligned_op", "implicit_query", "options",     "conversation"};

std::string beginOfList(const ExportContext&)
{
    return "[\n";
}

constexpr ExporterSpec kExporters[] = {
    {.id = "raw",
     .title = DUOLOGUE_TEXT("Exporters", "Original records"),
     .summary = DUOLOGUE_TEXT("Exporters", "unchanged, one per line"),
     .write = writeRaw,
     .needsOnlyBytes = true,
     .languages = kAllLanguages,
     .takesColumns = false,
     .head = headOfRaw},
    {.id = "jsonl",
     .title = DUOLOGUE_TEXT("Exporters", "JSON Lines"),
     .summary =
         DUOLOGUE_TEXT("Exporters", "everything, with the same names for all formats, one record per line"),
     .write = writeOwn,
     .languages = kAllOrOne,
     .takesNotes = true,
     .between = "\n",
     .tail = [](const ExportContext& context) { return std::string(context.records == 0 ? "" : "\n"); }},
    {.id = "json",
     .title = DUOLOGUE_TEXT("Exporters", "JSON list"),
     .summary = DUOLOGUE_TEXT("Exporters", "everything, with the same names for all formats, in one list"),
     .ending = ".json",
     .write = writeOwn,
     .languages = kAllOrOne,
     .takesNotes = true,
     .head = beginOfList,
     .between = ",\n",
     .tail =
         [](const ExportContext& context) { return std::string(context.records == 0 ? "]\n" : "\n]\n"); }},
    {.id = "parquet",
     .title = DUOLOGUE_TEXT("Exporters", "Parquet"),
     .summary = DUOLOGUE_TEXT("Exporters",
                              "\"messages\" with \"role\" and \"content\", and a column for each field"),
     .ending = ".parquet",
     .write = writeParquet,
     .ownKeys = kParquetKeys,
     .usualColumns = columnsOfParquet,
     .encoder = encoderOfParquet},
    {.id = "csv",
     .title = DUOLOGUE_TEXT("Exporters", "Table, CSV"),
     .summary = DUOLOGUE_TEXT("Exporters", "one row per record, with the chosen columns"),
     .ending = ".csv",
     .write = writeCsv,
     .languages = kAllLanguages,
     .usualColumns = columnsOfTable,
     .head = headOfCsv},
    {.id = "tsv",
     .title = DUOLOGUE_TEXT("Exporters", "Table, TSV"),
     .summary = DUOLOGUE_TEXT("Exporters", "the same, separated by tabs"),
     .ending = ".tsv",
     .write = writeTsv,
     .languages = kAllLanguages,
     .usualColumns = columnsOfTable,
     .head = headOfTsv},
    {.id = "markdown",
     .title = DUOLOGUE_TEXT("Exporters", "Markdown"),
     .summary = DUOLOGUE_TEXT("Exporters", "a document to read, with texts in fenced blocks"),
     .ending = ".md",
     .write = writeMarkdown,
     .languages = kAllOrOne,
     .takesColumns = false,
     .takesNotes = true,
     .between = "\n"},
    {.id = "html",
     .title = DUOLOGUE_TEXT("Exporters", "Web page"),
     .summary = DUOLOGUE_TEXT("Exporters", "one page to read and print, with the languages side by side"),
     .ending = ".html",
     .write = writeHtml,
     .languages = kAllOrOne,
     .takesColumns = false,
     .takesNotes = true,
     .head = headOfHtml,
     .tail = [](const ExportContext&) { return std::string("</body>\n</html>\n"); }},
    {.id = "openai",
     .title = DUOLOGUE_TEXT("Exporters", "OpenAI messages"),
     .summary = DUOLOGUE_TEXT("Exporters", "\"messages\" with \"role\" and \"content\", one record per line"),
     .write = writeOpenai,
     .ownKeys = kOpenaiKeys},
    {.id = "sharegpt",
     .title = DUOLOGUE_TEXT("Exporters", "ShareGPT conversations"),
     .summary =
         DUOLOGUE_TEXT("Exporters", "\"conversations\" with \"from\" and \"value\", one record per line"),
     .write = writeSharegpt,
     .ownKeys = kSharegptKeys},
    {.id = "alpaca",
     .title = DUOLOGUE_TEXT("Exporters", "Alpaca instructions"),
     .summary = DUOLOGUE_TEXT("Exporters", "the last question and answer, with earlier ones as \"history\""),
     .write = writeAlpaca,
     .ownKeys = kAlpacaKeys},
    {.id = "turbo-chat",
     .title = DUOLOGUE_TEXT("Exporters", "turbo-alignment, chat"),
     .summary = DUOLOGUE_TEXT("Exporters", "\"messages\" of \"user\" and \"bot\", one record per line"),
     .write = writeTurboChat,
     .ownKeys = kTurboChatKeys},
    {.id = "turbo-pair",
     .title = DUOLOGUE_TEXT("Exporters", "turbo-alignment, pair preferences"),
     .summary =
         DUOLOGUE_TEXT("Exporters", "\"context\" with \"answer_w\" and \"answer_l\", one pair per line"),
     .write = writeTurboPair,
     .ownKeys = kTurboPairKeys},
    {.id = "turbo-sampling",
     .title = DUOLOGUE_TEXT("Exporters", "turbo-alignment, sampled answers"),
     .summary = DUOLOGUE_TEXT("Exporters", "\"messages\" with \"answers\", one record per line"),
     .write = writeTurboSampling,
     .ownKeys = kTurboSamplingKeys},
    {.id = "turbo-classification",
     .title = DUOLOGUE_TEXT("Exporters", "turbo-alignment, classification"),
     .summary = DUOLOGUE_TEXT("Exporters", "\"messages\" with a \"label\", one record per line"),
     .write = writeTurboClassification,
     .ownKeys = kTurboClassificationKeys},
    {.id = "turbo-kto",
     .title = DUOLOGUE_TEXT("Exporters", "turbo-alignment, KTO"),
     .summary = DUOLOGUE_TEXT("Exporters",
                              "\"context\" with an \"answer\" and \"is_desirable\", one answer per line"),
     .write = writeTurboKto,
     .ownKeys = kTurboKtoKeys},
    {.id = "trl-preference",
     .title = DUOLOGUE_TEXT("Exporters", "TRL, preferences"),
     .summary =
         DUOLOGUE_TEXT("Exporters", "\"prompt\", \"chosen\" and \"rejected\" as messages, one pair per line"),
     .write = writeTrlPreference,
     .ownKeys = kTrlPreferenceKeys},
    {.id = "trl-kto",
     .title = DUOLOGUE_TEXT("Exporters", "TRL, KTO"),
     .summary = DUOLOGUE_TEXT(
         "Exporters", "\"prompt\" and \"completion\" as messages with a \"label\", one answer per line"),
     .write = writeTrlKto,
     .ownKeys = kTrlKtoKeys},
    {.id = "prefeval",
     .title = DUOLOGUE_TEXT("Exporters", "PrefEval"),
     .summary = DUOLOGUE_TEXT(
         "Exporters", "\"preference\" and \"question\", with the preceding conversation, in one list"),
     .ending = ".json",
     .write = writePrefeval,
     .ownKeys = kPrefevalKeys,
     .head = beginOfList,
     .between = ",\n",
     .tail = [](const ExportContext&) { return std::string("\n]\n"); }},
};

} // namespace

std::span<const ExporterSpec> exporters()
{
    return kExporters;
}

const ExporterSpec* findExporter(std::string_view id)
{
    const auto found = std::find_if(std::begin(kExporters), std::end(kExporters),
                                    [id](const ExporterSpec& each) { return each.id == id; });
    return found == std::end(kExporters) ? nullptr : &*found;
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
