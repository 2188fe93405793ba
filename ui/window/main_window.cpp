// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"
#include "core/data/field_reader.h"
#include "core/data/snapshot.h"
#include "core/io/folder.h"
#include "core/remote/table_address.h"
#include "ui/app/plain_keys.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/dialogs/keys_dialog.h"
#include "ui/query/query_bar.h"
#include "ui/table/field_tree_dialog.h"
#include "ui/table/record_table_view.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"
#include "ui/window/bars.h"
#include "ui/window/menus.h"
#include "ui/window/session.h"
#include "ui/window/start_page.h"
#include "ui/window/workbench.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QObject>
#include <QPainter>
#include <QPointer>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace duologue::ui {

/// The first row that shows most of what the window can show: texts in two languages, annotated messages,
/// marks, ratings. Empty if there are no rows. Looks at every message of a small dataset, such as the sample.
std::optional<Row> tellingRow(const Snapshot& snapshot);

class MainWindow;
class Settings;
class Workspace;

/// Makes all transcripts of the window show texts as the main one does: languages, Markdown, zoom.
void followReadingMode(const MainWindow& window);

/// Applies the selected fonts to all transcripts of the window.
void applyReadingFonts(const MainWindow& window, const Settings& settings);

/// Reports, once, that no Chinese font is installed.
void hintAtFonts(Workspace& workspace, Settings& settings);

class AreaSteps;

/// Shows where the keys go: a frame around the area of the window that has the focus, and a line that names
/// the keys without Ctrl or Alt that act there. Part of the main window.
class KeyGuide : public QObject {
    Q_OBJECT

public:
    /// Writes into `line`.
    KeyGuide(MainWindow& window, const AreaSteps& areas, QLabel& line);
    ~KeyGuide() override;

    /// As it is shown for a widget that has the focus: "Space page · J/K conversation".
    QString textFor(const QWidget* focus) const;
    /// The area that is framed; null for none.
    const QWidget* framed() const;

private:
    class Frame;

    void show(QWidget* focus);

    MainWindow& m_window;
    const AreaSteps& m_areas;
    QLabel& m_line;
    QPointer<Frame> m_frame;
};

class Workbench;

/// Where the user has been: the perspectives, and within a perspective the records to which they have jumped.
/// A step to the next record is no jump. Going back to another perspective keeps the record, so that reading
/// goes on there. GUI thread.
class PlaceHistory : public QObject {
    Q_OBJECT

public:
    PlaceHistory(Workspace& workspace, Workbench& workbench, QObject* parent);

    bool canGoBack() const { return m_index > 0; }
    bool canGoForward() const { return m_index + 1 < m_places.size(); }
    void goBack() { go(-1); }
    void goForward() { go(1); }
    /// Back to the perspective before this one, or to Explore.
    void leavePerspective();

Q_SIGNALS:
    void changed();

private:
    struct Place {
        Perspective perspective = Perspective::Explore;
        std::optional<Row> row;
    };

    void begin();
    void note();
    void go(int by);
    bool isStep(Row from, Row to) const;

    Workspace& m_workspace;
    Workbench& m_workbench;
    std::vector<Place> m_places;
    std::size_t m_index = 0;
    bool m_isGoing = false;
};

namespace {

/// How much of it there is to see; languages and marks first, because few records have them.
int score(const Snapshot& snapshot, Row row, const std::vector<FieldReader>& ratings)
{
    constexpr int kBilingual = 8;
    constexpr int kMarked = 4;
    constexpr int kAnnotated = 2;
    int sum = snapshot.record(row).translation() == Translation::Complete ? kBilingual : 0;
    const auto [begin, end] = snapshot.messageRange(row);
    bool isMarked = false;
    bool isAnnotated = false;
    for (MessageIndex i = begin; i < end; ++i) {
        isMarked = isMarked || snapshot.messages.mark(i) == Mark::Yes;
        isAnnotated = isAnnotated || snapshot.messages.column(MessageColumn::Intent).has(indexOf(i));
    }
    sum += (isMarked ? kMarked : 0) + (isAnnotated ? kAnnotated : 0);
    const bool isRated = std::any_of(ratings.begin(), ratings.end(),
                                     [row](const FieldReader& rating) { return rating.has(row); });
    return sum + (isRated ? 1 : 0);
}

} // namespace

