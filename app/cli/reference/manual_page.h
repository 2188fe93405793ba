// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace duologue::cli {

/// The manual page of the program, in the language of mandoc, made of the same options as its help.
std::string manualPage(const CLI::App& app);

/// Texts of the page in another language, by the English ones.
using ManualWords = std::map<std::string, std::string>;

/// The same in another language. Texts without a translation stay English, and are added to `missing`.
std::string manualPage(const CLI::App& app, const ManualWords& words, std::vector<std::string>& missing);

} // namespace duologue::cli
