// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder_scan.h"

#include "core/io/archive.h"
#include "core/io/file_source.h"
#include "core/io/folder.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace duologue {

namespace {

using namespace std::string_view_literals;

/// The first line of a pointer; later versions of Git LFS have other addresses before "/spec/".
constexpr auto kLfsVersion = "version https://git-lfs.github.com/spec/"sv;
/// Git LFS had this name once.
constexpr auto kHawserVersion = "version https://hawser.github.com/spec/"sv;
constexpr auto kAnnexObjects = "/annex/objects/"sv;
/// AppleDouble and AppleSingle.
constexpr std::array<std::string_view, 2> kMacMagic{"\0\5\x16\7"sv, "\0\5\x16\0"sv};

/// The number after "size " at the beginning of a line; empty if there is none.
std::string_view sizeOfPointer(std::string_view pointer)
{
    constexpr auto kSize = "\nsize "sv;
    const auto at = pointer.find(kSize);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = pointer.substr(at + kSize.size());
    return rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
}

} // namespace

Phrase pointerInPlaceOfData(std::string_view head)
{
    if (head.starts_with(kLfsVersion) || head.starts_with(kHawserVersion)) {
        const std::string_view size = sizeOfPointer(head);
        if (!size.empty())
            return {PhraseId::LfsPointer, size};
    }
    return head.starts_with(kAnnexObjects) ? Phrase(PhraseId::AnnexPointer) : Phrase();
}

Phrase markupInPlaceOfData(std::string_view head)
{
    constexpr std::array kPages{"<!doctype html"sv, "<html"sv, "<head"sv, "<body"sv, "<!--"sv};
    constexpr std::size_t kLongest = 16;
    if (head.starts_with("\xEF\xBB\xBF"))
        head.remove_prefix(3);
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
    const std::string begin = lowerAscii(head.substr(0, kLongest));
    if (std::any_of(kPages.begin(), kPages.end(),
                    [&](std::string_view page) { return begin.starts_with(page); }))
        return PhraseId::HtmlPage;
    return begin.starts_with("<?xml") ? Phrase(PhraseId::XmlFile) : Phrase();
}

bool isMacAttributes(std::string_view head)
{
    return std::any_of(kMacMagic.begin(), kMacMagic.end(),
                       [&](std::string_view magic) { return head.starts_with(magic); });
}

bool isMacCompanion(std::string_view name)
{
    return name.starts_with("._");
}

bool isInMacFolder(std::string_view path)
{
    return path.starts_with("__MACOSX/") || path.find("/__MACOSX/") != std::string_view::npos;
}

namespace fs = std::filesystem;

namespace {

/// A link that git-annex keeps in place of a file that was not fetched.
bool leadsIntoAnnex(const fs::path& link)
{
    std::error_code error;
    const fs::path target = fs::read_symlink(link, error);
    return !error && target.native().find(".git/annex/objects/") != std::string::npos &&
           !fs::exists(link, error);
}

/// The folder of a dataset in the cache of the Hub: "datasets--org--name", with "blobs", "refs" and
/// "snapshots".
bool isHubDataset(const fs::path& folder)
{
    return folder.filename().native().starts_with("datasets--");
}

/// The revisions that the files in a folder of refs name, one in each; a name may have folders ("refs/pr/1").
/// Links are not followed.
void collectRevisions(const std::string& folder, int levels, std::unordered_set<std::string>& revisions)
{
    /// A revision is 40 digits long.
    constexpr std::size_t kLongest = 256;
    std::vector<FolderEntry> entries;
    Folder(folder).list(entries);
    for (const FolderEntry& entry : entries) {
        const std::string path = pathIn(folder, entry.name);
        if (entry.isLink || entry.isSpecial)
            continue;
        if (entry.isFolder) {
            if (levels > 0)
                collectRevisions(path, levels - 1, revisions);
            continue;
        }
        PaddedBytes bytes;
        if (const auto source = FileSource::open(path, kNoFile);
            source && source.value().read(0, kLongest, bytes))
            revisions.emplace(trimmed(bytes.view()));
    }
}

/// The snapshots in a folder of the Hub's cache that are not read, because others of the same dataset are: a
/// file that has changed stands in each, and would be read as two. Those that a ref names are read; without
/// one, the one that was changed last, or all of the same time.
std::unordered_set<std::string> snapshotsPassed(const fs::path& snapshots,
                                                const std::vector<FolderEntry>& entries)
{
    constexpr int kLevelsOfRefs = 3;
    std::unordered_set<std::string> revisions;
    collectRevisions((snapshots.parent_path() / "refs").native(), kLevelsOfRefs, revisions);
    std::unordered_set<std::string> passed;
    std::unordered_set<std::string> newest;
    std::size_t named = 0;
    auto latest = fs::file_time_type::min();
    for (const FolderEntry& entry : entries) {
        if (!entry.isFolder)
            continue;
        passed.insert(entry.name);
        named += revisions.contains(entry.name) ? 1U : 0U;
        // The earliest if it cannot be told.
        std::error_code error;
        const auto time = fs::last_write_time(snapshots / entry.name, error);
        if (time < latest)
            continue;
        if (time > latest)
            newest.clear();
        latest = time;
        newest.insert(entry.name);
    }
    for (const std::string& read : named > 0 ? revisions : newest)
        passed.erase(read);
    return passed;
}

class Scan {
public:
    Scan(ScanRequest request, const Job& job, const FoundFileHandler& found,
         const ScanProblemHandler& problem)
        : m_job(job),
          m_found(found),
          m_problem(problem),
          m_opened(request.roots, request.follow),
          m_listed(std::move(request.listed)),
          m_mostShared(std::min(kMostShared, mostOpenFiles() / kMostShared)),
          m_levelsOpen(std::clamp<std::size_t>(mostOpenFiles() / kMostShared, 1, kLevelsOpen))
    {
    }

