// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/snapshot.h"
#include "core/record/table_batch.h"

#include <optional>
#include <unordered_map>

namespace duologue {

/// The one writer of a dataset's tables: appends batches in file order and hands out snapshots in between.
/// One thread at a time; the snapshots it has given out stay as they were.
class TableWriter {
public:
    explicit TableWriter(std::vector<std::string> formatIds,
                         std::shared_ptr<const FormatList> formatList = nullptr);

    /// Files come in FileId order, before their records.
    void addFile(SourceFile file);
    std::size_t fileCount() const { return m_tables.files.size(); }

    /// `batch`'s records follow all earlier ones. `ordinalBase` is added to their
    /// ordinals, for a file that comes in several batches.
    void append(const TableBatch& batch, std::uint32_t ordinalBase = 0);
    void addProblem(Problem problem);
    /// Records that become no rows (Snapshot::passedOver, Snapshot::counted).
    void addPassedOver(std::uint64_t records) { m_tables.passedOver += records; }
    void addCounted(std::uint64_t records) { m_tables.counted += records; }
    /// Problems of a file that were counted and not kept when it was read before.
    void countProblems(FileId file, const ProblemCounts& counts);
    /// What Snapshot::formatsChecksum and readsLoneObjects say.
    void setReading(std::uint64_t formatsChecksum, bool readsLoneObjects);
    void setComplete() { m_tables.complete = true; }

    Row recordCount() const { return m_tables.recordCount(); }
    SnapshotPtr snapshot() const { return std::make_shared<const Snapshot>(m_tables); }

private:
    struct ColumnWriter {
        CategoryCoder coder;
    };

    /// None where there are too many columns already.
    std::optional<std::size_t> columnFor(const TableBatch::BatchColumn& source);
    /// `row` is the first of a column that there is no room for.
    void noteColumnLimit(const RecordEntry& row);
    /// False where there is no room for it.
    bool appendColumn(const TableBatch::BatchColumn& source, Row base);
    void appendNumbers(const TableBatch::BatchColumn& source, Row base, Column& column);
    void appendMessages(const TableBatch& batch);
    std::vector<std::uint8_t> rolesOf(const TableBatch& batch);
    std::vector<std::uint16_t> intentSetsOf(const TableBatch& batch);
    /// Gives a column the kind that holds both what it has and what comes.
    void widen(std::size_t index, FieldKind kind);

    Snapshot m_tables;
    std::vector<ColumnWriter> m_columnWriters;
    TextMap<std::size_t> m_columnByKey;
    bool m_columnLimitNoted = false;
    CategoryCoder m_intentCoder;
    IntentSetCoder m_intentSetCoder;
    CategoryCoder m_roleCoder;
    std::unordered_map<std::uint32_t, std::uint64_t> m_problemsKept;
};

} // namespace duologue
