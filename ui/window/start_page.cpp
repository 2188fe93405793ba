// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "core/util/phrase_id.h"
#include "ui/app/intent_codes.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <utility>

namespace duologue::ui {

namespace {

/// Beside the pinned ones, which are all shown.
constexpr std::ptrdiff_t kRecentShown = 5;
constexpr int kRowMargins = 5 * kGrid;

/// So that a row that is made anew has the focus again.
const char* const kPathProperty = "path";

QWidget* childWithPath(const QWidget& list, const QString& name, const QString& path)
{
    const auto all = list.findChildren<QWidget*>(name);
    const auto found = std::find_if(all.begin(), all.end(), [&path](const QWidget* each) {
        return each->property(kPathProperty).toString() == path;
    });
    return found == all.end() ? nullptr : *found;
}

} // namespace

RecentList::RecentList(RecentDatasets& datasets, int width, QWidget* parent)
    : QWidget(parent), m_datasets(datasets), m_width(width), m_rows(new QVBoxLayout(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(kHalfGrid);
    connect(&m_datasets, &RecentDatasets::changed, this, &RecentList::fill);
    fill();
}

void RecentList::fill()
{
    // That of the window: this list's own may have lost the keys to something else.
    const QWidget* focus = window()->focusWidget();
    if (!isAncestorOf(focus))
        focus = nullptr;
    const QString name = focus == nullptr ? QString() : focus->objectName();
    const QString path = focus == nullptr ? QString() : focus->property(kPathProperty).toString();
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        if (QWidget* row = item->widget()) {
            row->hide();
            row->deleteLater();
            row->setParent(nullptr);
        }
        delete item;
    }
    const auto& entries = m_datasets.entries();
    if (entries.empty())
        return;
    auto* heading = new QLabel(tr("Recently opened"), this);
    heading->setForegroundRole(QPalette::PlaceholderText);
    m_rows->addWidget(heading);
    std::ptrdiff_t unpinned = 0;
    for (const RecentDataset& entry : entries) {
        if (entry.isPinned || unpinned++ < kRecentShown)
            m_rows->addWidget(makeRow(entry.path, entry.isPinned, entry.isMissing));
    }
    if (QWidget* again = path.isEmpty() ? nullptr : childWithPath(*this, name, path))
        again->setFocus();
}

QWidget* RecentList::makeRow(const QString& path, bool isPinned, bool isMissing)
{
    auto* row = new QWidget(this);
    const QFileInfo file(path);
    const QString whole = asLabel(QDir::toNativeSeparators(path));
    auto* open = new QPushButton(row);
    open->setObjectName(QStringLiteral("recentButton"));
    open->setProperty(kPathProperty, path);
    const int room = m_width - fontMetrics().horizontalAdvance(file.fileName()) - 2 * kRowMargins;
    const QString folder =
        isMissing ? tr("no longer exists") : asLabel(QDir::toNativeSeparators(file.path()));
    open->setText(asMenuText(asLabel(file.fileName())) + QStringLiteral("   ") +
                  asMenuText(fontMetrics().elidedText(folder, Qt::ElideMiddle, room)));
    open->setIcon(toolIcon(QStringLiteral("open")));
    open->setToolTip(asToolTip(QDir::toNativeSeparators(path)));
    open->setAccessibleName(isMissing ? tr("%1 no longer exists").arg(whole) : tr("Open %1").arg(whole));
    open->setStyleSheet(QStringLiteral("text-align: left; padding: %1px").arg(kHalfGrid));
    open->setEnabled(!isMissing);
    connect(open, &QPushButton::clicked, this, [this, path] { Q_EMIT openRequested(path); });

    auto* pin = new QToolButton(row);
    pin->setObjectName(QStringLiteral("pinButton"));
    pin->setProperty(kPathProperty, path);
    pin->setCheckable(true);
    pin->setChecked(isPinned);
    pin->setAutoRaise(true);
    pin->setFocusPolicy(Qt::StrongFocus);
    pin->setIcon(toolIcon(isPinned ? QStringLiteral("pinned") : QStringLiteral("pin")));
    pin->setToolTip(isPinned ? tr("Unpin from this list") : tr("Pin to this list"));
    pin->setAccessibleName(isPinned ? tr("Unpin %1 from this list").arg(whole)
                                    : tr("Pin %1 to this list").arg(whole));
    connect(pin, &QToolButton::clicked, this,
            [this, path](bool pinned) { m_datasets.setPinned(path, pinned); });

    auto* remove = new QAction(tr("Remove from this list"), row);
    connect(remove, &QAction::triggered, this, [this, path] { m_datasets.remove(path); });
    row->addAction(remove);
    row->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kHalfGrid);
    layout->addWidget(open, 1);
    layout->addWidget(pin);
    row->setFixedWidth(m_width);
    return row;
}

