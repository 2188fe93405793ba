// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder_scan.h"

#include "core/base/text.h"
#include "core/io/archive.h"
#include "core/io/folder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <system_error>

namespace duologue {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> kReadEndings{".json", ".jsonl", ".ndjson", ".jsonlines"};

std::string lowered(std::string_view ending)
{
    std::string text(ending);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

class Scan {
public:
    Scan(const Job& job, const FoundFileHandler& found, const ScanProblemHandler& problem,
         ListedFolders listed)
        : m_job(job), m_found(found), m_problem(problem), m_listed(std::move(listed))
    {
    }

    void root(const fs::path& path, std::size_t index, bool prefixName)
    {
        std::error_code error;
        const fs::file_status status = fs::status(path, error);
        if (!fs::exists(status)) {
            const auto code =
                status.type() == fs::file_type::none ? ProblemCode::FileUnreadable : ProblemCode::PathMissing;
            report(code, path, toValidUtf8(path.string()),
                   code == ProblemCode::PathMissing ? "there is nothing at this path" : error.message());
            return;
        }
        m_root = index;
        const std::string name = toValidUtf8(nameOf(path));
        if (fs::is_directory(status)) {
            m_folders.clear();
            scan(path.native(), prefixName ? name + "/" : std::string(), name);
        } else {
            m_found({path.native(), name, index, true, 0, {}, {}, {}, {}});
        }
    }

private:
    static std::string nameOf(const fs::path& path)
    {
        const fs::path normal = fs::absolute(path).lexically_normal();
        return normal.has_filename() ? normal.filename().string() : normal.parent_path().filename().string();
    }

    void report(ProblemCode code, const std::string& path, std::string shownPath, std::string detail)
    {
        FoundFile place;
        place.path = path;
        place.shownPath = std::move(shownPath);
        m_problem({code, Severity::Error, {}, {}, std::move(detail)}, std::move(place));
    }

    /// Whether files may keep it open: programs can't have many files open at once.
    bool mayShare(const std::shared_ptr<const Folder>& folder)
    {
        constexpr std::size_t kMostShared = 32;
        std::erase_if(m_shared, [](const auto& shared) { return shared.expired(); });
        if (m_shared.size() >= kMostShared)
            return false;
        m_shared.push_back(folder);
        return true;
    }

    std::error_code list(const std::string& path, const Folder& folder, std::vector<FolderEntry>& entries)
    {
        const auto known = m_listed.find(path);
        if (known == m_listed.end())
            return folder.list(entries);
        // A link may lead here once more, and is seen by then.
        entries = std::move(known->second);
        m_listed.erase(known);
        return {};
    }

    /// `shownPrefix` stands before the names in it, `shownPath` is what it is called itself.
    void scan(const std::string& path, const std::string& shownPrefix, const std::string& shownPath)
    {
        if (m_job.stopRequested())
            return;
        std::error_code error;
        // A folder is known by its real path, so that a link to one above is seen however it is spelt.
        const fs::path real = fs::canonical(path, error);
        if (!error && !m_folders.insert(real).second) {
            report(ProblemCode::LinkLoop, path, shownPath, "it leads to a folder that is read already");
            return;
        }
        const auto folder = std::make_shared<const Folder>(path);
        std::optional<bool> isShared;
        std::vector<FolderEntry> entries;
        if (error = list(path, *folder, entries); error) {
            report(ProblemCode::FolderUnreadable, path, shownPath, error.message());
            return;
        }
        std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
            return compareNatural(a.name, b.name) < 0;
        });
        for (const FolderEntry& entry : entries) {
            if (m_job.stopRequested())
                return;
            std::string inside = pathIn(path, entry.name);
            std::string shown = shownPrefix + toValidUtf8(entry.name);
            if (entry.isFolder && !entry.name.starts_with('.')) {
                scan(inside, shown + "/", shown + "/");
                continue;
            }
            FoundFile file;
            file.path = std::move(inside);
            file.shownPath = entry.isFolder ? shown + "/" : std::move(shown);
            file.root = m_root;
            file.skipReason = entry.isFolder ? "hidden folder" : reasonToSkip(entry.name);
            if (file.skipReason.empty()) {
                if (!isShared)
                    isShared = mayShare(folder);
                if (*isShared)
                    file.folder = folder;
            }
            m_found(std::move(file));
        }
    }

    const Job& m_job;
    const FoundFileHandler& m_found;
    const ScanProblemHandler& m_problem;
    std::size_t m_root = 0;
    std::set<fs::path> m_folders;
    ListedFolders m_listed;
    std::vector<std::weak_ptr<const Folder>> m_shared;
};

} // namespace

std::string reasonToSkip(std::string_view path)
{
    if (describesFormat(path))
        return "it describes a format";
    const std::string ending = lowered(endingOf(fileNameOf(path)));
    if (std::find(kReadEndings.begin(), kReadEndings.end(), ending) != kReadEndings.end())
        return {};
    if (isPacked(path))
        return {};
    return ending.empty() ? "not a JSON file" : "not a JSON file (" + toValidUtf8(ending) + ")";
}

bool describesFormat(std::string_view path)
{
    const std::string_view name = fileNameOf(path);
    return name == "dataset_info.json" || name.ends_with(".duologue-format.json");
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

void scanFolders(const std::vector<fs::path>& roots, const Job& job, const FoundFileHandler& found,
                 const ScanProblemHandler& problem, ListedFolders listed)
{
    Scan scan(job, found, problem, std::move(listed));
    for (std::size_t i = 0; i < roots.size() && !job.stopRequested(); ++i)
        scan.root(roots[i], i, roots.size() > 1);
}

} // namespace duologue
