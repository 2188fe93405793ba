// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <array>
#include <optional>
#include <span>

namespace duologue::ui {

/// What the window is arranged for.
enum class Perspective { Explore, Read, Compare, Check };

inline constexpr std::array kPerspectives{Perspective::Explore, Perspective::Read, Perspective::Compare,
                                          Perspective::Check};

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
};

/// Below this width, in pixels, side panels slide over the edge of the window.
inline constexpr int kNarrowWidth = 1200;

/// The panel in the middle of a perspective, and the others in the order in which they are placed. Panels
/// that are not named are hidden.
const char* middlePanel(Perspective perspective);
std::span<const PanelPlace> placesOf(Perspective perspective, bool isNarrow);

/// The order in which F6 goes through the panels; an empty id is the middle.
QStringList areaOrder();

/// In a narrow window these panels slide over the edge.
bool slidesOver(const QString& panel);

} // namespace duologue::ui
