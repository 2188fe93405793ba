// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/workbench.h"

#include "ui/shell/inspector.h"
#include "ui/shell/side_overlay.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QIODevice>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QTimer>
#include <algorithm>

namespace duologue::ui {

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
    // Panels at the sides reach from top to bottom.
    setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::TopDockWidgetArea);
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
    makePanelAction(spec.id, spec.title);
    connect(dock, &QDockWidget::visibilityChanged, this, &Workbench::showPanelActions);
}

void Workbench::makePanelAction(const QString& id, const QString& title)
{
    auto* action = new QAction(title, this);
    action->setObjectName(QStringLiteral("panel:") + id);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, id](bool shown) { setPanelShown(id, shown); });
    m_panelActions << action;
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
        found->show();
        found->raise();
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
    QWidget* panel = m_middlePanels.value(QLatin1String(middlePanel(m_perspective)));
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
