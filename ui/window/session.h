// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/saved_view.h"
#include "core/util/problem.h"
#include "ui/transcript/transcript_marks.h"

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <optional>

namespace duologue::ui {

class RecordTableView;
class TranscriptView;
class Workspace;

/// What is open: dataset, query, sort order, columns, current record, and the place in it. It is kept in the
/// settings while the user works, for the next start and for another window in place of this one. GUI thread.
class Session : public QObject {
    Q_OBJECT

public:
    /// `transcript` shows the current record. All must outlive the session.
    Session(Workspace& workspace, RecordTableView& table, TranscriptView& transcript, QObject* parent);

    /// What restore() would open; empty if nothing was open last.
    static QStringList keptPaths();
    /// Opens what was open last; false if there was nothing. If it is not there any more, it is closed again
    /// with a message, and still kept.
    bool restore();
    /// The dataset is open already, in a window before this one: shows the same of it.
    void resume();
    /// Opens a saved view, or the paths with a current record.
    void open(const SavedView& view);
    /// Keeps at once what would be kept a moment later.
    void flush();

Q_SIGNALS:
    /// What was open last is not there any more.
    void notRestored();

private:
    struct Kept {
        QStringList paths;
        QString query;
        QString sort;
        QStringList columns;
        /// Path and offset of the current record.
        QStringList record;
        /// The current record as the command line names it; empty if `record` says it.
        std::string recordName;
        ReadingState place;
    };

    static Kept kept();
    void keepSoon();
    void keepRecord();
    void followPaths();
    void continueAt();
    bool isGone() const;
    void restoreRecord();
    void restorePlace();

    Workspace& m_workspace;
    RecordTableView& m_table;
    TranscriptView& m_transcript;
    QTimer m_keep;
    /// What is still to be restored, as soon as the dataset is read.
    Kept m_kept;
    /// The view that was opened; empty if nothing was.
    std::optional<SavedView> m_view;
    bool m_isRestoring = false;
    /// The record whose place is to be shown as soon as it is read.
    std::optional<Row> m_placeOf;
};

} // namespace duologue::ui