QString sampleDatasetPath()
{
    const QDir program(QCoreApplication::applicationDirPath());
    for (const QString& path : {program.filePath(QStringLiteral("../share/duologue/sample")),
                                QStringLiteral(DUOLOGUE_SAMPLE_DIR)}) {
        if (!path.isEmpty() && QDir(path).exists())
            return QDir::cleanPath(path);
    }
    return {};
}

namespace {

constexpr int kTextWidth = 70 * kGrid;
constexpr int kLeastTextWidth = 24 * kGrid;
constexpr int kMargins = 5 * kGrid;
constexpr int kReasonsShown = 6;
/// Of the keys that were not searched, so many are named.
constexpr std::size_t kKeysNamed = 8;
constexpr double kTitleScale = 1.6;
/// How much of the accent is behind the page while something is dragged over it.
constexpr double kDropShare = 0.12;

QFont scaled(QFont font, double by)
{
    font.setPointSizeF(font.pointSizeF() * by);
    return font;
}

} // namespace

StartPage::StartPage(Workspace& workspace, RecentDatasets& recent, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_title(new QLabel(this)),
      m_text(new QLabel(this)),
      m_openButtons(new QWidget(this)),
      m_clearFilter(new QPushButton(tr("Clear filter"), this)),
      m_blamed(new QWidget(this)),
      m_continue(new QPushButton(this)),
      m_recentDatasets(recent),
      m_recent(new RecentList(recent, kTextWidth, this))
{
    setObjectName(QStringLiteral("startPage"));
    // So that keys for a text that has just gone do not press a button.
    setFocusPolicy(Qt::StrongFocus);
    m_title->setFont(scaled(m_title->font(), kTitleScale));
    m_title->setWordWrap(true);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setObjectName(QStringLiteral("startTitle"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setObjectName(QStringLiteral("startText"));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setFixedWidth(kTextWidth);
    m_clearFilter->setObjectName(QStringLiteral("clearFilterButton"));
    m_blamed->setObjectName(QStringLiteral("blamedConditions"));
    auto* blamed = new QVBoxLayout(m_blamed);
    blamed->setContentsMargins(0, 0, 0, 0);

    auto* open = new QPushButton(tr("Open folder…"), m_openButtons);
    auto* files = new QPushButton(tr("Open files…"), m_openButtons);
    auto* table = new QPushButton(tr("Open table…"), m_openButtons);
    table->setToolTip(tr("Conversations in ClickHouse or PostgreSQL"));
    auto* sample = new QPushButton(tr("Open sample dataset"), m_openButtons);
    open->setDefault(true);
    auto* buttons = new QHBoxLayout(m_openButtons);
    buttons->setContentsMargins(0, kGrid, 0, kGrid);
    buttons->setSpacing(kGrid);
    for (QPushButton* button : {open, files, table, sample})
        buttons->addWidget(button);
    buttons->addStretch();
    m_continue->setObjectName(QStringLiteral("continueButton"));
    m_continue->setAccessibleName(tr("Continue"));

    auto* column = new QVBoxLayout;
    column->setSpacing(kGrid);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_title, m_text, m_continue, m_openButtons,
                                                           m_blamed, m_clearFilter, m_recent})
        column->addWidget(widget, 0, Qt::AlignLeft);
    auto* outer = new QVBoxLayout(this);
    auto* row = new QHBoxLayout;
    row->addStretch();
    row->addLayout(column);
    row->addStretch();
    outer->addStretch(2);
    outer->addLayout(row);
    outer->addStretch(3);

    connect(open, &QPushButton::clicked, this, &StartPage::openFolderRequested);
    connect(files, &QPushButton::clicked, this, &StartPage::openFilesRequested);
    connect(table, &QPushButton::clicked, this, &StartPage::openTableRequested);
    connect(sample, &QPushButton::clicked, this, &StartPage::sampleRequested);
    connect(m_clearFilter, &QPushButton::clicked, this, [this] { m_workspace.setQuery({}); });
    connect(m_continue, &QPushButton::clicked, this, &StartPage::sessionRequested);
    connect(m_recent, &RecentList::openRequested, this, &StartPage::recentRequested);
}

/// A wrapping label has the right height only if its width is fixed.
void StartPage::resizeEvent(QResizeEvent* event)
{
    const int room = std::clamp(width() - kMargins, kLeastTextWidth, kTextWidth);
    m_text->setFixedWidth(room);
    m_title->setFixedWidth(room);
    QWidget::resizeEvent(event);
}

QSize StartPage::minimumSizeHint() const
{
    return {kLeastTextWidth + kMargins, QWidget::minimumSizeHint().height()};
}

void StartPage::offerSession(const QStringList& paths)
{
    constexpr qsizetype kNamed = 2;
    QStringList names;
    for (const QString& path : paths.mid(0, kNamed))
        names << asLabel(QFileInfo(path).fileName());
    if (paths.size() > kNamed)
        names << QStringLiteral("…");
    const QString text = names.join(QStringLiteral(", "));
    m_isOffered = !names.isEmpty();
    m_continue->setText(tr("Continue with %1").arg(asMenuText(text)));
    m_continue->setToolTip(asToolTip(paths.join(QLatin1Char('\n'))));
    m_continue->setAccessibleName(tr("Continue with %1").arg(text));
    showState();
}

void StartPage::setDropHighlight(bool highlighted)
{
    m_isDropTarget = highlighted;
    update();
}

void StartPage::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    if (!m_isDropTarget)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = palette().color(QPalette::Highlight);
    painter.setPen(QPen(accent, 2, Qt::DashLine));
    painter.setBrush(blended(palette().color(QPalette::Window), accent, kDropShare));
    painter.drawRoundedRect(rect().adjusted(kGrid, kGrid, -kGrid, -kGrid), kGrid, kGrid);
}

