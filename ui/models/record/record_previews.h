// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/snapshot.h"
#include "core/query/query.h"
#include "core/query/stops.h"
#include "core/util/language.h"
#include "ui/work/latest_task.h"

#include <QCache>
#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <utility>
#include <vector>

namespace duologue::ui {

/// The beginning of what the user says first, on one line; in `preferred` if it was written or translated in
/// that language. Of a record in which no user speaks, the first text that there is.
QString previewOf(const Conversation& conversation, Language preferred);

/// The same of a record that is read from its file; empty if it cannot be read, or is so long that reading it
/// would take a noticeable time. Any thread.
QString readPreview(const Snapshot& snapshot, Row row, Language preferred);

/// What a table shows of a conversation.
struct RecordPreview {
    QString text;
    /// The first stop of a query: the words before a match, the match, the words after it; of a message its
    /// beginning, or that of its memo, as the third. Empty if there is none.
    QStringList stop;
    /// It could not be read; perhaps its file was being written.
    bool isMissing = false;
};

/// The previews of the rows that a table shows. A row is read by a worker when it is asked for, the latest
/// first, and kept for a while. GUI thread.
class RecordPreviews : public QObject {
    Q_OBJECT

public:
    explicit RecordPreviews(QObject* parent = nullptr);

    /// Forgets the previews of another dataset; while a dataset grows, its rows keep theirs, and those that
    /// could not be read are read again.
    void setSnapshot(SnapshotPtr snapshot);
    /// The language of the window by default.
    void setPreferred(Language language);
    /// The query whose first stop is looked for in each row. After setSnapshot().
    void setQuery(const Query& query);
    /// The query asks for words or messages, so that rows can have a stop.
    bool looksForStops() const { return m_rules && !m_rules->empty(); }

    /// Null while it is not known: then it is read, and arrived() tells.
    const RecordPreview* of(Row row);

Q_SIGNALS:
    /// Some of the rows that were asked for are known now.
    void arrived();

private:
    using Read = std::vector<std::pair<Row, RecordPreview>>;
    using Rules = std::shared_ptr<const std::vector<StopRule>>;

    void forget();
    void forgetMissing();
    void readNext();

    SnapshotPtr m_snapshot = std::make_shared<const Snapshot>();
    Language m_preferred;
    Query m_query;
    Rules m_rules;
    bool m_areRulesOld = false;
    QCache<std::uint32_t, RecordPreview> m_known;
    /// Asked for and not read yet, the latest last.
    std::vector<Row> m_wanted;
    bool m_isQueued = false;
    LatestTask<Read> m_task;
};

} // namespace duologue::ui
