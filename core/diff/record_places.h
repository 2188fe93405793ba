// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/table/snapshot.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace duologue {

/// Where the records of two snapshots are: files with the same path below what was opened are the same place
/// in both, and so are lists of the same name in them. If a single file was opened, its own name does not
/// count. Both snapshots have one opened path each and must outlive it. Any thread.
class RecordPlaces {
public:
    RecordPlaces(const Snapshot& old, const Snapshot& now);

    /// The number of the place, the same in both snapshots.
    std::uint32_t oldPlace(Row row) const { return placeOf(m_old, m_oldFiles, row); }
    std::uint32_t newPlace(Row row) const { return placeOf(m_now, m_newFiles, row); }

    /// False if one of the two is a single file and the other is not: then their paths say nothing.
    bool areComparable() const { return m_areComparable; }

private:
    /// For each file of a snapshot, the place of its records, or those of its lists.
    using FilePlaces = std::vector<std::vector<std::uint32_t>>;

    FilePlaces placesOfFiles(const Snapshot& snapshot);
    std::uint32_t number(const std::string& path, const std::string& list);
    static std::uint32_t placeOf(const Snapshot& snapshot, const FilePlaces& places, Row row);

    const Snapshot& m_old;
    const Snapshot& m_now;
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    FilePlaces m_oldFiles;
    FilePlaces m_newFiles;
    bool m_areComparable = true;
};

} // namespace duologue
