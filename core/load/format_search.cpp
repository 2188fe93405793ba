// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/format_search.h"

#include "core/formats/format_file.h"
#include "core/io/file_source.h"
#include "core/io/folder_scan.h"
#include "core/util/checksum.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace duologue {

namespace fs = std::filesystem;

namespace {

/// How many levels of folders, and how many entries, are searched. Descriptions are not deep among the data,
/// and the first rows should not wait for a long search.
constexpr int kDeepest = 2;
/// The same for cards of datasets and notes: the cache of the datasets library is deeper.
constexpr int kDeepestNote = 4;
constexpr std::size_t kMostEntries = 20'000;
constexpr std::uint64_t kLongestDescription = std::uint64_t{4} << 20U;

/// Finds the descriptions in a folder and some levels below it; links to folders are not followed.
struct Search {
    const Job& job;
    OpenedPaths opened;
    std::set<fs::path> files;
    /// Cards of datasets and the like (HubFolders).
    std::set<fs::path> notes;
    ListedFolders listed;
    std::size_t seen = 0;

    /// `levels`: so many levels of folders below this one are searched, `described` of them for descriptions.
    void collect(const std::string& folder, int levels, int described)
    {
        std::vector<FolderEntry> entries;
        const std::error_code error = Folder(folder).list(entries);
        seen += entries.size();
        for (const FolderEntry& entry : entries) {
            if (job.stopRequested())
                return;
            const bool isNote = HubFolders::learnsFrom(entry.name);
            const bool isDescription = described >= 0 && describesFormat(entry.name);
            if (isDescription || isNote) {
                const std::string path = pathIn(folder, entry.name);
                if (!entry.isLink || !opened.areLeftBy(path)) {
                    if (isDescription)
                        files.insert(path);
                    if (isNote)
                        notes.insert(path);
                }
            }
            if (levels > 0 && entry.isFolder && !entry.isLink && seen <= kMostEntries)
                collect(pathIn(folder, entry.name), levels - 1, described - 1);
        }
        if (!error)
            listed.emplace(folder, std::move(entries));
    }
};

/// The paths and the folders of those that are files: links within these do not lead out of what was opened.
std::vector<fs::path> withParentFolders(std::vector<fs::path> paths)
{
    for (std::size_t i = paths.size(); i-- > 0;) {
        std::error_code error;
        if (!fs::is_directory(paths[i], error))
            paths.push_back(fs::absolute(paths[i], error).parent_path());
    }
    return paths;
}

Problem invalid(const std::string& name, Phrase why, Severity severity = Severity::Error)
{
    return {ProblemCode::FormatFileInvalid, severity, {}, {}, {PhraseId::InFile, name, std::move(why)}};
}

FormatFile readDescription(const std::string& path, RunningChecksum& sum)
{
    const std::string name = toValidUtf8(fileNameOf(path));
    sum.add(name + '\0');
    FormatFile refused;
    const auto source = FileSource::open(path, kNoFile);
    if (!source) {
        refused.problems.push_back(invalid(name, source.problem().detail));
        return refused;
    }
    if (source.value().size() > kLongestDescription) {
        refused.problems.push_back(invalid(name, {PhraseId::DescriptionTooLong, kLongestDescription >> 20U}));
        return refused;
    }
    PaddedBytes bytes;
    if (const auto count = source.value().read(0, kLongestDescription, bytes); !count) {
        refused.problems.push_back(invalid(name, count.problem().detail));
        return refused;
    }
    sum.add(std::to_string(bytes.size()) + '\0');
    sum.add(bytes.view());
    if (name != "dataset_info.json")
        return readFormatFile(bytes.view(), name);
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error).lexically_normal();
    // The paths in it are relative to its folder, so the formats depend on where it is.
    sum.add(absolute.native());
    return readDatasetInfo(bytes.view(), name, absolute.parent_path().native());
}

void readNote(const std::string& path, HubFolders& hub, RunningChecksum& sum)
{
    PaddedBytes bytes;
    const auto source = FileSource::open(path, kNoFile);
    if (!source || source.value().size() > kLongestDescription ||
        !source.value().read(0, kLongestDescription, bytes) || !hub.add(path, bytes.view()))
        return;
    sum.add(path + '\0' + std::to_string(bytes.size()) + '\0');
    sum.add(bytes.view());
}

/// Makes a list of the built-in formats and the described ones, and reports descriptions it cannot add.
class FormatListBuilder {
public:
    explicit FormatListBuilder(FoundFormats& found) : m_found(found)
    {
        for (const Format* known : builtInFormats())
            m_ids.emplace(known->id());
    }

    void add(FormatFile file, const std::string& name, bool isBeside)
    {
        std::size_t tooMany = 0;
        for (FormatDescription& description : file.descriptions) {
            if (m_ids.size() >= kMostFormats) {
                ++tooMany;
            } else if (m_ids.insert(description.id).second) {
                if (isBeside && description.file.empty())
                    m_found.describedBeside.emplace_back(description.id, name);
                m_described.push_back(describedFormat(std::move(description)));
            } else {
                m_found.problems.push_back(
                    invalid(name, {PhraseId::FormatIdTaken, description.id}, Severity::Warning));
            }
        }
        if (tooMany > 0)
            m_found.problems.push_back(invalid(name, {PhraseId::TooManyFormats, kMostFormats, tooMany}));
        std::move(file.problems.begin(), file.problems.end(), std::back_inserter(m_found.problems));
    }

    std::shared_ptr<const FormatList> formats() &&
    {
        return m_described.empty() ? FormatList::builtIn()
                                   : std::make_shared<const FormatList>(std::move(m_described));
    }

private:
    FoundFormats& m_found;
    std::vector<std::shared_ptr<const Format>> m_described;
    std::set<std::string> m_ids;
};

} // namespace

FoundFormats findFormats(const std::vector<fs::path>& paths, const fs::path& folder, const Job& job,
                         FollowLinks follow)
{
    FoundFormats found;
    Search search{job, OpenedPaths(withParentFolders(paths), follow), {}, {}, {}, 0};
    for (const fs::path& path : paths) {
        search.seen = 0;
        std::error_code error;
        if (fs::is_directory(path, error))
            search.collect(path.native(), kDeepestNote, kDeepest);
    }
    found.listed = std::move(search.listed);
    const std::set<fs::path> beside = search.files;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error))
            search.collect(fs::absolute(path, error).parent_path().native(), 0, 0);
    }
    const std::set<fs::path> notes = std::move(search.notes);
    search.seen = 0;
    // The folder is the user's own, so links in it may lead anywhere.
    search.opened = OpenedPaths({}, FollowLinks::Everywhere);
    if (!folder.empty())
        search.collect(folder.native(), kDeepest, kDeepest);

    RunningChecksum sum;
    FormatListBuilder builder(found);
    for (const fs::path& path : search.files)
        builder.add(readDescription(path, sum), toValidUtf8(path.filename().string()), beside.contains(path));
    HubFolders hub;
    for (const fs::path& path : notes)
        readNote(path.native(), hub, sum);
    found.problems.insert(found.problems.end(), hub.problems().begin(), hub.problems().end());
    found.hub = std::make_shared<const HubFolders>(std::move(hub));
    found.checksum = std::max<std::uint64_t>(sum.value(), 1);
    found.formats = std::move(builder).formats();
    return found;
}

} // namespace duologue
