// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/diff_window.h"
#include "core/data/field_reader.h"
#include "core/export/conversation_text.h"
#include "core/load/record_reader.h"
#include "core/util/text.h"
#include "core/util/text_diff.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/widgets/colors.h"
#include "ui_diff_window.h"

#include <QColor>
#include <QCoreApplication>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QString>
#include <algorithm>
#include <string_view>
#include <utility>

namespace duologue::ui {

/// How a page marks what differs.
struct ChangeColors {
    QColor difference;
    QColor dim;
};

/// A page, as HTML, with what has become of a record: each value that is another one, the old and the new one
/// side by side with their differences marked, or all that the record says if it is in one dataset alone.
/// Texts of the data stay text. Reads the records again: call it on a worker. Empty if the job was stopped.
QString changePage(const DatasetComparison& comparison, const ComparedRecord& record,
                   const ChangeColors& colors, const Job& job);

std::vector<ComparedRecord> DatasetComparison::records() const
{
    std::vector<ComparedRecord> records;
    std::vector<ComparedRecord> moved;
    for (const RecordPair& pair : diff.pairs) {
        const RecordChange change = pair.isChanged ? RecordChange::Changed : RecordChange::Moved;
        (pair.isChanged ? records : moved)
            .push_back({change, pair.old, pair.now, pair.by, pair.likeness, pair.isMoved});
    }
    for (const Row row : diff.removed)
        records.push_back({.change = RecordChange::Removed, .old = row, .now = {}});
    for (const Row row : diff.added)
        records.push_back({.change = RecordChange::Added, .old = {}, .now = row});
    records.insert(records.end(), moved.begin(), moved.end());
    return records;
}

DatasetComparisonPtr compareDatasets(const std::filesystem::path& old, const std::filesystem::path& now,
                                     const LoadOptions& load, const DiffOptions& options, const Job& job)
{
    auto comparison = std::make_shared<DatasetComparison>();
    comparison->old = loadDataset({old}, load, job);
    comparison->now = loadDataset({now}, load, job);
    if (!job.stopRequested())
        comparison->diff = diffDatasets(*comparison->old, *comparison->now, options, job);
    return comparison;
}

namespace {

QString changeTitle(const ComparedRecord& record)
{
    switch (record.change) {
    case RecordChange::Changed:
        return record.isMoved ? DiffModel::tr("changed and moved") : DiffModel::tr("changed");
    case RecordChange::Removed:
        return DiffModel::tr("removed");
    case RecordChange::Added:
        return DiffModel::tr("added");
    case RecordChange::Moved:
        break;
    }
    return DiffModel::tr("moved");
}

QString matchTitle(const ComparedRecord& record)
{
    switch (record.by) {
    case MatchedBy::Id:
        return DiffModel::tr("id");
    case MatchedBy::Content:
        return DiffModel::tr("content");
    case MatchedBy::Text:
        return DiffModel::tr("text, similarity %1")
            .arg(QLocale().toString(static_cast<double>(record.likeness), 'f', 2));
    case MatchedBy::File:
        break;
    }
    return DiffModel::tr("file");
}

QString placeIn(const Snapshot& snapshot, std::optional<Row> row)
{
    if (!row)
        return {};
    const RecordEntry& entry = snapshot.record(*row);
    return asLabel(snapshot.file(entry.file).shownPath) + QLatin1Char(':') + QString::number(entry.ordinal);
}

QString idIn(const Snapshot& snapshot, Row row)
{
    const auto id = findField(snapshot, "id");
    return id ? asLabel(id->text(row)) : QString();
}

} // namespace

void DiffModel::setComparison(DatasetComparisonPtr comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_records = m_comparison ? m_comparison->records() : std::vector<ComparedRecord>();
    showRecords();
    endResetModel();
}

void DiffModel::setShownChange(std::optional<RecordChange> change)
{
    beginResetModel();
    m_change = change;
    showRecords();
    endResetModel();
}

void DiffModel::showRecords()
{
    m_shown.clear();
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        const bool isMoved = m_change == RecordChange::Moved && m_records[i].isMoved;
        if (!m_change || m_records[i].change == *m_change || isMoved)
            m_shown.push_back(i);
    }
}

int DiffModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int DiffModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DiffModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const QString text = cell(record(index.row()), index.column());
    return role == Qt::ToolTipRole ? asToolTip(text) : text;
}

