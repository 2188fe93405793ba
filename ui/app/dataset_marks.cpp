// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/dataset_marks.h"
#include "core/io/atomic_file.h"
#include "core/marks/error_analysis.h"
#include "core/util/phrase_id.h"
#include "ui/app/settings.h"
#include "ui/app/text.h"
#include "ui/app/words.h"

#include <QCryptographicHash>
#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace duologue::ui {

namespace {

constexpr QLatin1String kReaderKey("marks/reader");
constexpr QLatin1String kSchemeKey("marks/scheme");
constexpr QLatin1String kBlindKey("marks/blind");
constexpr QLatin1String kQueuesKey("marks/queues/");
/// Fields are made when the reader rests: they are for lists and charts, not for the next conversation.
constexpr int kRest = 700;

bool isThere(const MarkedRecord& record)
{
    return record.match == MarkMatch::Same || record.match == MarkMatch::Changed;
}

/// The settings name a queue by its dataset.
QString queueKey(const std::filesystem::path& dataset)
{
    const QByteArray name = QByteArray::fromStdString(dataset.string());
    return kQueuesKey + QString::fromLatin1(QCryptographicHash::hash(name, QCryptographicHash::Md5).toHex());
}

std::string wholeFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

} // namespace

void MarksForWork::add(const MarkEvent& event)
{
    const std::scoped_lock lock(m_pendingMutex);
    m_pending.push_back(event);
}

void MarksForWork::visit(const SnapshotPtr& base, const std::filesystem::path& root,
                         const std::vector<MarkTarget>& also, const Job& job, const Visit& visit)
{
    const std::scoped_lock lock(m_work);
    std::vector<MarkEvent> fresh;
    {
        const std::scoped_lock pendingLock(m_pendingMutex);
        fresh.swap(m_pending);
    }
    for (MarkEvent& event : fresh)
        m_marks.add(std::move(event));
    // With the fields of checks or without, the rows are the same, but the columns may not be.
    if (m_base != base) {
        // Names of one record may be those of two now.
        if (!m_marks.joined().empty())
            m_marks = m_marks.withoutJoins();
        m_records = std::make_unique<MarkedRecords>(*base, root);
        m_base = base;
    }
    std::vector<const MarkTarget*> targets;
    // What was taken back may have been said under another name, but is not worth reading everything.
    for (const MarkAnswers& each : m_marks.answers()) {
        if (!each.answers.empty() || m_records->quick(each.on).match == MarkMatch::Same)
            targets.push_back(&each.on);
    }
    for (const MarkTarget& each : also)
        targets.push_back(&each);
    m_records->lookAt(targets, job);
    if (job.stopRequested())
        return;
    joinNames(m_marks, *m_records);
    visit(m_marks, *m_records);
}

struct DatasetMarks::Read {
    MarkPlace place;
    std::vector<MarkEvent> events;
    std::shared_ptr<MarkSet> marks;
    std::shared_ptr<MarksForWork> forWork;
    KnownSizes sizes;
    std::optional<ReadingQueue> queue;
    FoundSchemes schemes;
    std::size_t badLines = 0;
    QString badFile;
    Phrase badLine;
    Phrase error;
};

struct DatasetMarks::Made {
    SnapshotPtr base;
    SnapshotPtr withFields;
    std::unordered_map<std::size_t, std::vector<std::uint32_t>> byRow;
    std::unordered_map<std::uint32_t, std::uint32_t> joined;
    std::vector<std::uint32_t> changed;
    Lost lost;
    std::vector<Row> queueRows;