    void root(const fs::path& path, std::size_t index, bool prefixName)
    {
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (!fs::exists(status)) {
            const std::string shown = toValidUtf8(path.string());
            if (status.type() == fs::file_type::none)
                report(ProblemCode::FileUnreadable, path, shown, Phrase::verbatim(error.message()));
            else
                report(ProblemCode::PathMissing, path, shown, PhraseId::PathMissing);
            return;
        }
        m_root = index;
        const std::string name = toValidUtf8(nameOf(path));
        if (fs::is_directory(status)) {
            scan(path.native(), prefixName ? name + "/" : std::string(), name);
        } else if (fs::is_regular_file(status)) {
            if (isNewFile(path.native()))
                m_found({path.native(), name, index, true, 0, {}, {}, {}, {}});
            else
                noteReadAlready(path.native(), name, PhraseId::FileReadAlready);
        } else {
            report(ProblemCode::FileUnreadable, path, name, PhraseId::NotRegularFile);
        }
    }

private:
    /// A folder on the path from the root to the folder that is being listed.
    struct Level {
        /// Null if it was closed again.
        std::shared_ptr<const Folder> folder;
        /// Whether files may keep it open; decided at the first file.
        std::optional<bool> isShared;
        std::vector<FolderEntry> entries;
        std::size_t next = 0;
        /// Names of entries that are snapshotsPassed().
        std::unordered_set<std::string> passed;
        std::uint64_t device = 0;
        /// The lengths of the folder's own part of m_path and m_shown.
        std::size_t pathLength = 0;
        std::size_t shownLength = 0;
    };

    using Identity = std::pair<std::uint64_t, std::uint64_t>;
    struct IdentityHash {
        std::size_t operator()(const Identity& identity) const
        {
            return std::hash<std::uint64_t>()(identity.first * 31 + identity.second);
        }
    };

    /// How many folders files may keep open at most, and how many open files the limit must allow for each.
    static constexpr std::size_t kMostShared = 32;
    /// How many folders on the path stay open: a tree may be deeper than the limit of open files.
    static constexpr std::size_t kLevelsOpen = 4;

    /// Absolute, without a "/" at its end.
    static fs::path normalPath(const fs::path& path)
    {
        const fs::path normal = fs::absolute(path).lexically_normal();
        return normal.has_filename() ? normal : normal.parent_path();
    }

    static std::string nameOf(const fs::path& path) { return normalPath(path).filename().string(); }

    void report(ProblemCode code, const std::string& path, std::string shownPath, Phrase detail)
    {
        FoundFile place;
        place.path = path;
        place.shownPath = std::move(shownPath);
        m_problem({code, Severity::Error, {}, {}, std::move(detail)}, std::move(place));
    }

    void noteReadAlready(const std::string& path, std::string shownPath, const Phrase& why)
    {
        FoundFile place;
        place.path = path;
        place.shownPath = std::move(shownPath);
        place.root = m_root;
        place.skipReason = why;
        m_problem({ProblemCode::LinkLoop, Severity::Note, {}, {}, why}, std::move(place));
    }

    /// Whether the file that the path leads to was not found before.
    bool isNewFile(const std::string& path)
    {
        struct stat status = {};
        return ::stat(path.c_str(), &status) != 0 || m_files.insert({status.st_dev, status.st_ino}).second;
    }