QString DiffModel::cell(const ComparedRecord& record, int column) const
{
    switch (column) {
    case Change:
        return changeTitle(record);
    case Id:
        return record.now ? idIn(*m_comparison->now, *record.now) : idIn(*m_comparison->old, *record.old);
    case Old:
        return placeIn(*m_comparison->old, record.old);
    case New:
        return placeIn(*m_comparison->now, record.now);
    default:
        return record.old && record.now ? matchTitle(record) : QString();
    }
}

QVariant DiffModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnTitle({tr("Change"), tr("Id"), tr("Old"), tr("New"), tr("Matched by")}, section, orientation,
                       role);
}

namespace {

/// Longer values are cut: a page of many megabytes would take minutes to lay out.
constexpr std::size_t kLongestShownValue = 60'000;

QString wordsOfPage(const char* text)
{
    return QCoreApplication::translate("DiffWindow", text);
}

QString asHtml(std::string_view text)
{
    // Line breaks and runs of spaces are part of the text.
    QString html = asLines(text).toHtmlEscaped();
    html.replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    html.replace(QStringLiteral("  "), QStringLiteral("&nbsp; "));
    return html;
}

std::string_view shownPart(std::string_view text)
{
    return text.substr(0, wholeCharacters(text, std::min(text.size(), kLongestShownValue)));
}

QString endOf(std::string_view text)
{
    if (text.size() <= kLongestShownValue)
        return {};
    return QStringLiteral("<br><i>") +
           wordsOfPage(QT_TRANSLATE_NOOP("DiffWindow", "Only the beginning of this value is shown.")) +
           QStringLiteral("</i>");
}

/// The text with the ranges of its side marked.
QString withMarks(std::string_view text, const TextDiff& diff, DiffRange Difference::*side,
                  const QColor& color)
{
    QString html;
    std::size_t at = 0;
    for (const Difference& difference : diff.differences) {
        const DiffRange range = difference.*side;
        if (range.size() == 0)
            continue;
        html += asHtml(text.substr(at, range.begin - at));
        html += QStringLiteral("<span style=\"background-color:%1\">").arg(color.name());
        html += asHtml(text.substr(range.begin, range.size())) + QStringLiteral("</span>");
        at = range.end;
    }
    return html + asHtml(text.substr(at));
}

QString sideBySide(const QString& old, const QString& now)
{
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"6\"><tr>"
                          "<td width=\"50%\" valign=\"top\">%1</td><td width=\"50%\" valign=\"top\">%2</td>"
                          "</tr></table>")
        .arg(old, now);
}

QString nameOfChange(const ValueChange& change)
{
    const char* kind = change.kind == ChangeKind::Added     ? QT_TRANSLATE_NOOP("DiffWindow", "new value")
                       : change.kind == ChangeKind::Removed ? QT_TRANSLATE_NOOP("DiffWindow", "value removed")
                                                            : nullptr;
    const QString name = change.name.empty()
                             ? wordsOfPage(QT_TRANSLATE_NOOP("DiffWindow", "the whole record"))
                             : asLabel(change.name);
    return kind ? name + QStringLiteral(" · ") + wordsOfPage(kind) : name;
}

QString changeHtml(const ValueChange& change, const ChangeColors& colors, const Job& job)
{
    const std::string_view old = shownPart(change.old.text);
    const std::string_view now = shownPart(change.now.text);
    const QString heading = QStringLiteral("<p style=\"color:%1\"><b>%2</b></p>")
                                .arg(colors.dim.name(), nameOfChange(change).toHtmlEscaped());
    if (change.kind == ChangeKind::Added)
        return heading + sideBySide({}, asHtml(now) + endOf(change.now.text));
    if (change.kind == ChangeKind::Removed)
        return heading + sideBySide(asHtml(old) + endOf(change.old.text), {});
    const TextDiff diff = diffTexts(old, now, kMostDiffSteps, job);
    return heading +
           sideBySide(withMarks(old, diff, &Difference::left, colors.difference) + endOf(change.old.text),
                      withMarks(now, diff, &Difference::right, colors.difference) + endOf(change.now.text));
}

QString wholeRecord(const Snapshot& snapshot, Row row)
{
    const auto record = readRecord(snapshot, row);
    if (!record)
        return translated(record.problem().detail).toHtmlEscaped();
    const Conversation& conversation = record.value()->conversation;
    const bool isRead = record.value()->state != RecordState::Broken;
    const std::string text =
        isRead ? conversationText(conversation, {}) : std::string(record.value()->bytes.view());
    return asHtml(shownPart(text)) + endOf(text);
}

} // namespace