    void find(const MarkSet& marks, const MarkedRecords& records, const std::vector<MarkTarget>& queued)
    {
        const std::vector<MarkAnswers>& answers = marks.answers();
        for (std::uint32_t i = 0; i < answers.size(); ++i) {
            if (!answers[i].on.namesRecord())
                continue;
            const MarkedRecord found = records.find(answers[i].on);
            if (isThere(found))
                byRow[indexOf(found.row)].push_back(i);
            if (answers[i].answers.empty())
                continue;
            // Some of the answers may be from before the record changed.
            const bool isChanged = std::ranges::any_of(answers[i].answers, [&](const auto& answer) {
                const MarkEvent* const event =
                    marks.joined().empty() ? nullptr : marks.find(answer.second.event);
                return (event == nullptr ? found : records.find(event->on)).match == MarkMatch::Changed;
            });
            if (isChanged)
                changed.push_back(i);
            lost.gone += found.match == MarkMatch::Gone ? 1 : 0;
            lost.ambiguous += found.match == MarkMatch::Ambiguous ? 1 : 0;
            lost.changed += isChanged ? 1 : 0;
        }
        joined = marks.joined();
        for (const MarkTarget& each : queued) {
            if (const MarkedRecord found = records.find(each); isThere(found))
                queueRows.push_back(found.row);
        }
    }
};

struct DatasetMarks::Written {
    std::vector<MarkEvent> events;
    /// Of each event; none if it is not known.
    std::vector<std::optional<Row>> rows;
    /// As in the act.
    std::uint64_t rowsOf = 0;
    std::shared_ptr<const MarkScheme> schemeBefore;
    std::filesystem::path file;
    Phrase error;
    bool isOfReading = false;
};

DatasetMarks::DatasetMarks(QObject* parent) : QObject(parent)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(kRest);
    connect(&m_soon, &QTimer::timeout, this, &DatasetMarks::make);
    // Not restarted by each change, so that a file that grows all the time is read, too.
    m_more.setSingleShot(true);
    m_more.setInterval(kRest / 2);
    connect(&m_more, &QTimer::timeout, this, &DatasetMarks::readMore);
    const auto hear = [this] {
        if (!m_more.isActive())
            m_more.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, hear);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, hear);
    const std::string wanted = fromQt(storedSetting(kSchemeKey).toString());
    for (const MarkScheme& each : shippedSchemes()) {
        if (m_scheme.questions.empty() || each.id == wanted)
            m_scheme = each;
    }
    for (const MarkScheme& each : shippedSchemes()) {
        if (wanted.empty() && each.id == "pass-fail")
            m_scheme = each;
    }
}

DatasetMarks::~DatasetMarks()
{
    writeWaiting();
}

/// Because the dataset or the program is closed. What is being written ends on its worker.
void DatasetMarks::writeWaiting()
{
    for (const MarkAct& each : m_waiting) {
        if (!each.isUndo && !m_place.folder.empty())
            write(each, m_place);
    }
    m_waiting.clear();
}

bool DatasetMarks::isReaderKnown()
{
    return !storedSetting(kReaderKey).toString().trimmed().isEmpty();
}

std::string DatasetMarks::reader() const
{
    const QString name = storedSetting(kReaderKey).toString().trimmed();
    return name.isEmpty() ? usualReader() : fromQt(name);
}

void DatasetMarks::setReader(const QString& name)
{
    storeSetting(kReaderKey, name.trimmed());
    Q_EMIT changed();
}

void DatasetMarks::open(std::vector<std::filesystem::path> paths)
{
    writeWaiting();
    for (LatestTask<std::shared_ptr<Read>>* task : {&m_readTask, &m_moreTask})
        task->cancel();
    m_makeTask.cancel();
    m_soon.stop();
    if (!m_watcher.files().isEmpty() || !m_watcher.directories().isEmpty())
        m_watcher.removePaths(m_watcher.files() + m_watcher.directories());
    m_place = {};
    m_isRead = false;
    m_areWanted = false;
    m_marks = std::make_shared<MarkSet>();
    m_forWork = std::make_shared<MarksForWork>();
    m_base.reset();
    m_withFields.reset();
    m_byRow.clear();
    m_late.clear();
    m_changedTargets.clear();
    m_lost = {};
    m_queue.reset();
    m_queueRows.clear();
    m_labelling.reset();
    m_schemes = {};
    m_acts.clear();
    m_paths = std::move(paths);
    if (!m_paths.empty())
        startReading();
    Q_EMIT changed();
    Q_EMIT queueChanged();
}

