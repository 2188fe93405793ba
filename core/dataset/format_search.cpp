// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/format_search.h"

#include "core/base/checksum.h"
#include "core/base/text.h"
#include "core/formats/format_file.h"
#include "core/io/file_source.h"
#include "core/io/folder_scan.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace duologue {

namespace fs = std::filesystem;

namespace {

/// Descriptions lie beside the data, not somewhere deep among it, and rows should not wait for a long search.
constexpr int kDeepest = 2;
constexpr std::size_t kMostEntries = 20'000;
constexpr std::uint64_t kLongestDescription = std::uint64_t{4} << 20U;

/// Finds the descriptions in a folder and some levels below it; links to folders are not followed.
struct Search {
    const Job& job;
    std::set<fs::path> files;
    ListedFolders listed;
    std::size_t seen = 0;

    void collect(const std::string& folder, int levels)
    {
        std::vector<FolderEntry> entries;
        const std::error_code error = Folder(folder).list(entries);
        seen += entries.size();
        for (const FolderEntry& entry : entries) {
            if (job.stopRequested())
                return;
            if (describesFormat(entry.name))
                files.insert(pathIn(folder, entry.name));
            if (levels > 0 && entry.isFolder && !entry.isLink && seen <= kMostEntries)
                collect(pathIn(folder, entry.name), levels - 1);
        }
        if (!error)
            listed.emplace(folder, std::move(entries));
    }
};

FormatFile readDescription(const std::string& path, RunningChecksum& sum)
{
    const std::string name = toValidUtf8(fileNameOf(path));
    sum.add(name + '\0');
    FormatFile refused;
    const auto source = FileSource::open(path, kNoFile);
    if (!source) {
        refused.problems.push_back(source.problem());
        return refused;
    }
    PaddedBytes bytes;
    if (const auto count = source.value().read(0, kLongestDescription, bytes); !count) {
        refused.problems.push_back(count.problem());
        return refused;
    }
    sum.add(std::to_string(bytes.size()) + '\0');
    sum.add(bytes.view());
    return name == "dataset_info.json" ? readDatasetInfo(bytes.view(), name)
                                       : readFormatFile(bytes.view(), name);
}

} // namespace

FoundFormats findFormats(const std::vector<fs::path>& paths, const fs::path& folder, const Job& job)
{
    FoundFormats found;
    Search search{job, {}, {}, 0};
    for (const fs::path& path : paths) {
        search.seen = 0;
        std::error_code error;
        if (fs::is_directory(path, error))
            search.collect(path.native(), kDeepest);
    }
    found.listed = std::move(search.listed);
    for (const fs::path& path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error))
            search.collect(fs::absolute(path, error).parent_path().native(), 0);
    }
    search.seen = 0;
    if (!folder.empty())
        search.collect(folder.native(), kDeepest);

    std::vector<std::shared_ptr<const Format>> taught;
    std::set<std::string> ids;
    RunningChecksum sum;
    for (const Format* known : builtInFormats())
        ids.emplace(known->id());
    for (const fs::path& path : search.files) {
        FormatFile file = readDescription(path, sum);
        for (FormatMapping& mapping : file.mappings) {
            if (ids.insert(mapping.id).second)
                taught.push_back(taughtFormat(std::move(mapping)));
            else
                found.problems.push_back({ProblemCode::FormatFileInvalid,
                                          Severity::Warning,
                                          {},
                                          {},
                                          toValidUtf8(path.filename().string()) +
                                              ": there is another format of the id " + mapping.id});
        }
        std::move(file.problems.begin(), file.problems.end(), std::back_inserter(found.problems));
    }
    found.checksum = std::max<std::uint64_t>(sum.value(), 1);
    found.formats =
        taught.empty() ? FormatList::builtIn() : std::make_shared<const FormatList>(std::move(taught));
    return found;
}

} // namespace duologue
