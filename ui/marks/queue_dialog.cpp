// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/marks/queue_dialog.h"
#include "core/data/field_reader.h"
#include "core/io/file_source.h"
#include "core/load/record_reader.h"
#include "ui/app/dataset_overview.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui_queue_dialog.h"

#include <QFile>
#include <QFileDialog>
#include <QPushButton>
#include <algorithm>
#include <functional>

namespace duologue::ui {

QueueDialog::QueueDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent), m_workspace(workspace), m_ui(std::make_unique<Ui::QueueDialog>())
{
    m_ui->setupUi(this);
    const auto add = [this](How how, const QString& title) {
        m_ui->queueHow->addItem(title, static_cast<int>(how));
    };
    add(How::Random, tr("Random sample"));
    add(How::OfEach, tr("A number of each value of a field"));
    add(How::Outliers, tr("Outliers of a numeric field"));
    add(How::Findings, tr("Conversations with findings of checks"));
    add(How::Disagreements, tr("Conversations on which readers disagree"));
    add(How::Shown, tr("All conversations shown, in their order"));
    m_ui->queueTitle->setText(tr("queue"));
    connect(m_ui->queueHow, qOverload<int>(&QComboBox::currentIndexChanged), this, [this] { showParts(); });
    connect(m_ui->queueShares, qOverload<int>(&QSpinBox::valueChanged), this,
            [this](int shares) { m_ui->queueShare->setMaximum(shares); });
    m_ui->queueShare->setMaximum(1);
    connect(m_ui->startQueue, &QPushButton::clicked, this, [this] { start(); });
    connect(m_ui->openQueue, &QPushButton::clicked, this, [this] { openFile(); });
    connect(m_ui->closeQueue, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_ui->leaveQueue, &QPushButton::clicked, this, [this] {
        m_workspace.marks().setQueue(std::nullopt);
        reject();
    });
    connect(&m_workspace.marks(), &DatasetMarks::queueChanged, this, [this] { showState(); });
    showParts();
    showState();
}

QueueDialog::~QueueDialog() = default;

QueueDialog::How QueueDialog::how() const
{
    return static_cast<How>(m_ui->queueHow->currentData().toInt());
}

void QueueDialog::showState()
{
    const auto& queue = m_workspace.marks().queue();
    m_ui->queueState->setText(
        queue
            ? tr("In use: %1 (%2), %Ln conversation(s)", nullptr, static_cast<int>(queue->records.size()))
                  .arg(toQt(queue->title), toQt(queue->origin))
            : tr("Chosen from the %1 conversations shown.").arg(countText(m_workspace.view()->order.size())));
    m_ui->leaveQueue->setEnabled(queue.has_value());
}

/// Only what the choice needs can be set.
void QueueDialog::showParts()
{
    const bool needsField = how() == How::OfEach || how() == How::Outliers;
    m_ui->fieldLabel->setVisible(needsField || how() == How::Disagreements);
    m_ui->queueField->setVisible(needsField || how() == How::Disagreements);
    m_ui->fieldLabel->setText(how() == How::Disagreements ? tr("&Question:") : tr("&Field:"));
    const bool needsCount = how() != How::Shown;
    m_ui->countLabel->setVisible(needsCount);
    m_ui->queueCount->setVisible(needsCount);
    m_ui->countLabel->setText(how() == How::OfEach ? tr("&Number of each:") : tr("&Number:"));
    const bool needsSeed = how() == How::Random || how() == How::OfEach;
    m_ui->seedLabel->setVisible(needsSeed);
    m_ui->queueSeed->setVisible(needsSeed);
    m_ui->queueField->clear();
    const Snapshot& snapshot = m_workspace.snapshot();
    if (how() == How::Disagreements) {
        for (const FieldReader& field : allFields(snapshot)) {
            // "mark.verdict", without those of single readers.
            const QString key = toQt(field.info().key);
            if (key.startsWith(QLatin1String("mark.")) && key != QLatin1String("mark.queue") &&
                !toQt(field.info().title).contains(QLatin1Char('@')))
                m_ui->queueField->addItem(toQt(field.info().title), toQt(field.info().title));
        }
    } else if (needsField) {
        // A conversation may have messages of several values.
        for (const bool ofMessages : {false, true}) {
            for (const FieldReader& field : allFields(snapshot)) {
                const bool isNumber = field.info().kind == FieldKind::Number;
                if (field.info().ofMessages == ofMessages &&
                    (how() == How::Outliers ? isNumber : hasFewValues(field)))
                    m_ui->queueField->addItem(asLabel(fieldTitle(field.info())), toQt(field.info().key));
            }
        }
    }
    const bool lacksField = m_ui->queueField->isVisibleTo(this) && m_ui->queueField->count() == 0;
    const bool lacksChecks = how() == How::Findings && m_workspace.checks().checked() == nullptr;
    m_ui->queueNote->setText(lacksChecks  ? tr("The checks have not been run (Tools > Check the dataset).")
                             : lacksField ? tr("There is no such field.")
                                          : QString());
    m_ui->startQueue->setEnabled(!lacksField && !lacksChecks && !m_workspace.view()->order.empty());
}

