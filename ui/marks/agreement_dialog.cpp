// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/marks/agreement_dialog.h"
#include "core/data/field_reader.h"
#include "core/query/query.h"
#include "core/util/numbers.h"
#include "core/util/text.h"
#include "ui/app/current_record.h"
#include "ui/app/dataset_overview.h"
#include "ui/app/mark_words.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/checks/finding_model.h"
#include "ui_agreement_dialog.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace duologue::ui {

namespace {

constexpr std::string_view kField = "field:";
constexpr std::string_view kCheck = "check:";
/// More values make no table that can be read.
constexpr std::size_t kMostInTable = 50;
/// Who settles disagreements is a source like the readers.
constexpr std::string_view kSettled = "settled";

/// What was answered; nullopt if the dialog was cancelled. It is at least as wide as its title.
std::optional<QString> answerIn(QInputDialog& dialog, const QString& title, const QString& question)
{
    constexpr int kCharacters = 50;
    dialog.setWindowTitle(title);
    dialog.setLabelText(question);
    dialog.resize(dialog.fontMetrics().averageCharWidth() * kCharacters, dialog.sizeHint().height());
    return dialog.exec() == QDialog::Accepted ? std::optional(dialog.textValue().trimmed()) : std::nullopt;
}

} // namespace

AgreementDialog::AgreementDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_ui(std::make_unique<Ui::AgreementDialog>())
{
    m_ui->setupUi(this);
    m_ui->agreementTable->setColumnCount(3);
    m_ui->agreementTable->setHorizontalHeaderLabels({tr("Value"), tr("From"), tr("To")});
    for (QTableWidget* table : {m_ui->agreementTable, m_ui->agreementMatrix, m_ui->disagreements})
        table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_ui->disagreements->horizontalHeader()->setStretchLastSection(true);
    connect(m_ui->agreementQuestion, qOverload<int>(&QComboBox::activated), this, [this] { listSources(); });
    connect(m_ui->agreementField, qOverload<int>(&QComboBox::activated), this, [this] { listSources(); });
    connect(m_ui->agreementSources, &QListWidget::itemChanged, this, [this] { compute(); });
    connect(m_ui->agreementMatrix, &QTableWidget::cellActivated, this, &AgreementDialog::filterBy);
    connect(m_ui->agreementMatrix, &QTableWidget::cellClicked, this, &AgreementDialog::filterBy);
    connect(m_ui->disagreements, &QTableWidget::cellActivated, this, [this](int row) { openUnit(row); });
    connect(m_ui->disagreements, &QTableWidget::cellClicked, this, [this](int row) { openUnit(row); });
    connect(m_ui->settle, &QPushButton::clicked, this, [this] { settle(); });
    connect(m_ui->closeAgreement, &QPushButton::clicked, this, &QDialog::close);
    connect(&m_workspace, &Workspace::viewChanged, this, [this] {
        takeRows();
        compute();
    });
    connect(&m_workspace.marks(), &DatasetMarks::fieldsChanged, this, [this] { compute(); });
    takeRows();
    listQuestions();
}

AgreementDialog::~AgreementDialog() = default;

void AgreementDialog::listQuestions()
{
    std::set<std::string> questions;
    for (const MarkAnswers& each : m_workspace.marks().marks().answers()) {
        for (const auto& [question, answer] : each.answers) {
            if (question != mark_keys::kNote && question != "blind" && question != "unblinded")
                questions.insert(question);
        }
    }
    for (const std::string& each : questions)
        m_ui->agreementQuestion->addItem(markQuestionTitle(each), toQt(each));
    const int verdict = m_ui->agreementQuestion->findData(toQt(std::string(mark_keys::kVerdict)));
    m_ui->agreementQuestion->setCurrentIndex(std::max(verdict, 0));
    m_ui->agreementField->addItem(tr("None"), QString());
    for (const FieldReader& field : allFields(m_workspace.snapshot())) {
        if (!field.info().key.starts_with("mark.") && hasFewValues(field))
            m_ui->agreementField->addItem(asLabel(fieldTitle(field.info())),
                                          toQt(std::string(kField) + field.info().key));
    }
    // Findings as a source: a record without one passes.
    if (const CheckedSnapshotPtr& checked = m_workspace.checks().checked(); checked != nullptr) {
        for (const CheckResult& result : checked->run.results) {
            if (result.records > 0)
                m_ui->agreementField->addItem(tr("Check: %1").arg(checkTitle(*result.check)),
                                              toQt(std::string(kCheck) + std::string(result.check->id)));
        }
    }
    listSources();
}

