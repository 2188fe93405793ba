// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/source_folder.h"

namespace duologue::test {

std::filesystem::path sourceFolder()
{
    return DUOLOGUE_SOURCE_DIR;
}

} // namespace duologue::test