std::optional<Row> tellingRow(const Snapshot& snapshot)
{
    std::vector<FieldReader> ratings;
    for (const std::string& key : keysWith(snapshot, &FieldTraits::isRating)) {
        if (const auto field = findField(snapshot, key))
            ratings.push_back(*field);
    }
    std::optional<Row> best;
    int most = -1;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (const int own = score(snapshot, row, ratings); own > most) {
            most = own;
            best = row;
        }
    }
    return best;
}

void applyReadingFonts(const MainWindow& window, const Settings& settings)
{
    const ReadingFonts fonts{settings.readingFamily(QStringLiteral("en")),
                             settings.readingFamily(QStringLiteral("zh"))};
    for (auto* transcript : window.findChildren<TranscriptView*>())
        transcript->setReadingFonts(fonts);
}

void followReadingMode(const MainWindow& window)
{
    const auto all = window.findChildren<TranscriptView*>();
    for (const TranscriptView* main : all) {
        if (main->part() != TranscriptView::Part::Main)
            continue;
        for (TranscriptView* other : all) {
            if (other == main)
                continue;
            other->setMode(main->mode());
            QObject::connect(main, &TranscriptView::modeChanged, other,
                             [main, other] { other->setMode(main->mode()); });
            QObject::connect(main, &TranscriptView::zoomChanged, other, &TranscriptView::setZoom);
        }
    }
}

void hintAtFonts(Workspace& workspace, Settings& settings)
{
    if (!workspace.paths().isEmpty() && !hasChineseFont() && settings.takeFontHint())
        workspace.report(MainWindow::tr("No Chinese font is installed:"),
                         MainWindow::tr("install Noto Sans CJK to read Chinese texts."));
}

/// Lies over an area. Only its edge is there, so that what it frames scrolls as if it were alone.
class KeyGuide::Frame final : public QWidget {
public:
    explicit Frame(QWidget& area) : QWidget(&area)
    {
        setObjectName(QStringLiteral("focusFrame"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
        area.installEventFilter(this);
        fit();
        QWidget::show();
        raise();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == parent() && event->type() == QEvent::Resize)
            fit();
        else if (watched == parent() && event->type() == QEvent::ChildPolished)
            raise();
        return false;
    }

    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), palette().highlight()); }

private:
    void fit()
    {
        constexpr int kWidth = 2;
        const QRect whole = parentWidget()->rect();
        setGeometry(whole);
        setMask(QRegion(whole) - whole.adjusted(kWidth, kWidth, -kWidth, -kWidth));
    }
};

KeyGuide::KeyGuide(MainWindow& window, const AreaSteps& areas, QLabel& line)
    : QObject(&window), m_window(window), m_areas(areas), m_line(line)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        // Without a focus, the window may be on its way out.
        if (now != nullptr && now->window() == &m_window)
            show(now);
    });
}

KeyGuide::~KeyGuide() = default;

const QWidget* KeyGuide::framed() const
{
    return m_frame ? m_frame->parentWidget() : nullptr;
}

void KeyGuide::show(QWidget* focus)
{
    m_line.setText(textFor(focus));
    m_line.setToolTip(m_line.text());
    QWidget* const area = m_areas.panelOf(focus);
    if (area == framed())
        return;
    delete m_frame;
    if (area != nullptr)
        m_frame = new Frame(*area);
}

QString KeyGuide::textFor(const QWidget* focus) const
{
    const auto shown = [this](const char* action, QKeyCombination usual) {
        const QAction* const found =
            action == nullptr ? nullptr : m_window.panelAction(QLatin1String(action));
        const QKeySequence key = found != nullptr ? found->shortcut() : QKeySequence(usual);
        // The words for these keys are longer than what they do.
        return key.toString(QKeySequence::NativeText)
            .replace(QKeySequence(Qt::Key_Right).toString(QKeySequence::NativeText), QStringLiteral("→"))
            .replace(QKeySequence(Qt::Key_Left).toString(QKeySequence::NativeText), QStringLiteral("←"));
    };
    QStringList parts;
    const unsigned area = keyAreaOf(focus);
    for (const PlainKeySpec& each : plainKeys()) {
        if ((each.areas & area) == 0)
            continue;
        QString keys = shown(each.action, each.key);
        const bool isPair =
            each.back.key() != Qt::Key_unknown && each.back.keyboardModifiers() == Qt::NoModifier;
        if (isPair)
            keys += QLatin1Char('/') + shown(each.backAction, each.back);
        if (!keys.isEmpty())
            parts << keys + QLatin1Char(' ') + each.what();
    }
    if (m_areas.panelOf(focus) != nullptr || area != NoKeyArea)
        parts << tr("F6 next area");
    return parts.join(QStringLiteral(" · "));
}