void AgreementDialog::listSources()
{
    const QSignalBlocker blocker(m_ui->agreementSources);
    m_ui->agreementSources->clear();
    const std::string question = fromQt(m_ui->agreementQuestion->currentData().toString());
    std::vector<std::string> sources = readersOf(m_workspace.marks().marks(), question);
    if (const QString field = m_ui->agreementField->currentData().toString(); !field.isEmpty())
        sources.push_back(fromQt(field));
    for (const std::string& each : sources) {
        auto* item = new QListWidgetItem(nameOf(each), m_ui->agreementSources);
        item->setData(Qt::UserRole, toQt(each));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        // What was settled is made of the others.
        item->setCheckState(each == kSettled ? Qt::Unchecked : Qt::Checked);
    }
    compute();
}

std::vector<std::string> AgreementDialog::chosenSources() const
{
    std::vector<std::string> chosen;
    for (int i = 0; i < m_ui->agreementSources->count(); ++i) {
        const QListWidgetItem* item = m_ui->agreementSources->item(i);
        if (item->checkState() == Qt::Checked)
            chosen.push_back(fromQt(item->data(Qt::UserRole).toString()));
    }
    return chosen;
}

QString AgreementDialog::decimals(const std::optional<double>& value)
{
    constexpr int kDecimals = 3;
    return value ? QLocale().toString(*value, 'f', kDecimals) : tr("undefined");
}

QString AgreementDialog::coefficientTitle(const std::string& name)
{
    return name == "percent"           ? tr("Percent agreement")
           : name == "kappa"           ? tr("Cohen's κ")
           : name == "kappa_linear"    ? tr("κ, linear weights")
           : name == "kappa_quadratic" ? tr("κ, quadratic weights")
           : name == "fleiss"          ? tr("Fleiss' κ")
           : name == "ac1"             ? tr("Gwet's AC1")
           : name == "alpha"           ? tr("α, nominal")
           : name == "alpha_ordinal"   ? tr("α, ordinal")
           : name == "alpha_interval"  ? tr("α, interval")
           : name == "alpha_ratio"     ? tr("α, ratio")
                                       : toQt(name);
}

QString AgreementDialog::nameOf(const std::string& source) const
{
    if (source == kSettled)
        return tr("Settled");
    if (source.starts_with(kCheck)) {
        const QString title = m_ui->agreementField->itemText(m_ui->agreementField->findData(toQt(source)));
        return title.isEmpty() ? toQt(source) : title;
    }
    if (!source.starts_with(kField))
        return toQt(source);
    const auto field = findField(m_workspace.snapshot(), source.substr(kField.size()));
    return field ? tr("%1 (data)").arg(asLabel(fieldTitle(field->info()))) : toQt(source);
}

/// An answer of the question that is shown.
QString AgreementDialog::wordsOf(const std::string& answer) const
{
    return answerWords(m_workspace.marks().scheme(), m_shownQuestion, nlohmann::json(answer).dump());
}

void AgreementDialog::takeRows()
{
    const std::uint64_t rowsOf = m_workspace.marks().rowsOf();
    const View& view = *m_workspace.view();
    if (m_ofCell == m_workspace.query() && m_rowsOf == rowsOf && m_rows.size() == view.matched.size())
        return;
    m_rows = view.matched;
    m_rowsOf = rowsOf;
    m_ofRows = view.query;
    m_ofCell.reset();
}

