// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace duologue::test {

/// A folder of its own for one test, gone with everything in it at the end of the test.
class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    /// Writes a file below the folder, with the folders it lies in; replaces what was there.
    std::filesystem::path write(const std::filesystem::path& relative, std::string_view bytes) const;

private:
    std::filesystem::path m_path;
};

/// All bytes of a file; empty where it cannot be read.
std::string fileBytes(const std::filesystem::path& path);

} // namespace duologue::test
