// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/record_order.h"

#include "app/cli/command.h"
#include "app/cli/console.h"
#include "core/data/row_order.h"

#include <sstream>

namespace duologue::cli {

std::vector<std::string> commaSeparated(const std::vector<std::string>& lists)
{
    std::vector<std::string> names;
    for (const std::string& list : lists) {
        std::istringstream each(list);
        for (std::string name; std::getline(each, name, ',');) {
            if (!name.empty())
                names.push_back(name);
        }
    }
    return names;
}

std::optional<RowOrder> sortedRows(const Snapshot& snapshot, const RowSet& rows, const std::string& sort,
                                   Console& console)
{
    std::string name = sort;
    bool descending = false;
    if (const auto colon = name.rfind(':'); colon != std::string::npos) {
        const std::string direction = name.substr(colon + 1);
        if (direction != "desc" && direction != "asc") {
            console.say("--sort: expected FIELD or FIELD:desc, found " + sort);
            return std::nullopt;
        }
        descending = direction == "desc";
        name.resize(colon);
    }
    if (name.empty())
        return orderOf(rows);
    const auto field = namedField(snapshot, "--sort", name, console);
    if (!field)
        return std::nullopt;
    return sortedBy(orderOf(rows), *field, descending);
}

} // namespace duologue::cli
