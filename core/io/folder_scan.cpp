// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/folder_scan.h"

#include "core/base/text.h"
#include "core/io/archive.h"

#include <algorithm>
#include <array>
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

struct Entry {
    std::string_view name() const { return fileNameOf(path.native()); }

    fs::path path;
    bool isFolder = false;
    bool isLink = false;
};

class Scan {
public:
    Scan(const Job& job, const FoundFileHandler& found, const ScanProblemHandler& problem)
        : m_job(job), m_found(found), m_problem(problem)
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
            folder(path, prefixName ? name + "/" : std::string(), name);
        } else {
            m_found({path, name, index, true, {}, {}});
        }
    }

private:
    static std::string nameOf(const fs::path& path)
    {
        const fs::path normal = fs::absolute(path).lexically_normal();
        return normal.has_filename() ? normal.filename().string() : normal.parent_path().filename().string();
    }

    void report(ProblemCode code, const fs::path& path, std::string shownPath, std::string detail)
    {
        FoundFile place;
        place.path = path;
        place.shownPath = std::move(shownPath);
        m_problem({code, Severity::Error, {}, {}, std::move(detail)}, std::move(place));
    }

    /// `shownPrefix` stands before the names in it, `shownPath` is what it is called itself.
    void folder(const fs::path& path, const std::string& shownPrefix, const std::string& shownPath)
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
        std::vector<Entry> entries;
        for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
            std::error_code ignored;
            entries.push_back({it->path(), it->is_directory(ignored), it->is_symlink(ignored)});
        }
        if (error) {
            report(ProblemCode::FolderUnreadable, path, shownPath, error.message());
            return;
        }
        std::sort(entries.begin(), entries.end(),
                  [](const Entry& a, const Entry& b) { return compareNatural(a.name(), b.name()) < 0; });
        for (Entry& entry : entries) {
            if (m_job.stopRequested())
                return;
            std::string shown = shownPrefix + toValidUtf8(entry.name());
            if (!entry.isFolder) {
                std::string reason = reasonToSkip(entry.path);
                m_found({std::move(entry.path), std::move(shown), m_root, false, {}, std::move(reason)});
            } else if (entry.name().starts_with('.')) {
                m_found({std::move(entry.path), shown + "/", m_root, false, {}, "hidden folder"});
            } else {
                folder(entry.path, shown + "/", shown + "/");
            }
        }
    }

    const Job& m_job;
    const FoundFileHandler& m_found;
    const ScanProblemHandler& m_problem;
    std::size_t m_root = 0;
    std::set<fs::path> m_folders;
};

} // namespace

std::string reasonToSkip(const fs::path& path)
{
    if (describesFormat(path))
        return "it describes a format";
    const std::string ending = lowered(endingOf(fileNameOf(path.native())));
    if (std::find(kReadEndings.begin(), kReadEndings.end(), ending) != kReadEndings.end())
        return {};
    if (isPacked(path))
        return {};
    return ending.empty() ? "not a JSON file" : "not a JSON file (" + toValidUtf8(ending) + ")";
}

bool describesFormat(const fs::path& path)
{
    const std::string_view name = fileNameOf(path.native());
    return name == "dataset_info.json" || name.ends_with(".duologue-format.json");
}

void scanFolders(const std::vector<fs::path>& roots, const Job& job, const FoundFileHandler& found,
                 const ScanProblemHandler& problem)
{
    Scan scan(job, found, problem);
    for (std::size_t i = 0; i < roots.size() && !job.stopRequested(); ++i)
        scan.root(roots[i], i, roots.size() > 1);
}

} // namespace duologue
