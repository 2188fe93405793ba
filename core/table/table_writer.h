// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/columns_writer.h"
#include "core/table/snapshot.h"
#include "core/table/table_batch.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

/// Writes the tables of a dataset: appends batches in file order and returns snapshots in between, which
/// never change. One thread at a time.
class TableWriter {
public:
    explicit TableWriter(std::vector<std::string> formatIds,
                         std::shared_ptr<const FormatList> formatList = nullptr,
                         std::vector<KnownField> knownFields = {});

    /// Files come in FileId order, before their records.
    void addFile(SourceFile file);
    std::size_t fileCount() const { return m_tables.files.size(); }

    /// Appends the batch's records after all earlier ones. Adds `ordinalBase` to their ordinals, for a file
    /// that comes in several batches.
    void append(const TableBatch& batch, std::uint32_t ordinalBase = 0);
    void addProblem(Problem problem);
    /// Records without rows (Snapshot::passedOver, Snapshot::counted); `broken` of them are broken.
    void addPassedOver(std::uint64_t records, std::uint64_t broken)
    {
        m_tables.passedOver += records;
        m_tables.brokenPassedOver += broken;
    }
    void addCounted(std::uint64_t records) { m_tables.counted += records; }
    /// Adds problems of a file that an earlier snapshot counted but did not keep.
    void countProblems(FileId file, const ProblemCounts& counts);
    /// Sets Snapshot::formatsChecksum and Snapshot::readsLoneObjects.
    void setReading(std::uint64_t formatsChecksum, bool readsLoneObjects);
    /// What reads long values of the snapshot again.
    void setValues(const ValueReader& values) { m_tables.values = &values; }
    void setComplete() { m_tables.complete = true; }
    /// How many bytes of the files are in the tables, and how many are known to be there.
    void setBytes(std::uint64_t read, std::uint64_t found)
    {
        m_tables.bytesRead = read;
        m_tables.bytesFound = found;
    }

    std::uint32_t recordCount() const { return m_tables.recordCount(); }
    std::size_t messageCount() const { return m_tables.messages.entries.size(); }
    SnapshotPtr snapshot() const;

private:
    /// `first` is the first record that has the field.
    void appendColumn(ColumnsWriter& columns, const BatchColumn& source, std::uint32_t base,
                      const RecordEntry& first);
    /// Adds the notes as problems of the record.
    void addNotes(std::vector<Phrase>& notes, const RecordEntry& record);
    void appendMessages(const TableBatch& batch);
    std::vector<std::uint8_t> rolesOf(const TableBatch& batch);
    std::vector<std::uint16_t> intentSetsOf(const TableBatch& batch);

    /// The next snapshot, without columns: those are in the two writers.
    Snapshot m_tables;
    ColumnsWriter m_recordColumns;
    ColumnsWriter m_messageColumns{ColumnsOf::Messages};
    CategoryCoder m_intentCoder;
    IntentSetCoder m_intentSetCoder;
    CategoryCoder m_roleCoder;
    std::unordered_map<std::uint32_t, std::uint64_t> m_problemsKept;
};

} // namespace duologue
