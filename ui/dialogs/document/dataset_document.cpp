// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/document/dataset_document.h"

#include "core/card/check_report.h"
#include "core/stats/report/text_table.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>
#include <utility>

namespace duologue::ui {

namespace {

QString inDocuments(const char* text)
{
    return QCoreApplication::translate("DatasetDocument", text);
}

std::string nameOfDataset(const std::filesystem::path& path)
{
    const std::filesystem::path whole = path.lexically_normal();
    return whole.has_filename() ? whole.filename().string() : whole.parent_path().filename().string();
}

std::string reportIn(const std::string& ending, const CheckReport& report)
{
    const auto json = [](const nlohmann::ordered_json& made) {
        return made.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    };
    if (ending == ".sarif")
        return json(reportSarif(report, "duologue", fromQt(QCoreApplication::applicationVersion())));
    if (ending == ".json")
        return json(reportJson(report));
    if (ending == ".csv")
        return formatTable(reportTable(report), TableFormat::Csv, true);
    return reportMarkdown(report);
}

} // namespace

DatasetDocumentMaker cardMaker(SnapshotPtr snapshot, RowSet rows, CheckedSnapshotPtr checked,
                               std::filesystem::path path)
{
    const std::string name = nameOfDataset(path);
    const auto make = [snapshot = std::move(snapshot), rows = std::move(rows), checked = std::move(checked),
                       path = std::move(path), name](const Job& job) {
        CheckSettings settings;
        if (auto read = readCheckSettings(path); auto* own = std::get_if<CheckSettings>(&read))
            settings = std::move(*own);
        const bool isKnown = checked != nullptr && rows.count() == snapshot->recordCount();
        const CheckRun run = isKnown ? checked->run : runChecks({*snapshot, rows, settings}, job);
        const auto card = std::make_shared<const DatasetCard>(makeCard(*snapshot, rows, run, name, job));
        return DatasetDocument{card->withCharts("chart:"), card->charts,
                               [card](const std::filesystem::path& file) {
                                   return writeCard(*card, file, AtomicFile::Existing::Replace);
                               }};
    };
    return {inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Dataset card")),
            toQt(name) + QStringLiteral("-card"),
            {inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Markdown with charts as SVG (*.md)"))},
            make};
}

DatasetDocumentMaker checkReportMaker(CheckedSnapshotPtr checked, const std::filesystem::path& path)
{
    const auto make = [checked = std::move(checked)](const Job&) {
        constexpr std::size_t kShownOfCheck = 20;
        CheckReport shown{*checked->snapshot, checked->run};
        shown.mostOfCheck = kShownOfCheck;
        return DatasetDocument{reportMarkdown(shown), {}, [checked](const std::filesystem::path& file) {
                                   const CheckReport whole{*checked->snapshot, checked->run};
                                   AtomicFile written(file, AtomicFile::Existing::Replace);
                                   if (written.write(reportIn(file.extension().string(), whole)) &&
                                       written.commit())
                                       return std::optional<UnwrittenFile>();
                                   return std::optional(UnwrittenFile{file, written.error()});
                               }};
    };
    return {inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Report of the checks")),
            toQt(nameOfDataset(path)) + QStringLiteral("-checks"),
            {inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Markdown (*.md)")),
             inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Table, one finding a row (*.csv)")),
             inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "JSON (*.json)")),
             inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "SARIF for code hosts (*.sarif)"))},
            make};
}

} // namespace duologue::ui
