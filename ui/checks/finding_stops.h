// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/check.h"
#include "ui/app/dataset_checks.h"

#include <QObject>
#include <cstdint>
#include <utility>
#include <vector>

namespace duologue::ui {

class Workspace;

/// The findings that a filter such as `check:email` is about, as stops in the order of the table. A
/// conversation opens at its first one. Without such a filter, or before the dataset is checked, there are
/// none. GUI thread.
class FindingStops : public QObject {
public:
    FindingStops(Workspace& workspace, QObject* parent);

private:
    void update();
    void openAtFirst();
    void step(int by);
    std::pair<std::size_t, std::size_t> position() const;
    const Finding& finding(std::size_t stop) const;
    /// The current stop, if the current conversation has it; the number of stops for none.
    std::size_t current() const;

    Workspace& m_workspace;
    /// The findings when the stops were collected: others may be known before update() is called.
    CheckedSnapshotPtr m_checked;
    /// Indices of its CheckRun::findings.
    std::vector<std::uint32_t> m_stops;
    std::size_t m_at = 0;
};

} // namespace duologue::ui
