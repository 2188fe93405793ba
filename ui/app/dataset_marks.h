// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/load/record_reader.h"
#include "core/marks/mark_fields.h"
#include "core/marks/mark_file.h"
#include "core/marks/queue.h"
#include "core/marks/scheme_file.h"
#include "ui/app/tasks.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue::ui {

/// What somebody says about records, or about a part of one.
struct MarkAct {
    /// What is marked, by the answers in `set`.
    std::vector<Row> rows;
    /// What the rows are of; null for the present base (DatasetMarks::bind()).
    SnapshotPtr base;
    std::uint64_t rowsOf = 0;
    /// Of a single row: read already. Null: it is read.
    DecodedRecordPtr record;
    /// Of a single row: the part of it (MarkTarget); its record, id and hash are filled in.
    MarkTarget part;
    /// Questions with their answers as JSON; null takes an answer back.
    std::vector<std::pair<std::string, std::string>> set;
    std::string scheme;
    /// Milliseconds that the reader took; 0 if unknown.
    std::uint32_t took = 0;
    /// When the answers that are replaced were given; act() sets it.
    std::int64_t after = 0;
    /// Others that belong to it, ready but for ids, time and reader; and the rows that they are on, of each
    /// or of none.
    std::vector<MarkEvent> events;
    std::vector<Row> eventRows;
    /// Who says it, in a file of their own; empty for this reader.
    std::string by;
    /// The scheme that the act has replaced; null if it is the same.
    std::shared_ptr<const MarkScheme> schemeBefore;
    /// Takes back what the act before it has written; nothing else is set.
    bool isUndo = false;
    /// It is not a reader's answer, but that the record was read: kept in the user's data folder.
    bool isOfReading = false;
};

/// Marks and the records that they are on, for workers: what the GUI thread knows, a moment later. Any
/// thread.
class MarksForWork {
public:
    using Visit = std::function<void(const MarkSet&, const MarkedRecords&)>;

    /// Must be known to whoever visits them next.
    void add(const MarkEvent& event);
    /// Calls `visit` while nobody else does. Finds the records of all targets in the snapshot first, and of
    /// `also`; does not call it if the job is stopped.
    void visit(const SnapshotPtr& base, const std::filesystem::path& root,
               const std::vector<MarkTarget>& also, const Job& job, const Visit& visit);

private:
    std::mutex m_pendingMutex;
    std::vector<MarkEvent> m_pending;
    std::mutex m_work;
    MarkSet m_marks;
    SnapshotPtr m_base;
    std::unique_ptr<MarkedRecords> m_records;
};

/// What reading leaves: the marks beside the dataset, of this reader and of others. It reads and writes them
/// on workers, one act after the other, and makes fields of them. GUI thread.
class DatasetMarks : public QObject {
    Q_OBJECT

public:
    explicit DatasetMarks(QObject* parent = nullptr);
    ~DatasetMarks() override;

    /// Reads the marks of what is opened; no paths for none.
    void open(std::vector<std::filesystem::path> paths);
    /// Empty until marks are read.
    const MarkPlace& place() const { return m_place; }
    /// The name that this reader's marks have.
    std::string reader() const;
    void setReader(const QString& name);
    /// The reader was asked, or has set a name.
    static bool isReaderKnown();

    /// The records that fields are to be made for. A snapshot whose rows are those of the last one, such as
    /// one with the fields of checks, keeps what was found.
    void setBase(SnapshotPtr base, bool hasSameRows);
    /// The base is as whole as it will be: reading has ended, or was stopped.
    void endReading();
    /// The base with the fields of marks; null until they are made.
    const SnapshotPtr& withFields() const { return m_withFields; }
    /// Fields of marks are needed, though nothing is marked, and what was read counts: a query names them.
    void askForFields();
    /// Fields are being made, or will be as soon as marks are read.
    bool isPending() const;

    /// Whatever becomes of the dataset from now on, the rows of the act are those of the present base.
    void bind(MarkAct& act) const;
    /// Writes what the reader says, in the order of the calls. changed() follows when it is in the file.
    void act(MarkAct act);
    /// Takes the last act back, or else the last answer of this reader: all that it said. undone() follows.
    void undo();
    bool canUndo() const;

    const MarkSet& marks() const { return *m_marks; }
    /// What all readers say of a record or of anything in it, in the order in which it was first marked.
    /// Valid until the next mark.
    std::vector<const MarkAnswers*> of(Row row) const;
    /// The answer of this reader to a question about a record, or about a part of it, as JSON; empty for
    /// none.
    std::string ownAnswer(Row row, std::string_view question, const MarkTarget& part = {}) const;
    const std::shared_ptr<MarksForWork>& forWork() const { return m_forWork; }
    /// Another number whenever rows become other ones.
    std::uint64_t rowsOf() const { return m_rowsOf; }
    /// What withFields() is made of.
    const SnapshotPtr& base() const { return m_base; }
    /// What became of marks whose records have changed or are not there.
    struct Lost {
        std::size_t gone = 0;
        std::size_t ambiguous = 0;
        std::size_t changed = 0;
    };
    const Lost& lost() const { return m_lost; }
    /// Whether the record of these answers says something else now.
    bool hasChanged(const MarkAnswers& answers) const;