void StartPage::showText(const QString& title, const QString& text)
{
    m_title->setText(asLines(title));
    m_text->setText(asLines(text));
    setAccessibleName(title);
}

bool StartPage::showState()
{
    const ViewPtr shown = m_workspace.view();
    const View& view = *shown;
    const bool nothingOpen = m_workspace.paths().isEmpty();
    // A running search may still find something.
    const bool nothingLeft = view.snapshot->recordCount() > 0 && view.order.empty() && !view.isPartial;
    if (!nothingLeft) {
        m_why.cancel();
        m_empty.reset();
    }
    m_openButtons->setVisible(!nothingLeft && !m_workspace.isLoading());
    if (nothingOpen && !m_isAboutStart)
        m_recentDatasets.look();
    m_isAboutStart = nothingOpen;
    m_recent->setVisible(nothingOpen);
    m_continue->setVisible(nothingOpen && m_isOffered);
    m_clearFilter->setVisible(nothingLeft);
    if (!nothingLeft)
        showBlamed({});
    if (nothingOpen)
        showText(
            tr("Open a dataset of conversations"),
            tr("Read conversations in two languages side by side, agent runs as steps, and candidate answers "
               "with "
               "their differences.\n"
               "Filter by any field and by conditions on messages, and chart what is left.\n"
               "Check for missing translations, duplicates, personal data and more, and export the rest.") +
                QStringLiteral("\n\n") +
                tr("Open a folder or files, or drop them here: JSON, JSON Lines, Parquet, Arrow, CSV or TSV, "
                   "compressed or not. Files that hold no conversations are listed with the reason."));
    else if (nothingLeft)
        showNoMatches(shown);
    else if (view.snapshot->recordCount() > 0)
        return false;
    else if (m_workspace.isLoading())
        showText(tr("Reading…"), m_workspace.paths().join(QLatin1Char('\n')));
    else
        showText(tr("No conversations found"), whyEmpty());
    return true;
}

/// A worker looks for the likely reason, because that may need every message.
void StartPage::showNoMatches(const ViewPtr& view)
{
    if (m_empty == view)
        return;
    m_empty = view;
    showBlamed({});
    const QString text = (view->snapshot->complete ? tr("None of the %1 conversations match: %2")
                                                   : tr("None of the %1 conversations read match: %2"))
                             .arg(countText(view->snapshot->recordCount()), toQt(toText(view->query)));
    showText(tr("No conversation matches the filter"), text);
    m_why.run([view](const Job& job) { return whyNone(*view, job); },
              [this, text](const WhyNone& why) {
                  m_text->setText(asLines(text) + textOf(why));
                  showBlamed(why.blamed);
              });
}