namespace {

/// Where it is noted which records this reader has read. Nobody else's concern: not beside the data.
std::filesystem::path readingFileOf(const MarkPlace& place)
{
    const QByteArray name = QByteArray::fromStdString(place.folder.string());
    return userMarkFolder() / "read" /
           (QCryptographicHash::hash(name, QCryptographicHash::Md5).toHex().toStdString() + ".jsonl");
}

std::vector<MarkFile> filesOf(const MarkPlace& place)
{
    std::vector<MarkFile> files = markFilesOf(place);
    files.push_back({readingFileOf(place), place.root});
    return files;
}

} // namespace

std::shared_ptr<DatasetMarks::Read> DatasetMarks::readFiles(const MarkPlace& place, const KnownSizes& known,
                                                            const Job& job)
{
    auto read = std::make_shared<Read>();
    read->sizes = known;
    for (const MarkFile& file : filesOf(place)) {
        if (job.stopRequested())
            break;
        const std::filesystem::path& path = file.path;
        const auto before = known.find(path);
        MarkFileContents contents = readPlacedMarks(place, file, before == known.end() ? 0 : before->second);
        if (!contents.error.empty()) {
            read->error = std::move(contents.error);
            read->badFile = toQt(path.string());
        }
        read->sizes[path] = contents.end;
        if (!contents.problems.empty() && read->badLines == 0) {
            read->badFile = QStringLiteral("%1:%2").arg(toQt(path.string())).arg(contents.problems[0].line);
            read->badLine = contents.problems[0].what;
        }
        read->badLines += contents.problems.size();
        std::ranges::move(contents.events, std::back_inserter(read->events));
    }
    return read;
}

void DatasetMarks::startReading()
{
    const QString queueFile = storedSetting(queueKey(m_paths.front())).toString();
    m_readTask.run(
        [paths = m_paths, queueFile](const Job& job) {
            const MarkPlace place = markPlaceOf(paths, userMarkFolder());
            std::shared_ptr<Read> read = readFiles(place, {}, job);
            read->place = place;
            read->marks = std::make_shared<MarkSet>();
            read->forWork = std::make_shared<MarksForWork>();
            read->marks->reserve(read->events.size());
            for (const MarkEvent& event : read->events) {
                read->marks->add(event);
                read->forWork->add(event);
            }
            read->schemes = schemesOf(place);
            if (!queueFile.isEmpty()) {
                auto queue = readQueue(wholeFile(fromQt(queueFile)));
                if (auto* known = queue.get())
                    read->queue = std::move(*known);
            }
            return read;
        },
        [this](std::shared_ptr<Read> read) { take(*read); });
}

void DatasetMarks::take(Read& read)
{
    m_isRead = true;
    m_place = std::move(read.place);
    m_marks = std::move(read.marks);
    m_forWork = std::move(read.forWork);
    m_sizes = std::move(read.sizes);
    m_queue = std::move(read.queue);
    m_schemes = std::move(read.schemes);
    for (const MarkScheme& each : schemes()) {
        if (each.id == m_scheme.id)
            m_scheme = each;
    }
    if (!m_schemes.problems.empty())
        Q_EMIT failed(tr("A scheme is not used: %1").arg(toQt(m_schemes.problems.front().file.string())),
                      translated(m_schemes.problems.front().what));
    reportOf(read);
    watch();
    make();
    startNext();
    Q_EMIT schemeChanged();
    Q_EMIT changed();
    Q_EMIT queueChanged();
}

