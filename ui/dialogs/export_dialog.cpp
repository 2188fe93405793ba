// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/export_dialog.h"
#include "core/analysis/checks/findings.h"
#include "core/data/row_order.h"
#include "core/export/conversation_text.h"
#include "core/load/record_reader.h"
#include "core/util/phrase_id.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/dialogs/manual_window.h"
#include "ui/table/field_tree_dialog.h"
#include "ui_export_dialog.h"
#include "ui_export_form.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

QString keyOf(const char* name)
{
    return QStringLiteral("export/") + QLatin1String(name);
}

QString titleOfLanguage(ExportLanguage language)
{
    switch (language) {
    case ExportLanguage::AsWritten:
        return ExportForm::tr("As written");
    case ExportLanguage::English:
        return ExportForm::tr("English");
    case ExportLanguage::Chinese:
        return ExportForm::tr("Chinese");
    case ExportLanguage::Both:
        break;
    }
    return ExportForm::tr("All languages");
}

/// The names in a line, separated by commas.
std::vector<std::string> namesIn(const QLineEdit& line)
{
    std::vector<std::string> names;
    const QStringList parts = line.text().split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        if (const QString name = part.trimmed(); !name.isEmpty())
            names.push_back(fromQt(name));
    }
    return names;
}

std::string nameIn(const QLineEdit& line)
{
    return fromQt(line.text().trimmed());
}

} // namespace

ExportForm::ExportForm(const RowCounts& counts, std::vector<FieldItem> fields, bool hasFindings,
                       QWidget* parent)
    : QWidget(parent),
      m_fields(std::move(fields)),
      m_hasFindings(hasFindings),
      m_ui(std::make_unique<Ui::ExportForm>())
{
    m_ui->setupUi(this);
    for (const ExporterSpec& exporter : exporters())
        m_ui->exportTarget->addItem(QCoreApplication::translate("Exporters", exporter.title.data()),
                                    toQt(exporter.id));
    m_ui->exportTarget->addItem(tr("PDF document"), QStringLiteral("pdf"));
    addRows(counts);
    offerFields(*m_ui->columnsLabel, *m_ui->exportColumns, *m_ui->exportColumnsButton, false);
    offerFields(*m_ui->dedupLabel, *m_ui->dedup, *m_ui->dedupButton, false);
    offerFields(*m_ui->perLabel, *m_ui->per, *m_ui->perButton, true);
    offerFields(*m_ui->groupLabel, *m_ui->group, *m_ui->groupButton, true);
    offerFields(*m_ui->stratifyLabel, *m_ui->stratify, *m_ui->stratifyButton, true);
    restore();
    showTarget();
    connect(m_ui->exportTarget, &QComboBox::currentIndexChanged, this, [this] {
        showTarget();
        Q_EMIT changed();
    });
    for (const QComboBox* box : {m_ui->exportRows, m_ui->exportLanguage})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportForm::changed);
    for (const QCheckBox* box : findChildren<QCheckBox*>())
        connect(box, &QCheckBox::toggled, this, &ExportForm::changed);
    for (const QLineEdit* line :
         {m_ui->exportColumns, m_ui->dedup, m_ui->per, m_ui->exportSplit, m_ui->stratify, m_ui->group})
        connect(line, &QLineEdit::textChanged, this, &ExportForm::changed);
    for (const QSpinBox* box : findChildren<QSpinBox*>())
        connect(box, &QSpinBox::valueChanged, this, &ExportForm::changed);
}

ExportForm::~ExportForm() = default;

void ExportForm::addRows(const RowCounts& counts)
{
    const auto add = [&](ExportRows rows, const QString& text) {
        const QString order = !counts.isSorted          ? QString()
                              : rows == ExportRows::All ? tr("in the order of the files")
                                                        : tr("in the order of the table");
        m_ui->exportRows->addItem(order.isEmpty() ? text : text + QStringLiteral(", ") + order,
                                  static_cast<int>(rows));
    };
    const auto number = [](std::size_t count) { return QLocale().toString(static_cast<qulonglong>(count)); };
    if (counts.isFiltered || counts.isSorted)
        add(ExportRows::Filtered,
            counts.isFiltered ? tr("Matching the filter (%1)").arg(number(counts.filtered)) : counts.all);
    if (counts.selected > 1)
        add(ExportRows::Selected, tr("Selected (%1)").arg(number(counts.selected)));
    add(ExportRows::All, counts.all);
}

