// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

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

private:
    struct Kept {
        QStringList paths;
        QString query;
        QString sort;
        /// Path and offset of the current record.
        QStringList record;
    };

    void keep();
    void continueAt();
    void restoreRecord();

    Workspace& m_workspace;
    Settings& m_settings;
    /// What is still to be restored, as soon as the dataset is read.
    Kept m_kept;
    bool m_isRestoring = false;
};

} // namespace duologue::ui
