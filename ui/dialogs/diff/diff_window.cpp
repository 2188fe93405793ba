// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/diff/diff_window.h"

#include "ui/dialogs/diff/change_page.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace duologue::ui {

namespace {

constexpr int kProgressTime = 100;
constexpr int kFirstWidth = 1080;
constexpr int kFirstHeight = 720;

/// The entry of the choice that shows all changes.
constexpr int kAllChanges = -1;

} // namespace

DiffWindow::DiffWindow(LoadOptions load, const QString& now, QWidget* parent)
    : QDialog(parent),
      m_load(std::move(load)),
      m_ignoresIds(new QCheckBox(tr("&Ids changed: match by content"), this)),
      m_compare(new QPushButton(tr("&Compare"), this)),
      m_bar(new QProgressBar(this)),
      m_message(new QLabel(this)),
      m_model(new DiffModel(this))
{
    setWindowTitle(tr("Compare datasets"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    m_ignoresIds->setObjectName(QStringLiteral("diffIgnoresIds"));
    m_compare->setObjectName(QStringLiteral("diffCompare"));
    m_compare->setDefault(true);
    m_message->setObjectName(QStringLiteral("diffMessage"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->hide();

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makePaths(now));
    auto* start = new QHBoxLayout;
    start->addWidget(m_ignoresIds, 1);
    start->addWidget(m_compare);
    layout->addLayout(start);
    layout->addWidget(m_bar);
    layout->addWidget(m_message);
    layout->addWidget(makeResult(), 1);
    layout->addStretch(0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    layout->addWidget(buttons);
    resize(kFirstWidth, kFirstHeight);

    m_progressTimer.setInterval(kProgressTime);
    connect(&m_progressTimer, &QTimer::timeout, this, [this] {
        m_bar->setFormat(tr("%1 conversations read").arg(countText(m_progress->recordsDone)));
    });
    connect(m_compare, &QPushButton::clicked, this, &DiffWindow::compare);
    connect(buttons, &QDialogButtonBox::rejected, this, &DiffWindow::reject);
    m_old->setFocus();
}

DiffWindow::~DiffWindow() = default;

QWidget* DiffWindow::makePaths(const QString& now)
{
    auto* paths = new QWidget(this);
    auto* form = new QFormLayout(paths);
    form->setContentsMargins(0, 0, 0, 0);
    const auto addPath = [this, form, paths](const QString& title, const QString& name) {
        auto* edit = new QLineEdit(paths);
        edit->setObjectName(name);
        edit->setPlaceholderText(tr("A file or a folder"));
        auto* choose = new QToolButton(paths);
        choose->setText(QStringLiteral("…"));
        choose->setToolTip(tr("Choose a folder or a file"));
        choose->setAccessibleName(choose->toolTip());
        connect(choose, &QToolButton::clicked, this, [this, edit] { choosePath(*edit); });
        auto* line = new QHBoxLayout;
        line->addWidget(edit, 1);
        line->addWidget(choose);
        auto* label = new QLabel(title, paths);
        label->setBuddy(edit);
        form->addRow(label, line);
        return edit;
    };
    m_old = addPath(tr("&Before:"), QStringLiteral("diffOld"));
    m_new = addPath(tr("&Now:"), QStringLiteral("diffNew"));
    m_new->setText(now);
    return paths;
}

QWidget* DiffWindow::makeResult()
{
    m_changes = new QComboBox(this);
    m_changes->setObjectName(QStringLiteral("diffChanges"));
    m_changes->setAccessibleName(tr("Changes that are shown"));
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("diffRecords"));
    m_table->setAccessibleName(tr("Records that are not equal"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_page = new QTextBrowser(this);
    m_page->setObjectName(QStringLiteral("diffPage"));
    m_page->setAccessibleName(tr("What is changed in the record"));
    m_page->setOpenLinks(false);

    auto* list = new QWidget(this);
    auto* listLayout = new QVBoxLayout(list);
    listLayout->setContentsMargins(0, 0, 0, 0);
    listLayout->addWidget(m_changes, 0, Qt::AlignLeft);
    listLayout->addWidget(m_table, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(list);
    splitter->addWidget(m_page);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    splitter->setChildrenCollapsible(false);
    splitter->hide();
    m_result = splitter;

    connect(m_changes, &QComboBox::activated, this, [this] {
        const int change = m_changes->currentData().toInt();
        m_model->setShownChange(change == kAllChanges ? std::nullopt
                                                      : std::optional(static_cast<RecordChange>(change)));
        m_table->selectRow(0);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DiffWindow::showPage);
    return splitter;
}

void DiffWindow::setOldPath(const QString& path)
{
    m_old->setText(path);
}

void DiffWindow::setNewPath(const QString& path)
{
    m_new->setText(path);
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
    for (const QLineEdit* edit : {m_old, m_new}) {
        const QString path = edit->text().trimmed();
        if (path.isEmpty() || !QFileInfo::exists(path)) {
            m_message->setText(path.isEmpty() ? tr("Choose two files or folders to compare.")
                                              : tr("There is no %1.").arg(asLabel(path)));
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
        [load = m_load, old = std::filesystem::path(fromQt(m_old->text().trimmed())),
         now = std::filesystem::path(fromQt(m_new->text().trimmed())),
         options = DiffOptions{!m_ignoresIds->isChecked()}](const Job& job, const auto&) {
            return compareDatasets(old, now, load, options, job);
        },
        {}, [this](const DatasetComparisonPtr& comparison) { showComparison(comparison); }, m_progress);
}

void DiffWindow::showComparison(DatasetComparisonPtr comparison)
{
    m_job.end(tr("The datasets are compared"));
    setRunning(false);
    m_comparison = std::move(comparison);
    m_model->setShownChange({});
    m_model->setComparison(m_comparison);
    showCounts();
    m_result->setVisible(m_model->rowCount() > 0);
    m_page->clear();
    m_table->resizeColumnsToContents();
    if (m_model->rowCount() > 0)
        m_table->selectRow(0);
    Q_EMIT ended();
}

void DiffWindow::showCounts()
{
    const DatasetDiff& diff = m_comparison->diff;
    m_changes->clear();
    const auto add = [this](const QString& title, std::uint64_t count, int change) {
        if (count > 0)
            m_changes->addItem(QStringLiteral("%1 (%2)").arg(title, countText(count)), change);
    };
    add(tr("All changes"), static_cast<std::uint64_t>(m_model->rowCount()), kAllChanges);
    add(tr("Changed"), diff.changed, static_cast<int>(RecordChange::Changed));
    add(tr("Removed"), diff.removed.size(), static_cast<int>(RecordChange::Removed));
    add(tr("Added"), diff.added.size(), static_cast<int>(RecordChange::Added));
    add(tr("Moved"), diff.moved, static_cast<int>(RecordChange::Moved));
    QStringList lines;
    if (diff.isEqual())
        lines << tr("Both datasets hold the same %1 conversations.").arg(countText(diff.equal));
    else
        lines << tr("Before: %1 conversations, now: %2. Equal: %3, changed: %4, removed: %5, added: %6, "
                    "moved: %7.")
                     .arg(countText(m_comparison->old->recordCount()),
                          countText(m_comparison->now->recordCount()), countText(diff.equal),
                          countText(diff.changed), countText(diff.removed.size()),
                          countText(diff.added.size()))
                     .arg(countText(diff.moved));
    if (diff.reordered > 0)
        lines << tr("In another order within their files: %1.").arg(countText(diff.reordered));
    if (diff.repeatedIds > 0)
        lines << tr("Ids that occur more than once in a file: %1. Such records are recognised by their "
                    "contents.")
                     .arg(countText(diff.repeatedIds));
    if (diff.unread > 0)
        lines << tr("Not compared, because their files have changed meanwhile: %1.")
                     .arg(countText(diff.unread));
    m_message->setText(lines.join(QLatin1Char('\n')));
}

void DiffWindow::showPage()
{
    const QModelIndex index = m_table->currentIndex();
    if (!index.isValid() || !m_comparison) {
        m_page->clear();
        return;
    }
    const ReadingColors reading = readingColors(palette());
    m_pageTask.run([comparison = m_comparison, record = m_model->record(index.row()),
                    colors = ChangeColors{reading.difference, reading.dim}](
                       const Job& job) { return changePage(*comparison, record, colors, job); },
                   [this](const QString& page) {
                       m_page->setHtml(page);
                       Q_EMIT pageShown();
                   });
}

void DiffWindow::setRunning(bool running)
{
    m_compare->setText(running ? tr("&Cancel") : tr("&Compare"));
    m_old->setEnabled(!running);
    m_new->setEnabled(!running);
    m_ignoresIds->setEnabled(!running);
    m_bar->setVisible(running);
    m_bar->setRange(0, 0);
    m_message->clear();
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
    m_message->setText(tr("Cancelled."));
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
