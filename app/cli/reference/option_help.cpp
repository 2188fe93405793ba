// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/reference/option_help.h"

#include <CLI/CLI.hpp>

namespace duologue::cli {

namespace {

/// A validator's description follows the type: "TEXT:{table,csv}", "INT:from 0 to 1024".
void readType(const std::string& type, OptionHelp& option)
{
    const std::size_t colon = type.find(':');
    option.valueName = type.substr(0, colon);
    if (colon == std::string::npos)
        return;
    std::string rest = type.substr(colon + 1);
    if (!rest.starts_with('{') || !rest.ends_with('}')) {
        option.range = std::move(rest);
        return;
    }
    std::istringstream choices(rest.substr(1, rest.size() - 2));
    for (std::string choice; std::getline(choices, choice, ',');)
        option.choices.push_back(choice);
}

} // namespace

std::vector<OptionHelp> optionsOf(const CLI::App& command)
{
    std::vector<OptionHelp> options;
    for (const CLI::Option* each : command.get_options()) {
        if (each->get_positional())
            continue;
        OptionHelp option;
        for (const std::string& name : each->get_snames())
            option.names.push_back("-" + name);
        for (const std::string& name : each->get_lnames())
            option.names.push_back("--" + name);
        option.takesValue = each->get_items_expected_min() > 0;
        option.isRequired = each->get_required();
        option.help = each->get_description();
        if (option.takesValue)
            readType(each->get_type_name(), option);
        options.push_back(std::move(option));
    }
    return options;
}

} // namespace duologue::cli
