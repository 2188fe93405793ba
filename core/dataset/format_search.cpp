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

void collect(const fs::path& folder, std::set<fs::path>& files, const Job& job)
{
    std::error_code error;
    std::size_t entries = 0;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
        if (++entries > kMostEntries || job.stopRequested())
            return;
        if (at.depth() >= kDeepest)
            at.disable_recursion_pending();
        if (describesFormat(at->path()))
            files.insert(at->path());
    }
}

FormatFile readDescription(const fs::path& path, RunningChecksum& sum)
{
    const std::string name = toValidUtf8(path.filename().string());
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
    std::set<fs::path> files;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (fs::is_directory(path, error)) {
            collect(path, files, job);
            continue;
        }
        for (fs::directory_iterator at(fs::absolute(path).parent_path(), error), end; !error && at != end;
             at.increment(error)) {
            if (describesFormat(at->path()))
                files.insert(at->path());
        }
    }
    if (!folder.empty())
        collect(folder, files, job);

    FoundFormats found;
    std::vector<std::shared_ptr<const Format>> taught;
    std::set<std::string> ids;
    RunningChecksum sum;
    for (const Format* known : builtInFormats())
        ids.emplace(known->id());
    for (const fs::path& path : files) {
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
