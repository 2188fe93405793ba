// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/workbench.h"
#include "ui/app/settings.h"
#include "ui/query/query_bar.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"
#include "ui/window/panels.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QFrame>
#include <QIODevice>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPointer>
#include <QPropertyAnimation>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <vector>

namespace duologue::ui {

class FoldSection;
class Workspace;

/// The panels of PanelArea::Inspector below each other, as sections that fold, in one scroll area. Which are
/// folded is remembered; those for which the dataset has nothing are hidden.
class Inspector : public QScrollArea {
    Q_OBJECT

public:
    Inspector(Workspace& workspace, QWidget* parent);

    QList<QWidget*> sectionWidgets() const;
    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Section {
        QString id;
        FoldSection* fold = nullptr;
        bool hasList = false;
    };

    void showSections();
    void remember();
    void fitHeights();

    QWidget* m_page;
    std::vector<Section> m_sections;
};

/// A panel that slides over the edge of a narrow window and covers a part of it until it is closed. The
/// panel is that of a dock, which gets it back. GUI thread.
class SideOverlay : public QFrame {
    Q_OBJECT

public:
    /// Covers a part of `parent`.
    explicit SideOverlay(QWidget* parent);
    ~SideOverlay() override;

    /// Closes what is open before.
    void open(QDockWidget& dock, bool fromRight);
    void close();
    /// Null while it is closed.
    QDockWidget* dock() const { return m_dock; }
    /// Follows the size of the parent.
    void fit();

Q_SIGNALS:
    void changed();

private:
    QRect rectOpen() const;