void ExportForm::offerFields(const QLabel& label, QLineEdit& line, QToolButton& button, bool isOne)
{
    QString title = label.text();
    title.remove(QLatin1Char('&')).remove(QLatin1Char(':')).remove(QStringLiteral("："));
    button.setAccessibleName(title);
    connect(&button, &QToolButton::clicked, this,
            [this, &line, title, isOne] { chooseFields(line, title, isOne); });
}

void ExportForm::chooseFields(QLineEdit& line, const QString& title, bool isOne)
{
    FieldChoice choice;
    choice.title = title;
    choice.items = m_fields;
    choice.isOne = isOne;
    for (const std::string& name : namesIn(line)) {
        const auto field = std::find_if(m_fields.begin(), m_fields.end(), [&](const FieldItem& each) {
            return each.key == name || fromQt(each.title) == name || fromQt(each.otherTitle) == name;
        });
        if (field != m_fields.end())
            choice.chosen.push_back(field->key);
    }
    choice.done = [&line](const std::vector<std::string>& keys) {
        QStringList names;
        for (const std::string& key : keys)
            names << toQt(key);
        line.setText(names.join(QStringLiteral(", ")));
    };
    auto* dialog = new FieldTreeDialog(std::move(choice), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

/// Languages and fields depend on the target.
void ExportForm::showTarget()
{
    const ExporterSpec* const exporter = findExporter(fromQt(m_ui->exportTarget->currentData().toString()));
    m_ui->summary->setText(exporter == nullptr
                               ? tr("pages to print, each conversation starting on a new page")
                               : QCoreApplication::translate("Exporters", exporter->summary.data()));
    const QSignalBlocker quiet(m_ui->exportLanguage);
    const QVariant before = m_ui->exportLanguage->currentData();
    m_ui->exportLanguage->clear();
    static constexpr ExportLanguage kOnPages[]{ExportLanguage::Both};
    for (const ExportLanguage language : exporter == nullptr ? std::span(kOnPages) : exporter->languages)
        m_ui->exportLanguage->addItem(titleOfLanguage(language), toQt(wordOf(language)));
    m_ui->exportLanguage->setCurrentIndex(std::max(0, m_ui->exportLanguage->findData(before)));
    m_ui->exportLanguage->setEnabled(m_ui->exportLanguage->count() > 1);
    m_ui->exportColumns->parentWidget()->setEnabled(exporter != nullptr && exporter->takesColumns);
    m_ui->system->setEnabled(exporter != nullptr && !exporter->needsOnlyBytes);
    const bool takesNotes = exporter != nullptr && exporter->takesNotes;
    m_ui->exportFindings->setEnabled(m_hasFindings && takesNotes);
    if (takesNotes)
        m_ui->exportFindings->setToolTip(m_hasFindings ? QString()
                                                       : tr("First run the checks in the Checks panel."));
    else
        m_ui->exportFindings->setToolTip(tr("This format cannot store findings."));
}

ExportChoices ExportForm::choices() const
{
    ExportChoices choices;
    choices.exporter = findExporter(fromQt(m_ui->exportTarget->currentData().toString()));
    choices.rows = static_cast<ExportRows>(m_ui->exportRows->currentData().toInt());
    choices.options.language = exportLanguageOf(fromQt(m_ui->exportLanguage->currentData().toString()));
    choices.options.keepsSystem = m_ui->system->isChecked() || !m_ui->system->isEnabled();
    if (m_ui->exportColumns->isEnabled())
        choices.options.columns = namesIn(*m_ui->exportColumns);
    choices.writesFindings = m_ui->exportFindings->isChecked() && m_ui->exportFindings->isEnabled();
    choices.choice.dedup = namesIn(*m_ui->dedup);
    choices.choice.sample = static_cast<std::size_t>(m_ui->sample->value());
    choices.choice.per = nameIn(*m_ui->per);
    choices.choice.split = splitParts(nameIn(*m_ui->exportSplit)).value_or(std::vector<SplitPart>());
    choices.choice.stratify = nameIn(*m_ui->stratify);
    choices.choice.group = nameIn(*m_ui->group);
    choices.choice.seed = static_cast<std::uint64_t>(m_ui->seed->value());
    return choices;
}

QString ExportForm::mistake() const
{
    const std::string split = nameIn(*m_ui->exportSplit);
    if (!split.empty() && !splitParts(split))
        return tr("A split consists of names and shares that add up to at most 1, such as %1.")
            .arg(QStringLiteral("train=0.8,dev=0.1,test=0.1"));
    if (!split.empty() && choices().exporter == nullptr)
        return tr("A PDF document is one file and cannot be split.");
    return {};
}

void ExportForm::store() const
{
    storeSetting(keyOf("target"), m_ui->exportTarget->currentData());
    storeSetting(keyOf("language"), m_ui->exportLanguage->currentData());
    storeSetting(keyOf("system"), m_ui->system->isChecked());
    storeSetting(keyOf("findings"), m_ui->exportFindings->isChecked());
    storeSetting(keyOf("columns"), m_ui->exportColumns->text());
    storeSetting(keyOf("split"), m_ui->exportSplit->text());
    storeSetting(keyOf("seed"), m_ui->seed->value());
}

void ExportForm::restore()
{
    const int target = m_ui->exportTarget->findData(storedSetting(keyOf("target")));
    m_ui->exportTarget->setCurrentIndex(std::max(0, target));
    showTarget();
    m_ui->exportLanguage->setCurrentIndex(
        std::max(0, m_ui->exportLanguage->findData(storedSetting(keyOf("language")))));
    if (const QVariant system = storedSetting(keyOf("system")); system.isValid())
        m_ui->system->setChecked(system.toBool());
    m_ui->exportFindings->setChecked(storedSetting(keyOf("findings")).toBool());
    m_ui->exportColumns->setText(storedSetting(keyOf("columns")).toString());
    m_ui->exportSplit->setText(storedSetting(keyOf("split")).toString());
    m_ui->seed->setValue(storedSetting(keyOf("seed")).toInt());
}

namespace {

/// Before the list of what is not written scrolls.
constexpr int kLossLines = 8;
/// So many records are looked at for a preview and its losses.
constexpr std::size_t kPreviewed = 200;
/// A longer record is cut in the preview.
constexpr qsizetype kLongestPreview = 20'000;
constexpr int kRefreshTime = 100;

constexpr QLatin1String kFolderKey("export/folder");

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
                     ExportDialog::tr("record values: %1").arg(fields.join(QStringLiteral(", ")));
    return lines.join(QLatin1Char('\n'));
}

ExportDialog::ExportDialog(ViewPtr view, RowOrder selected, CheckedSnapshotPtr checked, QWidget* parent,
                           const QString& reading)
    : QDialog(parent),
      m_view(std::move(view)),
      m_selected(std::move(selected)),
      m_checked(std::move(checked)),
      m_form(new ExportForm({m_view->order.size(), m_selected.size(), allText(*m_view->snapshot),
                             m_view->order.size() < m_view->snapshot->recordCount(),
                             !m_view->sort.field.empty()},
                            fieldItemsOf(*m_view->snapshot), m_checked != nullptr, this)),
      m_ui(std::make_unique<Ui::ExportDialog>())
{
    m_ui->setupUi(this);
    showManualOnHelp(*this);
    m_ui->splitter->insertWidget(0, m_form);
    m_ui->exportReading->setText(reading);
    m_ui->exportReading->setVisible(!reading.isEmpty());
    m_ui->exportPreview->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_ui->lossRoom->setMaximumHeight(kLossLines * fontMetrics().lineSpacing());
    connect(m_ui->exportLossHead, &QToolButton::toggled, this, [this](bool isOpen) {
        m_ui->exportLossHead->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    });
    m_export = m_ui->buttons->addButton(tr("E&xport…"), QDialogButtonBox::ActionRole);
    m_export->setObjectName(QStringLiteral("exportStart"));
    m_export->setDefault(true);
    m_showFolder = m_ui->buttons->addButton(tr("Show in &folder"), QDialogButtonBox::ActionRole);
    m_showFolder->setObjectName(QStringLiteral("exportShowFolder"));
    // The box shows what is added to it.
    m_showFolder->hide();

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
    m_ui->exportMessage->setText(mistake);
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
            m_ui->exportPreview->setPlainText(toQt(preview.text).left(kLongestPreview));
            const QString losses = lossText(preview.losses);
            const bool isAll = looked <= kPreviewed;
            const std::size_t tried = std::min(looked, kPreviewed);
            showLosses(lossHead(preview.losses, isAll, tried, preview.records), losses);
            if (!wrong.empty())
                m_ui->exportMessage->setText(translated(wrong));
            m_export->setEnabled(wrong.empty() && m_form->mistake().isEmpty() && !m_isRunning);
        });
}

