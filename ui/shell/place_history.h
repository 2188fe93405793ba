// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "ui/shell/perspective.h"

#include <QObject>
#include <vector>

namespace duologue::ui {

class Workbench;
class Workspace;

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

} // namespace duologue::ui