void AgreementDialog::compute()
{
    DatasetMarks& marks = m_workspace.marks();
    m_shownSources = chosenSources();
    m_shownQuestion = fromQt(m_ui->agreementQuestion->currentData().toString());
    // Rows of a view that is about to be another one.
    if (marks.base() != nullptr && m_rows.size() != marks.base()->recordCount())
        return;
    if (m_shownSources.size() < 2 || marks.base() == nullptr || marks.place().folder.empty()) {
        showResult({});
        return;
    }
    m_ui->agreementOf->setText(tr("Computing…"));
    SourcesRequest request;
    request.question = m_shownQuestion;
    request.sources = m_shownSources;
    request.rows = m_rows;
    m_task.run(
        [request, checked = m_workspace.checks().checked(), forWork = marks.forWork(), base = marks.base(),
         root = marks.place().root, snapshot = m_workspace.view()->snapshot](const Job& job) {
            constexpr std::uint64_t kSeed = 1;
            auto result = std::make_shared<Result>();
            forWork->visit(base, root, {}, job, [&](const MarkSet& set, const MarkedRecords& records) {
                SourcesRequest all = request;
                all.checks = checked == nullptr ? nullptr : &checked->run;
                result->answers = answersOf(*snapshot, set, records, all, job);
            });
            // Of all, also where one of the sources says nothing.
            result->coefficients = coefficientsOf(result->answers, kSeed, job);
            if (request.sources.size() == 2) {
                result->judge = judgeAgreement(result->answers, kSeed, job);
                if (const RatedUnits units(result->answers.ratings); units.values.size() <= kMostInTable)
                    result->table = agreementTable(units, 0, 1);
            }
            return result;
        },
        [this](std::shared_ptr<Result> result) { showResult(std::move(*result)); });
}

void AgreementDialog::showResult(Result result)
{
    m_result = std::move(result);
    std::size_t both = 0;
    for (const Ratings::Unit& unit : m_result.answers.ratings.units)
        both +=
            std::ranges::count_if(unit, [](const auto& value) { return value.has_value(); }) > 1 ? 1U : 0U;
    m_ui->agreementOf->setText(
        m_shownSources.size() < 2
            ? tr("Agreement needs two sources: another reader's marks, or a field of the data.")
            : (m_ofCell
                   ? tr("Of the %1 conversations that were shown before a cell was chosen, %2 items have "
                        "answers of at least two sources, %3 of one.")
                   : tr("Of the %1 conversations shown, %2 items have answers of at least two sources, "
                        "%3 of one."))
                      .arg(countText(m_rows.count()), countText(both),
                           countText(m_result.answers.units.size() - both)) +
                  QLatin1Char(' ') +
                  tr("Intervals: 95 %, bootstrap over conversations. Values that nobody uses are left out."));
    showCoefficients(m_result);
    showJudge(m_result);
    showMatrix(m_result);
    showDisagreements(m_result);
}

void AgreementDialog::showCoefficients(const Result& result)
{
    QTableWidget& table = *m_ui->agreementTable;
    table.setRowCount(static_cast<int>(result.coefficients.size()));
    for (int row = 0; row < table.rowCount(); ++row) {
        const NamedCoefficient& each = result.coefficients[static_cast<std::size_t>(row)];
        table.setVerticalHeaderItem(row, new QTableWidgetItem(coefficientTitle(each.name)));
        const auto low = each.interval ? std::optional<double>(each.interval->low) : std::nullopt;
        const auto high = each.interval ? std::optional<double>(each.interval->high) : std::nullopt;
        table.setItem(row, 0, new QTableWidgetItem(decimals(each.coefficient.value)));
        table.setItem(row, 1, new QTableWidgetItem(decimals(low)));
        table.setItem(row, 2, new QTableWidgetItem(decimals(high)));
    }
}

void AgreementDialog::showJudge(const Result& result)
{
    const JudgeRates& rates = result.judge.rates;
    const bool isKnown = rates.passes + rates.fails > 0;
    m_ui->judgeText->setVisible(isKnown);
    if (!isKnown)
        return;
    QString text =
        tr("%1 as a judge, held against %2: true positives %3 (of %4 that pass), true negatives %5 (of "
           "%6 that fail).")
            .arg(nameOf(m_shownSources[1]), nameOf(m_shownSources[0]), decimals(rates.truePositive),
                 countText(rates.passes), decimals(rates.trueNegative), countText(rates.fails));
    text += QLatin1Char(' ') +
            tr("Corrected pass rate (Rogan and Gladen): %1").arg(decimals(result.judge.corrected));
    if (result.judge.corrected && result.judge.interval)
        text +=
            tr(", %1 to %2").arg(decimals(result.judge.interval->low), decimals(result.judge.interval->high));
    else if (!result.judge.corrected && rates.truePositive && rates.trueNegative)
        text += tr(", as true positives and true negatives add up to 1 or less: the judge is no better than "
                   "chance");
    m_ui->judgeText->setText(text);
}

