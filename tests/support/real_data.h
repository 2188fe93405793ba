// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace duologue::test {

/// A folder of the real datasets, which are no part of the repository: below $DUOLOGUE_DATA, else below a
/// "shared/data" beside one of the folders that the source tree lies in. None where it is not there.
std::optional<std::filesystem::path> realData(std::string_view folder);

} // namespace duologue::test

/// Skips the test function, saying what is missing, where the real data is not there.
#define DUOLOGUE_NEEDS_REAL_DATA(variable, folder)                                                           \
    const auto variable = duologue::test::realData(folder);                                                  \
    if (!variable)                                                                                           \
    QSKIP("REAL DATA NOT FOUND: set DUOLOGUE_DATA to the folder that holds " folder                          \
          "; nothing was checked against real data")