QString changePage(const DatasetComparison& comparison, const ComparedRecord& record,
                   const ChangeColors& colors, const Job& job)
{
    if (!record.old)
        return wholeRecord(*comparison.now, *record.now);
    if (!record.now || record.change == RecordChange::Moved)
        return wholeRecord(*comparison.old, *record.old);
    const ValueDiff diff = diffRecords(*comparison.old, *record.old, *comparison.now, *record.now, job);
    QString page;
    for (const ValueChange& change : diff.changes) {
        if (job.stopRequested())
            return {};
        page += changeHtml(change, colors, job);
    }
    if (diff.leftOut > 0)
        page += QStringLiteral("<p>") +
                wordsOfPage(QT_TRANSLATE_NOOP("DiffWindow", "… and %1 more values"))
                    .arg(countText(diff.leftOut)) +
                QStringLiteral("</p>");
    if (page.isEmpty())
        page = wordsOfPage(QT_TRANSLATE_NOOP(
            "DiffWindow", "The file no longer exists or has changed since the comparison."));
    return page;
}

constexpr int kProgressTime = 100;

/// The entry of the choice that shows all changes.
constexpr int kAllChanges = -1;

DiffWindow::DiffWindow(LoadOptions load, const QString& now, QWidget* parent)
    : QDialog(parent),
      m_load(std::move(load)),
      m_ui(std::make_unique<Ui::DiffWindow>()),
      m_model(new DiffModel(this))
{
    m_ui->setupUi(this);
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    m_ui->diffNew->setText(now);
    m_ui->diffRecords->setModel(m_model);
    m_progressTimer.setInterval(kProgressTime);
    connect(&m_progressTimer, &QTimer::timeout, this, [this] {
        m_ui->bar->setFormat(tr("%1 conversations read").arg(countText(m_progress->recordsDone)));
    });
    connect(m_ui->chooseOld, &QToolButton::clicked, this, [this] { choosePath(*m_ui->diffOld); });
    connect(m_ui->chooseNew, &QToolButton::clicked, this, [this] { choosePath(*m_ui->diffNew); });
    connect(m_ui->diffCompare, &QPushButton::clicked, this, &DiffWindow::compare);
    connect(m_ui->diffChanges, &QComboBox::activated, this, [this] {
        const int change = m_ui->diffChanges->currentData().toInt();
        m_model->setShownChange(change == kAllChanges ? std::nullopt
                                                      : std::optional(static_cast<RecordChange>(change)));
        m_ui->diffRecords->selectRow(0);
    });
    connect(m_ui->diffRecords->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &DiffWindow::showPage);
    m_ui->diffOld->setFocus();
}

DiffWindow::~DiffWindow() = default;

void DiffWindow::setOldPath(const QString& path)
{
    m_ui->diffOld->setText(path);
}

void DiffWindow::setNewPath(const QString& path)
{
    m_ui->diffNew->setText(path);
}

/// A dialog of the system chooses either files or folders, so people are asked which it is.
void DiffWindow::choosePath(QLineEdit& edit)
{
    QMenu menu;
    QAction* folder = menu.addAction(tr("Choose a &folder…"));
    QAction* file = menu.addAction(tr("Choose a f&ile…"));
    const QAction* chosen = menu.exec(edit.mapToGlobal(QPoint(0, edit.height())));
    QString path;
    if (chosen == folder)
        path = QFileDialog::getExistingDirectory(this, windowTitle(), edit.text());
    else if (chosen == file)
        path = QFileDialog::getOpenFileName(this, windowTitle(), edit.text());
    if (!path.isEmpty())
        edit.setText(path);
}

void DiffWindow::compare()
{
    if (m_compareTask.isRunning()) {
        reject();
        return;
    }
    for (const QLineEdit* edit : {m_ui->diffOld, m_ui->diffNew}) {
        const QString path = edit->text().trimmed();
        if (path.isEmpty() || !QFileInfo::exists(path)) {
            m_ui->diffMessage->setText(path.isEmpty() ? tr("Choose two files or folders to compare.")
                                                      : tr("%1 does not exist.").arg(asLabel(path)));
            // Nobody takes the changes of other folders for those of these.
            m_ui->result->hide();
            Q_EMIT ended();
            return;
        }
    }
    m_progress = std::make_shared<Progress>();
    const auto amount = [progress = m_progress] {
        return JobAmount{progress->bytesDone, progress->bytesTotal, JobAmount::Unit::Bytes};
    };
    m_job.begin(tr("Comparing datasets"), amount, [this] { reject(); });
    setRunning(true);
    m_compareTask.stream(
        [load = m_load, old = std::filesystem::path(fromQt(m_ui->diffOld->text().trimmed())),
         now = std::filesystem::path(fromQt(m_ui->diffNew->text().trimmed())),
         options = DiffOptions{!m_ui->diffIgnoresIds->isChecked()}](const Job& job, const auto&) {
            return compareDatasets(old, now, load, options, job);
        },
        {}, [this](const DatasetComparisonPtr& comparison) { showComparison(comparison); }, m_progress);
}