    /// What is to be read, in order; none is set at first. Kept beside the marks under its title.
    void setQueue(std::optional<ReadingQueue> queue);
    const std::optional<ReadingQueue>& queue() const { return m_queue; }
    std::filesystem::path queueFolder() const { return m_place.folder.parent_path() / "queues"; }
    QueueProgress progress() const;
    /// Rows of the queue, in its order, or those that are labelled; those that are not there any more are
    /// left out.
    const std::vector<Row>& queueRows() const { return m_labelling ? m_labelling->rows : m_queueRows; }
    /// The next row of the queue, and around its end, that this reader has not judged. None if all are.
    std::optional<Row> nextUnjudged(std::optional<Row> after) const;
    /// This reader has answered the first question of the scheme about the record or anything in it; to
    /// decide later is no answer.
    bool isJudged(Row row) const;

    /// The marks of others, and what the data says of its quality, are hidden until this reader has judged.
    bool isBlind() const;
    void setBlind(bool isBlind);
    /// The same of a record, which is judged or not, or which the reader wanted to see all of.
    bool isBlindFor(Row row) const;

    /// What readers are asked.
    const MarkScheme& scheme() const { return m_scheme; }
    void setScheme(MarkScheme scheme);
    /// The newest versions of all schemes that can be used here.
    std::vector<MarkScheme> schemes() const;
    /// All versions of the scheme.
    std::vector<MarkScheme> schemeVersions() const;
    /// Keeps a changed scheme as a new version, and uses it.
    void saveScheme(MarkScheme scheme);

    /// From now on, these rows are read in place of the queue, with yes or no for each of the codes; without
    /// codes, each is looked at again.
    void startLabelling(std::vector<std::string> codes, std::vector<Row> rows);
    void endLabelling();
    bool isLabelling() const { return m_labelling.has_value(); }
    /// The codes that are judged; empty for none.
    std::vector<std::string> labels() const;

Q_SIGNALS:
    /// Marks were read, made or taken back.
    void changed();
    /// withFields() is another one.
    void fieldsChanged();
    void queueChanged();
    void schemeChanged();
    /// An act on this row is being taken back.
    void undone(duologue::Row row);
    /// The file of marks could not be written or read.
    void failed(const QString& what, const QString& why);

private:
    struct Read;
    struct Made;
    struct Written;
    /// How many bytes of each file of marks are known.
    using KnownSizes = std::map<std::filesystem::path, std::uint64_t>;

    static std::shared_ptr<Written> write(const MarkAct& act, const MarkPlace& place);
    void writeWaiting();
    void resolveUndo(MarkAct& act);
    static std::shared_ptr<Read> readFiles(const MarkPlace& place, const KnownSizes& known, const Job& job);
    void startReading();
    void take(Read& read);
    void reportOf(const Read& read);
    void watch();
    void readMore();
    bool addEvent(const MarkEvent& event);
    void make();
    void makeSoon();
    void takeMade(std::shared_ptr<Made> made);
    void noteRow(Row row, std::uint32_t index);
    void startNext();
    void takeWritten(const Written& written);
    bool isMainQuestion(std::string_view question) const;

    std::vector<std::filesystem::path> m_paths;
    MarkPlace m_place;
    bool m_isRead = false;
    bool m_isBaseWhole = false;
    bool m_areWanted = false;
    /// Records were read that the fields do not know of.
    bool m_isReadingNew = false;
    /// What the GUI thread knows; the worker that makes fields gets the same events in the same order.
    std::shared_ptr<MarkSet> m_marks = std::make_shared<MarkSet>();
    std::shared_ptr<MarksForWork> m_forWork = std::make_shared<MarksForWork>();
    KnownSizes m_sizes;
    SnapshotPtr m_base;
    std::uint64_t m_rowsOf = 0;
    SnapshotPtr m_withFields;
    /// By row: indices in MarkSet::answers().
    std::unordered_map<std::size_t, std::vector<std::uint32_t>> m_byRow;
    /// Marked since the fields were asked for.
    std::vector<std::pair<Row, std::uint32_t>> m_late;
    /// Indices in MarkSet::answers(), rising: their records say something else now.
    std::vector<std::uint32_t> m_changedTargets;
    Lost m_lost;
    std::optional<ReadingQueue> m_queue;
    std::vector<Row> m_queueRows;
    MarkScheme m_scheme;
    FoundSchemes m_schemes;
    struct Labelling {
        std::vector<std::string> codes;
        std::vector<Row> rows;
        /// When it began, in milliseconds since 1970.
        std::int64_t since = 0;
    };
    std::optional<Labelling> m_labelling;
    struct Done {
        /// Ids of what it has written.
        std::vector<std::string> events;
        std::optional<Row> row;
        std::shared_ptr<const MarkScheme> schemeBefore;
    };
    /// The latest last.
    std::vector<Done> m_acts;
    std::deque<MarkAct> m_waiting;
    QFileSystemWatcher m_watcher;
    QTimer m_soon;
    QTimer m_more;
    LatestTask<std::shared_ptr<Read>> m_readTask{CallPriority::High};
    LatestTask<std::shared_ptr<Read>> m_moreTask;
    LatestTask<std::shared_ptr<Made>> m_makeTask;
    LatestTask<std::shared_ptr<Written>> m_writeTask{CallPriority::High};
};

} // namespace duologue::ui
