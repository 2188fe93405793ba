// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/duplicates/splits.h"

#include "core/base/ascii.h"

#include <array>
#include <string>
#include <utility>

namespace duologue {

namespace {

constexpr std::array<std::pair<std::string_view, Split>, 9> kSplitWords{{
    {"train", Split::Train},
    {"training", Split::Train},
    {"validation", Split::Validation},
    {"valid", Split::Validation},
    {"val", Split::Validation},
    {"dev", Split::Validation},
    {"test", Split::Test},
    {"testing", Split::Test},
    {"eval", Split::Test},
}};

std::optional<Split> splitOfWord(std::string_view word)
{
    for (const auto& [known, split] : kSplitWords) {
        if (known == word)
            return split;
    }
    return std::nullopt;
}

/// The last word of the text that names a split: a folder "train" may hold a file "test".
std::optional<Split> splitIn(std::string_view text)
{
    std::optional<Split> split;
    std::string word;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? lowerAscii(text[i]) : '/';
        if (c >= 'a' && c <= 'z') {
            word += c;
            continue;
        }
        if (const auto found = splitOfWord(word))
            split = found;
        word.clear();
    }
    return split;
}

} // namespace

std::string_view splitName(Split split)
{
    constexpr std::array<std::string_view, 3> kNames{"train", "validation", "test"};
    return kNames.at(static_cast<std::size_t>(split));
}

std::vector<std::optional<Split>> splitsOf(const Snapshot& snapshot)
{
    std::vector<std::optional<Split>> byFile(snapshot.files.size());
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        byFile[i] = splitIn(snapshot.files[i].shownPath);
    const Column* const column = snapshot.records.column("split");
    std::vector<std::optional<Split>> byCode;
    for (std::size_t code = 0; column != nullptr && code < column->categories.size(); ++code)
        byCode.push_back(splitIn(column->categories[code].shown()));
    std::vector<std::optional<Split>> splits(snapshot.recordCount());
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const CategoryCode code = column == nullptr ? kNoCategory : column->code(indexOf(row));
        const bool hasField = indexOf(code) < byCode.size() && byCode[indexOf(code)];
        splits[indexOf(row)] = hasField ? byCode[indexOf(code)] : byFile[indexOf(snapshot.record(row).file)];
    }
    return splits;
}

} // namespace duologue
