// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

namespace duologue::test {

/// A temporary folder for one test, removed with its contents when the test ends.
class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    /// As writeFile().
    std::filesystem::path write(const std::filesystem::path& relative, std::string_view bytes) const;

private:
    std::filesystem::path m_path;
};

/// Writes a file in the folder and creates the folders on its path; replaces an existing file.
std::filesystem::path writeFile(const std::filesystem::path& folder, const std::filesystem::path& relative,
                                std::string_view bytes);

/// All bytes of a file; empty if it cannot be read.
std::string fileBytes(const std::filesystem::path& path);

} // namespace duologue::test