    QLabel* m_title;
    QVBoxLayout* m_layout;
    QPropertyAnimation* m_slide;
    QPointer<QDockWidget> m_dock;
    bool m_fromRight = false;
};

namespace {

struct PerspectiveSpec {
    Perspective perspective;
    /// In the settings.
    QLatin1String name;
    const char* title;
    const char* purpose;
    const char* middle;
    /// In a wide window.
    std::vector<PanelPlace> places;
};

const std::array<PerspectiveSpec, kPerspectives.size()>& perspectiveSpecs()
{
    static const std::array<PerspectiveSpec, kPerspectives.size()> specs{{
        {Perspective::Explore,
         QLatin1String("explore"),
         QT_TRANSLATE_NOOP("Perspective", "Explore"),
         QT_TRANSLATE_NOOP("Perspective", "Find outliers: facets, records and charts"),
         "conversation",
         {{"facets", Qt::LeftDockWidgetArea, Joins::Area, "", 232},
          {"records", Qt::LeftDockWidgetArea, Joins::RightOf, "facets", 0.44, 0.48},
          // After the others: Qt puts what joins a tab among the tabs.
          {"sources", Qt::LeftDockWidgetArea, Joins::TabOf, "facets"},
          {"charts", Qt::TopDockWidgetArea, Joins::Area, "", 0.54, 0.5}}},
        {Perspective::Read,
         QLatin1String("read"),
         QT_TRANSLATE_NOOP("Perspective", "Read"),
         QT_TRANSLATE_NOOP("Perspective", "Read one conversation after another"),
         "conversation",
         {{"records", Qt::LeftDockWidgetArea, Joins::Area, "", 224, 208},
          {"inspector", Qt::RightDockWidgetArea, Joins::Area, "", 248}}},
        {Perspective::Compare,
         QLatin1String("compare"),
         QT_TRANSLATE_NOOP("Perspective", "Compare"),
         QT_TRANSLATE_NOOP("Perspective", "Two conversations side by side"),
         "comparison",
         {{"records", Qt::LeftDockWidgetArea, Joins::Area, "", 224, 176}}},
        {Perspective::Check,
         QLatin1String("check"),
         QT_TRANSLATE_NOOP("Perspective", "Check"),
         QT_TRANSLATE_NOOP("Perspective", "Findings and problems in the data, with the raw records"),
         "conversation",
         {{"checks", Qt::TopDockWidgetArea, Joins::Area, "", 0.4, 0.4},
          {"problems", Qt::TopDockWidgetArea, Joins::TabOf, "checks"},
          {"raw", Qt::RightDockWidgetArea, Joins::Area, "", 0.45, 0.45}}},
        {Perspective::Analyse,
         QLatin1String("analyse"),
         QT_TRANSLATE_NOOP("Perspective", "Analyse"),
         QT_TRANSLATE_NOOP("Perspective", "Group notes on errors into codes, and count them"),
         "conversation",
         {{"analysis", Qt::TopDockWidgetArea, Joins::Area, "", 0.45, 0.45},
          {"inspector", Qt::RightDockWidgetArea, Joins::Area, "", 248}}},
    }};
    return specs;
}

const PerspectiveSpec& specOf(Perspective perspective)
{
    return perspectiveSpecs().at(static_cast<std::size_t>(perspective));
}

/// In a narrow window these panels slide over the edge.
bool slidesOver(const QString& panel)
{
    return panel == QLatin1String("facets") || panel == QLatin1String("sources") ||
           panel == QLatin1String("inspector");
}

/// The panels in the order in which they are placed; others are hidden.
std::vector<PanelPlace> placesOf(Perspective perspective, bool isNarrow)
{
    std::vector<PanelPlace> places = specOf(perspective).places;
    if (!isNarrow)
        return places;
    std::erase_if(places, [](const PanelPlace& each) { return slidesOver(QLatin1String(each.panel)); });
    for (PanelPlace& each : places) {
        each.size = each.narrowSize;
        if (slidesOver(QLatin1String(each.other)))
            each.other = "";
    }
    return places;
}

} // namespace

QString nameOf(Perspective perspective)
{
    return specOf(perspective).name;
}

std::optional<Perspective> perspectiveOf(const QString& name)
{
    const auto& specs = perspectiveSpecs();
    const auto found = std::ranges::find(specs, name, &PerspectiveSpec::name);
    return found == specs.end() ? std::nullopt : std::optional(found->perspective);
}

QString titleOf(Perspective perspective)
{
    return QCoreApplication::translate("Perspective", specOf(perspective).title);
}

QString purposeOf(Perspective perspective)
{
    return QCoreApplication::translate("Perspective", specOf(perspective).purpose);
}

QStringList areaOrder()
{
    return {QStringLiteral("records"), QString(), QStringLiteral("charts"), QStringLiteral("facets"),
            QStringLiteral("inspector")};
}

/// The sections that the user has folded or opened, "messages=open".
constexpr QLatin1String kSectionsKey("inspector/sections");

Inspector::Inspector(Workspace& workspace, QWidget* parent) : QScrollArea(parent), m_page(new QWidget(this))
{
    setObjectName(QStringLiteral("inspectorSections"));
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(m_page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    const QStringList remembered = storedSetting(kSectionsKey).toStringList();
    for (const PanelSpec& spec : panels()) {
        if (spec.area != PanelArea::Inspector)
            continue;
        auto* fold = new FoldSection(spec.title, m_page);
        fold->setObjectName(QStringLiteral("section:") + spec.id);
        fold->setContent(spec.create(workspace, fold));
        fold->setOpen(remembered.contains(spec.id + QStringLiteral("=open")) ||
                      (spec.isOpenAtFirst && !remembered.contains(spec.id + QStringLiteral("=folded"))));
        layout->addWidget(fold);
        connect(fold, &FoldSection::openChanged, this, [this] {
            remember();
            fitHeights();
        });
        fold->content()->installEventFilter(this);
        auto lists = fold->content()->findChildren<QAbstractItemView*>();
        if (auto* list = qobject_cast<QAbstractItemView*>(fold->content()))
            lists << list;
        for (QAbstractItemView* list : lists) {
            list->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
            list->installEventFilter(this);
        }
        m_sections.push_back({spec.id, fold, !lists.isEmpty()});
    }
    layout->addStretch(1);
    m_page->installEventFilter(this);
    setWidget(m_page);
    setWidgetResizable(true);
    showSections();
}

QList<QWidget*> Inspector::sectionWidgets() const
{
    QList<QWidget*> widgets;
    for (const Section& section : m_sections)
        widgets << section.fold->content();
    return widgets;
}

void Inspector::showSections()
{
    FoldSection* first = nullptr;
    bool isAnyOpen = false;
    for (const Section& section : m_sections) {
        const bool isShown = hasContent(*section.fold->content());
        section.fold->setVisible(isShown);
        isAnyOpen = isAnyOpen || (isShown && section.fold->isOpen());
        if (isShown && first == nullptr)
            first = section.fold;
    }
    // Nothing but titles would be an empty column.
    if (!isAnyOpen && first != nullptr)
        first->setOpen(true);
}

bool Inspector::eventFilter(QObject* watched, QEvent* event)
{
    const bool handled = QScrollArea::eventFilter(watched, event);
    auto* list = qobject_cast<QAbstractItemView*>(watched);
    if (event->type() == QEvent::DynamicPropertyChange) {
        showSections();
    } else if (watched == m_page && event->type() == QEvent::LayoutRequest) {
        fitHeights();
    } else if (list != nullptr && event->type() == QEvent::KeyRelease && list->currentIndex().isValid()) {
        // A list is taller than what is visible of it.
        const QRect row = list->visualRect(list->currentIndex());
        const QPoint middle = list->viewport()->mapTo(m_page, row.center());
        ensureVisible(middle.x(), middle.y(), 0, row.height());
    }
    return handled;
}

void Inspector::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fitHeights();
}

/// A section is as tall as its contents. A list that is longer than the panel scrolls by itself.
void Inspector::fitHeights()
{
    for (const Section& section : m_sections) {
        QWidget& fold = *section.fold;
        const int width = viewport()->width();
        const int wanted = fold.layout()->hasHeightForWidth() ? fold.layout()->totalHeightForWidth(width)
                                                              : fold.layout()->totalSizeHint().height();
        const bool isList = section.hasList && section.fold->isOpen();
        const int most = std::max(viewport()->height(), fold.minimumSizeHint().height());
        const int fits = isList ? std::min(wanted, most) : wanted;
        if (fold.height() != fits || fold.minimumHeight() != fits)
            fold.setFixedHeight(fits);
    }
}

void Inspector::remember()
{
    QStringList sections;
    for (const Section& section : m_sections)
        sections << section.id +
                        (section.fold->isOpen() ? QStringLiteral("=open") : QStringLiteral("=folded"));
    storeSetting(kSectionsKey, sections);
}

constexpr int kOverlayWidth = 320;
/// So much of the window stays visible beside it.
constexpr int kLeastBeside = 80;

SideOverlay::SideOverlay(QWidget* parent)
    : QFrame(parent),
      m_title(new QLabel(this)),
      m_layout(new QVBoxLayout(this)),
      m_slide(new QPropertyAnimation(this, "pos", this))
{
    setObjectName(QStringLiteral("sideOverlay"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("closeOverlay"));
    close->setAutoRaise(true);
    close->setText(QStringLiteral("✕"));
    close->setToolTip(tr("Close this panel"));
    close->setAccessibleName(close->toolTip());
    connect(close, &QToolButton::clicked, this, &SideOverlay::close);
    auto* head = makeRow(nullptr, {{m_title, 1}, close}, -1, {kGrid, kGrid / 2, kGrid / 2, kGrid / 2});
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addLayout(head);
    m_slide->setDuration(kSlideMs);
    m_slide->setEasingCurve(QEasingCurve::OutCubic);
    hide();
}

SideOverlay::~SideOverlay() = default;

QRect SideOverlay::rectOpen() const
{
    const QSize room = parentWidget()->size();
    const int width = std::max(std::min(kOverlayWidth, room.width() - kLeastBeside), 1);
    return {m_fromRight ? room.width() - width : 0, 0, width, room.height()};
}

void SideOverlay::open(QDockWidget& dock, bool fromRight)
{
    if (m_dock == &dock)
        return;
    close();
    m_dock = &dock;
    m_fromRight = fromRight;
    m_title->setText(dock.windowTitle());
    setAccessibleName(dock.windowTitle());
    QWidget* panel = dock.widget();
    m_layout->addWidget(panel, 1);
    panel->show();
    const QRect rect = rectOpen();
    setGeometry(rect);
    show();
    raise();
    m_slide->stop();
    m_slide->setStartValue(rect.topLeft() + QPoint(fromRight ? rect.width() : -rect.width(), 0));
    m_slide->setEndValue(rect.topLeft());
    m_slide->start();
    panel->setFocus(Qt::OtherFocusReason);
    Q_EMIT changed();
}

void SideOverlay::close()
{
    if (m_dock == nullptr)
        return;
    m_slide->stop();
    hide();
    QDockWidget* dock = m_dock;
    m_dock = nullptr;
    if (QLayoutItem* item = m_layout->takeAt(m_layout->count() - 1)) {
        dock->setWidget(item->widget());
        delete item;
    }
    Q_EMIT changed();
}

void SideOverlay::fit()
{
    if (m_dock == nullptr)
        return;
    m_slide->stop();
    setGeometry(rectOpen());
}

namespace {

bool takesFocus(const QWidget* widget)
{
    return widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0;
}

} // namespace

AreaSteps::AreaSteps(QueryBar& queryBar, Workbench& workbench, QObject* parent)
    : QObject(parent), m_queryBar(queryBar), m_workbench(workbench)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { remember(now); });
}