void DatasetMarks::reportOf(const Read& read)
{
    if (!read.error.empty())
        Q_EMIT failed(tr("Marks could not be read: %1").arg(read.badFile), translated(read.error));
    else if (read.badLines > 0)
        Q_EMIT failed(
            tr("%Ln line(s) of the marks were passed over:", nullptr, static_cast<int>(read.badLines)),
            QStringLiteral("%1: %2").arg(read.badFile, translated(read.badLine)));
}

/// Other windows and other programs write marks as well.
void DatasetMarks::watch()
{
    QStringList paths;
    std::error_code failed;
    if (std::filesystem::is_directory(m_place.folder, failed))
        paths << toQt(m_place.folder.string());
    for (const auto& [path, size] : m_sizes) {
        if (std::filesystem::is_regular_file(path, failed))
            paths << toQt(path.string());
    }
    for (const QString& path : m_watcher.files() + m_watcher.directories())
        paths.removeAll(path);
    if (!paths.isEmpty())
        m_watcher.addPaths(paths);
}

void DatasetMarks::readMore()
{
    if (!m_isRead || m_writeTask.isRunning()) {
        // What is being written is known when it is.
        m_more.start();
        return;
    }
    m_moreTask.run(
        [place = m_place, sizes = m_sizes](const Job& job) { return readFiles(place, sizes, job); },
        [this](std::shared_ptr<Read> read) {
            for (const auto& [path, size] : read->sizes)
                m_sizes[path] = std::max(size, m_sizes[path]);
            bool isAnyNew = false;
            for (const MarkEvent& event : read->events)
                isAnyNew = addEvent(event) || isAnyNew;
            reportOf(*read);
            watch();
            if (isAnyNew) {
                makeSoon();
                Q_EMIT changed();
            }
        });
}

/// False if it is known already.
bool DatasetMarks::addEvent(const MarkEvent& event)
{
    const std::size_t before = m_marks->events().size();
    m_marks->add(event);
    if (m_marks->events().size() == before)
        return false;
    m_forWork->add(event);
    return true;
}

void DatasetMarks::setBase(SnapshotPtr base, bool hasSameRows)
{
    if (base == m_base)
        return;
    m_base = std::move(base);
    m_isBaseWhole = m_base != nullptr && m_base->complete;
    m_withFields.reset();
    if (!hasSameRows) {
        ++m_rowsOf;
        // Names of one record may be those of two now.
        if (!m_marks->joined().empty())
            *m_marks = m_marks->withoutJoins();
        m_byRow.clear();
        m_late.clear();
        m_changedTargets.clear();
        m_queueRows.clear();
        m_labelling.reset();
        for (Done& each : m_acts)
            each.row.reset();
    }
    make();
}

void DatasetMarks::endReading()
{
    if (m_base == nullptr || std::exchange(m_isBaseWhole, true))
        return;
    make();
}

void DatasetMarks::askForFields()
{
    if (std::exchange(m_areWanted, true) && !std::exchange(m_isReadingNew, false))
        return;
    make();
}

bool DatasetMarks::isPending() const
{
    return m_readTask.isRunning() || m_makeTask.isRunning() || m_soon.isActive() ||
           (m_base != nullptr && !m_isBaseWhole);
}

void DatasetMarks::makeSoon()
{
    m_soon.start();
}

void DatasetMarks::make()
{
    m_soon.stop();
    if (!m_isRead || m_base == nullptr || !m_isBaseWhole || m_base->recordCount() == 0)
        return;
    if (m_marks->events().empty() && !m_queue && !m_areWanted)
        return;
    m_late.clear();
    m_makeTask.run(
        [forWork = m_forWork, base = m_base, root = m_place.root,
         queued = m_queue ? m_queue->records : std::vector<MarkTarget>()](const Job& job) {
            auto made = std::make_shared<Made>();
            made->base = base;
            forWork->visit(base, root, queued, job, [&](const MarkSet& marks, const MarkedRecords& records) {
                made->find(marks, records, queued);
                made->withFields =
                    withQueueField(*withMarkFields(*base, marks, records, nullptr), made->queueRows);
            });
            return made;
        },
        [this](std::shared_ptr<Made> made) { takeMade(std::move(made)); });
}

