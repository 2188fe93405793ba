// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/load/load_part.h"

#include "core/dataset/hub/hub_folders.h"
#include "core/dataset/load/small_file.h"
#include "core/dataset/source/source_files.h"
#include "core/io/archive.h"
#include "core/io/packed_file.h"

#include <iterator>
#include <utility>

namespace duologue {

namespace {

bool isInSameFolder(const SourceFile& file, const SourceFile& other)
{
    const std::string_view path = file.path;
    const std::string_view otherPath = other.path;
    const auto slash = path.rfind('/');
    return !other.origin.folder.empty() && slash != std::string_view::npos && otherPath.rfind('/') == slash &&
           otherPath.substr(0, slash) == path.substr(0, slash);
}

/// The shown path within the opened folder. If several paths were opened, the shown path begins with the
/// folder's name, which is removed.
std::string_view ownPath(const SourceFile& file, bool amongOthers)
{
    const std::string_view shown = file.shownPath;
    const bool isInFolder = !(file.packed ? file.packed->namedByUser : file.namedByUser);
    return amongOthers && isInFolder ? shown.substr(shown.find('/') + 1) : shown;
}

void takeProblems(const KnownFiles& known, FileId file, FileId newId, ReadOutcome& outcome)
{
    auto problems = known.problemsOf(file, newId);
    std::move(problems.begin(), problems.end(), std::back_inserter(outcome.problems));
}

void readFile(WorkerContext& worker, LoadPart& part, std::size_t index, FileId id,
              const std::vector<std::filesystem::path>& paths)
{
    SourceFile& file = part.files[index];
    setOrigin(file, index > 0 ? part.files[index - 1] : worker.neighbour, paths);
    describeOrigin(file, worker);
    const std::size_t loneObjects = part.outcome.loneObjects;
    auto opened = std::exchange(part.sources[index], std::nullopt);
    const auto source = opened ? Result<FileSource>(std::move(*opened)) : openSource(file, id);
    if (source)
        readSmallFile(worker, source.value(), file, part.outcome);
    else
        refuseFile(file, id, source.problem(), part.outcome);
    file.loneObject = part.outcome.loneObjects > loneObjects;
    if (index + 1 == part.files.size())
        worker.neighbour = file;
}

} // namespace

void setOrigin(SourceFile& file, const SourceFile& neighbour, const std::vector<std::filesystem::path>& paths)
{
    const std::string_view shown = withoutPacking(ownPath(file, paths.size() > 1));
    // Taking a path apart costs more than reading a short file, and most files follow one of their folder.
    if (!file.namedByUser && !neighbour.namedByUser && file.root == neighbour.root &&
        isInSameFolder(file, neighbour)) {
        file.origin = neighbour.origin;
        nameOrigin(file.origin, file.path, shown);
    } else {
        // A file that the user opened is its own root. If it is packed, its path is not the opened one.
        file.origin = originOf(file.namedByUser ? std::filesystem::path(file.path) : paths.at(file.root),
                               file.path, shown);
    }
}

void describeOrigin(SourceFile& file, const WorkerContext& worker)
{
    file.origin.describedAs = worker.formats->formatOfFile(file.path);
    if (worker.hub == nullptr)
        return;
    std::error_code error;
    const bool isNamed = file.namedByUser && file.packed == nullptr;
    // The folder of an opened file is searched by its absolute path.
    worker.hub->describe(isNamed ? std::filesystem::absolute(file.path, error).native() : file.path,
                         file.origin);
}

void readPart(WorkerContext& worker, LoadPart& part, const KnownFiles* known,
              const std::vector<std::filesystem::path>& paths)
{
    if (part.block && part.block->file) {
        readBlock(worker, *part.block, part.outcome);
        return;
    }
    if (part.rows) {
        part.outcome.batch.appendKnown(known->snapshot(), part.rows->begin, part.rows->end, part.rows->file);
        part.outcome.seen = part.rows->end - part.rows->begin;
    }
    auto refused = part.refused.begin();
    for (std::size_t i = 0; i < part.files.size(); ++i) {
        const FileId id{static_cast<std::uint32_t>(indexOf(part.firstFile) + i)};
        if (refused != part.refused.end() && refused->first == i) {
            refuseFile(part.files[i], id, std::move(refused->second), part.outcome);
            ++refused;
        } else if (part.known[i] != kNoFile) {
            const auto [begin, end] = known->rowsOf(part.known[i]);
            // The rows of a large file follow in parts of their own.
            if (!part.block)
                part.outcome.batch.appendKnown(known->snapshot(), begin, end, id);
            takeProblems(*known, part.known[i], id, part.outcome);
        } else if (!part.block && part.files[i].skipReason.empty()) {
            readFile(worker, part, i, id, paths);
        }
    }
}

} // namespace duologue