QList<QWidget*> AreaSteps::areas() const
{
    QList<QWidget*> all{&m_queryBar};
    const auto add = [&all](QWidget* area) {
        if (area != nullptr && area->isVisible() && !isBehindTab(area) && !all.contains(area))
            all << area;
    };
    for (const QString& id : areaOrder()) {
        if (id.isEmpty())
            add(m_workbench.middle());
        else
            add(m_workbench.panel(id));
    }
    for (QWidget* panel : m_workbench.dockedPanels())
        add(panel);
    return all;
}

void AreaSteps::remember(QWidget* focus)
{
    if (focus == nullptr)
        return;
    for (QWidget* area : areas()) {
        if (area == focus || area->isAncestorOf(focus))
            m_last[area] = focus;
    }
}

QWidget* AreaSteps::target(QWidget* area) const
{
    if (area == &m_queryBar)
        return m_queryBar.edit();
    if (QWidget* last = m_last.value(area); last != nullptr && area->isAncestorOf(last) && takesFocus(last))
        return last;
    if (area->focusProxy() != nullptr)
        return area->focusProxy();
    if (takesFocus(area))
        return area;
    const auto children = area->findChildren<QWidget*>();
    const auto found = std::find_if(children.begin(), children.end(), takesFocus);
    return found == children.end() ? nullptr : *found;
}

