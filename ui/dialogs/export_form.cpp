// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/export_form.h"

#include "ui/dialogs/field_tree_dialog.h"
#include "ui/work/qt_text.h"
#include "ui/work/stored_settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSpinBox>
#include <QToolButton>
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
      m_target(new QComboBox(this)),
      m_summary(new QLabel(this)),
      m_rows(new QComboBox(this)),
      m_language(new QComboBox(this)),
      m_system(new QCheckBox(tr("Messages of the &system"), this)),
      m_findings(new QCheckBox(tr("Findin&gs of checks"), this)),
      m_hasFindings(hasFindings),
      m_columns(new QLineEdit(this)),
      m_dedup(new QLineEdit(this)),
      m_sample(new QSpinBox(this)),
      m_per(new QLineEdit(this)),
      m_split(new QLineEdit(this)),
      m_stratify(new QLineEdit(this)),
      m_group(new QLineEdit(this)),
      m_seed(new QSpinBox(this))
{
    m_target->setObjectName(QStringLiteral("exportTarget"));
    m_rows->setObjectName(QStringLiteral("exportRows"));
    m_language->setObjectName(QStringLiteral("exportLanguage"));
    m_columns->setObjectName(QStringLiteral("exportColumns"));
    m_split->setObjectName(QStringLiteral("exportSplit"));
    m_summary->setWordWrap(true);
    m_columns->setPlaceholderText(tr("Names of fields, separated by commas"));
    m_system->setChecked(true);
    m_findings->setObjectName(QStringLiteral("exportFindings"));
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
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(form);
    layout->addWidget(makeSplitBox());
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
        add(ExportRows::Filtered, tr("Those that match the filter (%1)"), counts.filtered);
    if (counts.selected > 1)
        add(ExportRows::Selected, tr("Those that are selected (%1)"), counts.selected);
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
    m_dedup->setPlaceholderText(tr("prompt, answer, conversation, context or names of fields"));
    m_per->setPlaceholderText(tr("In all"));
    m_split->setPlaceholderText(QStringLiteral("train=0.8,dev=0.1,test=0.1"));
    m_group->setPlaceholderText(tr("Name of a field, or context"));
    m_stratify->setPlaceholderText(tr("Name of a field"));
    addFieldRow(*form, tr("&Deduplicate by:"), *m_dedup, false);
    form->addRow(tr("&Random sample:"), m_sample);
    addFieldRow(*form, tr("For each &value of:"), *m_per, true);
    form->addRow(tr("S&plit into files:"), m_split);
    addFieldRow(*form, tr("&Never split:"), *m_group, true);
    addFieldRow(*form, tr("&Stratify by:"), *m_stratify, true);
    form->addRow(tr("See&d:"), m_seed);
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
                           ? tr("pages to print, each conversation on a new one")
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
        m_findings->setToolTip(m_hasFindings ? QString() : tr("Run the checks first, in the panel Checks."));
    else
        m_findings->setToolTip(tr("This format has no place for findings."));
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
        return tr("A split is names and shares that add up to 1 at most, as in %1.")
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

} // namespace duologue::ui
