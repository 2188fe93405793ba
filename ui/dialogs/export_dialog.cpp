// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/export_dialog.h"

#include "core/analysis/checks/findings.h"
#include "core/data/row_order.h"
#include "core/export/conversation_text.h"
#include "core/load/record_reader.h"
#include "core/util/phrase_id.h"
#include "ui/dialogs/manual/manual_window.h"
#include "ui/models/words/count_words.h"
#include "ui/models/words/field_words.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/stored_settings.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

namespace duologue::ui {

namespace {

/// Before the list of what is not written scrolls.
constexpr int kLossLines = 8;
/// So many records are looked at for a preview and its losses.
constexpr std::size_t kPreviewed = 200;
/// A longer record is cut in the preview.
constexpr qsizetype kLongestPreview = 20'000;
constexpr int kRefreshTime = 100;

QString folderKey()
{
    return QStringLiteral("export/folder");
}

/// What the first page will say, without its layout.
ExportPreview previewOfPages(const Snapshot& snapshot, const RowOrder& rows)
{
    ExportPreview preview;
    if (rows.empty())
        return preview;
    if (const auto record = readRecord(snapshot, rows.front()))
        preview.text = conversationText(record.value()->conversation, {});
    return preview;
}

/// The options of an export, with the findings if they are wanted. Call it on a worker.
ExportOptions optionsOf(const ExportChoices& choices, const CheckedSnapshotPtr& checked)
{
    ExportOptions options = choices.options;
    if (choices.writesFindings && checked)
        options.notes = notesOf(checked->run, *checked->snapshot);
    return options;
}

std::vector<FieldItem> fieldItemsOf(const Snapshot& snapshot)
{
    std::vector<FieldItem> items;
    for (const FieldReader& field : allFields(snapshot))
        items.push_back(fieldItem(field.info()));
    return items;
}

QString grouped(std::uint64_t number)
{
    return QLocale().toString(static_cast<qulonglong>(number));
}

} // namespace

/// The fields of a record are listed one by one.
int kindsOf(const Losses& losses)
{
    return static_cast<int>(losses.list().size());
}

QString lossText(const Losses& losses)
{
    QStringList lines;
    QStringList fields;
    for (const Loss& loss : losses.list()) {
        if (loss.what.id == PhraseId::LostField)
            fields << translated(loss.what.arguments.front()) + QStringLiteral(" (") + grouped(loss.values) +
                          QStringLiteral(")");
        else
            lines << QStringLiteral("• ") + translated(loss.what) + QStringLiteral(": ") +
                         grouped(loss.values);
    }
    if (!fields.isEmpty())
        lines << QStringLiteral("• ") +
                     ExportDialog::tr("values of the record: %1").arg(fields.join(QStringLiteral(", ")));
    return lines.join(QLatin1Char('\n'));
}

ExportDialog::ExportDialog(ViewPtr view, RowOrder selected, CheckedSnapshotPtr checked, QWidget* parent,
                           const QString& reading)
    : QDialog(parent),
      m_view(std::move(view)),
      m_selected(std::move(selected)),
      m_checked(std::move(checked)),
      m_form(new ExportForm({m_view->order.size(), m_selected.size(), allText(*m_view->snapshot),
                             m_view->order.size() < m_view->snapshot->recordCount()},
                            fieldItemsOf(*m_view->snapshot), m_checked != nullptr, this)),
      m_preview(new QPlainTextEdit(this)),
      m_lossHead(new QToolButton(this)),
      m_lossRoom(new QScrollArea(this)),
      m_losses(new QLabel(m_lossRoom)),
      m_message(new QLabel(this)),
      m_bar(new QProgressBar(this)),
      m_export(new QPushButton(tr("E&xport…"), this)),
      m_showFolder(new QPushButton(tr("Show in &folder"), this))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export conversations"));
    showManualOnHelp(*this);
    m_preview->setReadOnly(true);
    m_preview->setObjectName(QStringLiteral("exportPreview"));
    m_preview->setAccessibleName(tr("The first conversation as it will be written"));
    m_preview->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_losses->setObjectName(QStringLiteral("exportLosses"));
    m_lossHead->setObjectName(QStringLiteral("exportLossHead"));
    m_lossHead->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_lossHead->setArrowType(Qt::RightArrow);
    m_lossHead->setCheckable(true);
    m_lossHead->setAutoRaise(true);
    m_lossRoom->setWidget(m_losses);
    m_lossRoom->setWidgetResizable(true);
    m_lossRoom->setFrameShape(QFrame::NoFrame);
    m_lossRoom->setMaximumHeight(kLossLines * fontMetrics().lineSpacing());
    connect(m_lossHead, &QToolButton::toggled, this, [this](bool isOpen) {
        m_lossHead->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
        m_lossRoom->setVisible(isOpen);
    });
    showLosses({}, {});
    m_message->setObjectName(QStringLiteral("exportMessage"));
    for (QLabel* label : {m_losses, m_message}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_export->setObjectName(QStringLiteral("exportStart"));
    m_export->setDefault(true);
    m_showFolder->setObjectName(QStringLiteral("exportShowFolder"));
    m_bar->hide();

    auto* shown = new QWidget(this);
    auto* shownLayout = new QVBoxLayout(shown);
    shownLayout->setContentsMargins(0, 0, 0, 0);
    shownLayout->addWidget(new QLabel(tr("The first conversation as it will be written:"), shown));
    shownLayout->addWidget(m_preview, 1);
    shownLayout->addWidget(m_lossHead);
    shownLayout->addWidget(m_lossRoom);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_form);
    splitter->addWidget(shown);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->addButton(m_export, QDialogButtonBox::ActionRole);
    buttons->addButton(m_showFolder, QDialogButtonBox::ActionRole);
    // The box shows what is added to it.
    m_showFolder->hide();
    auto* layout = new QVBoxLayout(this);
    if (!reading.isEmpty()) {
        auto* part = new QLabel(reading, this);
        part->setObjectName(QStringLiteral("exportReading"));
        part->setTextFormat(Qt::PlainText);
        part->setWordWrap(true);
        layout->addWidget(part);
    }
    layout->addWidget(splitter, 1);
    layout->addWidget(m_message);
    layout->addWidget(m_bar);
    layout->addWidget(buttons);
    resize(980, 620);

    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(kRefreshTime);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportDialog::showPreview);
    connect(m_form, &ExportForm::changed, &m_previewTimer, qOverload<>(&QTimer::start));
    m_progressTimer.setInterval(kRefreshTime);
    connect(&m_progressTimer, &QTimer::timeout, this, &ExportDialog::showProgress);
    connect(&m_printer, &ConversationPrinter::progressed, this,
            [this](std::size_t conversations) { m_progress->recordsDone = conversations; });
    connect(&m_printer, &ConversationPrinter::finished, this, [this](bool well) {
        if (!well || !m_pdf->commit()) {
            m_printed.error = PhraseId::NotPrinted;
            m_printed.failed = m_printed.written.front();
        }
        m_pdf.reset();
        showOutcome(m_printed);
    });
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::askForFile);
    connect(m_showFolder, &QPushButton::clicked, this,
            [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(toQt(m_lastFolder.string()))); });
    connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);
    showPreview();
}

