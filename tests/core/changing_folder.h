// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random.h"
#include "tests/support/temp_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue::test {

/// A dataset folder with files of many kinds. Changes them in the ways in which people and programs do,
/// including changes that affect neither size nor time of a file.
class ChangingFolder {
public:
    /// An empty folder.
    ChangingFolder() : m_random(0) {}
    /// Filled at random, with a "large.jsonl" that is read in blocks. With `exact`, each field has values of
    /// one kind and one spelling only, so that rows can be copied from an older snapshot.
    explicit ChangingFolder(unsigned seed, bool exact = true, std::size_t files = 12);

    const std::filesystem::path& path() const { return m_folder.path(); }

    /// Makes a random change and describes it.
    std::string change();

    void write(const std::string& name, const std::string& bytes) const;
    void remove(const std::string& name) const;
    /// Writes the file with a modification time in the past.
    void writeOld(const std::filesystem::path& path, const std::string& bytes) const;
    /// Writes the file but keeps its modification time.
    void writeUnseen(const std::filesystem::path& path, const std::string& bytes) const;
    /// Changes the modification time only.
    void touch(const std::filesystem::path& path) const;

private:
    std::string record();
    std::string chat(const std::string& name);
    std::string fileOf(const std::string& name);
    std::string newName();
    std::vector<std::filesystem::path> allFiles() const;
    std::optional<std::filesystem::path> anyOf(const std::vector<std::filesystem::path>& files);
    std::string changeBytes(const std::filesystem::path& path);

    TempFolder m_folder;
    Random m_random;
    bool m_exact = true;
    int m_names = 0;
    /// No files are added beyond this number, so that long histories stay fast.
    std::size_t m_mostFiles = 100;
    mutable int m_times = 0;
};

} // namespace duologue::test
