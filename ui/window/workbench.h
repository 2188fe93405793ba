// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/panel.h"

#include <QHash>
#include <QMainWindow>
#include <QMap>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <array>
#include <optional>

class QDockWidget;
class QStackedWidget;

namespace duologue::ui {

/// What the window is arranged for.
enum class Perspective { Explore, Read, Compare, Check, Analyse };

inline constexpr std::array kPerspectives{Perspective::Explore, Perspective::Read, Perspective::Compare,
                                          Perspective::Check, Perspective::Analyse};

/// The name in the settings: "explore", "read" …; empty for any other text.
QString nameOf(Perspective perspective);
std::optional<Perspective> perspectiveOf(const QString& name);
/// For people, translated.
QString titleOf(Perspective perspective);
/// One sentence that says what the perspective is for, translated.
QString purposeOf(Perspective perspective);

/// How a panel joins those that are placed before it.
enum class Joins { Area, RightOf, Below, TabOf };

/// Where a panel is until the user moves it.
struct PanelPlace {
    const char* panel;
    Qt::DockWidgetArea area;
    Joins joins = Joins::Area;
    const char* other = "";
    /// The width of panels at the left and right, the height of others: in pixels, or a share of the window
    /// if it is at most 1; 0 for what is left.
    double size = 0;
    /// The same in a narrow window.
    double narrowSize = 0;
};

/// Below this width, in pixels, side panels slide over the edge of the window.
inline constexpr int kNarrowWidth = 1200;

/// The order in which F6 goes through the panels; an empty id is the middle.
QStringList areaOrder();

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

class SideOverlay;
class Workspace;

/// The panels of the window and their arrangement, one for each perspective and once more for narrow
/// windows: what the user changes in one is there again when it is shown next. It knows no panel. Part of
/// the main window; GUI thread.
class Workbench : public QMainWindow {
    Q_OBJECT

public:
    Workbench(Workspace& workspace, QWidget* parent);
    ~Workbench() override;

    Perspective perspective() const { return m_perspective; }
    void setPerspective(Perspective perspective);
    /// Puts the panels of this perspective where they are at first.
    void resetPerspective();

    const QList<QWidget*>& panelWidgets() const { return m_panels; }
    /// Checkable actions that show and hide one panel each, in the order of the View menu.
    const QList<QAction*>& panelActions() const { return m_panelActions; }
    /// Shows a panel, in front of its tabs.
    void raisePanel(const QString& id);
    bool isPanelShown(const QString& id) const;

    /// Shows the widget in the middle in place of the perspective's panel; null for the panel.
    void showInMiddle(QWidget* widget);
    QWidget* middle() const;
    /// The widget of a panel; null if there is none. A panel that slides over the edge is where it is seen.
    QWidget* panel(const QString& id) const;
    QList<QWidget*> dockedPanels() const;

    /// Hides all panels except the middle, and shows them again.
    void toggleSidePanels();
    /// Makes the panel that has the focus as large as the window allows, and back.
    void toggleEnlarged();
    /// Undoes what covers or hides panels for a while; false if there was nothing of that kind.
    bool backToArrangement();

    /// Arrangements that the user has saved, by name.
    QStringList arrangementNames() const { return m_named.keys(); }
    void saveArrangement(const QString& name);
    void showArrangement(const QString& name);
    void removeArrangement(const QString& name);

    /// All arrangements and the perspective, for the settings.
    QByteArray saveAll();
    /// False if it is not what saveAll() gave; then nothing changes.
    bool restoreAll(const QByteArray& saved);

    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void perspectiveChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Named {
        QString perspective;
        QByteArray state;
    };

    void makePanel(const PanelSpec& spec);
    void makePanelAction(const PanelSpec& spec);
    void shareCorners();
    QDockWidget* dock(const QString& id) const;
    QString key() const;
    QByteArray currentState();
    void keep();
    void arrange();
    void place(const PanelPlace& place);
    void resizePlaces();
    void apply();
    void endTemporary();
    void enlarge(QDockWidget& dock);
    void setPanelShown(const QString& id, bool shown);
    void showPanelActions();
    void setNarrow(bool isNarrow);

    Workspace& m_workspace;
    QStackedWidget* m_middle;
    SideOverlay* m_overlay;
    QList<QWidget*> m_panels;
    QList<QAction*> m_panelActions;
    QHash<QString, QWidget*> m_middlePanels;
    QWidget* m_notice = nullptr;
    Perspective m_perspective = Perspective::Explore;
    bool m_isNarrow = false;
    /// The sizes of the first arrangement need the size of the window.
    bool m_needsSizes = true;
    QMap<QString, QByteArray> m_states;
    QMap<QString, Named> m_named;
    /// The arrangement while all panels are hidden or one is enlarged.
    std::optional<QByteArray> m_before;
    bool m_isEnlarged = false;
};

} // namespace duologue::ui
