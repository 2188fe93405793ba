// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace duologue::test {

/// The files of one format in tests/data/formats/<id>.
struct FormatFixture {
    const Format* format = nullptr;
    /// Empty where there is none.
    std::filesystem::path good;
    std::filesystem::path bad;
    nlohmann::ordered_json expectedProblems;
    nlohmann::ordered_json expectedTable;

    static FormatFixture of(const Format& format, const std::filesystem::path& sourceFolder);
    /// The records of the good file, as they stand there.
    std::vector<std::string> goodRecords() const;
};

/// Everything that is shown of a record, read by this format alone: its conversation as JSON, then its
/// problems.
std::string shownOf(const Format& format, const std::string& record);

/// Records that differ from `record` in one value each, and how one sees that the value is shown: by a word
/// that stands in nothing else or, where there is none, by what is shown being another.
struct Mutation {
    std::string pointer;
    std::string record;
    std::optional<std::string> sentinel;
};
std::vector<Mutation> valueMutations(const std::string& record);

/// Records in which one object has a member more, which no format knows; the word is its value.
std::vector<Mutation> memberMutations(const std::string& record);

} // namespace duologue::test
