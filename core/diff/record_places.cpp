// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diff/record_places.h"

#include "core/base/text.h"
#include "core/io/packed_file.h"

#include <string_view>

namespace duologue {

namespace {

/// The user opened this file itself, and it has no members.
bool isOpenedAlone(const SourceFile& file)
{
    return file.packed ? file.packed->namedByUser && file.shownPath.find('/') == std::string::npos
                       : file.namedByUser;
}

/// The path below what was opened; empty for a file that was opened itself. A packed file that was opened is
/// like a folder.
std::string pathBelowRoot(const SourceFile& file)
{
    if (isOpenedAlone(file))
        return {};
    if (!file.packed || !file.packed->namedByUser)
        return file.shownPath;
    const std::size_t slash = file.shownPath.find('/');
    return file.shownPath.substr(slash + 1);
}

bool isSingleFile(const Snapshot& snapshot)
{
    return snapshot.files.size() == 1 && isOpenedAlone(snapshot.files[0]);
}

} // namespace

RecordPlaces::RecordPlaces(const Snapshot& old, const Snapshot& now)
    : m_old(old),
      m_now(now),
      m_oldFiles(placesOfFiles(old)),
      m_newFiles(placesOfFiles(now)),
      m_areComparable(isSingleFile(old) == isSingleFile(now))
{
}

RecordPlaces::FilePlaces RecordPlaces::placesOfFiles(const Snapshot& snapshot)
{
    FilePlaces places(snapshot.files.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const SourceFile& file = snapshot.files[i];
        const std::string path = pathBelowRoot(file);
        if (file.origin.lists.size() < 2)
            places[i].push_back(number(path, {}));
        else
            for (const RecordList& list : file.origin.lists)
                places[i].push_back(number(path, list.name));
    }
    return places;
}

std::uint32_t RecordPlaces::number(const std::string& path, const std::string& list)
{
    // No path contains a null character.
    std::string key = path;
    key.append(1, '\0').append(list);
    return m_numbers.try_emplace(std::move(key), static_cast<std::uint32_t>(m_numbers.size())).first->second;
}

std::uint32_t RecordPlaces::placeOf(const Snapshot& snapshot, const FilePlaces& places, Row row)
{
    const RecordEntry& entry = snapshot.record(row);
    const auto& ofFile = places[indexOf(entry.file)];
    if (ofFile.size() == 1)
        return ofFile.front();
    const auto& lists = snapshot.file(entry.file).origin.lists;
    std::size_t list = 0;
    while (list + 1 < lists.size() && lists[list].end <= entry.offset)
        ++list;
    return ofFile[list];
}

} // namespace duologue
