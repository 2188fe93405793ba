// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/private_folder.h"

#include "core/base/parse_number.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace duologue {

namespace {

constexpr std::string_view kPrefix = "duologue-rows-";

/// Removes the folders of programs that were killed. Their names begin with the number of the process.
void removeAbandoned(const std::filesystem::path& parent)
{
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(parent, ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(kPrefix))
            continue;
        const std::string_view rest = std::string_view(name).substr(kPrefix.size());
        const auto process = parseNumber<pid_t>(rest.substr(0, rest.find('-')));
        const bool isGone = process && *process > 0 && ::kill(*process, 0) != 0 && errno == ESRCH;
        struct stat status {};
        if (isGone && ::lstat(entry.path().c_str(), &status) == 0 && status.st_uid == ::getuid())
            std::filesystem::remove_all(entry.path(), ignored);
    }
}

} // namespace

PrivateFolder::PrivateFolder()
{
    const auto parent = std::filesystem::temp_directory_path();
    removeAbandoned(parent);
    std::string name = (parent / (std::string(kPrefix) + std::to_string(::getpid()) + "-XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::filesystem::filesystem_error("no folder can be made", parent,
                                                std::error_code(errno, std::generic_category()));
    m_path = name;
}

PrivateFolder::~PrivateFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

} // namespace duologue
