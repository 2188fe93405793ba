// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/record_keys.h"

#include "core/data/field_reader.h"
#include "core/util/escape.h"
#include "core/util/numbers.h"
#include "core/util/text.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace duologue {

namespace {

bool isEmptyKey(std::string_view key)
{
    return key.ends_with(kEmptyKeyMark);
}

std::string_view nameOfKey(std::string_view key)
{
    return isEmptyKey(key) ? key.substr(0, key.size() - 1) : key;
}

/// Presence::keys for the keys whose name isMeant(). Empty if there are none.
template<typename IsMeant>
std::vector<std::uint8_t> keysThat(const Column& column, const IsMeant& isMeant)
{
    std::vector<std::uint8_t> wanted(column.categories.size());
    bool any = false;
    for (std::size_t code = 0; code < wanted.size(); ++code) {
        const std::string_view key = column.categories[code].shown();
        if (!isMeant(nameOfKey(key)))
            continue;
        any = true;
        wanted[code] = isEmptyKey(key) ? 0 : 1;
    }
    return any ? wanted : std::vector<std::uint8_t>();
}

/// The name in the records; for a member of an object the names joined by dots.
std::string_view nameInRecords(const FieldInfo& info)
{
    const std::string_view rawKey = info.rawKey;
    return rawKey.substr(0, rawKey.rfind(kJointSeparator));
}

/// There is no room for further columns. A field without one is then listed where it is null, not where it
/// has a value.
bool isFull(const Snapshot& snapshot)
{
    return snapshot.records.columns.size() > kMostColumns;
}

} // namespace

const Column* recordKeys(const Snapshot& snapshot)
{
    const auto& columns = snapshot.records.columns;
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [](const Column& column) { return isRecordKeys(column.info); });
    return found == columns.end() ? nullptr : &*found;
}

Presence presenceOf(const Snapshot& snapshot, std::string_view name)
{
    Presence presence{findField(snapshot, name), {}};
    const Column* const column = recordKeys(snapshot);
    if (column == nullptr)
        return presence;
    const bool isBuiltIn = presence.field && presence.field->info().rawKey.empty();
    const bool isExact = presence.field && (isBuiltIn || nameInRecords(presence.field->info()) == name);
    presence.keys = keysThat(*column, [name](std::string_view each) { return each == name; });
    if (isBuiltIn)
        presence.keys.clear();
    else if (!presence.keys.empty() && !isExact)
        presence.field.reset();
    else if (presence.keys.empty() && !isExact) {
        const std::string key = fieldKey(name);
        presence.keys = keysThat(*column, [&key](std::string_view each) { return fieldKey(each) == key; });
    }
    if (isFull(snapshot) && !presence.field &&
        std::find(presence.keys.begin(), presence.keys.end(), 1) == presence.keys.end())
        presence.keys.clear();
    return presence;
}

std::vector<std::string> namesWithoutColumn(const Snapshot& snapshot)
{
    std::vector<std::string> names;
    if (const Column* const column = recordKeys(snapshot)) {
        for (std::size_t code = 0; code < column->categories.size(); ++code) {
            const std::string_view key = column->categories[code].shown();
            if (!isEmptyKey(key) || !isFull(snapshot))
                names.emplace_back(nameOfKey(key));
        }
    }
    return names;
}

