// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/document/dataset_document.h"

#include "core/analysis/check_report.h"
#include "core/analysis/report_table.h"
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
                               std::filesystem::path path, Coverage coverage)
{
    const std::string name = nameOfDataset(path);
    const auto make = [snapshot = std::move(snapshot), rows = std::move(rows), checked = std::move(checked),
                       path = std::move(path), coverage = std::move(coverage), name](const Job& job) {
        DatasetDocument document;
        CheckRun run;
        const bool isKnown = checked != nullptr && !checked->isStopped && checked->where.empty() &&
                             rows.count() == snapshot->recordCount();
        if (!isKnown) {
            CheckSettings settings;
            auto read = readCheckSettings(path);
            if (auto* mistake = std::get_if<Phrase>(&read))
                document.settingsMistake = std::move(*mistake);
            else
                settings = std::get<CheckSettings>(std::move(read));
            run = runChecks({*snapshot, rows, std::move(settings)}, job);
        }
        const auto card = std::make_shared<const DatasetCard>(
            makeCard(*snapshot, rows, isKnown ? checked->run : run, name, coverage, job));
        document.markdown = card->markdown;
        document.page = card->withCharts("chart:");
        document.charts = card->charts;
        document.write = [card](const std::filesystem::path& file) {
            // Whoever replaces a card replaces its charts; a new card takes nobody's pictures away.
            std::error_code failed;
            return writeCard(*card, file,
                             std::filesystem::exists(file, failed) ? AtomicFile::Existing::Replace
                                                                   : AtomicFile::Existing::Refuse);
        };
        return document;
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
        DatasetDocument document;
        document.markdown = document.page = reportMarkdown(shown);
        document.write = [checked](const std::filesystem::path& file) -> std::optional<UnwrittenFile> {
            const CheckReport whole{*checked->snapshot, checked->run};
            AtomicFile written(file, AtomicFile::Existing::Replace);
            if (written.write(reportIn(file.extension().string(), whole)) && written.commit())
                return std::nullopt;
            return UnwrittenFile{file, written.error()};
        };
        return document;
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
