// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/opened_paths.h"

#include <system_error>
#include <utility>

namespace duologue {

namespace fs = std::filesystem;

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
    return error || !hold(real.native());
}

bool OpenedPaths::hold(std::string_view realPath)
{
    if (!m_realPaths) {
        m_realPaths.emplace();
        for (const fs::path& path : m_paths) {
            std::error_code error;
            if (fs::path real = fs::canonical(path, error); !error)
                m_realPaths->insert(real.native());
        }
    }
    // Checks the path and each folder above it; the root is the empty text here.
    for (std::string above(realPath);; above.resize(above.rfind('/'))) {
        if (m_realPaths->contains(above.empty() ? "/" : above))
            return true;
        if (above.empty() || above == "/")
            return false;
    }
}

} // namespace duologue