void QueueDialog::start()
{
    const ViewPtr view = m_workspace.view();
    const std::string field = fromQt(m_ui->queueField->currentData().toString());
    const auto count = static_cast<std::size_t>(m_ui->queueCount->value());
    const auto seed = static_cast<std::uint64_t>(m_ui->queueSeed->value());
    const auto share = static_cast<std::size_t>(m_ui->queueShare->value());
    const auto shares = static_cast<std::size_t>(m_ui->queueShares->value());
    const CheckedSnapshotPtr checked = m_workspace.checks().checked();
    DatasetMarks& marks = m_workspace.marks();
    ReadingQueue queue;
    queue.title = fromQt(m_ui->queueTitle->text().trimmed());
    if (queue.title.empty())
        queue.title = "queue";
    queue.origin = fromQt(m_ui->queueHow->currentText());
    if (!field.empty())
        queue.origin += " (" + field + ")";
    if (m_ui->queueSeed->isVisibleTo(this))
        queue.origin += ", seed " + std::to_string(seed);
    if (view->query.kind != QueryKind::Everything)
        queue.origin += ", " + toText(view->query);
    if (shares > 1)
        queue.origin += ", " + std::to_string(share) + "/" + std::to_string(shares);
    m_ui->startQueue->setEnabled(false);
    m_ui->queueNote->setText(tr("Choosing…"));
    m_task.run(
        [view, field, count, seed, share, shares, checked, queue, how = how(), forWork = marks.forWork(),
         root = marks.place().root, base = marks.base()](const Job& job) -> Made {
            const Snapshot& snapshot = *view->snapshot;
            RowOrder rows = view->order;
            if (how == How::Random || how == How::OfEach) {
                RowChoice choice;
                choice.sample = count;
                choice.per = how == How::OfEach ? field : std::string();
                choice.seed = seed;
                auto chosen = choose(snapshot, rows, choice, job);
                if (const Phrase* mistake = chosen.error())
                    return translated(*mistake);
                rows = chosen.value().parts.front().rows;
                // Readers who stop half-way have then read a sample, too.
                rows = shuffled(rows, seed);
            } else if (how == How::Outliers) {
                rows = outliersOf(snapshot, rows, field, count);
            } else if (how == How::Findings) {
                std::erase_if(rows, [&](Row row) { return checked->findingsOf(row).empty(); });
            } else if (how == How::Disagreements) {
                SourceAnswers answers;
                forWork->visit(base, root, {}, job, [&](const MarkSet& set, const MarkedRecords& records) {
                    answers =
                        answersOf(snapshot, set, records, {field, readersOf(set, field), view->matched}, job);
                });
                rows = disagreementsOf(answers);
            }
            if (how != How::Shown && rows.size() > count && how != How::OfEach)
                rows.resize(count);
            if (shares > 1)
                rows = sharesOf(rows, shares, seed).at(share - 1);
            if (rows.empty())
                return tr("No conversation qualifies.");
            ReadingQueue made = queue;
            made.records.resize(rows.size());
            forEachRecord(snapshot, rows, {.measuring = Measuring::Scripts}, job,
                          [&](std::size_t index, RecordReader& record) {
                              made.records[index] =
                                  targetOfRecord(snapshot, record.row(), root, record.conversation());
                          });
            return made;
        },
        [this](Made made) { take(std::move(made)); });
}

void QueueDialog::take(Made made)
{
    m_ui->startQueue->setEnabled(true);
    if (const QString* mistake = made.error()) {
        m_ui->queueNote->setText(*mistake);
        return;
    }
    use(std::move(made).value());
}

void QueueDialog::openFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a reading queue"),
                                                      toQt(m_workspace.marks().queueFolder().string()),
                                                      tr("Reading queues (*.json)"));
    if (path.isEmpty())
        return;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        m_ui->queueNote->setText(file.errorString());
        return;
    }
    auto queue = readQueue(file.readAll().toStdString());
    if (const Phrase* mistake = queue.error())
        m_ui->queueNote->setText(translated(*mistake));
    else
        use(std::move(queue).value());
}

void QueueDialog::use(ReadingQueue queue)
{
    m_workspace.marks().setQueue(std::move(queue));
    accept();
}

} // namespace duologue::ui
