// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/current_record.h"

#include "core/load/record_reader.h"
#include "core/util/phrase_id.h"
#include "ui/work/qt_text.h"

#include <utility>

namespace duologue::ui {

namespace {

/// The status line uses the same time: a shorter message could not be read.
constexpr std::chrono::milliseconds kDefaultPatience{300};

bool isSameRecord(const DecodedRecord& one, const DecodedRecord& other)
{
    return one.row == other.row && one.span.file == other.span.file && one.span.offset == other.span.offset &&
           one.formatId == other.formatId && one.bytes.view() == other.bytes.view();
}

} // namespace

CurrentRecord::CurrentRecord()
{
    m_patience.setSingleShot(true);
    setPatience(kDefaultPatience);
    connect(&m_patience, &QTimer::timeout, this, &CurrentRecord::markLate);
}

void CurrentRecord::read(const SnapshotPtr& snapshot, Row row)
{
    const bool wasLate = std::exchange(m_isLate, false);
    readAgain(snapshot, row);
    m_patience.start();
    if (wasLate)
        Q_EMIT changed();
}

void CurrentRecord::readAgain(const SnapshotPtr& snapshot, Row row)
{
    m_row = row;
    m_task.run([snapshot, row](const Job&) { return readRecord(*snapshot, row); },
               [this](Result<DecodedRecordPtr> record) { take(std::move(record)); },
               [this](const TaskFailure& failure) {
                   const auto code =
                       failure.isOutOfMemory ? ProblemCode::OutOfMemory : ProblemCode::FileUnreadable;
                   take(Problem{code,
                                Severity::Error,
                                {},
                                {},
                                failure.isOutOfMemory ? Phrase(PhraseId::NoMemoryForRecord)
                                                      : Phrase::verbatim(fromQt(failure.detail))});
               });
}

void CurrentRecord::take(Result<DecodedRecordPtr> record)
{
    m_patience.stop();
    m_isLate = false;
    // A record that has not changed keeps its scroll position.
    if (record && m_record && isSameRecord(*record.value(), *m_record))
        return;
    m_record = record ? record.value() : nullptr;
    m_problem = record ? std::nullopt : std::optional<Problem>(record.problem());
    m_message = -1;
    Q_EMIT changed();
}

void CurrentRecord::markLate()
{
    // The record is read already; the event loop was late.
    if (m_task.hasPendingResult())
        return;
    m_isLate = true;
    m_record.reset();
    m_problem.reset();
    setMessage(-1);
    Q_EMIT changed();
}

void CurrentRecord::stopReading()
{
    m_task.cancel();
    m_patience.stop();
    m_isLate = false;
}

void CurrentRecord::markDeleted()
{
    stopReading();
    m_row.reset();
}

void CurrentRecord::clear(std::optional<Row> row)
{
    stopReading();
    m_row = row;
    m_record.reset();
    m_problem.reset();
    setMessage(-1);
    Q_EMIT changed();
}

void CurrentRecord::setMessage(int index)
{
    const int count = m_record ? static_cast<int>(m_record->conversation.messages.size()) : 0;
    const int kept = index >= 0 && index < count ? index : -1;
    if (kept == m_message)
        return;
    m_message = kept;
    Q_EMIT messageChanged(kept);
}

} // namespace duologue::ui