QWidget* AreaSteps::panelOf(const QWidget* widget) const
{
    for (QWidget* area : areas()) {
        if (widget != nullptr && area != &m_queryBar && (area == widget || area->isAncestorOf(widget)))
            return area;
    }
    return nullptr;
}

void AreaSteps::step(int by)
{
    const QList<QWidget*> all = areas();
    const QWidget* focus = QApplication::focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (focus != nullptr && (all[i] == focus || all[i]->isAncestorOf(focus)))
            at = i;
    }
    if (at < 0 && by < 0)
        at = 0;
    for (qsizetype tried = 0; tried < all.size(); ++tried) {
        at = (at + by + all.size()) % all.size();
        if (QWidget* next = target(all[at])) {
            next->setFocus(by > 0 ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return;
        }
    }
}

bool isBehindTab(const QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (qobject_cast<const QDockWidget*>(widget) != nullptr)
            return widget->visibleRegion().isEmpty();
    }
    return false;
}

namespace {

/// Of QMainWindow::saveState(); arrangements of other versions are not restored.
constexpr int kArrangementVersion = 2;
constexpr quint32 kMagic = 0x44554F32;

Qt::DockWidgetArea dockArea(PanelArea area)
{
    switch (area) {
    case PanelArea::Left:
        return Qt::LeftDockWidgetArea;
    case PanelArea::Inspector:
        return Qt::RightDockWidgetArea;
    default:
        return Qt::BottomDockWidgetArea;
    }
}

QDockWidget* dockAround(QWidget* widget)
{
    for (; widget != nullptr; widget = widget->parentWidget()) {
        if (auto* dock = qobject_cast<QDockWidget*>(widget))
            return dock;
    }
    return nullptr;
}

} // namespace

