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
#include "ui/widgets/making.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <limits>

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
      m_target(named<QComboBox>("exportTarget", this)),
      m_summary(new QLabel(this)),
      m_rows(named<QComboBox>("exportRows", this)),
      m_language(named<QComboBox>("exportLanguage", this)),
      m_system(new QCheckBox(tr("S&ystem messages"), this)),
      m_findings(named<QCheckBox>("exportFindings", tr("Check findin&gs"), this)),
      m_hasFindings(hasFindings),
      m_columns(named<QLineEdit>("exportColumns", this)),
      m_dedup(new QLineEdit(this)),
      m_sample(new QSpinBox(this)),
      m_per(new QLineEdit(this)),
      m_split(named<QLineEdit>("exportSplit", this)),
      m_stratify(new QLineEdit(this)),
      m_group(new QLineEdit(this)),
      m_seed(new QSpinBox(this))
{
    m_summary->setWordWrap(true);
    m_columns->setPlaceholderText(tr("Field names, separated by commas"));
    m_system->setChecked(true);
    addTargets();
    addRows(counts);

    auto* form = new QFormLayout;
    form->addRow(tr("&Format:"), m_target);
    form->addRow(QString(), m_summary);
    form->addRow(tr("&Conversations:"), m_rows);
    form->addRow(tr("&Language:"), m_language);
    form->addRow(QString(), m_system);
    form->addRow(QString(), m_findings);
    addFieldRow(*form, tr("F&ields:"), *m_columns, false);
    auto* layout = makeColumn(this, {form, makeSplitBox()});
    layout->addStretch();

    restore();
    showTarget();
    connect(m_target, &QComboBox::currentIndexChanged, this, [this] {
        showTarget();
        Q_EMIT changed();
    });
    for (QComboBox* box : {m_rows, m_language})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportForm::changed);
    for (QCheckBox* box : {m_system, m_findings})
        connect(box, &QCheckBox::toggled, this, &ExportForm::changed);
    for (QLineEdit* line : {m_columns, m_dedup, m_per, m_split, m_stratify, m_group})
        connect(line, &QLineEdit::textChanged, this, &ExportForm::changed);
    for (QSpinBox* box : {m_sample, m_seed})
        connect(box, &QSpinBox::valueChanged, this, &ExportForm::changed);
}

void ExportForm::addTargets()
{
    for (const ExporterSpec& exporter : exporters())
        m_target->addItem(QCoreApplication::translate("Exporters", exporter.title.data()), toQt(exporter.id));
    m_target->addItem(tr("PDF document"), QStringLiteral("pdf"));
}

void ExportForm::addRows(const RowCounts& counts)
{
    const auto add = [this](ExportRows rows, const QString& text, std::size_t count) {
        m_rows->addItem(text.arg(QLocale().toString(static_cast<qulonglong>(count))), static_cast<int>(rows));
    };
    if (counts.isFiltered)
        add(ExportRows::Filtered, tr("Matching the filter (%1)"), counts.filtered);
    if (counts.selected > 1)
        add(ExportRows::Selected, tr("Selected (%1)"), counts.selected);
    m_rows->addItem(counts.all, static_cast<int>(ExportRows::All));
}

QWidget* ExportForm::makeSplitBox()
{
    auto* box = new QGroupBox(tr("Sample and split"), this);
    auto* form = new QFormLayout(box);
    m_sample->setRange(0, std::numeric_limits<int>::max());
    m_sample->setSpecialValueText(tr("All"));
    m_sample->setGroupSeparatorShown(true);
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_dedup->setPlaceholderText(tr("prompt, answer, conversation, context or field names"));
    m_per->setPlaceholderText(tr("In total"));
    m_split->setPlaceholderText(QStringLiteral("train=0.8,dev=0.1,test=0.1"));
    m_group->setPlaceholderText(tr("Field name, or context"));
    m_stratify->setPlaceholderText(tr("Field name"));
    addFieldRow(*form, tr("&Deduplicate by:"), *m_dedup, false);
    form->addRow(tr("&Random sample:"), m_sample);
    addFieldRow(*form, tr("Per &value of:"), *m_per, true);
    form->addRow(tr("S&plit into files:"), m_split);
    addFieldRow(*form, tr("&Never split:"), *m_group, true);
    addFieldRow(*form, tr("&Stratify by:"), *m_stratify, true);
    form->addRow(tr("S&eed:"), m_seed);
    return box;
}

