// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/same_record.h"
#include "ui/app/plain_keys.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/checks/finding_model.h"
#include "ui/checks/finding_stops.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QItemSelection>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace duologue::ui {

/// Paints where in the dataset a check finds something: a bar for each part, the highest as high as the row.
/// Other rows of the column stay empty.
class SpreadDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    /// Rows are as high as those of records.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kGrid);
    }
};

void SpreadDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant value = index.data(FindingModel::SpreadRole);
    if (!value.isValid())
        return;
    const auto spread = value.value<FindingSpread>();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    QColor bar = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Highlight);
    QColor ground = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
    ground.setAlphaF(0.2F);
    const QRectF area = QRectF(option.rect).adjusted(kHalfGrid, 2, -kHalfGrid, -2);
    const double width = area.width() / static_cast<double>(spread.parts.size());
    const double most = spread.most();
    const double gap = width > 3 ? 1 : 0;
    for (std::size_t i = 0; i < spread.parts.size(); ++i) {
        const FindingSpread::Part& part = spread.parts[i];
        const double left = area.left() + static_cast<double>(i) * width;
        painter->fillRect(QRectF(left, area.bottom() - 1, width - gap, 1), ground);
        if (part.found > 0) {
            const double height = std::max(2.0, area.height() * part.share() / most);
            painter->fillRect(QRectF(left, area.bottom() - height, width - gap, height), bar);
        }
    }
}

namespace {

constexpr int kChecksRefresh = 100;

/// What checks find in the dataset: a button that runs them, their findings by check, and what a check looked
/// at. The conversation follows the finding that is selected; F8 and Shift+F8 go from finding to finding. A
/// accepts those that are selected, Ctrl+Z takes that back.
class ChecksPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(ChecksPanel)

public:
    ChecksPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_checks(workspace.checks()),
          m_model(new FindingModel(this)),
          m_start(named<QPushButton>("checkStart", this)),
          m_scope(new QWidget(this)),
          m_all(named<QRadioButton>("checkAll", m_scope)),
          m_shown(named<QRadioButton>("checkShown", m_scope)),
          m_bar(new QProgressBar(this)),
          m_summary(named<WrappedLabel>("checkSummary", this)),
          m_report(named<QPushButton>("checkReportButton", tr("&Report…"), this)),
          m_filter(new QLineEdit(this)),
          m_tree(named<WithoutTypeAhead<QTreeView>>("findingTree", this)),
          m_about(named<WrappedLabel>("checkAbout", this))
    {
        m_all->setChecked(true);
        m_bar->setAccessibleName(tr("Check progress"));
        m_bar->setTextVisible(false);
        m_about->setForegroundRole(QPalette::PlaceholderText);
        m_report->setToolTip(tr("A report of the findings to read, copy and save"));
        connect(m_report, &QPushButton::clicked, &m_workspace, &Workspace::showCheckReport);
        m_filter->setPlaceholderText(tr("Search checks"));
        m_filter->setAccessibleName(tr("Search checks"));
        addClearButton(*m_filter);
        makeTree();
        layOut();
        makeActions();
        m_refresh.setInterval(kChecksRefresh);
        connect(&m_refresh, &QTimer::timeout, this, [this] { showProgress(); });
        connect(m_start, &QPushButton::clicked, this, [this] {
            if (m_checks.isRunning())
                m_checks.cancel();
            else
                m_workspace.startChecks(!m_scope->isHidden() && m_shown->isChecked()
                                            ? Workspace::ChecksOf::Shown
                                            : Workspace::ChecksOf::All);
        });
        connect(m_filter, &QLineEdit::textChanged, this, [this] { showFindings(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] { m_before = {}; });
        connect(&m_checks, &DatasetChecks::changed, this, [this] {
            showState();
            showFindings();
            if (!m_checks.isRunning() && m_start->hasFocus() && m_model->rowCount() > 0)
                focusTree();
        });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { showState(); });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] { showState(); });
        m_workspace.addStopSource(
            *this, {.position = [this] { return stopPosition(); }, .step = [this](int by) { step(by); }});
        new FindingStops(m_workspace, this);
        showState();
        showFindings();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        Q_EMIT m_workspace.stopsChanged();
    }

    void hideEvent(QHideEvent* event) override
    {
        QWidget::hideEvent(event);
        Q_EMIT m_workspace.stopsChanged();
    }

    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fitColumns();
    }

    /// Keys that would be shortcuts or letters to look for in the tree.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
            return QWidget::eventFilter(watched, event);
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool isAccept = stepOf(PlainKey::Accept, *key) != 0;
        const bool isUndo = key->matches(QKeySequence::Undo) && m_checks.canUndo();
        if (!isAccept && !isUndo)
            return QWidget::eventFilter(watched, event);
        if (event->type() == QEvent::ShortcutOverride)
            event->accept();
        else if (isAccept)
            accept();
        else
            undo();
        return true;
    }