    /// Whether a file or folder is read by another path, too. Of several names of a file, the first is read;
    /// of a link and its target, the target if it is read at all.
    bool isReadElsewhere(const Level& level, const FolderEntry& entry, const std::string& path)
    {
        if (entry.isLink &&
            m_opened.haveTargetOf(path, entry.isFolder, [](std::string_view name, bool isFolder) {
                return isFolder ? !name.starts_with('.') && !isInMacFolder(std::string(name) + "/")
                                : reasonToSkip(name).empty();
            }))
            return true;
        if (entry.isFolder || level.device == 0)
            return false;
        if (entry.isLink)
            return !isNewFile(path);
        // Some file systems give the same number to files of several layers.
        return entry.inode != 0 && !m_files.insert({level.device, entry.inode}).second &&
               level.folder != nullptr && level.folder->hasSeveralNames(entry.name);
    }

    /// Whether files may keep the folder open, as the number of open files is limited.
    bool mayShare(const std::shared_ptr<const Folder>& folder)
    {
        std::erase_if(m_shared, [](const auto& shared) { return shared.expired(); });
        if (folder == nullptr || m_shared.size() >= m_mostShared)
            return false;
        m_shared.push_back(folder);
        return true;
    }

    std::error_code list(const std::string& path, const Folder& folder, std::vector<FolderEntry>& entries)
    {
        const auto known = m_listed.find(path);
        if (known == m_listed.end())
            return folder.list(entries);
        // m_seen recognises a link that leads here again.
        entries = std::move(known->second);
        m_listed.erase(known);
        return {};
    }

    /// `shownPrefix` precedes the names in the folder; `shownPath` is its own name.
    void scan(const std::string& path, const std::string& shownPrefix, const std::string& shownPath)
    {
        m_path = path;
        m_shown = shownPrefix;
        // Not recursive: folders may be nested thousands deep.
        enter(std::make_shared<const Folder>(path), shownPath);
        while (!m_levels.empty() && !m_job.stopRequested()) {
            Level& level = m_levels.back();
            m_path.resize(level.pathLength);
            m_shown.resize(level.shownLength);
            if (level.next < level.entries.size())
                take(level, level.entries[level.next++]);
            else
                m_levels.pop_back();
        }
        m_levels.clear();
    }

    /// m_path and m_shown are those of the folder; `shownPath` names it in problems.
    void enter(std::shared_ptr<const Folder> folder, const std::string& shownPath)
    {
        Level level;
        const Identity identity = folder->identity();
        const bool isOpen = identity != Identity();
        if (isOpen && !m_seen.insert(identity).second) {
            noteReadAlready(m_path, shownPath, PhraseId::FolderReadAlready);
            return;
        }
        if (const std::error_code error = list(m_path, *folder, level.entries)) {
            report(ProblemCode::FolderUnreadable, m_path, shownPath, Phrase::verbatim(error.message()));
            return;
        }
        std::sort(level.entries.begin(), level.entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
            return compareNatural(a.name, b.name) < 0;
        });
        // The path of what was opened may end in "..", and normal paths take time to make.
        if (m_levels.empty() || fileNameOf(m_path) == "snapshots") {
            const fs::path normal = normalPath(m_path);
            if (normal.filename() == "snapshots" && isHubDataset(normal.parent_path()))
                level.passed = snapshotsPassed(normal, level.entries);
        }
        // It was listed before and cannot be opened now.
        level.folder = isOpen ? std::move(folder) : nullptr;
        level.device = identity.first;
        level.pathLength = m_path.size();
        level.shownLength = m_shown.size();
        if (m_levels.size() >= m_levelsOpen)
            m_levels[m_levels.size() - m_levelsOpen].folder.reset();
        m_levels.push_back(std::move(level));
    }

    /// The folder of that name in the current one holds what links in "snapshots" beside it lead to.
    bool isHubStore(std::string_view name) const
    {
        return (name == "blobs" || name == "refs") && isHubDataset(normalPath(m_path));
    }

    /// Several snapshots in the cache of the Hub may have the same file.
    bool isBlobRead(const std::string& link)
    {
        std::string blob = hubBlobOf(link);
        return !blob.empty() && !m_blobs.insert(std::move(blob)).second;
    }