constexpr std::size_t kMostPlaces = 200;

PlaceHistory::PlaceHistory(Workspace& workspace, Workbench& workbench, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_workbench(workbench)
{
    begin();
    connect(&m_workspace, &Workspace::pathsChanged, this, &PlaceHistory::begin);
    connect(&m_workspace, &Workspace::currentChanged, this, &PlaceHistory::note);
    connect(&m_workbench, &Workbench::perspectiveChanged, this, &PlaceHistory::note);
}

void PlaceHistory::begin()
{
    m_places = {{m_workbench.perspective(), m_workspace.currentRow()}};
    m_index = 0;
    Q_EMIT changed();
}

/// Rows that the filter hides are no places to return to.
bool PlaceHistory::isStep(Row from, Row to) const
{
    const RowOrder& order = m_workspace.view()->order;
    const auto first = std::find(order.begin(), order.end(), from);
    const auto second = std::find(order.begin(), order.end(), to);
    if (first == order.end() || second == order.end())
        return true;
    const auto distance = second - first;
    return distance >= -1 && distance <= 1;
}

void PlaceHistory::note()
{
    if (m_isGoing)
        return;
    const Place now{m_workbench.perspective(), m_workspace.currentRow()};
    Place& last = m_places[m_index];
    if (now.perspective == last.perspective &&
        (now.row == last.row || !now.row || !last.row || isStep(*last.row, *now.row))) {
        if (now.row)
            last.row = now.row;
        return;
    }
    m_places.resize(m_index + 1);
    m_places.push_back(now);
    if (m_places.size() > kMostPlaces)
        m_places.erase(m_places.begin());
    m_index = m_places.size() - 1;
    Q_EMIT changed();
}

void PlaceHistory::leavePerspective()
{
    const Perspective now = m_workbench.perspective();
    while (m_index > 0 && m_places[m_index - 1].perspective == now)
        --m_index;
    if (m_index > 0)
        go(-1);
    else
        m_workbench.setPerspective(Perspective::Explore);
}

void PlaceHistory::go(int by)
{
    if (by < 0 ? !canGoBack() : !canGoForward())
        return;
    const Perspective before = m_workbench.perspective();
    m_index = by < 0 ? m_index - 1 : m_index + 1;
    const Place& place = m_places[m_index];
    m_isGoing = true;
    m_workbench.setPerspective(place.perspective);
    if (place.perspective != before)
        m_places[m_index].row = m_workspace.currentRow();
    else if (place.row && *place.row < m_workspace.snapshot().endRow())
        m_workspace.setCurrentRow(place.row);
    m_isGoing = false;
    Q_EMIT changed();
}

namespace {

QStringList localPaths(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

/// A saved view of rows of a table, which have to be fetched first.
bool isTableView(const SavedView& view)
{
    return view.paths.size() == 1 && isTableAddress(view.paths.front().string());
}

/// The names of the opened files and folders, shortened.
QString namesOf(const QStringList& paths)
{
    constexpr qsizetype kNamed = 3;
    QStringList names;
    for (const QString& path : paths.first(std::min(kNamed, paths.size())))
        names << asLabel(QFileInfo(QFileInfo(path).absoluteFilePath()).fileName());
    return names.join(QStringLiteral(", ")) + (paths.size() > kNamed ? QStringLiteral(", …") : QString());
}

} // namespace

MainWindow::MainWindow(Workspace& workspace, QWidget* parent) : QMainWindow(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(programIcon());
    setAcceptDrops(true);
    createCenter();
    createPlaces();
    m_status = new StatusLine(m_workspace, this);
    setStatusBar(m_status);
    m_session = new Session(m_workspace, *findChild<RecordTableView*>(),
                            *findChild<TranscriptView*>(QStringLiteral("transcript")), this);
    connect(m_session, &Session::notRestored, this,
            [this] { m_startPage->offerSession(Session::keptPaths()); });
    m_appearance = m_settings.appearance();
    connect(&m_settings, &Settings::changed, this, &MainWindow::applySettings);
    buildMenus(*this, m_workspace, m_settings);
    m_keys = new KeyBindings(*this, *menuBar());
    new KeyGuide(*this, *m_areaSteps, m_status->keyLine());
    new WindowShortcuts(*this);
    addToolBar(new ToolBar(*this, m_workspace, *m_workbench, *m_queryBar));
    applyReadingFonts(*this, m_settings);
    followReadingMode(*this);
    connectWorkspace();
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - QSize(16, 48)));
    if (const auto layout = m_settings.windowLayout()) {
        restoreGeometry(layout->geometry);
        m_workbench->restoreAll(layout->panels);
    }
    connect(m_workbench, &Workbench::perspectiveChanged, this, &MainWindow::focusPerspective);
    showPlaces();
    showReading();
    // The workspace may have begun to read before the window was made.
    if (!m_workspace.paths().isEmpty())
        showPaths();
    showState();
}

