// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QWidget>

namespace duologue::ui {

class QueryBar;
class Workbench;

/// F6 and Shift+F6: the keyboard goes from one part of the window to the next: query bar, records, the
/// middle, charts, facets, and the others that are shown. Each part gets back the focus where it was. GUI
/// thread.
class AreaSteps : public QObject {
    Q_OBJECT

public:
    AreaSteps(QueryBar& queryBar, Workbench& workbench, QObject* parent);

    void step(int by);
    /// The panel that a widget is in; null for the query bar, for what is no panel, and for null.
    QWidget* panelOf(const QWidget* widget) const;

private:
    QList<QWidget*> areas() const;
    void remember(QWidget* focus);
    QWidget* target(QWidget* area) const;

    QueryBar& m_queryBar;
    Workbench& m_workbench;
    QHash<QWidget*, QPointer<QWidget>> m_last;
};

/// True if the widget is on a tab that another one covers.
bool isBehindTab(const QWidget* widget);

} // namespace duologue::ui
