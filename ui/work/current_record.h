// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/table/decoded_record.h"
#include "core/table/snapshot.h"
#include "ui/work/latest_task.h"

#include <QObject>
#include <QTimer>
#include <chrono>
#include <optional>

namespace duologue::ui {

/// The record that is being read by the user: which one, its contents as soon as they are there, and the
/// message in it that is followed. GUI thread only; the reading is done elsewhere.
class CurrentRecord : public QObject {
    Q_OBJECT

public:
    CurrentRecord();

    std::optional<Row> row() const { return m_row; }
    /// The one that was read last, until the new one is there or late; null where there is none.
    const DecodedRecordPtr& record() const { return m_record; }
    /// Why it could not be read.
    const std::optional<Problem>& problem() const { return m_problem; }
    /// It takes so long that people would ask themselves what is going on: nearly always because the packed
    /// file that it stands in is being unpacked.
    bool isLate() const { return m_isLate; }
    /// Something was asked for, and has not arrived.
    bool isReading() const { return m_task.isRunning(); }

    /// Index of a message, -1 for none.
    int message() const { return m_message; }
    /// None where the record has no such message.
    void setMessage(int index);

    void read(const SnapshotPtr& snapshot, Row row);
    /// The same record, which may stand in another row and have changed. It stays until it is there anew.
    void readAgain(const SnapshotPtr& snapshot, Row row);
    /// There is no such row any more. What was read in it stays for whoever looks until another is read, or
    /// it is forgotten; nothing is signalled.
    void loseRow();
    /// Nothing is shown; `row` may be one that is not there yet.
    void forget(std::optional<Row> row = std::nullopt);

    /// How long it takes to be late; 300 ms at first.
    void setPatience(std::chrono::milliseconds patience) { m_patience.setInterval(patience); }

Q_SIGNALS:
    /// Its contents are there, or gone, or late.
    void changed();
    void messageChanged(int index);

private:
    void stopReading();
    void take(Result<DecodedRecordPtr> record);
    void sayLate();

    std::optional<Row> m_row;
    DecodedRecordPtr m_record;
    std::optional<Problem> m_problem;
    bool m_isLate = false;
    int m_message = -1;
    QTimer m_patience;
    LatestTask<Result<DecodedRecordPtr>> m_task;
};

} // namespace duologue::ui