void DatasetMarks::takeMade(std::shared_ptr<Made> made)
{
    if (made->withFields == nullptr || made->base != m_base)
        return;
    m_withFields = std::move(made->withFields);
    m_byRow = std::move(made->byRow);
    for (const auto& [other, index] : made->joined)
        m_marks->join(index, other);
    m_changedTargets = std::move(made->changed);
    m_lost = made->lost;
    const bool isOtherQueue = m_queueRows != made->queueRows;
    m_queueRows = std::move(made->queueRows);
    // What was marked meanwhile.
    for (const auto& [row, index] : m_late)
        noteRow(row, index);
    Q_EMIT fieldsChanged();
    Q_EMIT changed();
    if (isOtherQueue)
        Q_EMIT queueChanged();
}

void DatasetMarks::noteRow(Row row, std::uint32_t index)
{
    std::vector<std::uint32_t>& own = m_byRow[indexOf(row)];
    const auto isSame = [&](std::uint32_t other) {
        const MarkAnswers& left = m_marks->answers()[index];
        const MarkAnswers& right = m_marks->answers()[other];
        return left.by == right.by && left.on.part() == right.on.part();
    };
    if (std::ranges::find(own, index) != own.end())
        return;
    // The record had another name when it was marked before.
    if (const auto same = std::ranges::find_if(own, isSame); same != own.end())
        m_marks->join(*same, index);
    own.push_back(index);
}

void DatasetMarks::bind(MarkAct& act) const
{
    act.base = m_base;
    act.rowsOf = m_rowsOf;
}

void DatasetMarks::act(MarkAct act)
{
    if (act.base == nullptr)
        bind(act);
    if (act.by.empty())
        act.by = reader();
    // Another machine's clock may have been ahead.
    for (const Row row : act.rowsOf == m_rowsOf ? act.rows : std::vector<Row>()) {
        for (const MarkAnswers* each : of(row)) {
            for (const auto& [question, value] : act.set) {
                const auto answer = each->answers.find(question);
                if (each->by == act.by && answer != each->answers.end() && each->on.part() == act.part.part())
                    act.after = std::max(act.after, answer->second.at);
            }
        }
    }
    m_waiting.push_back(std::move(act));
    startNext();
}

void DatasetMarks::undo()
{
    MarkAct act;
    act.isUndo = true;
    act.by = reader();
    m_waiting.push_back(std::move(act));
    startNext();
}

/// Only when it is its turn: what is to be taken back may still be written.
void DatasetMarks::resolveUndo(MarkAct& act)
{
    Done done;
    if (!m_acts.empty()) {
        done = std::move(m_acts.back());
        m_acts.pop_back();
    } else if (const std::string last = m_marks->lastOf(reader()); !last.empty()) {
        done.events.push_back(last);
    }
    for (std::string& id : done.events) {
        MarkEvent event;
        event.undo = std::move(id);
        act.events.push_back(std::move(event));
    }
    if (done.schemeBefore != nullptr) {
        MarkScheme restored = *done.schemeBefore;
        // The reader may have chosen another scheme since.
        for (const MarkScheme& newest : schemes()) {
            if (newest.id == restored.id) {
                restored.version = newest.version + 1;
                restored.history = newest.history;
            }
        }
        restored.history.push_back({markTimeNow(), reader(), R"({"op":"undo"})"});
        saveScheme(std::move(restored));
    }
    if (done.row)
        Q_EMIT undone(*done.row);
}

bool DatasetMarks::canUndo() const
{
    return !m_acts.empty() || !m_waiting.empty() || !m_marks->lastOf(reader()).empty();
}