void DiffWindow::showComparison(DatasetComparisonPtr comparison)
{
    m_job.end(tr("Dataset comparison finished"));
    setRunning(false);
    m_comparison = std::move(comparison);
    m_model->setShownChange({});
    m_model->setComparison(m_comparison);
    showCounts();
    m_ui->result->setVisible(m_model->rowCount() > 0);
    m_ui->diffPage->clear();
    m_ui->diffRecords->resizeColumnsToContents();
    if (m_model->rowCount() > 0)
        m_ui->diffRecords->selectRow(0);
    Q_EMIT ended();
}

void DiffWindow::showCounts()
{
    const DatasetDiff& diff = m_comparison->diff;
    m_ui->diffChanges->clear();
    const auto add = [this](const QString& title, std::uint64_t count, int change) {
        if (count > 0)
            m_ui->diffChanges->addItem(QStringLiteral("%1 (%2)").arg(title, countText(count)), change);
    };
    add(tr("All changes"), static_cast<std::uint64_t>(m_model->rowCount()), kAllChanges);
    add(tr("Changed"), diff.changed, static_cast<int>(RecordChange::Changed));
    add(tr("Removed"), diff.removed.size(), static_cast<int>(RecordChange::Removed));
    add(tr("Added"), diff.added.size(), static_cast<int>(RecordChange::Added));
    add(tr("Moved"), diff.moved, static_cast<int>(RecordChange::Moved));
    QStringList lines;
    if (diff.isEqual())
        lines << tr("Both datasets contain the same %1 conversations.").arg(countText(diff.equal));
    else
        lines << tr("Old: %1 conversations, new: %2. Equal: %3, changed: %4, removed: %5, added: %6, moved: "
                    "%7.")
                     .arg(countText(m_comparison->old->recordCount()),
                          countText(m_comparison->now->recordCount()), countText(diff.equal),
                          countText(diff.changed), countText(diff.removed.size()),
                          countText(diff.added.size()))
                     .arg(countText(diff.moved));
    if (diff.reordered > 0)
        lines << tr("In a different order within their files: %1.").arg(countText(diff.reordered));
    if (diff.repeatedIds > 0)
        lines << tr("Ids that occur more than once in a file: %1. Such records are matched by content.")
                     .arg(countText(diff.repeatedIds));
    if (diff.unread > 0)
        lines << tr("Not compared because their files have changed in the meantime: %1.")
                     .arg(countText(diff.unread));
    m_ui->diffMessage->setText(lines.join(QLatin1Char('\n')));
}

void DiffWindow::showPage()
{
    const QModelIndex index = m_ui->diffRecords->currentIndex();
    if (!index.isValid() || !m_comparison) {
        m_ui->diffPage->clear();
        return;
    }
    const ReadingColors reading = readingColors(palette());
    m_pageTask.run([comparison = m_comparison, record = m_model->record(index.row()),
                    colors = ChangeColors{reading.difference, reading.dim}](
                       const Job& job) { return changePage(*comparison, record, colors, job); },
                   [this](const QString& page) {
                       m_ui->diffPage->setHtml(page);
                       Q_EMIT pageShown();
                   });
}

void DiffWindow::setRunning(bool running)
{
    m_ui->diffCompare->setText(running ? tr("&Cancel") : tr("&Compare"));
    m_ui->diffOld->setEnabled(!running);
    m_ui->diffNew->setEnabled(!running);
    m_ui->diffIgnoresIds->setEnabled(!running);
    m_ui->bar->setVisible(running);
    m_ui->bar->setRange(0, 0);
    m_ui->diffMessage->clear();
    if (running)
        m_progressTimer.start();
    else
        m_progressTimer.stop();
}

/// The first time cancels a comparison that is running.
void DiffWindow::reject()
{
    if (!m_compareTask.isRunning()) {
        QDialog::reject();
        return;
    }
    m_compareTask.cancel();
    m_job.end();
    setRunning(false);
    m_ui->diffMessage->setText(tr("Cancelled."));
    Q_EMIT ended();
}

void DiffWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    // The marks have colours of the palette.
    if (event->type() == QEvent::PaletteChange)
        showPage();
}

} // namespace duologue::ui