void AgreementDialog::showMatrix(const Result& result)
{
    QTableWidget& table = *m_ui->agreementMatrix;
    const bool isOfTwo = m_shownSources.size() == 2 && !result.answers.units.empty();
    table.setVisible(isOfTwo && result.table);
    m_ui->matrixLabel->setVisible(isOfTwo);
    if (!isOfTwo)
        return;
    m_ui->matrixLabel->setText(result.table ? tr("Rows: %1. Columns: %2. A cell filters.")
                                                  .arg(nameOf(m_shownSources[0]), nameOf(m_shownSources[1]))
                                            : tr("There are too many different answers for a table."));
    const AgreementTable counts = result.table.value_or(AgreementTable());
    const int size = static_cast<int>(counts.values.size());
    table.setRowCount(size);
    table.setColumnCount(size);
    for (int i = 0; i < size; ++i) {
        const std::string answer = answerText(result.answers, counts.values[static_cast<std::size_t>(i)]);
        for (const Qt::Orientation side : {Qt::Horizontal, Qt::Vertical}) {
            auto* head = new QTableWidgetItem(wordsOf(answer));
            head->setData(Qt::UserRole, toQt(answer));
            side == Qt::Horizontal ? table.setHorizontalHeaderItem(i, head)
                                   : table.setVerticalHeaderItem(i, head);
        }
    }
    for (int row = 0; row < size; ++row) {
        for (int column = 0; column < size; ++column) {
            const double count =
                counts.counts[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            auto* item = new QTableWidgetItem(countText(static_cast<std::uint64_t>(count)));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            table.setItem(row, column, item);
        }
    }
}

void AgreementDialog::showDisagreements(const Result& result)
{
    QTableWidget& table = *m_ui->disagreements;
    m_disagreements.clear();
    for (std::size_t i = 0; i < result.answers.units.size(); ++i) {
        std::set<double> said;
        for (const auto& value : result.answers.ratings.units[i]) {
            if (value)
                said.insert(*value);
        }
        if (said.size() > 1)
            m_disagreements.push_back(i);
    }
    QStringList titles{tr("Conversation")};
    for (const std::string& source : m_shownSources)
        titles << nameOf(source);
    titles << tr("Settled");
    table.setColumnCount(static_cast<int>(titles.size()));
    table.setHorizontalHeaderLabels(titles);
    constexpr std::size_t kMostListed = 2'000;
    const std::size_t count = std::min(m_disagreements.size(), kMostListed);
    table.setRowCount(static_cast<int>(count));
    m_ui->disagreementsLabel->setText(
        count < m_disagreements.size()
            ? tr("The first %1 of %2 disagreements:").arg(countText(count), countText(m_disagreements.size()))
            : tr("%Ln disagreement(s):", nullptr, static_cast<int>(count)));
    const DatasetMarks& marks = m_workspace.marks();
    for (std::size_t i = 0; i < count; ++i) {
        const AgreementUnit& unit = result.answers.units[m_disagreements[i]];
        const int row = static_cast<int>(i);
        QString name = recordLocation(*m_workspace.view()->snapshot, unit.row);
        if (!unit.part.empty())
            name += QStringLiteral(" · ") + toQt(unit.part);
        table.setItem(row, 0, new QTableWidgetItem(name));
        int column = 1;
        for (const auto& value : result.answers.ratings.units[m_disagreements[i]])
            table.setItem(
                row, column++,
                new QTableWidgetItem(value ? wordsOf(answerText(result.answers, *value)) : QString()));
        QString settled;
        for (const MarkAnswers* each : marks.of(unit.row)) {
            const auto answer = each->answers.find(m_shownQuestion);
            if (each->by == kSettled && answer != each->answers.end() && each->on.part() == unit.part)
                settled = answerWords(marks.scheme(), m_shownQuestion, answer->second.value);
        }
        table.setItem(row, column, new QTableWidgetItem(settled));
    }
    m_ui->settle->setEnabled(count > 0);
}

/// The conversations of a cell: what the one says, and what the other says of the same.
void AgreementDialog::filterBy(int row, int column)
{
    const auto titleOf = [this](Qt::Orientation side, int index) {
        const QTableWidgetItem* item = side == Qt::Vertical
                                           ? m_ui->agreementMatrix->verticalHeaderItem(index)
                                           : m_ui->agreementMatrix->horizontalHeaderItem(index);
        return fromQt(item->data(Qt::UserRole).toString());
    };
    const auto condition = [this](const std::string& source, const std::string& value) {
        if (source.starts_with(kCheck)) {
            const Query found = equalsQuery("check", source.substr(kCheck.size()));
            return value == "fail" ? found : notQuery(found);
        }
        const std::string key = source.starts_with(kField)
                                    ? fieldKey(source.substr(kField.size()))
                                    : markFieldOf(m_workspace.snapshot(), m_shownQuestion, source);
        // Texts may say it, too.
        if (value == "yes" || value == "no")
            return Query::any({equalsQuery(key, value), equalsQuery(key, value == "yes" ? "true" : "false")});
        return equalsQuery(key, value);
    };
    m_ofCell = Query::all({m_ofRows, condition(m_shownSources[0], titleOf(Qt::Vertical, row)),
                           condition(m_shownSources[1], titleOf(Qt::Horizontal, column))});
    m_workspace.setQuery(*m_ofCell);
}

void AgreementDialog::openUnit(int item)
{
    if (item < 0 || static_cast<std::size_t>(item) >= m_disagreements.size())
        return;
    m_workspace.openRecord(m_result.answers.units[m_disagreements[static_cast<std::size_t>(item)]].row);
}

void AgreementDialog::settle()
{
    const int item = std::max(m_ui->disagreements->currentRow(), 0);
    if (static_cast<std::size_t>(item) >= m_disagreements.size())
        return;
    const std::size_t index = m_disagreements[static_cast<std::size_t>(item)];
    // The result may become another one while the dialogs ask.
    const AgreementUnit unit = m_result.answers.units[index];
    MarkAct act;
    m_workspace.marks().bind(act);
    act.base = m_workspace.view()->snapshot;
    act.rows = {unit.row};
    act.by = kSettled;
    // Of a field of messages: nobody has marked them.
    if (unit.part.starts_with('m'))
        act.part.message = parseNumber<std::uint32_t>(std::string_view(unit.part).substr(1)).value_or(0);
    // As it was answered: several values are a list.
    std::map<std::string, std::string> given;
    for (const MarkAnswers* each : m_workspace.marks().of(unit.row)) {
        if (each->on.part() != unit.part)
            continue;
        act.part = each->on;
        if (const auto answer = each->answers.find(m_shownQuestion); answer != each->answers.end())
            given.try_emplace(plainAnswer(answer->second.value), answer->second.value);
    }
    const std::string asked = m_shownQuestion;
    const bool areNumbers = m_result.answers.names.empty();
    QStringList values;
    QStringList titles;
    for (const auto& value : m_result.answers.ratings.units[index]) {
        const std::string text = value ? answerText(m_result.answers, *value) : std::string();
        if (text.empty() || values.contains(toQt(text)))
            continue;
        values << toQt(text);
        titles << wordsOf(text);
    }
    QInputDialog choice(this);
    choice.setComboBoxItems(titles);
    choice.setComboBoxEditable(true);
    const std::optional<QString> title = answerIn(choice, tr("Settle"), tr("Which answer holds?"));
    if (!title || title->isEmpty())
        return;
    const auto known = titles.indexOf(*title);
    const std::string answer = fromQt(known < 0 ? *title : values[known]);
    QInputDialog question(this);
    const std::optional<QString> reason = answerIn(question, tr("Settle"), tr("Why?"));
    if (!reason)
        return;
    const auto same = given.find(answer);
    act.set = {{asked, same != given.end()                    ? same->second
                       : areNumbers && finiteNumberIn(answer) ? answer
                                                              : nlohmann::json(answer).dump()}};
    if (!reason->isEmpty())
        act.set.emplace_back("reason", nlohmann::json(fromQt(*reason)).dump());
    act.set.emplace_back("settled_by", nlohmann::json(m_workspace.marks().reader()).dump());
    m_workspace.marks().act(std::move(act));
}

} // namespace duologue::ui
