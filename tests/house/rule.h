// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/house/source_file.h"

#include <span>

namespace duologue::house {

/// A line that breaks a rule.
struct Breach {
    std::string path;
    int line = 0;
    /// What is wrong with it, in one clause.
    std::string what;
};

using Breaches = std::vector<Breach>;
using Sources = std::vector<SourceFile>;

/// One rule about the sources: a pure function of them.
struct Rule {
    const char* name;
    Breaches (*check)(const Sources& sources);
};

std::span<const Rule> rules();

/// Who may include whom.
Breaches checkLayers(const Sources& sources);
Breaches checkRooms(const Sources& sources);
Breaches checkFolders(const Sources& sources);
Breaches checkPanels(const Sources& sources);
Breaches checkQtFree(const Sources& sources);
Breaches checkLibraryHomes(const Sources& sources);
Breaches checkCycles(const Sources& sources);
Breaches checkFolderCycles(const Sources& sources);

/// What is written in the files, and how much.
Breaches checkSizes(const Sources& sources);
Breaches checkFolderSizes(const Sources& sources);
Breaches checkLicenceLine(const Sources& sources);
Breaches checkPragmaOnce(const Sources& sources);
Breaches checkQtKeywords(const Sources& sources);
Breaches checkEventLoop(const Sources& sources);
Breaches checkOpenMarks(const Sources& sources);
Breaches checkMachinePaths(const Sources& sources);

} // namespace duologue::house