namespace {

/// Adds what names the record: place, id and hash.
MarkTarget named(const MarkTarget& part, MarkTarget record)
{
    MarkTarget target = part;
    target.record = std::move(record.record);
    target.id = std::move(record.id);
    target.hash = std::move(record.hash);
    return target;
}

} // namespace

void DatasetMarks::startNext()
{
    while (m_isRead && !m_waiting.empty() && !m_writeTask.isRunning()) {
        MarkAct next = std::move(m_waiting.front());
        m_waiting.pop_front();
        if (next.isUndo)
            resolveUndo(next);
        if (next.rows.empty() && next.events.empty()) {
            if (next.schemeBefore != nullptr)
                m_acts.push_back({{}, std::nullopt, std::move(next.schemeBefore)});
            continue;
        }
        m_writeTask.run([next = std::move(next), place = m_place](const Job&) { return write(next, place); },
                        [this](std::shared_ptr<Written> written) { takeWritten(*written); },
                        [this](const TaskFailure& failure) {
                            Q_EMIT this->failed(tr("The mark was not saved:"), failure.why());
                            startNext();
                        });
    }
}

std::shared_ptr<DatasetMarks::Written> DatasetMarks::write(const MarkAct& act, const MarkPlace& place)
{
    const Snapshot* const base = act.base.get();
    auto written = std::make_shared<Written>();
    written->rowsOf = act.rowsOf;
    written->schemeBefore = act.schemeBefore;
    written->isOfReading = act.isOfReading;
    const auto add = [&](Row row, const Conversation* conversation) {
        MarkEvent event;
        event.on = named(act.part, targetOfRecord(*base, row, place.root, conversation));
        event.set = act.set;
        event.at = act.after;
        event.scheme = act.scheme;
        event.took = act.took;
        written->events.push_back(std::move(event));
        written->rows.push_back(row);
    };
    const Conversation* const conversation = act.record ? &act.record->conversation : nullptr;
    if (act.rows.size() == 1 && act.record != nullptr && act.record->row == act.rows.front())
        add(act.rows.front(), conversation);
    else if (!act.rows.empty() && base != nullptr)
        forEachRecord(*base, act.rows, {.measuring = Measuring::Scripts, .threads = 1}, Job(),
                      [&](std::size_t, RecordReader& record) { add(record.row(), record.conversation()); });
    const std::size_t made = written->events.size();
    for (std::size_t i = 0; i < act.events.size(); ++i) {
        const auto isSame = [&](const MarkEvent& event) { return event.on == act.events[i].on; };
        if (std::any_of(written->events.begin(), written->events.begin() + static_cast<std::ptrdiff_t>(made),
                        isSame))
            continue;
        MarkEvent event = act.events[i];
        const bool hasRow = i < act.eventRows.size();
        if (event.undo.empty() && event.on.record.empty() && hasRow && base != nullptr)
            event.on = named(event.on, targetOfRecord(*base, act.eventRows[i], place.root, conversation));
        written->events.push_back(std::move(event));
        written->rows.push_back(hasRow ? std::optional(act.eventRows[i]) : std::nullopt);
    }
    stamp(written->events, act.by, markTimeNow(), {});
    written->file = act.isOfReading ? readingFileOf(place) : markFileOf(place, act.by);
    written->error = appendMarks(written->file, written->events);
    return written;
}

