// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/view/saved_view.h"

#include <QObject>
#include <QStringList>
#include <optional>

namespace duologue::ui {

class Settings;
class Workspace;

/// What was open when the program ended: dataset, query, sort order and current record. It is kept in the
/// settings while the user works, and restored at the next start unless they do not want that. GUI thread.
class Session : public QObject {
    Q_OBJECT

public:
    Session(Workspace& workspace, Settings& settings, QObject* parent);

    /// Opens what was open; false if there is nothing, if it no longer exists, or if the user does not want
    /// it.
    bool restore();

    /// Opens a saved view, or the paths with a current record.
    void open(const SavedView& view);

private:
    struct Kept {
        QStringList paths;
        QString query;
        QString sort;
        /// Path and offset of the current record.
        QStringList record;
        /// The current record as the command line names it; empty if `record` says it.
        std::string recordName;
    };

    void keep();
    void continueAt();
    void restoreRecord();

    Workspace& m_workspace;
    Settings& m_settings;
    /// What is still to be restored, as soon as the dataset is read.
    Kept m_kept;
    /// The view that was opened; empty if nothing was.
    std::optional<SavedView> m_view;
    bool m_isRestoring = false;
};

} // namespace duologue::ui