private:
    void makeTree()
    {
        m_tree->setAccessibleName(tr("Findings"));
        m_tree->setModel(m_model);
        m_tree->setUniformRowHeights(true);
        m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
        m_tree->installEventFilter(this);
        setKeyArea(*m_tree, FindingKeys);
        m_tree->setItemDelegateForColumn(FindingModel::SpreadColumn, new SpreadDelegate(m_tree));
        m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
        m_tree->header()->setStretchLastSection(false);
        m_tree->header()->setSectionResizeMode(FindingModel::WhatColumn, QHeaderView::Stretch);
        connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) { goTo(index); });
        connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) { goTo(index); });
        connect(m_tree, &QWidget::customContextMenuRequested, this,
                [this](const QPoint& point) { showMenu(point); });
        connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                [this](const QModelIndex& index) {
                    showAbout(index);
                    // Nobody accepts what is not shown.
                    if (!m_isRestoring)
                        goTo(index);
                    Q_EMIT m_workspace.stopsChanged();
                });
    }

    void layOut()
    {
        auto* top = new QHBoxLayout;
        makeRow(m_scope, {m_all, m_shown});
        top->addWidget(m_start);
        top->addWidget(m_scope);
        top->addWidget(m_bar);
        top->addWidget(m_summary, 1);
        top->addWidget(m_report);
        top->addWidget(m_filter);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(kHalfGrid);
        top->setContentsMargins(kGrid, kHalfGrid, kGrid, 0);
        top->setSpacing(kGrid);
        m_about->setContentsMargins(kGrid, 0, kGrid, kHalfGrid);
        layout->addLayout(top);
        layout->addWidget(m_tree, 1);
        layout->addWidget(m_about);
        layout->addStretch(0);
    }

    void makeActions()
    {
        const auto add = [this](const char* name, const QString& text, const QKeySequence& keys, auto slot) {
            auto* action = new QAction(text, this);
            action->setObjectName(QLatin1String(name));
            action->setShortcut(keys);
            setMenuSection(*action, MenuSection::Messages);
            addAction(action);
            connect(action, &QAction::triggered, this, slot);
            m_actions << action;
        };
        add("findingPrevious", tr("Previous finding"), QKeySequence(Qt::SHIFT | Qt::Key_F8),
            [this] { step(-1); });
        add("findingNext", tr("Next finding"), QKeySequence(Qt::Key_F8), [this] { step(1); });
        add("acceptFinding", tr("Accept this finding…"), {}, [this] { accept(); });
    }

    void showState()
    {
        const bool isRunning = m_checks.isRunning();
        m_start->setText(isRunning                       ? tr("&Cancel checks")
                         : m_checks.checked() == nullptr ? tr("&Check the dataset")
                                                         : tr("&Check again"));
        m_start->setEnabled(isRunning ||
                            (m_workspace.snapshot().recordCount() > 0 && !m_workspace.isLoading()));
        showScope();
        m_bar->setVisible(isRunning);
        if (isRunning)
            m_refresh.start();
        else
            m_refresh.stop();
        showProgress();
        for (QAction* action : m_actions)
            action->setEnabled(m_model->rowCount() > 0);
    }

    /// "all 3,980" or "the 42 shown", while a filter makes a difference.
    void showScope()
    {
        const View& view = *m_workspace.view();
        const bool isFiltered =
            view.query.kind != QueryKind::Everything && view.matched.size() == view.snapshot->recordCount();
        m_scope->setVisible(isFiltered && !m_checks.isRunning());
        const QString all = view.snapshot->complete ? tr("&all %1") : tr("&all %1 read");
        m_all->setText(all.arg(countText(view.snapshot->recordCount())));
        m_shown->setText(tr("the %1 s&hown").arg(countText(view.matched.count())));
    }

    void showProgress()
    {
        if (m_checks.isRunning()) {
            m_bar->setRange(0, static_cast<int>(m_checks.recordsToCheck()));
            m_bar->setValue(static_cast<int>(m_checks.progress().recordsDone));
            m_summary->setText(
                tr("%1 conversations checked").arg(countText(m_checks.progress().recordsDone)));
            return;
        }
        m_summary->setText(summary());
    }

    QString summary() const
    {
        const CheckedSnapshotPtr& checked = m_checks.checked();
        // Says of how many conversations the counts are, if these are not all.
        const QString scope = checked == nullptr ? QString() : scopeText(*checked);
        QStringList parts;
        if (checked == nullptr)
            parts << tr(
                "Looks for truncated translations, empty answers, repetition, personal data and more.");
        else if (checked->run.findings.empty())
            parts << (scope.isEmpty()
                          ? tr("No findings in %1 conversations.").arg(countText(checked->run.records))
                          : tr("No findings."));
        else if (scope.isEmpty())
            parts << tr("%1 in %2 of %3 conversations.")
                         .arg(countsText(checked->run), countText(conversationsFound()),
                              countText(checked->run.records));
        else
            parts << tr("%1 in %2.").arg(countsText(checked->run), conversationsText(conversationsFound()));
        if (const std::uint64_t unread = checked == nullptr ? 0 : checked->run.unread; unread > 0)
            parts << (unread == 1 ? tr("1 record could not be read.")
                                  : tr("%1 records could not be read.").arg(countText(unread)));
        parts << scope;
        if (!m_checks.settingsMistake().empty())
            parts << tr("The check settings stored with the dataset are not used: %1")
                         .arg(translated(m_checks.settingsMistake()));
        parts.removeAll(QString());
        return parts.join(QLatin1Char(' '));
    }

    /// "2 errors, 1 warning", without those that there are none of.
    static QString countsText(const CheckRun& run)
    {
        QStringList parts;
        if (const auto n = run.count(Severity::Error); n > 0)
            parts << (n == 1 ? tr("1 error") : tr("%1 errors").arg(countText(n)));
        if (const auto n = run.count(Severity::Warning); n > 0)
            parts << (n == 1 ? tr("1 warning") : tr("%1 warnings").arg(countText(n)));
        if (const auto n = run.count(Severity::Note); n > 0)
            parts << (n == 1 ? tr("1 note") : tr("%1 notes").arg(countText(n)));
        //: Stands between the parts of "2 errors, 1 warning, 3 notes".
        return parts.join(tr(", "));
    }

    /// What was looked at, if it is not everything.
    QString scopeText(const CheckedSnapshot& checked) const
    {
        Coverage coverage = checked.run.coverage;
        coverage.isReading = m_workspace.isLoading();
        QStringList parts;
        for (const Phrase& phrase : coverage.phrases())
            parts << sentenceOf(phrase);
        return parts.join(QLatin1Char(' '));
    }

    std::uint64_t conversationsFound() const
    {
        const CheckedSnapshot& checked = *m_checks.checked();
        std::uint64_t count = 0;
        std::optional<Row> last;
        for (const std::uint32_t finding : checked.byRow) {
            const Row row = checked.run.findings[finding].row;
            count += last == row ? 0 : 1;
            last = row;
        }
        return count;
    }

    void showFindings()
    {
        // The list is empty while the dataset is checked again, because files have changed.
        if (m_listed != nullptr)
            m_before = {openChecks(), selectedPlaces(), m_listed->snapshot};
        m_listed = m_checks.checked();
        const bool isBack = m_listed != nullptr && m_before.snapshot != nullptr;
        const Selected selected = isBack ? movedTo(*m_listed->snapshot) : Selected();
        m_model->setChecked(m_listed, m_filter->text().trimmed());
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex index = m_model->index(row, 0);
            m_tree->setExpanded(index, m_before.open.contains(groupNumber(index)));
        }
        m_about->clear();
        selectAgain(selected);
        const bool some = m_model->rowCount() > 0;
        setFocusProxy(some ? static_cast<QWidget*>(m_tree) : m_start);
        // What is hidden loses the keys: while the dataset is checked again, all stays where it is.
        const bool isAgain = m_listed == nullptr && m_before.snapshot != nullptr;
        m_tree->setVisible(some || (isAgain && m_tree->isVisibleTo(this)));
        m_filter->setVisible(m_listed != nullptr || isAgain);
        m_report->setVisible(m_listed != nullptr || isAgain);
        m_about->setVisible(some);
        Q_EMIT m_workspace.stopsChanged();
        for (QAction* action : m_actions)
            action->setEnabled(some);
        fitColumns();
    }

    /// What tells a finding apart from others in the same records.
    using Place = std::tuple<uint, Row, FindingPart, std::uint32_t, std::uint32_t, std::uint32_t>;

    static Place placeOf(const Finding& finding)
    {
        const FindingMark mark = finding.marks.empty() ? FindingMark() : finding.marks.front();
        return {finding.check, finding.row, finding.part, finding.message, mark.text, mark.begin};
    }

    /// What is selected, for a list that is made again. Without those that are accepted.
    struct Selected {
        std::set<Place> findings;
        std::optional<Place> current;
        /// The check that is the current row.
        std::optional<uint> check;
    };

    /// What the list was like when it last had findings.
    struct ListState {
        std::set<uint> open;
        Selected selected;
        SnapshotPtr snapshot;
    };

    /// What was selected, in the rows of a later snapshot.
    Selected movedTo(const Snapshot& snapshot) const
    {
        Selected selected = m_before.selected;
        if (m_before.snapshot.get() == &snapshot)
            return selected;
        SameRecords same(*m_before.snapshot, snapshot);
        const auto moved = [&](Place place) -> std::optional<Place> {
            const auto row = same.find(std::get<Row>(place));
            if (row)
                std::get<Row>(place) = *row;
            return row ? std::optional(place) : std::nullopt;
        };
        selected.findings.clear();
        for (const Place& place : m_before.selected.findings) {
            if (const auto now = moved(place))
                selected.findings.insert(*now);
        }
        if (selected.current)
            selected.current = moved(*selected.current);
        return selected;
    }

    Selected selectedPlaces() const
    {
        Selected selected;
        const auto isFinding = [](const QModelIndex& index) {
            return index.data(FindingModel::FindingRole).isValid();
        };
        for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
            if (isFinding(index))
                selected.findings.insert(placeOf(*m_model->findingAt(index)));
        }
        const QModelIndex current = m_tree->currentIndex();
        if (isFinding(current))
            selected.current = placeOf(*m_model->findingAt(current));
        else if (const QVariant check = current.data(FindingModel::CheckRole);
                 check.isValid() && !current.parent().isValid())
            selected.check = check.toUInt();
        return selected;
    }

    /// Shows no other conversation.
    void selectAgain(const Selected& selected)
    {
        QModelIndex current = selected.check ? m_model->indexOfCheck(*selected.check) : QModelIndex();
        QItemSelection rows;
        const std::size_t count = (selected.findings.empty() && !selected.current) || m_listed == nullptr
                                      ? 0
                                      : m_listed->run.findings.size();
        for (std::uint32_t number = 0; number < count; ++number) {
            const Place place = placeOf(m_listed->run.findings[number]);
            const bool isCurrent = selected.current == place;
            if (!isCurrent && !selected.findings.contains(place))
                continue;
            const QModelIndex index = m_model->indexOfFinding(number);
            if (!index.isValid())
                continue;
            if (selected.findings.contains(place))
                rows.select(index, index);
            if (isCurrent)
                current = index;
        }
        if (selected.check && current.isValid())
            rows.select(current, current);
        m_isRestoring = true;
        if (current.isValid())
            m_tree->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
        m_tree->selectionModel()->select(rows,
                                         QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_isRestoring = false;
    }

    /// The check of a row at the top, or a number that no check has for what was accepted.
    static uint groupNumber(const QModelIndex& index)
    {
        const QVariant check = index.data(FindingModel::CheckRole);
        return check.isValid() ? check.toUInt() : ~0U;
    }

    std::set<uint> openChecks() const
    {
        std::set<uint> open;
        for (int row = 0; row < m_model->rowCount(); ++row) {
            if (const QModelIndex index = m_model->index(row, 0); m_tree->isExpanded(index))
                open.insert(groupNumber(index));
        }
        return open;
    }

    void fitColumns()
    {
        constexpr double kWidestPlace = 0.35;
        constexpr double kSpread = 0.15;
        m_tree->resizeColumnToContents(FindingModel::CountColumn);
        m_tree->setColumnWidth(FindingModel::SpreadColumn, static_cast<int>(m_tree->width() * kSpread));
        m_tree->setColumnWidth(FindingModel::RecordColumn, static_cast<int>(m_tree->width() * kWidestPlace));
    }

    void showAbout(const QModelIndex& index)
    {
        const QVariant number = index.data(FindingModel::CheckRole);
        if (!number.isValid() || m_checks.checked() == nullptr)
            return;
        const Check& check = *checks()[number.toUInt()];
        QString text = checkReason(check);
        if (const CheckResult* result = m_checks.checked()->resultOf(check))
            text += QLatin1Char(' ') + checkScope(*result);
        m_about->setText(text);
    }

    std::pair<std::size_t, std::size_t> stopPosition() const
    {
        return isVisible() ? std::pair(m_model->numberOf(m_tree->currentIndex()), m_model->findingCount())
                           : std::pair(std::size_t{0}, std::size_t{0});
    }

    void step(int by)
    {
        focusTree();
        select(m_model->step(m_tree->currentIndex(), by));
    }

    /// From a button of this panel, so that the keys of findings work.
    void focusTree()
    {
        if (const QWidget* focus = QApplication::focusWidget();
            focus != nullptr && focus != m_tree && isAncestorOf(focus) && m_tree->isVisible())
            m_tree->setFocus(Qt::OtherFocusReason);
    }

    /// Selects a finding, which shows it, also if it is selected already.
    void select(const QModelIndex& index)
    {
        if (!index.isValid())
            return;
        m_tree->expand(index.parent());
        const bool isCurrent = m_tree->currentIndex().siblingAtColumn(FindingModel::WhatColumn) == index;
        // Alone, whatever keys are held: the tree would add it while Ctrl is down.
        m_tree->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect |
                                                             QItemSelectionModel::Rows);
        if (isCurrent)
            goTo(index);
    }

    /// To the words in question.
    void goTo(const QModelIndex& index)
    {
        if (const Finding* finding = m_model->findingAt(index))
            m_workspace.showFinding(*finding);
    }

    /// The conversation follows the row that the menu is about: nobody accepts what is not shown.
    void showMenu(const QPoint& point)
    {
        const QModelIndex index = m_tree->indexAt(point);
        if (!index.isValid())
            return;
        goTo(index);
        QMenu menu(this);
        addAcceptActions(menu, index);
        if (m_checks.canUndo())
            menu.addAction(tr("Undo acceptance"), this, [this] { undo(); })->setShortcut(QKeySequence::Undo);
        if (const QVariant number = index.data(FindingModel::CheckRole); number.isValid()) {
            const Check& check = *checks()[number.toUInt()];
            menu.addAction(tr("Show only conversations with “%1”").arg(asMenuText(checkTitle(check))), this,
                           [this, &check] { showOnly(check); });
            menu.addAction(tr("Read these"), this, [this, &check] {
                showOnly(check);
                m_workspace.readShown();
            });
        }
        menu.addAction(tr("Chart of all checks"), this, [this] { showChart(); });
        menu.addAction(tr("Copy"), this, [index] {
            QStringList cells;
            for (int column = 0; column < FindingModel::ColumnCount; ++column)
                cells << index.siblingAtColumn(column).data().toString();
            QGuiApplication::clipboard()->setText(cells.join(QLatin1Char('\t')).trimmed());
        });
        menu.exec(m_tree->viewport()->mapToGlobal(point));
    }

    void showOnly(const Check& check)
    {
        (void)m_workspace.setQueryText(QStringLiteral("check:") + toQt(std::string(check.id)));
    }

    void addAcceptActions(QMenu& menu, const QModelIndex& index)
    {
        if (const std::vector<std::uint32_t> back = acceptedRows(index); !back.empty()) {
            menu.addAction(back.size() == 1
                               ? tr("No longer accept this finding")
                               : tr("No longer accept these %1 findings").arg(countText(back.size())),
                           this, [this, back] { takeBack([&] { return m_checks.takeBack(back); }); });
            return;
        }
        const std::size_t count = findingRows().size();
        if (count == 0)
            return;
        menu.addAction(count == 1 ? tr("Accept this finding…")
                                  : tr("Accept these %1 findings…").arg(countText(count)),
                       this, [this] { accept(); })
            ->setShortcut(Qt::Key_A);
    }

    /// Those that are selected, in the numbers of CheckRun::findings; a check stands for all of its own.
    std::vector<std::uint32_t> findingRows() const
    {
        std::set<std::uint32_t> rows;
        for (const QModelIndex& index : m_tree->selectionModel()->selectedRows()) {
            for (int row = 0; row < m_model->rowCount(index); ++row) {
                const QVariant below = m_model->index(row, 0, index).data(FindingModel::FindingRole);
                if (below.isValid())
                    rows.insert(below.toUInt());
            }
            if (const QVariant number = index.data(FindingModel::FindingRole); number.isValid())
                rows.insert(number.toUInt());
        }
        // A finding in the dataset as a whole has no place that could be written down.
        std::erase_if(rows, [this](std::uint32_t row) {
            return m_listed->run.findings[row].part == FindingPart::Dataset;
        });
        return {rows.begin(), rows.end()};
    }

    /// The accepted finding of a row, or all of them for their group; in the numbers of CheckRun::accepted.
    std::vector<std::uint32_t> acceptedRows(const QModelIndex& index) const
    {
        std::vector<std::uint32_t> rows;
        if (const QVariant number = index.data(FindingModel::AcceptedRole); number.isValid())
            rows.push_back(number.toUInt());
        for (int row = 0; m_model->isAcceptedGroup(index) && row < m_model->rowCount(index); ++row)
            rows.push_back(m_model->index(row, 0, index).data(FindingModel::AcceptedRole).toUInt());
        return rows;
    }

    /// In the charts, whose bars filter: how many conversations each check has found something in.
    void showChart() { m_workspace.showChart({"distribution", "check", {}, {}}); }

    void accept()
    {
        const std::vector<std::uint32_t> rows = findingRows();
        if (rows.empty())
            return;
        const CheckedSnapshotPtr asked = m_checks.checked();
        bool isChosen = false;
        const QString reason =
            QInputDialog::getText(this,
                                  rows.size() == 1 ? tr("Accept this finding")
                                                   : tr("Accept %1 findings").arg(countText(rows.size())),
                                  tr("Accepted findings are stored with the dataset and hidden. Reason:"),
                                  QLineEdit::Normal, {}, &isChosen);
        // While the dialog was open, files may have changed, and these are the numbers of other findings.
        if (!isChosen || m_checks.checked() != asked)
            return;
        const uint check = m_checks.checked()->run.findings[rows.front()].check;
        const QModelIndex group = m_model->indexOfCheck(check);
        const int groupRow = group.row();
        int row = 0;
        while (row + 1 < m_model->rowCount(group) &&
               m_model->index(row, 0, group).data(FindingModel::FindingRole).toUInt() < rows.front())
            ++row;
        if (say(m_checks.accept(rows, fromQt(reason.trimmed()))))
            goToNext(check, groupRow, row);
    }

    /// What stands now where a finding was, or comes after it.
    void goToNext(uint check, int groupRow, int row)
    {
        QModelIndex group = m_model->indexOfCheck(check);
        QModelIndex next;
        if (!group.isValid())
            next = m_model->index(0, 0, m_model->index(groupRow, 0));
        else if (row < m_model->rowCount(group))
            next = m_model->index(row, 0, group);
        else
            next = m_model->step(m_model->index(row - 1, 0, group), 1);
        if (!next.data(FindingModel::FindingRole).isValid())
            next = m_model->step({}, 1);
        select(next);
    }

    void undo()
    {
        takeBack([this] { return m_checks.undo(); });
    }

    /// Selects the first finding that `change` lists again.
    template<typename Change>
    void takeBack(const Change& change)
    {
        const CheckedSnapshotPtr before = m_checks.checked();
        if (!say(change()) || before == nullptr)
            return;
        std::set<Place> known;
        for (const Finding& finding : before->run.findings)
            known.insert(placeOf(finding));
        const auto& now = m_checks.checked()->run.findings;
        const auto back = std::ranges::find_if(
            now, [&known](const Finding& finding) { return !known.contains(placeOf(finding)); });
        select(m_model->indexOfFinding(static_cast<std::uint32_t>(back - now.begin())));
    }

    /// False, after saying why, if the file of what is accepted cannot be written.
    bool say(const Phrase& mistake)
    {
        if (!mistake.empty())
            m_workspace.report(tr("Accepted findings could not be saved:"), translated(mistake));
        return mistake.empty();
    }

    Workspace& m_workspace;
    DatasetChecks& m_checks;
    FindingModel* m_model;
    QPushButton* m_start;
    QWidget* m_scope;
    QRadioButton* m_all;
    QRadioButton* m_shown;
    QProgressBar* m_bar;
    QLabel* m_summary;
    QPushButton* m_report;
    QLineEdit* m_filter;
    QTreeView* m_tree;
    QLabel* m_about;
    QList<QAction*> m_actions;
    QTimer m_refresh;
    /// What the model lists.
    CheckedSnapshotPtr m_listed;
    ListState m_before;
    /// The list was made again; the conversation does not follow.
    bool m_isRestoring = false;
};

} // namespace

PanelSpec checksPanel()
{
    return {QStringLiteral("checks"), QCoreApplication::translate("Panels", "Checks"), PanelArea::Bottom,
            makePanel<ChecksPanel>};
}

} // namespace duologue::ui

#include "checks_panel.moc"