ExportDialog::~ExportDialog() = default;

RowOrder ExportDialog::rowsOf(const ExportChoices& choices) const
{
    switch (choices.rows) {
    case ExportRows::Filtered:
        return m_view->order;
    case ExportRows::Selected:
        return m_selected;
    case ExportRows::All:
        break;
    }
    RowOrder rows;
    for (Row row{0}; row < m_view->snapshot->endRow(); ++row)
        rows.push_back(row);
    return rows;
}

void ExportDialog::showPreview()
{
    const ExportChoices choices = m_form->choices();
    const QString mistake = m_form->mistake();
    m_message->setText(mistake);
    m_export->setEnabled(mistake.isEmpty() && !m_isRunning);
    RowOrder rows = rowsOf(choices);
    if (rows.size() > kPreviewed)
        rows.resize(kPreviewed);
    m_previewTask.run(
        [view = m_view, checked = m_checked, choices, rows = std::move(rows)](const Job& job) {
            if (choices.exporter == nullptr)
                return std::pair(previewOfPages(*view->snapshot, rows), Phrase());
            const ExportRequest request{*view->snapshot, *choices.exporter, optionsOf(choices, checked), rows,
                                        1};
            if (Phrase wrong = mistakeIn(request); !wrong.empty())
                return std::pair(ExportPreview(), std::move(wrong));
            return std::pair(previewExport(request, kPreviewed, job), Phrase());
        },
        [this, looked = rowsOf(choices).size()](const std::pair<ExportPreview, Phrase>& made) {
            const auto& [preview, wrong] = made;
            m_preview->setPlainText(toQt(preview.text).left(kLongestPreview));
            const QString losses = lossText(preview.losses);
            const bool isAll = looked <= kPreviewed;
            showLosses(isAll ? tr("Not written: %n kind(s) of data", nullptr, kindsOf(preview.losses))
                             : tr("Not written of the first 200: %n kind(s) of data", nullptr,
                                  kindsOf(preview.losses)),
                       losses);
            if (!wrong.empty())
                m_message->setText(translated(wrong));
            m_export->setEnabled(wrong.empty() && m_form->mistake().isEmpty() && !m_isRunning);
        });
}

