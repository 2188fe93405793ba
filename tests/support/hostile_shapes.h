// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace duologue::test {

/// A kind of data that slows down careless programs, in any size `n`.
struct HostileShape {
    /// What is done with it besides reading. Of Diffs, the folder has "a.jsonl" and "b.jsonl".
    enum Does : unsigned { Reads = 0, Checks = 1, Exports = 2, Diffs = 4, Tables = 8 };

    const char* name;
    unsigned does;
    /// The smallest n that is tried.
    std::size_t n;
    /// Writes the files of size n into the folder.
    std::function<void(const std::filesystem::path&, std::size_t)> make;
};

std::vector<HostileShape> hostileShapes();

} // namespace duologue::test
