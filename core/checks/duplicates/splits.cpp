// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checks/duplicates/splits.h"

#include "core/dataset/hub/hub_folders.h"

#include <array>

namespace duologue {

namespace {

/// The split of a name that splitInName() or splitOfNames() gives.
std::optional<Split> splitNamed(std::string_view name)
{
    for (const Split split : {Split::Train, Split::Validation, Split::Test}) {
        if (name == splitName(split))
            return split;
    }
    return std::nullopt;
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
        byFile[i] = splitNamed(splitOfNames(snapshot.files[i].shownPath));
    const Column* const column = snapshot.records.column("split");
    std::vector<std::optional<Split>> byCode;
    for (std::size_t code = 0; column != nullptr && code < column->categories.size(); ++code)
        byCode.push_back(splitNamed(splitInName(column->categories[code].shown())));
    std::vector<std::optional<Split>> splits(snapshot.recordCount());
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const CategoryCode code = column == nullptr ? kNoCategory : column->code(indexOf(row));
        const bool hasField = indexOf(code) < byCode.size() && byCode[indexOf(code)];
        splits[indexOf(row)] = hasField ? byCode[indexOf(code)] : byFile[indexOf(snapshot.record(row).file)];
    }
    return splits;
}

} // namespace duologue