void DatasetMarks::takeWritten(const Written& written)
{
    // Another dataset was opened meanwhile.
    const bool isOfThis =
        m_isRead && (written.file.parent_path() == m_place.folder || written.file == readingFileOf(m_place));
    if (!isOfThis) {
        startNext();
        return;
    }
    if (!written.error.empty()) {
        Q_EMIT failed(tr("The mark was not saved: %1").arg(toQt(written.file.string())),
                      translated(written.error));
    } else {
        std::vector<std::string> ids;
        bool isUndo = false;
        for (std::size_t i = 0; i < written.events.size(); ++i) {
            const MarkEvent& event = written.events[i];
            isUndo = isUndo || !event.undo.empty();
            ids.push_back(event.id);
            const std::size_t before = m_marks->events().size();
            const MarkAnswers* answers = m_marks->add(event);
            if (m_marks->events().size() == before)
                continue;
            m_forWork->add(event);
            if (answers != nullptr && written.rows[i] && written.rowsOf == m_rowsOf) {
                const auto index = static_cast<std::uint32_t>(answers - m_marks->answers().data());
                m_late.emplace_back(*written.rows[i], index);
                noteRow(*written.rows[i], index);
            }
        }
        if (!isUndo && !written.isOfReading)
            m_acts.push_back(
                {std::move(ids),
                 written.rows.size() == 1 && written.rowsOf == m_rowsOf ? written.rows.front() : std::nullopt,
                 written.schemeBefore});
        watch();
        // To read on must not cost new fields each time.
        if (written.isOfReading)
            m_isReadingNew = true;
        else
            makeSoon();
        Q_EMIT changed();
    }
    startNext();
}

std::vector<const MarkAnswers*> DatasetMarks::of(Row row) const
{
    std::vector<const MarkAnswers*> found;
    const auto known = m_byRow.find(indexOf(row));
    if (known == m_byRow.end())
        return found;
    for (const std::uint32_t index : known->second) {
        if (!m_marks->answers()[index].answers.empty())
            found.push_back(&m_marks->answers()[index]);
    }
    return found;
}

std::string DatasetMarks::ownAnswer(Row row, std::string_view question, const MarkTarget& part) const
{
    const std::string own = reader();
    const MarkAnswer* latest = nullptr;
    for (const MarkAnswers* each : of(row)) {
        const auto answer = each->answers.find(std::string(question));
        if (each->by != own || answer == each->answers.end() || each->on.part() != part.part())
            continue;
        if (latest == nullptr || answer->second.at >= latest->at)
            latest = &answer->second;
    }
    return latest == nullptr ? std::string() : latest->value;
}

bool DatasetMarks::hasChanged(const MarkAnswers& answers) const
{
    const auto index = static_cast<std::uint32_t>(&answers - m_marks->answers().data());
    return std::ranges::binary_search(m_changedTargets, index);
}

void DatasetMarks::setQueue(std::optional<ReadingQueue> queue)
{
    // Another dataset may have been opened while the dialog was open.
    if (m_paths.empty())
        return;
    m_queue = std::move(queue);
    m_queueRows.clear();
    if (m_queue) {
        // A title may have characters that names of files cannot have.
        std::filesystem::path file = markFileOf(m_place, m_queue->title);
        file = queueFolder() / file.filename().replace_extension(".json");
        std::error_code failed;
        std::filesystem::create_directories(file.parent_path(), failed);
        AtomicFile written(file, AtomicFile::Existing::Replace);
        written.write(queueText(*m_queue));
        if (!written.commit())
            Q_EMIT this->failed(tr("The queue was not saved:"), translated(written.error()));
        storeSetting(queueKey(m_paths.front()), toQt(file.string()));
    } else {
        storeSetting(queueKey(m_paths.front()), {});
    }
    // Without a queue, and without marks, its field has to go.
    m_areWanted = true;
    make();
    Q_EMIT queueChanged();
}

bool DatasetMarks::isJudged(Row row) const
{
    const std::string own = reader();
    if (m_labelling && !m_labelling->codes.empty()) {
        const std::string labelled = ownAnswer(row, mark_keys::kLabelled);
        // A list of texts in JSON; no code ends in the middle of another one's quotation marks.
        return std::ranges::all_of(m_labelling->codes, [&labelled](const std::string& code) {
            return labelled.find(nlohmann::json(code).dump()) != std::string::npos;
        });
    }
    if (m_labelling) {
        return std::ranges::any_of(of(row), [&](const MarkAnswers* each) {
            return each->by == own && std::ranges::any_of(each->answers, [this](const auto& answer) {
                       return answer.second.at >= m_labelling->since;
                   });
        });
    }
    return std::ranges::any_of(of(row), [&](const MarkAnswers* each) {
        return each->by == own && std::ranges::any_of(each->answers, [this](const auto& answer) {
                   const bool isDeferred =
                       answer.first == mark_keys::kVerdict && answer.second.value == "\"defer\"";
                   return isMainQuestion(answer.first) && !isDeferred;
               });
    });
}

