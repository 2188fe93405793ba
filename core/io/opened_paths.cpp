// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/opened_paths.h"

#include <system_error>
#include <utility>

namespace duologue {

namespace fs = std::filesystem;

std::string hubBlobOf(const std::string& link)
{
    constexpr std::string_view kSnapshots = "/snapshots/";
    std::error_code error;
    const fs::path target = fs::read_symlink(link, error);
    if (error || target.native().find("/blobs/") == std::string::npos)
        return {};
    const std::string absolute = fs::absolute(link, error).lexically_normal().native();
    const std::size_t end = absolute.rfind(kSnapshots);
    if (error || end == std::string::npos)
        return {};
    const fs::path dataset = absolute.substr(0, end);
    if (!dataset.filename().native().starts_with("datasets--"))
        return {};
    // The blobs may themselves be a link that leads anywhere.
    const fs::path blobs = fs::canonical(dataset, error) / "blobs";
    fs::path real = error ? fs::path() : fs::canonical(link, error);
    return error || real.parent_path() != blobs ? std::string() : std::move(real).native();
}

OpenedPaths::OpenedPaths(std::vector<fs::path> paths, FollowLinks follow)
    : m_paths(std::move(paths)), m_follow(follow)
{
}

bool OpenedPaths::areLeftBy(const std::string& link)
{
    if (m_follow == FollowLinks::Everywhere)
        return false;
    std::error_code error;
    const fs::path real = fs::canonical(link, error);
    if (error == std::errc::no_such_file_or_directory || error == std::errc::too_many_symbolic_link_levels ||
        error == std::errc::permission_denied)
        return false;
    return error || (!hold(real.native()) && hubBlobOf(link).empty());
}

bool OpenedPaths::haveTargetOf(const std::string& link, bool isFolder,
                               const std::function<bool(std::string_view name, bool isFolder)>& mayBeRead)
{
    std::error_code error;
    const std::string real = fs::canonical(link, error).native();
    // What the cache of the Hub stores is read by one of the links to it.
    if (error || real.find("/datasets--") != std::string::npos)
        return false;
    // From the target up to one of the paths, everything has to be read.
    bool isTarget = true;
    for (std::string above = real; !above.empty(); above.resize(above.rfind('/'))) {
        if (realPaths().contains(above))
            return true;
        const std::string_view name = std::string_view(above).substr(above.rfind('/') + 1);
        if (!mayBeRead(name, isFolder || !isTarget))
            return false;
        isTarget = false;
    }
    return realPaths().contains("/");
}

const std::unordered_set<std::string>& OpenedPaths::realPaths()
{
    if (!m_realPaths) {
        m_realPaths.emplace();
        for (const fs::path& path : m_paths) {
            std::error_code error;
            if (fs::path real = fs::canonical(path, error); !error)
                m_realPaths->insert(real.native());
        }
    }
    return *m_realPaths;
}

bool OpenedPaths::hold(std::string_view realPath)
{
    // Checks the path and each folder above it; the root is the empty text here.
    for (std::string above(realPath);; above.resize(above.rfind('/'))) {
        if (realPaths().contains(above.empty() ? "/" : above))
            return true;
        if (above.empty() || above == "/")
            return false;
    }
}

} // namespace duologue
