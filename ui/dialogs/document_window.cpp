// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/document_window.h"
#include "core/analysis/check_report.h"
#include "core/analysis/report_table.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QSvgRenderer>
#include <QTextBrowser>
#include <QTextDocument>
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
            if (auto* mistake = read.error())
                document.settingsMistake = std::move(*mistake);
            else
                settings = std::move(read).value();
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
    return {inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Check report")),
            toQt(nameOfDataset(path)) + QStringLiteral("-checks"),
            {inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Markdown (*.md)")),
             inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "Table, one finding per row (*.csv)")),
             inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "JSON (*.json)")),
             inDocuments(QT_TRANSLATE_NOOP("DatasetDocument", "SARIF for code hosts (*.sarif)"))},
            make};
}

namespace {

constexpr QSize kDocumentSize(900, 760);

QImage pictureOf(const std::string& svg, double scale)
{
    QSvgRenderer renderer(QByteArray::fromStdString(svg));
    QImage image(renderer.defaultSize() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter, QRectF(QPointF(), QSizeF(renderer.defaultSize())));
    return image;
}

/// The ending of a filter such as "Markdown (*.md)".
QString endingOf(const QString& filter)
{
    static const QRegularExpression ending(QStringLiteral("\\*(\\.[a-z]+)"));
    return ending.match(filter).captured(1);
}

} // namespace

DocumentWindow::DocumentWindow(const DatasetDocumentMaker& maker, std::size_t records, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_maker(maker),
      m_records(records),
      m_page(named<QTextBrowser>("documentPage", this)),
      m_bar(named<QProgressBar>("documentBar", this)),
      m_message(named<WrappedLabel>("documentMessage", this)),
      m_copy(named<QPushButton>("documentCopy", tr("Copy as &Markdown"), this)),
      m_save(named<QPushButton>("documentSave", tr("&Save as…"), this))
{
    setWindowTitle(m_maker.title);
    m_page->setAccessibleName(m_maker.title);
    m_page->setFrameShape(QFrame::NoFrame);
    // What stands in the data is text, not a place to go to.
    m_page->setOpenLinks(false);
    m_page->setFont(withChinese(font()));
    m_bar->setAccessibleName(tr("Document progress"));
    m_bar->setTextVisible(false);
    m_message->setText(tr("Counting. Checks examine every conversation."));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    buttons->addButton(m_save, QDialogButtonBox::ActionRole);
    auto* foot = makeColumn(nullptr, {m_bar, m_message, buttons}, -1, {kGrid, 0, kGrid, kGrid});
    makeColumn(this, {{m_page, 1}, foot});
    resize(kDocumentSize);

    connect(m_save, &QPushButton::clicked, this, &DocumentWindow::save);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QGuiApplication::clipboard()->setText(toQt(m_document->markdown));
        m_message->setText(tr("Copied."));
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QWidget::close);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, [this] { close(); });
    start();
}

void DocumentWindow::start()
{
    m_copy->setEnabled(false);
    m_save->setEnabled(false);
    m_bar->setRange(0, 0);
    m_job.begin(
        m_maker.title,
        [progress = m_progress, count = m_records] {
            return JobAmount{progress->recordsDone, count, JobAmount::Unit::Conversations};
        },
        [this] { close(); });
    m_task.stream([make = m_maker.make](const Job& job, const auto&) { return make(job); }, {},
                  [this](DatasetDocument document) { take(std::move(document)); }, m_progress,
                  [this](const TaskFailure& failure) {
                      m_job.end();
                      m_bar->hide();
                      m_message->setText(tr("The document could not be created."));
                      TaskFailures::ofThisThread().report(failure);
                  });
}

void DocumentWindow::take(DatasetDocument document)
{
    m_document = std::make_unique<DatasetDocument>(std::move(document));
    m_job.end();
    m_bar->hide();
    m_message->setText(m_document->settingsMistake.empty()
                           ? tr("The card is always in English.")
                           : tr("The check settings stored with the dataset are not used: %1")
                                 .arg(translated(m_document->settingsMistake)));
    // A document that is shown already is laid out again for each piece of text that the reader of Markdown
    // adds, which takes seconds for a long table.
    auto* page = new QTextDocument(m_page);
    page->setDocumentMargin(2 * kGrid);
    page->setDefaultFont(m_page->font());
    QTextDocument::MarkdownFeatures features = QTextDocument::MarkdownDialectGitHub;
    features |= QTextDocument::MarkdownNoHTML;
    page->setMarkdown(toQt(m_document->page), features);
    // A document forgets its pictures when it gets a text.
    for (const DatasetCard::Chart& chart : m_document->charts)
        page->addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("chart:") + toQt(chart.name)),
                          pictureOf(chart.svg, devicePixelRatioF()));
    setPageLook(*page, palette().color(QPalette::Mid));
    m_page->setDocument(page);
    m_copy->setEnabled(true);
    m_save->setEnabled(true);
    Q_EMIT made();
}

void DocumentWindow::save()
{
    QString filter = m_maker.filters.front();
    QString path = QFileDialog::getSaveFileName(this, m_maker.title,
                                                m_maker.fileName + endingOf(m_maker.filters.front()),
                                                m_maker.filters.join(QStringLiteral(";;")), &filter);
    if (path.isEmpty())
        return;
    if (!path.endsWith(endingOf(filter)))
        path += endingOf(filter);
    saveTo(fromQt(path));
}

void DocumentWindow::saveTo(const std::filesystem::path& path)
{
    m_save->setEnabled(false);
    m_writing.run([write = m_document->write, path](const Job&) { return write(path); },
                  [this, path](const std::optional<UnwrittenFile>& unwritten) {
                      m_save->setEnabled(true);
                      m_message->setText(unwritten ? tr("Not written: %1: %2")
                                                         .arg(asLabel(toQt(unwritten->path.string())),
                                                              translated(unwritten->why))
                                                   : tr("Written: %1").arg(asLabel(toQt(path.string()))));
                      Q_EMIT saved();
                  });
}

} // namespace duologue::ui
