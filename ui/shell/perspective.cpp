// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/perspective.h"

#include <QCoreApplication>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr std::array kExplore{
    PanelPlace{"facets", Qt::LeftDockWidgetArea, Joins::Area, "", 232},
    PanelPlace{"records", Qt::LeftDockWidgetArea, Joins::RightOf, "facets", 0.44},
    // After the others: Qt puts what joins a tab among the tabs.
    PanelPlace{"sources", Qt::LeftDockWidgetArea, Joins::TabOf, "facets", 0},
    PanelPlace{"charts", Qt::TopDockWidgetArea, Joins::Area, "", 0.54},
};
constexpr std::array kExploreNarrow{
    PanelPlace{"records", Qt::LeftDockWidgetArea, Joins::Area, "", 0.48},
    PanelPlace{"charts", Qt::TopDockWidgetArea, Joins::Area, "", 0.5},
};
constexpr std::array kRead{
    PanelPlace{"records", Qt::LeftDockWidgetArea, Joins::Area, "", 224},
    PanelPlace{"inspector", Qt::RightDockWidgetArea, Joins::Area, "", 248},
};
constexpr std::array kReadNarrow{
    PanelPlace{"records", Qt::LeftDockWidgetArea, Joins::Area, "", 208},
};
constexpr std::array kCompare{
    PanelPlace{"records", Qt::LeftDockWidgetArea, Joins::Area, "", 224},
};
constexpr std::array kCompareNarrow{
    PanelPlace{"records", Qt::LeftDockWidgetArea, Joins::Area, "", 176},
};
constexpr std::array kCheck{
    PanelPlace{"checks", Qt::TopDockWidgetArea, Joins::Area, "", 0.4},
    PanelPlace{"problems", Qt::TopDockWidgetArea, Joins::TabOf, "checks", 0},
    PanelPlace{"raw", Qt::RightDockWidgetArea, Joins::Area, "", 0.45},
};

constexpr std::array kSliding{"facets", "sources", "inspector"};

struct PerspectiveWords {
    Q_DECLARE_TR_FUNCTIONS(Perspective)
};

} // namespace

QString nameOf(Perspective perspective)
{
    switch (perspective) {
    case Perspective::Explore:
        return QStringLiteral("explore");
    case Perspective::Read:
        return QStringLiteral("read");
    case Perspective::Compare:
        return QStringLiteral("compare");
    case Perspective::Check:
        break;
    }
    return QStringLiteral("check");
}

std::optional<Perspective> perspectiveOf(const QString& name)
{
    const auto* found = std::find_if(kPerspectives.begin(), kPerspectives.end(),
                                     [&](Perspective each) { return nameOf(each) == name; });
    return found == kPerspectives.end() ? std::nullopt : std::optional(*found);
}

QString titleOf(Perspective perspective)
{
    switch (perspective) {
    case Perspective::Explore:
        return PerspectiveWords::tr("Explore");
    case Perspective::Read:
        return PerspectiveWords::tr("Read");
    case Perspective::Compare:
        return PerspectiveWords::tr("Compare");
    case Perspective::Check:
        break;
    }
    return PerspectiveWords::tr("Check");
}

QString purposeOf(Perspective perspective)
{
    switch (perspective) {
    case Perspective::Explore:
        return PerspectiveWords::tr("Find outliers: facets, records and charts");
    case Perspective::Read:
        return PerspectiveWords::tr("Read one conversation after the other");
    case Perspective::Compare:
        return PerspectiveWords::tr("Two conversations side by side");
    case Perspective::Check:
        break;
    }
    return PerspectiveWords::tr("Findings and problems of the data, with the raw records");
}

const char* middlePanel(Perspective perspective)
{
    return perspective == Perspective::Compare ? "comparison" : "conversation";
}

std::span<const PanelPlace> placesOf(Perspective perspective, bool isNarrow)
{
    const auto either = [isNarrow](std::span<const PanelPlace> wide, std::span<const PanelPlace> narrow) {
        return isNarrow ? narrow : wide;
    };
    switch (perspective) {
    case Perspective::Explore:
        return either(kExplore, kExploreNarrow);
    case Perspective::Read:
        return either(kRead, kReadNarrow);
    case Perspective::Compare:
        return either(kCompare, kCompareNarrow);
    case Perspective::Check:
        break;
    }
    return kCheck;
}

QStringList areaOrder()
{
    return {QStringLiteral("records"), QString(), QStringLiteral("charts"), QStringLiteral("facets"),
            QStringLiteral("inspector")};
}

bool slidesOver(const QString& panel)
{
    return std::any_of(kSliding.begin(), kSliding.end(),
                       [&panel](const char* each) { return panel == QLatin1String(each); });
}

} // namespace duologue::ui