MainWindow::~MainWindow() = default;

void MainWindow::createCenter()
{
    auto* holder = new QWidget(this);
    auto* layout = new QVBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_strip = new MessageStrip(holder);
    m_stack = new QStackedWidget(holder);
    m_startPage = new StartPage(m_workspace, m_recent, m_stack);
    m_workbench = new Workbench(m_workspace, m_stack);
    m_stack->addWidget(m_startPage);
    m_stack->addWidget(m_workbench);
    m_stopped = named<MessageStrip>("stoppedStrip", holder, tr("&Read the rest"));
    connect(m_stopped, &MessageStrip::actionClicked, &m_workspace, &Workspace::reload);
    layout->addWidget(m_strip);
    layout->addWidget(m_stopped);
    layout->addWidget(m_stack, 1);
    setCentralWidget(holder);
    m_queryBar = new QueryBar(m_workspace, this);
    connect(m_queryBar, &QueryBar::entered, this, [this] {
        m_workspace.showFirst();
        // With an empty result there is nothing to read, and a button would take the keys for pages.
        if (!m_startPage->isAboutFilter())
            focusText();
    });
    connect(m_queryBar, &QueryBar::chipsLeft, this, &MainWindow::focusContent);
    connect(m_startPage, &StartPage::openFolderRequested, this, &MainWindow::askForFolder);
    connect(m_startPage, &StartPage::openFilesRequested, this, &MainWindow::askForFiles);
    connect(m_startPage, &StartPage::openTableRequested, this, [this] { askForTable(); });
    connect(m_startPage, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_startPage, &StartPage::recentRequested, this,
            [this](const QString& path) { openPaths({path}); });
    connect(m_startPage, &StartPage::sessionRequested, this, [this] { m_session->restore(); });
}

/// The perspectives and the ways between them.
void MainWindow::createPlaces()
{
    m_history = new PlaceHistory(m_workspace, *m_workbench, this);
    m_areaSteps = new AreaSteps(*m_queryBar, *m_workbench, this);
    m_back = named<QAction>("back", tr("&Back"), this);
    m_back->setShortcut(Qt::ALT | Qt::Key_Left);
    m_forward = named<QAction>("forward", tr("&Forward"), this);
    m_forward->setShortcut(Qt::ALT | Qt::Key_Right);
    connect(m_back, &QAction::triggered, m_history, &PlaceHistory::goBack);
    connect(m_forward, &QAction::triggered, m_history, &PlaceHistory::goForward);
    m_perspectives = new QActionGroup(this);
    Qt::Key key = Qt::Key_F1;
    for (const Perspective perspective : kPerspectives) {
        auto* action = new QAction(titleOf(perspective), m_perspectives);
        action->setObjectName(QStringLiteral("perspective:") + nameOf(perspective));
        action->setCheckable(true);
        action->setShortcut(Qt::CTRL | key);
        action->setStatusTip(purposeOf(perspective));
        action->setData(nameOf(perspective));
        key = static_cast<Qt::Key>(key + 1);
        connect(action, &QAction::triggered, this, [this, perspective] {
            m_workbench->setPerspective(perspective);
            // The keys may have gone elsewhere since.
            focusPerspective();
        });
    }
    connect(m_history, &PlaceHistory::changed, this, &MainWindow::showPlaces);
    connect(m_workbench, &Workbench::perspectiveChanged, this, &MainWindow::showPlaces);
}