/// Conversations that are left out whole come first: nobody looks for them below.
QString ExportDialog::lossHead(const Losses& losses, bool isAll, std::size_t tried, std::uint64_t written)
{
    QString head = isAll ? tr("Not written: %n kind(s) of data", nullptr, kindsOf(losses))
                         : tr("Not written from the first 200: %n kind(s) of data", nullptr, kindsOf(losses));
    if (written < tried)
        head += QStringLiteral(" · ") +
                tr("%1 of %2 conversations are left out").arg(countText(tried - written), countText(tried));
    return head;
}

/// One line, which opens; none without losses.
void ExportDialog::showLosses(const QString& head, const QString& losses)
{
    m_ui->exportLosses->setText(losses);
    m_ui->exportLossHead->setText(head);
    m_ui->exportLossHead->setVisible(!losses.isEmpty());
    m_ui->lossRoom->setVisible(!losses.isEmpty() && m_ui->exportLossHead->isChecked());
}

void ExportDialog::askForFile()
{
    const ExporterSpec* const exporter = m_form->choices().exporter;
    const QString ending = exporter == nullptr ? QStringLiteral(".pdf") : toQt(exporter->ending);
    const QString folder = storedSetting(kFolderKey).toString();
    const QString name = tr("conversations") + ending;
    const QString path = QFileDialog::getSaveFileName(
        this, windowTitle(), QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(name),
        exporter == nullptr
            ? tr("PDF document (*.pdf)")
            : tr("%1 (*%2 *%2.gz *%2.zst);;All files (*)")
                  .arg(QCoreApplication::translate("Exporters", exporter->title.data()), ending));
    if (path.isEmpty())
        return;
    storeSetting(kFolderKey, QFileInfo(path).absolutePath());
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
                                 tr("These files already exist. Replace them?") + QStringLiteral("\n\n") +
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
            if (Phrase* wrong = chosen.error()) {
                outcome.error = std::move(*wrong);
                return outcome;
            }
            auto& parts = chosen.value();
            outcome.repeats = parts.repeats;
            const ExportOptions options = optionsOf(choices, checked);
            for (ChosenRows& part : parts.parts) {
                outcome.chosen += part.rows.size();
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
            if (Phrase* wrong = chosen.error()) {
                wanted.first.error = std::move(*wrong);
                return wanted;
            }
            auto& parts = chosen.value();
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
        m_ui->exportMessage->setText(tr("Nothing was written. %1").arg(where + translated(outcome.error)));
    } else {
        QString text = tr("Written: %1 conversations.").arg(grouped(outcome.records));
        if (outcome.repeats > 0)
            text += QLatin1Char(' ') + tr("Duplicates omitted: %1.").arg(grouped(outcome.repeats));
        for (const std::filesystem::path& path : outcome.written)
            text += QLatin1Char('\n') + toQt(path.string());
        m_ui->exportMessage->setText(text);
        const QString losses = lossText(outcome.losses);
        for (const Phrase& remark : outcome.losses.remarks())
            m_ui->exportMessage->setText(m_ui->exportMessage->text() + QLatin1Char('\n') +
                                         translated(remark));
        showLosses(lossHead(outcome.losses, true, outcome.chosen, outcome.records), losses);
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
    m_ui->bar->setValue(
        static_cast<int>(std::min<std::uint64_t>(done, static_cast<std::uint64_t>(m_ui->bar->maximum()))));
    m_ui->bar->setFormat(tr("%1 conversations, %2 per second").arg(grouped(done), grouped(rate)));
}

void ExportDialog::setRunning(bool running)
{
    m_isRunning = running;
    m_form->setEnabled(!running);
    m_export->setEnabled(!running);
    m_ui->bar->setVisible(running);
    m_ui->exportMessage->clear();
    m_showFolder->hide();
    if (running) {
        m_ui->bar->setRange(0, static_cast<int>(rowsOf(m_form->choices()).size()));
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
    m_ui->exportMessage->setText(tr("Cancelled. Nothing was written."));
    Q_EMIT ended();
}

} // namespace duologue::ui
