// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/area_steps.h"

#include "ui/shell/workbench.h"
#include "ui/views/query/query_bar.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <algorithm>

namespace duologue::ui {

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

} // namespace duologue::ui