void MainWindow::showPlaces()
{
    m_back->setEnabled(m_history->canGoBack());
    m_forward->setEnabled(m_history->canGoForward());
    for (QAction* action : m_perspectives->actions())
        action->setChecked(action->data().toString() == nameOf(m_workbench->perspective()));
}

/// Whatever had the keys before: they go on in what the perspective is for.
void MainWindow::focusPerspective()
{
    if (m_stack->currentWidget() != m_workbench || m_startPage->isVisible())
        return;
    // Which panels are behind a tab is known once they are laid out.
    m_workbench->layout()->activate();
    const Perspective now = m_workbench->perspective();
    QWidget* target = m_workbench->middle();
    if (now == Perspective::Explore || now == Perspective::Check || now == Perspective::Analyse) {
        QWidget* panel = m_workbench->panel(now == Perspective::Explore ? QStringLiteral("records")
                                            : now == Perspective::Check ? QStringLiteral("checks")
                                                                        : QStringLiteral("analysis"));
        if (panel != nullptr && !panel->isHidden() && !isBehindTab(panel))
            target = panel;
    }
    target->setFocus(Qt::OtherFocusReason);
}

/// The keys go on in the records, or in the text where one reads. False if neither is shown.
bool MainWindow::focusRecords()
{
    if (m_stack->currentWidget() != m_workbench)
        return false;
    QWidget* target = m_workbench->perspective() == Perspective::Read
                          ? m_workbench->middle()
                          : m_workbench->panel(QStringLiteral("records"));
    if (!target->isVisible() || isBehindTab(target))
        return false;
    target->setFocus(Qt::OtherFocusReason);
    return true;
}

/// The keys go on in the conversation, or in the records where none is shown.
void MainWindow::focusText()
{
    QWidget* const text = m_workbench->middle();
    if (m_stack->currentWidget() == m_workbench && text != nullptr && text->isVisible())
        text->setFocus(Qt::OtherFocusReason);
    else
        focusRecords();
}

/// For keys that have lost their widget: never the query line, where those that are meant for the records
/// would change the filter. False if the window shows nothing yet.
bool MainWindow::focusContent()
{
    if (focusRecords())
        return true;
    QWidget* shown =
        m_stack->currentWidget() == m_workbench ? m_workbench->middle() : m_stack->currentWidget();
    if (shown == nullptr || !shown->isVisible())
        return false;
    shown->setFocus(Qt::OtherFocusReason);
    return true;
}

QList<QAction*> MainWindow::perspectiveActions() const
{
    return m_perspectives->actions();
}

QList<QAction*> MainWindow::panelActions(MenuSection section) const
{
    QList<QAction*> found;
    for (const QWidget* panel : m_workbench->panelWidgets()) {
        for (QAction* action : panel->actions()) {
            if (isInSection(*action, section))
                found << action;
        }
    }
    return found;
}

QAction* MainWindow::panelAction(const QString& name) const
{
    for (const QWidget* panel : m_workbench->panelWidgets()) {
        for (QAction* action : panel->actions()) {
            if (action->objectName() == name)
                return action;
        }
    }
    return nullptr;
}

