// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/rule.h"

namespace duologue::house {

std::span<const Rule> rules()
{
    static constexpr Rule kRules[] = {
        {"layers", checkLayers},
        {"rooms", checkRooms},
        {"folders of rooms", checkFolders},
        {"panels", checkPanels},
        {"no Qt in core and command line", checkQtFree},
        {"one home for each library", checkLibraryHomes},
        {"no include cycles", checkCycles},
        {"no circles of folders", checkFolderCycles},
        {"sizes", checkSizes},
        {"folder sizes", checkFolderSizes},
        {"licence line", checkLicenceLine},
        {"pragma once", checkPragmaOnce},
        {"no Qt keywords", checkQtKeywords},
        {"no nested event loop", checkEventLoop},
        {"no open marks", checkOpenMarks},
        {"no machine paths", checkMachinePaths},
    };
    return kRules;
}

} // namespace duologue::house
