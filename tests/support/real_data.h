// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace duologue::test {

/// A folder of the real datasets, which are not part of the repository: in $DUOLOGUE_DATA, or in a
/// "shared/data" next to one of the folders above the source tree. Empty if it does not exist.
std::optional<std::filesystem::path> realData(std::string_view folder);

} // namespace duologue::test

/// Skips the test function, with a message that says what is missing, if there is no real data.
#define DUOLOGUE_NEEDS_REAL_DATA(variable, folder)                                                           \
    const auto variable = duologue::test::realData(folder);                                                  \
    if (!variable)                                                                                           \
    QSKIP("REAL DATA NOT FOUND: set DUOLOGUE_DATA to the folder that holds " folder                          \
          "; nothing was checked against real data")