Workbench::Workbench(Workspace& workspace, QWidget* parent)
    : QMainWindow(parent),
      m_workspace(workspace),
      m_middle(new QStackedWidget(this)),
      m_overlay(new SideOverlay(this))
{
    setObjectName(QStringLiteral("workbench"));
    // QMainWindow would be a window of its own.
    setWindowFlags(Qt::Widget);
    setDockNestingEnabled(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    shareCorners();
    m_middle->setObjectName(QStringLiteral("middle"));
    setCentralWidget(m_middle);
    bool hasInspector = false;
    for (const PanelSpec& spec : panels()) {
        if (spec.area != PanelArea::Inspector) {
            makePanel(spec);
        } else if (!hasInspector) {
            hasInspector = true;
            PanelSpec inspector = spec;
            inspector.id = QStringLiteral("inspector");
            inspector.title = QCoreApplication::translate("Workbench", "Inspector");
            inspector.create = nullptr;
            makePanel(inspector);
        }
    }
    connect(m_overlay, &SideOverlay::changed, this, &Workbench::showPanelActions);
    arrange();
}

Workbench::~Workbench() = default;

void Workbench::makePanel(const PanelSpec& spec)
{
    if (spec.area == PanelArea::Center) {
        // Lower than the views would be by themselves, for small screens.
        constexpr int kLeastLines = 3;
        QWidget* panel = spec.create(m_workspace, m_middle);
        panel->setMinimumHeight(kLeastLines * fontMetrics().lineSpacing());
        m_middle->addWidget(panel);
        m_middlePanels.insert(spec.id, panel);
        m_panels << panel;
        return;
    }
    auto* dock = new QDockWidget(spec.title, this);
    dock->setObjectName(spec.id);
    if (spec.create != nullptr) {
        dock->setWidget(spec.create(m_workspace, dock));
        m_panels << dock->widget();
    } else {
        auto* inspector = new Inspector(m_workspace, dock);
        dock->setWidget(inspector);
        m_panels << inspector->sectionWidgets();
    }
    dock->installEventFilter(this);
    addDockWidget(dockArea(spec.area), dock);
    makePanelAction(spec);
    connect(dock, &QDockWidget::visibilityChanged, this, &Workbench::showPanelActions);
}

void Workbench::makePanelAction(const PanelSpec& spec)
{
    auto* action = new QAction(spec.title, this);
    action->setObjectName(QStringLiteral("panel:") + spec.id);
    action->setCheckable(true);
    action->setShortcut(spec.shortcut);
    connect(action, &QAction::triggered, this, [this, id = spec.id](bool shown) {
        setPanelShown(id, shown);
        QDockWidget* shownDock = dock(id);
        if (shown && shownDock->widget() != nullptr)
            shownDock->widget()->setFocus(Qt::ShortcutFocusReason);
        else if (!shown)
            m_middle->currentWidget()->setFocus(Qt::ShortcutFocusReason);
    });
    m_panelActions << action;
}

/// Panels at the left reach the top; those at the bottom, which are lists, are as wide as the window.
void Workbench::shareCorners()
{
    setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::TopDockWidgetArea);
}

void Workbench::showPanelActions()
{
    for (QAction* action : m_panelActions)
        action->setChecked(isPanelShown(action->objectName().section(QLatin1Char(':'), 1)));
}

QDockWidget* Workbench::dock(const QString& id) const
{
    return findChild<QDockWidget*>(id, Qt::FindDirectChildrenOnly);
}

bool Workbench::isPanelShown(const QString& id) const
{
    const QDockWidget* found = dock(id);
    return found != nullptr && (!found->isHidden() || m_overlay->dock() == found);
}

void Workbench::setPanelShown(const QString& id, bool shown)
{
    QDockWidget* found = dock(id);
    if (found == nullptr)
        return;
    endTemporary();
    if (!shown) {
        if (m_overlay->dock() == found)
            m_overlay->close();
        found->hide();
    } else if (m_isNarrow && slidesOver(id)) {
        m_overlay->open(*found, dockWidgetArea(found) == Qt::RightDockWidgetArea);
    } else {
        const bool wasHidden = found->isHidden();
        found->show();
        found->raise();
        // As wide as the window, it needs more than the few lines that Qt leaves it.
        constexpr double kBottomShare = 0.36;
        if (wasHidden && dockWidgetArea(found) == Qt::BottomDockWidgetArea)
            resizeDocks({found}, {static_cast<int>(height() * kBottomShare)}, Qt::Vertical);
    }
    showPanelActions();
}

void Workbench::raisePanel(const QString& id)
{
    setPanelShown(id, true);
}

void Workbench::setPerspective(Perspective perspective)
{
    if (perspective == m_perspective)
        return;
    keep();
    m_perspective = perspective;
    apply();
    Q_EMIT perspectiveChanged();
}

void Workbench::resetPerspective()
{
    endTemporary();
    m_overlay->close();
    m_states.remove(key());
    apply();
}

