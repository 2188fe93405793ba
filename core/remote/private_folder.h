// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

namespace duologue {

/// A folder for rows that were fetched, in the folder of TMPDIR. Nobody but the user can read it, and it is
/// removed with all in it when the object ends; those of programs that were killed go when the next one is
/// made. Throws std::filesystem::filesystem_error if it cannot be made.
class PrivateFolder {
public:
    PrivateFolder();
    ~PrivateFolder();
    PrivateFolder(const PrivateFolder&) = delete;
    PrivateFolder& operator=(const PrivateFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
    /// The file in it that is locked.
    int m_lock = -1;
};

} // namespace duologue
