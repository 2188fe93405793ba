// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"
#include "core/table/table_batch.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

/// The only writer of a dataset's tables: appends batches in file order and returns snapshots in between. One
/// thread at a time; snapshots that it has returned never change.
class TableWriter {
public:
    explicit TableWriter(std::vector<std::string> formatIds,
                         std::shared_ptr<const FormatList> formatList = nullptr,
                         std::vector<KnownField> knownFields = {});

    /// Files come in FileId order, before their records.
    void addFile(SourceFile file);
    std::size_t fileCount() const { return m_tables.files.size(); }

    /// `batch`'s records follow all earlier ones. `ordinalBase` is added to their
    /// ordinals, for a file that comes in several batches.
    void append(const TableBatch& batch, std::uint32_t ordinalBase = 0);
    void addProblem(Problem problem);
    /// Records without rows (Snapshot::passedOver, Snapshot::counted).
    void addPassedOver(std::uint64_t records) { m_tables.passedOver += records; }
    void addCounted(std::uint64_t records) { m_tables.counted += records; }
    /// A record without a row, because the filter cannot be decided for it (Snapshot::undecided).
    void addUndecided(const UndecidedRecord& record);
    /// Adds problems of a file that were counted and not kept when it was read before.
    void countProblems(FileId file, const ProblemCounts& counts);
    /// Sets Snapshot::formatsChecksum and Snapshot::readsLoneObjects.
    void setReading(std::uint64_t formatsChecksum, bool readsLoneObjects);
    void setComplete() { m_tables.complete = true; }

    Row recordCount() const { return m_tables.recordCount(); }
    SnapshotPtr snapshot() const { return std::make_shared<const Snapshot>(m_tables); }

private:
    struct ColumnWriter {
        CategoryCoder coder;
    };

    /// None if there are too many columns already. `row` is the first that has the field.
    std::optional<std::size_t> columnFor(const TableBatch::BatchColumn& source, const RecordEntry& row);
    void addColumn(const TableBatch::BatchColumn& source);
    /// A key for a new column: that of its name, unless another column has a better claim to it (claimTo()).
    std::string keyFor(const FieldInfo& info);
    std::string freeKey(const std::string& key) const;
    /// Removes the columns of the object with the most members. False if no object has many.
    bool makeRoom(const RecordEntry& row);
    void removeMembersOf(const std::string& object);
    /// It is a member of an object whose columns were removed.
    bool isRemoved(const std::string& rawKey) const;
    /// `row` is the first that has a field for which no column is left.
    void noteColumnLimit(const RecordEntry& row, Phrase detail);
    /// `first` is the first record that has the field.
    void appendColumn(const TableBatch::BatchColumn& source, Row base, const RecordEntry& first);
    void appendNumbers(const TableBatch::BatchColumn& source, Row base, Column& column);
    void appendMessages(const TableBatch& batch);
    std::vector<std::uint8_t> rolesOf(const TableBatch& batch);
    std::vector<std::uint16_t> intentSetsOf(const TableBatch& batch);
    /// Changes a column's kind to one that can hold both its values and those to come.
    void widen(std::size_t index, FieldKind kind);

    Snapshot m_tables;
    std::vector<ColumnWriter> m_columnWriters;
    TextMap<std::size_t> m_columnByRawKey;
    TextMap<std::size_t> m_columnByKey;
    /// "rewards." for an object whose members have no columns, because their names are data.
    std::vector<std::string> m_removed;
    bool m_columnLimitNoted = false;
    CategoryCoder m_intentCoder;
    IntentSetCoder m_intentSetCoder;
    CategoryCoder m_roleCoder;
    std::unordered_map<std::uint32_t, std::uint64_t> m_problemsKept;
};

} // namespace duologue