/// The first question of the scheme says whether a record is judged.
bool DatasetMarks::isMainQuestion(std::string_view question) const
{
    return !m_scheme.questions.empty() && question == m_scheme.questions.front().key;
}

QueueProgress DatasetMarks::progress() const
{
    std::vector<std::int64_t> times;
    const std::string own = reader();
    for (const Row row : queueRows()) {
        if (!isJudged(row))
            continue;
        std::int64_t latest = 0;
        for (const MarkAnswers* each : of(row)) {
            for (const auto& [question, answer] : each->answers) {
                if (each->by == own && (m_labelling || isMainQuestion(question)))
                    latest = std::max(latest, answer.at);
            }
        }
        times.push_back(latest);
    }
    return progressOf(std::move(times), queueRows().size());
}

std::optional<Row> DatasetMarks::nextUnjudged(std::optional<Row> after) const
{
    const std::vector<Row>& rows = queueRows();
    const auto found = after ? std::ranges::find(rows, *after) : rows.end();
    const std::size_t begin = found == rows.end() ? 0 : static_cast<std::size_t>(found - rows.begin()) + 1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row row = rows[(begin + i) % rows.size()];
        if (row != after && !isJudged(row))
            return row;
    }
    return std::nullopt;
}

bool DatasetMarks::isBlind() const
{
    return storedSetting(kBlindKey).toBool();
}

void DatasetMarks::setBlind(bool isBlind)
{
    storeSetting(kBlindKey, isBlind);
    Q_EMIT changed();
}

bool DatasetMarks::isBlindFor(Row row) const
{
    return isBlind() && !isJudged(row) && ownAnswer(row, "unblinded").empty();
}

void DatasetMarks::setScheme(MarkScheme scheme)
{
    m_scheme = std::move(scheme);
    storeSetting(kSchemeKey, toQt(m_scheme.id));
    Q_EMIT schemeChanged();
    Q_EMIT changed();
}

std::vector<MarkScheme> DatasetMarks::schemes() const
{
    std::vector<MarkScheme> newest;
    for (const FoundScheme& each : m_schemes.schemes) {
        if (each.isNewest)
            newest.push_back(each.scheme);
    }
    return newest;
}

std::vector<MarkScheme> DatasetMarks::schemeVersions() const
{
    std::vector<MarkScheme> versions;
    for (const FoundScheme& each : m_schemes.schemes) {
        if (each.scheme.id == m_scheme.id)
            versions.push_back(each.scheme);
    }
    return versions;
}

void DatasetMarks::saveScheme(MarkScheme scheme)
{
    auto saved = duologue::saveScheme(m_place, std::move(scheme));
    if (const Phrase* mistake = saved.error()) {
        Q_EMIT failed(tr("The scheme was not saved:"), translated(*mistake));
        return;
    }
    m_schemes = schemesOf(m_place);
    setScheme(std::move(saved).value());
}

void DatasetMarks::startLabelling(std::vector<std::string> codes, std::vector<Row> rows)
{
    m_labelling = Labelling{std::move(codes), std::move(rows), markTimeNow()};
    Q_EMIT queueChanged();
}

void DatasetMarks::endLabelling()
{
    m_labelling.reset();
    Q_EMIT queueChanged();
}

std::vector<std::string> DatasetMarks::labels() const
{
    return m_labelling ? m_labelling->codes : std::vector<std::string>();
}

} // namespace duologue::ui
