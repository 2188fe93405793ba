// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/private_folder.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace duologue {

PrivateFolder::PrivateFolder()
{
    const auto parent = std::filesystem::temp_directory_path();
    std::string name = (parent / "duologue-rows-XXXXXX").string();
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
