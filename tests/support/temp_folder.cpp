// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/temp_folder.h"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <stdlib.h>
#include <string>

namespace duologue::test {

namespace fs = std::filesystem;

TempFolder::TempFolder()
{
    std::string name = (fs::temp_directory_path() / "duologue-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::runtime_error("no temporary folder can be made");
    m_path = name;
}

TempFolder::~TempFolder()
{
    // A test may have removed permissions of folders in it.
    std::error_code ignored;
    for (fs::recursive_directory_iterator it(m_path, ignored), end; !ignored && it != end;
         it.increment(ignored)) {
        std::error_code failed;
        if (it->is_directory(failed) && !it->is_symlink(failed))
            fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, failed);
    }
    fs::remove_all(m_path, ignored);
}

fs::path TempFolder::write(const fs::path& relative, std::string_view bytes) const
{
    return writeFile(m_path, relative, bytes);
}

fs::path writeFile(const fs::path& folder, const fs::path& relative, std::string_view bytes)
{
    fs::path path = folder / relative;
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file)
        throw std::runtime_error("cannot write " + path.string());
    return path;
}

std::string fileBytes(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace duologue::test