namespace {

/// `path` is the name, or ends with "/" and the name.
bool endsWithPath(std::string_view path, std::string_view name)
{
    return path.ends_with(name) && (path.size() == name.size() || name.starts_with('/') ||
                                    path[path.size() - name.size() - 1] == '/');
}

/// An id without "#N", and the number.
std::pair<std::string_view, std::uint32_t> numbered(std::string_view id)
{
    const std::size_t hash = id.rfind('#');
    if (hash != std::string_view::npos) {
        if (const auto number = parseNumber<std::uint32_t>(id.substr(hash + 1)))
            return {id.substr(0, hash), *number};
    }
    return {id, 1};
}

/// The file's absolute path without its ending; the id of one of its records may be the end of it.
std::string pathWithoutEnding(const SourceFile& file)
{
    std::string path = std::filesystem::absolute(file.path).lexically_normal().string();
    path = toValidUtf8(path);
    const std::size_t name = path.rfind('/') + 1;
    const std::string& stem = file.origin.stem;
    return path.compare(name, stem.size(), stem) == 0 ? path.substr(0, name + stem.size()) : path;
}

/// Records with the number in files for which `isMeant` is true.
template<typename IsMeant>
std::vector<Row> numberedRecords(const Snapshot& snapshot, std::uint32_t number, IsMeant&& isMeant)
{
    std::vector<Row> rows;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const RecordEntry& record = snapshot.record(row);
        if (record.ordinal == number && isMeant(row, snapshot.file(record.file)))
            rows.push_back(row);
    }
    return rows;
}

} // namespace

std::vector<Row> recordsWithId(const Snapshot& snapshot, std::string_view id)
{
    std::vector<Row> rows;
    const bool mayBeShown = id.find('\\') != std::string_view::npos;
    const auto ids = findField(snapshot, "id");
    std::string text;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        text.clear();
        ids->appendText(row, text);
        // A table shows a line break as "\n", and so does an id that is copied from there.
        if (text == id || (mayBeShown && visibleLine(text) == id))
            rows.push_back(row);
    }
    if (!rows.empty())
        return rows;
    const Column* const own = snapshot.records.column("id");
    const auto [path, number] = numbered(id);
    return numberedRecords(snapshot, number, [&, path = path](Row row, const SourceFile& file) {
        return !(own != nullptr && own->has(indexOf(row))) && endsWithPath(pathWithoutEnding(file), path);
    });
}

std::vector<Row> recordsWithNumber(const Snapshot& snapshot, std::string_view file, std::uint32_t number)
{
    auto rows = numberedRecords(snapshot, number, [&](Row, const SourceFile& source) {
        return file.empty() || source.shownPath == file;
    });
    // Files of several opened folders may have the same shown path.
    if (rows.size() > 1 && !file.empty()) {
        auto exact = numberedRecords(snapshot, number,
                                     [&](Row, const SourceFile& source) { return source.path == file; });
        if (!exact.empty())
            rows = std::move(exact);
    }
    if (rows.empty())
        rows = numberedRecords(snapshot, number, [&](Row, const SourceFile& source) {
            return endsWithPath(source.path, file) || endsWithPath(source.shownPath, file);
        });
    return rows;
}

std::string nameOfRecord(const Snapshot& snapshot, Row row)
{
    const RecordEntry& record = snapshot.record(row);
    const SourceFile& file = snapshot.file(record.file);
    std::size_t called = 0;
    for (std::size_t i = 0; i < snapshot.files.size() && called < 2; ++i)
        called += snapshot.files[i].shownPath == file.shownPath ? 1 : 0;
    return (called > 1 ? file.path : file.shownPath) + ":" + std::to_string(record.ordinal);
}

std::optional<Row> recordAt(const Snapshot& snapshot, const ByteSpan& where)
{
    if (where.file == kNoFile)
        return std::nullopt;
    // Records are in the order of their files and, within a file, of their offsets.
    Row low{0};
    Row high = snapshot.endRow();
    while (low < high) {
        const Row middle = low + (high - low) / 2;
        const RecordEntry& record = snapshot.record(middle);
        const bool isBefore = record.file != where.file ? record.file < where.file
                                                        : record.offset + record.length < where.offset;
        if (isBefore)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < snapshot.endRow() && snapshot.record(low).file == where.file)
        return low;
    return low > Row{0} && snapshot.record(low - 1).file == where.file ? std::optional<Row>(low - 1)
                                                                       : std::nullopt;
}

} // namespace duologue