/// One line, which opens; none without losses.
void ExportDialog::showLosses(const QString& head, const QString& losses)
{
    m_losses->setText(losses);
    m_lossHead->setText(head);
    m_lossHead->setVisible(!losses.isEmpty());
    m_lossRoom->setVisible(!losses.isEmpty() && m_lossHead->isChecked());
}

void ExportDialog::askForFile()
{
    const ExporterSpec* const exporter = m_form->choices().exporter;
    const QString ending = exporter == nullptr ? QStringLiteral(".pdf") : toQt(exporter->ending);
    const QString folder = storedSetting(folderKey()).toString();
    const QString name = tr("conversations") + ending;
    const QString path = QFileDialog::getSaveFileName(
        this, windowTitle(), QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name),
        exporter == nullptr
            ? tr("PDF document (*.pdf)")
            : tr("%1 (*%2 *%2.gz *%2.zst);;All files (*)")
                  .arg(QCoreApplication::translate("Exporters", exporter->title.data()), ending));
    if (path.isEmpty())
        return;
    storeSetting(folderKey(), QFileInfo(path).absolutePath());
    m_form->store();
    if (mayReplace(fromQt(path)))
        exportTo(fromQt(path));
}

/// The file dialog has asked for the file itself; the files of a split have other names.
bool ExportDialog::mayReplace(const std::filesystem::path& path)
{
    QStringList existing;
    for (const SplitPart& part : m_form->choices().choice.split) {
        const QString file = toQt(pathOfPart(path, part.name).string());
        if (QFileInfo::exists(file))
            existing << file;
    }
    return existing.isEmpty() ||
           QMessageBox::question(this, windowTitle(),
                                 tr("These files exist already. Replace them?") + QStringLiteral("\n\n") +
                                     existing.join(QLatin1Char('\n'))) == QMessageBox::Yes;
}

void ExportDialog::exportTo(const std::filesystem::path& path)
{
    const ExportChoices choices = m_form->choices();
    m_progress = std::make_shared<Progress>();
    const auto amount = [progress = m_progress, count = rowsOf(choices).size()] {
        return JobAmount{progress->recordsDone, count, JobAmount::Unit::Conversations};
    };
    // Closing the dialog cancels what runs first.
    m_job.begin(tr("Exporting"), amount, [this] { reject(); });
    setRunning(true);
    m_lastFolder = path.parent_path();
    if (choices.exporter == nullptr) {
        printTo(path, choices);
        return;
    }
    m_exportTask.stream(
        [view = m_view, checked = m_checked, choices, path, rows = rowsOf(choices)](const Job& job,
                                                                                    const auto&) {
            Outcome outcome;
            auto chosen = choose(*view->snapshot, rows, choices.choice, job);
            if (Phrase* wrong = std::get_if<Phrase>(&chosen)) {
                outcome.error = std::move(*wrong);
                return outcome;
            }
            auto& parts = std::get<ChosenParts>(chosen);
            outcome.repeats = parts.repeats;
            const ExportOptions options = optionsOf(choices, checked);
            for (ChosenRows& part : parts.parts) {
                const std::filesystem::path file = pathOfPart(path, part.part);
                const ExportSummary summary =
                    exportToFile({*view->snapshot, *choices.exporter, options, std::move(part.rows), 0}, file,
                                 ExistingFile::Replace, job);
                outcome.records += summary.records;
                outcome.losses.merge(summary.losses);
                if (!summary.error.empty()) {
                    outcome.error = summary.error;
                    outcome.failed = file;
                    return outcome;
                }
                outcome.written.push_back(file);
            }
            return outcome;
        },
        {}, [this](const Outcome& outcome) { showOutcome(outcome); }, m_progress);
}