void StartPage::showBlamed(const std::vector<Blamed>& blamed)
{
    qDeleteAll(m_blamed->findChildren<QPushButton*>(Qt::FindDirectChildrenOnly));
    constexpr std::size_t kMost = 5;
    QWidget* before = this;
    for (std::size_t i = 0; i < std::min(blamed.size(), kMost); ++i) {
        const Blamed& each = blamed[i];
        const QString text = tr("Without %1: %Ln conversation(s)", nullptr, static_cast<int>(each.matches))
                                 .arg(asLabel(toText(each.condition)));
        auto* button = new QPushButton(text, m_blamed);
        button->setMaximumWidth(kTextWidth);
        connect(button, &QPushButton::clicked, this,
                [this, others = each.others] { m_workspace.setQuery(others); });
        m_blamed->layout()->addWidget(button);
        setTabOrder(before, button);
        before = button;
    }
    m_blamed->setVisible(!blamed.empty());
}

StartPage::WhyNone StartPage::whyNone(const View& view, const Job& job)
{
    WhyNone why;
    if (asksTexts(view.query)) {
        why.keysNotSearched = textKeysOf(*view.snapshot).closed();
        // A query looks at the ids of conversations as well.
        std::erase(why.keysNotSearched, "id");
    }
    why.mistake = likelyMistake(*view.snapshot, view.query, job);
    const std::vector<Query> conditions = conjuncts(view.query);
    for (std::size_t i = 0; conditions.size() > 1 && i < conditions.size() && !job.stopRequested(); ++i) {
        std::vector<Query> others = conditions;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        Blamed blamed{conditions[i], Query::all(std::move(others))};
        const auto found = evaluate(*view.snapshot, blamed.others, job);
        if (const auto* rows = found.get())
            blamed.matches = rows->count();
        if (blamed.matches > 0)
            why.blamed.push_back(std::move(blamed));
    }
    std::ranges::stable_sort(why.blamed, {}, &Blamed::matches);
    return why;
}

/// One line each, after a line break.
QString StartPage::textOf(const WhyNone& why)
{
    QString text;
    const auto add = [&text](QString sentence) {
        sentence.replace(0, 1, sentence.at(0).toUpper());
        text += QLatin1Char('\n') + sentence;
    };
    const std::size_t named = std::min(why.keysNotSearched.size(), kKeysNamed);
    if (named > 0) {
        QStringList names;
        for (std::size_t i = 0; i < named; ++i)
            names << asLabel(why.keysNotSearched[i]);
        QString keys = names.join(tr(", "));
        if (const std::size_t more = why.keysNotSearched.size() - named; more > 0)
            keys = tr("%1 and %2 more").arg(keys, countText(more));
        add(translated({PhraseId::KeysNotSearched, fromQt(keys)}));
    }
    if (why.mistake)
        add(translated(why.mistake->what));
    return text;
}

QString StartPage::whyEmpty() const
{
    const Snapshot& snapshot = m_workspace.snapshot();
    if (snapshot.problems.size() > 0) {
        const Problem& first = snapshot.problems[0];
        const QString where = first.where.file == kNoFile ? m_workspace.paths().join(QStringLiteral(", "))
                                                          : toQt(snapshot.file(first.where.file).shownPath);
        return tr("%1: %2 (%3)")
            .arg(where, QCoreApplication::translate("ProblemCode", codeTitle(first.code).data()),
                 translated(first.detail));
    }
    if (snapshot.files.empty())
        return tr("There are no files in %1.").arg(m_workspace.paths().join(QStringLiteral(", ")));
    std::map<QString, int> reasons;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        ++reasons[translated(snapshot.files[i].skipReason)];
    QStringList lines{tr("%n file(s) were skipped:", nullptr, static_cast<int>(snapshot.files.size()))};
    for (const auto& [reason, count] : reasons) {
        if (lines.size() > kReasonsShown)
            break;
        lines << QStringLiteral("%1 × %2").arg(countText(static_cast<std::uint64_t>(count)), reason);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace duologue::ui