void ExportForm::addFieldRow(QFormLayout& form, const QString& label, QLineEdit& line, bool isOne)
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* button = new QToolButton(row);
    button->setText(QStringLiteral("…"));
    button->setToolTip(tr("Choose from the fields of the dataset"));
    QString title = label;
    title.remove(QLatin1Char('&')).remove(QLatin1Char(':')).remove(QStringLiteral("："));
    button->setAccessibleName(title);
    layout->addWidget(&line);
    layout->addWidget(button);
    connect(button, &QToolButton::clicked, this,
            [this, &line, title, isOne] { chooseFields(line, title, isOne); });
    auto* text = new QLabel(label, this);
    text->setBuddy(&line);
    form.addRow(text, row);
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
    const ExporterSpec* const exporter = findExporter(fromQt(m_target->currentData().toString()));
    m_summary->setText(exporter == nullptr
                           ? tr("pages to print, each conversation starting on a new page")
                           : QCoreApplication::translate("Exporters", exporter->summary.data()));
    const QSignalBlocker quiet(m_language);
    const QVariant before = m_language->currentData();
    m_language->clear();
    static constexpr ExportLanguage kOnPages[]{ExportLanguage::Both};
    for (const ExportLanguage language : exporter == nullptr ? std::span(kOnPages) : exporter->languages)
        m_language->addItem(titleOfLanguage(language), toQt(wordOf(language)));
    m_language->setCurrentIndex(std::max(0, m_language->findData(before)));
    m_language->setEnabled(m_language->count() > 1);
    m_columns->parentWidget()->setEnabled(exporter != nullptr && exporter->takesColumns);
    m_system->setEnabled(exporter != nullptr && !exporter->needsOnlyBytes);
    const bool takesNotes = exporter != nullptr && exporter->takesNotes;
    m_findings->setEnabled(m_hasFindings && takesNotes);
    if (takesNotes)
        m_findings->setToolTip(m_hasFindings ? QString() : tr("First run the checks in the Checks panel."));
    else
        m_findings->setToolTip(tr("This format cannot store findings."));
}

ExportChoices ExportForm::choices() const
{
    ExportChoices choices;
    choices.exporter = findExporter(fromQt(m_target->currentData().toString()));
    choices.rows = static_cast<ExportRows>(m_rows->currentData().toInt());
    choices.options.language = exportLanguageOf(fromQt(m_language->currentData().toString()));
    choices.options.keepsSystem = m_system->isChecked() || !m_system->isEnabled();
    if (m_columns->isEnabled())
        choices.options.columns = namesIn(*m_columns);
    choices.writesFindings = m_findings->isChecked() && m_findings->isEnabled();
    choices.choice.dedup = namesIn(*m_dedup);
    choices.choice.sample = static_cast<std::size_t>(m_sample->value());
    choices.choice.per = nameIn(*m_per);
    choices.choice.split = splitParts(nameIn(*m_split)).value_or(std::vector<SplitPart>());
    choices.choice.stratify = nameIn(*m_stratify);
    choices.choice.group = nameIn(*m_group);
    choices.choice.seed = static_cast<std::uint64_t>(m_seed->value());
    return choices;
}

QString ExportForm::mistake() const
{
    const std::string split = nameIn(*m_split);
    if (!split.empty() && !splitParts(split))
        return tr("A split consists of names and shares that add up to at most 1, such as %1.")
            .arg(QStringLiteral("train=0.8,dev=0.1,test=0.1"));
    if (!split.empty() && choices().exporter == nullptr)
        return tr("A PDF document is one file and cannot be split.");
    return {};
}

