// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/random.h"
#include "tests/support/temp_folder.h"

#include <optional>
#include <string>
#include <vector>

namespace duologue::test {

/// A folder of datasets of many kinds, whose files can be changed in all the ways in which people and
/// programs change files, also in ways that neither their times nor their sizes show.
class ChangingFolder {
public:
    /// Empty.
    ChangingFolder() : m_random(0) {}
    /// Filled at random, with a "large.jsonl" that is read in blocks.
    /// `exact`: its records give every field values of one kind and one spelling, so that rows can be copied.
    explicit ChangingFolder(unsigned seed, bool exact = true, std::size_t files = 12);

    const std::filesystem::path& path() const { return m_folder.path(); }

    /// Makes a change at random and says which.
    std::string change();

    void write(const std::string& name, const std::string& bytes) const;
    void remove(const std::string& name) const;
    /// With a time that is long past.
    void writeOld(const std::filesystem::path& path, const std::string& bytes) const;
    /// Keeps the time of the file.
    void writeUnseen(const std::filesystem::path& path, const std::string& bytes) const;
    /// Another time, and nothing else.
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
    /// With so many, no more are added: a long history is to stay fast.
    std::size_t m_mostFiles = 100;
    mutable int m_times = 0;
};

} // namespace duologue::test
