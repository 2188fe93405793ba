// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/same_record.h"
#include "core/data/field_reader.h"
#include "core/data/record_keys.h"

#include <set>

namespace duologue {

namespace {

/// The record that begins there and is so long.
std::optional<Row> exactlyAt(const Snapshot& snapshot, FileId file, std::uint64_t offset,
                             std::uint32_t length)
{
    auto found = recordAt(snapshot, {file, offset, 0});
    // If two records follow each other without a gap, the offset belongs to the first one too.
    if (found && snapshot.record(*found).offset < offset && *found + 1 < snapshot.endRow())
        ++*found;
    if (!found)
        return std::nullopt;
    const RecordEntry& entry = snapshot.record(*found);
    return entry.file == file && entry.offset == offset && entry.length == length ? found : std::nullopt;
}

Row firstRowAt(const Snapshot& snapshot, std::size_t file)
{
    Row low{0};
    Row high = snapshot.endRow();
    while (low < high) {
        const Row middle = low + (high - low) / 2;
        if (indexOf(snapshot.record(middle).file) < file)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace

OwnIds::OwnIds(const Snapshot& snapshot)
    : m_own(snapshot.records.column("id")), m_ids(findField(snapshot, "id"))
{
}

std::string OwnIds::of(Row row) const
{
    return m_own != nullptr && m_own->has(indexOf(row)) ? m_ids->text(row) : std::string();
}

std::pair<Row, Row> rowsOfFile(const Snapshot& snapshot, FileId file)
{
    return {firstRowAt(snapshot, indexOf(file)), firstRowAt(snapshot, indexOf(file) + 1)};
}

std::optional<Row> recordOfFile(const Snapshot& snapshot, FileId file, const std::string& id)
{
    std::optional<Row> found;
    const OwnIds ids(snapshot);
    const auto [begin, end] = rowsOfFile(snapshot, file);
    for (Row row = begin; row < end; ++row) {
        if (ids.of(row) != id)
            continue;
        if (found)
            return std::nullopt;
        found = row;
    }
    return found;
}

std::optional<Row> SameRecords::find(Row row)
{
    const RecordEntry entry = m_from.record(row);
    File& file = fileOf(entry.file);
    if (!file.id)
        return std::nullopt;
    const std::optional<Row> there = atPlace(file, entry);
    const std::string id = m_oldIds.of(row);
    if (id.empty())
        return there;
    if (there && m_newIds.of(*there) == id)
        return there;
    return withId(file, id);
}

SameRecords::File& SameRecords::fileOf(FileId id)
{
    const auto [known, isNew] = m_files.try_emplace(id);
    File& file = known->second;
    if (!isNew)
        return file;
    const SourceFile& source = m_from.file(id);
    for (std::size_t i = 0; i < m_to.files.size() && !file.id; ++i) {
        if (m_to.files[i].path == source.path && m_to.files[i].shownPath == source.shownPath)
            file.id = FileId{static_cast<std::uint32_t>(i)};
    }
    if (!file.id)
        file.id = renamed(source);
    const auto [begin, end] = rowsOfFile(m_from, id);
    if (!file.id || begin == end)
        return file;
    const auto [first, after] = rowsOfFile(m_to, *file.id);
    file.isAsLong = after - first == end - begin;
    const RecordEntry head = m_from.record(begin);
    const RecordEntry tail = m_from.record(end - 1);
    const auto areAt = [&](std::int64_t moved) {
        const auto isAt = [&](const RecordEntry& entry) {
            return exactlyAt(m_to, *file.id, entry.offset + static_cast<std::uint64_t>(moved), entry.length)
                .has_value();
        };
        return isAt(head) && isAt(tail);
    };
    const auto grown = static_cast<std::int64_t>(m_to.file(*file.id).size - source.size);
    if (areAt(0))
        file.moved = 0;
    else if (areAt(grown))
        file.moved = grown;
    return file;
}

/// The only file that was not there before and is as long.
std::optional<FileId> SameRecords::renamed(const SourceFile& source) const
{
    std::set<std::string_view> before;
    for (std::size_t i = 0; i < m_from.files.size(); ++i)
        before.insert(m_from.files[i].path);
    std::optional<FileId> found;
    for (std::size_t i = 0; i < m_to.files.size(); ++i) {
        if (m_to.files[i].size != source.size || before.contains(m_to.files[i].path))
            continue;
        if (found)
            return std::nullopt;
        found = FileId{static_cast<std::uint32_t>(i)};
    }
    return found;
}

std::optional<Row> SameRecords::atPlace(const File& file, const RecordEntry& entry) const
{
    if (file.moved) {
        const auto offset = entry.offset + static_cast<std::uint64_t>(*file.moved);
        if (const auto found = exactlyAt(m_to, *file.id, offset, entry.length))
            return found;
    }
    // Edited where it stands.
    const auto [first, after] = rowsOfFile(m_to, *file.id);
    if (!file.isAsLong || entry.ordinal == 0)
        return std::nullopt;
    for (Row row = first + std::min(entry.ordinal - 1, after - first); row < after; ++row) {
        if (m_to.record(row).ordinal >= entry.ordinal)
            return m_to.record(row).ordinal == entry.ordinal ? std::optional(row) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<Row> SameRecords::withId(File& file, const std::string& id) const
{
    if (!file.byId) {
        file.byId.emplace();
        const auto [begin, end] = rowsOfFile(m_to, *file.id);
        for (Row row = begin; row < end; ++row) {
            const auto [known, isNew] = file.byId->try_emplace(m_newIds.of(row), row);
            if (!isNew)
                known->second.reset();
        }
    }
    const auto found = file.byId->find(id);
    return found == file.byId->end() ? std::nullopt : found->second;
}

} // namespace duologue