void ExportForm::store() const
{
    storeSetting(keyOf("target"), m_target->currentData());
    storeSetting(keyOf("language"), m_language->currentData());
    storeSetting(keyOf("system"), m_system->isChecked());
    storeSetting(keyOf("findings"), m_findings->isChecked());
    storeSetting(keyOf("columns"), m_columns->text());
    storeSetting(keyOf("split"), m_split->text());
    storeSetting(keyOf("seed"), m_seed->value());
}

void ExportForm::restore()
{
    const int target = m_target->findData(storedSetting(keyOf("target")));
    m_target->setCurrentIndex(std::max(0, target));
    showTarget();
    m_language->setCurrentIndex(std::max(0, m_language->findData(storedSetting(keyOf("language")))));
    if (const QVariant system = storedSetting(keyOf("system")); system.isValid())
        m_system->setChecked(system.toBool());
    m_findings->setChecked(storedSetting(keyOf("findings")).toBool());
    m_columns->setText(storedSetting(keyOf("columns")).toString());
    m_split->setText(storedSetting(keyOf("split")).toString());
    m_seed->setValue(storedSetting(keyOf("seed")).toInt());
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
                             m_view->order.size() < m_view->snapshot->recordCount()},
                            fieldItemsOf(*m_view->snapshot), m_checked != nullptr, this)),
      m_preview(named<QPlainTextEdit>("exportPreview", this)),
      m_lossHead(named<QToolButton>("exportLossHead", this)),
      m_lossRoom(new QScrollArea(this)),
      m_losses(named<QLabel>("exportLosses", m_lossRoom)),
      m_message(named<QLabel>("exportMessage", this)),
      m_bar(new QProgressBar(this)),
      m_export(named<QPushButton>("exportStart", tr("E&xport…"), this)),
      m_showFolder(named<QPushButton>("exportShowFolder", tr("Show in &folder"), this))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export conversations"));
    showManualOnHelp(*this);
    m_preview->setReadOnly(true);
    m_preview->setAccessibleName(tr("Preview of the first conversation"));
    m_preview->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
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
    for (QLabel* label : {m_losses, m_message}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_export->setDefault(true);
    m_bar->hide();

    auto* shown = new QWidget(this);
    makeColumn(shown, {new QLabel(tr("Preview of the first conversation:"), shown),
                       {m_preview, 1},
                       m_lossHead,
                       m_lossRoom});
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
        auto* part = named<WrappedLabel>("exportReading", reading, this);
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
            const std::size_t tried = std::min(looked, kPreviewed);
            showLosses(lossHead(preview.losses, isAll, tried, preview.records), losses);
            if (!wrong.empty())
                m_message->setText(translated(wrong));
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
    m_losses->setText(losses);
    m_lossHead->setText(head);
    m_lossHead->setVisible(!losses.isEmpty());
    m_lossRoom->setVisible(!losses.isEmpty() && m_lossHead->isChecked());
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
            if (Phrase* wrong = std::get_if<Phrase>(&chosen)) {
                outcome.error = std::move(*wrong);
                return outcome;
            }
            auto& parts = std::get<ChosenParts>(chosen);
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
        m_message->setText(tr("Nothing was written. %1").arg(where + translated(outcome.error)));
    } else {
        QString text = tr("Written: %1 conversations.").arg(grouped(outcome.records));
        if (outcome.repeats > 0)
            text += QLatin1Char(' ') + tr("Duplicates omitted: %1.").arg(grouped(outcome.repeats));
        for (const std::filesystem::path& path : outcome.written)
            text += QLatin1Char('\n') + toQt(path.string());
        m_message->setText(text);
        const QString losses = lossText(outcome.losses);
        for (const Phrase& remark : outcome.losses.remarks())
            m_message->setText(m_message->text() + QLatin1Char('\n') + translated(remark));
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
    m_bar->setValue(
        static_cast<int>(std::min<std::uint64_t>(done, static_cast<std::uint64_t>(m_bar->maximum()))));
    m_bar->setFormat(tr("%1 conversations, %2 per second").arg(grouped(done), grouped(rate)));
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
    m_message->setText(tr("Cancelled. Nothing was written."));
    Q_EMIT ended();
}

} // namespace duologue::ui
