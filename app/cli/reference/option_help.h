// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace duologue::cli {

/// An option as people see it, taken from what parses it, so that help, manual page and completions agree.
struct OptionHelp {
    /// With their dashes, short ones first: "-q", "--quiet".
    std::vector<std::string> names;
    bool takesValue = false;
    bool isRequired = false;
    /// "TEXT", "INT"; empty without a value.
    std::string valueName;
    /// The only values it takes; empty for any.
    std::vector<std::string> choices;
    /// What the value may be, where it is no list: "from 0 to 1024".
    std::string range;
    std::string help;
};

/// In their order, without positionals.
std::vector<OptionHelp> optionsOf(const CLI::App& command);

} // namespace duologue::cli