void ExportDialog::printTo(const std::filesystem::path& path, const ExportChoices& choices)
{
    m_rowsTask.run(
        [view = m_view, choice = choices.choice, rows = rowsOf(choices)](const Job& job) {
            std::pair<Outcome, RowOrder> wanted;
            auto chosen = choose(*view->snapshot, rows, choice, job);
            if (Phrase* wrong = std::get_if<Phrase>(&chosen)) {
                wanted.first.error = std::move(*wrong);
                return wanted;
            }
            auto& parts = std::get<ChosenParts>(chosen);
            wanted.first.repeats = parts.repeats;
            wanted.second = std::move(parts.parts.front().rows);
            return wanted;
        },
        [this, path](const std::pair<Outcome, RowOrder>& wanted) {
            if (wanted.first.error.empty())
                print(wanted.first, path, wanted.second);
            else
                showOutcome(wanted.first);
        });
}

void ExportDialog::print(const Outcome& outcome, const std::filesystem::path& path, const RowOrder& rows)
{
    m_printed = outcome;
    m_printed.records = rows.size();
    m_printed.written = {path};
    m_pdf = std::make_shared<PdfFile>(toQt(path.string()), QFileInfo(toQt(path.string())).completeBaseName());
    if (!m_pdf->isOpen()) {
        Q_EMIT m_printer.finished(false, 0);
        return;
    }
    m_printer.print(m_pdf, m_view->snapshot, {rows.begin(), rows.end()}, TranscriptMode(), font());
}

void ExportDialog::showOutcome(const Outcome& outcome)
{
    m_job.end(outcome.error.empty() ? tr("Written: %1 conversations.").arg(grouped(outcome.records))
                                    : QString());
    setRunning(false);
    if (!outcome.error.empty()) {
        const QString where =
            outcome.failed.empty() ? QString() : toQt(outcome.failed.string()) + QStringLiteral(": ");
        m_message->setText(tr("Nothing is written. %1").arg(where + translated(outcome.error)));
    } else {
        QString text = tr("Written: %1 conversations.").arg(grouped(outcome.records));
        if (outcome.repeats > 0)
            text += QLatin1Char(' ') + tr("Repeats left out: %1.").arg(grouped(outcome.repeats));
        for (const std::filesystem::path& path : outcome.written)
            text += QLatin1Char('\n') + toQt(path.string());
        m_message->setText(text);
        const QString losses = lossText(outcome.losses);
        for (const Phrase& remark : outcome.losses.remarks())
            m_message->setText(m_message->text() + QLatin1Char('\n') + translated(remark));
        showLosses(tr("Not written: %n kind(s) of data", nullptr, kindsOf(outcome.losses)), losses);
        m_showFolder->show();
    }
    Q_EMIT ended();
}

void ExportDialog::showProgress()
{
    constexpr double kMilliseconds = 1000;
    const std::uint64_t done = m_progress->recordsDone;
    const double seconds = static_cast<double>(m_elapsed.elapsed()) / kMilliseconds;
    const auto rate = static_cast<std::uint64_t>(seconds > 0 ? static_cast<double>(done) / seconds : 0);
    m_bar->setValue(
        static_cast<int>(std::min<std::uint64_t>(done, static_cast<std::uint64_t>(m_bar->maximum()))));
    m_bar->setFormat(tr("%1 conversations, %2 a second").arg(grouped(done), grouped(rate)));
}

void ExportDialog::setRunning(bool running)
{
    m_isRunning = running;
    m_form->setEnabled(!running);
    m_export->setEnabled(!running);
    m_bar->setVisible(running);
    m_message->clear();
    m_showFolder->hide();
    if (running) {
        m_bar->setRange(0, static_cast<int>(rowsOf(m_form->choices()).size()));
        m_elapsed.start();
        m_progressTimer.start();
        showProgress();
    } else {
        m_progressTimer.stop();
    }
}

/// The first time cancels an export that is running; old files stay as they were.
void ExportDialog::reject()
{
    if (!m_isRunning) {
        QDialog::reject();
        return;
    }
    m_exportTask.cancel();
    m_rowsTask.cancel();
    m_printer.cancel();
    m_pdf.reset();
    m_job.end();
    setRunning(false);
    m_message->setText(tr("Cancelled. Nothing is written."));
    Q_EMIT ended();
}

} // namespace duologue::ui