    void take(Level& level, const FolderEntry& entry)
    {
        if (entry.isFolder && entry.name == kOwnFolderName)
            return;
        std::string path = pathIn(m_path, entry.name);
        std::string shown = m_shown + toValidUtf8(entry.name) + (entry.isFolder ? "/" : "");
        Phrase reason = entry.isFolder ? Phrase() : reasonToSkip(entry.name);
        if (entry.isSpecial && reason.empty()) {
            report(ProblemCode::FileUnreadable, path, std::move(shown), PhraseId::NotRegularFile);
            return;
        }
        if (entry.isSpecial)
            reason = PhraseId::NotRegularFile;
        else if (entry.isFolder && isInMacFolder(entry.name + "/"))
            reason = PhraseId::MacCompanion;
        else if (entry.isFolder && isHubStore(entry.name))
            reason = PhraseId::HubBlobs;
        else if (entry.isFolder && level.passed.contains(entry.name))
            reason = PhraseId::HubSnapshotPassed;
        else if (entry.isFolder && entry.name.starts_with('.'))
            reason = PhraseId::HiddenFolder;
        else if (entry.isLink && reason.empty() && leadsIntoAnnex(path))
            reason = PhraseId::AnnexPointer;
        else if (entry.isLink && (reason.empty() || describesFormat(entry.name)) && m_opened.areLeftBy(path))
            reason = PhraseId::LinkLeadsOut;
        else if (entry.isLink && reason.empty() && isBlobRead(path))
            reason = PhraseId::HubBlobRead;
        if (reason.empty() && isReadElsewhere(level, entry, path)) {
            noteReadAlready(path, std::move(shown),
                            entry.isFolder ? PhraseId::FolderReadAlready : PhraseId::FileReadAlready);
            return;
        }
        if (entry.isFolder && reason.empty()) {
            auto inside = level.folder == nullptr ? std::make_shared<const Folder>(path)
                                                  : std::make_shared<const Folder>(*level.folder, entry.name);
            m_path = std::move(path);
            m_shown = shown;
            enter(std::move(inside), shown);
            return;
        }
        FoundFile file;
        file.path = std::move(path);
        file.shownPath = std::move(shown);
        file.root = m_root;
        file.skipReason = std::move(reason);
        if (file.skipReason.empty()) {
            if (!level.isShared)
                level.isShared = mayShare(level.folder);
            if (*level.isShared)
                file.folder = level.folder;
        }
        m_found(std::move(file));
    }

    const Job& m_job;
    const FoundFileHandler& m_found;
    const ScanProblemHandler& m_problem;
    OpenedPaths m_opened;
    std::size_t m_root = 0;
    /// Folders.
    std::unordered_set<Identity, IdentityHash> m_seen;
    /// Files that are to be read.
    std::unordered_set<Identity, IdentityHash> m_files;
    /// Real paths of files that links in the cache of the Hub led to.
    std::unordered_set<std::string> m_blobs;
    ListedFolders m_listed;
    const std::size_t m_mostShared;
    const std::size_t m_levelsOpen;
    std::vector<std::weak_ptr<const Folder>> m_shared;
    /// The folders on the path; the last one is being listed.
    std::vector<Level> m_levels;
    std::string m_path;
    std::string m_shown;
};

/// The indices of the roots without repetitions, so that a path that was given twice is read once. A root
/// inside another one is kept: the user named it, so it is read even if the scan would skip its name.
std::vector<std::size_t> differentRoots(const std::vector<fs::path>& roots)
{
    std::unordered_set<std::string> all;
    std::vector<std::size_t> different;
    for (std::size_t i = 0; i < roots.size(); ++i) {
        std::error_code error;
        const fs::path real = fs::canonical(roots[i], error);
        if (error || all.insert(real.native()).second)
            different.push_back(i);
    }
    return different;
}

} // namespace

Phrase reasonToSkip(std::string_view path)
{
    if (isMacCompanion(fileNameOf(path)))
        return PhraseId::MacCompanion;
    if (describesFormat(path))
        return PhraseId::DescribesFormat;
    if (fileNameOf(path) == kCheckSettingsName)
        return PhraseId::HoldsCheckSettings;
    if (const std::string_view name = fileNameOf(path);
        name.starts_with("cache-") && name.ends_with(".arrow"))
        return PhraseId::DatasetsCache;
    if (hasEnding(fileNameOf(path), EndingKind::Records) || isPacked(path))
        return {};
    const std::string ending = lowerAscii(endingOf(fileNameOf(path)));
    return ending.empty() ? Phrase(PhraseId::NotJson) : Phrase(PhraseId::NotJsonEnding, toValidUtf8(ending));
}

bool describesFormat(std::string_view path)
{
    const std::string_view name = fileNameOf(path);
    return name == "dataset_info.json" || (name.ends_with(".duologue-format.json") && !isMacCompanion(name));
}

std::uint64_t sizeOf(const FoundFile& file)
{
    if (!file.skipReason.empty() || file.unpacked != nullptr)
        return 0;
    if (file.folder != nullptr)
        return file.folder->sizeOf(std::string(fileNameOf(file.path)));
    std::error_code error;
    const auto size = fs::is_regular_file(file.path, error) ? fs::file_size(file.path, error) : 0;
    return error ? 0 : size;
}

void scanFolders(ScanRequest request, const Job& job, const FoundFileHandler& found,
                 const ScanProblemHandler& problem)
{
    const std::vector<fs::path> roots = request.roots;
    Scan scan(std::move(request), job, found, problem);
    const std::vector<std::size_t> different = differentRoots(roots);
    for (const std::size_t i : different) {
        if (job.stopRequested())
            break;
        scan.root(roots[i], i, different.size() > 1);
    }
}

} // namespace duologue