/// Each perspective has an arrangement for wide windows and one for narrow ones.
QString Workbench::key() const
{
    return nameOf(m_perspective) + (m_isNarrow ? QStringLiteral(".narrow") : QString());
}

QByteArray Workbench::currentState()
{
    return m_before ? *m_before : saveState(kArrangementVersion);
}

void Workbench::keep()
{
    if (!m_needsSizes)
        m_states.insert(key(), currentState());
}

void Workbench::apply()
{
    setUpdatesEnabled(false);
    m_overlay->close();
    m_before.reset();
    m_isEnlarged = false;
    m_middle->show();
    showInMiddle(m_notice);
    const QByteArray state = m_states.value(key());
    if (state.isEmpty() || !restoreState(state, kArrangementVersion))
        arrange();
    // A state of an earlier version has its own.
    shareCorners();
    setUpdatesEnabled(true);
    showPanelActions();
}

/// Places the panels where they are at first.
void Workbench::arrange()
{
    const auto docks = findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
    for (QDockWidget* each : docks) {
        each->setFloating(false);
        removeDockWidget(each);
    }
    showInMiddle(m_notice);
    const auto places = placesOf(m_perspective, m_isNarrow);
    for (const PanelPlace& each : places)
        place(each);
    for (QDockWidget* each : docks) {
        const bool isPlaced = std::any_of(places.begin(), places.end(), [each](const PanelPlace& one) {
            return each->objectName() == QLatin1String(one.panel);
        });
        if (isPlaced)
            continue;
        const bool isInspector = each->objectName() == QLatin1String("inspector");
        const bool isSide =
            isInspector || slidesOver(each->objectName()) || each->objectName() == QLatin1String("records");
        addDockWidget(isInspector ? Qt::RightDockWidgetArea
                      : isSide    ? Qt::LeftDockWidgetArea
                                  : Qt::BottomDockWidgetArea,
                      each);
        each->hide();
    }
    for (const PanelPlace& each : places) {
        if (each.joins != Joins::TabOf)
            dock(QLatin1String(each.panel))->raise();
    }
    resizePlaces();
    m_needsSizes = !isVisible();
    showPanelActions();
}

void Workbench::place(const PanelPlace& place)
{
    QDockWidget* placed = dock(QLatin1String(place.panel));
    QDockWidget* other = dock(QLatin1String(place.other));
    if (other == nullptr)
        addDockWidget(place.area, placed);
    else if (place.joins == Joins::TabOf)
        tabifyDockWidget(other, placed);
    else
        splitDockWidget(other, placed, place.joins == Joins::RightOf ? Qt::Horizontal : Qt::Vertical);
    placed->show();
}

void Workbench::resizePlaces()
{
    for (const PanelPlace& each : placesOf(m_perspective, m_isNarrow)) {
        if (each.size <= 0)
            continue;
        const bool isSide = each.area == Qt::LeftDockWidgetArea || each.area == Qt::RightDockWidgetArea;
        const double whole = each.size > 1 ? 1 : isSide ? width() : height();
        resizeDocks({dock(QLatin1String(each.panel))}, {static_cast<int>(each.size * whole)},
                    isSide ? Qt::Horizontal : Qt::Vertical);
    }
}

void Workbench::showInMiddle(QWidget* widget)
{
    m_notice = widget;
    QWidget* panel = m_middlePanels.value(QLatin1String(specOf(m_perspective).middle));
    if (widget != nullptr && m_middle->indexOf(widget) < 0)
        m_middle->addWidget(widget);
    m_middle->setCurrentWidget(widget != nullptr ? widget : panel);
}

QWidget* Workbench::middle() const
{
    return m_middle->currentWidget();
}

QWidget* Workbench::panel(const QString& id) const
{
    QDockWidget* found = dock(id);
    return found == nullptr ? nullptr : m_overlay->dock() == found ? m_overlay : found->widget();
}

QList<QWidget*> Workbench::dockedPanels() const
{
    QList<QWidget*> all;
    for (const auto* each : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        if (each->widget() != nullptr)
            all << each->widget();
    }
    return all;
}

