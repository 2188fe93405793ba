// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/current_record.h"
#include "core/data/row_order.h"
#include "core/load/record_reader.h"
#include "core/query/evaluate.h"
#include "core/util/phrase_id.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"

#include <QFileInfo>
#include <utility>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostRead = 200;
constexpr std::size_t kMostSiblings = 20;
constexpr std::string_view kFamily = "prefeval-";

std::string_view preferenceOf(const Conversation& conversation)
{
    for (const ContextPart& part : conversation.context) {
        if (part.kind == ContextKind::Preference && part.texts.size() > 0)
            return trimmed(conversation.texts[part.texts.begin].text);
    }
    return {};
}

/// The final question: the last message, if it is the user's.
std::string_view questionOf(const Conversation& conversation)
{
    if (conversation.messages.empty() || conversation.messages.back().role != "user")
        return {};
    return trimmed(conversation.originalText(conversation.messages.back()));
}

Query queryFor(const Snapshot& snapshot, std::string_view question)
{
    std::vector<Query> formats;
    for (const std::string& format : snapshot.formats) {
        if (format.starts_with(kFamily))
            formats.push_back(equalsQuery("format", format));
    }
    QueryTerm asked;
    asked.kind = TermKind::Text;
    asked.value = question;
    return Query::all({Query::any(std::move(formats)), Query::of(std::move(asked))});
}

} // namespace

QString recordLocation(const Snapshot& snapshot, Row row)
{
    return recordPath(snapshot, row).section(QLatin1Char('/'), -1);
}

QString recordPath(const Snapshot& snapshot, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    const QString name = asLabel(snapshot.file(entry.file).shownPath);
    const bool alone =
        entry.ordinal == 1 && (row + 1 >= snapshot.endRow() || snapshot.record(row + 1).file != entry.file);
    return alone ? name : QStringLiteral("%1, %2").arg(name, countText(entry.ordinal));
}

std::vector<SiblingRecord> siblingsOf(const Snapshot& snapshot, const DecodedRecord& record, const Job& job)
{
    std::vector<SiblingRecord> siblings;
    const std::string_view preference = preferenceOf(record.conversation);
    const std::string_view question = questionOf(record.conversation);
    if (!record.formatId.starts_with(kFamily) || preference.empty() || question.empty())
        return siblings;
    const auto matched = evaluate(snapshot, queryFor(snapshot, question), job);
    const auto* rows = matched.get();
    if (rows == nullptr)
        return siblings;
    std::size_t read = 0;
    for (const Row row : orderOf(*rows)) {
        if (row == record.row)
            continue;
        if (job.stopRequested() || ++read > kMostRead || siblings.size() >= kMostSiblings)
            break;
        const auto other = readRecord(snapshot, row);
        if (!other || preferenceOf(other.value()->conversation) != preference ||
            questionOf(other.value()->conversation) != question)
            continue;
        siblings.push_back({row, formatTitle(snapshot, other.value()->formatId) + QStringLiteral(" · ") +
                                     recordLocation(snapshot, row)});
    }
    return siblings;
}

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
               [this](Expected<DecodedRecordPtr> record) { take(std::move(record)); },
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

void CurrentRecord::take(Expected<DecodedRecordPtr> record)
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
