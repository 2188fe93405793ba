// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"
#include "core/load/record_reader.h"
#include "core/util/language.h"
#include "core/util/parallel.h"
#include "core/util/problem.h"
#include "ui/app/tasks.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace duologue::ui {

/// What is selected of one text of a message. -1 for the message: something else is selected.
struct SelectedText {
    int message = -1;
    /// Index into Conversation::texts.
    std::uint32_t text = 0;
    /// A range of its bytes, not empty: from the first character that is selected to the last one, with what
    /// Markdown hides between them.
    std::size_t begin = 0;
    std::size_t end = 0;
    Language language = Language::Undetermined;

    bool operator==(const SelectedText&) const = default;
};

/// Another record with the same preference and question.
struct SiblingRecord {
    Row row{0};
    /// Its format and location: "PrefEval, explicit preference · travel_hotel.json, 3".
    QString title;
};

/// Records with the same preference and question in other forms (stated, selected, implied by a persona), in
/// dataset order. Empty if the record has no preference or no question. For a worker: reads files.
std::vector<SiblingRecord> siblingsOf(const Snapshot& snapshot, const DecodedRecord& record, const Job& job);

/// "travel_hotel.json, 3": the file, and the number of the record if the file has several.
QString recordLocation(const Snapshot& snapshot, Row row);
/// The same with the folders of the file.
QString recordPath(const Snapshot& snapshot, Row row);

/// The record that the user reads: its row, its contents as soon as they are read, and the current message in
/// it. GUI thread only; a worker reads the record.
class CurrentRecord : public QObject {
    Q_OBJECT

public:
    CurrentRecord();

    std::optional<Row> row() const { return m_row; }
    /// The last record that was read. It is replaced when the new one is read, and null when that is late.
    const DecodedRecordPtr& record() const { return m_record; }
    /// Why the record could not be read.
    const std::optional<Problem>& problem() const { return m_problem; }
    /// Reading takes so long that the user should see why. Usually the archive is still being unpacked.
    bool isLate() const { return m_isLate; }
    /// A record was requested and is not read yet.
    bool isReading() const { return m_task.isRunning(); }

    /// Index of a message, -1 for none.
    int message() const { return m_message; }
    /// No message is current if the record has none with this index.
    void setMessage(int index);

    void read(const SnapshotPtr& snapshot, Row row);
    /// Reads the same record again, which may have another row and other contents. The old contents stay
    /// until then.
    void readAgain(const SnapshotPtr& snapshot, Row row);
    /// The row no longer exists. The contents stay until another record is read or clear() is called. Emits
    /// nothing.
    void markDeleted();
    /// Shows no record. `row` may be a row that does not exist yet.
    void clear(std::optional<Row> row = std::nullopt);

    /// After this time a record is late; 300 ms by default.
    void setPatience(std::chrono::milliseconds patience) { m_patience.setInterval(patience); }

Q_SIGNALS:
    /// The contents are read, or late, or there is no record.
    void changed();
    void messageChanged(int index);

private:
    void stopReading();
    void take(Expected<DecodedRecordPtr> record);
    void markLate();

    std::optional<Row> m_row;
    DecodedRecordPtr m_record;
    std::optional<Problem> m_problem;
    bool m_isLate = false;
    int m_message = -1;
    QTimer m_patience;
    LatestTask<Expected<DecodedRecordPtr>> m_task;
};

} // namespace duologue::ui