void Workbench::toggleSidePanels()
{
    if (m_before) {
        endTemporary();
        return;
    }
    m_overlay->close();
    m_before = saveState(kArrangementVersion);
    setUpdatesEnabled(false);
    for (auto* each : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
        each->hide();
    setUpdatesEnabled(true);
}

void Workbench::toggleEnlarged()
{
    if (m_before) {
        endTemporary();
        return;
    }
    QWidget* focus = QApplication::focusWidget();
    if (QDockWidget* focused = dockAround(focus); focused != nullptr && focused->parentWidget() == this)
        enlarge(*focused);
    else
        toggleSidePanels();
}

void Workbench::enlarge(QDockWidget& dock)
{
    endTemporary();
    m_before = saveState(kArrangementVersion);
    m_isEnlarged = true;
    setUpdatesEnabled(false);
    for (auto* each : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
        if (each != &dock)
            each->hide();
    }
    m_middle->hide();
    setUpdatesEnabled(true);
}

void Workbench::endTemporary()
{
    if (!m_before)
        return;
    setUpdatesEnabled(false);
    m_middle->show();
    restoreState(*m_before, kArrangementVersion);
    m_before.reset();
    m_isEnlarged = false;
    setUpdatesEnabled(true);
}

bool Workbench::backToArrangement()
{
    if (m_overlay->dock() != nullptr) {
        m_overlay->close();
        return true;
    }
    if (!m_before)
        return false;
    endTemporary();
    return true;
}

void Workbench::saveArrangement(const QString& name)
{
    m_named.insert(name, {nameOf(m_perspective), currentState()});
}

void Workbench::showArrangement(const QString& name)
{
    const auto found = m_named.constFind(name);
    if (found == m_named.constEnd())
        return;
    setPerspective(perspectiveOf(found->perspective).value_or(m_perspective));
    endTemporary();
    m_states.insert(key(), found->state);
    apply();
}

void Workbench::removeArrangement(const QString& name)
{
    m_named.remove(name);
}

QByteArray Workbench::saveAll()
{
    keep();
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out.setVersion(QDataStream::Qt_6_0);
    out << kMagic << nameOf(m_perspective) << m_states;
    out << static_cast<qint32>(m_named.size());
    for (auto it = m_named.cbegin(); it != m_named.cend(); ++it)
        out << it.key() << it->perspective << it->state;
    return bytes;
}

bool Workbench::restoreAll(const QByteArray& saved)
{
    QDataStream in(saved);
    in.setVersion(QDataStream::Qt_6_0);
    quint32 magic = 0;
    in >> magic;
    if (magic != kMagic)
        return false;
    QString perspective;
    QMap<QString, QByteArray> states;
    qint32 count = 0;
    in >> perspective >> states >> count;
    QMap<QString, Named> named;
    for (qint32 i = 0; i < count && in.status() == QDataStream::Ok; ++i) {
        QString name;
        Named one;
        in >> name >> one.perspective >> one.state;
        named.insert(name, one);
    }
    const auto known = perspectiveOf(perspective);
    if (in.status() != QDataStream::Ok || !known)
        return false;
    m_states = states;
    m_named = named;
    m_perspective = *known;
    apply();
    Q_EMIT perspectiveChanged();
    return true;
}

bool Workbench::eventFilter(QObject* watched, QEvent* event)
{
    auto* clicked = qobject_cast<QDockWidget*>(watched);
    if (clicked == nullptr || event->type() != QEvent::MouseButtonDblClick || clicked->isFloating())
        return QMainWindow::eventFilter(watched, event);
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (clicked->widget() != nullptr && mouse->position().y() >= clicked->widget()->y())
        return QMainWindow::eventFilter(watched, event);
    if (m_isEnlarged)
        endTemporary();
    else
        enlarge(*clicked);
    return true;
}

void Workbench::setNarrow(bool isNarrow)
{
    if (isNarrow == m_isNarrow)
        return;
    m_overlay->close();
    keep();
    m_isNarrow = isNarrow;
    apply();
}

void Workbench::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    m_overlay->fit();
    // Not while Qt lays out the panels.
    if ((width() < kNarrowWidth) != m_isNarrow)
        QTimer::singleShot(0, this, [this] { setNarrow(width() < kNarrowWidth); });
}

void Workbench::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!std::exchange(m_needsSizes, false))
        return;
    m_isNarrow = width() < kNarrowWidth;
    apply();
}

} // namespace duologue::ui

#include "workbench.moc"