void MainWindow::connectWorkspace()
{
    connect(&m_workspace, &Workspace::fieldChoiceRequested, this, [this](const FieldChoice& choice) {
        auto* dialog = new FieldTreeDialog(choice, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    connect(&m_workspace, &Workspace::pathsChanged, this, &MainWindow::showPaths);
    connect(&m_workspace, &Workspace::viewChanged, this, &MainWindow::showState);
    connect(&m_workspace, &Workspace::loadingChanged, this, &MainWindow::showState);
    for (auto signal : {&Workspace::viewChanged, &Workspace::pathsChanged})
        connect(&m_workspace, signal, this, &MainWindow::showReading);
    connect(&m_workspace, &Workspace::loadingChanged, this, &MainWindow::showReading);
    connect(&m_workspace, &Workspace::reported, this,
            [this](const QString& what, const QString& why, bool isPassing) {
                m_strip->showMessage(what, why);
                m_isPassing = isPassing;
                m_passingAt = m_workspace.currentRow();
            });
    connect(&m_workspace, &Workspace::queryChanged, this, [this] {
        if (m_isPassing)
            m_strip->hide();
    });
    connect(&m_workspace, &Workspace::currentChanged, this, [this] {
        if (m_isPassing && m_passingAt != m_workspace.currentRow())
            m_strip->hide();
    });
    const auto showProblems = [this] {
        m_workbench->setPerspective(Perspective::Check);
        m_workbench->raisePanel(QStringLiteral("problems"));
    };
    connect(m_status, &StatusLine::problemsClicked, this, showProblems);
    connect(&m_workspace, &Workspace::problemsShown, this, showProblems);
    connect(m_status, &StatusLine::tableClicked, this, [this] { askForTable(); });
    connect(&m_workspace, &Workspace::fileShown, this,
            [this] { m_workbench->raisePanel(QStringLiteral("sources")); });
    connect(&m_workspace, &Workspace::problemShown, this,
            [this] { m_workbench->raisePanel(QStringLiteral("raw")); });
    connect(&m_workspace, &Workspace::recordOpened, this,
            [this] { m_workbench->setPerspective(Perspective::Read); });
    connect(&m_workspace, &Workspace::checksShown, this,
            [this] { m_workbench->setPerspective(Perspective::Check); });
    connect(&m_workspace, &Workspace::chartOpened, this,
            [this] { m_workbench->raisePanel(QStringLiteral("charts")); });
    for (const QAction* chart : panelActions(MenuSection::Charts))
        connect(chart, &QAction::triggered, this,
                [this] { m_workbench->raisePanel(QStringLiteral("charts")); });
    connect(&m_workspace, &Workspace::loadingChanged, this, [this](bool loading) {
        if (!loading && std::exchange(m_opensSample, false)) {
            if (const auto row = tellingRow(m_workspace.snapshot()))
                m_workspace.setCurrentRow(row);
        }
    });
}

void MainWindow::showPaths()
{
    m_opensSample = false;
    const QStringList& paths = m_workspace.paths();
    const QString& origin = m_workspace.origin();
    if (!paths.isEmpty())
        m_recent.add(origin.isEmpty() ? QFileInfo(paths.front()).absoluteFilePath() : origin);
    // The offer was about the start.
    m_startPage->offerSession({});
    m_strip->hide();
    hintAtFonts(m_workspace, m_settings);
    setWindowFilePath(paths.isEmpty() || !origin.isEmpty() ? QString() : paths.front());
    setWindowTitle(paths.isEmpty()
                       ? tr("Duologue")
                       : tr("%1 – Duologue").arg(origin.isEmpty() ? namesOf(paths) : asLabel(origin)));
}

/// What is shown is a part of the dataset: said as long as it is.
void MainWindow::showReading()
{
    if (m_workspace.isReadingStopped())
        m_stopped->showMessage(readingText(m_workspace.coverage()), {});
    else
        m_stopped->hide();
}

/// If the filter leaves nothing, the page is in the middle of the panels: they are needed to change it.
void MainWindow::showState()
{
    const bool isPage = m_startPage->showState();
    const bool isWithPanels = isPage && m_startPage->isAboutFilter();
    if (isPage && !isWithPanels) {
        m_workbench->showInMiddle(nullptr);
        m_stack->addWidget(m_startPage);
        m_stack->setCurrentWidget(m_startPage);
        return;
    }
    m_workbench->showInMiddle(isWithPanels ? m_startPage : nullptr);
    // Qt gives the keys of a text that has gone to the first button.
    if (const QWidget* focus = QApplication::focusWidget();
        isWithPanels && (focus == nullptr || m_startPage->isAncestorOf(focus)))
        m_startPage->setFocus();
    if (m_stack->currentWidget() == m_workbench)
        return;
    // The first arrangement needs the size.
    m_workbench->resize(m_stack->size());
    m_stack->setCurrentWidget(m_workbench);
    // Keys go through the records or read on at once; Qt would give them to the first line of text.
    if (m_queryBar->edit()->text().isEmpty()) {
        QWidget* records = m_workbench->panel(QStringLiteral("records"));
        const bool isReading = m_workbench->perspective() == Perspective::Read || !records->isVisible();
        (isReading ? m_workbench->middle() : records)->setFocus();
    }
}

bool MainWindow::beginSession(bool mayRestore)
{
    if (mayRestore && m_settings.restoresSession())
        return m_session->restore();
    m_startPage->offerSession(Session::keptPaths());
    return false;
}

void MainWindow::resumeSession()
{
    m_workspace.introduce();
    m_session->resume();
}

void MainWindow::keep()
{
    m_session->flush();
    m_settings.setWindowLayout({saveGeometry(), m_workbench->saveAll()});
}

void MainWindow::showStartPerspective()
{
    if (const auto wanted = perspectiveOf(m_settings.startPerspective()))
        m_workbench->setPerspective(*wanted);
}

void MainWindow::applySettings()
{
    applyReadingFonts(*this, m_settings);
    QAction* markdown = panelAction(QStringLiteral("showMarkdown"));
    if (markdown != nullptr && markdown->isChecked() != m_settings.rendersMarkdown())
        markdown->trigger();
    if (std::exchange(m_appearance, m_settings.appearance()) != m_appearance)
        applyTheme(*qApp, appearanceOf(m_appearance));
}

void MainWindow::openPaths(const QStringList& paths, const QString& record)
{
    if (paths.size() == 1 && isTableAddress(fromQt(paths.front()))) {
        askForTable(paths.front());
        return;
    }
    if (paths.size() == 1 && paths.front().endsWith(toQt(std::string(kViewEnding)))) {
        auto view = readView(fromQt(paths.front()));
        if (const Phrase* mistake = view.error())
            m_workspace.report(
                tr("The view cannot be opened:"),
                tr("%1: %2").arg(QDir::toNativeSeparators(paths.front()), translated(*mistake)));
        else if (const auto& shown = view.value(); isTableView(shown))
            askForTable(toQt(shown.paths.front().string()), toQt(shown.query));
        else
            m_session->open(shown);
        return;
    }
    if (record.isEmpty()) {
        m_workspace.open(paths);
        return;
    }
    SavedView view;
    for (const QString& path : paths)
        view.paths.emplace_back(fromQt(path));
    view.record = fromQt(record);
    m_session->open(view);
}

QString MainWindow::fileFilter()
{
    QStringList patterns;
    for (const FileEnding& ending : fileEndings())
        patterns << QLatin1Char('*') + toQt(ending.text);
    return tr("Datasets (%1);;All files (*)").arg(patterns.join(QLatin1Char(' ')));
}

void MainWindow::askForFolder()
{
    const QString path =
        QFileDialog::getExistingDirectory(this, tr("Open folder"), m_workspace.paths().value(0));
    if (!path.isEmpty())
        m_workspace.open({path});
}

void MainWindow::askForFiles()
{
    const QStringList paths =
        QFileDialog::getOpenFileNames(this, tr("Open files"), m_workspace.paths().value(0), fileFilter());
    if (!paths.isEmpty())
        openPaths(paths);
}

void MainWindow::openSample()
{
    const QString path = sampleDatasetPath();
    if (path.isEmpty())
        m_workspace.report(tr("The sample dataset is not installed."),
                           tr("Open a folder of your own instead."));
    else {
        m_workspace.open({path});
        m_opensSample = true;
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    keep();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (localPaths(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_startPage->setDropHighlight(true);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event)
{
    m_startPage->setDropHighlight(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_startPage->setDropHighlight(false);
    const QStringList paths = localPaths(*event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    openPaths(paths);
}

/// Esc that no panel wanted closes what covers the panels, or else leads back from where one reads.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape || event->modifiers() != Qt::NoModifier) {
        QMainWindow::keyPressEvent(event);
        return;
    }
    if (!m_workbench->backToArrangement() && m_workbench->perspective() != Perspective::Explore)
        m_history->leavePerspective();
}

/// Qt would also go into panels that a tab covers. It asks for the next widget, too, when the one that has
/// the keys disappears, as a button may do when it is pressed.
bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget* const begin = focusWidget();
    if (begin != nullptr && !(begin->isVisible() && begin->isEnabled()) && focusContent())
        return true;
    while (QMainWindow::focusNextPrevChild(next)) {
        const QWidget* now = focusWidget();
        if (now == begin || !isBehindTab(now))
            return true;
    }
    return false;
}

} // namespace duologue::ui

#include "main_window.moc"
