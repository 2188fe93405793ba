// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace duologue::cli {

/// The manual page of the program, in the language of mandoc, made of the same options as its help.
std::string manualPage(const CLI::App& app);

} // namespace duologue::cli
